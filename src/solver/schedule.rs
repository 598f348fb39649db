//! Which layer when
//!
//! A move captures no fewer seeds than the smallest number that counts, so a layer does not need those nearer than that,
//! and as many as that number are solved *side by side*, each by one thread if there are no more threads than that. A
//! layer begins as soon as those that it needs are solved. Layers of more than [`SIDE_BY_SIDE`] boards, and such of more
//! than [`SHORT_ROUNDS`] as are half as large again as the one below, are solved one by one, each by all threads.
//!
//! Solved layers are handed out in their order, by whichever thread finds the next one solved, while others go on.

use std::collections::BTreeMap;
use std::mem;
use std::sync::{Mutex, MutexGuard};

use rayon::Scope;

use crate::board::Seeds;
use crate::index::Index;
use crate::progress::Progress;
use crate::shape::Shape;

use super::layer::{self, Labelling};
use super::state::Layer;
use super::{SolveError, Tools, word_bytes};

/// Boards of a layer up to which layers are solved side by side: more of them take more memory.
const SIDE_BY_SIDE: u64 = 1 << 27;

/// Boards of a layer up to which its rounds are too short to be worth the attention of several threads.
const SHORT_ROUNDS: u64 = 1 << 18;

/// How layers are solved, and where that stands.
pub(super) struct Schedule<'a, S: Shape, F, E> {
    tools: &'a Tools<S>,
    most: Seeds,
    /// Layers solved side by side at most: so many on end do not need each other, and there are threads for them.
    width: usize,
    threads: usize,
    progress: Progress<'a>,
    desk: Mutex<Desk<'a, F, E>>,
}

struct Desk<'a, F, E> {
    /// The next layer to begin.
    next: usize,
    /// How many of the layers side by side are begun and not yet solved; one that all threads solve counts for all.
    busy: usize,
    /// Margins of solved layers, by seeds; empty for others.
    solved: Vec<&'a [i8]>,
    /// Where the margins of layers go that are not begun yet.
    room: &'a mut [i8],
    /// Layers solved and not yet taken.
    waiting: BTreeMap<usize, Layer<'a>>,
    /// The next layer to be taken.
    out: usize,
    /// Takes a layer; not here while a thread hands one out.
    take: Option<F>,
    error: Option<E>,
}

/// A layer that begins.
struct Begun<'a> {
    seeds: Seeds,
    /// What it counts for.
    places: usize,
    lower: Vec<&'a [i8]>,
    margins: &'a mut [i8],
}

