//! Moves agree with recorded games of another program, with the naive solver, and with the unmoves.

use std::collections::HashMap;

use crate::common::{board, boards, family, naive, naive_rules};
use tihbat::board::{Board, Seeds};
use tihbat::game::{End, Game};
use tihbat::moves::{Moves, Play};
use tihbat::position::Position;
use tihbat::rules::{AWARI, CaptureCounts, Clauses, MODIAR, Rules, TIHBAT};
use tihbat::shape::{Fixed, Shape};

/// Every legal move: the pit, the board after it (sides not yet swapped), and the seeds captured.
fn unswapped(plays: &[Play]) -> Vec<(usize, Vec<u8>, usize)> {
    let pit = |play: &Play| play.pit.map_or(naive::PASS, |pit| pit.number());
    plays.iter().map(|play| (pit(play), play.board.turned().pits().collect(), play.captured.count())).collect()
}

fn recorded(file: &str, lines: usize, clauses: &Clauses, list: impl Fn(&Moves, Board) -> Vec<Play>) {
    let path = format!("{}/data/oracle/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the recorded moves");
    let moves = Moves::new(clauses, clauses.shape());
    let bytes = |value: &serde_json::Value| -> Vec<u8> {
        value.as_array().expect("an array").iter().map(|seeds| seeds.as_u64().expect("a number") as u8).collect()
    };
    for line in text.lines() {
        let record: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let theirs: Vec<_> = record["moves"]
            .as_array()
            .expect("an array")
            .iter()
            .filter(|play| play["legal"] == true)
            .map(|play| {
                let number = |name: &str| play[name].as_u64().expect("a number") as usize;
                (number("pit"), bytes(&play["after"]), number("captured"))
            })
            .collect();
        let mut ours = list(&moves, board(&bytes(&record["board"])));
        ours.retain(|play| play.pit.is_some());
        assert_eq!(unswapped(&ours), theirs, "{line}");
    }
    assert_eq!(text.lines().count(), lines);
}

#[test]
fn moves_of_tihbat_are_those_recorded() {
    recorded("tihbat-moves.jsonl", 600, TIHBAT.clauses(), |moves, board| moves.list(board));
}

#[test]
fn moves_of_modiar_are_those_recorded() {
    recorded("modiar-moves.jsonl", 600, MODIAR.clauses(), |moves, board| moves.list(board));
}

#[test]
fn first_moves_of_modiar_are_those_recorded() {
    recorded("modiar-first-move.jsonl", 60, MODIAR.clauses(), |moves, board| moves.list_by_opening_rule(board));
}

/// Small layers of every family, by the number of pits a side.
const SMALL: [(u8, usize); 4] = [(1, 12), (2, 9), (3, 6), (5, 3)];

#[test]
fn moves_and_endings_are_those_of_the_naive_solver() {
    let mut seen = 0;
    for (pits, most) in SMALL {
        for clauses in family(pits) {
            let rules = naive_rules(&clauses);
            let moves = Moves::new(&clauses, clauses.shape());
            for board in (0..=most).flat_map(|seeds| boards(&clauses, seeds)) {
                let plain: Vec<u8> = board.pits().collect();
                let as_tuple = |play: naive::Play| (play.pit, play.after, play.captured as usize);
                let theirs: Vec<_> = naive::successors(&rules, &plain).into_iter().map(as_tuple).collect();
                let ours = moves.list(board);
                assert_eq!(unswapped(&ours), theirs, "{board} of {:?}", clauses.entries());
                let ending = ours.is_empty().then(|| i32::from(moves.ending(board).seeds()));
                assert_eq!(ending, naive::ended(&rules, &plain), "{board} of {:?}", clauses.entries());

                let first = naive::legal_moves(&rules, &plain, false);
                let mut ours = moves.list_by_opening_rule(board);
                ours.retain(|play| play.pit.is_some());
                let theirs: Vec<_> = first.into_iter().map(as_tuple).collect();
                assert_eq!(unswapped(&ours), theirs, "first move from {board} of {:?}", clauses.entries());
                seen += 1;
            }
        }
    }
    assert!(seen > 300_000, "only {seen} boards were compared");
}

