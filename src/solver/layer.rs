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

use std::hint::select_unpredictable;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use rayon::prelude::*;

use crate::board::{Board, Seeds};
use crate::shape::{Shape, Word};
use crate::value::Distance;

use super::exits::{Exits, RUN, for_each_decided};
use super::fronts::Walk;
use super::pile::Pile;
use super::round::Round;
use super::spread::{self, At, Spread};
use super::state::{LABELLED, Layer, NO_EXIT, ONE_STAY, State};
use super::{SolveError, Tools};

/// Boards won or lost in a round below which it is not worth waking other threads.
const SMALL_ROUND: usize = 256;

/// Spare distances lie so far apart that threads do not wait for each other's.
const SPARE_APART: usize = 64;

/// A round of each side.
type Rounds<W, const SIDES: usize> = [Round<W>; SIDES];

/// A layer on its way to being solved.
pub(super) struct Labelling<'a, S: Shape, const SIDES: usize> {
    tools: &'a Tools<S>,
    seeds: Seeds,
    /// By side and rank.
    states: [Vec<AtomicU16>; SIDES],
    /// By side and rank, and a spare one a share, which is written to where a board gets no label.
    distances: [Vec<AtomicU16>; SIDES],
    /// By run.
    exits: Vec<Exits>,
    /// The boards on which the game is over, by the size of what that pays.
    over: Vec<Vec<S::Word>>,
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
        let boards = tools.index.layer_boards(seeds) as usize;
        let mut states = zeros(boards);
        let pass_run = |(at, states): (usize, &mut [AtomicU16])| {
            let found = pass_over(tools, lower, seeds, at * RUN, states);
            progress(states.len() as u64);
            found
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
        let distances = std::array::from_fn(|_| zeros(boards + spare));
        Self { tools, seeds, states, distances, exits, over, alone, progress }
    }

    /// Makes a position an end worth 0.
    pub(super) fn pin(&mut self, board: Board<S>, side: usize) {
        let state = self.states[side][self.tools.index.rank(board) as usize].get_mut();
        *state = State(*state).labelled(0).0;
    }

    /// Labels every board; the answer has one layer a side.
    pub(super) fn label(mut self) -> Result<[Layer; SIDES], SolveError> {
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
            [&mut over, &mut round, &mut next].into_iter().flatten().for_each(Round::clear);
            self.label_ends(size, &mut over);
            labelled(boards_of(&over), 0);
            self.label_before(&over, size, 1, &mut spread, &mut round);
            labelled(self.label_captures(size, &mut spread, &mut round, &mut next), 1);
            let mut distance: u16 = 1;
            loop {
                let boards = boards_of(&round);
                labelled(boards, distance);
                if boards > 0 {
                    let distance = distance.checked_add(1).ok_or(SolveError::Distance)?;
                    self.label_before(&round, size, distance, &mut spread, &mut next);
                }
                if boards_of(&next) == 0 {
                    break;
                }
                std::mem::swap(&mut round, &mut next);
                next.iter_mut().for_each(Round::clear);
                distance += 1;
            }
        }
        (self.progress)(undecided / SIDES as u64);
        drop((over, round, next, spread));
        let mut distances = self.distances.into_iter();
        Ok(self.states.map(|mut states| {
            let margins = states.iter_mut().map(|state| State(*state.get_mut()).margin()).collect();
            let distances = distances.next().expect("as many sides");
            Layer { seeds: self.seeds, max_distance: Distance::new(longest), margins, distances }
        }))
    }

    /// Labels the boards on which the game is over and pays this size: distance 0.
    fn label_ends(&mut self, size: usize, round: &mut Rounds<S::Word, SIDES>) {
        let boards = std::mem::take(&mut self.over[size]);
        for (side, round) in round.iter_mut().enumerate() {
            for &word in &boards {
                let rank = self.tools.rank(word);
                let state = self.states[side][rank].get_mut();
                let known = State(*state);
                if known.is(LABELLED) {
                    continue;
                }
                *state = known.labelled(known.number()).0;
                if known.number() > 0 { &mut round.won } else { &mut round.lost }.put(word, true);
            }
        }
    }

    /// Labels the boards that are decided by an exit of this size, which is a capture: distance 1. Lost ones are added to
    /// their round. Won ones are many, and are not kept: the boards before them are labelled at once, with distance 2,
    /// and added to the next round. That is not too soon. The boards that are still to be found here are those that win
    /// by as much, which such a move does not concern, and those that have no such move. The answer is the number of won
    /// ones.
    fn label_captures(
        &mut self,
        size: usize,
        spread: &mut Spread<S::Word>,
        round: &mut Rounds<S::Word, SIDES>,
        next: &mut Rounds<S::Word, SIDES>,
    ) -> usize {
        let at_once = if self.alone { 1 } else { spread::SHARES };
        let mut found: Vec<_> = (0..at_once).map(|_| Round::EMPTY).collect();
        let mut won = Pile::EMPTY;
        let mut count = 0;
        for (side, round) in round.iter_mut().enumerate() {
            for (first, exits) in self.exits.chunks(at_once).enumerate() {
                let from = first * at_once * RUN;
                let (Tools { index, fronts, .. }, seeds) = (self.tools, self.seeds);
                self.states[side][from..]
                    .par_chunks_mut(RUN)
                    .zip(self.distances[side][from..].par_chunks_mut(RUN))
                    .zip(exits)
                    .zip(&mut found)
                    .enumerate()
                    .filter(|(_, ((_, exits), _))| exits.may_have(size))
                    .for_each(|(at, (((states, distances), _), found))| {
                        let walk = fronts.walk(index, seeds, from + at * RUN);
                        label_captures(size, states, distances, from + at * RUN, walk, found);
                    });
                for found in &mut found {
                    won.append(&found.won);
                    round.lost.append(&found.lost);
                    found.clear();
                }
                count += won.boards().len();
                self.label_before_won(won.boards(), side, size, 2, spread, next);
                won.clear();
            }
        }
        count
    }

    /// Labels the boards before those of a round with `distance`, which is one more than the round's, and adds them to
    /// the next round.
    fn label_before(
        &self,
        round: &Rounds<S::Word, SIDES>,
        size: usize,
        distance: u16,
        spread: &mut Spread<S::Word>,
        next: &mut Rounds<S::Word, SIDES>,
    ) {
        for (side, round) in round.iter().enumerate() {
            self.label_before_won(round.won.boards(), side, size, distance, spread, next);
            let side = SIDES - 1 - side;
            let marks = self.marks(side, size, distance);
            let visit = move |board, at: At, next: &mut _| marks.before_lost(board, at, next);
            self.for_each_before(round.lost.boards(), visit, spread, &mut next[side]);
        }
    }

    /// The same for boards of one side that are won.
    fn label_before_won(
        &self,
        won: &[S::Word],
        side: usize,
        size: usize,
        distance: u16,
        spread: &mut Spread<S::Word>,
        next: &mut Rounds<S::Word, SIDES>,
    ) {
        let side = SIDES - 1 - side;
        let marks = self.marks(side, size, distance);
        let visit = move |board, at: At, next: &mut _| marks.before_won(board, at, next);
        self.for_each_before(won, visit, spread, &mut next[side]);
    }

    fn marks(&self, side: usize, size: usize, distance: u16) -> Marks<'_> {
        Marks { states: &self.states[side], distances: &self.distances[side], size, distance }
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

