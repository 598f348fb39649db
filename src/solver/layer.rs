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
use crate::index::Index;
use crate::moves::Moves;
use crate::shape::Shape;
use crate::value::Distance;

use super::SolveError;
use super::exits::Exits;
use super::pile::Pile;
use super::round::Round;
use super::spread::{self, At, Spread};
use super::state::{ENDED, LABELLED, Layer, NO_EXIT, ONE_STAY, State};

/// Boards that one worker passes over at a time.
const RUN: usize = 1 << 14;

/// Boards won or lost in a round below which it is not worth waking other threads.
const SMALL_ROUND: usize = 256;

/// Spare distances lie so far apart that threads do not wait for each other's.
const SPARE_APART: usize = 64;

/// Boards whose moves are taken back before the boards found are looked at.
const LISTED: usize = 64;

/// A round of each side.
type Rounds<W, const SIDES: usize> = [Round<W>; SIDES];

/// A layer on its way to being solved.
pub(super) struct Labelling<'a, S: Shape, const SIDES: usize> {
    moves: &'a Moves<S>,
    index: &'a Index<S>,
    seeds: Seeds,
    /// By side and rank.
    states: [Vec<AtomicU16>; SIDES],
    /// By side and rank, and a spare one a share, which is written to where a board gets no label.
    distances: [Vec<AtomicU16>; SIDES],
    exits: Vec<Exits<S::Word>>,
    /// By side and size of the exit.
    late: [Vec<Vec<S::Word>>; SIDES],
    /// Whether one thread alone labels.
    alone: bool,
    progress: &'a (dyn Fn(u64) + Sync),
}

impl<'a, S: Shape, const SIDES: usize> Labelling<'a, S, SIDES> {
    /// The forward pass over the layer of `seeds` seeds; `lower` are the margins of the layers below that a move can lead
    /// to, by seeds.
    pub(super) fn pass(
        moves: &'a Moves<S>,
        index: &'a Index<S>,
        lower: &[&[i8]],
        seeds: Seeds,
        alone: bool,
        progress: &'a (dyn Fn(u64) + Sync),
    ) -> Self {
        let boards = index.layer_boards(seeds) as usize;
        let mut states = zeros(boards);
        let pass_run = |found: &mut Pile<_>, (at, states): (usize, &mut [AtomicU16])| {
            let first = index.ranked(seeds, (at * RUN) as u64).expect("a run begins inside its layer");
            found.clear();
            pass_over(moves, index, lower, first, states, found);
            progress(states.len() as u64);
            Exits::sort(seeds, found.boards())
        };
        let exits = if alone {
            let mut found = Pile::EMPTY;
            states.chunks_mut(RUN).enumerate().map(|run| pass_run(&mut found, run)).collect()
        } else {
            states.par_chunks_mut(RUN).enumerate().map_init(|| Pile::EMPTY, pass_run).collect()
        };
        let mut sides = vec![states];
        while sides.len() < SIDES {
            let copy = sides[0].iter().map(|state| AtomicU16::new(state.load(Relaxed))).collect();
            sides.push(copy);
        }
        let states = sides.try_into().expect("one vector a side");
        let spare = SPARE_APART * if alone { 1 } else { spread::SHARES };
        let distances = std::array::from_fn(|_| zeros(boards + spare));
        let late = std::array::from_fn(|_| vec![Vec::new(); seeds.count() + 1]);
        Self { moves, index, seeds, states, distances, exits, late, alone, progress }
    }

    /// Makes a position an end worth 0.
    pub(super) fn pin(&mut self, board: Board<S>, side: usize) {
        let state = self.states[side][self.index.rank(board) as usize].get_mut();
        *state = State(*state).labelled(0).0;
    }

    /// Labels every board; the answer has one layer a side.
    pub(super) fn label(mut self) -> Result<[Layer; SIDES], SolveError> {
        let mut undecided = (SIDES * self.states[0].len()) as u64;
        let mut longest = 0;
        let mut spread = Spread::new();
        let [mut round, mut next] = [const { [Round::EMPTY; SIDES] }; 2];
        for size in (1..=self.seeds.count()).rev() {
            round.iter_mut().chain(&mut next).for_each(Round::clear);
            self.decided_by_exits(size, &mut round, &mut next);
            let mut distance: u16 = 0;
            loop {
                let labelled = round.iter().map(Round::boards).sum::<usize>();
                if labelled > 0 {
                    undecided -= labelled as u64;
                    longest = longest.max(distance);
                    (self.progress)(labelled as u64 / SIDES as u64);
                    let distance = distance.checked_add(1).ok_or(SolveError::Distance)?;
                    self.before(&round, size, distance, &mut spread, &mut next);
                }
                for (late, next) in self.late.iter_mut().zip(&mut next) {
                    for (size, board) in next.late.drain(..) {
                        late[usize::from(size)].push(board);
                    }
                }
                if next.iter().all(|next| next.boards() == 0) {
                    break;
                }
                std::mem::swap(&mut round, &mut next);
                next.iter_mut().for_each(Round::clear);
                distance += 1;
            }
        }
        (self.progress)(undecided / SIDES as u64);
        let (seeds, max_distance) = (self.seeds, Distance::new(longest));
        let mut distances = self.distances.into_iter();
        Ok(self.states.map(|states| {
            let distances = distances.next().expect("as many sides");
            Layer { seeds, max_distance, states, distances }
        }))
    }

