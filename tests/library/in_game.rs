//! Answers in the middle of a game agree with a search over whole games with their history, which shares no code with the
//! library.

use crate::common;
use std::collections::HashMap;

use crate::common::{boards, naive, naive_rules};
use tihbat::analysis::{Analysis, AnalysisError};
use tihbat::board::Board;
use tihbat::game::{End, Game};
use tihbat::position::{Position, Side};
use tihbat::progress::Progress;
use tihbat::rules::{AWARI, Clauses, MODIAR, Rules, Start, TIHBAT};
use tihbat::solver::solve_pinned;
use tihbat::table::Table;
use tihbat::value::{Outcome, Value};

/// A small random number generator with a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

fn plain_side(side: Side) -> naive::Side {
    [naive::Side::South, naive::Side::North][side as usize]
}

/// Counts of the comparisons.
#[derive(Debug, Default)]
struct Seen {
    games: usize,
    positions: usize,
    /// Values for which the table alone is wrong.
    values: usize,
    /// Moves for which the table alone is wrong although its value is right.
    moves: usize,
    repetitions: usize,
}

/// The game as the naive solver sees it.
struct Plain<'a> {
    rules: &'a naive::Rules,
    lower: &'a HashMap<Vec<u8>, naive::Entry>,
    board: Vec<u8>,
    side: naive::Side,
    captured: [i32; 2],
    seen: naive::Seen,
    quiet: bool,
}

impl Plain<'_> {
    fn plays(&self) -> Vec<naive::Play> {
        if !self.quiet {
            return naive::successors(self.rules, &self.board);
        }
        let plays = naive::legal_moves(self.rules, &self.board, false);
        if plays.is_empty() && naive::ended(self.rules, &self.board).is_none() {
            return vec![naive::Play { pit: naive::PASS, after: self.board.clone(), captured: 0 }];
        }
        plays
    }

    /// The value of a move, by search over everything that can follow in this game.
    fn worth(&self, play: &naive::Play) -> i32 {
        let next = naive::swapped(&play.after);
        if play.captured > 0 {
            return play.captured as i32 - self.lower[&next].margin;
        }
        let mut seen = self.seen.clone();
        seen.insert((self.board.clone(), self.side));
        -naive::history_value(self.rules, &next, &mut seen, self.side.other(), self.lower)
    }

    fn make(&mut self, play: &naive::Play) {
        if play.captured > 0 {
            self.seen.clear();
        } else {
            self.seen.insert((self.board.clone(), self.side));
        }
        self.captured[usize::from(self.side == naive::Side::North)] += play.captured as i32;
        self.board = naive::swapped(&play.after);
        self.side = self.side.other();
        self.quiet = false;
    }
}

