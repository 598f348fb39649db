//! The bytes of a record of a game: read, written, replayed and judged.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tihbat::analysis::AnyAnalysis;
use tihbat::judge::judge;
use tihbat::position::{Position, Prospect, Side};
use tihbat::progress::Progress;
use tihbat::record::Record;
use tihbat::rules::{AWARI, MODIAR, TIHBAT};
use tihbat::solve;
use tihbat_fuzz::check_message;

/// Small games, and what answers about them.
static GAMES: LazyLock<Vec<AnyAnalysis>> = LazyLock::new(|| {
    [TIHBAT.resized(2, 3), MODIAR.resized(2, 2), AWARI.resized(2, 2), TIHBAT.resized(1, 4)]
        .map(|rules| {
            let rules = rules.expect("a small game");
            AnyAnalysis::new(rules, &solve::table(rules.clauses(), rules.seeds()).expect("solved")).expect("its table")
        })
        .into()
});

fuzz_target!(|input: &[u8]| {
    let record = match Record::parse(input) {
        Ok(record) => record,
        Err(error) => return check_message(&error),
    };
    let written = record.to_string();
    let again = Record::parse(written.as_bytes()).expect("a written record is read");
    assert_eq!(again, record, "{written}");
    assert_eq!(again.to_string(), written);
    for analysis in GAMES.iter() {
        let rules = analysis.rules();
        let game = match record.replay(rules) {
            Ok(game) => game,
            Err(error) => {
                check_message(&error);
                continue;
            }
        };
        assert_eq!(game.plays().len(), record.moves().len());
        let of_game = Record::of_game(&game, "game");
        let text = of_game.to_string();
        let read = Record::parse(text.as_bytes()).expect("a written game is read");
        assert_eq!(read, of_game);
        assert_eq!(read.replay(rules).expect("the same game").positions(), game.positions());
        // Long games take long to judge, and boards of more seeds than the table has are unknown.
        if game.plays().len() > 12 || game.positions()[0].board.total() > analysis.table().max_seeds() {
            continue;
        }
        let Ok(verdict) = judge(analysis, &game, Progress::NONE) else { continue };
        assert_eq!(verdict.moves.len(), game.plays().len());
        let given_away = Side::BOTH.map(|side| verdict.summary(side).given_away as i32);
        let difference = |prospect: Option<Prospect>| prospect.expect("a whole table").lead_of_south() as i32;
        let (start, end) = (difference(verdict.start), difference(verdict.last()));
        assert_eq!(start - given_away[0] + given_away[1], end, "{text}");
        let _: &Position = game.position();
    }
});
