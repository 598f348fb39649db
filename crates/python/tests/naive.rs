//! The naive solver as a program, for tests in other languages
//!
//! Each line of standard input is a question, each line of standard output its answer in JSON. Rules are ten words: pits, sowing.first,
//! sowing.origin_on_laps, lift.min, capture.counts, capture.where, capture.chain, feeding, grand_slam, no_move.
//!
//! ```text
//! moves RULES CAPTURES BOARD       the legal moves; CAPTURES is false for a first move that captures nothing
//! solve RULES SEEDS                margin and distance of every board up to this number of seeds
//! bounds RULES SEEDS               what each side can force on every board
//! history RULES BOARD SIDE SEEN    the margin if the positions SEEN (BOARD:SIDE, joined by commas, or -) were on the board before
//! ```
//!
//! It is compiled by rustc alone: `rustc --edition 2024 -O crates/python/tests/naive.rs`.

#[path = "../../../tests/naive/mod.rs"]
mod naive;

use std::collections::HashMap;
use std::io::{BufRead, Write};

use naive::{Entry, Feeding, First, GrandSlam, NoMove, OnLaps, PASS, Place, Rules, Seen, Side};

fn rules(words: &[&str]) -> Rules {
    let number = |word: &str| word.parse().expect("a number");
    Rules {
        pits: usize::from(number(words[0])),
        first: match words[1] {
            "origin" => First::Origin,
            "next" => First::Next,
            other => panic!("sowing.first {other}"),
        },
        origin_on_laps: match words[2] {
            "sown" => OnLaps::Sown,
            "skipped" => OnLaps::Skipped,
            other => panic!("sowing.origin_on_laps {other}"),
        },
        lift_min: number(words[3]),
        counts: if words[4] == "none" { Vec::new() } else { words[4].split(',').map(number).collect() },
        place: match words[5] {
            "own" => Place::Own,
            "opponent" => Place::Opponent,
            "both" => Place::Both,
            other => panic!("capture.where {other}"),
        },
        chain: match words[6] {
            "backwards" => true,
            "none" => false,
            other => panic!("capture.chain {other}"),
        },
        feeding: match words[7] {
            "none" => Feeding::None,
            "if_able" => Feeding::IfAble,
            "if_able_or_over" => Feeding::IfAbleOrOver,
            other => panic!("feeding {other}"),
        },
        grand_slam: match words[8] {
            "allowed" => GrandSlam::Allowed,
            "forbidden" => GrandSlam::Forbidden,
            "forbidden_unless_only" => GrandSlam::ForbiddenUnlessOnly,
            "takes_nothing" => GrandSlam::TakesNothing,
            "takes_nothing_if_only" => GrandSlam::TakesNothingIfOnly,
            other => panic!("grand_slam {other}"),
        },
        no_move: match words[9] {
            "pass" => NoMove::Pass,
            "own_row" => NoMove::OwnRow,
            "opponent_takes" => NoMove::OpponentTakes,
            "split" => NoMove::Split,
            other => panic!("no_move {other}"),
        },
    }
}

fn board(text: &str) -> Vec<u8> {
    text.split('-').map(|seeds| seeds.parse().expect("seeds")).collect()
}

fn side(text: &str) -> Side {
    if text == "South" { Side::South } else { Side::North }
}

fn json<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "null".to_owned(), |value| value.to_string())
}

fn moves(rules: &Rules, captures: bool, board: &[u8]) -> String {
    let ended = naive::ended(rules, board);
    let moves = if captures { naive::successors(rules, board) } else { naive::legal_moves(rules, board, false) };
    let move_of = |play: naive::Play| {
        let pit = (play.pit != PASS).then_some(play.pit);
        format!("[{},{},{:?}]", json(pit), play.captured, naive::swapped(&play.after))
    };
    let moves: Vec<_> = moves.into_iter().map(move_of).collect();
    format!("{{\"ended\":{},\"moves\":[{}]}}", json(ended), moves.join(","))
}

fn answer(words: &[&str], solved: &mut HashMap<String, HashMap<Vec<u8>, Entry>>) -> String {
    let (question, rules, rest) = (words[0], rules(&words[1..11]), &words[11..]);
    match question {
        "moves" => moves(&rules, rest[0] == "true", &board(rest[1])),
        "solve" => {
            let table = naive::solve(&rules, rest[0].parse().expect("seeds"));
            let entry =
                |(board, entry): (&Vec<u8>, &Entry)| format!("[{board:?},{},{}]", entry.margin, json(entry.distance));
            format!("[{}]", table.iter().map(entry).collect::<Vec<_>>().join(","))
        }
        "bounds" => {
            let table = naive::bounds::bounds(&rules, rest[0].parse().expect("seeds"));
            let entry = |(board, found): (&Vec<u8>, &naive::bounds::Bounds)| {
                let (own, other) = (json(found.forced_distance), json(found.other_distance));
                format!("[{board:?},{},{own},{},{other}]", found.forced, found.other)
            };
            format!("[{}]", table.iter().map(entry).collect::<Vec<_>>().join(","))
        }
        "history" => {
            let position = board(rest[0]);
            let below = position.iter().map(|&seeds| u32::from(seeds)).sum::<u32>().saturating_sub(1);
            let key = format!("{} {below}", words[1..11].join(" "));
            let lower = solved.entry(key).or_insert_with(|| naive::solve(&rules, below));
            let mut seen = Seen::new();
            for one in rest[2].split(',').filter(|one| *one != "-") {
                let (pits, mover) = one.split_once(':').expect("a board and a side");
                seen.insert((board(pits), side(mover)));
            }
            naive::history_value(&rules, &position, &mut seen, side(rest[1]), lower).to_string()
        }
        other => panic!("there is no question {other}"),
    }
}

fn main() {
    let mut solved = HashMap::new();
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("text");
        let words: Vec<_> = line.split_whitespace().collect();
        writeln!(out, "{}", answer(&words, &mut solved)).expect("somebody listens");
        out.flush().expect("somebody listens");
    }
}
