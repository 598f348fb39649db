//! What a table is, and whether it is right

use serde::Serialize;

use crate::rules::BUILT_IN;
use crate::store::GameSpec;
use crate::table::Table;
use crate::verify::{BoundsEntry, Entry, VerifyError};

use super::entries::Entries;

/// What a table is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InfoAnswer {
    /// The file.
    pub file: String,
    /// The built-in game with these clauses; null if there is none.
    pub game: Option<String>,
    /// The clauses with their values.
    pub rules: Entries,
    /// Seeds of the last layer.
    pub max_seeds: usize,
    /// Boards of all layers.
    pub boards: u64,
    /// The longest distance, in plies.
    pub max_distance: u16,
    /// Blocks that have a checksum.
    pub blocks: u64,
    /// Bytes of the file.
    pub bytes: u64,
    /// Version of the file's format.
    pub version: u32,
    /// The program that made it.
    pub made_by: String,
    /// Every layer, the empty one first.
    pub layers: Vec<InfoLayer>,
}

/// One layer of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct InfoLayer {
    /// Its seeds.
    pub seeds: usize,
    /// Its boards.
    pub boards: u64,
    /// Its longest distance, in plies.
    pub max_distance: u16,
    /// Its checksum, in hexadecimal.
    pub checksum: String,
}

/// A table that was proved right.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ProvedAnswer {
    /// True.
    pub right: bool,
    /// The built-in game with these clauses; null if there is none.
    pub game: Option<&'static str>,
    /// The clauses with their values.
    pub rules: Entries,
    /// Boards of all layers.
    pub boards: u64,
    /// Seeds of the last layer.
    pub max_seeds: usize,
    /// Seconds that the proof took.
    pub seconds: f64,
}

/// An entry, as it is in a table or should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum EntryAnswer {
    /// Of a table of margins.
    Margin {
        /// The margin, in seeds.
        margin: i32,
        /// The distance, in plies.
        distance: u32,
    },
    /// Of a table of bounds.
    Bounds {
        /// Seeds that the mover can force.
        forced: i32,
        /// Their distance, in plies.
        forced_distance: u32,
        /// Seeds that the opponent can force.
        forced_other: i32,
        /// Their distance, in plies.
        forced_other_distance: u32,
    },
}

/// A table that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RefutedAnswer {
    /// False.
    pub right: bool,
    /// What is wrong.
    pub error: String,
    /// The first board whose entry is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// What the table says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub says: Option<EntryAnswer>,
    /// What its successors imply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub implied: Option<EntryAnswer>,
}

impl InfoAnswer {
    /// What the table of a file is.
    pub fn new(file: &str, table: &Table) -> Self {
        let layer = |seeds| InfoLayer {
            seeds: crate::board::Seeds::count(seeds),
            boards: table.index().layer_boards(seeds),
            max_distance: table.max_distance(seeds).plies(),
            checksum: format!("{:08x}", table.layer_checksum(seeds)),
        };
        let layers: Vec<_> = table.max_seeds().layers().map(layer).collect();
        Self {
            file: file.to_owned(),
            game: GameSpec::of_clauses(table.clauses(), None).map(|spec| spec.name),
            rules: table.clauses().entries().into_iter().collect(),
            max_seeds: table.max_seeds().count(),
            boards: table.boards(),
            max_distance: layers.iter().map(|layer| layer.max_distance).max().unwrap_or(0),
            blocks: table.blocks(),
            bytes: table.bytes(),
            version: table.version(),
            made_by: table.made_by().to_owned(),
            layers,
        }
    }
}

impl ProvedAnswer {
    /// A table whose proof took this many seconds.
    pub fn new(table: &Table, seconds: f64) -> Self {
        let game = BUILT_IN.into_iter().find(|(_, rules)| rules.clauses() == table.clauses()).map(|(name, _)| name);
        Self {
            right: true,
            game,
            rules: table.clauses().entries().into_iter().collect(),
            boards: table.boards(),
            max_seeds: table.max_seeds().count(),
            seconds,
        }
    }
}

impl From<&Entry> for EntryAnswer {
    fn from(entry: &Entry) -> Self {
        Self::Margin { margin: entry.margin, distance: entry.distance }
    }
}

impl From<&BoundsEntry> for EntryAnswer {
    fn from(entry: &BoundsEntry) -> Self {
        let ((forced, forced_distance), (forced_other, forced_other_distance)) = (entry.forced, entry.forced_other);
        Self::Bounds { forced, forced_distance, forced_other, forced_other_distance }
    }
}

impl From<&VerifyError> for RefutedAnswer {
    fn from(error: &VerifyError) -> Self {
        let mut refuted = Self { right: false, error: error.to_string(), board: None, says: None, implied: None };
        let (board, says, implied): (_, EntryAnswer, EntryAnswer) = match error {
            VerifyError::Board { board, says, implied } => (board, says.into(), implied.into()),
            VerifyError::Bounds { board, says, implied } => (board, says.into(), implied.into()),
            VerifyError::Table(_) | VerifyError::Record { .. } | VerifyError::Stopped => return refuted,
        };
        refuted.board = Some(board.to_string());
        (refuted.says, refuted.implied) = (Some(says), Some(implied));
        refuted
    }
}
