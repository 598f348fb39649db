//! The bytes of a table as a contract
//!
//! `docs/format.md` is the same contract in prose, for programs in other languages. A table is
//!
//! ```text
//!     magic, version, length of the header     16 bytes
//!     header                                   numbers and two strings, encoded by bincode
//!     checksum of everything before            4 bytes
//!     layer records                            8 bytes a layer
//!     block checksums                          4 bytes a block
//!     margins                                  1 signed byte a board, aligned
//!     distances, low byte                      1 byte a board, aligned
//!     distances, high byte                     1 byte a board, aligned; from the first layer that needs it on
//! ```
//!
//! Everything is little-endian, and gaps are zero. The clauses, the number of layers and the layer where high bytes begin
//! determine every offset and every byte except for the values. A block is [`BLOCK`] consecutive boards of one layer (the last
//! one may be shorter), so the layers of an N-seed table have the same blocks in a larger table.

use std::ops::Range;

use bincode::config::{Configuration, Fixint, Limit, LittleEndian};
use bincode::{Decode, Encode};

use crate::board::Seeds;
use crate::index::Index;
use crate::rules::{Clauses, RulesError, TIHBAT};
use crate::text::{is_plain, shown};

use super::error::TableError;

/// The first bytes of a table. Not text, and damaged by programs that take it for text.
pub(super) const MAGIC: [u8; 8] = *b"\x89MTB\r\n\x1a\n";

/// The first bytes of a table that is still being made.
pub(super) const WORK_MAGIC: [u8; 8] = *b"\x89MTW\r\n\x1a\n";

/// Whether a file that begins with these bytes is a table of any version, finished or not.
pub fn is_table(head: &[u8]) -> bool {
    head.starts_with(&MAGIC) || head.starts_with(&WORK_MAGIC)
}

/// The version of the format that this program writes and reads.
pub const VERSION: u32 = 1;

/// Boards of one block, the unit of checksums.
pub const BLOCK: u64 = 1 << 16;

/// Columns begin at multiples of this many bytes, so that they can be mapped.
const ALIGNMENT: u64 = 4096;

/// Magic, version and length of the header.
pub(super) const PREFIX_BYTES: u64 = 16;

/// No header is longer.
const MOST_HEADER_BYTES: u64 = 1 << 16;

/// Bytes of the record of one layer.
const RECORD_BYTES: u64 = 8;

const CODING: Configuration<LittleEndian, Fixint, Limit<{ MOST_HEADER_BYTES as usize }>> = bincode::config::standard()
    .with_little_endian()
    .with_fixed_int_encoding()
    .with_limit::<{ MOST_HEADER_BYTES as usize }>();

/// The numbers and strings of the header, in the order of their bytes.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
pub(super) struct Header {
    pits: u32,
    max_seeds: u32,
    boards: u64,
    block_boards: u64,
    records_at: u64,
    blocks_at: u64,
    margins_at: u64,
    distances_at: u64,
    far_at: u64,
    far_from: u64,
    bytes: u64,
    rules: String,
    made_by: String,
}

/// The version of this program, as headers name it.
fn this_program() -> String {
    format!("tihbat {}", env!("CARGO_PKG_VERSION"))
}

fn aligned(offset: u64) -> u64 {
    offset.checked_next_multiple_of(ALIGNMENT).unwrap_or(u64::MAX)
}

/// The clauses as they stand in a header: a line each, `name = value`.
fn rules_text(clauses: &Clauses) -> String {
    clauses.entries().iter().map(|(name, value)| format!("{name} = {value}\n")).collect()
}

