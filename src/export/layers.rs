//! Which layers are exported

use std::str::FromStr;

use crate::board::Seeds;

use super::error::ExportError;

/// A run of layers, both ends included, or every second one of it.
///
/// Written `A..B`. Both ends are part of the run, as they are wherever players speak of "4 to 12 seeds"; who writes
/// Rust may write `A..=B` and means the same. One end may be missing, and one number alone is one layer.
///
/// ```
/// use tihbat::{board::Seeds, export::Layers};
///
/// let layers: Layers = "4..12".parse()?;
/// assert_eq!(layers.iter().count(), 9);
/// assert_eq!(layers.even().iter().count(), 5);
/// # Ok::<(), tihbat::export::ExportError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layers {
    /// The first layer.
    pub first: Seeds,
    /// The last layer.
    pub last: Seeds,
    /// Whether layers of an odd number of seeds are left out.
    pub only_even: bool,
}

impl Layers {
    /// All layers up to `last`.
    pub fn all(last: Seeds) -> Self {
        Self { first: Seeds::NONE, last, only_even: false }
    }

    /// The same without the layers of an odd number of seeds.
    #[must_use]
    pub fn even(self) -> Self {
        Self { only_even: true, ..self }
    }

    /// Whether a layer belongs to it.
    pub fn holds(self, seeds: Seeds) -> bool {
        self.first <= seeds && seeds <= self.last && !(self.only_even && seeds.count() % 2 == 1)
    }

    /// The layers, the smallest first.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Seeds> {
        self.last.layers().filter(move |&seeds| self.holds(seeds))
    }
}

impl FromStr for Layers {
    type Err = ExportError;

    fn from_str(text: &str) -> Result<Self, ExportError> {
        let refuse = || ExportError::Layers { found: text.to_owned() };
        let seeds = |text: &str, or: Seeds| match text {
            "" => Ok(or),
            _ if !text.bytes().all(|byte| byte.is_ascii_digit()) => Err(refuse()),
            _ => text.parse().ok().and_then(Seeds::new).ok_or_else(refuse),
        };
        let (first, last) = match text.split_once("..") {
            None if text.is_empty() => return Err(refuse()),
            None => (seeds(text, Seeds::NONE)?, seeds(text, Seeds::MAX)?),
            Some((first, last)) => {
                (seeds(first, Seeds::NONE)?, seeds(last.strip_prefix('=').unwrap_or(last), Seeds::MAX)?)
            }
        };
        if first > last { Err(refuse()) } else { Ok(Self { first, last, only_even: false }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_of_layers_includes_both_ends() {
        let ends = |text: &str| text.parse::<Layers>().map(|layers| (layers.first.count(), layers.last.count())).ok();
        assert_eq!(ends("4..12"), Some((4, 12)));
        assert_eq!(ends("4..=12"), Some((4, 12)));
        assert_eq!(ends("4.."), Some((4, 127)));
        assert_eq!(ends("..4"), Some((0, 4)));
        assert_eq!(ends("4"), Some((4, 4)));
        for bad in ["", "12..4", "x", "4-12", "1..x", "0..128", "+1..2", "1...2"] {
            assert_eq!(ends(bad), None, "{bad}");
        }
    }
}
