//! One layer, start to end
//!
//! A layer is solved once, without sweeps. First a *forward pass* over its boards: each board's best exit (a capture,
//! whose value the lower layers know, or the end of the game) and the number of its moves that stay in the layer.
//! Then *labelling*, by margins t = n down to 1. When t comes up, every board won or lost by more than t is labelled,
//! so that
//!
//! * a board whose best exit is +t is won by t;
//! * a board with a move to a board lost by t is won by t;
//! * a board whose moves that stay all lead to boards won by t or more, and whose best exit is no better than -t, is
//!   lost by t.
//!
//! Within a t this goes in synchronous rounds, and the round is the distance. The moves are followed backwards, from
//! each labelled board to the boards before it, so each board is labelled once and each move looked at once. What no
//! t reaches is margin 0: there play can go on for ever.
//!
//! What a board knows is one small word, so that looking at it is one access to memory, and nothing that is found there
//! decides a branch: whether a board is labelled, put on a pile, or given a distance is arithmetic. Labels depend on the
//! rounds alone, never on the order within a round; the result is the same for every number of threads.
//!
//! In the middle of a game some positions may be *pinned*: seen before, hence ends worth 0. A position is a board and
//! a side, so a layer with pins is solved for both sides at once (`SIDES` = 2: a move leads from a board of one side
//! to a board of the other); without pins both sides are alike and one is enough.

use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use rayon::prelude::*;

use crate::board::{Board, Seeds};
use crate::shape::{Shape, Word};

use super::look::{Exits, RUN, Run};
use super::marks::{Marks, SPARE_APART};
use super::pass::pass;
use super::round::Round;
use super::spread::{self, At, Spread};
use super::state::{Distances, LABELLED, State};
use super::{SolveError, Tools};

/// Boards won or lost in a round below which it is not worth waking other threads.
const SMALL_ROUND: usize = 256;

/// Boards on a pile at most, in a layer of as many boards: few enough that piles take little memory beside the states.
fn most_listed(boards: u64) -> u64 {
    (boards / 64).max(1 << 18)
}

/// Bytes of memory that a side of a layer takes at most, beside its margins: of each board a state and a distance, and some
/// of the boards on four piles. Boards on which the game is over are few, and left out.
pub(super) fn memory<S: Shape>(_: S, boards: u64) -> u64 {
    let piles = 4 * most_listed(boards).min(boards) * size_of::<S::Word>() as u64;
    boards.saturating_mul(4).saturating_add(piles)
}

/// A round of each side.
type Rounds<W, const SIDES: usize> = [Round<W>; SIDES];

/// A layer on its way to being solved.
pub(super) struct Labelling<'a, S: Shape, const SIDES: usize> {
    tools: &'a Tools<S>,
    seeds: Seeds,
    /// By side and rank.
    states: [Vec<AtomicU16>; SIDES],
    /// By side and rank, and a spare one a share.
    distances: [Vec<AtomicU16>; SIDES],
    /// By run.
    exits: Vec<Exits>,
    /// The boards on which the game is over, by the size of what that pays.
    over: Vec<Vec<S::Word>>,
    /// Boards on a pile at most.
    listed: usize,
    /// Whether one thread alone labels.
    alone: bool,
    progress: &'a (dyn Fn(u64) + Sync),
}

impl<'a, S: Shape, const SIDES: usize> Labelling<'a, S, SIDES> {
    /// The forward pass over the layer of `seeds` seeds; `lower` are the margins of the layers below that a move can lead
    /// to, by seeds.
    pub(super) fn pass(
        tools: &'a Tools<S>,
        lower: &[&[i8]],
        seeds: Seeds,
        alone: bool,
        progress: &'a (dyn Fn(u64) + Sync),
    ) -> Self {
        let boards = tools.index.layer_boards(seeds);
        let mut states = zeros(boards as usize);
        let pass_run = |(at, states): (usize, &mut [AtomicU16])| {
            let passed = pass(tools, lower, seeds, at * RUN, states);
            progress(states.len() as u64);
            passed
        };
        let runs: Vec<_> = if alone {
            states.chunks_mut(RUN).enumerate().map(pass_run).collect()
        } else {
            states.par_chunks_mut(RUN).enumerate().map(pass_run).collect()
        };
        let mut over = vec![Vec::new(); seeds.count() + 1];
        let mut exits = Vec::with_capacity(runs.len());
        for run in runs {
            exits.push(run.exits);
            run.over.into_iter().for_each(|(size, board)| over[usize::from(size)].push(board));
        }
        let mut sides = vec![states];
        while sides.len() < SIDES {
            let copy = sides[0].iter().map(|state| AtomicU16::new(state.load(Relaxed))).collect();
            sides.push(copy);
        }
        let states = sides.try_into().expect("one vector a side");
        let spare = SPARE_APART * if alone { 1 } else { spread::SHARES };
        let distances = std::array::from_fn(|_| zeros(boards as usize + spare));
        let listed = most_listed(boards) as usize;
        Self { tools, seeds, states, distances, exits, over, listed, alone, progress }
    }

