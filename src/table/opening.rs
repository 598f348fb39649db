//! Opening a table: everything that is checked before the first question

use std::fs::File;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use crate::board::Seeds;
use crate::files::FileKind;

use super::bytes::Bytes;
use super::error::TableError;
use super::header::{MAGIC, PREFIX_BYTES};
use super::layout::{ColumnKind, Layout};
use super::record::{LayerRecord, RECORD_BYTES};
use super::value_bytes::ValueOffsets;
use super::{CHECKED_AT_OPENING, Opened, Table};

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
            return Err(TableError::Short { expected: PREFIX_BYTES, found: 0 });
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
        let layout = Layout::parse(&bytes[..bytes.len().min(HEAD)], MAGIC, found)?;
        let expected = layout.bytes();
        if found < expected {
            return Err(TableError::Short { expected, found });
        }
        if found > expected {
            return Err(TableError::Long { expected, found });
        }
        check_gaps(&layout, &bytes)?;
        let table = Self::with_layout(layout, bytes)?;
        if found <= CHECKED_AT_OPENING {
            table.check_values(table.max_seeds())?;
        }
        Ok(table)
    }

    /// A table with this layout. Its records are checked, its values are not.
    pub(super) fn with_layout(layout: Layout, bytes: Bytes) -> Result<Self, TableError> {
        let (records, sums) = read_records(&layout, &bytes)?;
        check_high_bytes(&layout, &records)?;
        let blocks = layout.blocks(layout.max_seeds).end;
        let checked = (0..blocks.div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        let offsets = ValueOffsets::new(&layout);
        Ok(Self { opened: Arc::new(Opened { layout, records, sums, bytes, offsets, checked }) })
    }
}

fn check_gaps(layout: &Layout, bytes: &[u8]) -> Result<(), TableError> {
    // The bytes between header and records are part of the head, which is the same for the same header.
    let head = layout.head(MAGIC);
    if let Some(at) = (0..head.len()).find(|&at| head[at] != bytes[at]) {
        return Err(TableError::Gap { at: at as u64 });
    }
    for gap in layout.gaps() {
        let bytes = &bytes[gap.start as usize..gap.end as usize];
        if let Some(at) = bytes.iter().position(|&byte| byte != 0) {
            return Err(TableError::Gap { at: gap.start + at as u64 });
        }
    }
    Ok(())
}

/// Reads the records of all layers and the block checksums, four bytes each.
fn read_records(layout: &Layout, bytes: &[u8]) -> Result<(Vec<LayerRecord>, Vec<u8>), TableError> {
    let Range { start, end } = layout.records();
    let bytes = &bytes[start as usize..end as usize];
    let (records, sums) = bytes.split_at((layout.blocks_at - start) as usize);
    let read = |seeds| {
        let at = (layout.record_at(seeds) - start) as usize;
        let bytes = &records[at..at + RECORD_BYTES as usize];
        let blocks = layout.blocks(seeds);
        let sums = &sums[4 * blocks.start as usize..4 * blocks.end as usize];
        let record = LayerRecord::new(seeds, LayerRecord::claimed_distance(bytes), sums);
        if record.bytes() == bytes { Ok(record) } else { Err(TableError::Record { seeds }) }
    };
    let records = layout.max_seeds.layers().map(read).collect::<Result<_, _>>()?;
    Ok((records, sums.to_vec()))
}

/// Checks that high bytes begin with the first layer that needs them.
fn check_high_bytes(layout: &Layout, records: &[LayerRecord]) -> Result<(), TableError> {
    let needed = |seeds: &Seeds| records[seeds.count()].max_distance > u16::from(u8::MAX);
    let expected = layout.max_seeds.layers().find(needed);
    let found = layout.column(ColumnKind::DistanceHigh).map(|column| column.from);
    if expected != found {
        let start = |from: Option<Seeds>| from.map_or(layout.boards, |first| layout.index.layer_start(first));
        let (expected, found) = (start(expected), start(found));
        return Err(TableError::Size { what: "first board with a high byte", expected, found });
    }
    Ok(())
}
