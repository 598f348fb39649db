//! What is known of each board of a layer, while it is being solved and after

use std::ops::Range;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use crate::board::Seeds;
use crate::value::{Distance, Margin, Value};

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

    /// The same for a size below, and at least 1.
    #[inline(always)]
    pub(super) fn is_lost_by_less_than(self, size: usize) -> bool {
        self.0.wrapping_sub(byte(-(size as i8)) + 1) < size as u16 - 1
    }

    /// Whether an exit is all that an unlabelled board has, or the game is over on it, and that is worse than nothing.
    #[inline(always)]
    pub(super) fn has_only_a_loss(self) -> bool {
        let worth = self.0 & !ENDED;
        byte(NO_EXIT) < worth && worth < byte(0)
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
    pub(super) fn margin(self) -> i8 {
        if self.is(LABELLED) { self.number() } else { 0 }
    }
}

/// A solved layer: a margin and a distance for every board, in the order of the index.
pub struct Layer {
    pub(super) seeds: Seeds,
    pub(super) max_distance: Distance,
    pub(super) states: Vec<AtomicU16>,
    /// By rank; what is behind the last board means nothing.
    pub(super) distances: Vec<AtomicU16>,
}

impl Layer {
    /// The seeds of its boards.
    pub fn seeds(&self) -> Seeds {
        self.seeds
    }

    /// The number of its boards.
    pub fn boards(&self) -> u64 {
        self.states.len() as u64
    }

    /// The longest distance of its boards; 0 if none has any.
    pub fn max_distance(&self) -> Distance {
        self.max_distance
    }

    /// The margins of the boards with these ranks, as bytes of a table.
    pub fn margins(&self, ranks: Range<usize>) -> impl ExactSizeIterator<Item = i8> {
        self.states[ranks].iter().map(|state| State(state.load(Relaxed)).margin())
    }

    /// The distances in plies of the boards with these ranks, 0 where the margin is 0.
    pub fn distances(&self, ranks: Range<usize>) -> impl ExactSizeIterator<Item = u16> {
        self.distances[ranks].iter().map(|distance| distance.load(Relaxed))
    }

    /// The value of the board with this rank.
    pub fn value(&self, rank: u64) -> Value {
        let margin = State(self.states[rank as usize].load(Relaxed)).margin();
        let margin = Margin::from_byte(margin).expect("labels are margins");
        Value::new(margin, Distance::new(self.distances[rank as usize].load(Relaxed)))
    }
}
