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

    /// The number of boards.
    pub(super) fn count(&self) -> usize {
        self.won.count() + self.lost.count()
    }

    /// The pile for a board with this margin, which is not 0.
    #[inline(always)]
    pub(super) fn of(&mut self, margin: i8) -> &mut Pile<W> {
        if margin > 0 { &mut self.won } else { &mut self.lost }
    }

    /// Empties both piles; from now on each holds about `most` boards at most.
    pub(super) fn clear(&mut self, most: usize) {
        self.won.clear(most);
        self.lost.clear(most);
    }

    pub(super) fn append(&mut self, other: &Self) {
        self.won.append(&other.won);
        self.lost.append(&other.lost);
    }
}
