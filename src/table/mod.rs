//! A perfect-play table: opening and probing
//!
//! A table holds the margin and the distance of every board of layers 0 to n of one set of clauses. It knows its
//! clauses by content, not by name, and every byte of it is covered by a checksum or known beforehand. Tables of up to
//! [`CHECKED_AT_OPENING`] bytes are read whole and checked to the last byte at opening. Larger ones are mapped, so one that
//! is larger than memory opens as fast as a small one: the header, the records and the checksums themselves are checked
//! at opening, and the values block by block when they are first used. A mapped file must not be changed in place: replace
//! tables by rename. Before a block is trusted, the file's length and time are compared with those at opening.

mod bytes;
mod error;
#[cfg(all(unix, feature = "cli"))]
mod fault;
mod format;
mod work_file;
mod writer;

use std::fs::File;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::board::{Board, Seeds};
use crate::files::FileKind;
use crate::index::Index;
use crate::rules::Clauses;
use crate::shape::Shape;
use crate::value::{Distance, Margin, Value};

use bytes::Bytes;
pub use error::TableError;
#[cfg(all(unix, feature = "cli"))]
pub use fault::end_with_a_message_when_cut;
pub use format::is_table;
pub use format::{BLOCK, VERSION};
use format::{Far, LayerRecord, Layout, MAGIC, TableColumn};
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
    far: Far,
    bytes: Bytes,
    /// Number of the first board whose distance has a high byte.
    far_from: u64,
    /// A bit for every block that was found right.
    checked: Vec<AtomicU64>,
}

/// Bytes of a file that are read to find its header.
const HEAD: usize = 1 << 17;

