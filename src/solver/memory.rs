//! The memory that a solve needs
//!
//! All sizes are here, and all are upper bounds. A board of a layer in work takes four bytes for each copy: a state word, and
//! two bytes of distance, of which the second is there only if the layer has a distance over 255. The queues of a layer take a
//! small part of that: their limit is a fraction of the layer. So do predecessors that wait for an update. A solved board keeps its
//! margin, one byte.

use crate::board::Seeds;
use crate::index::Index;
use crate::parallel;
use crate::rules::Clauses;
use crate::shape::{Shape, with_fixed};

use super::concurrent_layers::{by_all_threads, unfinished_before};
use super::owners::{CACHED, FEWEST_PLACES, MOST_PLACES, owners};

/// Bytes of a state word and a distance.
const BOARD_BYTES: u64 = 4;

/// Bytes of a margin and a distance of up to 255 plies.
const SOLVED_BOARD_BYTES: u64 = 2;

/// Queues that hold boards of a layer at the same time: won and lost boards, of this wave and of the next, and what owners
/// have just labelled.
const QUEUES: u64 = 5;

/// The limit of a queue in a small layer, in boards.
const SMALLEST_LIMIT: u64 = 1 << 18;

/// About the most boards that a scan has found and not yet handed on.
const SCANNED: u64 = 1 << 18;

/// Bytes of an owner in an exchange: marks of the boards of a bucket.
const OWNER_BYTES: u64 = 10 << 10;

/// Bytes of the two lists of a bucket that an owner of boards has, without what is in them.
const LISTS_BYTES: u64 = 48;

/// Boards for each byte of a route.
const ROUTE_BOARDS: u64 = 16;

/// The fewest predecessors that wait for an update before any is updated.
const FEWEST_WAITING: u64 = 1 << 18;

/// Returns the bytes of memory that it takes at most to solve the layers up to `most` on this many threads. The columns of all
/// boards are included.
pub fn memory(clauses: &Clauses, most: Seeds, threads: usize) -> u64 {
    let margins = Index::new(clauses.shape()).boards(most);
    let side_by_side = threads.min(clauses.counts().fewest().count());
    let layers = with_fixed!(clauses.shape(), shape => {
        layers_in_work(&Index::new(shape), side_by_side, owners(threads), most)
    });
    margins.saturating_add(layers).saturating_mul(clauses.kind().columns() as u64)
}

/// Returns the bytes of memory that it takes at most to solve a layer of this many boards again, as
/// [`solve_pinned`](super::solve_pinned) does: in two copies, with their columns.
pub fn memory_pinned(clauses: &Clauses, boards: u64) -> u64 {
    let layer = with_fixed!(clauses.shape(), shape => {
        layer_in_work(boards, word_bytes(shape), owners(parallel::threads()))
    });
    boards.saturating_add(layer).saturating_mul(2)
}

/// Returns the most boards that a queue holds, for a layer of this many boards.
pub(super) fn queue_limit(boards: u64) -> u64 {
    (boards / 64).max(SMALLEST_LIMIT)
}

/// Bytes of a predecessor that waits: its place in a bucket, in a list that grows to twice what it needs.
const WAITING_BYTES: u64 = 4;

/// Returns the most predecessors that wait for an update before they are updated, in a layer of this many boards: enough for every
/// cache line of state words.
pub(super) fn waiting(boards: u64) -> u64 {
    (boards / 8).max(FEWEST_WAITING)
}

/// Returns the most boards whose predecessors are listed between two looks at how many wait.
pub(super) fn batch(boards: u64) -> u64 {
    waiting(boards) / 16
}

/// Whether an address of this machine can name every byte of the layers up to `most`.
pub(super) fn is_addressable<S: Shape>(index: &Index<S>, most: Seeds) -> bool {
    let addressable = |bytes: u64| bytes <= isize::MAX as u64;
    addressable(index.boards(most)) && addressable(index.layer_boards(most).saturating_mul(BOARD_BYTES))
}

/// Bytes that one copy of a layer in work takes at most, without its margins.
fn layer_in_work(boards: u64, word_bytes: u64, owners: usize) -> u64 {
    let boards = boards.min(u64::MAX >> 8);
    let queues = QUEUES * queue_limit(boards).min(boards) * word_bytes;
    let waiting = WAITING_BYTES * waiting(boards).min(boards);
    let most_buckets = boards / FEWEST_PLACES as u64 + 2;
    let buckets = (boards / MOST_PLACES as u64 + owners as u64 + 1).min(most_buckets);
    let in_cache = owners > 1 && boards <= CACHED;
    let exchange = if in_cache { 0 } else { owners as u64 * (OWNER_BYTES + LISTS_BYTES * buckets) };
    let scanned = SCANNED.min(boards) * word_bytes;
    boards.saturating_mul(BOARD_BYTES).saturating_add(queues + waiting + exchange + scanned + boards / ROUTE_BOARDS)
}

/// Bytes that all unfinished layers take at most at the same time, without margins: a layer in work, other layers in work, and
/// solved layers that wait to be handed out.
fn layers_in_work<S: Shape>(index: &Index<S>, side_by_side: usize, owners: usize, most: Seeds) -> u64 {
    let boards = |seeds| index.layer_boards(seeds);
    let in_work = |seeds| layer_in_work(boards(seeds), word_bytes(index.shape()), owners);
    let with_previous = |seeds: Seeds| {
        let previous = seeds.layers().rev().skip(1).take(unfinished_before(index, seeds, side_by_side)).enumerate();
        let previous = previous.map(|(place, previous)| {
            // Together with the layer itself these are one more than can be in work. The last one, the smallest, is solved.
            let solved = by_all_threads(index, seeds) || by_all_threads(index, previous) || place + 1 == side_by_side;
            if solved { boards(previous).saturating_mul(SOLVED_BOARD_BYTES) } else { in_work(previous) }
        });
        previous.fold(in_work(seeds), u64::saturating_add)
    };
    most.layers().map(with_previous).max().unwrap_or(0)
}

/// Bytes of the word that holds a board.
fn word_bytes<S: Shape>(_: S) -> u64 {
    size_of::<S::Word>() as u64
}
