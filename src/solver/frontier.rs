//! The boards of a wave
//!
//! A frontier queues its boards. The queues are bounded. If one overflows, its boards are found again by a scan for their
//! label, so no wave takes more memory than the limit.

use crate::shape::{Shape, Word};

use super::layer::{Label, Unsolved, scan};
use super::queue::{Queue, Queues};

/// The boards labelled in a wave, by copy and sign.
pub(super) struct Frontier<W, const COPIES: usize> {
    copies: [Queues<W>; COPIES],
    /// The most boards in a queue.
    limit: usize,
}

impl<W: Word, const COPIES: usize> Frontier<W, COPIES> {
    /// A frontier without boards.
    pub(super) fn new(limit: usize) -> Self {
        let mut frontier = Self { copies: [const { Queues::UNBOUNDED }; COPIES], limit };
        frontier.clear();
        frontier
    }

    /// Returns the number of boards.
    pub(super) fn count(&self) -> usize {
        self.copies.iter().map(Queues::count).sum()
    }

    /// Returns the queue for boards with this label.
    pub(super) fn queue(&mut self, label: Label) -> &mut Queue<W> {
        self.copies[label.copy].of_mut(label.margin)
    }

    /// Removes all boards.
    pub(super) fn clear(&mut self) {
        self.copies.iter_mut().for_each(|queues| queues.clear(self.limit));
    }

    /// Calls `visit` with batches of the boards that have this label, until it had all of them. If their queue overflowed, no
    /// other board of the layer may have this label yet.
    pub(super) fn for_each_batch<S: Shape<Word = W>>(
        &self,
        label: Label,
        layer: &mut Unsolved<'_, S, COPIES>,
        mut visit: impl FnMut(&Unsolved<'_, S, COPIES>, &[W]),
    ) {
        let queue = self.copies[label.copy].of(label.margin);
        if queue.is_overflowed() {
            scan::find_labelled(layer, label, visit);
        } else {
            visit(layer, queue.boards());
        }
    }

    /// Removes the boards with this label.
    pub(super) fn remove(&mut self, label: Label) {
        let limit = self.limit;
        self.queue(label).clear(limit);
    }
}
