//! The head of a table: mark, version and header
//!
//! The header names the clauses and the number of layers, and repeats every number that they imply. A header that differs from
//! the one that its own clauses and layers imply is refused, so nothing is allocated from unchecked numbers.

use bincode::config::{Configuration, Fixint, Limit, LittleEndian};
use bincode::{Decode, Encode};

use crate::board::Seeds;
use crate::checksum;
use crate::rules::{Clauses, RulesError, TIHBAT};
use crate::text::{is_plain, shown};
use crate::value::TableKind;

use super::error::TableError;
use super::layout::{BLOCK, ColumnKind, Layout};

/// The first bytes of a table. Not text, and damaged by programs that take it for text.
pub(super) const MAGIC: [u8; 8] = *b"\x89MTB\r\n\x1a\n";

/// The first bytes of a table that is still being made.
pub(super) const WORK_MAGIC: [u8; 8] = *b"\x89MTW\r\n\x1a\n";

/// Whether a file that begins with these bytes is a table of any version, finished or not.
pub fn is_table(head: &[u8]) -> bool {
    head.starts_with(&MAGIC) || head.starts_with(&WORK_MAGIC)
}

/// The latest version of the format that this program writes and reads. Tables of margins have version 1, tables of bounds
/// version 2.
pub const VERSION: u32 = 2;

/// Returns the version of a table of this kind.
pub(super) const fn version(kind: TableKind) -> u32 {
    match kind {
        TableKind::Margins => 1,
        TableKind::Bounds => 2,
    }
}

/// Magic, version and length of the header.
pub(super) const PREFIX_BYTES: u64 = 16;

/// No header is longer.
const MOST_HEADER_BYTES: u64 = 1 << 16;

const CODING: Configuration<LittleEndian, Fixint, Limit<{ MOST_HEADER_BYTES as usize }>> = bincode::config::standard()
    .with_little_endian()
    .with_fixed_int_encoding()
    .with_limit::<{ MOST_HEADER_BYTES as usize }>();

/// The numbers and strings of the header, in the order of their bytes. The offsets are those of the first column of values and of
/// its distances.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
struct Header {
    pits: u32,
    max_seeds: u32,
    boards: u64,
    block_boards: u64,
    records_at: u64,
    blocks_at: u64,
    values_at: u64,
    distances_at: u64,
    far_at: u64,
    far_from: u64,
    bytes: u64,
    rules: String,
    made_by: String,
}

/// The offsets of the second column of values and of its distances. In tables of bounds they follow the header.
#[derive(Clone, Debug, PartialEq, Eq, Encode, Decode)]
struct SecondColumn {
    values_at: u64,
    distances_at: u64,
    far_at: u64,
}

/// What the header of a table has.
#[derive(Clone, Debug, PartialEq, Eq)]
struct WholeHeader {
    header: Header,
    /// In tables of bounds only.
    second: Option<SecondColumn>,
}

/// The version of this program, as headers name it.
fn this_program() -> String {
    format!("tihbat {}", env!("CARGO_PKG_VERSION"))
}

/// The clauses as they are written in a header: a line each, `name = value`.
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

impl Layout {
    /// The layout of a table of this program's making. No distance has a high byte.
    pub(super) fn new(clauses: Clauses, max_seeds: Seeds) -> Self {
        Self::made_by(clauses, max_seeds, this_program())
    }

    fn made_by(clauses: Clauses, max_seeds: Seeds, made_by: String) -> Self {
        let clauses = clauses.of_table();
        let numbers = 2 * 4 + 9 * 8 + if clauses.kind() == TableKind::Bounds { 3 * 8 } else { 0 };
        let header_bytes = numbers + 2 * 8 + (rules_text(&clauses).len() + made_by.len()) as u64;
        let records_at = (PREFIX_BYTES + header_bytes + 4).next_multiple_of(8);
        Self::with_records_at(records_at, clauses, max_seeds, made_by)
    }

    fn header(&self) -> WholeHeader {
        let at = |kind| self.column(kind).map_or(0, |column| column.at);
        let second = SecondColumn {
            values_at: at(ColumnKind::Value(1)),
            distances_at: at(ColumnKind::DistanceLow(1)),
            far_at: at(ColumnKind::DistanceHigh(1)),
        };
        let header = Header {
            pits: self.clauses.pits().into(),
            max_seeds: self.max_seeds.count() as u32,
            boards: self.boards,
            block_boards: BLOCK,
            records_at: self.records_at,
            blocks_at: self.blocks_at,
            values_at: at(ColumnKind::Value(0)),
            distances_at: at(ColumnKind::DistanceLow(0)),
            far_at: at(ColumnKind::DistanceHigh(0)),
            far_from: self.high_bytes().map_or(self.boards, |column| column.first),
            bytes: self.bytes(),
            rules: rules_text(&self.clauses),
            made_by: self.made_by.clone(),
        };
        WholeHeader { header, second: (self.clauses.kind() == TableKind::Bounds).then_some(second) }
    }

