//! What a wave does to one predecessor
//!
//! Nothing that is found here decides a branch, because no processor could predict it. Whether a board is labelled, queued or
//! given a distance is arithmetic: a label that is not given is written to a spare place.

use std::hint::select_unpredictable;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use crate::shape::{Shape, Word};
use crate::value::Margin;

use super::super::queue::Queue;
use super::distances::Distances;
use super::label::Label;
use super::state_word::StateWord;
use super::unsolved::{SPARE_APART, Unsolved};

/// Updates predecessors that get the same label, if they get one. No two owners update a board.
#[derive(Clone, Copy)]
pub(in crate::solver) struct Update<'a> {
    states: &'a [AtomicU16],
    distances: &'a Distances,
    margin: i8,
    distance: u16,
    /// Who updates, from 0.
    owner: usize,
}

impl<'a> Update<'a> {
    /// Updates by one owner, from 0. `label` is the label that predecessors get.
    #[inline(always)]
    pub(in crate::solver) fn new<S: Shape, const COPIES: usize>(
        layer: &'a Unsolved<'_, S, COPIES>,
        label: Label,
        owner: usize,
    ) -> Self {
        debug_assert!(label.margin != Margin::ZERO && owner < layer.owners);
        let (states, distances) = (&layer.states[label.copy], &layer.distances[label.copy]);
        Self { states, distances, margin: label.margin.seeds(), distance: label.distance.plies(), owner }
    }

    /// Updates a board that has a move to a lost one: it wins, unless it has a label already.
    #[inline(always)]
    pub(in crate::solver) fn win<W: Word>(self, board: W, rank: usize, next: &mut Queue<W>) {
        let state = &self.states[rank];
        let known = StateWord(state.load(Relaxed));
        let wins = !known.is_labelled();
        state.store(select_unpredictable(wins, known.labelled(self.margin).0, known.0), Relaxed);
        self.set_distance(rank, wins);
        next.push(board, wins);
    }

    /// Updates a board that has a quiet move to a won one: that move loses. Without another quiet move the board has only its
    /// exit. A labelled board counts down as well, which does no harm.
    #[inline(always)]
    pub(in crate::solver) fn lose_quiet_move<W: Word>(self, board: W, rank: usize, next: &mut Queue<W>) {
        let state = &self.states[rank];
        let known = StateWord(state.load(Relaxed)).without_a_quiet_move();
        let loses = known.is_lost_by(self.margin);
        state.store(select_unpredictable(loses, known.labelled(self.margin).0, known.0), Relaxed);
        self.set_distance(rank, loses);
        next.push(board, loses);
    }

    /// Sets the distance of a board that has just been labelled. Otherwise writes to a spare place.
    #[inline(always)]
    fn set_distance(self, rank: usize, labelled: bool) {
        let spare = self.states.len() + SPARE_APART * self.owner;
        self.distances.set(select_unpredictable(labelled, rank, spare), self.distance);
    }
}
