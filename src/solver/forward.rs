//! The forward pass: the best exit and the quiet-move count of each board
//!
//! An exit is what leaves the layer: a capture, whose value the lower layers know, or the end of the game.

use std::sync::atomic::AtomicU16;

use crate::progress::Progress;
use crate::shape::Shape;

use super::layer::{ChunkSummary, NO_EXIT, StateWord, Unsolved};
use super::precomputed::Precomputed;

/// Fills in the state words of a layer. `lower` has the margins of the layers below that a capture can lead to, by seeds.
pub(super) fn pass<S: Shape, const SIDES: usize>(
    layer: &mut Unsolved<'_, S, SIDES>,
    lower: &[&[i8]],
    progress: Progress<'_>,
) {
    let (precomputed, seeds) = (layer.precomputed, layer.seeds());
    let Precomputed { moves, index, prefixes } = precomputed;
    layer.fill(|first, states: &mut [AtomicU16]| {
        let mut walk = prefixes.walk(index, seeds, first);
        let mut summary = ChunkSummary::EMPTY;
        for (place, state) in states.iter_mut().enumerate() {
            let board = precomputed.board(walk.board(first + place));
            let mut exit = NO_EXIT;
            let quiet_moves = moves.for_each_capture(board, |captured, after| {
                let captured = captured.count();
                exit = exit.max(captured as i8 - lower[seeds.count() - captured][index.rank_of(after) as usize]);
            });
            let known = match quiet_moves {
                Some(quiet_moves) => StateWord::unlabelled(exit, quiet_moves as u16),
                None => {
                    let pays = moves.ending(board).seeds();
                    summary.ended.insert(pays);
                    StateWord::ended(pays)
                }
            };
            summary.captures.insert(exit);
            *state.get_mut() = known.to_bits();
        }
        progress.add(states.len() as u64);
        summary
    });
}