/// Plays a random game, and compares every answer at every ply.
fn follow(
    analysis: &Analysis,
    table: &Table,
    rules: &Rules,
    start: Position,
    plain: &mut Plain<'_>,
    random: &mut Random,
    seen: &mut Seen,
) {
    let mut game = Game::new(*rules, start).expect("a game");
    seen.games += 1;
    for _ in 0..14 {
        let position = *game.position();
        assert_eq!(
            (position.board.pits().collect::<Vec<_>>(), plain_side(position.side)),
            (plain.board.clone(), plain.side)
        );
        let now = (plain.board.clone(), plain.side);
        let ended = naive::ended(plain.rules, &plain.board).filter(|_| !plain.quiet || plain.plays().is_empty());
        let over = if plain.seen.contains(&now) { Some(0) } else { ended };
        assert_eq!(game.end().is_some(), over.is_some(), "{position}");
        let in_game = analysis.in_game(&game, Progress::NONE).expect("the same rules");
        let answer = in_game.value().expect("a value");
        let margin = i32::from(answer.value.margin().seeds());
        let line = in_game.line().expect("a line");
        assert_eq!(line.finals, answer.finals, "{position}");
        if let Some(paid) = over {
            assert_eq!((margin, in_game.best().expect("moves").len()), (paid, 0), "{position}");
            assert_eq!(game.finals(), Some(answer.finals));
            let mover = position.side as usize;
            let ahead = 2 * (plain.captured[mover] - plain.captured[1 - mover]) + 2 * paid;
            let outcome = [Outcome::Loss, Outcome::Draw, Outcome::Win][(1 + ahead.signum()) as usize];
            assert_eq!(answer.outcome, outcome);
            seen.repetitions += usize::from(game.end() == Some(End::Repetition));
            return;
        }
        seen.positions += 1;
        let plays = plain.plays();
        let worths: HashMap<usize, i32> = plays.iter().map(|play| (play.pit, plain.worth(play))).collect();
        let moves = in_game.best().expect("moves");
        assert_eq!(moves.len(), plays.len(), "{position}");
        let mut slow = 0;
        for ranked in &moves {
            let pit = ranked.play.pit.map_or(naive::PASS, |pit| pit.number());
            let worth = i32::from(ranked.value.margin().seeds());
            assert_eq!(
                worth,
                worths[&pit],
                "{position} {:?} after {:?}",
                ranked.play.pit,
                game.names().collect::<Vec<_>>()
            );
            slow += usize::from(in_game.table_value_of(ranked).expect("a value") != Some(ranked.value));
        }
        assert_eq!(margin, *worths.values().max().expect("a move"), "{position}");
        assert_eq!(moves[0].value, answer.value, "{position}");
        // In a game the distance is the number of plies to the conversion under perfect play by both sides.
        if let Some(distance) = answer.value.distance() {
            let conversion = line.moves.iter().position(|ranked| ranked.play.captured.count() > 0);
            assert_eq!(conversion.map_or(line.moves.len(), |at| at + 1), usize::from(distance.plies()), "{position}");
        } else {
            assert_eq!(margin, 0);
        }
        if !game.is_opening() {
            let differs = table.probe(position.board).expect("a value") != answer.value;
            seen.values += usize::from(differs);
            seen.moves += usize::from(!differs && slow > 0);
        }
        // Quiet moves make histories, so one is played three times in four if there is one.
        let quiet: Vec<_> = plays.iter().filter(|play| play.captured == 0).collect();
        let chosen = if quiet.is_empty() || random.below(4) == 0 {
            &plays[random.below(plays.len())]
        } else {
            quiet[random.below(quiet.len())]
        };
        let play = game.legal().into_iter().find(|play| play.pit.map_or(naive::PASS, |pit| pit.number()) == chosen.pit);
        let play = play.expect("a legal move");
        assert_eq!(play.captured.count(), chosen.captured as usize);
        game.play(&play).expect("a legal move");
        plain.make(chosen);
    }
}

/// Random games of these clauses on boards of up to `seeds` seeds.
fn agree(rules: &Rules, seeds: usize, games: usize, random: &mut Random, seen: &mut Seen) {
    let table = tihbat::solve::table(rules.clauses(), common::layer(seeds)).expect("a table");
    let analysis = Analysis::new(*rules, &table).expect("the same rules");
    let plain_rules = naive_rules(rules.clauses());
    let all = (0..=seeds).flat_map(|seeds| boards(rules.clauses(), seeds));
    let lower = all.map(|board: Board| {
        let margin = table.probe(board).expect("a value").margin().seeds().into();
        (board.pits().collect(), naive::Entry { margin, distance: None })
    });
    let lower = lower.collect();
    let fullest = boards(rules.clauses(), seeds);
    for number in 0..games {
        let start = match number % 2 {
            0 if rules.seeds().count() <= seeds => Position::start(rules),
            _ => {
                let board = fullest[random.below(fullest.len())];
                Position { side: Side::BOTH[random.below(2)], ..Position::of_board(board) }
            }
        };
        let mut plain = Plain {
            rules: &plain_rules,
            lower: &lower,
            board: start.board.pits().collect(),
            side: plain_side(start.side),
            captured: [0; 2],
            seen: naive::Seen::new(),
            quiet: !rules.captures_on_first_move() && start == Position::start(rules),
        };
        follow(&analysis, &table, rules, start, &mut plain, random, seen);
    }
}

#[test]
fn games_of_the_built_in_rules_are_answered_as_by_search() {
    let mut random = Random(1);
    let mut seen = Seen::default();
    for (rules, pits, seeds_per_pit, seeds, games) in [
        (TIHBAT, 1, 4, 8, 2000),
        (TIHBAT, 2, 1, 5, 2000),
        (MODIAR, 1, 3, 8, 2000),
        (MODIAR, 2, 1, 6, 2000),
        (AWARI, 1, 3, 8, 2000),
        (AWARI, 2, 1, 5, 2000),
        (AWARI, 3, 1, 3, 800),
    ] {
        let rules = rules.resized(pits, seeds_per_pit).expect("a size");
        agree(&rules, seeds, games, &mut random, &mut seen);
    }
    assert!(seen.values > 200 && seen.moves > 200 && seen.repetitions > 2000, "{seen:?}");
}

