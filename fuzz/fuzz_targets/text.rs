//! Any text as a board, a position, or a clause: `cargo fuzz run text`.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tihbat::board::Board;
use tihbat::position::Position;
use tihbat::rules::BUILT_IN;

fuzz_target!(|text: &str| {
    let _ = text.parse::<Board>();
    for (_, rules) in BUILT_IN {
        if let Ok(position) = Position::parse(text, &rules) {
            assert_eq!(position.board.turned().turned(), position.board);
        }
        let mut clauses = rules.clauses;
        for (name, _) in rules.clauses.entries() {
            let _ = clauses.set(name, text);
        }
    }
});
