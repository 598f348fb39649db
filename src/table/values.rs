//! The values of a table: checked block by block, when they are first used

use std::borrow::Cow;
use std::io;
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

use crate::board::{Board, Seeds};
use crate::checksum;
use crate::shape::Shape;
use crate::value::{Bounds, TableKind, Value};

use super::Table;
use super::block::CheckedBlock;
use super::cache::Keep;
use super::error::TableError;
use super::layout::{BLOCK, ColumnKind};
use super::scan::LayerScan;
use super::value_bytes::{ColumnBytes, Columns};

impl Table {
    /// Checks the values of all layers up to `seeds` against their checksums. Blocks of a table that is mapped are not checked
    /// again if they were before.
    ///
    /// # Errors
    /// The first block that does not match.
    pub fn check_values(&self, seeds: Seeds) -> Result<(), TableError> {
        seeds.min(self.opened.layout.max_seeds).layers().try_for_each(|seeds| {
            self.blocks_of(seeds).try_for_each(|block| self.block(seeds, block, Keep::IfThereIsRoom).map(drop))
        })
    }

    /// The blocks of a layer, counted from its first.
    pub(super) fn blocks_of(&self, seeds: Seeds) -> Range<u64> {
        let blocks = self.opened.layout.blocks(seeds);
        0..blocks.end - blocks.start
    }

