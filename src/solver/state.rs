//! What is known of each board of a layer, while it is being solved and after

use std::borrow::Cow;
use std::ops::Range;

use crate::board::Seeds;
use crate::value::{Distance, Margin, Value};

use super::distances::Distances;

/// What is known of a board, but for its distance.
///
/// ```text
///     bits 0..8    128 and: unlabelled the best exit, or NO_EXIT;  labelled the margin
///     bits 8..12   moves that stay in the layer and are not yet known to lose
///     bit  14      the game is over here, and the exit is what it pays
///     bit  15      labelled
/// ```
#[derive(Clone, Copy)]
pub(super) struct State(pub(super) u16);

/// Worse than every margin.
pub(super) const NO_EXIT: i8 = i8::MIN;
pub(super) const ONE_STAY: u16 = 1 << 8;
pub(super) const STAYS: u16 = 0xf << 8;
pub(super) const ENDED: u16 = 1 << 14;
pub(super) const LABELLED: u16 = 1 << 15;

/// A margin as it stands in a state: from -128 up, so that it rises with its worth.
#[inline(always)]
fn byte(margin: i8) -> u16 {
    u16::from(margin as u8 ^ 0x80)
}

impl State {
    #[inline(always)]
    pub(super) fn open(exit: i8, stays: u16) -> Self {
        Self(byte(exit) | (stays * ONE_STAY))
    }

    pub(super) fn ended(pays: i8) -> Self {
        Self(byte(pays) | ENDED)
    }

    /// Keeps the count of moves, so that a move may be taken from it before or after.
    #[inline(always)]
    pub(super) fn labelled(self, margin: i8) -> Self {
        Self(LABELLED | (self.0 & (STAYS | ENDED)) | byte(margin))
    }

    /// Whether the board has no label, no move left but its exit, and none better than -`size`: one comparison,
    /// because the exit is in the lowest bits and rises with its worth.
    #[inline(always)]
    pub(super) fn is_lost_by(self, size: usize) -> bool {
        self.0 <= byte(-(size as i8))
    }

    /// Whether an unlabelled board has an exit that decides it when this size comes up: one that wins as much, or one
    /// that loses as much and no other move. Boards where the game is over have none.
    #[inline(always)]
    pub(super) fn has_exit(self, size: usize) -> bool {
        let size = size as i8;
        (self.0 & !STAYS == byte(size)) | (self.0 == byte(-size))
    }

    /// Whether the game is over on a board without a label, and that pays or costs this size.
    #[inline(always)]
    pub(super) fn is_end(self, size: usize) -> bool {
        let size = size as i8;
        (self.0 == ENDED | byte(size)) | (self.0 == ENDED | byte(-size))
    }

    /// Whether a board has this label, which is not 0.
    #[inline(always)]
    pub(super) fn is_labelled(self, margin: i8) -> bool {
        self.0 & !(STAYS | ENDED) == LABELLED | byte(margin)
    }

    #[inline(always)]
    pub(super) fn is(self, flag: u16) -> bool {
        self.0 & flag != 0
    }

    #[inline(always)]
    pub(super) fn number(self) -> i8 {
        (self.0 as u8 ^ 0x80) as i8
    }

    /// The value once all labelling is done.
    #[inline(always)]
    pub(super) fn margin(self) -> i8 {
        if self.is(LABELLED) { self.number() } else { 0 }
    }
}

/// A solved layer: a margin and a distance for every board, in the order of the index.
pub struct Layer<'a> {
    pub(super) seeds: Seeds,
    /// By rank.
    pub(super) margins: Cow<'a, [i8]>,
    pub(super) distances: Distances,
    pub(super) longest: Distance,
}

impl Layer<'_> {
    /// The seeds of its boards.
    pub fn seeds(&self) -> Seeds {
        self.seeds
    }

    /// The number of its boards.
    pub fn boards(&self) -> u64 {
        self.margins.len() as u64
    }

    /// The longest distance of its boards; 0 if none has any. Of a layer that was solved again, that of both sides.
    pub fn max_distance(&self) -> Distance {
        self.longest
    }

    /// The margins of all boards by rank, as bytes of a table.
    pub fn margins(&self) -> &[i8] {
        &self.margins
    }

    /// The distances in plies of the boards with these ranks, 0 where the margin is 0.
    pub fn distances(&self, ranks: Range<usize>) -> impl ExactSizeIterator<Item = u16> {
        self.distances.range(ranks)
    }

    /// The value of the board with this rank.
    pub fn value(&self, rank: u64) -> Value {
        let margin = Margin::from_byte(self.margins[rank as usize]).expect("labels are margins");
        Value::new(margin, Distance::new(self.distances.get(rank as usize)))
    }

    /// The same layer with margins of its own.
    pub(super) fn into_owned(self) -> Layer<'static> {
        Layer { margins: Cow::Owned(self.margins.into_owned()), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every state that can be, asked by every size.
    #[test]
    fn a_state_is_what_it_was_made() {
        for size in 1..=127 {
            let margin = size as i8;
            for worth in -127..=127 {
                let [mut open, ended] = [State::open(worth, 0), State::ended(worth)];
                let same = worth.unsigned_abs() == margin.unsigned_abs();
                assert_eq!((open.has_exit(size), open.is_end(size)), (same, false));
                assert_eq!((ended.has_exit(size), ended.is_end(size)), (false, same));
                for stays in 0..=8 {
                    assert_eq!(open.has_exit(size), worth == margin || (worth == -margin && stays == 0));
                    for labelled in [open.labelled(worth), ended.labelled(worth)] {
                        assert!(!labelled.has_exit(size) && !labelled.is_end(size) && labelled.margin() == worth);
                        for margin in [margin, -margin] {
                            assert_eq!(labelled.is_labelled(margin), worth == margin);
                        }
                    }
                    open = State(open.0 + ONE_STAY);
                }
            }
            assert!(!State::open(NO_EXIT, 0).has_exit(size));
        }
    }
}
