//! Updates bucket by bucket, in the order of the cache
//!
//! The predecessors of a board are anywhere in its layer, and the state words of a large layer are not in the cache. So predecessors
//! are not updated when they are found. They are listed by *bucket*, a stretch of consecutive ranks whose state words fit into the
//! cache of a core. Later the lists are delivered, bucket after bucket. A list holds two bytes for each predecessor, its place in
//! the bucket. The board itself is needed only if it gets a label, and then a walk through the bucket finds it.
//!
//! Each bucket has one owner, so no board is written by two threads.

use std::mem;

use crate::parallel;
use crate::shape::{Shape, Word};
use crate::value::Margin;

use super::super::frontier::Frontier;
use super::super::layer::{Label, Unsolved, Update};
use super::super::memory;
use super::super::owners::{FEWEST_PLACES, MOST_PLACES};
use super::super::predecessors;
use super::super::queue::Queue;
use super::Exchange;
use super::marks::Marks;

/// Fewer boards are not worth waking another thread.
const SMALLEST_TASK: usize = 1 << 8;

/// The same for predecessors that wait.
const SMALLEST_DELIVERY: usize = 1 << 10;

/// Places in a bucket, for each bucket.
type Outbox = Vec<Vec<u16>>;

/// Predecessors that wait for an update.
struct Waiting {
    /// The label that they get, if they get one. None if no predecessor waits.
    label: Option<Label>,
    /// By task that finds predecessors.
    outboxes: Vec<Outbox>,
    /// How many of the outboxes are not empty, at most: the first ones.
    used: usize,
    /// The number of predecessors.
    count: usize,
}

/// The exchange between the buckets of a layer. It keeps its lists from batch to batch.
pub(in crate::solver) struct Bucketed<W> {
    /// Boards that lose a quiet move, and boards that win.
    waiting: [Waiting; 2],
    /// By owner: the boards that got a label.
    labelled: Vec<(Marks, Queue<W>)>,
    /// A bucket has 2 to this power boards.
    bits: u32,
    /// The most predecessors that wait, but for those of the last batch.
    most: usize,
    queue_limit: usize,
}

impl<W: Word> Bucketed<W> {
    /// An exchange for a large layer.
    pub(super) fn new<S: Shape<Word = W>, const COPIES: usize>(layer: &Unsolved<'_, S, COPIES>) -> Self {
        let places = (layer.boards() as usize / layer.owners()).next_power_of_two().clamp(FEWEST_PLACES, MOST_PLACES);
        Self::with_buckets(layer, places, memory::waiting(layer.boards()) as usize)
    }

    /// An exchange between buckets of `places` boards, a power of two. Boards are updated when more than `most` wait.
    pub(in crate::solver) fn with_buckets<S: Shape<Word = W>, const COPIES: usize>(
        layer: &Unsolved<'_, S, COPIES>,
        places: usize,
        most: usize,
    ) -> Self {
        let (boards, owners) = (layer.boards() as usize, layer.owners());
        let outbox = vec![Vec::new(); boards.div_ceil(places)];
        let waiting =
            [(); 2].map(|()| Waiting { label: None, outboxes: vec![outbox.clone(); owners], used: 0, count: 0 });
        let queue_limit = layer.queue_limit.div_ceil(owners);
        let mut labelled: Vec<_> = (0..owners).map(|_| (Marks::new(), Queue::UNBOUNDED)).collect();
        labelled.iter_mut().for_each(|(_, queue)| queue.clear(queue_limit));
        Self { waiting, labelled, bits: places.ilog2(), most, queue_limit }
    }

    /// Lists predecessors of boards.
    fn list<S: Shape<Word = W>, const COPIES: usize>(
        waiting: &mut Waiting,
        bits: u32,
        boards: &[W],
        layer: &Unsolved<'_, S, COPIES>,
    ) {
        let task = boards.len().div_ceil(waiting.outboxes.len()).max(SMALLEST_TASK);
        waiting.used = waiting.used.max(boards.len().div_ceil(task));
        let tasks = boards.chunks(task).zip(&mut waiting.outboxes);
        let counts = parallel::map(tasks, |(boards, outbox)| {
            let mut count = 0;
            predecessors::for_each(layer.precomputed, boards, |_, rank| {
                outbox[rank >> bits].push((rank & ((1 << bits) - 1)) as u16);
                count += 1;
            });
            count
        });
        waiting.count += counts.sum::<usize>();
    }

    /// Updates all boards that wait, each by its owner.
    fn deliver<S: Shape<Word = W>, const COPIES: usize>(
        &mut self,
        kind: usize,
        layer: &Unsolved<'_, S, COPIES>,
        next: &mut Frontier<W, COPIES>,
    ) {
        let Self { waiting, labelled, bits, queue_limit, .. } = self;
        let Waiting { label, outboxes, used, count } = &mut waiting[kind];
        let Some(label) = label.take() else { return };
        let outboxes = &mut outboxes[..mem::take(used)];
        let (buckets, owners, update) =
            (outboxes.first().map_or(0, Vec::len), labelled.len(), Update::new(layer, label));
        let deliver = |(owner, (marks, labelled)): (usize, &mut (Marks, Queue<W>))| {
            for bucket in (owner..buckets).step_by(owners) {
                let first = bucket << *bits;
                for places in outboxes.iter().map(|outbox| &outbox[bucket]) {
                    if label.margin > Margin::ZERO {
                        marks.mark_those(places, |place| update.win(first + place));
                    } else {
                        marks.mark_those(places, |place| update.lose_quiet_move(first + place));
                    }
                }
                let mut walk = layer.walk(first);
                marks.take(|place| {
                    update.set_distance(first + place);
                    labelled.push(walk.board(first + place), true);
                });
            }
        };
        if mem::take(count) < SMALLEST_DELIVERY {
            labelled.iter_mut().enumerate().for_each(deliver);
        } else {
            parallel::for_each(labelled.iter_mut().enumerate(), deliver);
        }
        for (_, labelled) in labelled {
            next.queue(label).append(labelled);
            labelled.clear(*queue_limit);
        }
        outboxes.iter_mut().flatten().for_each(Vec::clear);
    }
}

impl<S: Shape, const COPIES: usize> Exchange<S, COPIES> for Bucketed<S::Word> {
    fn update_predecessors(
        &mut self,
        boards: &[S::Word],
        label: Label,
        layer: &Unsolved<'_, S, COPIES>,
        next: &mut Frontier<S::Word, COPIES>,
    ) {
        let label = label.of_predecessors::<COPIES>();
        let kind = usize::from(label.margin > Margin::ZERO);
        if self.waiting[kind].label != Some(label) {
            self.deliver(kind, layer, next);
        }
        for boards in boards.chunks(memory::batch(layer.boards()) as usize) {
            self.waiting[kind].label = Some(label);
            Self::list(&mut self.waiting[kind], self.bits, boards, layer);
            if self.waiting.iter().map(|waiting| waiting.count).sum::<usize>() >= self.most {
                self.deliver(kind, layer, next);
            }
        }
    }

    fn finish(&mut self, layer: &Unsolved<'_, S, COPIES>, next: &mut Frontier<S::Word, COPIES>) -> usize {
        self.deliver(0, layer, next);
        self.deliver(1, layer, next);
        next.count()
    }
}