impl<'a, S: Shape, F, E> Schedule<'a, S, F, E>
where
    F: FnMut(Layer<'_>) -> Result<(), E> + Send,
    E: From<SolveError> + Send,
{
    /// Prepares to solve the layers from `next` to `most`. `margins` has room for all of them, and holds those of the
    /// layers below.
    pub(super) fn new(
        tools: &'a Tools<S>,
        next: usize,
        most: Seeds,
        margins: &'a mut [i8],
        progress: Progress<'a>,
        take: F,
    ) -> Self {
        let threads = rayon::current_num_threads();
        let (mut solved, mut room) = (vec![&[][..]; most.count() + 1], margins);
        for seeds in most.layers().take(next) {
            solved[seeds.count()] = cut(&mut room, &tools.index, seeds);
        }
        let desk =
            Desk { next, busy: 0, solved, room, waiting: BTreeMap::new(), out: next, take: Some(take), error: None };
        let width = threads.min(tools.moves.fewest_captured());
        Self { tools, most, width, threads, progress, desk: Mutex::new(desk) }
    }

    /// Solves the layers. The answer is the first layer that was not taken, with the error that was the reason if
    /// there was one.
    pub(super) fn run(self) -> (usize, Option<E>) {
        rayon::scope(|scope| self.begin(scope));
        let desk = self.desk.into_inner().expect("no thread panicked");
        (desk.out, desk.error)
    }

    /// Begins all layers that can.
    fn begin<'s>(&'s self, scope: &Scope<'s>) {
        let mut desk = self.desk();
        while let Some(begun) = self.take_up(&mut desk) {
            scope.spawn(move |scope| self.solve(begun, scope));
        }
    }

    fn take_up(&self, desk: &mut Desk<'a, F, E>) -> Option<Begun<'a>> {
        let seeds = self.most.layers().nth(desk.next)?;
        let ahead = ahead(&self.tools.index, seeds, self.width);
        let places = if by_all(&self.tools.index, seeds) { self.width } else { 1 };
        let needed = (desk.next + 1).saturating_sub(self.tools.moves.fewest_captured());
        let lower = &desk.solved[..needed];
        if desk.error.is_some()
            || desk.busy + places > self.width
            || desk.next > desk.out + ahead
            || lower.iter().any(|margins| margins.is_empty())
        {
            return None;
        }
        let lower = lower.to_vec();
        desk.next += 1;
        desk.busy += places;
        Some(Begun { seeds, places, lower, margins: cut(&mut desk.room, &self.tools.index, seeds) })
    }

    fn solve<'s>(&'s self, begun: Begun<'a>, scope: &Scope<'s>) {
        let Begun { seeds, places, lower, margins } = begun;
        let alone = self.threads == 1 || (self.threads == self.width && !by_all(&self.tools.index, seeds));
        let labelling = Labelling::<_, 1>::pass(self.tools, &lower, seeds, alone, self.progress);
        let labelled = labelling.label([&mut *margins]);
        let margins: &'a [i8] = margins;
        let mut desk = self.desk();
        desk.busy -= places;
        match labelled {
            Ok((longest, [distances])) => {
                desk.solved[seeds.count()] = margins;
                desk.waiting.insert(seeds.count(), Layer { seeds, margins: margins.into(), distances, longest });
            }
            Err(error) => _ = desk.error.get_or_insert(error.into()),
        }
        drop(desk);
        self.begin(scope);
        self.hand_out(scope);
    }

    /// Hands out what can be handed out, unless another thread is at it, which will then find it.
    fn hand_out<'s>(&'s self, scope: &Scope<'s>) {
        loop {
            let mut desk = self.desk();
            let (out, Some(mut take)) = (desk.out, desk.take.take()) else { return };
            let Some(layer) = desk.waiting.remove(&out) else {
                desk.take = Some(take);
                return;
            };
            drop(desk);
            let taken = take(layer);
            let mut desk = self.desk();
            desk.take = Some(take);
            match taken {
                Ok(()) => desk.out += 1,
                Err(error) => _ = desk.error.get_or_insert(error),
            }
            drop(desk);
            self.begin(scope);
        }
    }

    fn desk(&self) -> MutexGuard<'_, Desk<'a, F, E>> {
        self.desk.lock().expect("no thread panicked")
    }
}

/// How many layers below one may be begun and not yet taken when it begins: they hold memory.
fn ahead<S: Shape>(index: &Index<S>, seeds: Seeds, width: usize) -> usize {
    if index.layer_boards(seeds) > SIDE_BY_SIDE { 0 } else { width }
}

/// Whether all threads solve a layer together. Where layers grow by half or more from one to the next, side by side
/// the threads would wait for the one with the larger.
fn by_all<S: Shape>(index: &Index<S>, seeds: Seeds) -> bool {
    let boards = index.layer_boards(seeds);
    let below = seeds.count().checked_sub(1).and_then(Seeds::new).map_or(0, |below| index.layer_boards(below));
    boards > SIDE_BY_SIDE || (boards > SHORT_ROUNDS && boards > below + below / 2)
}

/// Bytes of memory that the layers up to `most` take at most when so many are solved side by side, beside their margins: a
/// layer, those solved with it, and the distances of those that wait to be taken.
pub(super) fn memory<S: Shape>(index: &Index<S>, width: usize, most: Seeds) -> u64 {
    let boards = |seeds| index.layer_boards(seeds);
    let solving = |seeds| layer::memory(boards(seeds), word_bytes(index.shape()));
    let with_those_below = |seeds: Seeds| {
        let below = seeds.layers().rev().skip(1).take(ahead(index, seeds, width)).enumerate();
        let below = below.map(|(place, below)| {
            // With the layer itself that is one more than are ever in work together, and the lowest is the smallest.
            let solved = by_all(index, seeds) || by_all(index, below) || place + 1 == width;
            if solved { boards(below).saturating_mul(2) } else { solving(below) }
        });
        below.fold(solving(seeds), u64::saturating_add)
    };
    most.layers().map(with_those_below).max().unwrap_or(0)
}

/// Takes a layer's margins off the front.
fn cut<'a, S: Shape>(room: &mut &'a mut [i8], index: &Index<S>, seeds: Seeds) -> &'a mut [i8] {
    let (margins, rest) = mem::take(room).split_at_mut(index.layer_boards(seeds) as usize);
    *room = rest;
    margins
}