    /// Everything before the layer records.
    pub(super) fn head(&self, magic: [u8; 8]) -> Vec<u8> {
        let whole = self.header();
        let mut header = bincode::encode_to_vec(whole.header, CODING).expect("a header fits into memory");
        if let Some(second) = whole.second {
            header.extend(bincode::encode_to_vec(second, CODING).expect("a header fits into memory"));
        }
        let mut head = Vec::new();
        head.extend(magic);
        head.extend(version(self.clauses.kind()).to_le_bytes());
        head.extend((header.len() as u32).to_le_bytes());
        head.extend(header);
        head.extend(checksum::hash(&head).to_le_bytes());
        debug_assert_eq!((head.len() as u64).next_multiple_of(8), self.records_at);
        head.resize(self.records_at as usize, 0);
        head
    }

    /// Reads the part before the layer records. `bytes` are the first bytes of the file, `total` is its whole length.
    pub(super) fn parse(bytes: &[u8], magic: [u8; 8], total: u64) -> Result<Self, TableError> {
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
        let is_known = |version: u32| (1..=VERSION).contains(&version);
        if !is_known(version) && is_known(version.swap_bytes()) {
            return Err(TableError::ByteOrder);
        }
        if !is_known(version) {
            return Err(TableError::Version { expected: VERSION, found: version });
        }
        let header_bytes = u64::from(number(12));
        if header_bytes > MOST_HEADER_BYTES {
            return Err(TableError::Size { what: "header bytes", expected: MOST_HEADER_BYTES, found: header_bytes });
        }
        let end = PREFIX_BYTES + header_bytes;
        let checksum = bytes.get(end as usize..end as usize + 4);
        let checksum = checksum.ok_or(TableError::Short { expected: end + 4, found: total })?;
        let expected = checksum::hash(&bytes[..end as usize]).to_le_bytes();
        if checksum != expected {
            return Err(TableError::HeaderChecksum);
        }
        let encoded = &bytes[PREFIX_BYTES as usize..end as usize];
        let undecodable = |error: bincode::error::DecodeError| TableError::Header { why: error.to_string() };
        let (header, mut used): (Header, usize) = bincode::decode_from_slice(encoded, CODING).map_err(undecodable)?;
        let mut second = None;
        if version == self::version(TableKind::Bounds) {
            let (columns, more) = bincode::decode_from_slice(&encoded[used..], CODING).map_err(undecodable)?;
            second = Some(columns);
            used += more;
        }
        if used != encoded.len() {
            return Err(TableError::Size { what: "header bytes", expected: used as u64, found: header_bytes });
        }
        Self::of_header(&WholeHeader { header, second })
    }

    /// The layout that a header describes, if it is the one that its clauses and layers imply.
    fn of_header(whole: &WholeHeader) -> Result<Self, TableError> {
        let header = &whole.header;
        let clauses = parse_rules(&header.rules)?;
        if !is_plain(&header.made_by) {
            let why = format!("it was made by \"{}\", and no program writes such a name", shown(&header.made_by));
            return Err(TableError::Header { why });
        }
        let max_seeds = Seeds::new(header.max_seeds as usize);
        let most = u64::from(u8::from(Seeds::MAX));
        let found = u64::from(header.max_seeds);
        let max_seeds = max_seeds.ok_or(TableError::Size { what: "layers' seeds", expected: most, found })?;
        let mut layout = Self::made_by(clauses, max_seeds, header.made_by.clone());
        let far = max_seeds.layers().find(|&first| layout.index.layer_start(first) == header.far_from);
        if let Some(from) = far {
            layout.add_high_bytes(from);
        }
        let implied = layout.header();
        let numbers = |WholeHeader { header, second }: &WholeHeader| {
            let second = |of: fn(&SecondColumn) -> u64| second.as_ref().map_or(0, of);
            [
                ("pits a side", u64::from(header.pits)),
                ("boards", header.boards),
                ("boards a block", header.block_boards),
                ("offset of the layer records", header.records_at),
                ("offset of the block checksums", header.blocks_at),
                ("offset of the values", header.values_at),
                ("offset of the distances", header.distances_at),
                ("first board with a high byte", header.far_from),
                ("offset of the high bytes", header.far_at),
                ("columns of values", 1 + second(|_| 1)),
                ("offset of the second column of values", second(|second| second.values_at)),
                ("offset of its distances", second(|second| second.distances_at)),
                ("offset of its high bytes", second(|second| second.far_at)),
                ("bytes of the file", header.bytes),
            ]
        };
        for ((what, expected), (_, found)) in numbers(&implied).into_iter().zip(numbers(whole)) {
            if expected != found {
                return Err(TableError::Size { what, expected, found });
            }
        }
        if implied != *whole {
            return Err(TableError::Header { why: "its clauses are not in their canonical form".to_owned() });
        }
        Ok(layout)
    }
}
