//! Work for one thread or for all
//!
//! What labelling does over and over: looking through a layer, run by run, and following moves backwards from many boards.

use rayon::prelude::*;

use crate::shape::Shape;

use super::Tools;
use super::layer::Labelling;
use super::look::{RUN, Run};
use super::pass::Passed;
use super::round::Round;
use super::spread::{At, SHARES, Spread};

/// Boards won or lost in a round below which it is not worth waking other threads.
const SMALL_ROUND: usize = 256;

impl<S: Shape, const SIDES: usize> Labelling<'_, S, SIDES> {
    /// Looks through the runs that `may` have something, as many at a time as there are threads for. `find` adds boards of a
    /// run to a round, and `then` is given those of a few runs together.
    pub(super) fn look_through(
        &mut self,
        side: usize,
        may: impl Fn(&Passed) -> bool + Sync,
        find: impl Fn(Run<S>, &mut Round<S::Word>) + Sync,
        mut then: impl FnMut(&Self, &mut Round<S::Word>),
    ) {
        let (Tools { index, fronts, .. }, seeds) = (self.tools, self.seeds);
        let at_once = if self.alone { 1 } else { SHARES };
        let mut found: Vec<_> = (0..at_once).map(|_| Round::EMPTY).collect();
        let mut all = Round::EMPTY;
        for run in (0..self.passed.len()).step_by(at_once) {
            let (from, distances) = (run * RUN, &self.distances[side]);
            self.states[side][from..]
                .par_chunks_mut(RUN)
                .zip(&self.passed[run..])
                .zip(&mut found)
                .enumerate()
                .filter(|(_, ((_, passed), _))| may(passed))
                .for_each(|(at, ((states, _), found))| {
                    let first = from + at * RUN;
                    let walk = fronts.walk(index, seeds, first);
                    find(Run { states, distances, first, walk }, found);
                });
            for found in &mut found {
                all.append(found);
                found.clear(usize::MAX);
            }
            then(self, &mut all);
            all.clear(usize::MAX);
        }
    }

    /// Calls `visit` with each board before these, as often as it has moves to them, and the round it may go to.
    #[inline(always)]
    pub(super) fn for_each_before(
        &self,
        boards: &[S::Word],
        visit: impl Fn(S::Word, At, &mut Round<S::Word>) + Sync,
        spread: &mut Spread<S::Word>,
        next: &mut Round<S::Word>,
    ) {
        if self.alone || boards.len() < SMALL_ROUND {
            self.list_before(boards, |board, rank| visit(board, At { rank, share: 0 }, next));
        } else {
            spread.run(
                boards,
                |boards, lists| self.list_before(boards, |board, rank| lists.put(board, rank)),
                visit,
                next,
            );
        }
    }

    /// Visits the boards before these, with their ranks.
    #[inline(always)]
    fn list_before(&self, boards: &[S::Word], mut visit: impl FnMut(S::Word, usize)) {
        let Tools { moves, index, .. } = self.tools;
        let boards = boards.iter().map(|&word| self.tools.board(word));
        moves.unmoves().for_each_predecessor(boards, |before| visit(before.word(), index.rank_of(before) as usize));
    }
}
