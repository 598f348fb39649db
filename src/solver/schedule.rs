//! Which layer is solved when, and by which threads
//!
//! A layer starts as soon as the layers that it needs are solved. Up to k layers are solved side by side, each by one thread or
//! each by all; large ones are solved one at a time. `concurrent_layers` says why, and which.
//!
//! Solved layers are handed out in order, by whichever thread finds the next one solved, while other threads go on.

use std::collections::BTreeMap;
use std::mem;
use std::sync::{Mutex, MutexGuard};

use rayon::Scope;

use crate::board::Seeds;
use crate::index::Index;
use crate::parallel;
use crate::progress::Progress;
use crate::shape::Shape;

use super::concurrent_layers::{by_all_threads, unfinished_before};
use super::error::SolveError;
use super::exchange::in_process;
use super::layer::{Layer, Unsolved};
use super::lower::{Exits, Lower};
use super::owners::owners;
use super::precomputed::Precomputed;
use super::retrograde;

/// A solve of several layers with this number of columns.
pub(super) struct Schedule<'a, S: Shape, const COLUMNS: usize, F, E> {
    precomputed: &'a Precomputed<S>,
    most: Seeds,
    /// The most layers that are solved at the same time.
    side_by_side: usize,
    threads: usize,
    progress: Progress<'a>,
    shared: Mutex<Shared<'a, COLUMNS, F, E>>,
}