/// The boards of one side while a round is labelled.
#[derive(Clone, Copy)]
struct Marks<'a> {
    states: &'a [AtomicU16],
    distances: &'a [AtomicU16],
    size: usize,
    /// What is labelled now has this distance.
    distance: u16,
}

impl Marks<'_> {
    /// A board with a move to a board lost by `size` is won by `size`.
    #[inline(always)]
    fn before_lost<W: Word>(self, board: W, at: At, next: &mut Round<W>) {
        let state = &self.states[at.rank];
        let known = State(state.load(Relaxed));
        let fresh = !known.is(LABELLED);
        state.store(select_unpredictable(fresh, known.labelled(self.size as i8).0, known.0), Relaxed);
        self.set_distance(at, fresh);
        next.won.put(board, fresh);
    }

    /// A board with a move to a board won by `size` has one move less that could save it; without any left it has its
    /// exit alone. The count goes down whether it is labelled or not.
    #[inline(always)]
    fn before_won<W: Word>(self, board: W, at: At, next: &mut Round<W>) {
        let state = &self.states[at.rank];
        let known = State(state.load(Relaxed) - ONE_STAY);
        let lost = known.is_lost_by(self.size);
        state.store(select_unpredictable(lost, known.labelled(-(self.size as i8)).0, known.0), Relaxed);
        self.set_distance(at, lost);
        next.lost.put(board, lost);
    }

    /// Sets the distance of a board if it has just been labelled.
    #[inline(always)]
    fn set_distance(self, at: At, labelled: bool) {
        let spare = self.states.len() + SPARE_APART * at.share;
        self.distances[select_unpredictable(labelled, at.rank, spare)].store(self.distance, Relaxed);
    }
}

fn zeros(count: usize) -> Vec<AtomicU16> {
    std::iter::repeat_with(AtomicU16::default).take(count).collect()
}

/// The number of boards of both sides.
fn boards_of<W: Word, const SIDES: usize>(round: &Rounds<W, SIDES>) -> usize {
    round.iter().map(Round::boards).sum()
}

/// What is found in a run of boards.
struct Run<W> {
    exits: Exits,
    /// The boards on which the game is over, with the size of what that pays.
    over: Vec<(u8, W)>,
}

/// The forward pass over a run of boards, the first of which has the rank `first`: fills in their states.
fn pass_over<S: Shape>(
    tools: &Tools<S>,
    lower: &[&[i8]],
    seeds: Seeds,
    first: usize,
    states: &mut [AtomicU16],
) -> Run<S::Word> {
    let Tools { moves, index, fronts } = tools;
    let mut walk = fronts.walk(index, seeds, first);
    let mut found = Run { exits: Exits::NONE, over: Vec::new() };
    for (place, state) in states.iter_mut().enumerate() {
        let board = tools.board(walk.board(first + place));
        let mut exit = NO_EXIT;
        let stays = moves.for_each_capture(board, |captured, after| {
            let captured = captured.count();
            exit = exit.max(captured as i8 - lower[seeds.count() - captured][index.rank(after) as usize]);
        });
        let known = match stays {
            Some(stays) => State::open(exit, stays as u16),
            None => {
                let pays = moves.ending(board);
                found.over.push((pays.unsigned_abs(), board.word()));
                State::ended(pays)
            }
        };
        found.exits.add(exit);
        *state.get_mut() = known.0;
    }
    found
}

/// Labels the boards of a run that are decided by an exit of this size, and sorts them into won and lost ones. `walk` comes
/// by the boards of the run, the first of which has the rank `first`.
fn label_captures<S: Shape>(
    size: usize,
    states: &mut [AtomicU16],
    distances: &mut [AtomicU16],
    first: usize,
    mut walk: Walk<S>,
    found: &mut Round<S::Word>,
) {
    for_each_decided(states, size, |place, state| {
        let known = State(*state);
        *state = known.labelled(known.number()).0;
        *distances[place].get_mut() = 1;
        let board = walk.board(first + place);
        if known.number() > 0 { &mut found.won } else { &mut found.lost }.put(board, true);
    });
}
