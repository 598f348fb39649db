//! The reachable positions agree with a plain search, position by position.

use std::collections::{BTreeMap, HashSet};

use crate::common::{naive, naive_rules};
use tihbat::index::Index;
use tihbat::position::Side;
use tihbat::progress::Progress;
use tihbat::reach::{Counts, walk};
use tihbat::rules::{AWARI, GrandSlam, MODIAR, NoMove, OriginOnLaps, Place, Rules, Start, TIHBAT};

/// The board, whether North is to move, and South's total.
type Plain = (Vec<u8>, bool, u32);

/// All reachable positions, by following every move of every position once.
fn plainly(rules: &Rules) -> HashSet<Plain> {
    let naive_rules = naive_rules(rules.clauses());
    let start: Plain = (rules.start().pits().collect(), false, 0);
    let mut seen = HashSet::from([start.clone()]);
    let mut open = Vec::new();
    let mut follow = |(board, north, south): Plain, captures: bool, open: &mut Vec<Plain>| {
        let plays = if captures {
            naive::successors(&naive_rules, &board)
        } else {
            naive::legal_moves(&naive_rules, &board, false)
        };
        for play in plays {
            let south = south + if north { 0 } else { play.captured };
            let after = (naive::swapped(&play.after), !north, south);
            if seen.insert(after.clone()) {
                open.push(after);
            }
        }
    };
    // The start is left once. When it occurs again the game is over, with or without captures.
    follow(start, rules.captures_on_first_move(), &mut open);
    while let Some(position) = open.pop() {
        follow(position, true, &mut open);
    }
    seen
}

fn agree(rules: &Rules) -> Counts {
    let plain = plainly(rules);
    let mut walked = HashSet::new();
    let mut all = Counts::default();
    let mut by_layer: BTreeMap<usize, Counts> = BTreeMap::new();
    let Ok(()) = walk::<std::convert::Infallible>(rules, Progress::NONE, |layer| {
        for position in layer.positions() {
            assert_eq!(position.seeds(), rules.seeds().count());
            let south = position.captured[0].count() as u32;
            let new = walked.insert((position.board.pits().collect(), position.side == Side::North, south));
            assert!(new, "{position} is listed twice");
        }
        all += layer.counts();
        by_layer.insert(layer.seeds().count(), layer.counts());
        Ok(())
    });
    assert!(walked == plain, "{} positions walked, {} found plainly", walked.len(), plain.len());
    let count = |seeds: Option<usize>| {
        let total = |board: &[u8]| board.iter().map(|&seeds| usize::from(seeds)).sum::<usize>();
        let here = || plain.iter().filter(|(board, ..)| seeds.is_none_or(|seeds| total(board) == seeds));
        Counts {
            positions: here().count() as u64,
            boards_with_side: here().map(|(board, north, _)| (board, north)).collect::<HashSet<_>>().len() as u64,
            boards: here().map(|(board, ..)| board).collect::<HashSet<_>>().len() as u64,
        }
    };
    assert_eq!(all, count(None));
    for seeds in 0..=rules.seeds().count() {
        assert_eq!(by_layer.get(&seeds).copied().unwrap_or_default(), count(Some(seeds)), "layer {seeds}");
    }
    all
}

#[test]
fn every_position_of_tihbat_is_reached_once() {
    agree(&TIHBAT);
}

#[test]
fn small_games_of_every_size_are_walked_whole() {
    for (rules, sizes) in [
        (TIHBAT, &[(1, 1), (1, 9), (2, 3), (3, 2)][..]),
        (MODIAR, &[(1, 2), (1, 9), (2, 1), (2, 2), (2, 4), (3, 2), (3, 3)]),
        (AWARI, &[(2, 3), (3, 2), (4, 1)]),
    ] {
        for &(pits, seeds) in sizes {
            let rules = rules.resized(pits, seeds).expect("a size");
            agree(&rules);
            agree(&opened(rules, !rules.captures_on_first_move()));
        }
    }
}

#[test]
fn positions_are_listed_by_board_then_side_then_total() {
    for rules in [TIHBAT, MODIAR.resized(2, 4).expect("a size")] {
        let index = Index::new(rules.clauses().shape());
        let mut layers = Vec::new();
        let Ok(()) = walk::<std::convert::Infallible>(&rules, Progress::NONE, |layer| {
            layers.push(layer.seeds());
            let keys: Vec<_> = layer
                .positions()
                .map(|position| (index.index_of(position.board), position.side, position.captured[0]))
                .collect();
            assert!(keys.is_sorted_by(|one, next| one < next), "layer {}", layer.seeds());
            Ok(())
        });
        assert_eq!(layers.first(), Some(&rules.seeds()));
        assert!(layers.is_sorted_by(|one, next| one > next), "{layers:?}");
    }
}

