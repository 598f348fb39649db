//! Who owns a board, and how an update reaches its owner
//!
//! A wave updates the predecessors of its boards. Each board of a layer has one owner, a function of its rank, and nobody else
//! writes to it. So results never depend on timing. An [`Exchange`] lists predecessors by owner and hands the lists over; then
//! each owner updates its own boards and puts those that got a label into the next frontier.
//!
//! A message is the rank of a predecessor. Everything else, copy, margin and distance, is the same for a whole batch. The
//! algorithm sees only this interface. Several processes that share a layer would each run the algorithm on the boards that they
//! own, with frontiers of their own, and would all finish at the same points. An exchange may deliver a message at any time until
//! it finishes.
//!
//! - `direct` is for layers in the cache, `bucketed` for larger ones, on one thread or on several.
//! - `in_process` chooses between them.

pub(super) mod bucketed;
pub(super) mod direct;
pub(super) mod in_process;
mod marks;

use crate::shape::Shape;

use super::frontier::Frontier;
use super::layer::{Label, Unsolved};

/// A way to update the predecessors of boards.
pub(super) trait Exchange<S: Shape, const COPIES: usize> {
    /// Has each predecessor of `boards`, which all have this label, updated by its owner. Predecessors that get a label are put
    /// into `next` by their owner, not later than in [`Exchange::finish`].
    fn update_predecessors(
        &mut self,
        boards: &[S::Word],
        label: Label,
        layer: &Unsolved<'_, S, COPIES>,
        next: &mut Frontier<S::Word, COPIES>,
    );

    /// Waits until every update is made that any owner has sent. Returns the number of boards in `next`, summed over all owners.
    fn finish(&mut self, layer: &Unsolved<'_, S, COPIES>, next: &mut Frontier<S::Word, COPIES>) -> usize;
}
