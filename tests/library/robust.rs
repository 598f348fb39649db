//! Any bytes as a table, and any text as a position, board or clause, are refused or read correctly. Nothing crashes.

use std::sync::LazyLock;

use crate::common::forge::Forged;
use crate::common::{boards, table_bytes};
use proptest::prelude::*;
use tihbat::board::Board;
use tihbat::position::Position;
use tihbat::progress::Progress;
use tihbat::rules::{BUILT_IN, MODIAR, TIHBAT};
use tihbat::table::Table;
use tihbat::verify::verify;

/// A valid table, to be damaged.
static GOOD: LazyLock<Vec<u8>> = LazyLock::new(|| table_bytes(TIHBAT.clauses(), 5));

/// The offsets where a change must be noticed: everything after the numbers that sealing needs, except for the name of the
/// program that made the table, which does not matter for its values. Gaps are long, so only a few of their bytes are tried.
static PLACES: LazyLock<Vec<usize>> = LazyLock::new(|| {
    let number = |at: usize| u64::from_le_bytes(GOOD[at..at + 8].try_into().expect("eight bytes")) as usize;
    let (boards, margins, distances) = (number(24), number(56), number(64));
    let made_by = 96 + 8 + number(96);
    let made_by = made_by + 8..made_by + 8 + number(made_by);
    let value = |at: usize| (margins..margins + boards).contains(&at) || at >= distances;
    (96..GOOD.len()).filter(|at| !made_by.contains(at) && (GOOD[*at] != 0 || value(*at) || at % 64 == 0)).collect()
});

/// Opens bytes as a table, probes every board, and verifies it.
fn use_as_table(bytes: Vec<u8>) -> bool {
    let Ok(table) = Table::from_bytes(bytes) else { return false };
    for seeds in table.max_seeds().layers().take(8) {
        for board in boards(table.clauses(), seeds.count()).into_iter().take(1000) {
            let _ = table.probe(board);
        }
    }
    verify(&table, Progress::NONE).is_ok()
}

proptest! {
    #[test]
    fn any_bytes_are_no_table(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        prop_assert!(!use_as_table(bytes));
    }

    #[test]
    fn any_bytes_after_a_right_beginning_are_no_table(
        kept in 0_usize..400,
        bytes in prop::collection::vec(any::<u8>(), 0..2000),
    ) {
        let bytes = [&GOOD[..kept], &bytes].concat();
        prop_assert!(bytes == *GOOD || !use_as_table(bytes));
    }

    #[test]
    fn changed_bytes_are_no_table_even_with_right_checksums(
        changes in prop::collection::vec((prop::sample::select(PLACES.as_slice()), 1_u8..), 1..4),
        sealed: bool,
    ) {
        let mut forged = Forged::of(GOOD.clone());
        for &(at, change) in &changes {
            forged.bytes[at] ^= change;
        }
        if sealed {
            forged.seal();
        }
        prop_assert!(forged.bytes == *GOOD || !use_as_table(forged.bytes));
    }

    #[test]
    fn changed_headers_with_right_checksums_are_refused(at in 12_usize..96, change in 1_u8..) {
        let mut bytes = GOOD.clone();
        bytes[at] ^= change;
        let header = 16 + u32::from_le_bytes(bytes[12..16].try_into().expect("four bytes")) as usize;
        if header + 4 <= bytes.len() {
            let sum = crc32fast::hash(&bytes[..header]).to_le_bytes();
            bytes[header..header + 4].copy_from_slice(&sum);
        }
        prop_assert!(!use_as_table(bytes));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*") {
        let _ = text.parse::<Board>();
        for (_, rules) in BUILT_IN {
            let _ = Position::parse(&text, &rules);
            let mut clauses = rules.clauses().draft();
            for (name, _) in rules.clauses().entries() {
                let _ = clauses.set(name, &text);
            }
            prop_assert!(clauses.set(&text, "1").is_err() || text == "pits" || text == "lift.min");
        }
    }

    #[test]
    fn text_that_looks_like_a_position_is_read_or_refused(text in "[0-9]{1,4}(-[0-9SN]{0,4}){0,18}") {
        for (_, rules) in BUILT_IN {
            if let Ok(position) = Position::parse(&text, &rules) {
                let whole = position.seeds() == rules.seeds().count();
                prop_assert!(!whole || Position::parse(&position.to_string(), &rules) == Ok(position));
            }
        }
    }

    #[test]
    fn every_position_survives_its_own_text(pits in prop::collection::vec(0_u8..8, 6), south in 0_u8..43, north: bool) {
        let board: usize = pits.iter().map(|&seeds| usize::from(seeds)).sum();
        let south = usize::from(south) % (43 - board);
        let others = 42 - board - south;
        let pits = pits.iter().map(u8::to_string).collect::<Vec<_>>().join("-");
        let text = format!("{pits}-{south}-{others}-{}", if north { "N" } else { "S" });
        let position = Position::parse(&text, &MODIAR).expect("a position");
        prop_assert_eq!(position.to_string(), text);
    }
}