/// The clauses that a header names.
fn parse_rules(text: &str) -> Result<Clauses, TableError> {
    let mut draft = TIHBAT.clauses().draft();
    let names = TIHBAT.clauses().entries().map(|(name, _)| name);
    let lines: Vec<_> = text.lines().collect();
    if lines.len() != names.len() {
        return Err(TableError::Clauses { expected: names.len(), found: lines.len() });
    }
    for (name, line) in names.iter().zip(lines) {
        let (found, value) = line.split_once(" = ").unwrap_or((line, ""));
        if found != *name {
            return Err(RulesError::Clause { found: found.to_owned(), expected: (*name).to_owned() }.into());
        }
        draft.set(name, value)?;
    }
    Ok(draft.check()?)
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
    header_bytes: u64,
    pub(super) records_at: u64,
    pub(super) blocks_at: u64,
    pub(super) margins_at: u64,
    pub(super) distances_at: u64,
    /// Where the high bytes of distances stand, if there are any.
    pub(super) far_at: u64,
}

/// The high bytes of distances: from which layer on they are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Far(pub(super) Option<Seeds>);

/// A run of bytes with one for each board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TableColumn {
    /// Margins, signed.
    Margin,
    /// Low bytes of distances.
    Distance,
    /// High bytes of distances.
    Far,
}

impl Far {
    /// The columns that a layer has, in the order in which a checksum goes over them.
    pub(super) fn columns(self, seeds: Seeds) -> &'static [TableColumn] {
        const ALL: [TableColumn; 3] = [TableColumn::Margin, TableColumn::Distance, TableColumn::Far];
        if self.holds(seeds) { &ALL } else { &ALL[..2] }
    }

    /// Whether a layer has high bytes.
    pub(super) fn holds(self, seeds: Seeds) -> bool {
        self.0.is_some_and(|first| first <= seeds)
    }
}

impl Layout {
    /// The layout of a table of this program's making.
    pub(super) fn new(clauses: Clauses, max_seeds: Seeds) -> Self {
        Self::made_by(clauses, max_seeds, this_program())
    }

    fn made_by(clauses: Clauses, max_seeds: Seeds, made_by: String) -> Self {
        let clauses = clauses.of_table();
        let index = Index::new(clauses.shape());
        let mut first_blocks = vec![0];
        let mut blocks: u64 = 0;
        for layer in max_seeds.layers() {
            blocks = blocks.saturating_add(index.layer_boards(layer).div_ceil(BLOCK));
            first_blocks.push(blocks);
        }
        let boards = index.boards(max_seeds);
        let numbers = 2 * 4 + 9 * 8;
        let header_bytes = numbers + 2 * 8 + (rules_text(&clauses).len() + made_by.len()) as u64;
        let records_at = (PREFIX_BYTES + header_bytes + 4).next_multiple_of(8);
        let blocks_at = records_at + RECORD_BYTES * (max_seeds.count() as u64 + 1);
        let margins_at = aligned(blocks_at.saturating_add(blocks.saturating_mul(4)));
        let distances_at = aligned(margins_at.saturating_add(boards));
        let far_at = aligned(distances_at.saturating_add(boards));
        Self {
            clauses,
            max_seeds,
            made_by,
            index,
            boards,
            first_blocks,
            header_bytes,
            records_at,
            blocks_at,
            margins_at,
            distances_at,
            far_at,
        }
    }

    /// Bytes of the whole file.
    pub(super) fn bytes(&self, far: Far) -> u64 {
        match far.0 {
            None => self.distances_at.saturating_add(self.boards),
            Some(first) => self.far_at.saturating_add(self.boards - self.index.layer_start(first)),
        }
    }

    /// The bytes between the parts after the head, which are 0 in every table.
    pub(super) fn gaps(&self, far: Far) -> Vec<Range<u64>> {
        let mut gaps = vec![
            self.blocks_at + 4 * self.blocks(self.max_seeds).end..self.margins_at,
            self.margins_at + self.boards..self.distances_at,
        ];
        if far.0.is_some() {
            gaps.push(self.distances_at + self.boards..self.far_at);
        }
        gaps
    }

    /// Returns the offset of the record of a layer.
    pub(super) fn record_at(&self, seeds: Seeds) -> u64 {
        self.records_at + RECORD_BYTES * seeds.count() as u64
    }

