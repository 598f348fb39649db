//! Margins and distances agree with a naive solver that shares no code, and with a search of whole games.

use std::collections::HashMap;

use crate::common::{board, boards, family, layer, naive, naive_rules};
use tihbat::position::Side;
use tihbat::progress::Progress;
use tihbat::rules::{AWARI, BUILT_IN, CaptureCounts, Clauses, Feeding, GrandSlam, MODIAR, NoMove, Repetition, TIHBAT};
use tihbat::solver::{Solver, solve_pinned};
use tihbat::value::Value;

type Plain = (i32, Option<u32>);

fn plain(value: Value) -> Plain {
    (value.margin().seeds().into(), value.distance().map(|distance| distance.plies().into()))
}

/// Every board of layers 0 to `seeds` with its value.
fn solve(clauses: &Clauses, seeds: usize) -> Vec<(Vec<u8>, Plain)> {
    let mut solver = Solver::new(*clauses);
    let mut solved = Vec::new();
    for seeds in 0..=seeds {
        let layer = solver.next_layer(Progress::NONE).expect("a layer");
        for (rank, board) in boards(clauses, seeds).into_iter().enumerate() {
            solved.push((board.pits().collect(), plain(layer.value(rank as u64))));
        }
    }
    solved
}

fn agree(clauses: &Clauses, seeds: usize) {
    let naive = naive::solve(&naive_rules(clauses), seeds as u32);
    let solved = solve(clauses, seeds);
    assert_eq!(solved.len(), naive.len());
    for (board, value) in solved {
        let entry = naive[&board];
        assert_eq!(value, (entry.margin, entry.distance), "{board:?} of {:?}", clauses.entries());
    }
}

#[test]
fn tihbat_is_that_of_the_naive_solver() {
    agree(TIHBAT.clauses(), 28);
}

#[test]
fn modiar_is_that_of_the_naive_solver() {
    agree(MODIAR.clauses(), 14);
}

#[test]
fn awari_is_that_of_the_naive_solver() {
    agree(AWARI.clauses(), 4);
}

#[test]
fn every_reading_is_that_of_the_naive_solver() {
    for (pits, seeds) in [(1, 12), (2, 9), (3, 5)] {
        for clauses in family(pits) {
            agree(&clauses, seeds);
        }
    }
}

#[test]
fn a_fresh_history_gives_what_search_of_whole_games_gives() {
    let cases = [(1, 8, 1), (2, 5, 3), (3, 3, 5)];
    for (pits, seeds, step) in cases {
        for clauses in family(pits).into_iter().step_by(step) {
            let rules = naive_rules(&clauses);
            let solved = solve(&clauses, seeds);
            let lower = naive_table(&solved);
            for (board, (margin, _)) in solved {
                let mut seen = naive::Seen::new();
                let found = naive::history_value(&rules, &board, &mut seen, naive::Side::South, &lower);
                assert_eq!(found, margin, "{board:?} of {:?}", clauses.entries());
            }
        }
    }
}

fn naive_table(solved: &[(Vec<u8>, Plain)]) -> HashMap<Vec<u8>, naive::Entry> {
    let entry = |&(margin, distance): &Plain| naive::Entry { margin, distance };
    solved.iter().map(|(board, value)| (board.clone(), entry(value))).collect()
}

