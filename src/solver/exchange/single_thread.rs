//! One thread owns all boards
//!
//! Each predecessor is updated as soon as it is found.

use crate::shape::Shape;
use crate::value::Margin;

use super::super::frontier::Frontier;
use super::super::layer::{Label, Unsolved, Update};
use super::super::predecessors;
use super::Exchange;

/// The exchange of an owner with itself.
pub(super) struct SingleThread;

impl<S: Shape, const COPIES: usize> Exchange<S, COPIES> for SingleThread {
    fn update_predecessors(
        &mut self,
        boards: &[S::Word],
        label: Label,
        layer: &Unsolved<'_, S, COPIES>,
        next: &mut Frontier<S::Word, COPIES>,
    ) {
        let label = label.of_predecessors::<COPIES>();
        let (update, queue) = (Update::new(layer, label, 0), next.queue(label));
        if label.margin > Margin::ZERO {
            predecessors::for_each(layer.precomputed, boards, |board, rank| update.win(board, rank, queue));
        } else {
            let lose = |board, rank| update.lose_quiet_move(board, rank, queue);
            predecessors::for_each(layer.precomputed, boards, lose);
        }
    }

    fn finish(&mut self, _: &Unsolved<'_, S, COPIES>, next: &mut Frontier<S::Word, COPIES>) -> usize {
        next.count()
    }
}
