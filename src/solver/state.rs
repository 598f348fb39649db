//! What is known of each board of a layer, while it is being solved and after

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::board::Seeds;
use crate::value::{Distance, Margin, Value};

/// What is known of a board, in one word.
///
/// ```text
///     bits 0..8    unlabelled: the best exit, or NO_EXIT;  labelled: the margin
///     bits 8..12   moves that stay in the layer and are not yet known to lose
///     bit  14      the game is over here, and the exit is what it pays
///     bit  15      labelled
///     bits 16..32  the distance, once labelled
/// ```
#[derive(Clone, Copy)]
pub(super) struct State(pub(super) u32);

/// Worse than every margin.
pub(super) const NO_EXIT: i8 = i8::MIN;
pub(super) const ONE_STAY: u32 = 1 << 8;
pub(super) const STAYS: u32 = 0xf << 8;
pub(super) const ENDED: u32 = 1 << 14;
pub(super) const LABELLED: u32 = 1 << 15;

impl State {
    pub(super) fn open(exit: i8, stays: u32) -> Self {
        Self(u32::from(exit as u8) | (stays * ONE_STAY))
    }

    pub(super) fn ended(pays: i8) -> Self {
        Self(u32::from(pays as u8) | ENDED)
    }

    pub(super) fn labelled(self, margin: i8, distance: u16) -> Self {
        Self((u32::from(distance) << 16) | LABELLED | (self.0 & (STAYS | ENDED)) | u32::from(margin as u8))
    }

    pub(super) fn is(self, flag: u32) -> bool {
        self.0 & flag != 0
    }

    pub(super) fn number(self) -> i8 {
        self.0 as u8 as i8
    }

    pub(super) fn stays(self) -> u32 {
        (self.0 & STAYS) / ONE_STAY
    }

    /// The value once all labelling is done.
    pub(super) fn margin(self) -> i8 {
        if self.is(LABELLED) { self.number() } else { 0 }
    }

    pub(super) fn distance(self) -> u16 {
        (self.0 >> 16) as u16
    }
}

/// A solved layer: a margin and a distance for every board, in the order of the index.
pub struct Layer {
    pub(super) seeds: Seeds,
    pub(super) max_distance: Distance,
    pub(super) states: Vec<AtomicU32>,
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

    fn states(&self, ranks: Range<usize>) -> impl ExactSizeIterator<Item = State> {
        self.states[ranks].iter().map(|state| State(state.load(Relaxed)))
    }

    /// The margins of the boards with these ranks, as bytes of a table.
    pub fn margins(&self, ranks: Range<usize>) -> impl ExactSizeIterator<Item = i8> {
        self.states(ranks).map(State::margin)
    }

    /// The distances in plies of the boards with these ranks, 0 where the margin is 0.
    pub fn distances(&self, ranks: Range<usize>) -> impl ExactSizeIterator<Item = u16> {
        self.states(ranks).map(State::distance)
    }

    /// The value of the board with this rank.
    pub fn value(&self, rank: u64) -> Value {
        let state = State(self.states[rank as usize].load(Relaxed));
        let margin = Margin::from_byte(state.margin()).expect("labels are margins");
        Value::new(margin, Distance::new(state.distance()))
    }
}
