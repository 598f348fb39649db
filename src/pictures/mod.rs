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
