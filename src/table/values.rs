//! The values of a table: checked block by block, when they are first used

use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

use crate::board::{Board, Seeds};
use crate::shape::Shape;
use crate::value::Value;

use super::Table;
use super::error::TableError;
use super::layout::{BLOCK, ColumnKind, TableColumn};
use super::value_bytes::Columns;

impl Table {
    /// Checks the values of all layers up to `seeds` against their checksums, except those that were before.
    ///
    /// # Errors
    /// The first block that does not match.
    pub fn check_values(&self, seeds: Seeds) -> Result<(), TableError> {
        seeds.min(self.opened.layout.max_seeds).layers().try_for_each(|seeds| self.check_layer(seeds))
    }

    pub(super) fn check_layer(&self, seeds: Seeds) -> Result<(), TableError> {
        let blocks = self.opened.layout.blocks(seeds);
        (0..blocks.end - blocks.start).try_for_each(|block| self.check_block(seeds, block))
    }

    /// The bytes of a column for boards with these indices, unchecked.
    pub(super) fn column(&self, column: &TableColumn, boards: Range<u64>) -> &[u8] {
        let bytes = column.bytes(boards);
        &self.opened.bytes[bytes.start as usize..bytes.end as usize]
    }

    /// The bytes of all boards of a layer in its column of a kind, unchecked; none if it has no such column.
    pub(super) fn layer_column(&self, seeds: Seeds, kind: ColumnKind) -> &[u8] {
        let layout = &self.opened.layout;
        let start = layout.index.layer_start(seeds);
        let boards = start..start + layout.index.layer_boards(seeds);
        let column = layout.column(kind).filter(|column| column.holds(seeds));
        column.map_or(&[], |column| self.column(column, boards))
    }

    /// Checks one block of a layer, counted from the layer's first, if it was not before.
    #[inline]
    fn check_block(&self, seeds: Seeds, block: u64) -> Result<(), TableError> {
        let number = self.opened.layout.blocks(seeds).start + block;
        let checked = &self.opened.checked[(number / 64) as usize];
        if checked.load(Relaxed) >> (number % 64) & 1 == 1 {
            return Ok(());
        }
        self.check_block_bytes(seeds, block, number)?;
        checked.fetch_or(1 << (number % 64), Relaxed);
        Ok(())
    }

    #[cold]
    fn check_block_bytes(&self, seeds: Seeds, block: u64, number: u64) -> Result<(), TableError> {
        self.check_unchanged()?;
        let boards = self.opened.layout.indices(seeds, block);
        let mut sum = crc32fast::Hasher::new();
        for column in self.opened.layout.columns_of(seeds) {
            sum.update(self.column(column, boards.clone()));
        }
        let at = 4 * number as usize;
        if sum.finalize().to_le_bytes() != self.opened.sums[at..at + 4] {
            return Err(TableError::Block { first: boards.start, last: boards.end - 1 });
        }
        Ok(())
    }

    /// Checks that nobody has written to the file since it was opened. A table is checked when a block is used for the
    /// first time; ask again after long work on blocks that were checked before it.
    ///
    /// # Errors
    /// If somebody has.
    pub fn check_unchanged(&self) -> Result<(), TableError> {
        self.opened.bytes.check_unchanged()
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
    /// the file is damaged at its entry.
    pub fn probe(&self, board: Board) -> Result<Value, TableError> {
        self.check_shape(board)?;
        let seeds = board.total();
        if seeds > self.max_seeds() {
            return Err(TableError::TooFewSeeds { expected: seeds, found: self.max_seeds() });
        }
        let rank = self.opened.layout.index.rank_of(board);
        self.check_block(seeds, rank / BLOCK)?;
        let value = self.value(self.opened.layout.index.layer_start(seeds) + rank);
        let Some(value) = value else { return Err(TableError::Margin { board, found: i8::MIN }) };
        Ok(value)
    }

    fn check_shape(&self, board: Board) -> Result<(), TableError> {
        let (expected, found) = (self.index().shape().pits(), board.shape().pits());
        if expected == found { Ok(()) } else { Err(TableError::Shape { expected, found }) }
    }

    /// The margins of all boards up to a layer, in the order of the index.
    ///
    /// # Errors
    /// If the file is damaged there.
    pub fn margins(&self, seeds: Seeds) -> Result<&[i8], TableError> {
        self.check_values(seeds)?;
        let boards = self.opened.layout.index.boards(seeds.min(self.max_seeds()));
        let column = self.opened.layout.column(ColumnKind::Margin);
        Ok(column.map_or(&[], |column| bytemuck::cast_slice(self.column(column, 0..boards))))
    }

    /// The value of every board of a layer, in the order of the index; none where a byte is no margin.
    ///
    /// # Errors
    /// If the file is damaged there.
    pub fn layer(&self, seeds: Seeds) -> Result<impl ExactSizeIterator<Item = Option<Value>>, TableError> {
        self.check_layer(seeds)?;
        let start = self.opened.layout.index.layer_start(seeds) as usize;
        let boards = self.opened.layout.index.layer_boards(seeds) as usize;
        Ok((start..start + boards).map(|number| self.value(number as u64)))
    }

    /// All values as they are in the file, unchecked.
    pub(crate) fn columns(&self) -> Columns<'_> {
        let layout = &self.opened.layout;
        let bytes =
            |kind| layout.column(kind).map_or(&[][..], |column| self.column(column, column.first..layout.boards));
        Columns {
            margins: bytemuck::cast_slice(bytes(ColumnKind::Margin)),
            low: bytes(ColumnKind::DistanceLow),
            high: bytes(ColumnKind::DistanceHigh),
            high_from: self.opened.offsets.high_from,
        }
    }

    /// The value of the board with this index, from bytes that were checked.
    #[inline(always)]
    fn value(&self, index: u64) -> Option<Value> {
        self.opened.offsets.value(&self.opened.bytes, index)
    }
}