#[test]
fn an_opponent_who_cannot_be_fed_ends_the_game() {
    let or_over = |rules: &Rules, changes: &[(&str, &str)]| {
        let mut draft = rules.changed("feeding", "if_able_or_over").expect("rules").draft();
        changes.iter().for_each(|(clause, value)| draft.set(clause, value).expect("a clause"));
        draft.check().expect("rules")
    };
    // Boards and rules; the moves, as names of pits; the margin if the game is over.
    let cases = [
        // The only move gives 1-1-0-0-0-0.
        (or_over(&MODIAR, &[]), "2-0-0-0-0-0", "", Some(2)),
        (or_over(&MODIAR, &[]), "2-0-2-0-0-0", "C", None),
        // No pit can be lifted. The mover gets all seeds, whatever `no_move` says.
        (or_over(&MODIAR, &[("no_move", "opponent_takes")]), "1-1-0-0-0-0", "", Some(2)),
        (or_over(&TIHBAT, &[]), "1-1-0-0", "", Some(2)),
        (or_over(&TIHBAT, &[]), "1-2-0-0", "B", None),
        // A player without seeds passes if the opponent has some.
        (or_over(&TIHBAT, &[]), "0-0-1-0", "pass", None),
        (or_over(&AWARI, &[("pits", "2")]), "0-0-1-0", "", Some(-1)),
        // The capture would take the seed that feeds.
        (or_over(&AWARI, &[("pits", "1"), ("capture.counts", "1")]), "1-0", "", Some(1)),
        // A grand slam that takes nothing feeds.
        (or_over(&AWARI, &[("pits", "1"), ("capture.counts", "1"), ("grand_slam", "takes_nothing")]), "1-0", "A", None),
    ];
    for (rules, board, names, margin) in cases {
        let game = Game::new(rules, Position::parse(board, &rules).expect("a position")).expect("a game");
        let found: Vec<_> = game.legal().iter().map(|play| game.position().move_name(play)).collect();
        assert_eq!(found.join(" "), names, "{board}");
        let total = i32::from(u8::from(game.position().board.total()));
        assert_eq!(game.end(), margin.map(|_| End::NoMove), "{board}");
        let finals = game.finals().map(|finals| finals.to_string());
        let expected = margin.map(|margin| format!("South {}, North {}", (total + margin) / 2, (total - margin) / 2));
        assert_eq!(finals, expected, "{board}");
        // By the opening rule nothing is captured, so the single seed feeds.
        let moves = Moves::new(rules.clauses(), rules.clauses().shape());
        let first = moves.list_by_opening_rule(game.position().board);
        let over = margin.is_some() && rules.clauses().counts() != CaptureCounts::new(&[1]).expect("a number");
        assert_eq!(first.is_empty(), over, "first move from {board}");
    }
}

#[test]
fn captures_alone_are_those_among_all_moves() {
    for (pits, most) in SMALL {
        for clauses in family(pits) {
            let moves = Moves::new(&clauses, clauses.shape());
            for board in (0..=most).flat_map(|seeds| boards(&clauses, seeds)) {
                let plays = moves.list(board);
                let (captures, others): (Vec<Play>, Vec<Play>) =
                    plays.iter().partition(|play| play.captured.count() > 0);
                let mut found = Vec::new();
                let quiet = moves.for_each_capture(board, |captured, after| found.push((captured, after)));
                let expected: Vec<_> = captures.iter().map(|play| (play.captured, play.board)).collect();
                assert_eq!(found, expected, "{board} of {:?}", clauses.entries());
                assert_eq!(
                    quiet,
                    (!plays.is_empty()).then_some(others.len() as u32),
                    "{board} of {:?}",
                    clauses.entries()
                );
            }
        }
    }
}

#[test]
fn a_predecessor_is_found_once_for_each_move_to_it() {
    for (pits, most) in SMALL {
        for clauses in family(pits) {
            let moves = Moves::new(&clauses, clauses.shape());
            let mut back = moves.unmoves();
            for seeds in 0..=most {
                let mut forward: HashMap<(Board, Board), u32> = HashMap::new();
                let mut backward = forward.clone();
                for board in boards(&clauses, seeds) {
                    for play in moves.list(board).iter().filter(|play| play.captured.count() == 0) {
                        *forward.entry((board, play.board)).or_default() += 1;
                    }
                    back.for_each_predecessor([board], |before| *backward.entry((before, board)).or_default() += 1);
                }
                assert!(forward == backward, "layer {seeds} of {:?}", clauses.entries());
            }
        }
    }
}

