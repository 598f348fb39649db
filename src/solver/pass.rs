//! The forward pass
//!
//! Over a run of boards, each with what its moves are worth: its best exit, a capture or the end of the game, and the number
//! of the moves that stay in the layer.

use std::sync::atomic::AtomicU16;

use crate::board::Seeds;
use crate::shape::Shape;

use super::Tools;
use super::look::Sizes;
use super::state::{NO_EXIT, State};

/// What is found in a run of boards.
pub(super) struct Passed {
    /// What a capture is worth.
    pub(super) exits: Sizes,
    /// What the end of the game pays.
    pub(super) ends: Sizes,
}

/// Fills in the states of a run of boards of the layer of `seeds` seeds, the first of which has the rank `first`. `lower`
/// are the margins of the layers below, by seeds.
pub(super) fn pass<S: Shape>(
    tools: &Tools<S>,
    lower: &[&[i8]],
    seeds: Seeds,
    first: usize,
    states: &mut [AtomicU16],
) -> Passed {
    let Tools { moves, index, fronts } = tools;
    let mut walk = fronts.walk(index, seeds, first);
    let mut passed = Passed { exits: Sizes::NONE, ends: Sizes::NONE };
    for (place, state) in states.iter_mut().enumerate() {
        let board = tools.board(walk.board(first + place));
        let mut exit = NO_EXIT;
        let stays = moves.for_each_capture(board, |captured, after| {
            let captured = captured.count();
            exit = exit.max(captured as i8 - lower[seeds.count() - captured][index.rank_of(after) as usize]);
        });
        let known = match stays {
            Some(stays) => State::open(exit, stays as u16),
            None => {
                let pays = moves.ending(board);
                passed.ends.add(pays);
                State::ended(pays)
            }
        };
        passed.exits.add(exit);
        *state.get_mut() = known.0;
    }
    passed
}