    /// The numbers of the blocks of a layer.
    pub(super) fn blocks(&self, seeds: Seeds) -> Range<u64> {
        self.first_blocks[seeds.count()]..self.first_blocks[seeds.count() + 1]
    }

    /// The ranks of the boards of one block of a layer, counted from the layer's first block.
    pub(super) fn ranks(&self, seeds: Seeds, block: u64) -> Range<u64> {
        let boards = self.index.layer_boards(seeds);
        block * BLOCK..boards.min((block + 1) * BLOCK)
    }

    /// Refuses margins that no board of the layer can have: nobody gets more seeds than there are. They are those of the
    /// boards from rank `first` on. The solver relies on it, and correct checksums do not show it.
    pub(super) fn check_margins(&self, seeds: Seeds, first: u64, margins: &[i8]) -> Result<(), TableError> {
        let most = u8::from(seeds);
        let Some(at) = margins.iter().position(|margin| margin.unsigned_abs() > most) else { return Ok(()) };
        let board = self.index.board_at(seeds, first + at as u64);
        Err(board.map_or(TableError::Record { seeds }, |board| TableError::Margin {
            board: board.any(),
            found: margins[at],
        }))
    }

    /// Returns the offset of the byte of a board in a column that has one for it.
    #[inline]
    pub(super) fn column_at(&self, far: Far, column: TableColumn, number: u64) -> u64 {
        match column {
            TableColumn::Margin => self.margins_at + number,
            TableColumn::Distance => self.distances_at + number,
            TableColumn::Far => self.far_at + number - far.0.map_or(0, |first| self.index.layer_start(first)),
        }
    }

    fn header(&self, far: Far) -> Header {
        Header {
            pits: self.clauses.pits().into(),
            max_seeds: self.max_seeds.count() as u32,
            boards: self.boards,
            block_boards: BLOCK,
            records_at: self.records_at,
            blocks_at: self.blocks_at,
            margins_at: self.margins_at,
            distances_at: self.distances_at,
            far_at: if far.0.is_some() { self.far_at } else { 0 },
            far_from: far.0.map_or(self.boards, |first| self.index.layer_start(first)),
            bytes: self.bytes(far),
            rules: rules_text(&self.clauses),
            made_by: self.made_by.clone(),
        }
    }

    /// Everything before the layer records.
    pub(super) fn head(&self, magic: [u8; 8], far: Far) -> Vec<u8> {
        let mut head = Vec::new();
        head.extend(magic);
        head.extend(VERSION.to_le_bytes());
        head.extend((self.header_bytes as u32).to_le_bytes());
        let header = bincode::encode_to_vec(self.header(far), CODING).expect("a header fits into memory");
        debug_assert_eq!(header.len() as u64, self.header_bytes);
        head.extend(header);
        head.extend(crc32fast::hash(&head).to_le_bytes());
        head.resize(self.records_at as usize, 0);
        head
    }

    /// Reads the part before the layer records. `bytes` are the first bytes of the file, `total` is its whole length.
    pub(super) fn parse(bytes: &[u8], magic: [u8; 8], total: u64) -> Result<(Self, Far), TableError> {
        let mark = &bytes[..bytes.len().min(magic.len())];
        if !magic.starts_with(mark) {
            return Err(match () {
                () if mark == WORK_MAGIC => TableError::Unfinished,
                () if mark == MAGIC => TableError::Finished,
                () => TableError::Magic { found: mark.escape_ascii().to_string() },
            });
        }
        let short = TableError::Short { expected: PREFIX_BYTES, found: total };
        let prefix = bytes.get(..PREFIX_BYTES as usize).ok_or(short)?;
        let number = |at: usize| u32::from_le_bytes([prefix[at], prefix[at + 1], prefix[at + 2], prefix[at + 3]]);
        let version = number(8);
        if version == VERSION.swap_bytes() {
            return Err(TableError::ByteOrder);
        }
        if version != VERSION {
            return Err(TableError::Version { expected: VERSION, found: version });
        }
        let header_bytes = u64::from(number(12));
        if header_bytes > MOST_HEADER_BYTES {
            return Err(TableError::Size { what: "header bytes", expected: MOST_HEADER_BYTES, found: header_bytes });
        }
        let end = PREFIX_BYTES + header_bytes;
        let checksum = bytes.get(end as usize..end as usize + 4);
        let checksum = checksum.ok_or(TableError::Short { expected: end + 4, found: total })?;
        let expected = crc32fast::hash(&bytes[..end as usize]).to_le_bytes();
        if checksum != expected {
            return Err(TableError::HeaderChecksum);
        }
        let encoded = &bytes[PREFIX_BYTES as usize..end as usize];
        let (header, used): (Header, usize) = bincode::decode_from_slice(encoded, CODING)
            .map_err(|error| TableError::Header { why: error.to_string() })?;
        if used != encoded.len() {
            return Err(TableError::Size { what: "header bytes", expected: used as u64, found: header_bytes });
        }
        Self::of_header(&header)
    }

