//! Any text as a board, a position, a clause, or a record of a game: `cargo fuzz run text`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tihbat::board::Board;
use tihbat::position::Position;
use tihbat::record::Record;
use tihbat::rules::BUILT_IN;

fuzz_target!(|text: &str| {
    let _ = text.parse::<Board>();
    let record = Record::parse(text.as_bytes());
    for (_, rules) in BUILT_IN {
        if let Ok(position) = Position::parse(text, &rules) {
            assert_eq!(position.board.turned().turned(), position.board);
        }
        if let Ok(record) = &record {
            let _ = record.replay(&rules);
        }
        let mut clauses = rules.clauses;
        for (name, _) in rules.clauses.entries() {
            let _ = clauses.set(name, text);
        }
    }
});
