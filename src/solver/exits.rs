//! Boards that an exit decides
//!
//! Labelling takes up the margins one after the other, and begins each with the boards that have an exit of that size.
//! They are looked for among the states of a run, many of which the machine compares at a time, so that nothing has to
//! be kept of them: only which exits there are at all in a run.

use std::sync::atomic::AtomicU16;

use super::state::State;

/// Boards of a run.
pub(super) const RUN: usize = 1 << 14;

/// Boards whose states are compared together, a bit each.
const TOGETHER: usize = u64::BITS as usize;

/// The exits that occur in a run, by their last six bits: there may be one that is not, if another is like it.
pub(super) struct Exits(u64);

impl Exits {
    pub(super) const NONE: Self = Self(0);

    #[inline(always)]
    pub(super) fn add(&mut self, exit: i8) {
        self.0 |= 1_u64.wrapping_shl(exit as u32);
    }

    /// Whether one that wins or loses as much may be there.
    pub(super) fn may_have(&self, size: usize) -> bool {
        let size = size as u32;
        self.0 & (1_u64.wrapping_shl(size) | 1_u64.wrapping_shl(size.wrapping_neg())) != 0
    }
}

/// Calls `visit` with the place of each board of a run that an exit of this size decides, in their order.
#[inline(always)]
pub(super) fn for_each_decided(states: &mut [AtomicU16], size: usize, mut visit: impl FnMut(usize, &mut u16)) {
    debug_assert!(states.len() <= RUN);
    let mut found = [0; RUN / TOGETHER];
    for (found, states) in found.iter_mut().zip(states.chunks_mut(TOGETHER)) {
        *found = decided(states, size);
    }
    for (at, mut found) in found.into_iter().enumerate() {
        while found != 0 {
            let place = TOGETHER * at + found.trailing_zeros() as usize;
            found &= found - 1;
            visit(place, states[place].get_mut());
        }
    }
}

/// Bit j of the answer is set if an exit of this size decides board j.
#[inline(always)]
fn decided(states: &mut [AtomicU16], size: usize) -> u64 {
    let Ok(states) = <&mut [_; TOGETHER]>::try_from(&mut *states) else {
        let bits = states.iter_mut().map(|state| u64::from(State(*state.get_mut()).has_exit(size)));
        return bits.rev().fold(0, |all, bit| all << 1 | bit);
    };
    let mut decided = [0; TOGETHER];
    for (place, decided) in decided.iter_mut().enumerate() {
        *decided = State(*states[place].get_mut()).has_exit(size).into();
    }
    let (eights, _) = decided.as_chunks();
    // Byte j holds 0 or 1, and the factor moves it to bit 56 + j; nothing else falls there.
    let bits = eights.iter().map(|&eight| u64::from_le_bytes(eight).wrapping_mul(0x0102_0408_1020_4080) >> 56);
    bits.rev().fold(0, |all, bits| all << 8 | bits)
}

#[cfg(test)]
mod tests {
    use super::super::state::{LABELLED, ONE_STAY};
    use super::*;

    const SIZE: usize = 3;

    /// Runs of all lengths about a group of states, with a state that is decided here and there.
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
            for_each_decided(&mut states, SIZE, |board, state| {
                found.push(board);
                *state |= LABELLED;
            });
            assert!(found.iter().copied().eq((0..boards).step_by(11)), "{boards} boards: {found:?}");
            for_each_decided(&mut states, SIZE, |board, _| panic!("board {board} was found again"));
        }
    }

    #[test]
    fn no_exit_that_occurs_is_denied() {
        for exit in i8::MIN..=i8::MAX {
            let mut exits = Exits::NONE;
            assert!(!exits.may_have(SIZE));
            exits.add(exit);
            for size in 1..=usize::from(crate::shape::MAX_SEEDS) {
                let same = size % 64 == usize::from(exit.unsigned_abs()) % 64;
                let other = (size + usize::from(exit.unsigned_abs())) % 64 == 0;
                assert_eq!(exits.may_have(size), same || other, "{exit} and {size}");
            }
        }
    }
}
