//! A layer while it is solved
//!
//! Margins need one copy of the layer (`COPIES` = 1): a position is a board and a side, but both sides are alike. There are two
//! reasons for two copies (`COPIES` = 2), and then a quiet move leads from a board of one copy to a board of the other:
//!
//! - With pins the sides differ, so each side has a copy of its own.
//! - Bounds ask what one player, the *holder*, can force. In the first copy the holder moves, in the second one the opponent.

use std::sync::atomic::AtomicU16;

use bytemuck::zeroed_vec;

use crate::board::{Board, Seeds};
use crate::index::{Route, Walk};
use crate::parallel;
use crate::shape::Shape;
use crate::value::Distance;

use super::super::memory;
use super::super::precomputed::Precomputed;
use super::chunk::{CHUNK, ChunkSummary};
use super::distances::Distances;
use super::state_word::StateWord;

/// A layer while it is solved: a state word and a distance for each board of each copy.
pub(in crate::solver) struct Unsolved<'a, S: Shape, const COPIES: usize> {
    pub(in crate::solver) precomputed: &'a Precomputed<S>,
    seeds: Seeds,
    /// For walks through its boards.
    pub(super) route: Route<S::Word>,
    /// By copy and rank.
    pub(super) states: [Vec<AtomicU16>; COPIES],
    /// By copy and rank, then a spare one.
    pub(super) distances: [Distances; COPIES],
    /// By chunk, for all copies together.
    pub(super) chunks: Vec<ChunkSummary>,
    /// How many owners may work on the layer at the same time.
    owners: usize,
    /// The most boards that a queue holds.
    pub(in crate::solver) queue_limit: usize,
}

impl<'a, S: Shape, const COPIES: usize> Unsolved<'a, S, COPIES> {
    /// The layer of `seeds` seeds, of which nothing is known yet.
    pub(in crate::solver) fn new(precomputed: &'a Precomputed<S>, seeds: Seeds, owners: usize) -> Self {
        let boards = precomputed.index.layer_boards(seeds);
        let states = std::array::from_fn(|_| zeroed_vec(boards as usize));
        let distances = std::array::from_fn(|_| Distances::new(boards as usize + 1));
        let queue_limit = memory::queue_limit(boards) as usize;
        let route = precomputed.prefixes.route(&precomputed.index, seeds);
        Self { precomputed, seeds, route, states, distances, chunks: Vec::new(), owners, queue_limit }
    }

    /// The number of seeds on each of its boards.
    pub(in crate::solver) fn seeds(&self) -> Seeds {
        self.seeds
    }

    /// The number of its boards.
    pub(in crate::solver) fn boards(&self) -> u64 {
        self.states[0].len() as u64
    }

    /// How many owners may work on it at the same time.
    pub(in crate::solver) fn owners(&self) -> usize {
        self.owners
    }

    /// The number of its boards, each counted once for each copy.
    pub(in crate::solver) fn positions(&self) -> u64 {
        COPIES as u64 * self.boards()
    }

    /// Fills in the state words of all boards. `fill` is called for each chunk, with the rank of its first board, a walk from
    /// there, and the chunk's state words in each copy.
    pub(in crate::solver) fn fill(
        &mut self,
        fill: impl Fn(usize, Walk<'_, S::Word>, [&mut [AtomicU16]; COPIES]) -> ChunkSummary + Sync,
    ) {
        let mut copies = self.states.each_mut().map(|states| states.chunks_mut(CHUNK));
        let chunks = (0..copies[0].len()).map(|chunk| {
            let states = copies.each_mut().map(|states| states.next().expect("copies have the same chunks"));
            (chunk * CHUNK, states)
        });
        let (prefixes, route) = (&self.precomputed.prefixes, &self.route);
        let fill = |(first, states)| fill(first, prefixes.walk(route, first), states);
        self.chunks = if self.owners == 1 { chunks.map(fill).collect() } else { parallel::map(chunks, fill).collect() };
    }

    /// Starts a walk through its boards at this rank.
    pub(in crate::solver) fn walk(&self, first: usize) -> Walk<'_, S::Word> {
        self.precomputed.prefixes.walk(&self.route, first)
    }

    /// Pins a board of one copy: labels it with 0 before the first wave.
    pub(in crate::solver) fn pin(&mut self, board: Board<S>, copy: usize) {
        let state = self.states[copy][self.precomputed.index.rank_of(board) as usize].get_mut();
        *state = StateWord(*state).labelled(0).0;
    }

    /// Makes room for labels with this distance.
    pub(in crate::solver) fn make_room_for(&mut self, distance: Distance) {
        self.distances.iter_mut().for_each(|distances| distances.make_room_for(distance.plies()));
    }

    /// Writes a column for each copy, by rank: the margins of its boards times its sign. A board without a label has margin 0.
    pub(in crate::solver) fn write_columns(&mut self, columns: [&mut [i8]; COPIES], signs: [i8; COPIES]) {
        for ((column, sign), states) in columns.into_iter().zip(signs).zip(&mut self.states) {
            let write = |(column, states): (&mut [i8], &mut [AtomicU16])| {
                for (value, state) in column.iter_mut().zip(states) {
                    *value = sign * StateWord(*state.get_mut()).final_margin();
                }
            };
            let mut chunks = column.chunks_mut(CHUNK).zip(states.chunks_mut(CHUNK));
            if self.owners == 1 { chunks.for_each(write) } else { parallel::for_each(&mut chunks, write) }
        }
    }

    /// Returns the distances of each copy.
    pub(in crate::solver) fn into_distances(self) -> [Distances; COPIES] {
        self.distances
    }
}