#[test]
fn many_boards_at_once_have_the_moves_of_each_alone() {
    for (pits, seeds) in [(1, 60), (2, 9), (3, 6), (4, 5)] {
        for clauses in family(pits).into_iter().step_by(5) {
            let moves = Moves::new(&clauses, clauses.shape());
            let all = boards(&clauses, seeds);
            let mut back = moves.unmoves();
            let mut found = |boards: &[Board]| {
                let mut found = Vec::new();
                back.for_each_predecessor(boards.iter().copied(), |before| found.push(before.to_string()));
                found.sort();
                found
            };
            // Around the number of boards in one chunk, and the number of moves of one board.
            for boards in [0, 1, 2, 63, 64, 65, 127, 128, 129, all.len()].map(|count| &all[..count.min(all.len())]) {
                let mut alone: Vec<_> = boards.iter().flat_map(|&board| found(&[board])).collect();
                alone.sort();
                assert_eq!(found(boards), alone, "{} boards of {:?}", boards.len(), clauses.entries());
            }
        }
    }
}

/// The number of times that each board is found.
fn counted(boards: impl IntoIterator<Item = Board>) -> HashMap<Board, u32> {
    let mut counted = HashMap::new();
    boards.into_iter().for_each(|board| *counted.entry(board).or_default() += 1);
    counted
}

/// Random boards from layers too large for a test: the predecessors of the successor of a quiet move include its board
/// once for each such move, and every predecessor found has such a move.
#[test]
fn moves_of_large_boards_have_unmoves() {
    fn compare<S: Shape>(clauses: &Clauses, shape: S, random: &mut fastrand::Rng) {
        let moves = Moves::new(clauses, shape);
        let mut back = moves.unmoves();
        let quiet = |board: Board| {
            let mut after = Vec::new();
            moves.for_each(board.fixed(shape), |_, captured, board| {
                if captured == Seeds::NONE {
                    after.push(board.any());
                }
            });
            counted(after)
        };
        let mut before = |board: Board| {
            let mut before = Vec::new();
            back.for_each_predecessor([board.fixed(shape)], |board| before.push(board.any()));
            counted(before)
        };
        for _ in 0..12 {
            let mut pits = vec![0; shape.pits()];
            // A few filled pits or many, even or uneven.
            let filled = random.usize(1..=pits.len());
            (0..random.u8(20..=127)).for_each(|_| pits[random.usize(0..filled)] += 1);
            random.shuffle(&mut pits);
            let board = board(&pits);
            for (after, times) in quiet(board) {
                assert_eq!(before(after).get(&board), Some(&times), "{board} to {after} of {:?}", clauses.entries());
            }
            for (earlier, times) in before(board) {
                assert_eq!(quiet(earlier).get(&board), Some(&times), "{earlier} to {board} of {:?}", clauses.entries());
            }
        }
    }
    let mut random = fastrand::Rng::with_seed(42);
    for pits in 1..=8 {
        for clauses in family(pits) {
            compare(&clauses, clauses.shape(), &mut random);
            match pits {
                4 => compare(&clauses, Fixed::<4>, &mut random),
                7 => compare(&clauses, Fixed::<7>, &mut random),
                8 => compare(&clauses, Fixed::<8>, &mut random),
                _ => {}
            }
        }
    }
}

#[test]
fn long_lifts_have_unmoves_too() {
    for (pits, seeds) in [(1, 60), (2, 24), (3, 15)] {
        for clauses in family(pits).into_iter().step_by(7) {
            let moves = Moves::new(&clauses, clauses.shape());
            let mut back = moves.unmoves();
            let (mut forward, mut backward) = (0_u64, 0_u64);
            let sum = |before: Board, after: Board| {
                before
                    .pits()
                    .chain(after.pits())
                    .fold(1_u64, |sum, seeds| sum.wrapping_mul(0x9e37_79b9) ^ u64::from(seeds))
            };
            for board in boards(&clauses, seeds) {
                for play in moves.list(board).iter().filter(|play| play.captured.count() == 0) {
                    forward = forward.wrapping_add(sum(board, play.board));
                }
                back.for_each_predecessor([board], |before| backward = backward.wrapping_add(sum(before, board)));
            }
            assert_eq!(forward, backward, "layer {seeds} of {:?}", clauses.entries());
        }
    }
}
