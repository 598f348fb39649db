//! From a frontier to its predecessors
//!
//! The game graph is not stored. Predecessors come from unmoves, and their ranks from the index.

use crate::shape::Shape;

use super::precomputed::Precomputed;

/// Calls `visit` with each predecessor of these boards and with its rank: once for each quiet move that leads from it to one
/// of the boards.
///
/// Compiled once for each `visit`, apart from its caller, because its loop needs every register.
#[inline(never)]
pub(super) fn for_each<S: Shape>(
    precomputed: &Precomputed<S>,
    boards: &[S::Word],
    mut visit: impl FnMut(S::Word, usize),
) {
    let Precomputed { moves, index, .. } = precomputed;
    let boards = boards.iter().map(|&word| precomputed.board(word));
    moves.unmoves().for_each_predecessor(boards, |predecessor| {
        visit(predecessor.word(), index.rank_of(predecessor) as usize);
    });
}
