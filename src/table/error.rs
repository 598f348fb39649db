//! What can be wrong with the file of a table
//!
//! Each sentence says what was expected and what was found. The name of the file is added by whoever knows it.

use std::io;
use std::path::PathBuf;

use crate::board::{Board, Seeds};
use crate::files::FileKind;
use crate::rules::{BUILT_IN, Clauses, Rules, RulesError};
use crate::value::TableKind;

/// Why a file is not a table, or not the one that is needed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The file could not be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is no file that can be a table.
    #[error("this is {kind}; expected the file of a table")]
    Kind {
        /// What it is.
        kind: FileKind,
    },
    /// Somebody has written to the file.
    #[error("{} was changed in place while it was read; replace tables by rename", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// The file ends too early.
    #[error("the file is cut short: expected at least {expected} bytes, found {found}")]
    Short {
        /// Bytes that there should be.
        expected: u64,
        /// Bytes that there are.
        found: u64,
    },
    /// The file is too long.
    #[error("the file has something appended: expected {expected} bytes, found {found}")]
    Long {
        /// Bytes that there should be.
        expected: u64,
        /// Bytes that there are.
        found: u64,
    },
    /// Not a table at all.
    #[error("this is not a tihbat table: it begins with \"{found}\" instead of the mark of a table")]
    Magic {
        /// The first bytes.
        found: String,
    },
    /// A work file.
    #[error("this is an unfinished table: run the same solve again, it goes on where it stopped")]
    Unfinished,
    /// A table where a work file was expected.
    #[error("this is a finished table, not the work file of a solve")]
    Finished,
    /// Numbers in the other byte order.
    #[error("the table's numbers are big-endian; a tihbat table is little-endian on every machine")]
    ByteOrder,
    /// Another version of the format.
    #[error(
        "the table has format version {found}, this program reads versions 1 to {expected}: solve again to make a new one"
    )]
    Version {
        /// The latest version that this program reads.
        expected: u32,
        /// The version of the file.
        found: u32,
    },
    /// The header was altered.
    #[error("the table's header does not match its checksum: the file is damaged")]
    HeaderChecksum,
    /// The header makes no sense.
    #[error("the table's header cannot be read: {why}")]
    Header {
        /// The reason.
        why: String,
    },
    /// The header does not name every clause once.
    #[error("the table's header names {found} clauses, expected {expected}")]
    Clauses {
        /// The number of clauses there are.
        expected: usize,
        /// The number of clauses named.
        found: usize,
    },
    /// The header names clauses that make no game.
    #[error("the table's header: {0}")]
    Rules(#[from] RulesError),
    /// A number of the header is not what the rest of it implies.
    #[error("the table's header is wrong: expected {expected} for the {what}, found {found}")]
    Size {
        /// The number.
        what: &'static str,
        /// What it should be.
        expected: u64,
        /// What it is.
        found: u64,
    },
    /// Bytes that belong to nothing are not zero.
    #[error("the file is damaged: byte {at} should be zero")]
    Gap {
        /// The offset in the file.
        at: u64,
    },
    /// A layer's record was altered.
    #[error("the record of the layer of {seeds} seeds does not match its checksum: the file is damaged")]
    Record {
        /// The layer.
        seeds: Seeds,
    },
    /// Entries were altered.
    #[error("boards {first} to {last} of the table do not match their checksum: the file is damaged")]
    Block {
        /// The number of the first board.
        first: u64,
        /// The number of the last board.
        last: u64,
    },
    /// A byte that is no margin of the board, or no number of seeds that can be forced on it.
    #[error("the table holds no value for board {board}: its byte is {found}")]
    Value {
        /// The board.
        board: Board,
        /// The byte, signed.
        found: i8,
    },
    /// The table is of another game, or of another size of it.
    #[error("the table is of {found}, not of {expected}")]
    OtherGame {
        /// The game.
        expected: String,
        /// The game of the table.
        found: String,
    },
    /// The table is of other rules, and one of them has no name.
    #[error("the table is of other rules: expected {clause} = {expected}, found {found}")]
    OtherRules {
        /// The first clause that differs.
        clause: &'static str,
        /// Its value in the game.
        expected: String,
        /// Its value in the table.
        found: String,
    },
    /// The table holds margins where bounds are needed, or the other way round.
    #[error("{}", other_kind(*expected))]
    OtherKind {
        /// What is needed.
        expected: TableKind,
    },
    /// A board of another shape.
    #[error("the board has {found} pits, the boards of this table have {expected}")]
    Shape {
        /// Pits of the table's boards.
        expected: usize,
        /// Pits of the board.
        found: usize,
    },
    /// The table has too few layers.
    #[error("the table goes up to {found} seeds, but {expected} are needed")]
    TooFewSeeds {
        /// The seeds that are needed.
        expected: Seeds,
        /// The seeds of the table's last layer.
        found: Seeds,
    },
}

/// What is wrong with the kind of a table.
fn other_kind(expected: TableKind) -> &'static str {
    match expected {
        TableKind::Margins => {
            "this game leaves open what a repetition pays, so it has bounds and no margins; with repetition = split it has margins"
        }
        TableKind::Bounds => {
            "in this game a repetition splits the seeds, so it has margins and no bounds; with repetition = open it has bounds"
        }
    }
}

impl TableError {
    /// The first difference between the rules of a game and those of a table; none if the table serves the game.
    pub fn other_rules(expected: &Clauses, found: &Clauses) -> Option<Self> {
        let [expected, found] = [expected.of_table(), found.of_table()];
        let differs = |(expected, found): &((&'static str, String), (&'static str, String))| expected != found;
        let (clause, other) = expected.entries().into_iter().zip(found.entries()).find(differs)?;
        if let (Some(expected), Some(found)) = (name(&expected), name(&found)) {
            return Some(Self::OtherGame { expected, found });
        }
        let (expected, found) = (clause, other);
        Some(Self::OtherRules { clause: expected.0, expected: expected.1, found: found.1 })
    }
}

/// A built-in game with the size of its board: `awari on 2 x 6 pits`; none if no built-in game has these clauses.
fn name(clauses: &Clauses) -> Option<String> {
    let pits = clauses.pits();
    let same = |own: &Rules| own.clauses().with(|draft| draft.pits = pits) == Ok(*clauses);
    let (name, _) = BUILT_IN.iter().find(|(_, own)| same(own))?;
    Some(format!("{name} on 2 x {pits} pits"))
}
