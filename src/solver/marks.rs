//! The boards before those of a round
//!
//! Each is looked at once for every move to a board of the round. Nothing that is found there decides a branch: whether a
//! board is labelled, put on a pile, or given a distance is arithmetic.

use std::hint::select_unpredictable;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use crate::shape::Word;

use super::distances::Distances;
use super::round::Round;
use super::spread::At;
use super::state::{LABELLED, ONE_STAY, State};

/// Spare distances lie so far apart that threads do not wait for each other's.
pub(super) const SPARE_APART: usize = 128;

/// The boards of one side, while the boards before those of a round are labelled.
#[derive(Clone, Copy)]
pub(super) struct Marks<'a> {
    /// By rank.
    pub(super) states: &'a [AtomicU16],
    /// By rank, and a spare one a share, which is written to where a board gets no label.
    pub(super) distances: &'a Distances,
    /// What the boards of the round win or lose.
    pub(super) size: usize,
    /// The distance of boards labelled now.
    pub(super) distance: u16,
}

impl Marks<'_> {
    /// A board with a move to a lost one wins.
    #[inline(always)]
    pub(super) fn before_lost<W: Word>(self, board: W, at: At, next: &mut Round<W>) {
        let state = &self.states[at.rank];
        let known = State(state.load(Relaxed));
        let fresh = !known.is(LABELLED);
        state.store(select_unpredictable(fresh, known.labelled(self.size as i8).0, known.0), Relaxed);
        self.set_distance(at, fresh);
        next.won.put(board, fresh);
    }

    /// A board with a move to a won one has one move less that could save it; without any left it has its exit alone. The
    /// count goes down whether it is labelled or not.
    #[inline(always)]
    pub(super) fn before_won<W: Word>(self, board: W, at: At, next: &mut Round<W>) {
        let state = &self.states[at.rank];
        let known = State(state.load(Relaxed) - ONE_STAY);
        let lost = known.is_lost_by(self.size);
        state.store(select_unpredictable(lost, known.labelled(-(self.size as i8)).0, known.0), Relaxed);
        self.set_distance(at, lost);
        next.lost.put(board, lost);
    }

    /// Sets the distance of a board if it has just been labelled.
    #[inline(always)]
    fn set_distance(self, at: At, labelled: bool) {
        let spare = self.states.len() + SPARE_APART * at.share;
        self.distances.set(select_unpredictable(labelled, at.rank, spare), self.distance);
    }
}
