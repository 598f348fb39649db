//! Going through a layer for boards in some state
//!
//! Boards that an exit decides, and queues that overflowed, are not kept in lists: that could take more memory than the layer. A
//! scan finds them by their state words, chunk by chunk. The processor compares many state words at a time.

use std::sync::atomic::AtomicU16;

use crate::index::Walk;
use crate::parallel;
use crate::shape::{Shape, lows};
use crate::value::Margin;

use super::super::queue::Queues;
use super::chunk::{CHUNK, ChunkSummary};
use super::distances::Distances;
use super::label::Label;
use super::state_word::StateWord;
use super::unsolved::Unsolved;

/// Boards whose state words are compared together, a bit each.
const LANES: usize = u64::BITS as usize;

/// Labels the boards of a copy on which the game is over and pays `margin` or costs it: distance 0. Calls `visit` with the
/// boards of a few chunks at a time.
pub(in crate::solver) fn label_ended<S: Shape, const COPIES: usize>(
    layer: &mut Unsolved<'_, S, COPIES>,
    copy: usize,
    margin: Margin,
    visit: impl FnMut(&Unsolved<'_, S, COPIES>, &Queues<S::Word>),
) {
    let seeds = margin.seeds();
    let may = |chunk: &ChunkSummary| chunk.ended.may_contain(seeds);
    for_each_chunk(layer, copy, may, |chunk, found| chunk.label(move |state| state.is_ended(seeds), 0, found), visit);
}

/// Labels the boards of a copy that a capture decides, and that it makes worth `margin` or -`margin`: distance 1. Calls `visit`
/// with the boards of a few chunks at a time.
pub(in crate::solver) fn label_captures<S: Shape, const COPIES: usize>(
    layer: &mut Unsolved<'_, S, COPIES>,
    copy: usize,
    margin: Margin,
    visit: impl FnMut(&Unsolved<'_, S, COPIES>, &Queues<S::Word>),
) {
    let seeds = margin.seeds();
    let may = |chunk: &ChunkSummary| chunk.captures.may_contain(seeds);
    let find =
        |chunk: Chunk<'_, S>, found: &mut _| chunk.label(move |state| state.is_decided_by_capture(seeds), 1, found);
    for_each_chunk(layer, copy, may, find, visit);
}

/// Finds the boards that have this label. Calls `visit` with the boards of a few chunks at a time.
pub(in crate::solver) fn find_labelled<S: Shape, const COPIES: usize>(
    layer: &mut Unsolved<'_, S, COPIES>,
    label: Label,
    mut visit: impl FnMut(&Unsolved<'_, S, COPIES>, &[S::Word]),
) {
    let find = |chunk: Chunk<'_, S>, found: &mut _| chunk.find(label, found);
    for_each_chunk(layer, label.copy, |_| true, find, |layer, found| visit(layer, found.of(label.margin).boards()));
}

/// Scans the chunks that `may` contain something, one for each owner of the layer at a time: `find` adds the boards of each chunk
/// to a list, then `visit` gets the boards of all lists.
fn for_each_chunk<S: Shape, const COPIES: usize>(
    layer: &mut Unsolved<'_, S, COPIES>,
    copy: usize,
    may: impl Fn(&ChunkSummary) -> bool + Sync,
    find: impl Fn(Chunk<'_, S>, &mut Queues<S::Word>) + Sync,
    mut visit: impl FnMut(&Unsolved<'_, S, COPIES>, &Queues<S::Word>),
) {
    let (prefixes, at_once) = (&layer.precomputed.prefixes, layer.owners());
    let mut lists: Vec<_> = (0..at_once).map(|_| Queues::UNBOUNDED).collect();
    let mut found = Queues::UNBOUNDED;
    for chunk in (0..layer.chunks.len()).step_by(at_once) {
        let (start, distances) = (chunk * CHUNK, &layer.distances[copy]);
        let states = layer.states[copy][start..].chunks_mut(CHUNK);
        let chunks = states.zip(&layer.chunks[chunk..]).zip(&mut lists).enumerate();
        let chunks = chunks.filter(|(_, ((_, summary), _))| may(summary));
        parallel::for_each(chunks, |(at, ((states, _), list))| {
            let first = start + at * CHUNK;
            let walk = prefixes.walk(&layer.route, first);
            find(Chunk { states, distances, first, walk }, list);
        });
        for list in &mut lists {
            found.append(list);
            list.clear(usize::MAX);
        }
        visit(layer, &found);
        found.clear(usize::MAX);
    }
}

/// A chunk of boards of one copy.
struct Chunk<'a, S: Shape> {
    states: &'a mut [AtomicU16],
    /// Of the whole copy.
    distances: &'a Distances,
    /// The rank of the first board.
    first: usize,
    /// A walk that starts at the first board.
    walk: Walk<'a, S::Word>,
}

impl<S: Shape> Chunk<'_, S> {
    /// Labels the boards that `is` chooses with the margin of their exit.
    #[inline(always)]
    fn label(mut self, is: impl Fn(StateWord) -> bool + Copy, distance: u16, found: &mut Queues<S::Word>) {
        for_each_that(self.states, is, |place, state| {
            let exit = StateWord(*state).margin_or_exit();
            *state = StateWord(*state).labelled_by_exit().0;
            self.distances.set(self.first + place, distance);
            let queue = if exit > 0 { &mut found.won } else { &mut found.lost };
            queue.push(self.walk.board(self.first + place), true);
        });
    }

    /// Finds the boards with this label.
    fn find(mut self, label: Label, found: &mut Queues<S::Word>) {
        let (margin, distance) = (label.margin.seeds(), label.distance.plies());
        for_each_that(
            self.states,
            |state| state.is_labelled_with(margin),
            |place, _| {
                let keep = self.distances.get(self.first + place) == distance;
                found.of_mut(label.margin).push(self.walk.board(self.first + place), keep);
            },
        );
    }
}

/// Calls `visit` for each board of a chunk that `is` chooses, in order, with its place in the chunk.
#[inline(always)]
fn for_each_that(
    states: &mut [AtomicU16],
    is: impl Fn(StateWord) -> bool + Copy,
    mut visit: impl FnMut(usize, &mut u16),
) {
    debug_assert!(states.len() <= CHUNK);
    let mut found = [0; CHUNK / LANES];
    for (found, states) in found.iter_mut().zip(states.chunks_mut(LANES)) {
        *found = compare(states, is);
    }
    for (at, mut found) in found.into_iter().enumerate() {
        while found != 0 {
            let place = LANES * at + found.trailing_zeros() as usize;
            found &= found - 1;
            visit(place, states[place].get_mut());
        }
    }
}

/// Returns a word in which bit j says whether `is` chooses board j.
#[inline(always)]
fn compare(states: &mut [AtomicU16], is: impl Fn(StateWord) -> bool + Copy) -> u64 {
    let Ok(states) = <&mut [_; LANES]>::try_from(&mut *states) else {
        let bits = states.iter_mut().map(|state| u64::from(is(StateWord(*state.get_mut()))));
        return bits.rev().fold(0, |all, bit| all << 1 | bit);
    };
    let mut found = [0; LANES];
    for (place, found) in found.iter_mut().enumerate() {
        *found = is(StateWord(*states[place].get_mut())).into();
    }
    let (eights, _) = found.as_chunks();
    eights.iter().rev().fold(0, |all, &eight| all << 8 | u64::from(lows(u64::from_le_bytes(eight))))
}

#[cfg(test)]
mod tests {
    use super::super::state_word::{LABELLED, ONE_QUIET_MOVE};
    use super::*;

    const SEEDS: i8 = 3;

    /// Chunks of all lengths around a multiple of the lanes, with a board that a capture decides here and there.
    #[test]
    fn every_decided_board_is_found_once() {
        let won = StateWord::unlabelled(3, 2).0;
        let lost = StateWord::unlabelled(-3, 0).0;
        let not_yet = StateWord::unlabelled(-3, 1).0;
        let others = [not_yet, StateWord::ended(3).0, won | LABELLED, lost ^ 1, lost + ONE_QUIET_MOVE];
        for boards in [0, 1, 7, 8, 63, 64, 65, 128, 1000, CHUNK] {
            let state = |board: usize| match board % 11 {
                0 if board.is_multiple_of(2) => won,
                0 => lost,
                other => others[other % others.len()],
            };
            let mut states: Vec<_> = (0..boards).map(|board| AtomicU16::new(state(board))).collect();
            let mut found = Vec::new();
            for_each_that(
                &mut states,
                |state| state.is_decided_by_capture(SEEDS),
                |board, state| {
                    found.push(board);
                    *state |= LABELLED;
                },
            );
            assert!(found.iter().copied().eq((0..boards).step_by(11)), "{boards} boards: {found:?}");
            let again = |board, _: &mut u16| panic!("board {board} was found again");
            for_each_that(&mut states, |state| state.is_decided_by_capture(SEEDS), again);
        }
    }
}