/// What the threads share.
struct Shared<'a, const COLUMNS: usize, F, E> {
    /// The next layer to start.
    next: usize,
    /// The number of layers in work. A layer that all threads solve counts as the largest number that can be in work.
    in_work: usize,
    /// The columns of solved layers, by seeds. Empty for other layers.
    solved: Vec<[&'a [i8]; COLUMNS]>,
    /// Room for the columns of layers that are not started.
    room: [&'a mut [i8]; COLUMNS],
    /// Solved layers that are not handed out.
    waiting: BTreeMap<usize, Layer<'a>>,
    /// The next layer to hand out.
    hand_out: usize,
    /// Takes a layer. None while a thread calls it.
    take: Option<F>,
    error: Option<E>,
}

/// A layer to solve.
struct Task<'a, const COLUMNS: usize> {
    seeds: Seeds,
    /// What the layer counts in [`Shared::in_work`].
    counts: usize,
    lower: Vec<[&'a [i8]; COLUMNS]>,
    /// Room for its columns.
    room: [&'a mut [i8]; COLUMNS],
}

impl<'a, S: Shape, const COLUMNS: usize, F, E> Schedule<'a, S, COLUMNS, F, E>
where
    for<'l> Lower<'l, COLUMNS>: Exits<COLUMNS>,
    F: FnMut(Layer<'_>) -> Result<(), E> + Send,
    E: From<SolveError> + Send,
{
    /// A schedule for the layers from `next` to `most`. Each column has room for all layers up to `most`, and holds those below
    /// `next`.
    pub(super) fn new(
        precomputed: &'a Precomputed<S>,
        next: usize,
        most: Seeds,
        columns: [&'a mut [i8]; COLUMNS],
        progress: Progress<'a>,
        take: F,
    ) -> Self {
        let threads = parallel::threads();
        let (mut solved, mut room) = (vec![[&[][..]; COLUMNS]; most.count() + 1], columns);
        for seeds in most.layers().take(next) {
            solved[seeds.count()] = split_off(&mut room, &precomputed.index, seeds).map(|column| &*column);
        }
        let shared = Shared {
            next,
            in_work: 0,
            solved,
            room,
            waiting: BTreeMap::new(),
            hand_out: next,
            take: Some(take),
            error: None,
        };
        let side_by_side = threads.min(precomputed.moves.fewest_captured().count());
        Self { precomputed, most, side_by_side, threads, progress, shared: Mutex::new(shared) }
    }

    /// Solves the layers. Returns the first layer that was not taken, and the first error.
    pub(super) fn run(self) -> (usize, Option<E>) {
        rayon::scope(|scope| self.start(scope));
        let shared = self.shared.into_inner().expect("no thread panicked");
        (shared.hand_out, shared.error)
    }

    /// Starts all layers that can start.
    fn start<'s>(&'s self, scope: &Scope<'s>) {
        let mut shared = self.shared();
        while let Some(task) = self.next_task(&mut shared) {
            scope.spawn(move |scope| self.solve(task, scope));
        }
    }

    /// Returns the next layer if it can start now.
    fn next_task(&self, shared: &mut Shared<'a, COLUMNS, F, E>) -> Option<Task<'a, COLUMNS>> {
        let seeds = self.most.layers().nth(shared.next)?;
        let index = &self.precomputed.index;
        let unfinished = unfinished_before(index, seeds, self.side_by_side);
        let counts = if by_all_threads(index, seeds) { self.side_by_side } else { 1 };
        let needed = (shared.next + 1).saturating_sub(self.precomputed.moves.fewest_captured().count());
        let lower = &shared.solved[..needed];
        if shared.error.is_some()
            || shared.in_work + counts > self.side_by_side
            || shared.next > shared.hand_out + unfinished
            || lower.iter().any(|columns| columns[0].is_empty())
        {
            return None;
        }
        let lower = lower.to_vec();
        shared.next += 1;
        shared.in_work += counts;
        Some(Task { seeds, counts, lower, room: split_off(&mut shared.room, index, seeds) })
    }

    fn solve<'s>(&'s self, task: Task<'a, COLUMNS>, scope: &Scope<'s>) {
        let Task { seeds, counts, lower, mut room } = task;
        let together = by_all_threads(&self.precomputed.index, seeds);
        let single_thread = self.threads == 1 || (self.threads == self.side_by_side && !together);
        let owners = owners(if single_thread { 1 } else { self.threads });
        let mut layer = Unsolved::<_, COLUMNS>::new(self.precomputed, seeds, owners);
        let exchange = &mut *in_process::between(&layer);
        let solved = retrograde::solve(&mut layer, &Lower(&lower), &[], exchange, self.progress);
        layer.write_columns(room.each_mut().map(|column| &mut **column), Lower::<COLUMNS>::SIGNS);
        let columns = room.map(|column| &*column);
        let mut shared = self.shared();
        shared.in_work -= counts;
        match solved {
            Ok(longest) => {
                shared.solved[seeds.count()] = columns;
                shared.waiting.insert(seeds.count(), Layer::new(seeds, columns, layer.into_distances(), longest));
            }
            Err(error) => _ = shared.error.get_or_insert(error.into()),
        }
        drop(shared);
        self.start(scope);
        self.hand_out(scope);
    }

    /// Hands out solved layers, as long as the next one is solved. If another thread does so already, it will find them.
    fn hand_out<'s>(&'s self, scope: &Scope<'s>) {
        loop {
            let mut shared = self.shared();
            let (next, Some(mut take)) = (shared.hand_out, shared.take.take()) else { return };
            let Some(layer) = shared.waiting.remove(&next) else {
                shared.take = Some(take);
                return;
            };
            drop(shared);
            let taken = take(layer);
            let mut shared = self.shared();
            shared.take = Some(take);
            match taken {
                Ok(()) => shared.hand_out += 1,
                Err(error) => _ = shared.error.get_or_insert(error),
            }
            drop(shared);
            self.start(scope);
        }
    }

    fn shared(&self) -> MutexGuard<'_, Shared<'a, COLUMNS, F, E>> {
        self.shared.lock().expect("no thread panicked")
    }
}

/// Splits the columns of a layer off the front of `room`.
fn split_off<'a, S: Shape, const COLUMNS: usize>(
    room: &mut [&'a mut [i8]; COLUMNS],
    index: &Index<S>,
    seeds: Seeds,
) -> [&'a mut [i8]; COLUMNS] {
    room.each_mut().map(|room| {
        let (column, rest) = mem::take(room).split_at_mut(index.layer_boards(seeds) as usize);
        *room = rest;
        column
    })
}
