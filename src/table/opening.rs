//! Opening a table: everything that is checked before the first question

use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use crate::board::Seeds;
use crate::files::FileKind;

use super::access::{Access, TableAccess};
use super::error::TableError;
use super::header::{MAGIC, PREFIX_BYTES};
use super::layout::Layout;
use super::record::{LayerRecord, RECORD_BYTES};
use super::value_bytes::ValueOffsets;
use super::{CHECKED_AT_OPENING, Opened, Table};

/// Bytes of a file that are read to find its header.
const HEAD: u64 = 1 << 17;

impl Table {
    /// Opens the file of a table.
    ///
    /// # Errors
    /// If it cannot be read, or is not a whole and undamaged table of this format's version.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, TableError> {
        Self::open_with(path, TableAccess::Mapped)
    }

    /// Opens the file of a table for a program that must survive whatever happens to the file. A file of more than
    /// [`CHECKED_AT_OPENING`] bytes is read part by part, and only copies of blocks that match their checksums are used. Up to
    /// `cache_bytes` bytes of them are kept for the next questions.
    ///
    /// # Errors
    /// See [`Table::open`].
    pub fn open_guarded(path: impl AsRef<Path>, cache_bytes: usize) -> Result<Self, TableError> {
        Self::open_with(path, TableAccess::Guarded { cache_bytes })
    }

    /// Opens the file of a table, to be read as `access` says if it is large.
    ///
    /// # Errors
    /// See [`Table::open`].
    pub fn open_with(path: impl AsRef<Path>, access: TableAccess) -> Result<Self, TableError> {
        Self::open_file(path.as_ref(), CHECKED_AT_OPENING, access)
    }

    /// Opens the file of a table. One of at most `whole` bytes is read whole.
    pub(super) fn open_file(path: &Path, whole: u64, access: TableAccess) -> Result<Self, TableError> {
        // Before it is opened: opening a pipe may wait for ever.
        if let Some(kind) = FileKind::of(path)?.filter(|&kind| kind != FileKind::Regular) {
            return Err(TableError::Kind { kind });
        }
        let file = File::open(path)?;
        if file.metadata()?.len() == 0 {
            return Err(TableError::Short { expected: PREFIX_BYTES, found: 0 });
        }
        Self::check(Access::of_file(file, path, whole, access)?)
    }

    /// Opens a table that is in memory.
    ///
    /// # Errors
    /// If it is not a whole and undamaged table of this format's version.
    pub fn from_bytes(bytes: Vec<u8>) -> Result<Self, TableError> {
        Self::check(Access::Owned(bytes))
    }

    fn check(access: Access) -> Result<Self, TableError> {
        let found = access.len();
        let layout = Layout::parse(&access.read(0..found.min(HEAD))?, MAGIC, found)?;
        let expected = layout.bytes();
        if found < expected {
            return Err(TableError::Short { expected, found });
        }
        if found > expected {
            return Err(TableError::Long { expected, found });
        }
        let head = read_head(&layout, &access)?;
        let expected = layout.head(MAGIC);
        // The bytes between header and records are the same for the same header.
        if let Some(at) = (0..expected.len()).find(|&at| expected[at] != head[at]) {
            return Err(TableError::Gap { at: at as u64 });
        }
        check_gaps(&layout, &access)?;
        let table = Self::of_parts(layout, head, access)?;
        if found <= CHECKED_AT_OPENING && table.opened.access.whole().is_ok() {
            table.check_values(table.max_seeds())?;
        }
        Ok(table)
    }

    /// A table with this layout. Its records are checked, its values are not.
    pub(super) fn with_layout(layout: Layout, access: Access) -> Result<Self, TableError> {
        let head = read_head(&layout, &access)?;
        Self::of_parts(layout, head, access)
    }

    fn of_parts(layout: Layout, head: Vec<u8>, access: Access) -> Result<Self, TableError> {
        let records = read_records(&layout, &head)?;
        check_high_bytes(&layout, &records)?;
        let blocks = layout.blocks(layout.max_seeds).end;
        let checked = (0..blocks.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        let offsets = ValueOffsets::new(layout.columns().iter().copied());
        Ok(Self { opened: Arc::new(Opened { layout, records, head, access, offsets, checked }) })
    }
}

/// Reads all bytes before the first column.
fn read_head(layout: &Layout, access: &Access) -> Result<Vec<u8>, TableError> {
    let end = layout.columns().first().map_or(layout.bytes(), |column| column.at);
    Ok(access.read(0..end)?.into_owned())
}

fn check_gaps(layout: &Layout, access: &Access) -> Result<(), TableError> {
    for gap in layout.gaps() {
        let bytes = access.read(gap.clone())?;
        if let Some(at) = bytes.iter().position(|&byte| byte != 0) {
            return Err(TableError::Gap { at: gap.start + at as u64 });
        }
    }
    Ok(())
}

/// Reads the records of all layers, and checks them against the block checksums.
fn read_records(layout: &Layout, head: &[u8]) -> Result<Vec<LayerRecord>, TableError> {
    let (records, sums) = head.split_at(layout.blocks_at as usize);
    let read = |seeds| {
        let record = &records[layout.record_at(seeds) as usize..][..RECORD_BYTES as usize];
        let blocks = layout.blocks(seeds);
        let sums = &sums[4 * blocks.start as usize..4 * blocks.end as usize];
        let read = LayerRecord::new(seeds, LayerRecord::claimed_distance(record), sums);
        if read.bytes() == record { Ok(read) } else { Err(TableError::Record { seeds }) }
    };
    layout.max_seeds.layers().map(read).collect()
}

/// Checks that high bytes begin with the first layer that needs them.
fn check_high_bytes(layout: &Layout, records: &[LayerRecord]) -> Result<(), TableError> {
    let needed = |seeds: &Seeds| records[seeds.count()].max_distance > u16::from(u8::MAX);
    let expected = layout.max_seeds.layers().find(needed);
    let found = layout.high_bytes().map(|column| column.from);
    if expected != found {
        let start = |from: Option<Seeds>| from.map_or(layout.boards, |first| layout.index.layer_start(first));
        let (expected, found) = (start(expected), start(found));
        return Err(TableError::Size { what: "first board with a high byte", expected, found });
    }
    Ok(())
}
