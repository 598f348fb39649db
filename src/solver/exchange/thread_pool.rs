//! The threads of a pool own shards of a layer
//!
//! The ranks of a layer are dealt out to shards, stretch by stretch. Phase 1 lists the predecessors of a batch by shard, in
//! several tasks. In phase 2 each shard updates its own boards, in a task of its own, so that no board is written by two
//! threads.

use crate::parallel;
use crate::shape::{Shape, Word};
use crate::value::Margin;

use super::super::frontier::Frontier;
use super::super::layer::{Label, Unsolved, Update};
use super::super::predecessors;
use super::super::queue::Queue;
use super::Exchange;
use super::single_thread::SingleThread;

/// The number of shards, and of tasks in phase 1. No more threads than that find work in a wave. With several tasks for each
/// thread, a slow thread does not hold up the others.
pub(super) const SHARDS: usize = 16;

/// Consecutive ranks in one shard: 64 cache lines of state words, of which only the first and the last can be shared.
const STRETCH: usize = 1 << 11;

/// The most boards of a task in phase 1. Its lists fit into the cache.
const TASK: usize = 1 << 9;

/// Batches with fewer boards are not worth waking other threads.
const SMALL_BATCH: usize = 256;

/// Returns the shard that a rank belongs to.
#[inline(always)]
fn shard(rank: usize) -> usize {
    rank / STRETCH % SHARDS
}

/// Predecessors and their ranks, by shard.
struct Outbox<W>([Vec<(W, usize)>; SHARDS]);

/// The exchange between the shards. It keeps its lists from batch to batch.
pub(super) struct ThreadPool<W> {
    /// By task of phase 1.
    outboxes: [Outbox<W>; SHARDS],
    /// By shard: the boards that got a label.
    labelled: [Queue<W>; SHARDS],
}

impl<W: Word> ThreadPool<W> {
    /// An exchange with empty lists.
    pub(super) fn new() -> Self {
        Self {
            outboxes: [const { Outbox([const { Vec::new() }; SHARDS]) }; SHARDS],
            labelled: [const { Queue::UNBOUNDED }; SHARDS],
        }
    }
}

impl<S: Shape, const COPIES: usize> Exchange<S, COPIES> for ThreadPool<S::Word> {
    fn update_predecessors(
        &mut self,
        boards: &[S::Word],
        label: Label,
        layer: &Unsolved<'_, S, COPIES>,
        next: &mut Frontier<S::Word, COPIES>,
    ) {
        if boards.len() < SMALL_BATCH {
            return SingleThread.update_predecessors(boards, label, layer, next);
        }
        let Self { outboxes, labelled } = self;
        let label = label.of_predecessors::<COPIES>();
        for some in boards.chunks(TASK * SHARDS) {
            let task = some.len().div_ceil(SHARDS);
            parallel::for_each(outboxes.iter_mut().enumerate(), |(at, outbox)| {
                outbox.0.iter_mut().for_each(Vec::clear);
                let boards = some.chunks(task).nth(at).unwrap_or_default();
                predecessors::for_each(layer.precomputed, boards, |board, rank| {
                    outbox.0[shard(rank)].push((board, rank));
                });
            });
            parallel::for_each(labelled.iter_mut().enumerate(), |(shard, labelled)| {
                let update = Update::new(layer, label, shard);
                let inbox = outboxes.iter().flat_map(|outbox| &outbox.0[shard]);
                if label.margin > Margin::ZERO {
                    inbox.for_each(|&(board, rank)| update.win(board, rank, labelled));
                } else {
                    inbox.for_each(|&(board, rank)| update.lose_quiet_move(board, rank, labelled));
                }
            });
            for labelled in &mut *labelled {
                next.queue(label).append(labelled);
                labelled.clear(usize::MAX);
            }
        }
    }

    fn finish(&mut self, _: &Unsolved<'_, S, COPIES>, next: &mut Frontier<S::Word, COPIES>) -> usize {
        next.count()
    }
}