    /// Labels the boards whose exit of this size decides them: those where the game is over (distance 0), and those
    /// that capture (distance 1).
    fn decided_by_exits(
        &mut self,
        size: usize,
        over: &mut Rounds<S::Word, SIDES>,
        capture: &mut Rounds<S::Word, SIDES>,
    ) {
        for side in 0..SIDES {
            let late = std::mem::take(&mut self.late[side][size]);
            let boards = self.exits.iter().flat_map(|exits| exits.of_size(size)).chain(&late);
            for &word in boards {
                let rank = self.index.rank(Board::from_word(word, self.moves.shape())) as usize;
                let state = self.states[side][rank].get_mut();
                let known = State(*state);
                let fresh = !known.is(LABELLED);
                let margin = known.number();
                let distance = u16::from(!known.is(ENDED));
                *state = select_unpredictable(fresh, known.labelled(margin).0, known.0);
                let spare = self.states[side].len();
                *self.distances[side][select_unpredictable(fresh, rank, spare)].get_mut() = distance;
                if margin > 0 && distance == 1 {
                    capture[side].won.put(word, fresh);
                    continue;
                }
                let round = if distance == 0 { &mut over[side] } else { &mut capture[side] };
                if margin > 0 { &mut round.won } else { &mut round.lost }.put(word, fresh);
            }
        }
    }

    /// Labels the boards before those of a round with `distance`, which is one more than the round's, and adds them to
    /// the next round.
    fn before(
        &self,
        round: &Rounds<S::Word, SIDES>,
        size: usize,
        distance: u16,
        spread: &mut Spread<S::Word>,
        next: &mut Rounds<S::Word, SIDES>,
    ) {
        for (side, round) in round.iter().enumerate() {
            let side = SIDES - 1 - side;
            let next = &mut next[side];
            let won = |board, at: At, next: &mut _| self.before_won(board, side, at, size, distance, next);
            let lost = |board, at: At, next: &mut _| self.before_lost(board, side, at, size, distance, next);
            self.for_each_before(round.won.boards(), won, spread, next);
            self.for_each_before(round.lost.boards(), lost, spread, next);
        }
    }

    /// A board with a move to a board lost by `size` is won by `size`.
    #[inline(always)]
    fn before_lost(&self, board: S::Word, side: usize, at: At, size: usize, distance: u16, next: &mut Round<S::Word>) {
        let state = &self.states[side][at.rank];
        let known = State(state.load(Relaxed));
        let fresh = !known.is(LABELLED);
        state.store(select_unpredictable(fresh, known.labelled(size as i8).0, known.0), Relaxed);
        self.set_distance(side, at, distance, fresh);
        next.won.put(board, fresh);
    }

    /// A board with a move to a board won by `size` has one move less that could save it; without any left it has its
    /// exit alone. The count goes down whether it is labelled or not.
    #[inline(always)]
    fn before_won(&self, board: S::Word, side: usize, at: At, size: usize, distance: u16, next: &mut Round<S::Word>) {
        let state = &self.states[side][at.rank];
        let known = State(state.load(Relaxed) - ONE_STAY);
        let lost = known.is_lost_by(size);
        state.store(select_unpredictable(lost, known.labelled(-(size as i8)).0, known.0), Relaxed);
        self.set_distance(side, at, distance, lost);
        next.lost.put(board, lost);
        if known.is_lost_by_less_than(size) {
            next.late.push((known.number().unsigned_abs(), board));
        }
    }

    /// Sets the distance of a board if it has just been labelled.
    #[inline(always)]
    fn set_distance(&self, side: usize, at: At, distance: u16, labelled: bool) {
        let spare = self.states[side].len() + SPARE_APART * at.share;
        self.distances[side][select_unpredictable(labelled, at.rank, spare)].store(distance, Relaxed);
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

    /// Visits the boards before these, with their ranks. They are listed before they are visited: what is decided
    /// about one never has to wait for what the search for the next comes to.
    #[inline(always)]
    fn list_before(&self, boards: &[S::Word], mut visit: impl FnMut(S::Word, usize)) {
        let mut list = Pile::EMPTY;
        for some in boards.chunks(LISTED) {
            list.clear();
            for &word in some {
                let board = Board::from_word(word, self.moves.shape());
                self.moves.for_each_stay_before(board, |before| list.put(before.word(), true));
            }
            for &before in list.boards() {
                visit(before, self.index.rank(Board::from_word(before, self.moves.shape())) as usize);
            }
        }
    }
}

fn zeros(count: usize) -> Vec<AtomicU16> {
    std::iter::repeat_with(AtomicU16::default).take(count).collect()
}

/// The forward pass over a run of boards that begins with `first`: fills in their states, and says which of them an
/// exit alone may decide, each with the size of that exit.
fn pass_over<S: Shape>(
    moves: &Moves<S>,
    index: &Index<S>,
    lower: &[&[i8]],
    first: Board<S>,
    states: &mut [AtomicU16],
    found: &mut Pile<(u8, S::Word)>,
) {
    let mut board = first;
    let seeds = first.total().count();
    for state in states {
        let mut exit = NO_EXIT;
        let stays = moves.for_each_capture(board, |captured, after| {
            let captured = captured.count();
            exit = exit.max(captured as i8 - lower[seeds - captured][index.rank(after) as usize]);
        });
        let known = match stays {
            Some(stays) => State::open(exit, stays as u16),
            None => {
                exit = moves.ending(board);
                State::ended(exit)
            }
        };
        *state.get_mut() = known.0;
        found.put((exit.unsigned_abs(), board.word()), (exit > 0) | known.has_only_a_loss());
        board = board.next();
    }
}
