//! Answers about positions agree: moves with values, lines with totals, opening rules with whole games.

use crate::common;
use crate::common::{boards, naive, naive_rules};
use tihbat::analysis::{Analysis, AnalysisError, RankedMove};
use tihbat::board::Board;
use tihbat::game::{Game, GameError};
use tihbat::position::{Position, Side};
use tihbat::progress::Progress;
use tihbat::rules::{AWARI, Clauses, MODIAR, Rules, Start, TIHBAT};
use tihbat::table::Table;
use tihbat::value::Margin;

/// For every board: the line reaches the value, and the moves are in order.
fn hold_together(rules: &Rules, seeds: usize) {
    let table = tihbat::solve::table(rules.clauses(), common::layer(seeds)).expect("a table");
    let analysis = Analysis::new(*rules, &table).expect("the same rules");
    for board in (0..=seeds).flat_map(|seeds| boards(rules.clauses(), seeds)) {
        let position = Position::of_board(board);
        let answer = analysis.value(&position).expect("a value");
        let line = analysis.line(&position).expect("a line");
        assert_eq!(line.finals, answer.finals, "{position}");
        if let Some(distance) = answer.value.distance() {
            let conversion = line.moves.iter().position(|ranked| ranked.play.captured.count() > 0);
            let plies = conversion.map_or(line.moves.len(), |at| at + 1);
            assert_eq!(plies, usize::from(distance.plies()), "{position} converts in its distance");
        }
        let moves = analysis.best(&position).expect("moves");
        assert_eq!(moves.is_empty(), line.moves.is_empty());
        if let Some(best) = moves.first() {
            assert_eq!(best.value, answer.value, "{position}");
        }
        for pair in moves.windows(2) {
            assert!(in_order(&pair[0], &pair[1]), "{position}: {pair:?}");
        }
        assert!(moves.iter().all(|ranked| ranked.best == (ranked.value == answer.value)));
    }
}

fn in_order(first: &RankedMove, second: &RankedMove) -> bool {
    let key = |ranked: &RankedMove| {
        let plies = ranked.value.distance().map_or(0, |distance| i32::from(distance.plies()));
        let margin = ranked.value.margin();
        let pit = ranked.play.pit.map_or(0, |pit| pit.number() as i32);
        (-i32::from(margin.seeds()), if margin > Margin::ZERO { plies } else { -plies }, pit)
    };
    key(first) < key(second)
}

#[test]
fn lines_of_tihbat_end_in_the_totals_that_its_values_promise() {
    hold_together(&TIHBAT, 28);
}

#[test]
fn lines_of_other_games_do_too() {
    hold_together(&MODIAR, 12);
    hold_together(&AWARI, 5);
    for clauses in common::family(2).into_iter().step_by(3) {
        hold_together(&TIHBAT.with(|draft| draft.clauses = clauses.draft()).expect("rules"), 7);
    }
}

/// A first move without captures, by search of whole games with the start as a seen position.
fn first_move_by_search(rules: &Rules, table: &Table) -> i32 {
    let plain = naive_rules(rules.clauses());
    let seeds = rules.seeds().count();
    let lower = (0..=seeds).flat_map(|seeds| boards(rules.clauses(), seeds)).map(|board: Board| {
        let margin = table.probe(board).expect("a value").margin().seeds().into();
        (board.pits().collect(), naive::Entry { margin, distance: None })
    });
    let lower = lower.collect();
    let start: Vec<u8> = rules.start().pits().collect();
    let plays = naive::legal_moves(&plain, &start, false);
    let margins = plays.into_iter().map(|play| {
        let mut seen = naive::Seen::from([(start.clone(), naive::Side::South)]);
        -naive::history_value(&plain, &naive::swapped(&play.after), &mut seen, naive::Side::North, &lower)
    });
    margins.max().unwrap_or_else(|| naive::ended(&plain, &start).unwrap_or(0))
}

#[test]
fn a_first_move_without_captures_is_worth_what_search_of_whole_games_finds() {
    let mut differ = 0;
    for (pits, seeds_per_pit) in [(1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2)] {
        let families: Vec<Clauses> = common::family(pits);
        for clauses in families.into_iter().step_by(2) {
            let rules = Rules::new(clauses, Start::SeedsPerPit(seeds_per_pit)).expect("rules");
            let rules = rules.with(|draft| draft.captures_on_first_move = false).expect("rules");
            let table = tihbat::solve::table(&clauses, rules.seeds()).expect("a table");
            let analysis = Analysis::new(rules, &table).expect("the same rules");
            let answer = analysis.value(&Position::start(&rules)).expect("a value");
            let margin = i32::from(answer.value.margin().seeds());
            assert!(answer.by_opening_rule);
            assert_eq!(margin, first_move_by_search(&rules, &table), "{:?}", clauses.entries());
            differ += usize::from(margin != i32::from(table.probe(rules.start()).expect("a value").margin().seeds()));
            let line = analysis.line(&Position::start(&rules)).expect("a line");
            assert_eq!(line.finals, answer.finals);
        }
    }
    assert!(differ > 20, "the first move made a difference only {differ} times");
}

#[test]
fn only_the_start_itself_is_a_first_move() {
    let table = tihbat::solve::table(MODIAR.clauses(), common::layer(6)).expect("a table");
    let rules = MODIAR.resized(3, 1).expect("a size");
    let analysis = Analysis::new(rules, &table).expect("the same rules");
    let start = Position::start(&rules);
    assert!(analysis.is_opening(&start));
    assert!(!analysis.is_opening(&Position { side: Side::North, ..start }));
    assert!(!analysis.is_opening(&Position::of_board(common::board(&[2, 0, 1, 1, 1, 1]))));
}

#[test]
fn a_position_or_a_game_that_does_not_belong_here_is_refused() {
    let table = tihbat::solve::table(TIHBAT.clauses(), common::layer(4)).expect("a table");
    let analysis = Analysis::new(TIHBAT, &table).expect("the same rules");
    let larger = Position::start(&MODIAR);
    let shape = GameError::Shape { expected: 4, found: 6 };
    assert_eq!(analysis.game(larger).err(), Some(shape));
    assert!(analysis.value(&larger).is_err());
    let refused = [analysis.best(&larger).err(), analysis.line(&larger).err(), analysis.end(&larger).err()];
    assert!(refused.iter().all(|error| matches!(error, Some(AnalysisError::Game(GameError::Shape { .. })))));
    let said = |rules: Rules| {
        let game = Game::new(rules, Position::start(&rules)).expect("a game");
        analysis.in_game(&game, Progress::NONE).err().expect("other rules").to_string()
    };
    let lift = said(TIHBAT.changed("lift.min", "2").expect("rules"));
    assert_eq!(lift, "the game has lift.min = 2, but this analysis is about a game that has lift.min = 1");
    let start = said(TIHBAT.changed("start", "1,0,0,0").expect("rules"));
    assert_eq!(start, "the game has start = 1,0,0,0, but this analysis is about a game that has seeds_per_pit = 7");
}
