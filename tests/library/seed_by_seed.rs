//! A move seed by seed, and why a pit cannot be played, are those of the naive solver.

use std::collections::HashMap;

use crate::common::{boards, family, naive, naive_rules};
use tihbat::board::Pit;
use tihbat::game::{Game, PitRefusal, SowingPath};
use tihbat::moves::Moves;
use tihbat::position::Position;
use tihbat::rules::{Feeding, First, OriginOnLaps, Rules, Start};

#[test]
fn the_seeds_of_a_path_and_its_captures_lead_to_the_board_of_the_naive_solver() {
    let mut captures = HashMap::new();
    for (pits, seeds) in [(1, 9), (2, 7), (3, 5)] {
        for clauses in family(pits) {
            let (moves, rules) = (Moves::shared(&clauses), naive_rules(&clauses));
            for board in boards(&clauses, seeds) {
                let before: Vec<u8> = board.pits().collect();
                let naive = naive::successors(&rules, &before);
                let plays = moves.list(board);
                assert_eq!(plays.len(), naive.len(), "{board}");
                for (play, expected) in plays.iter().zip(naive) {
                    let Some(path) = SowingPath::new(&clauses, board, play) else {
                        assert_eq!(expected.pit, naive::PASS);
                        continue;
                    };
                    let (origin, around) = (path.origin.number(), before.len());
                    assert_eq!(origin, expected.pit);
                    let mut after = before.clone();
                    after[origin] = 0;
                    path.pits.iter().for_each(|pit| after[pit.number()] += 1);
                    for &(pit, seeds) in &path.captured {
                        assert_eq!(usize::from(after[pit.number()]), seeds.count(), "a pit is captured whole");
                        after[pit.number()] = 0;
                    }
                    assert_eq!(after, expected.after, "{board} {:?}", clauses.entries());
                    *captures.entry(path.captured.len()).or_insert(0) += 1;
                    // Each seed falls into the next pit, or into the next but one if the origin is skipped.
                    let first = usize::from(clauses.first() == First::Next);
                    let mut at = (origin + first) % around;
                    for (seed, pit) in path.pits.iter().enumerate() {
                        let skips = clauses.origin_on_laps() == OriginOnLaps::Skipped && (seed > 0 || first == 1);
                        at = if at == origin && skips { (at + 1) % around } else { at };
                        assert_eq!(pit.number(), at, "{board}");
                        at = (at + 1) % around;
                    }
                    // A chain begins with the last seed and goes clockwise.
                    let last = path.pits.last().expect("a seed").number();
                    for (back, (pit, _)) in path.captured.iter().enumerate() {
                        assert_eq!(pit.number(), (last + around - back) % around, "{board}");
                    }
                }
            }
        }
    }
    assert!((0..=3).all(|pits| captures.get(&pits).is_some_and(|&count| count > 100)), "{captures:?}");
}

#[test]
fn a_pit_is_refused_for_the_reason_that_the_naive_solver_finds() {
    let mut reasons = HashMap::new();
    for (pits, seeds) in [(2, 6), (3, 3)] {
        for clauses in family(pits) {
            let rules = naive_rules(&clauses);
            // Prepared once, and not again for each board.
            let _kept = Moves::shared(&clauses.with(|draft| draft.feeding = Feeding::None).expect("rules"));
            let unfed = naive::Rules { feeding: naive::Feeding::None, ..naive_rules(&clauses) };
            for board in boards(&clauses, seeds) {
                let start = Start::Board(board);
                let game_rules = Rules::new(clauses, start).expect("rules");
                let game = Game::new(game_rules, Position::of_board(board)).expect("a game");
                let before: Vec<u8> = board.pits().collect();
                let legal = naive::legal_moves(&rules, &before, true);
                let without = naive::legal_moves(&unfed, &before, true);
                let has = |moves: &[naive::Play], pit: usize| moves.iter().any(|play| play.pit == pit);
                let refused: HashMap<Pit, PitRefusal> = game.refused().into_iter().collect();
                for (pit, &held) in before.iter().enumerate().take(usize::from(pits)) {
                    let expected = match held {
                        _ if has(&legal, pit) => None,
                        _ if game.end().is_some() => Some("over"),
                        0 => Some("empty"),
                        seeds if seeds < rules.lift_min => Some("too_few"),
                        _ if has(&without, pit) => Some("feeding"),
                        _ => Some("grand_slam"),
                    };
                    let found = refused.get(&Pit::new(pit));
                    assert_eq!(found.map(|why| why.name()), expected, "{board} {:?}", clauses.entries());
                    let fed = clauses.feeding() != Feeding::None;
                    assert!(fed || expected != Some("feeding"));
                    *reasons.entry(expected).or_insert(0) += 1;
                }
            }
        }
    }
    let names = ["over", "empty", "too_few", "feeding", "grand_slam"];
    assert!(names.iter().all(|&name| reasons.get(&Some(name)).is_some_and(|&count| count > 20)), "{reasons:?}");
}
