//! Pictures as SVG: an atlas, and the margin over a game

pub mod atlas;
pub mod margins;

/// Why a picture cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the picture cannot be drawn: {why}")]
pub struct PictureError {
    why: String,
}

impl PictureError {
    fn new(error: &dyn std::fmt::Display) -> Self {
        Self { why: error.to_string() }
    }
}

/// The element by which a picture is known as one of this program's; it is not shown.
const MARK: &str = "<desc>tihbat</desc>";

/// A picture with its mark, after the element that begins it.
fn marked(mut picture: String) -> String {
    if let Some(at) = picture.find('>') {
        picture.insert_str(at + 1, MARK);
    }
    picture
}

/// Whether a file begins as a picture that was drawn here.
pub fn is_own(head: &[u8]) -> bool {
    head.starts_with(b"<svg") && head.windows(MARK.len()).any(|window| window == MARK.as_bytes())
}