    /// One block of a layer, counted from the layer's first, checked.
    ///
    /// # Errors
    /// If it does not match its checksum, or cannot be read, or the file was changed.
    pub(super) fn block(&self, seeds: Seeds, block: u64, keep: Keep) -> Result<CheckedBlock<'_>, TableError> {
        let opened = &*self.opened;
        let layout = &opened.layout;
        match opened.access.whole() {
            Ok(bytes) => {
                self.check_block(bytes, seeds, block)?;
                Ok(CheckedBlock::of_whole(layout, seeds, block, bytes, opened.offsets))
            }
            Err(guarded) => {
                let number = layout.blocks(seeds).start + block;
                let boards = layout.indices(seeds, block);
                let columns = layout.columns_of(seeds).map(|column| column.bytes(boards.clone()));
                let bytes = guarded.block(number, columns, opened.checksum(number), keep, || damaged(&boards))?;
                Ok(CheckedBlock::of_copy(layout, seeds, block, bytes))
            }
        }
    }

    /// Checks one block of a table that is in memory or mapped, if it was not before.
    #[inline]
    fn check_block(&self, bytes: &[u8], seeds: Seeds, block: u64) -> Result<(), TableError> {
        let number = self.opened.layout.blocks(seeds).start + block;
        if self.opened.checked(number) == 1 {
            return Ok(());
        }
        self.check_block_bytes(bytes, seeds, block, number)?;
        self.opened.checked[(number / 64) as usize].fetch_or(1 << (number % 64), Relaxed);
        Ok(())
    }

    #[cold]
    fn check_block_bytes(&self, bytes: &[u8], seeds: Seeds, block: u64, number: u64) -> Result<(), TableError> {
        self.check_unchanged()?;
        let boards = self.opened.layout.indices(seeds, block);
        let mut sum = checksum::Hasher::new();
        for column in self.opened.layout.columns_of(seeds) {
            let range = column.bytes(boards.clone());
            sum.update(&bytes[range.start as usize..range.end as usize]);
        }
        if sum.finalize().to_le_bytes() == self.opened.checksum(number) { Ok(()) } else { Err(damaged(&boards)) }
    }

    /// Checks that nobody has written to the file since it was opened. A table is checked when a block is used for the
    /// first time; ask again after long work on blocks that were checked before it.
    ///
    /// # Errors
    /// If somebody has.
    pub fn check_unchanged(&self) -> Result<(), TableError> {
        self.opened.access.check_unchanged()
    }

    /// Returns the value of a board, for the player to move.
    ///
    /// The value is that of ordinary play from this board on. For the start board of a game with an opening rule
    /// (Modiar: the first move captures nothing) it is therefore not the value of the game. Ask
    /// [`Analysis::value`](crate::analysis::Analysis::value) for that:
    ///
    /// ```
    /// use tihbat::{Analysis, Position, rules, solve};
    ///
    /// let rules = rules::MODIAR.resized(2, 5)?;
    /// let table = solve::table(rules.clauses(), rules.seeds())?;
    /// let start = Position::start(&rules);
    /// let entry = table.probe(start.board)?;
    /// let game = Analysis::new(rules, &table)?.value(&start)?.value;
    /// assert_eq!((entry.margin().seeds(), game.margin().seeds()), (0, 8));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the board has another number of pits than the table's boards, or more seeds than the table's last layer, or
    /// the file is damaged at its entry, or the table has bounds.
    pub fn probe(&self, board: Board) -> Result<Value, TableError> {
        self.check_kind(TableKind::Margins)?;
        let (seeds, rank, index) = self.place(board)?;
        let value = match self.opened.access.whole() {
            Ok(bytes) => {
                self.check_block(bytes, seeds, rank / BLOCK)?;
                self.opened.offsets.value(bytes, index)
            }
            Err(_) => self.block(seeds, rank / BLOCK, Keep::Always)?.value(index),
        };
        let Some(value) = value else { return Err(TableError::Value { board, found: i8::MIN }) };
        Ok(value)
    }

    /// Returns the bounds of a board, for the player to move: what each side can force, whatever a repetition pays. As for
    /// [`Table::probe`], they are not those of the start of a game with an opening rule.
    ///
    /// # Errors
    /// Like [`Table::probe`], or if the table has margins.
    pub fn probe_bounds(&self, board: Board) -> Result<Bounds, TableError> {
        self.check_kind(TableKind::Bounds)?;
        let (seeds, rank, index) = self.place(board)?;
        let block = self.block(seeds, rank / BLOCK, Keep::Always)?;
        block.bounds(index).ok_or(TableError::Value { board, found: i8::MIN })
    }

    /// Returns the layer, the rank and the index of a board.
    #[inline]
    fn place(&self, board: Board) -> Result<(Seeds, u64, u64), TableError> {
        self.check_shape(board)?;
        let seeds = board.total();
        if seeds > self.max_seeds() {
            return Err(TableError::TooFewSeeds { expected: seeds, found: self.max_seeds() });
        }
        let rank = self.opened.layout.index.rank_of(board);
        Ok((seeds, rank, self.opened.layout.index.layer_start(seeds) + rank))
    }

    fn check_shape(&self, board: Board) -> Result<(), TableError> {
        let (expected, found) = (self.index().shape().pits(), board.shape().pits());
        if expected == found { Ok(()) } else { Err(TableError::Shape { expected, found }) }
    }

    /// The margins of all boards up to a layer, in the order of the index: the table's own bytes if they are in memory or mapped,
    /// otherwise a copy, which takes a byte for each board.
    ///
    /// # Errors
    /// If the file is damaged or was changed, or a copy does not fit into memory, or the table has bounds.
    pub fn margins(&self, seeds: Seeds) -> Result<Cow<'_, [i8]>, TableError> {
        self.check_kind(TableKind::Margins)?;
        self.column_to(0, seeds)
    }

    /// The columns of values of all boards up to a layer, like [`Table::margins`].
    ///
    /// # Errors
    /// If the file is damaged or was changed, or copies do not fit into memory.
    pub(crate) fn columns_to(&self, seeds: Seeds) -> Result<Vec<Cow<'_, [i8]>>, TableError> {
        (0..self.kind().columns()).map(|column| self.column_to(column, seeds)).collect()
    }

    fn column_to(&self, column: usize, seeds: Seeds) -> Result<Cow<'_, [i8]>, TableError> {
        let layout = &self.opened.layout;
        let seeds = seeds.min(layout.max_seeds);
        let (kind, boards) = (ColumnKind::Value(column), layout.index.boards(seeds));
        if let Ok(bytes) = self.opened.access.whole() {
            self.check_values(seeds)?;
            return Ok(Cow::Borrowed(bytemuck::cast_slice(layout.column_bytes(bytes, kind, boards))));
        }
        let mut values = Vec::new();
        reserve(&mut values, boards)?;
        for layer in seeds.layers() {
            for block in self.blocks_of(layer) {
                let block = self.block(layer, block, Keep::IfThereIsRoom)?;
                values.extend_from_slice(bytemuck::cast_slice(block.column(kind)));
            }
        }
        Ok(Cow::Owned(values))
    }

    /// Bytes of memory that the columns of values take for the layers up to `seeds`, like [`Table::margins`].
    pub fn margins_memory(&self, seeds: Seeds) -> u64 {
        let boards = self.opened.layout.index.boards(seeds.min(self.max_seeds()));
        let bytes = boards.saturating_mul(self.kind().columns() as u64);
        self.opened.access.whole().map_or(bytes, |_| 0)
    }

    /// The value of every board of a layer, in the order of the index. Blocks are checked on the way. After an error there
    /// are no more values, unless the error is that of one byte that is no margin. A table of bounds gives nothing but an error.
    pub fn layer(&self, seeds: Seeds) -> impl Iterator<Item = Result<Value, TableError>> + '_ {
        LayerScan::new(self, seeds, TableKind::Margins, |block, index| block.value(index))
    }

    /// The bounds of every board of a layer, like [`Table::layer`]. A table of margins gives nothing but an error.
    pub fn layer_bounds(&self, seeds: Seeds) -> impl Iterator<Item = Result<Bounds, TableError>> + '_ {
        LayerScan::new(self, seeds, TableKind::Bounds, |block, index| block.bounds(index))
    }

    /// The same table with all its bytes in memory or mapped. A table that is read part by part is copied into memory.
    ///
    /// # Errors
    /// If the file is damaged or was changed, or does not fit into memory.
    pub(crate) fn whole(&self) -> Result<Self, TableError> {
        match self.opened.access.whole() {
            Ok(_) => Ok(self.clone()),
            Err(_) => Self::from_bytes(self.read_range(0..self.bytes())?),
        }
    }

    /// All values as they are in the file, unchecked.
    ///
    /// # Panics
    /// If the table is read part by part: take [`Table::whole`] of it.
    pub(crate) fn columns(&self) -> Columns<'_> {
        let layout = &self.opened.layout;
        let bytes = self.opened.access.whole().ok().expect("a table in memory or mapped");
        let bytes_of = |kind| layout.column_bytes(bytes, kind, layout.boards);
        let column = |column| ColumnBytes {
            values: bytemuck::cast_slice(bytes_of(ColumnKind::Value(column))),
            low: bytes_of(ColumnKind::DistanceLow(column)),
            high: bytes_of(ColumnKind::DistanceHigh(column)),
        };
        Columns { columns: [column(0), column(1)], high_from: self.opened.offsets.high_from }
    }
}

/// Makes room for more bytes.
///
/// # Errors
/// If they do not fit into memory.
pub(super) fn reserve<T>(bytes: &mut Vec<T>, more: u64) -> io::Result<()> {
    let more = usize::try_from(more).map_err(|_| io::ErrorKind::OutOfMemory)?;
    Ok(bytes.try_reserve_exact(more).map_err(|_| io::ErrorKind::OutOfMemory)?)
}

fn damaged(boards: &Range<u64>) -> TableError {
    TableError::Block { first: boards.start, last: boards.end - 1 }
}