    /// Makes a position an end worth 0.
    pub(super) fn pin(&mut self, board: Board<S>, side: usize) {
        let state = self.states[side][self.tools.index.rank(board) as usize].get_mut();
        *state = State(*state).labelled(0).0;
    }

    /// Labels every board, and fills in the margins of each side.
    pub(super) fn label(mut self, margins: [&mut [i8]; SIDES]) -> Result<[Distances; SIDES], SolveError> {
        let mut undecided = (SIDES * self.states[0].len()) as u64;
        let mut longest = 0;
        let mut spread = Spread::new();
        let [mut over, mut round, mut next] = [const { [Round::EMPTY; SIDES] }; 3];
        for size in (1..=self.seeds.count()).rev() {
            let mut labelled = |boards: usize, distance| {
                if boards > 0 {
                    undecided -= boards as u64;
                    longest = longest.max(distance);
                    (self.progress)(boards as u64 / SIDES as u64);
                }
            };
            clear(&mut over, usize::MAX);
            clear(&mut round, self.listed);
            clear(&mut next, self.listed);
            // Some of those won at distance 1 are dealt with as they are found, so that no look finds the others alone.
            round.iter_mut().for_each(|round| round.won.clear(usize::MAX));
            self.label_ends(size, &mut over);
            labelled(count(&over), 0);
            self.label_before(&over, size, 1, &mut spread, &mut round);
            labelled(self.label_exits(size, &mut spread, &mut round, &mut next), 1);
            let mut distance: u16 = 1;
            loop {
                let boards = count(&round);
                labelled(boards, distance);
                if boards > 0 {
                    let distance = distance.checked_add(1).ok_or(SolveError::Distance)?;
                    self.label_before(&round, size, distance, &mut spread, &mut next);
                }
                if count(&next) == 0 {
                    break;
                }
                std::mem::swap(&mut round, &mut next);
                clear(&mut next, self.listed);
                distance += 1;
            }
        }
        (self.progress)(undecided / SIDES as u64);
        for (margins, states) in margins.into_iter().zip(&mut self.states) {
            for (margin, state) in margins.iter_mut().zip(states) {
                *margin = State(*state.get_mut()).margin();
            }
        }
        Ok(self.distances.map(|plies| Distances { plies, longest }))
    }

    /// Labels the boards on which the game is over and pays this size: distance 0.
    fn label_ends(&mut self, size: usize, round: &mut Rounds<S::Word, SIDES>) {
        let boards = std::mem::take(&mut self.over[size]);
        for (side, round) in round.iter_mut().enumerate() {
            for &word in &boards {
                let state = self.states[side][self.tools.rank(word)].get_mut();
                let known = State(*state);
                if !known.is(LABELLED) {
                    *state |= LABELLED;
                    round.of(known.number()).put(word, true);
                }
            }
        }
    }

    /// Labels the boards that are decided by an exit of this size, which is a capture: distance 1. Lost ones are added to
    /// their round. Won ones are many, and are not kept: the boards before them are labelled at once, with distance 2,
    /// and added to the next round. That is not too soon. The boards that are still to be found here are those that win
    /// by as much, which such a move does not concern, and those that have no such move. The answer is the number of won
    /// ones.
    fn label_exits(
        &mut self,
        size: usize,
        spread: &mut Spread<S::Word>,
        round: &mut Rounds<S::Word, SIDES>,
        next: &mut Rounds<S::Word, SIDES>,
    ) -> usize {
        let mut count = 0;
        for (side, round) in round.iter_mut().enumerate() {
            self.look_through(
                side,
                |exits| exits.may_have(size),
                |run, found| run.label_exits(size, found),
                |this, found| {
                    count += found.won.count();
                    round.lost.append(&found.lost);
                    this.label_before_boards(found.won.boards(), side, size as i8, 2, spread, next);
                },
            );
        }
        count
    }

    /// Labels the boards before those of a round with `distance`, which is one more than the round's, and adds them to
    /// the next round.
    fn label_before(
        &mut self,
        round: &Rounds<S::Word, SIDES>,
        size: usize,
        distance: u16,
        spread: &mut Spread<S::Word>,
        next: &mut Rounds<S::Word, SIDES>,
    ) {
        for (side, round) in round.iter().enumerate() {
            for (pile, margin) in [(&round.won, size as i8), (&round.lost, -(size as i8))] {
                if !pile.is_forgotten() {
                    self.label_before_boards(pile.boards(), side, margin, distance, spread, next);
                    continue;
                }
                self.look_through(
                    side,
                    |_| true,
                    |run, found| run.find(margin, distance - 1, found),
                    |this, found| {
                        let boards = found.of(margin).boards();
                        this.label_before_boards(boards, side, margin, distance, spread, next);
                    },
                );
            }
        }
    }

