//! A perfect-play table: the values of all boards of a game, in one file
//!
//! A table holds the margin and the distance of every board of layers 0 to n of one set of clauses. It knows its
//! clauses by content, not by name, and every byte of it is covered by a checksum or known beforehand. Tables of up to
//! [`CHECKED_AT_OPENING`] bytes are read whole and checked to the last byte at opening. Larger ones are mapped, so one that
//! is larger than memory opens as fast as a small one: the header, the records and the checksums themselves are checked
//! at opening, and the values block by block when they are first used. A mapped file must not be changed in place: replace
//! tables by rename. Before a block is trusted, the file's length and time are compared with those at opening. A program
//! that must survive every change opens its tables with [`Table::open_guarded`]: they are read block by block, and only
//! copies of blocks that match their checksums are used.

mod access;
mod block;
mod cache;
mod columns;
mod error;
#[cfg(all(unix, feature = "cli"))]
mod fault;
mod guarded;
mod header;
mod layout;
mod many;
mod opening;
mod read;
mod record;
mod scan;
mod stamp;
mod value_bytes;
mod values;
mod work_file;
mod writer;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::board::Seeds;
use crate::index::Index;
use crate::rules::Clauses;
use crate::value::{Distance, TableKind};

use access::Access;
pub use access::TableAccess;
pub use columns::{ColumnOf, LayerColumn};
pub use error::TableError;
#[cfg(all(unix, feature = "cli"))]
pub use fault::end_with_a_message_when_cut;
pub use header::{VERSION, is_table};
pub use layout::BLOCK;
use layout::Layout;
use record::LayerRecord;
pub(crate) use value_bytes::Columns;
use value_bytes::ValueOffsets;
pub use work_file::{WorkError, WorkFile, work_path};
pub use writer::{LayerValues, Storage, Writer};

/// Tables of up to this many bytes are checked whole at opening.
pub const CHECKED_AT_OPENING: u64 = 4 << 20;

/// A table, open for questions.
///
/// ```
/// use tihbat::{rules, solve};
///
/// let table = solve::table(rules::TIHBAT.clauses(), rules::TIHBAT.seeds())?;
/// let value = table.probe(rules::TIHBAT.start())?;
/// assert_eq!(value.margin().seeds(), -2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Cloning a table is cheap: all clones share its bytes, and what was checked of them.
///
/// For a game with an opening rule (Modiar) the table's entry of the start board is *not* the value of the game: see
/// [`Table::probe`].
#[derive(Clone)]
pub struct Table {
    opened: Arc<Opened>,
}

/// What all clones of a table share.
struct Opened {
    layout: Layout,
    /// The records of all layers.
    records: Vec<LayerRecord>,
    /// All bytes before the first column, as they were checked at opening.
    head: Vec<u8>,
    access: Access,
    offsets: ValueOffsets,
    /// A bit for every block that was found right.
    checked: Vec<AtomicU64>,
}

impl Opened {
    /// The checksum of the block with this number.
    fn checksum(&self, number: u64) -> &[u8] {
        &self.head[(self.layout.blocks_at + 4 * number) as usize..][..4]
    }

    /// 1 if the block with this number was found right, otherwise 0.
    #[inline(always)]
    fn checked(&self, number: u64) -> u64 {
        self.checked[(number / 64) as usize].load(Relaxed) >> (number % 64) & 1
    }
}

impl Table {
    /// The clauses of the game whose boards these are.
    pub fn clauses(&self) -> &Clauses {
        &self.opened.layout.clauses
    }

    /// Which numbers it holds of each board.
    pub fn kind(&self) -> TableKind {
        self.clauses().kind()
    }

    /// Checks that the table is of this kind.
    ///
    /// # Errors
    /// If it is not.
    pub fn check_kind(&self, expected: TableKind) -> Result<(), TableError> {
        if self.kind() == expected { Ok(()) } else { Err(TableError::OtherKind { expected }) }
    }

    /// The last layer.
    pub fn max_seeds(&self) -> Seeds {
        self.opened.layout.max_seeds
    }

    /// The number of boards.
    pub fn boards(&self) -> u64 {
        self.opened.layout.boards
    }

    /// The number of bytes of the whole table.
    pub fn bytes(&self) -> u64 {
        self.opened.access.len()
    }

    /// The number of blocks, each with a checksum.
    pub fn blocks(&self) -> u64 {
        self.opened.layout.blocks(self.opened.layout.max_seeds).end
    }

    /// The checksum of a layer: over its block checksums, which are over its values.
    pub fn layer_checksum(&self, seeds: Seeds) -> u32 {
        self.opened.records[seeds.count()].seal()
    }

    /// The program that made it, with its version.
    pub fn made_by(&self) -> &str {
        &self.opened.layout.made_by
    }

    /// The version of the file format: 1 for margins, 2 for bounds.
    pub fn version(&self) -> u32 {
        header::version(self.kind())
    }

    /// The formula for the numbers of its boards.
    pub fn index(&self) -> &Index {
        &self.opened.layout.index
    }

    /// The longest distance of a layer, in plies, as the table's record of the layer says; 0 if the layer has no board
    /// with a distance.
    pub fn max_distance(&self, seeds: Seeds) -> Distance {
        Distance::new(self.opened.records[seeds.count()].max_distance)
    }

    /// Whether this is a table of these clauses with all layers up to `seeds`.
    ///
    /// # Errors
    /// The first clause that differs, or that there are too few layers.
    pub fn serves(&self, clauses: &Clauses, seeds: Seeds) -> Result<(), TableError> {
        if let Some(error) = TableError::other_rules(clauses, self.clauses()) {
            return Err(error);
        }
        if self.max_seeds() < seeds {
            return Err(TableError::TooFewSeeds { expected: seeds, found: self.max_seeds() });
        }
        Ok(())
    }
}
