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
//! What a board knows is one word, so that looking at it is one access to memory. Labels depend on the rounds alone,
//! never on the order within a round; the result is the same for every number of threads.
//!
//! In the middle of a game some positions may be *pinned*: seen before, hence ends worth 0. A position is a board and
//! a side, so a layer with pins is solved for both sides at once (`SIDES` = 2: a move leads from a board of one side
//! to a board of the other); without pins both sides are alike and one is enough.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use rayon::prelude::*;

use crate::board::{Board, Seeds};
use crate::index::Index;
use crate::moves::Moves;
use crate::shape::Shape;
use crate::value::Distance;

use super::SolveError;
use super::exits::Exits;
use super::state::{ENDED, LABELLED, Layer, NO_EXIT, ONE_STAY, State};

/// Boards that one worker passes over, or takes back moves from, at a time.
const RUN: usize = 1 << 14;

/// Boards in a round below which it is not worth waking other threads.
const SMALL_ROUND: usize = 256;

/// The boards of one side labelled in one round.
#[derive(Clone)]
struct Round<W> {
    won: Vec<W>,
    lost: Vec<W>,
    /// Boards without a move left but their exit, which is better for them than what is being labelled: with its size.
    late: Vec<(u8, W)>,
}

/// A round of each side.
type Rounds<W, const SIDES: usize> = [Round<W>; SIDES];

impl<W> Round<W> {
    const EMPTY: Self = Self { won: Vec::new(), lost: Vec::new(), late: Vec::new() };

    fn boards(&self) -> usize {
        self.won.len() + self.lost.len()
    }

    fn append(&mut self, mut other: Self) {
        self.won.append(&mut other.won);
        self.lost.append(&mut other.lost);
        self.late.append(&mut other.late);
    }
}

/// A layer on its way to being solved.
pub(super) struct Labelling<'a, S: Shape, const SIDES: usize> {
    moves: &'a Moves<S>,
    index: &'a Index<S>,
    seeds: Seeds,
    /// By side and rank.
    states: [Vec<AtomicU32>; SIDES],
    exits: Vec<Exits<S::Word>>,
    /// By side and size of the exit.
    late: [Vec<Vec<S::Word>>; SIDES],
    progress: &'a (dyn Fn(u64) + Sync),
}

impl<'a, S: Shape, const SIDES: usize> Labelling<'a, S, SIDES> {
    /// The forward pass over the layer of `seeds` seeds; `lower` are the margins of all boards with fewer.
    pub(super) fn pass(
        moves: &'a Moves<S>,
        index: &'a Index<S>,
        lower: &[i8],
        seeds: Seeds,
        progress: &'a (dyn Fn(u64) + Sync),
    ) -> Self {
        let boards = index.layer_boards(seeds) as usize;
        let mut states: Vec<AtomicU32> = Vec::new();
        states.resize_with(boards, AtomicU32::default);
        let exits = states
            .par_chunks_mut(RUN)
            .enumerate()
            .map(|(run, states)| {
                let first = index.ranked(seeds, (run * RUN) as u64).expect("a run begins inside its layer");
                let exits = pass_over(moves, index, lower, first, states);
                progress(states.len() as u64);
                Exits::sort(seeds, &exits)
            })
            .collect();
        let mut sides = vec![states];
        while sides.len() < SIDES {
            let copy = sides[0].iter().map(|state| AtomicU32::new(state.load(Relaxed))).collect();
            sides.push(copy);
        }
        let states = sides.try_into().expect("one vector a side");
        let late = std::array::from_fn(|_| vec![Vec::new(); seeds.count() + 1]);
        Self { moves, index, seeds, states, exits, late, progress }
    }

    /// Makes a position an end worth 0.
    pub(super) fn pin(&mut self, board: Board<S>, side: usize) {
        let state = self.states[side][self.index.rank(board) as usize].get_mut();
        *state = State(*state).labelled(0, 0).0;
    }

    /// Labels every board; the answer has one layer a side.
    pub(super) fn label(mut self) -> Result<[Layer; SIDES], SolveError> {
        let mut undecided = (SIDES * self.states[0].len()) as u64;
        let mut longest = 0;
        for size in (1..=self.seeds.count()).rev() {
            let [mut round, mut next] = self.decided_by_exits(size);
            let mut distance: u16 = 0;
            loop {
                let labelled = round.iter().map(Round::boards).sum::<usize>();
                if labelled > 0 {
                    undecided -= labelled as u64;
                    longest = longest.max(distance);
                    (self.progress)(labelled as u64 / SIDES as u64);
                    let found = self.before(&round, size, distance.checked_add(1).ok_or(SolveError::Distance)?);
                    for (next, found) in next.iter_mut().zip(found) {
                        next.append(found);
                    }
                }
                for (late, next) in self.late.iter_mut().zip(&mut next) {
                    for (size, board) in next.late.drain(..) {
                        late[usize::from(size)].push(board);
                    }
                }
                if next.iter().all(|next| next.boards() == 0) {
                    break;
                }
                round = std::mem::replace(&mut next, [Round::EMPTY; SIDES]);
                distance += 1;
            }
        }
        (self.progress)(undecided / SIDES as u64);
        let (seeds, max_distance) = (self.seeds, Distance::new(longest));
        Ok(self.states.map(|states| Layer { seeds, max_distance, states }))
    }

