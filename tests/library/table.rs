//! A table reads back as it was solved, and every changed byte is noticed.

use crate::common;
use crate::common::{boards, layer, naive, naive_rules, table_bytes};
use tihbat::progress::Progress;
use tihbat::rules::{AWARI, MODIAR, TIHBAT};
use tihbat::table::{CHECKED_AT_OPENING, Table, TableError};

#[test]
fn a_table_answers_what_the_naive_solver_answers() {
    for (clauses, seeds) in [(TIHBAT.clauses(), 28), (MODIAR.clauses(), 10), (AWARI.clauses(), 3)] {
        let naive = naive::solve(&naive_rules(clauses), seeds as u32);
        let table = Table::from_bytes(table_bytes(clauses, seeds)).expect("a table");
        assert_eq!(*table.clauses(), *clauses);
        assert_eq!(table.boards(), naive.len() as u64);
        for board in (0..=seeds).flat_map(|seeds| boards(clauses, seeds)) {
            let value = table.probe(board).expect("a value");
            let entry = naive[&board.pits().collect::<Vec<_>>()];
            let distance = value.distance().map(|distance| distance.plies().into());
            assert_eq!((value.margin().seeds().into(), distance), (entry.margin, entry.distance), "{board}");
        }
    }
}

#[test]
fn any_changed_byte_is_noticed() {
    let good = table_bytes(TIHBAT.clauses(), 6);
    for at in 0..good.len() {
        for change in [1_u8, 0x80, 0xff] {
            let mut bad = good.clone();
            bad[at] ^= change;
            assert!(Table::from_bytes(bad).is_err(), "byte {at} changed by {change}");
        }
    }
}

#[test]
fn any_cut_or_appended_file_is_noticed() {
    let good = table_bytes(TIHBAT.clauses(), 4);
    for length in 0..good.len() {
        assert!(Table::from_bytes(good[..length].to_vec()).is_err(), "cut to {length} bytes");
    }
    let long = [good.as_slice(), &[0]].concat();
    assert!(matches!(Table::from_bytes(long), Err(TableError::Long { .. })));
}

#[test]
fn a_file_of_another_kind_is_refused_by_what_it_is() {
    let good = table_bytes(TIHBAT.clauses(), 4);
    let refused = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bad = good.clone();
        change(&mut bad);
        Table::from_bytes(bad).map(|_| ()).expect_err("not a table").to_string()
    };
    assert_eq!(
        refused(&|bytes| bytes[8] = 9),
        "the table has format version 9, this program reads versions 1 to 2: solve again to make a new one"
    );
    assert!(refused(&|bytes| bytes[8..12].reverse()).contains("big-endian"));
    assert!(refused(&|bytes| bytes[..8].copy_from_slice(b"\x1f\x8b\x08abcde")).contains("not a tihbat table"));
    assert!(refused(&|bytes| bytes[3] = b'W').contains("unfinished"));
    assert!(refused(&|bytes| bytes.truncate(10)).contains("cut short"));
}

#[test]
fn a_header_that_claims_absurd_sizes_is_refused_without_allocating() {
    // A header with a correct checksum but 127 layers of 2 x 8 pits: more bytes than any disk has.
    let clauses = TIHBAT.clauses().with(|draft| draft.pits = 8).expect("clauses");
    let good = table_bytes(&clauses, 0);
    let mut bad = good.clone();
    bad[20..24].copy_from_slice(&127_u32.to_le_bytes());
    let header = u32::from_le_bytes([bad[12], bad[13], bad[14], bad[15]]) as usize;
    let sum = crc32fast::hash(&bad[..16 + header]).to_le_bytes();
    bad[16 + header..20 + header].copy_from_slice(&sum);
    assert!(matches!(Table::from_bytes(bad), Err(TableError::Size { .. })));
}

#[test]
fn a_smaller_table_is_a_prefix_of_a_larger_one() {
    let (small, large) = (table_bytes(MODIAR.clauses(), 6), table_bytes(MODIAR.clauses(), 9));
    let [small, large] = [small, large].map(|bytes| Table::from_bytes(bytes).expect("a table"));
    let margins = small.margins(layer(6)).expect("margins");
    assert_eq!(margins, large.margins(layer(6)).expect("margins"));
}

#[test]
fn long_distances_take_a_second_byte() {
    // Rules with long distances: a capture needs exactly 7 seeds in a pit of the mover.
    let mut clauses = *TIHBAT.clauses();
    for (clause, value) in [("pits", "6"), ("sowing.first", "next"), ("lift.min", "2"), ("capture.counts", "7")] {
        clauses = clauses.changed(clause, value).expect("a clause");
    }
    let table = tihbat::solve::table(&clauses, layer(13)).expect("a table");
    let mut longest = 0;
    for seeds in table.max_seeds().layers() {
        let found = table.layer(seeds).filter_map(|value| value.expect("a value").distance()).max();
        assert_eq!(found.map_or(0, |distance| distance.plies()), table.max_distance(seeds).plies());
        longest = longest.max(table.max_distance(seeds).plies());
    }
    assert!(longest > 255, "the longest distance is {longest}");
    tihbat::verify::verify(&table, Progress::NONE).expect("a right table");
    // The same in all three accesses.
    let folder = tempfile::TempDir::new().expect("a folder");
    let path = folder.path().join("table.mtb");
    let bytes = table.read_range(0..table.bytes()).expect("its bytes");
    assert!(bytes.len() as u64 > CHECKED_AT_OPENING);
    std::fs::write(&path, &bytes).expect("written");
    for same in [Table::open(&path), Table::open_guarded(&path, 0), Table::open_guarded(&path, 1 << 20)] {
        let same = same.expect("a table");
        for seeds in table.max_seeds().layers() {
            let values = |table: &Table| table.layer(seeds).map(|value| value.expect("a value")).collect::<Vec<_>>();
            assert!(values(&same) == values(&table), "{seeds}");
            let last = table.index().board(table.index().layer_start(seeds)).expect("a board");
            assert_eq!(same.probe(last).expect("a value"), table.probe(last).expect("a value"));
        }
        assert!(same.margins(layer(13)).expect("margins") == table.margins(layer(13)).expect("margins"));
        assert!(same.read_range(0..same.bytes()).expect("its bytes") == bytes);
        let copy = folder.path().join("copy.mtb");
        tihbat::export::mtb::write_file(&same, layer(13), &copy, true, Progress::NONE).expect("a copy");
        assert!(std::fs::read(&copy).expect("a file") == bytes);
        tihbat::verify::verify(&same, Progress::NONE).expect("a right table");
    }
}

#[test]
fn swapped_columns_are_noticed() {
    let good = table_bytes(TIHBAT.clauses(), 10);
    let offset = |at: usize| u64::from_le_bytes(good[at..at + 8].try_into().expect("eight bytes")) as usize;
    let (boards, margins, distances) = (offset(24), offset(56), offset(64));
    let mut bad = good.clone();
    bad[margins..margins + boards].copy_from_slice(&good[distances..distances + boards]);
    bad[distances..distances + boards].copy_from_slice(&good[margins..margins + boards]);
    assert!(matches!(Table::from_bytes(bad.clone()), Err(TableError::Block { .. })));
    let mut forged = common::forge::Forged::of(bad);
    forged.seal();
    let table = Table::from_bytes(forged.bytes).expect("checksums are right");
    assert!(tihbat::verify::verify(&table, Progress::NONE).is_err());
}