    /// The same for boards of one side that have this margin.
    fn label_before_boards(
        &self,
        boards: &[S::Word],
        side: usize,
        margin: i8,
        distance: u16,
        spread: &mut Spread<S::Word>,
        next: &mut Rounds<S::Word, SIDES>,
    ) {
        let side = SIDES - 1 - side;
        let (states, distances) = (&self.states[side], &self.distances[side]);
        let marks = Marks { states, distances, size: margin.unsigned_abs().into(), distance };
        let next = &mut next[side];
        if margin > 0 {
            self.for_each_before(boards, move |board, at, next| marks.before_won(board, at, next), spread, next);
        } else {
            self.for_each_before(boards, move |board, at, next| marks.before_lost(board, at, next), spread, next);
        }
    }

    /// Looks through the runs whose exits `look` finds promising, as many at a time as there are threads for. `find` adds
    /// boards of a run to a round, and `then` is given those of a few runs together.
    fn look_through(
        &mut self,
        side: usize,
        look: impl Fn(&Exits) -> bool + Sync,
        find: impl Fn(Run<S>, &mut Round<S::Word>) + Sync,
        mut then: impl FnMut(&Self, &mut Round<S::Word>),
    ) {
        let Tools { index, fronts, .. } = self.tools;
        let seeds = self.seeds;
        let at_once = if self.alone { 1 } else { spread::SHARES };
        let mut found: Vec<_> = (0..at_once).map(|_| Round::EMPTY).collect();
        let mut all = Round::EMPTY;
        for run in (0..self.exits.len()).step_by(at_once) {
            let from = run * RUN;
            self.states[side][from..]
                .par_chunks_mut(RUN)
                .zip(self.distances[side][from..].par_chunks_mut(RUN))
                .zip(&self.exits[run..])
                .zip(&mut found)
                .enumerate()
                .filter(|(_, ((_, exits), _))| look(exits))
                .for_each(|(at, (((states, distances), _), found))| {
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
    fn for_each_before(
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
        moves.back().for_each_stay(boards, |before| visit(before.word(), index.rank(before) as usize));
    }
}

fn zeros(count: usize) -> Vec<AtomicU16> {
    std::iter::repeat_with(AtomicU16::default).take(count).collect()
}

fn clear<W: Word, const SIDES: usize>(round: &mut Rounds<W, SIDES>, most: usize) {
    round.iter_mut().for_each(|round| round.clear(most));
}

/// The number of boards of both sides.
fn count<W: Word, const SIDES: usize>(round: &Rounds<W, SIDES>) -> usize {
    round.iter().map(Round::count).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{AWARI, Clauses, MODIAR, TIHBAT};
    use crate::shape::Fixed;

    /// The margins and distances of all layers, with so many boards on a pile at most.
    fn solve<S: Shape, const SIDES: usize>(clauses: &Clauses, shape: S, most: Seeds, listed: usize) -> Vec<(i8, u16)> {
        let tools = Tools::new(clauses, shape, most).expect("few boards");
        let mut lower: Vec<Vec<i8>> = Vec::new();
        let mut values = Vec::new();
        for seeds in most.layers() {
            let below: Vec<_> = lower.iter().map(Vec::as_slice).collect();
            let mut labelling = Labelling::<_, SIDES>::pass(&tools, &below, seeds, false, &|_| {});
            if SIDES == 2 {
                labelling.pin(Board::first(shape, seeds), 1);
            }
            labelling.listed = listed;
            let mut margins = [(); SIDES].map(|()| vec![0; tools.index.layer_boards(seeds) as usize]);
            let distances = labelling.label(margins.each_mut().map(Vec::as_mut_slice)).expect("short distances");
            for (margins, distances) in margins.iter().zip(&distances) {
                let plies = distances.plies.iter().map(|plies| plies.load(Relaxed));
                values.extend(margins.iter().copied().zip(plies));
            }
            lower.extend(margins.into_iter().next());
        }
        values
    }

    /// Whether the boards of a round are listed or looked for makes no difference.
    #[test]
    fn what_is_forgotten_is_found_again() {
        fn compare<S: Shape>(clauses: &Clauses, shape: S, most: usize) {
            let most = Seeds::new(most).expect("a layer");
            let (one, two) =
                (solve::<_, 1>(clauses, shape, most, usize::MAX), solve::<_, 2>(clauses, shape, most, usize::MAX));
            for listed in [1, 100, 1000] {
                assert!(solve::<_, 1>(clauses, shape, most, listed) == one, "{listed} listed");
                assert!(solve::<_, 2>(clauses, shape, most, listed) == two, "{listed} listed, both sides");
            }
        }
        compare(&TIHBAT.clauses, Fixed::<2>, 28);
        compare(&MODIAR.clauses, Fixed::<3>, 18);
        compare(&AWARI.clauses, Fixed::<6>, 6);
    }
}