#[test]
fn pinned_positions_give_what_search_with_that_history_gives() {
    // Seen positions, drawn by a small random number generator with a fixed seed; every board is asked with both sides to move.
    let mut random = 1_u64;
    let mut differ = 0;
    for (pits, seeds) in [(1, 7), (2, 5), (3, 3)] {
        for clauses in family(pits).into_iter().step_by(5) {
            let rules = naive_rules(&clauses);
            let solved = solve(&clauses, seeds);
            let lower = naive_table(&solved);
            let mut solver = Solver::new(clauses);
            for _ in 0..seeds {
                solver.next_layer(Progress::NONE).expect("a layer");
            }
            let all = boards(&clauses, seeds);
            let mut pins = Vec::new();
            let mut seen = naive::Seen::new();
            for &board in &all {
                for side in 0..2 {
                    random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                    if random >> 61 == 0 {
                        pins.push((board, Side::BOTH[side]));
                        seen.insert((board.pits().collect(), [naive::Side::South, naive::Side::North][side]));
                    }
                }
            }
            let layers =
                solve_pinned(&clauses, &solver.columns()[0], layer(seeds), &pins, Progress::NONE).expect("a layer");
            for (rank, board) in all.iter().enumerate() {
                for (side, layer) in layers.iter().enumerate() {
                    let pits: Vec<u8> = board.pits().collect();
                    let mover = [naive::Side::South, naive::Side::North][side];
                    let found = naive::history_value(&rules, &pits, &mut seen, mover, &lower);
                    let margin = i32::from(layer.value(rank as u64).margin().seeds());
                    assert_eq!(found, margin, "{board} side {side} of {:?}", clauses.entries());
                    differ += usize::from(margin != lower[&pits].margin);
                }
            }
        }
    }
    assert!(differ > 1000, "history changed only {differ} values");
}

#[test]
fn the_worked_examples_of_the_rules_hold() {
    let value = |clauses: &Clauses, pits: &[u8]| {
        let seeds = board(pits).total().count();
        solve(clauses, seeds).into_iter().find(|(found, _)| found == pits).expect("a board of the table").1
    };
    assert_eq!(value(MODIAR.clauses(), &[2, 0, 0, 0, 0, 0]), (2, Some(1)));
    // Single seeds that go round without end.
    assert_eq!(value(TIHBAT.clauses(), &[1, 1, 1, 1]), (0, None));
}

/// Whether every board on which the opponent has no seeds is worth all seeds under `feeding = if_able`, too.
fn ends_pay_the_mover(clauses: &Clauses) -> bool {
    match clauses.no_move() {
        NoMove::OwnRow => true,
        // If the mover has no legal move, the other rule gives the seeds to the opponent.
        NoMove::OpponentTakes => clauses.lift_min().count() == 1 && clauses.grand_slam() == GrandSlam::Allowed,
        NoMove::Pass | NoMove::Split => false,
    }
}

#[test]
fn an_opponent_who_cannot_be_fed_changes_no_margin_where_the_end_pays_the_same() {
    let (mut games, mut distances, mut margins) = (0, 0, 0);
    for (pits, seeds) in [(1, 10), (2, 7), (3, 4)] {
        for clauses in family(pits).into_iter().filter(|clauses| clauses.feeding() == Feeding::IfAbleOrOver) {
            let if_able = clauses.with(|draft| draft.feeding = Feeding::IfAble).expect("rules");
            let [over, other] = [&clauses, &if_able].map(|clauses| naive::solve(&naive_rules(clauses), seeds));
            if !ends_pay_the_mover(&clauses) {
                margins += over.iter().filter(|(board, entry)| other[*board].margin != entry.margin).count();
                continue;
            }
            games += 1;
            let [over_bounds, other_bounds] =
                [&clauses, &if_able].map(|clauses| naive::bounds::bounds(&naive_rules(clauses), seeds));
            for (board, entry) in &over {
                assert_eq!(entry.margin, other[board].margin, "{board:?} of {:?}", clauses.entries());
                distances += usize::from(entry.distance != other[board].distance);
                let numbers = |bounds: &naive::bounds::Bounds| (bounds.forced, bounds.other);
                let [one, two] = [&over_bounds, &other_bounds].map(|bounds| numbers(&bounds[board]));
                assert_eq!(one, two, "{board:?} of {:?}", clauses.entries());
            }
        }
    }
    assert!(games > 10 && distances > 100 && margins > 100, "{games} games, {distances} distances, {margins} margins");
}

#[test]
fn games_without_captures_are_those_of_the_naive_solver() {
    for (_, rules) in BUILT_IN {
        for (pits, seeds) in [(1, 20), (2, 9), (3, 5)] {
            for no_move in NoMove::ALL {
                let clauses = rules.clauses().with(|draft| {
                    (draft.pits, draft.counts, draft.no_move) = (pits, CaptureCounts::NONE, *no_move);
                    draft.repetition = Repetition::Split;
                });
                agree(&clauses.expect("rules"), seeds);
            }
        }
    }
}
