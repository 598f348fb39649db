//! A search that sees everything finds what the table of the whole game says.

use crate::common;
use tihbat::analysis::AnyAnalysis;
use tihbat::board::Seeds;
use tihbat::game::Game;
use tihbat::position::Position;
use tihbat::rules::{AWARI, MODIAR, TIHBAT};
use tihbat::search::{SearchLimits, search};

fn seeds(count: usize) -> Seeds {
    Seeds::new(count).expect("in range")
}

#[test]
fn a_complete_search_agrees_with_the_table_of_the_whole_game() {
    let mut compared = 0;
    for rules in [TIHBAT, MODIAR.resized(2, 2).expect("a size"), AWARI.resized(2, 2).expect("a size")] {
        let whole = tihbat::solve::table(rules.clauses(), seeds(8)).expect("a table");
        let part = tihbat::solve::table(rules.clauses(), seeds(3)).expect("a table");
        let analysis = AnyAnalysis::new(rules, &part).expect("the same rules");
        for board in common::boards(rules.clauses(), 8).into_iter().filter(|board| board.total() > seeds(3)) {
            let game = Game::new(rules, Position::of_board(board)).expect("a game");
            let limits = SearchLimits { depth: 14, positions: 20_000 };
            let mut reports = 0;
            let found = search(&analysis, &game, limits, &|| true, &mut |_| reports += 1).expect("a search");
            let Some(found) = found else {
                assert!(game.end().is_some(), "{board}");
                continue;
            };
            assert_eq!(reports, found.depth);
            // The line can be played.
            let mut line = game.clone();
            found.line.iter().for_each(|play| line.play(play).expect("a legal move"));
            if found.complete {
                let margin = whole.probe(board).expect("a value").margin().seeds();
                assert_eq!(found.score, i32::from(margin), "{board}");
                compared += 1;
            }
        }
    }
    assert!(compared > 200, "only {compared} boards");
}

#[test]
fn a_search_is_the_same_for_every_number_of_threads_and_stops() {
    let rules = tihbat::rules::OWARE;
    let part = tihbat::solve::table(rules.clauses(), seeds(3)).expect("a table");
    let analysis = AnyAnalysis::new(rules, &part).expect("the same rules");
    let game = Game::new(rules, Position::start(&rules)).expect("a game");
    let limits = SearchLimits { depth: 6, ..SearchLimits::NONE };
    let on = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| search(&analysis, &game, limits, &|| true, &mut |_| ())).expect("a search")
    };
    let one = on(1);
    assert_eq!(one.as_ref().map(|found| (found.depth, found.complete)), Some((6, false)));
    assert_eq!(one, on(4));
    let stopped = search(&analysis, &game, SearchLimits::NONE, &|| false, &mut |_| ()).expect("a search");
    assert!(stopped.is_none_or(|found| found.depth < 6));
}
