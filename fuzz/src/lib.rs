//! What the targets share: small tables to begin with, and edits that the fuzzer makes to them
//!
//! A table is covered by checksums, so bytes that are changed blindly are refused at once. Here an input is a list of edits to a
//! right table; afterwards the checksums are computed again, and only the checks that come after them are left.

#[path = "../../tests/common/forge.rs"]
pub mod forge;
#[path = "../../tests/common/high_bytes.rs"]
mod high_bytes;

use std::fmt::Display;
use std::sync::LazyLock;

use forge::Forged;
use tihbat::board::Seeds;
use tihbat::rules::{AWARI, Clauses, MODIAR, TIHBAT};
use tihbat::solve;

/// Clauses with other values than those of a built-in game.
type Changes = &'static [(&'static str, &'static str)];

/// Small games: pits, seeds, and changes of the clauses of a built-in game.
const GAMES: [(u8, usize, Changes); 12] = [
    (1, 9, &[]),
    (2, 4, &[]),
    (2, 4, &[("capture.chain", "backwards"), ("capture.counts", "2,4,6")]),
    (2, 4, &[("sowing.origin_on_laps", "skipped"), ("lift.min", "2")]),
    (2, 4, &[("capture.where", "both"), ("grand_slam", "forbidden"), ("no_move", "split")]),
    (2, 4, &[("capture.where", "opponent"), ("capture.counts", "1"), ("no_move", "own_row")]),
    (2, 4, &[("capture.where", "opponent"), ("feeding", "if_able"), ("no_move", "opponent_takes")]),
    (2, 4, &[("capture.where", "both"), ("grand_slam", "takes_nothing_if_only"), ("feeding", "if_able")]),
    (2, 4, &[("sowing.first", "origin"), ("lift.min", "3")]),
    (2, 4, &[("sowing.first", "next"), ("lift.min", "1")]),
    (1, 9, &[("capture.counts", "1"), ("capture.where", "opponent"), ("capture.chain", "backwards")]),
    (3, 3, &[]),
];

/// A table to begin with.
pub struct Base {
    /// The clauses of its game.
    pub clauses: Clauses,
    /// Its last layer.
    pub max_seeds: Seeds,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// The tables to begin with. The last one has high bytes of distances that its game does not have.
pub static BASES: LazyLock<Vec<Base>> = LazyLock::new(|| {
    let mut bases = Vec::new();
    for built_in in [TIHBAT, MODIAR, AWARI] {
        for (pits, seeds, changes) in GAMES {
            let mut draft = built_in.clauses().draft();
            let max_seeds = Seeds::new(seeds).expect("in range");
            let set = changes.iter().try_for_each(|(clause, value)| draft.set(clause, value));
            draft.pits = pits;
            let Ok(clauses) = set.and_then(|()| draft.check()) else { continue };
            let table = solve::table(&clauses, max_seeds).expect("a small table");
            let bytes = table.read_range(0..table.bytes()).expect("bytes in memory");
            bases.push(Base { clauses, max_seeds, bytes });
        }
    }
    let two = bases.iter().find(|base| base.clauses.pits() == 2).expect("a table of 2 x 2 pits");
    let long = Base { bytes: high_bytes::lengthened(&two.bytes, 3, 300), ..*two };
    bases.push(long);
    bases
});

/// Checks that a message commands no terminal and has an end. A message may have several lines.
pub fn check_message(error: &impl Display) {
    let message = error.to_string();
    assert!(!commands_a_terminal(&message), "foreign text in {message:?}");
    assert!(message.len() < 4000, "a message of {} bytes", message.len());
}

/// Whether a text has characters that a terminal obeys, other than line feeds.
pub fn commands_a_terminal(text: &str) -> bool {
    text.contains(|c: char| c.is_control() && c != '\n' || ('\u{202a}'..='\u{202e}').contains(&c))
}

/// The bytes of an input, taken one after the other. There are zeros after the end.
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    /// The next number.
    pub fn number<const N: usize>(&mut self) -> usize {
        let (taken, rest) = self.0.split_at(N.min(self.0.len()));
        self.0 = rest;
        taken.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte))
    }

    /// One of the tables to begin with.
    pub fn base(&mut self) -> &'static Base {
        &BASES[self.number::<1>() % BASES.len()]
    }

    /// Makes the edits that are left in the input, and, unless the input says otherwise, computes the checksums again.
    pub fn edit(&mut self, mut table: Forged) -> Vec<u8> {
        let flags = self.number::<1>();
        if flags & 0xc0 == 0xc0 {
            // The values of another game.
            let donor = &BASES[(flags & 0x3f) % BASES.len()];
            table.graft(&Forged::of(donor.bytes.clone()));
        }
        let (mut seal, mut records) = (true, flags & 1 == 0);
        while !self.0.is_empty() {
            let (boards, length) = (table.boards().max(1), table.bytes.len().max(1));
            match self.number::<1>() % 10 {
                0 | 1 => {
                    let (board, margin) = (self.number::<2>() % boards, self.number::<1>());
                    table.put_margin(board, margin as u8);
                }
                2 | 3 => {
                    let (board, distance) = (self.number::<2>() % boards, self.number::<1>());
                    table.put_distance(board, distance as u8);
                }
                4 | 5 => {
                    let (at, byte) = (self.number::<2>() % length.min(1 << 10), self.number::<1>());
                    table.bytes[at] = byte as u8;
                }
                6 => {
                    let (at, byte) = (self.number::<3>() % length, self.number::<1>());
                    table.bytes[at] = byte as u8;
                }
                7 => {
                    let new = self.number::<3>() % (2 * length);
                    table.bytes.resize(new.max(96), 0);
                }
                8 => records = !records,
                _ => seal = !seal,
            }
        }
        if records {
            table.try_hide();
        }
        if seal {
            table.try_seal();
        }
        table.bytes
    }
}
