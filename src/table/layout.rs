//! The layout of a table: the place of every part in the file
//!
//! `docs/format.md` is the same contract in prose, for programs in other languages. A table is
//!
//! ```text
//!     magic, version, length of the header     16 bytes
//!     header                                   numbers and two strings, encoded by bincode
//!     checksum of everything before            4 bytes
//!     layer records                            8 bytes a layer
//!     block checksums                          4 bytes a block
//!     values                                   1 signed byte a board, aligned
//!     distances, low byte                      1 byte a board, aligned
//!     distances, high byte                     1 byte a board, aligned; from the first layer that needs it on
//! ```
//!
//! A table of margins has one column of values. A table of bounds has two, F and G: first both columns of values, then both of low
//! bytes, then both of high bytes.
//!
//! Everything is little-endian, and gaps are zero. The clauses, the number of layers and the layer where high bytes begin
//! determine every offset and every byte except for the values. A block is [`BLOCK`] consecutive boards of one layer (the last
//! one may be shorter), so the layers of an N-seed table have the same blocks in a larger table.

use std::ops::Range;

use crate::board::Seeds;
use crate::index::Index;
use crate::rules::Clauses;
use crate::value::TableKind;

use super::error::TableError;
use super::record::RECORD_BYTES;

/// Boards of one block, the unit of checksums.
pub const BLOCK: u64 = 1 << 16;

/// Columns begin at multiples of this many bytes, so that they can be mapped.
const ALIGNMENT: u64 = 4096;

/// What the bytes of a column are. The number counts the columns of values of a table, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ColumnKind {
    /// Margins, signed; or seeds that can be forced.
    Value(usize),
    /// Low bytes of the distances that belong to these values.
    DistanceLow(usize),
    /// High bytes of these distances.
    DistanceHigh(usize),
}

/// A run of bytes: one for each board, from the first board of some layer on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableColumn {
    pub(super) kind: ColumnKind,
    /// The first layer whose boards have a byte here.
    pub(super) from: Seeds,
    /// The index of the first board that has a byte here.
    pub(super) first: u64,
    /// The offset of the byte of this board.
    pub(super) at: u64,
}

impl TableColumn {
    /// Whether the boards of a layer have a byte here.
    pub(super) fn holds(&self, seeds: Seeds) -> bool {
        self.from <= seeds
    }

    /// Returns the offsets of the bytes of boards with these indices, which all have a byte here.
    pub(super) fn bytes(&self, boards: Range<u64>) -> Range<u64> {
        self.at + boards.start - self.first..self.at + boards.end - self.first
    }

    /// Returns the offset of the first byte after the column, in a table of this number of boards.
    pub(super) fn end(&self, boards: u64) -> u64 {
        self.at.saturating_add(boards - self.first)
    }
}

/// The offsets of all parts in the file of a table.
#[derive(Clone)]
pub(super) struct Layout {
    pub(super) clauses: Clauses,
    pub(super) max_seeds: Seeds,
    pub(super) made_by: String,
    pub(super) index: Index,
    /// Boards of the whole table.
    pub(super) boards: u64,
    /// Number of the first block of each layer, and of one layer more.
    first_blocks: Vec<u64>,
    pub(super) records_at: u64,
    pub(super) blocks_at: u64,
    /// In the order of the file, which is the order in which a checksum covers them.
    columns: Vec<TableColumn>,
}

impl Layout {
    /// The layout of a table whose layer records begin at `records_at`. No distance has a high byte.
    pub(super) fn with_records_at(records_at: u64, clauses: Clauses, max_seeds: Seeds, made_by: String) -> Self {
        let index = Index::new(clauses.shape());
        let mut first_blocks = vec![0];
        let mut blocks: u64 = 0;
        for layer in max_seeds.layers() {
            blocks = blocks.saturating_add(index.layer_boards(layer).div_ceil(BLOCK));
            first_blocks.push(blocks);
        }
        let boards = index.boards(max_seeds);
        let blocks_at = records_at + RECORD_BYTES * (max_seeds.count() as u64 + 1);
        let columns = Vec::new();
        let mut layout =
            Self { clauses, max_seeds, made_by, index, boards, first_blocks, records_at, blocks_at, columns };
        let values = clauses.kind().columns();
        (0..values).for_each(|column| layout.add_column(ColumnKind::Value(column), Seeds::NONE));
        (0..values).for_each(|column| layout.add_column(ColumnKind::DistanceLow(column), Seeds::NONE));
        layout
    }

    /// Adds a column after the others, which has bytes for the boards of layer `from` and of all later ones.
    fn add_column(&mut self, kind: ColumnKind, from: Seeds) {
        let at = self.bytes().checked_next_multiple_of(ALIGNMENT).unwrap_or(u64::MAX);
        self.columns.push(TableColumn { kind, from, first: self.index.layer_start(from), at });
    }

