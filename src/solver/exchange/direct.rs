//! Updates at once, by the calling thread
//!
//! Each predecessor is updated as soon as it is found. That is best where the layer is in the cache.

use crate::shape::Shape;
use crate::value::Margin;

use super::super::frontier::Frontier;
use super::super::layer::{Label, Unsolved, Update};
use super::super::predecessors;
use super::Exchange;

/// The exchange of an owner of all boards with itself.
pub(in crate::solver) struct Direct;

impl<S: Shape, const COPIES: usize> Exchange<S, COPIES> for Direct {
    fn update_predecessors(
        &mut self,
        boards: &[S::Word],
        label: Label,
        layer: &Unsolved<'_, S, COPIES>,
        next: &mut Frontier<S::Word, COPIES>,
    ) {
        let label = label.of_predecessors::<COPIES>();
        let (update, queue) = (Update::new(layer, label), next.queue(label));
        if label.margin > Margin::ZERO {
            predecessors::for_each(layer.precomputed, boards, |board, rank| {
                let wins = update.win(rank);
                update.set_distance_if(rank, wins);
                queue.push(board, wins);
            });
        } else {
            predecessors::for_each(layer.precomputed, boards, |board, rank| {
                let loses = update.lose_quiet_move(rank);
                update.set_distance_if(rank, loses);
                queue.push(board, loses);
            });
        }
    }

    fn finish(&mut self, _: &Unsolved<'_, S, COPIES>, next: &mut Frontier<S::Word, COPIES>) -> usize {
        next.count()
    }
}
