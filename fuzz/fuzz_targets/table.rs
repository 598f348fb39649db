//! The bytes of a table, with checksums that match: opened, probed, verified, exported and asked.
//!
//! What `verify` accepts is equal to a solve of the same game, and what is equal to it is accepted.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tihbat::analysis::Analysis;
use tihbat::export::{self, BoardRows, Format, Layers, Target};
use tihbat::position::Position;
use tihbat::progress::Progress;
use tihbat::rules::{Rules, Start};
use tihbat::solve;
use tihbat::table::Table;
use tihbat::value::TableKind;
use tihbat::verify::verify;
use tihbat_fuzz::forge::Forged;
use tihbat_fuzz::{Bytes, check_message};

/// Larger tables are opened and probed, but not solved.
const MOST_BOARDS: u64 = 3000;

fuzz_target!(|input: &[u8]| {
    let mut input = Bytes(input);
    let base = input.base();
    let bytes = input.edit(Forged::of(base.bytes.clone()));
    let table = match Table::from_bytes(bytes.clone()) {
        Ok(table) => table,
        Err(error) => return check_message(&error),
    };
    assert_eq!(whole(&table), bytes);
    assert!(!table.made_by().contains(char::is_control), "no writer has such a name");
    if table.kind() == TableKind::Bounds {
        // What follows is about margins.
        let _ = verify(&table, Progress::NONE);
        return;
    }
    let mut boards = 0;
    for seeds in table.max_seeds().layers() {
        let values: Vec<_> = table.layer(seeds).map(Result::ok).collect();
        assert_eq!(values.len() as u64, table.index().layer_boards(seeds));
        for (rank, expected) in values.iter().enumerate() {
            let board = table.index().board_at(seeds, rank as u64).expect("a rank of the layer").any();
            assert_eq!(table.probe(board).ok(), *expected);
        }
        boards += values.len() as u64;
    }
    assert_eq!(boards, table.boards());
    if boards > MOST_BOARDS {
        return;
    }
    export(&table);
    ask(&table);
    let solved = solve::table(table.clauses(), table.max_seeds()).expect("a small game");
    let equal = table.max_seeds().layers().all(|seeds| {
        table.max_distance(seeds) == solved.max_distance(seeds)
            && table.layer(seeds).map(Result::ok).eq(solved.layer(seeds).map(Result::ok))
    });
    match verify(&table, Progress::NONE) {
        Ok(()) => {
            assert!(equal, "verify accepts a wrong table");
            assert!(
                table.made_by() != solved.made_by() || whole(&table) == whole(&solved),
                "more than one right table"
            );
        }
        // A margin of 0 has no distance, so bytes that say one are wrong although no value shows them.
        Err(error) => {
            assert!(!equal || error.to_string().contains("margin +0"), "verify refuses a right table: {error}")
        }
    }
});

/// All bytes of a table.
fn whole(table: &Table) -> Vec<u8> {
    table.read_range(0..table.bytes()).expect("bytes in memory")
}

/// Every board is a row, or the export fails.
fn export(table: &Table) {
    let rows = BoardRows::new(table, Layers::all(table.max_seeds()), None).expect("layers of the table");
    for format in [Format::Csv, Format::Jsonl] {
        let mut out = Vec::new();
        if export::write(&rows, format, Target::Stream(&mut out), Progress::NONE).is_ok() {
            let head = usize::from(format == Format::Csv);
            assert_eq!(out.iter().filter(|&&byte| byte == b'\n').count(), table.boards() as usize + head);
        }
    }
    let mut copy = Vec::new();
    if let Err(error) = export::mtb::write(table, table.max_seeds(), &mut copy) {
        // A copy holds no value that its board cannot have.
        return assert!(error.to_string().contains("the table holds no value"), "{error}");
    }
    let copy = Table::from_bytes(copy).expect("a copy of a table is a table");
    assert!(table.made_by() != copy.made_by() || whole(&copy) == whole(table));
}

/// A question has an answer or an error, whatever the values are, and a line has an end.
fn ask(table: &Table) {
    let seeds = table.max_seeds();
    let board = table.index().board_at(seeds, table.index().layer_boards(seeds) / 2).expect("a board").any();
    let Ok(rules) = Rules::new(*table.clauses(), Start::Board(board)) else { return };
    let analysis = Analysis::new(rules, table).expect("the game of the table");
    let start = Position::of_board(board);
    let _ = analysis.value(&start);
    if let (Ok(best), Ok(line)) = (analysis.best(&start), analysis.line(&start)) {
        assert_eq!(best.is_empty(), line.moves.is_empty());
    }
}
