//! What a wave does to one predecessor
//!
//! Nothing that is found here decides a branch, because no processor could predict it. Whether a board is labelled, queued or
//! given a distance is arithmetic: a label that is not given is written to a spare place.

use std::hint::select_unpredictable;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use crate::shape::Shape;
use crate::value::Margin;

use super::distances::Distances;
use super::label::Label;
use super::state_word::StateWord;
use super::unsolved::Unsolved;

/// Updates predecessors that get the same label, if they get one. No two owners update a board.
#[derive(Clone, Copy)]
pub(in crate::solver) struct Update<'a> {
    states: &'a [AtomicU16],
    distances: &'a Distances,
    margin: i8,
    distance: u16,
}

impl<'a> Update<'a> {
    /// Updates of predecessors that get this label.
    #[inline(always)]
    pub(in crate::solver) fn new<S: Shape, const COPIES: usize>(
        layer: &'a Unsolved<'_, S, COPIES>,
        label: Label,
    ) -> Self {
        debug_assert!(label.margin != Margin::ZERO);
        let (states, distances) = (&layer.states[label.copy], &layer.distances[label.copy]);
        Self { states, distances, margin: label.margin.seeds(), distance: label.distance.plies() }
    }

    /// Updates a board that has a move to a lost one: it wins, unless it has a label already. Returns whether it was labelled.
    #[inline(always)]
    pub(in crate::solver) fn win(self, rank: usize) -> bool {
        let state = &self.states[rank];
        let known = StateWord(state.load(Relaxed));
        let wins = !known.is_labelled();
        state.store(select_unpredictable(wins, known.labelled(self.margin).0, known.0), Relaxed);
        wins
    }

    /// Updates a board that has a quiet move to a won one: that move loses. Without another quiet move the board has only its
    /// exit. A labelled board counts down as well, which does no harm. Returns whether it was labelled.
    #[inline(always)]
    pub(in crate::solver) fn lose_quiet_move(self, rank: usize) -> bool {
        let state = &self.states[rank];
        let known = StateWord(state.load(Relaxed)).without_a_quiet_move();
        let loses = known.is_lost_by(self.margin);
        state.store(select_unpredictable(loses, known.labelled(self.margin).0, known.0), Relaxed);
        loses
    }

    /// Sets the distance of a board that was labelled.
    #[inline(always)]
    pub(in crate::solver) fn set_distance(self, rank: usize) {
        self.distances.set(rank, self.distance);
    }

    /// Sets the distance of a board if it was labelled. Otherwise writes to a spare place.
    #[inline(always)]
    pub(in crate::solver) fn set_distance_if(self, rank: usize, labelled: bool) {
        self.distances.set(select_unpredictable(labelled, rank, self.states.len()), self.distance);
    }
}
