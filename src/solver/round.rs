//! The boards labelled in one round

use crate::shape::Word;

use super::pile::Pile;

/// The boards of one side labelled in one round.
pub(super) struct Round<W> {
    pub(super) won: Pile<W>,
    pub(super) lost: Pile<W>,
}

impl<W: Word> Round<W> {
    pub(super) const EMPTY: Self = Self { won: Pile::EMPTY, lost: Pile::EMPTY };

    pub(super) fn boards(&self) -> usize {
        self.won.boards().len() + self.lost.boards().len()
    }

    pub(super) fn clear(&mut self) {
        self.won.clear();
        self.lost.clear();
    }

    /// Takes over what another has.
    pub(super) fn append(&mut self, other: &mut Self) {
        self.won.append(&other.won);
        self.lost.append(&other.lost);
        other.clear();
    }
}