impl Table {
    /// Opens the file of a table.
    ///
    /// # Errors
    /// If it cannot be read, or is not a whole and undamaged table of this format's version.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, TableError> {
        let path = path.as_ref();
        // Before it is opened: opening a pipe may wait for ever.
        if let Some(kind) = FileKind::of(path)?.filter(|&kind| kind != FileKind::Regular) {
            return Err(TableError::Kind { kind });
        }
        let file = File::open(path)?;
        if file.metadata()?.len() == 0 {
            return Err(TableError::Short { expected: format::PREFIX_BYTES, found: 0 });
        }
        Self::check(Bytes::of_file(file, path, CHECKED_AT_OPENING)?)
    }

    /// Opens a table that is in memory.
    ///
    /// # Errors
    /// If it is not a whole and undamaged table of this format's version.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, TableError> {
        Self::check(Bytes::Owned(bytes))
    }

    fn check(bytes: Bytes) -> Result<Self, TableError> {
        let found = bytes.len() as u64;
        let (layout, far) = Layout::parse(&bytes[..bytes.len().min(HEAD)], MAGIC, found)?;
        let expected = layout.bytes(far);
        if found < expected {
            return Err(TableError::Short { expected, found });
        }
        if found > expected {
            return Err(TableError::Long { expected, found });
        }
        let blocks = layout.blocks(layout.max_seeds).end;
        let checked = (0..blocks.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        let far_from = far.0.map_or(layout.boards, |first| layout.index.layer_start(first));
        let table = Self { opened: Arc::new(Opened { layout, far, bytes, far_from, checked }) };
        table.check_gaps()?;
        table.check_records()?;
        if found <= CHECKED_AT_OPENING {
            table.check_values(table.max_seeds())?;
        }
        Ok(table)
    }

    fn check_gaps(&self) -> Result<(), TableError> {
        let layout = &self.opened.layout;
        // The bytes between header and records are part of the head, which is the same for the same header.
        let head = layout.head(MAGIC, self.opened.far);
        if let Some(at) = (0..head.len()).find(|&at| head[at] != self.opened.bytes[at]) {
            return Err(TableError::Gap { at: at as u64 });
        }
        for gap in layout.gaps(self.opened.far) {
            let bytes = &self.opened.bytes[gap.start as usize..gap.end as usize];
            if let Some(at) = bytes.iter().position(|&byte| byte != 0) {
                return Err(TableError::Gap { at: gap.start + at as u64 });
            }
        }
        Ok(())
    }

    fn check_records(&self) -> Result<(), TableError> {
        let mut first_far = None;
        for seeds in self.opened.layout.max_seeds.layers() {
            let at = self.opened.layout.record_at(seeds) as usize;
            let bytes = &self.opened.bytes[at..at + 8];
            let max_distance = LayerRecord::claimed_distance(bytes);
            if LayerRecord::new(seeds, max_distance, self.block_checksums(seeds)).bytes() != bytes {
                return Err(TableError::Record { seeds });
            }
            if first_far.is_none() && max_distance > u16::from(u8::MAX) {
                first_far = Some(seeds);
            }
        }
        if first_far != self.opened.far.0 {
            let start =
                |far: Option<Seeds>| far.map_or(self.boards(), |first| self.opened.layout.index.layer_start(first));
            let (expected, found) = (start(first_far), start(self.opened.far.0));
            return Err(TableError::Size { what: "first board with a high byte", expected, found });
        }
        Ok(())
    }

    /// The checksums of a layer's blocks, four bytes each.
    fn block_checksums(&self, seeds: Seeds) -> &[u8] {
        let blocks = self.opened.layout.blocks(seeds);
        let at = self.opened.layout.blocks_at;
        &self.opened.bytes[(at + 4 * blocks.start) as usize..(at + 4 * blocks.end) as usize]
    }

    /// Checks the values of all layers up to `seeds` against their checksums, except those that were before.
    ///
    /// # Errors
    /// The first block that does not match.
    pub fn check_values(&self, seeds: Seeds) -> Result<(), TableError> {
        seeds.min(self.opened.layout.max_seeds).layers().try_for_each(|seeds| self.check_layer(seeds))
    }

    fn check_layer(&self, seeds: Seeds) -> Result<(), TableError> {
        let blocks = self.opened.layout.blocks(seeds);
        (0..blocks.end - blocks.start).try_for_each(|block| self.check_block(seeds, block))
    }

    /// The bytes of a column for the boards of a layer with these ranks.
    fn column(&self, seeds: Seeds, ranks: Range<usize>, column: TableColumn) -> &[u8] {
        let at =
            self.opened.layout.column_at(self.opened.far, column, self.opened.layout.index.layer_start(seeds)) as usize;
        &self.opened.bytes[at + ranks.start..at + ranks.end]
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
        let ranks = self.opened.layout.ranks(seeds, block);
        let start = self.opened.layout.index.layer_start(seeds);
        let mut sum = crc32fast::Hasher::new();
        for &column in self.opened.far.columns(seeds) {
            sum.update(self.column(seeds, ranks.start as usize..ranks.end as usize, column));
        }
        let at = (self.opened.layout.blocks_at + 4 * number) as usize;
        if sum.finalize().to_le_bytes() != self.opened.bytes[at..at + 4] {
            return Err(TableError::Block { first: start + ranks.start, last: start + ranks.end - 1 });
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

    /// The clauses of the game whose boards these are.
    pub fn clauses(&self) -> &Clauses {
        &self.opened.layout.clauses
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
        self.opened.bytes.len() as u64
    }

    /// The bytes of the table as in a file. Blocks that were not probed are not checked: see [`Table::check_values`].
    pub fn as_bytes(&self) -> &[u8] {
        &self.opened.bytes
    }

    /// The number of blocks, each with a checksum.
    pub fn blocks(&self) -> u64 {
        self.opened.layout.blocks(self.opened.layout.max_seeds).end
    }

    /// The checksum of a layer: over its block checksums, which are over its values.
    pub fn layer_checksum(&self, seeds: Seeds) -> u32 {
        LayerRecord::new(seeds, self.claimed_distance(seeds), self.block_checksums(seeds)).seal()
    }

    /// The program that made it, with its version.
    pub fn made_by(&self) -> &str {
        &self.opened.layout.made_by
    }

    /// The formula for the numbers of its boards.
    pub fn index(&self) -> &Index {
        &self.opened.layout.index
    }

    /// The longest distance of a layer, in plies, as the table's record of the layer says; 0 if the layer has no board
    /// with a distance.
    pub fn max_distance(&self, seeds: Seeds) -> Distance {
        Distance::new(self.claimed_distance(seeds))
    }

    fn claimed_distance(&self, seeds: Seeds) -> u16 {
        let at = self.opened.layout.record_at(seeds) as usize;
        LayerRecord::claimed_distance(&self.opened.bytes[at..at + 8])
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
        let at = self.opened.layout.margins_at;
        Ok(bytemuck::cast_slice(&self.opened.bytes[at as usize..(at + boards) as usize]))
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

    /// All values as they stand in the file, unchecked.
    #[inline]
    pub(crate) fn columns(&self) -> Columns<'_> {
        let column = |at: u64, boards: u64| &self.opened.bytes[at as usize..(at + boards) as usize];
        let boards = self.opened.layout.boards;
        Columns {
            margins: bytemuck::cast_slice(column(self.opened.layout.margins_at, boards)),
            distances: column(self.opened.layout.distances_at, boards),
            far: if self.opened.far_from < boards {
                column(self.opened.layout.far_at, boards - self.opened.far_from)
            } else {
                &[]
            },
            far_from: self.opened.far_from,
        }
    }

    /// The value of the board with this number, from bytes that were checked.
    #[inline(always)]
    fn value(&self, number: u64) -> Option<Value> {
        let columns = self.columns();
        let distance = Distance::new(columns.distance(number));
        Margin::from_byte(columns.margin(number)).map(|margin| Value::new(margin, distance))
    }
}

/// The whole table, like [`Table::as_bytes`].
impl AsRef<[u8]> for Table {
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

/// The bytes of all values, by the number of the board.
#[derive(Clone, Copy)]
pub(crate) struct Columns<'a> {
    margins: &'a [i8],
    distances: &'a [u8],
    far: &'a [u8],
    /// Number of the first board with a high byte.
    far_from: u64,
}

impl Columns<'_> {
    /// The margin of a board, -128 where there is none.
    #[inline(always)]
    pub(crate) fn margin(&self, number: u64) -> i8 {
        self.margins[number as usize]
    }

    /// The distance of a board in plies, 0 where there is none.
    #[inline(always)]
    pub(crate) fn distance(&self, number: u64) -> u16 {
        let low = self.distances[number as usize];
        let high = if number < self.far_from { 0 } else { self.far[(number - self.far_from) as usize] };
        u16::from_le_bytes([low, high])
    }
}
