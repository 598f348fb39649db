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
//! Boards that an exit decides begin the rounds 0 (the game is over) and 1 (a capture). They are looked for, and the boards
//! before those found are labelled at once, so that these many are not listed. Only captures that lose wait on a list,
//! because a board before one may win by a capture that is still to be found. For the others it is not too soon: a board
//! where the game is over has no move to be labelled by, and a capture that is still to be found either wins t, so that no
//! move makes its board lose, or is all that its board has left, so that no move is taken from it.
//!
//! What a board knows is one small word, so that looking at it is one access to memory. Labels depend on the rounds
//! alone, never on the order within a round; the result is the same for every number of threads.
//!
//! In the middle of a game some positions may be *pinned*: seen before, hence ends worth 0. A position is a board and
//! a side, so a layer with pins is solved for both sides at once (`SIDES` = 2: a move leads from a board of one side
//! to a board of the other); without pins both sides are alike and one is enough.

use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use rayon::prelude::*;

use crate::board::{Board, Seeds};
use crate::progress::Progress;
use crate::shape::{Shape, Word};
use crate::value::Distance;

use super::distances::Distances;
use super::look::RUN;
use super::marks::{Marks, SPARE_APART};
use super::pass::{Passed, pass};
use super::pile::Pile;
use super::round::Round;
use super::spread::{SHARES, Spread};
use super::state::State;
use super::{SolveError, Tools};

/// Boards on a pile at most, in a layer of as many boards: few enough that piles take little memory beside the states.
fn most_listed(boards: u64) -> u64 {
    (boards / 64).max(1 << 18)
}

/// Boards that threads list and find on the way, about.
const ON_THE_WAY: u64 = 1 << 21;

/// Bytes of memory that a side of a layer takes at most, beside its margins: of each board a state and a distance, and some
/// of the boards on four piles, in words of as many bytes.
pub(super) fn memory(boards: u64, word: u64) -> u64 {
    let boards = boards.min(u64::MAX >> 8);
    let piles = 4 * most_listed(boards).min(boards) * word;
    boards.saturating_mul(4).saturating_add(piles).saturating_add(ON_THE_WAY.min(4 * boards) * word)
}

/// A round of each side.
pub(super) type Rounds<W, const SIDES: usize> = [Round<W>; SIDES];

/// A layer on its way to being solved.
pub(super) struct Labelling<'a, S: Shape, const SIDES: usize> {
    pub(super) tools: &'a Tools<S>,
    pub(super) seeds: Seeds,
    /// By side and rank.
    pub(super) states: [Vec<AtomicU16>; SIDES],
    /// By side and rank, and a spare one a share.
    pub(super) distances: [Distances; SIDES],
    /// By run.
    pub(super) passed: Vec<Passed>,
    /// Boards on a pile at most.
    listed: usize,
    /// Whether one thread alone labels.
    pub(super) alone: bool,
    progress: Progress<'a>,
}

impl<'a, S: Shape, const SIDES: usize> Labelling<'a, S, SIDES> {
    /// The forward pass over the layer of `seeds` seeds; `lower` are the margins of the layers below that a move can lead
    /// to, by seeds.
    pub(super) fn pass(
        tools: &'a Tools<S>,
        lower: &[&[i8]],
        seeds: Seeds,
        alone: bool,
        progress: Progress<'a>,
    ) -> Self {
        let boards = tools.index.layer_boards(seeds);
        let mut states = zeros(boards as usize);
        let pass_run = |(at, states): (usize, &mut [AtomicU16])| {
            let passed = pass(tools, lower, seeds, at * RUN, states);
            progress.add(states.len() as u64);
            passed
        };
        let passed = if alone {
            states.chunks_mut(RUN).enumerate().map(pass_run).collect()
        } else {
            states.par_chunks_mut(RUN).enumerate().map(pass_run).collect()
        };
        let mut sides = vec![states];
        while sides.len() < SIDES {
            let copy = sides[0].iter().map(|state| AtomicU16::new(state.load(Relaxed))).collect();
            sides.push(copy);
        }
        let states = sides.try_into().expect("one vector a side");
        let spare = SPARE_APART * if alone { 1 } else { SHARES };
        let distances = std::array::from_fn(|_| Distances::new(boards as usize + spare));
        let listed = most_listed(boards) as usize;
        Self { tools, seeds, states, distances, passed, listed, alone, progress }
    }

