//! Random probes in a mapped table

mod common;

use tihbat::board::{Board, Seeds};
use tihbat::export::mtb;
use tihbat::progress::Progress;
use tihbat::rules::{MODIAR, Rules, TIHBAT};
use tihbat::table::Table;

fn probe(name: &str, table: &Table, sum: i64) {
    const PROBES: usize = 1_000_000;
    table.check_values(Seeds::MAX).expect("a table that was just made");
    // A fixed permutation of all indices that looks random.
    let mut number = 0;
    let boards: Vec<Board> = (0..PROBES)
        .map(|_| {
            number = (number + 0x9e37_79b9_7f4a_7c15_u64 % table.boards()) % table.boards();
            table.index().board(number).expect("a number of the table")
        })
        .collect();
    let expected = sum as u64;
    common::time(&format!("{name}: random probes"), PROBES as u64, expected, || {
        let margins = boards.iter().map(|&board| i64::from(table.probe(board).expect("a value").margin().seeds()));
        margins.sum::<i64>() as u64
    });
}

fn main() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let table = |rules: Rules| {
        let path = folder.path().join("table.mtb");
        let solved = tihbat::solve::table(rules.clauses(), rules.seeds()).expect("a table");
        mtb::write_file(&solved, rules.seeds(), &path, true, Progress::NONE).expect("a file");
        Table::open(&path).expect("a table")
    };
    probe("tihbat", &table(TIHBAT), 569_874);
    probe("modiar", &table(MODIAR), 1_715_438);
}