    /// Labels the boards whose exit of this size decides them: those where the game is over (distance 0), and those
    /// that capture (distance 1).
    fn decided_by_exits(&mut self, size: usize) -> [Rounds<S::Word, SIDES>; 2] {
        let mut over = [Round::EMPTY; SIDES];
        let mut capture = [Round::EMPTY; SIDES];
        for side in 0..SIDES {
            let late = std::mem::take(&mut self.late[side][size]);
            let boards = self.exits.iter().flat_map(|exits| exits.of_size(size)).chain(&late);
            for &word in boards {
                let rank = self.index.rank(Board::from_word(word, self.moves.shape())) as usize;
                let state = self.states[side][rank].get_mut();
                let known = State(*state);
                if known.is(LABELLED) {
                    continue;
                }
                let margin = known.number();
                let (round, distance) = if known.is(ENDED) { (&mut over, 0) } else { (&mut capture, 1) };
                *state = known.labelled(margin, distance).0;
                let round = &mut round[side];
                if margin > 0 { &mut round.won } else { &mut round.lost }.push(word);
            }
        }
        [over, capture]
    }

    /// Labels the boards before those of a round with `distance`, which is one more than the round's.
    fn before(&self, round: &Rounds<S::Word, SIDES>, size: usize, distance: u16) -> Rounds<S::Word, SIDES> {
        let boards: usize = round.iter().map(Round::boards).sum();
        if boards < SMALL_ROUND || rayon::current_num_threads() == 1 {
            let mut found = [Round::EMPTY; SIDES];
            for (side, round) in round.iter().enumerate() {
                let found = &mut found[SIDES - 1 - side];
                self.before_won::<true>(&round.won, SIDES - 1 - side, size, distance, found);
                self.before_lost::<true>(&round.lost, SIDES - 1 - side, size, distance, found);
            }
            return found;
        }
        let run = (boards / (8 * rayon::current_num_threads())).clamp(64, RUN);
        let mut found = [Round::EMPTY; SIDES];
        for (side, round) in round.iter().enumerate() {
            let side = SIDES - 1 - side;
            let won = round.won.par_chunks(run).map(|boards| {
                let mut found = Round::EMPTY;
                self.before_won::<false>(boards, side, size, distance, &mut found);
                found
            });
            let lost = round.lost.par_chunks(run).map(|boards| {
                let mut found = Round::EMPTY;
                self.before_lost::<false>(boards, side, size, distance, &mut found);
                found
            });
            for more in won.chain(lost).collect::<Vec<_>>() {
                found[side].append(more);
            }
        }
        found
    }

    /// Boards with a move to a board lost by `size` are won by `size`.
    fn before_lost<const ALONE: bool>(
        &self,
        lost: &[S::Word],
        side: usize,
        size: usize,
        distance: u16,
        found: &mut Round<S::Word>,
    ) {
        for &word in lost {
            self.moves.for_each_stay_before(Board::from_word(word, self.moves.shape()), |before| {
                let state = &self.states[side][self.index.rank(before) as usize];
                let mut known = State(state.load(Relaxed));
                while !known.is(LABELLED) {
                    let won = known.labelled(size as i8, distance);
                    if ALONE {
                        state.store(won.0, Relaxed);
                    } else if let Err(newer) = state.compare_exchange_weak(known.0, won.0, Relaxed, Relaxed) {
                        known = State(newer);
                        continue;
                    }
                    found.won.push(before.word());
                    break;
                }
            });
        }
    }

    /// Boards with a move to a board won by `size` have one move less that could save them; without any left they
    /// have their exit alone.
    fn before_won<const ALONE: bool>(
        &self,
        won: &[S::Word],
        side: usize,
        size: usize,
        distance: u16,
        found: &mut Round<S::Word>,
    ) {
        for &word in won {
            self.moves.for_each_stay_before(Board::from_word(word, self.moves.shape()), |before| {
                let state = &self.states[side][self.index.rank(before) as usize];
                let mut known = State(state.load(Relaxed));
                if known.is(LABELLED) {
                    return;
                }
                if ALONE {
                    state.store(known.0 - ONE_STAY, Relaxed);
                } else {
                    // A board labelled in between keeps its count, which this move is part of.
                    known = State(state.fetch_sub(ONE_STAY, Relaxed));
                    if known.is(LABELLED) {
                        return;
                    }
                }
                if known.stays() > 1 {
                    return;
                }
                let exit = known.number();
                if i32::from(exit) <= -(size as i32) {
                    let lost = State(known.0 - ONE_STAY).labelled(-(size as i8), distance);
                    state.store(lost.0, Relaxed);
                    found.lost.push(before.word());
                } else if exit < 0 {
                    found.late.push((exit.unsigned_abs(), before.word()));
                }
            });
        }
    }
}

/// The forward pass over a run of boards that begins with `first`: fills in their states, and says which of them an
/// exit alone may decide, each with the size of that exit.
fn pass_over<S: Shape>(
    moves: &Moves<S>,
    index: &Index<S>,
    lower: &[i8],
    first: Board<S>,
    states: &mut [AtomicU32],
) -> Vec<(u8, S::Word)> {
    let mut found = Vec::with_capacity(states.len());
    let mut board = first;
    for state in states {
        let mut exit = NO_EXIT;
        let mut stays = 0;
        let open = moves.for_each(board, |_, captured, after| {
            if captured == Seeds::NONE {
                stays += 1;
            } else {
                let margin = captured.count() as i8 - lower[index.number(after) as usize];
                exit = exit.max(margin);
            }
        });
        let known = if open {
            State::open(exit, stays)
        } else {
            exit = moves.ending(board);
            State::ended(exit)
        };
        *state.get_mut() = known.0;
        if exit > 0 || (exit < 0 && exit != NO_EXIT && stays == 0) {
            found.push((exit.unsigned_abs(), board.word()));
        }
        board = board.next();
    }
    found
}
