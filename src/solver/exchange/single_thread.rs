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

impl<S: Shape, const SIDES: usize> Exchange<S, SIDES> for SingleThread {
    fn update_predecessors(
        &mut self,
        boards: &[S::Word],
        label: Label,
        layer: &Unsolved<'_, S, SIDES>,
        next: &mut Frontier<S::Word, SIDES>,
    ) {
        let label = label.of_predecessors::<SIDES>();
        let (update, queue) = (Update::new(layer, label, 0), next.queue(label));
        if label.margin > Margin::ZERO {
            predecessors::for_each(layer.precomputed, boards, |board, rank| update.win(board, rank, queue));
        } else {
            let lose = |board, rank| update.lose_quiet_move(board, rank, queue);
            predecessors::for_each(layer.precomputed, boards, lose);
        }
    }

    fn finish(&mut self, _: &Unsolved<'_, S, SIDES>, next: &mut Frontier<S::Word, SIDES>) -> usize {
        next.count()
    }
}