/// Whole games, played move by move with their history.
struct Games {
    rules: naive::Rules,
    captures_on_first_move: bool,
    met: HashSet<Plain>,
    /// The boards of the current game, and whether North was to move.
    history: Vec<(Vec<u8>, bool)>,
}

impl Games {
    /// Plays every continuation. A board that occurs again with the same player to move ends the game.
    fn play(&mut self, (board, north, south): Plain) {
        let here = (board.clone(), north);
        self.met.insert((board.clone(), north, south));
        if self.history.contains(&here) {
            return;
        }
        let plays = if self.history.is_empty() && !self.captures_on_first_move {
            naive::legal_moves(&self.rules, &board, false)
        } else {
            naive::successors(&self.rules, &board)
        };
        self.history.push(here);
        for play in plays {
            let south = south + if north { 0 } else { play.captured };
            self.play((naive::swapped(&play.after), !north, south));
        }
        self.history.pop();
    }
}

/// All positions of all games, each played to its end. The time grows very fast.
fn played_out(rules: &Rules) -> HashSet<Plain> {
    let mut games = Games {
        rules: naive_rules(rules.clauses()),
        captures_on_first_move: rules.captures_on_first_move(),
        met: HashSet::new(),
        history: Vec::new(),
    };
    games.play((rules.start().pits().collect(), false, 0));
    games.met
}

#[test]
fn what_is_reached_is_what_some_game_meets() {
    for (rules, sizes) in [
        (TIHBAT, &[(1, 1), (1, 9), (2, 1), (2, 2)][..]),
        (MODIAR, &[(1, 2), (1, 9), (2, 1), (2, 2)]),
        (AWARI, &[(1, 1), (1, 9), (2, 1)]),
    ] {
        for &(pits, seeds) in sizes {
            for captures_on_first_move in [false, true] {
                let rules = opened(rules.resized(pits, seeds).expect("a size"), captures_on_first_move);
                let met = played_out(&rules);
                assert!(met == plainly(&rules), "2 x {pits} pits, {seeds} seeds each");
                assert_eq!(agree(&rules).positions, met.len() as u64);
            }
        }
    }
}

/// The rules with a first move that captures or does not.
fn opened(rules: Rules, captures_on_first_move: bool) -> Rules {
    rules.with(|draft| draft.captures_on_first_move = captures_on_first_move).expect("rules")
}

/// Games whose start occurs again after a first move without captures. Leaving it again, with captures, would reach
/// positions that no game reaches.
fn games_that_come_back() -> [(Rules, usize); 3] {
    let odd = TIHBAT.clauses().changed("capture.counts", "3,5,7").expect("a reading");
    let single = TIHBAT.clauses().with(|draft| {
        (draft.place, draft.grand_slam, draft.no_move) = (Place::Both, GrandSlam::Forbidden, NoMove::Pass);
    });
    let single = single.expect("a reading");
    let sown = AWARI.clauses().with(|draft| draft.origin_on_laps = OriginOnLaps::Sown).expect("a reading");
    [(odd, 2, 2, 84), (single, 1, 3, 4), (sown, 1, 1, 2)].map(|(clauses, pits, seeds, positions)| {
        let clauses = clauses.with(|draft| draft.pits = pits).expect("a size");
        (opened(Rules::new(clauses, Start::SeedsPerPit(seeds)).expect("a size"), false), positions)
    })
}

#[test]
fn a_start_that_comes_back_ends_the_game() {
    for (rules, positions) in games_that_come_back() {
        let start: Plain = (rules.start().pits().collect(), false, 0);
        let met = played_out(&rules);
        assert_eq!(met.len(), positions);
        assert_eq!(agree(&rules).positions, positions as u64);

        let before = |&(ref board, north, south): &Plain| {
            north && south == 0 && {
                let mut plays = naive::successors(&naive_rules(rules.clauses()), board).into_iter();
                plays.any(|play| play.captured == 0 && naive::swapped(&play.after) == start.0)
            }
        };
        assert!(met.iter().any(before), "the start never comes back");
        let again = naive::successors(&naive_rules(rules.clauses()), &start.0);
        let unmet = |play: naive::Play| !met.contains(&(naive::swapped(&play.after), true, play.captured));
        assert!(again.into_iter().any(unmet), "leaving the start again would reach nothing more");
    }
}
