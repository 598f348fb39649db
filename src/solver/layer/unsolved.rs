//! A layer while it is solved
//!
//! A position is a board and a side. Without pins both sides are alike, and one copy of the layer serves both (`SIDES` = 1).
//! With pins each side has a copy of its own (`SIDES` = 2), and a quiet move leads from a board of one copy to a board of the
//! other.

use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use crate::board::{Board, Seeds};
use crate::parallel;
use crate::position::Side;
use crate::shape::Shape;
use crate::value::Distance;

use super::super::memory;
use super::super::precomputed::Precomputed;
use super::chunk::{CHUNK, ChunkSummary};
use super::distances::Distances;
use super::state_word::StateWord;

/// Spare distances are this far apart, so that no two owners write to the same cache line.
pub(super) const SPARE_APART: usize = 128;

/// A layer while it is solved: a state word and a distance for each board of each side.
pub(in crate::solver) struct Unsolved<'a, S: Shape, const SIDES: usize> {
    pub(in crate::solver) precomputed: &'a Precomputed<S>,
    seeds: Seeds,
    /// By side and rank.
    pub(super) states: [Vec<AtomicU16>; SIDES],
    /// By side and rank, then a spare one for each owner.
    pub(super) distances: [Distances; SIDES],
    /// By chunk, the same for all sides.
    pub(super) chunks: Vec<ChunkSummary>,
    /// How many owners may work on the layer at the same time.
    pub(super) owners: usize,
    /// The most boards that a queue holds.
    pub(in crate::solver) queue_limit: usize,
}

impl<'a, S: Shape, const SIDES: usize> Unsolved<'a, S, SIDES> {
    /// The layer of `seeds` seeds, of which nothing is known yet.
    pub(in crate::solver) fn new(precomputed: &'a Precomputed<S>, seeds: Seeds, owners: usize) -> Self {
        let boards = precomputed.index.layer_boards(seeds);
        let states = std::array::from_fn(|side| if side == 0 { zeros(boards as usize) } else { Vec::new() });
        let distances = std::array::from_fn(|_| Distances::new(boards as usize + SPARE_APART * owners));
        let queue_limit = memory::queue_limit(boards) as usize;
        Self { precomputed, seeds, states, distances, chunks: Vec::new(), owners, queue_limit }
    }

    /// The number of seeds on each of its boards.
    pub(in crate::solver) fn seeds(&self) -> Seeds {
        self.seeds
    }

    /// The number of its boards, each counted once for each side.
    pub(in crate::solver) fn positions(&self) -> u64 {
        (SIDES * self.states[0].len()) as u64
    }

    /// Fills in the state words of all boards. `fill` is called for each chunk, with the rank of its first board.
    pub(in crate::solver) fn fill(&mut self, fill: impl Fn(usize, &mut [AtomicU16]) -> ChunkSummary + Sync) {
        let (first, others) = self.states.split_first_mut().expect("a layer has a side");
        let fill = |(chunk, states): (usize, &mut [AtomicU16])| fill(chunk * CHUNK, states);
        self.chunks = if self.owners == 1 {
            first.chunks_mut(CHUNK).enumerate().map(fill).collect()
        } else {
            parallel::map(first.chunks_mut(CHUNK).enumerate(), fill).collect()
        };
        for other in others {
            *other = first.iter().map(|state| AtomicU16::new(state.load(Relaxed))).collect();
        }
    }

    /// Pins a position: labels it with margin 0 before the first wave.
    pub(in crate::solver) fn pin(&mut self, board: Board<S>, side: Side) {
        let state = self.states[side as usize][self.precomputed.index.rank_of(board) as usize].get_mut();
        *state = StateWord(*state).labelled(0).0;
    }

    /// Makes room for labels with this distance.
    pub(in crate::solver) fn make_room_for(&mut self, distance: Distance) {
        self.distances.iter_mut().for_each(|distances| distances.make_room_for(distance.plies()));
    }

    /// Writes the margins of each side, by rank. A board without a label has margin 0.
    pub(in crate::solver) fn write_margins(&mut self, margins: [&mut [i8]; SIDES]) {
        for (margins, states) in margins.into_iter().zip(&mut self.states) {
            for (margin, state) in margins.iter_mut().zip(states) {
                *margin = StateWord(*state.get_mut()).final_margin();
            }
        }
    }

    /// Returns the distances of each side.
    pub(in crate::solver) fn into_distances(self) -> [Distances; SIDES] {
        self.distances
    }
}

fn zeros(count: usize) -> Vec<AtomicU16> {
    std::iter::repeat_with(AtomicU16::default).take(count).collect()
}