    /// Makes a position an end worth 0.
    pub(super) fn pin(&mut self, board: Board<S>, side: usize) {
        let state = self.states[side][self.tools.index.rank_of(board) as usize].get_mut();
        *state = State(*state).labelled(0).0;
    }

    /// Labels every board, and fills in the margins of each side. The answer is the longest distance, and the
    /// distances of each side.
    pub(super) fn label(mut self, margins: [&mut [i8]; SIDES]) -> Result<(Distance, [Distances; SIDES]), SolveError> {
        let progress = self.progress;
        let mut undecided = (SIDES * self.states[0].len()) as u64;
        let mut longest = 0;
        let mut spread = Spread::new();
        let [mut round, mut next] = [const { [Round::EMPTY; SIDES] }; 2];
        for size in (1..=self.seeds.count()).rev() {
            let mut labelled = |boards: usize, distance| {
                if boards > 0 {
                    undecided -= boards as u64;
                    longest = longest.max(distance);
                    progress.add(boards as u64 / SIDES as u64);
                }
            };
            clear(&mut round, self.listed);
            clear(&mut next, self.listed);
            labelled(self.label_ends(size, &mut spread, &mut round), 0);
            labelled(self.label_exits(size, &mut spread, &mut round, &mut next), 1);
            let mut distance: u16 = 1;
            loop {
                let boards = count(&round);
                labelled(boards, distance);
                if boards > 0 {
                    let distance = distance.checked_add(1).ok_or(SolveError::Distance)?;
                    self.distances.iter_mut().for_each(|distances| distances.reach(distance));
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
        progress.add(undecided / SIDES as u64);
        for (margins, states) in margins.into_iter().zip(&mut self.states) {
            for (margin, state) in margins.iter_mut().zip(states) {
                *margin = State(*state.get_mut()).margin();
            }
        }
        Ok((Distance::new(longest), self.distances))
    }

    /// Labels the boards on which the game is over and pays or costs this size, with distance 0, and the boards before them.
    /// The answer is the number of those where the game is over.
    fn label_ends(&mut self, size: usize, spread: &mut Spread<S::Word>, round: &mut Rounds<S::Word, SIDES>) -> usize {
        let mut count = 0;
        for side in 0..SIDES {
            self.look_through(
                side,
                |passed| passed.ends.may_have(size),
                |run, found| run.label_ends(size, found),
                |this, found| {
                    count += found.count();
                    this.label_before_boards(found.won.boards(), side, size as i8, 1, spread, round);
                    this.label_before_boards(found.lost.boards(), side, -(size as i8), 1, spread, round);
                },
            );
        }
        count
    }

    /// Labels the boards that are decided by an exit of this size, which is a capture, with distance 1. Lost ones are added
    /// to their round. Won ones are not kept: the boards before them are labelled with distance 2 at once, first before those
    /// that the round holds already, while a look for these finds no others. The round then holds lost ones alone. The answer
    /// is the number of won boards, listed or found.
    fn label_exits(
        &mut self,
        size: usize,
        spread: &mut Spread<S::Word>,
        round: &mut Rounds<S::Word, SIDES>,
        next: &mut Rounds<S::Word, SIDES>,
    ) -> usize {
        let mut count = 0;
        for (side, round) in round.iter_mut().enumerate() {
            self.label_before_pile(&round.won, side, size as i8, 2, spread, next);
            count += round.won.count();
            round.won.clear(self.listed);
        }
        for (side, round) in round.iter_mut().enumerate() {
            self.look_through(
                side,
                |passed| passed.exits.may_have(size),
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
            self.label_before_pile(&round.won, side, size as i8, distance, spread, next);
            self.label_before_pile(&round.lost, side, -(size as i8), distance, spread, next);
        }
    }

    /// The same for a pile of boards that are labelled with this margin.
    fn label_before_pile(
        &mut self,
        pile: &Pile<S::Word>,
        side: usize,
        margin: i8,
        distance: u16,
        spread: &mut Spread<S::Word>,
        next: &mut Rounds<S::Word, SIDES>,
    ) {
        if !pile.is_forgotten() {
            return self.label_before_boards(pile.boards(), side, margin, distance, spread, next);
        }
        self.look_through(
            side,
            |_| true,
            |run, found| run.find(margin, distance - 1, found),
            |this, found| {
                this.label_before_boards(found.of(margin).boards(), side, margin, distance, spread, next);
            },
        );
    }

    /// The same for any boards of one side that are labelled with this margin.
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
    use crate::rules::{AWARI, Clauses, MODIAR, NoMove, TIHBAT};
    use crate::shape::Fixed;

    /// The margins and distances of all layers, with so many boards on a pile at most, by one thread or by several.
    fn solve<S: Shape, const SIDES: usize>(
        clauses: &Clauses,
        shape: S,
        most: Seeds,
        (listed, alone): (usize, bool),
    ) -> Vec<(i8, u16)> {
        let tools = Tools::new(clauses, shape, most).expect("few boards");
        let mut lower: Vec<Vec<i8>> = Vec::new();
        let mut values = Vec::new();
        for seeds in most.layers() {
            let below: Vec<_> = lower.iter().map(Vec::as_slice).collect();
            let mut labelling = Labelling::<_, SIDES>::pass(&tools, &below, seeds, alone, Progress::NONE);
            let boards = tools.index.layer_boards(seeds);
            if SIDES == 2 {
                for (rank, side) in [(0, 1), (boards / 2, 0), (boards / 3, 1)] {
                    labelling.pin(tools.index.board_at(seeds, rank).expect("a board"), side);
                }
            }
            labelling.listed = listed;
            let mut margins = [(); SIDES].map(|()| vec![0; boards as usize]);
            let (_, distances) = labelling.label(margins.each_mut().map(Vec::as_mut_slice)).expect("short distances");
            for (margins, distances) in margins.iter().zip(&distances) {
                values.extend(margins.iter().copied().zip(distances.range(0..margins.len())));
            }
            lower.extend(margins.into_iter().next());
        }
        values
    }

    /// Whether the boards of a round are listed or looked for, and by whom, makes no difference.
    #[test]
    fn what_is_forgotten_is_found_again() {
        fn compare<S: Shape>(clauses: &Clauses, shape: S, most: usize) {
            let most = Seeds::new(most).expect("a layer");
            let one = solve::<_, 1>(clauses, shape, most, (usize::MAX, true));
            let two = solve::<_, 2>(clauses, shape, most, (usize::MAX, true));
            for how in [(1, true), (1, false), (100, false), (1000, true), (usize::MAX, false)] {
                assert!(solve::<_, 1>(clauses, shape, most, how) == one, "{how:?}");
                assert!(solve::<_, 2>(clauses, shape, most, how) == two, "{how:?}, both sides");
            }
        }
        compare(&TIHBAT.clauses(), Fixed::<2>, 28);
        compare(&MODIAR.clauses(), Fixed::<3>, 18);
        compare(&AWARI.clauses(), Fixed::<6>, 6);
        // Where the game is over on many boards.
        let rarely = MODIAR.clauses().with(|draft| (draft.lift_min, draft.no_move) = (3, NoMove::OpponentTakes));
        compare(&rarely.expect("clauses"), Fixed::<3>, 14);
    }
    /// Rules under which play is slow: a capture needs exactly 7 seeds in an own pit.
    #[test]
    fn distances_past_a_byte_are_found_again() {
        let mut slow = TIHBAT.clauses();
        for (clause, value) in [("pits", "6"), ("sowing.first", "next"), ("lift.min", "2"), ("capture.counts", "7")] {
            slow = slow.changed(clause, value).expect("a clause");
        }
        let most = Seeds::new(12).expect("a layer");
        let listed = solve::<_, 1>(&slow, Fixed::<6>, most, (usize::MAX, true));
        assert_eq!(listed.iter().map(|&(_, distance)| distance).max(), Some(319));
        assert!(solve::<_, 1>(&slow, Fixed::<6>, most, (1, false)) == listed);
    }
}