    /// Distances have a high byte from this layer on.
    pub(super) fn add_high_bytes(&mut self, from: Seeds) {
        debug_assert!(self.high_bytes().is_none());
        (0..self.clauses.kind().columns()).for_each(|column| self.add_column(ColumnKind::DistanceHigh(column), from));
    }

    /// The first column of high bytes, if the table has any. All begin with the same board.
    pub(super) fn high_bytes(&self) -> Option<&TableColumn> {
        self.column(ColumnKind::DistanceHigh(0))
    }

    /// The same offsets, with the layers up to `last` only.
    pub(super) fn first_layers(&self, last: Seeds) -> Self {
        let mut first = Self { max_seeds: last, boards: self.index.boards(last), ..self.clone() };
        first.columns.retain(|column| column.holds(last));
        first
    }

    /// All columns, in the order of the file.
    pub(super) fn columns(&self) -> &[TableColumn] {
        &self.columns
    }

    /// The bytes of a column, among `bytes` of the whole table, of its boards with indices below `boards`; empty if there is no
    /// such column.
    pub(super) fn column_bytes<'a>(&self, bytes: &'a [u8], kind: ColumnKind, boards: u64) -> &'a [u8] {
        let range = self.column(kind).map_or(0..0, |column| column.bytes(column.first..boards));
        &bytes[range.start as usize..range.end as usize]
    }

    /// The columns that a layer has, in the order in which a checksum covers them.
    pub(super) fn columns_of(&self, seeds: Seeds) -> impl Iterator<Item = &TableColumn> {
        self.columns.iter().filter(move |column| column.holds(seeds))
    }

    /// The column of a kind, if the table has one.
    pub(super) fn column(&self, kind: ColumnKind) -> Option<&TableColumn> {
        self.columns.iter().find(|column| column.kind == kind)
    }

    /// Returns the number of bytes of the whole file.
    pub(super) fn bytes(&self) -> u64 {
        self.columns.last().map_or(self.checksums_end(), |column| column.end(self.boards))
    }

    /// Returns the offset of the first byte after the block checksums.
    fn checksums_end(&self) -> u64 {
        self.blocks_at.saturating_add(self.blocks(self.max_seeds).end.saturating_mul(4))
    }

    /// The bytes between the parts after the head, which are 0 in every table.
    pub(super) fn gaps(&self) -> Vec<Range<u64>> {
        let ends = self.columns.iter().map(|column| column.end(self.boards));
        let ends = std::iter::once(self.checksums_end()).chain(ends);
        ends.zip(&self.columns).map(|(end, column)| end..column.at).collect()
    }

    /// Returns the offset of the record of a layer.
    pub(super) fn record_at(&self, seeds: Seeds) -> u64 {
        self.records_at + RECORD_BYTES * seeds.count() as u64
    }

    /// The numbers of the blocks of a layer.
    pub(super) fn blocks(&self, seeds: Seeds) -> Range<u64> {
        self.first_blocks[seeds.count()]..self.first_blocks[seeds.count() + 1]
    }

    /// The number of the first block of a layer.
    #[inline(always)]
    pub(super) fn first_block(&self, seeds: Seeds) -> u64 {
        self.first_blocks[seeds.count()]
    }

    /// The ranks of the boards of one block of a layer, counted from the layer's first block.
    pub(super) fn ranks(&self, seeds: Seeds, block: u64) -> Range<u64> {
        let boards = self.index.layer_boards(seeds);
        block * BLOCK..boards.min((block + 1) * BLOCK)
    }

    /// The indices of the boards of one block of a layer, counted from the layer's first block.
    pub(super) fn indices(&self, seeds: Seeds, block: u64) -> Range<u64> {
        let (start, ranks) = (self.index.layer_start(seeds), self.ranks(seeds, block));
        start + ranks.start..start + ranks.end
    }

    /// Refuses values that no board of the layer can have: nobody gets more seeds than there are, and nobody is forced to give any.
    /// They are those of the boards from rank `first` on. The solver relies on it, and correct checksums do not show it.
    pub(super) fn check_column(&self, seeds: Seeds, first: u64, values: &[i8]) -> Result<(), TableError> {
        let most = u8::from(seeds) as i8;
        let legal = match self.clauses.kind() {
            TableKind::Margins => -most..=most,
            TableKind::Bounds => 0..=most,
        };
        let Some(at) = values.iter().position(|value| !legal.contains(value)) else { return Ok(()) };
        let board = self.index.board_at(seeds, first + at as u64);
        Err(board
            .map_or(TableError::Record { seeds }, |board| TableError::Value { board: board.any(), found: values[at] }))
    }
}
