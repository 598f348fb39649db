//! Boards found by their states
//!
//! Many boards of a layer are needed again when their time has come: those that an exit of some size decides, to be labelled,
//! or those of a round that has too many to be listed. To keep them all would take more memory than the layer. They are
//! looked for instead, run by run, among the states, of which the machine compares many at a time.

use std::sync::atomic::AtomicU16;

use crate::index::Walk;
use crate::shape::{Shape, lows};

use super::distances::Distances;
use super::round::Round;
use super::state::{LABELLED, State};

/// Boards of a run.
pub(super) const RUN: usize = 1 << 14;

/// Boards whose states are compared together, a bit each.
const TOGETHER: usize = u64::BITS as usize;

/// Numbers of seeds won or lost that occur in a run. Such as differ by 64 are not told apart.
pub(super) struct Sizes(u64);

impl Sizes {
    pub(super) const NONE: Self = Self(0);

    #[inline(always)]
    pub(super) fn add(&mut self, won: i8) {
        self.0 |= 1_u64.wrapping_shl(won as u32);
    }

    /// Whether as much may be won or lost.
    pub(super) fn may_have(&self, size: usize) -> bool {
        let size = size as u32;
        self.0 & (1_u64.wrapping_shl(size) | 1_u64.wrapping_shl(size.wrapping_neg())) != 0
    }
}

/// A run of boards of one side.
pub(super) struct Run<'a, S: Shape> {
    pub(super) states: &'a mut [AtomicU16],
    /// Of the whole layer.
    pub(super) distances: &'a Distances,
    /// The rank of the first.
    pub(super) first: usize,
    /// Comes by all of them.
    pub(super) walk: Walk<'a, S>,
}

impl<S: Shape> Run<'_, S> {
    /// Labels the boards on which the game is over and pays or costs this size: distance 0.
    pub(super) fn label_ends(self, size: usize, found: &mut Round<S::Word>) {
        self.label(|state| state.is_end(size), 0, found);
    }

    /// Labels the boards that are decided by an exit of this size, which is a capture: distance 1.
    pub(super) fn label_exits(self, size: usize, found: &mut Round<S::Word>) {
        self.label(|state| state.has_exit(size), 1, found);
    }

    #[inline(always)]
    fn label(mut self, is: impl Fn(State) -> bool + Copy, distance: u16, found: &mut Round<S::Word>) {
        for_each_that(self.states, is, |place, state| {
            let margin = State(*state).number();
            *state |= LABELLED;
            self.distances.set(self.first + place, distance);
            found.of(margin).put(self.walk.board(self.first + place), true);
        });
    }

    /// Finds the boards that are labelled with this margin and distance.
    pub(super) fn find(mut self, margin: i8, distance: u16, found: &mut Round<S::Word>) {
        for_each_that(
            self.states,
            |state| state.is_labelled(margin),
            |place, _| {
                let keep = self.distances.get(self.first + place) == distance;
                found.of(margin).put(self.walk.board(self.first + place), keep);
            },
        );
    }
}

/// Calls `visit` with the place of each board of a run whose state is as `is` asks, in their order.
#[inline(always)]
fn for_each_that(states: &mut [AtomicU16], is: impl Fn(State) -> bool + Copy, mut visit: impl FnMut(usize, &mut u16)) {
    debug_assert!(states.len() <= RUN);
    let mut found = [0; RUN / TOGETHER];
    for (found, states) in found.iter_mut().zip(states.chunks_mut(TOGETHER)) {
        *found = bits(states, is);
    }
    for (at, mut found) in found.into_iter().enumerate() {
        while found != 0 {
            let place = TOGETHER * at + found.trailing_zeros() as usize;
            found &= found - 1;
            visit(place, states[place].get_mut());
        }
    }
}

/// Bit j of the answer says how `is` finds board j.
#[inline(always)]
fn bits(states: &mut [AtomicU16], is: impl Fn(State) -> bool + Copy) -> u64 {
    let Ok(states) = <&mut [_; TOGETHER]>::try_from(&mut *states) else {
        let bits = states.iter_mut().map(|state| u64::from(is(State(*state.get_mut()))));
        return bits.rev().fold(0, |all, bit| all << 1 | bit);
    };
    let mut found = [0; TOGETHER];
    for (place, found) in found.iter_mut().enumerate() {
        *found = is(State(*states[place].get_mut())).into();
    }
    let (eights, _) = found.as_chunks();
    eights.iter().rev().fold(0, |all, &eight| all << 8 | u64::from(lows(u64::from_le_bytes(eight))))
}

#[cfg(test)]
mod tests {
    use super::super::state::ONE_STAY;
    use super::*;

    const SIZE: usize = 3;

    /// Runs of all lengths about a group of states, with a board that an exit decides here and there.
    #[test]
    fn every_decided_board_is_found_once() {
        let won = State::open(3, 2).0;
        let lost = State::open(-3, 0).0;
        let others = [State::open(-3, 1).0, State::ended(3).0, won | LABELLED, lost ^ 1, lost + ONE_STAY];
        for boards in [0, 1, 7, 8, 63, 64, 65, 128, 1000, RUN] {
            let state = |board: usize| match board % 11 {
                0 if board.is_multiple_of(2) => won,
                0 => lost,
                other => others[other % others.len()],
            };
            let mut states: Vec<_> = (0..boards).map(|board| AtomicU16::new(state(board))).collect();
            let mut found = Vec::new();
            for_each_that(
                &mut states,
                |state| state.has_exit(SIZE),
                |board, state| {
                    found.push(board);
                    *state |= LABELLED;
                },
            );
            assert!(found.iter().copied().eq((0..boards).step_by(11)), "{boards} boards: {found:?}");
            let again = |board, _: &mut u16| panic!("board {board} was found again");
            for_each_that(&mut states, |state| state.has_exit(SIZE), again);
        }
    }

    #[test]
    fn no_size_that_occurs_is_denied() {
        for exit in i8::MIN..=i8::MAX {
            let mut sizes = Sizes::NONE;
            assert!(!sizes.may_have(SIZE));
            sizes.add(exit);
            for size in 1..=usize::from(crate::shape::MAX_SEEDS) {
                let same = size % 64 == usize::from(exit.unsigned_abs()) % 64;
                let other = (size + usize::from(exit.unsigned_abs())) % 64 == 0;
                assert_eq!(sizes.may_have(size), same || other, "{exit} and {size}");
            }
        }
    }
}
