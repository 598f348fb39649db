//! A round by all threads
//!
//! The ranks of a layer are dealt out to *shares*, stretch by stretch, and no two threads are at one share at once. So
//! the states need no operation that other threads have to wait for, and the code that decides on a board is the same as
//! for one thread. Boards are worked on in two steps: first the boards before them are listed by share, then each share
//! decides on those listed for it.

use rayon::prelude::*;

use crate::shape::Word;

use super::round::Round;

/// Ranks on end in one share: 64 cache lines of states, of which only the outermost can belong to two shares.
const STRETCH: usize = 1 << 11;

/// Boards of a round before which one thread lists at a time; the lists fit into its cache.
const PART: usize = 1 << 9;

/// Shares, and parts at a time. No more threads than that find work in a round, and if there are several for each
/// thread, one that is slow does not hold up the others.
pub(super) const SHARES: usize = 16;

/// Where a board is.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) rank: usize,
    pub(super) share: usize,
}

/// Boards and their ranks, by share.
pub(super) struct Lists<W>([Vec<(W, usize)>; SHARES]);

impl<W: Word> Lists<W> {
    #[inline(always)]
    pub(super) fn put(&mut self, board: W, rank: usize) {
        self.0[rank / STRETCH % SHARES].push((board, rank));
    }
}

/// What the threads list and find, kept from round to round.
pub(super) struct Spread<W> {
    /// By part.
    lists: [Lists<W>; SHARES],
    found: [Round<W>; SHARES],
}

impl<W: Word> Spread<W> {
    /// Nothing yet.
    pub(super) fn new() -> Self {
        Self {
            lists: [const { Lists([const { Vec::new() }; SHARES]) }; SHARES],
            found: [const { Round::EMPTY }; SHARES],
        }
    }

    /// Decides on the boards before `boards`. `list` visits the boards before some, each with its rank; `decide` is
    /// called for each of these, and puts what it labels into a round; all that ends up in `next`.
    pub(super) fn run(
        &mut self,
        boards: &[W],
        list: impl Fn(&[W], &mut Lists<W>) + Sync,
        decide: impl Fn(W, At, &mut Round<W>) + Sync,
        next: &mut Round<W>,
    ) {
        let Self { lists, found } = self;
        for some in boards.chunks(PART * SHARES) {
            let part = some.len().div_ceil(SHARES);
            lists.par_iter_mut().enumerate().for_each(|(at, lists)| {
                lists.0.iter_mut().for_each(Vec::clear);
                list(some.chunks(part).nth(at).unwrap_or_default(), lists);
            });
            found.par_iter_mut().enumerate().for_each(|(share, found)| {
                for &(board, rank) in lists.iter().flat_map(|lists| &lists.0[share]) {
                    decide(board, At { rank, share }, found);
                }
            });
            for found in &mut *found {
                next.append(found);
                found.clear(usize::MAX);
            }
        }
    }
}