    /// The layout that a header describes, if it is the one that its clauses and layers imply.
    fn of_header(header: &Header) -> Result<(Self, Far), TableError> {
        let clauses = parse_rules(&header.rules)?;
        if !is_plain(&header.made_by) {
            let why = format!("it was made by \"{}\", and no program writes such a name", shown(&header.made_by));
            return Err(TableError::Header { why });
        }
        let max_seeds = Seeds::new(header.max_seeds as usize);
        let most = u64::from(u8::from(Seeds::MAX));
        let found = u64::from(header.max_seeds);
        let max_seeds = max_seeds.ok_or(TableError::Size { what: "layers' seeds", expected: most, found })?;
        let layout = Self::made_by(clauses, max_seeds, header.made_by.clone());
        let far = Far(max_seeds.layers().find(|&first| layout.index.layer_start(first) == header.far_from));
        let implied = layout.header(far);
        let numbers = |header: &Header| {
            [
                ("pits a side", u64::from(header.pits)),
                ("boards", header.boards),
                ("boards a block", header.block_boards),
                ("offset of the layer records", header.records_at),
                ("offset of the block checksums", header.blocks_at),
                ("offset of the margins", header.margins_at),
                ("offset of the distances", header.distances_at),
                ("first board with a high byte", header.far_from),
                ("offset of the high bytes", header.far_at),
                ("bytes of the file", header.bytes),
            ]
        };
        for ((what, expected), (_, found)) in numbers(&implied).into_iter().zip(numbers(header)) {
            if expected != found {
                return Err(TableError::Size { what, expected, found });
            }
        }
        if implied != *header {
            return Err(TableError::Header { why: "its clauses are not in their canonical form".to_owned() });
        }
        Ok((layout, far))
    }
}

/// The record of a layer: a checksum over its block checksums, and its longest distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LayerRecord {
    seal: u32,
    /// Longest distance of the layer, in plies.
    pub(super) max_distance: u16,
}

impl LayerRecord {
    /// The record of a layer with these block checksums.
    pub(super) fn new(seeds: Seeds, max_distance: u16, blocks: &[u8]) -> Self {
        let mut seal = crc32fast::Hasher::new();
        seal.update(&[u8::from(seeds)]);
        seal.update(&max_distance.to_le_bytes());
        seal.update(blocks);
        Self { seal: seal.finalize(), max_distance }
    }

    /// The checksum over the block checksums.
    pub(super) fn seal(self) -> u32 {
        self.seal
    }

    /// Its bytes.
    pub(super) fn bytes(self) -> [u8; RECORD_BYTES as usize] {
        let [a, b, c, d] = self.seal.to_le_bytes();
        let [e, f] = self.max_distance.to_le_bytes();
        [a, b, c, d, e, f, 0, 0]
    }

    /// The longest distance that these bytes claim.
    pub(super) fn claimed_distance(bytes: &[u8]) -> u16 {
        u16::from_le_bytes([bytes[4], bytes[5]])
    }
}