#[test]
fn games_of_every_reading_are_answered_as_by_search() {
    let mut random = Random(2);
    let mut seen = Seen::default();
    for (pits, seeds, step) in [(1, 7, 1), (2, 4, 3), (3, 3, 7)] {
        let families: Vec<Clauses> = common::family(pits);
        for (number, clauses) in families.into_iter().step_by(step).enumerate() {
            let rules = Rules::new(clauses, Start::SeedsPerPit(1)).expect("rules");
            let rules = rules.with(|draft| draft.captures_on_first_move = number % 2 == 0).expect("rules");
            agree(&rules, seeds, 30, &mut random, &mut seen);
        }
    }
    assert!(seen.games > 5000 && seen.values > 200 && seen.moves > 200, "{seen:?}");
}

#[test]
fn large_layers_are_answered_as_without_any_shortcut() {
    let mut random = Random(3);
    let mut differ = 0;
    for (rules, seeds) in
        [(TIHBAT, 20), (MODIAR.resized(2, 4).expect("a size"), 16), (AWARI.resized(3, 2).expect("a size"), 9)]
    {
        let table = tihbat::solve::table(rules.clauses(), common::layer(seeds)).expect("a table");
        let analysis = Analysis::new(rules, &table).expect("the same rules");
        let fullest = boards(rules.clauses(), seeds);
        for number in 0..240 {
            let start = match number % 3 {
                0 if rules.seeds().count() == seeds => Position::start(&rules),
                _ => Position::of_board(fullest[random.below(fullest.len())]),
            };
            let mut game = Game::new(rules, start).expect("a game");
            for _ in 0..12 {
                let position = *game.position();
                let quiet: Vec<_> = game.legal().into_iter().filter(|play| play.captured.count() == 0).collect();
                if quiet.is_empty() {
                    break;
                }
                let layer = position.board.total();
                let lower = table.margins(common::layer(layer.count() - 1)).expect("margins");
                let pinned = |pins: &[Position]| {
                    let pins: Vec<_> = pins.iter().map(|seen| (seen.board, seen.side)).collect();
                    solve_pinned(rules.clauses(), &lower, layer, &pins, Progress::NONE).expect("a layer")
                };
                let in_game = analysis.in_game(&game, Progress::NONE).expect("the same rules");
                let value = in_game.value().expect("a value").value;
                // The current position need not be pinned for its own value, unless the opening rule holds: then its moves
                // differ from those of the layer.
                if !game.is_opening() {
                    let layers = pinned(game.seen());
                    let rank = table.index().rank_of(position.board);
                    assert_eq!(layers[position.side as usize].value(rank), value, "{game:?}");
                }
                let layers = pinned(&[game.seen(), &[position]].concat());
                let moves = in_game.best().expect("moves");
                assert_eq!(moves[0].value, value, "{game:?}");
                for ranked in moves.iter().filter(|ranked| ranked.play.captured.count() == 0) {
                    let theirs = layers[ranked.after.side as usize].value(table.index().rank_of(ranked.after.board));
                    assert_eq!(Value::of_move(ranked.play.captured, theirs), Some(ranked.value), "{game:?}");
                    let table = in_game.table_value_of(ranked).expect("a value");
                    differ += usize::from(table != Some(ranked.value));
                }
                game.play(&quiet[random.below(quiet.len())]).expect("a legal move");
            }
        }
    }
    assert!(differ > 100, "history changed only {differ} moves");
}

#[test]
fn a_lost_board_is_a_draw_where_it_was_reached_by_two_single_seeds() {
    let table = tihbat::solve::table(TIHBAT.clauses(), common::layer(5)).expect("a table");
    let analysis = Analysis::new(TIHBAT, &table).expect("the same rules");
    let mut game = Game::new(TIHBAT, Position::parse("1-2-1-1", &TIHBAT).expect("a position")).expect("a game");
    for name in ["B", "b"] {
        game.play_named(name).expect("a legal move");
    }
    let in_game = analysis.in_game(&game, Progress::NONE).expect("the same rules");
    assert_eq!(in_game.table_value().expect("a value").expect("no first move").margin().seeds(), -2);
    assert_eq!(in_game.value().expect("a value").value.margin().seeds(), 0);
}

#[test]
fn a_layer_that_is_too_large_is_not_solved_again() {
    let table = tihbat::solve::table(TIHBAT.clauses(), common::layer(5)).expect("a table");
    let analysis = Analysis::new(TIHBAT, &table).expect("the same rules").with_limit(55);
    let mut game = Game::new(TIHBAT, Position::parse("1-2-1-1", &TIHBAT).expect("a position")).expect("a game");
    for name in ["B", "b"] {
        game.play_named(name).expect("a legal move");
    }
    let refused = analysis.in_game(&game, Progress::NONE).expect("the same rules").value();
    assert!(matches!(refused, Err(AnalysisError::Limit { boards: 56, limit: 55, .. })));
}
