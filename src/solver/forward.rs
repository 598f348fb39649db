//! The forward pass: the best exit and the quiet-move count of each board
//!
//! An exit is what leaves the layer: a capture, whose value the lower layers know, or the end of the game.

use std::sync::atomic::AtomicU16;

use crate::progress::Progress;
use crate::shape::Shape;

use super::layer::{ChunkSummary, NO_EXIT, StateWord, Unsolved};
use super::lower::Exits;
use super::precomputed::Precomputed;

/// Fills in the state words of a layer. `exits` knows the layers below that a capture can lead to.
pub(super) fn pass<S: Shape, const COPIES: usize>(
    layer: &mut Unsolved<'_, S, COPIES>,
    exits: &impl Exits<COPIES>,
    progress: Progress<'_>,
) {
    let (precomputed, seeds) = (layer.precomputed, layer.seeds());
    let Precomputed { moves, index, .. } = precomputed;
    layer.fill(|first, mut walk, mut copies: [&mut [AtomicU16]; COPIES]| {
        if progress.is_stopped() {
            return ChunkSummary::EMPTY;
        }
        let mut summary = ChunkSummary::EMPTY;
        let boards = copies[0].len();
        for place in 0..boards {
            let board = precomputed.board(walk.board(first + place));
            let mut best = [NO_EXIT; COPIES];
            let quiet_moves = moves.for_each_capture(board, |captured, after| {
                let worth = exits.capture(seeds, captured, index.rank_of(after) as usize);
                for (best, worth) in best.iter_mut().zip(worth) {
                    *best = worth.max(*best);
                }
            });
            let states = match quiet_moves {
                Some(quiet_moves) => best.map(|exit| StateWord::unlabelled(exit, quiet_moves as u16)),
                None => {
                    let pays = exits.end(seeds, moves.ending(board));
                    pays.iter().for_each(|&pays| summary.ended.insert(pays));
                    pays.map(StateWord::ended)
                }
            };
            best.iter().for_each(|&exit| summary.captures.insert(exit));
            for (copy, state) in copies.iter_mut().zip(states) {
                *copy[place].get_mut() = state.to_bits();
            }
        }
        progress.add(boards as u64);
        summary
    });
}
