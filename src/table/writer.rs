//! Making a table, layer by layer
//!
//! The values of each layer are written to their final place in the file, so only the header has to be written at the end.
//! Until then the file begins with another magic and is a *work file*. A layer is finished when its record is written, and its
//! record is written only after its values are synced. So a work file can be resumed, whatever stopped the solve.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

use crate::board::Seeds;
use crate::checksum;
use crate::rules::Clauses;
use crate::sealed::Sealed;
use crate::text::shown;
use crate::value::Distance;

use super::access::{Access, TableAccess};
use super::cache::Keep;
use super::error::TableError;
use super::header::{MAGIC, PREFIX_BYTES, WORK_MAGIC};
use super::layout::{ColumnKind, Layout};
use super::record::{LayerRecord, RECORD_BYTES};
use super::{CHECKED_AT_OPENING, Table};

/// Where a table can be made. Sealed: a file, or bytes in memory.
pub trait Storage: Sealed + Read + Write + Seek {
    /// Makes everything written so far safe from a crash of the machine.
    ///
    /// # Errors
    /// If that fails.
    fn make_safe(&mut self) -> io::Result<()>;

    /// Makes it exactly this many bytes long, cut off or filled with zeros.
    ///
    /// # Errors
    /// If that fails.
    fn set_length(&mut self, bytes: u64) -> io::Result<()>;
}

impl Sealed for File {}

impl Sealed for Cursor<Vec<u8>> {}

impl Storage for File {
    fn make_safe(&mut self) -> io::Result<()> {
        self.sync_data()
    }

    fn set_length(&mut self, bytes: u64) -> io::Result<()> {
        self.set_len(bytes)
    }
}

impl Storage for Cursor<Vec<u8>> {
    fn make_safe(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn set_length(&mut self, bytes: u64) -> io::Result<()> {
        let bytes = usize::try_from(bytes).map_err(|_| io::ErrorKind::OutOfMemory)?;
        self.get_mut().resize(bytes, 0);
        Ok(())
    }
}

/// The values of one layer, by rank, as [`Writer::append`] takes them. Sealed: the layers of the solver.
pub trait LayerValues: Sealed {
    /// The seeds of its boards.
    fn seeds(&self) -> Seeds;

    /// The longest distance of its boards; 0 plies if none has a distance.
    fn max_distance(&self) -> Distance;

    /// A column of values of all its boards: the margins for the mover; or the seeds that the mover (column 0) and the opponent
    /// (column 1) can force.
    fn column(&self, column: usize) -> &[i8];

    /// The distances in plies that belong to a column, of the boards with these ranks; 0 where the value is 0.
    fn distances(&self, column: usize, ranks: Range<usize>) -> impl ExactSizeIterator<Item = u16>;
}

/// A table in the making.
pub struct Writer<F> {
    file: F,
    layout: Layout,
    /// The next layer to append.
    next: usize,
    /// Records of layers that are written but not yet safe.
    waiting: Vec<(Seeds, LayerRecord)>,
}

fn write_at(file: &mut impl Storage, at: u64, bytes: &[u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(at))?;
    file.write_all(bytes)
}

fn read_at(file: &mut impl Storage, at: u64, bytes: &mut [u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(at))?;
    file.read_exact(bytes)
}

impl<F: Storage> Writer<F> {
    /// Begins a table of layers 0 to `max_seeds` in an empty file.
    ///
    /// # Errors
    /// If writing fails.
    pub fn create(mut file: F, clauses: Clauses, max_seeds: Seeds) -> io::Result<Self> {
        let layout = Layout::new(clauses, max_seeds);
        file.set_length(0)?;
        // The head goes first: a file with a head is a work file, whatever else is missing.
        write_at(&mut file, 0, &layout.head(WORK_MAGIC))?;
        file.set_length(layout.bytes())?;
        file.make_safe()?;
        Ok(Self { file, layout, next: 0, waiting: Vec::new() })
    }

    /// Resumes a work file. Also returns the columns of values of its finished layers, in the order of the index.
    ///
    /// # Errors
    /// If reading fails, the work file is for another table, or it is damaged.
    pub fn resume(mut file: F, clauses: Clauses, max_seeds: Seeds) -> Result<(Self, Vec<Vec<i8>>), TableError> {
        let layout = Layout::new(clauses, max_seeds);
        let total = file.seek(SeekFrom::End(0))?;
        let mut head = vec![0; total.min(layout.records_at.max(PREFIX_BYTES + (1 << 16))) as usize];
        read_at(&mut file, 0, &mut head)?;
        // A table that was finished, but stopped before it got its name, is whole too.
        let found = match Layout::parse(&head, WORK_MAGIC, total) {
            Err(TableError::Finished) => Layout::parse(&head, MAGIC, total)?,
            parsed => parsed?,
        };
        if let Some(error) = TableError::other_rules(&clauses, &found.clauses) {
            return Err(error);
        }
        let (expected, layers) = (max_seeds.count() as u64, found.max_seeds.count() as u64);
        if expected != layers {
            return Err(TableError::Size { what: "layers' seeds", expected, found: layers });
        }
        if found.made_by != layout.made_by {
            let why = format!("it was begun by {}, this is {}", shown(&found.made_by), layout.made_by);
            return Err(TableError::Header { why });
        }
        // Bytes that are missing are those of layers without a record, or a checksum finds them.
        file.set_length(total.max(layout.bytes()))?;
        write_at(&mut file, 0, &layout.head(WORK_MAGIC))?;
        let mut writer = Self { file, layout, next: 0, waiting: Vec::new() };
        let mut columns = vec![Vec::new(); clauses.kind().columns()];
        for seeds in max_seeds.layers() {
            if !writer.read_layer(seeds, &mut columns)? {
                break;
            }
            writer.next += 1;
        }
        Ok((writer, columns))
    }

    /// Reads a finished layer's columns of values; false if the layer is not done.
    fn read_layer(&mut self, seeds: Seeds, columns: &mut [Vec<i8>]) -> Result<bool, TableError> {
        let mut record = [0; RECORD_BYTES as usize];
        read_at(&mut self.file, self.layout.record_at(seeds), &mut record)?;
        if record == [0; RECORD_BYTES as usize] {
            return Ok(false);
        }
        let blocks = self.layout.blocks(seeds);
        let mut sums = vec![0; 4 * (blocks.end - blocks.start) as usize];
        read_at(&mut self.file, self.layout.blocks_at + 4 * blocks.start, &mut sums)?;
        let max_distance = LayerRecord::claimed_distance(&record);
        if LayerRecord::new(seeds, max_distance, &sums).bytes() != record {
            return Err(TableError::Record { seeds });
        }
        self.add_high_bytes_if_needed(seeds, max_distance);
        for (block, expected) in sums.chunks_exact(4).enumerate() {
            let ranks = self.layout.ranks(seeds, block as u64);
            let boards = self.layout.indices(seeds, block as u64);
            let (first, last) = (boards.start, boards.end - 1);
            let mut bytes = vec![0; (boards.end - boards.start) as usize];
            let mut sum = checksum::Hasher::new();
            for column in self.layout.columns_of(seeds) {
                let at = column.bytes(boards.clone()).start;
                read_at(&mut self.file, at, &mut bytes).map_err(|_| TableError::Block { first, last })?;
                sum.update(&bytes);
                if let ColumnKind::Value(column) = column.kind {
                    columns[column].extend(bytes.iter().map(|&byte| byte as i8));
                }
            }
            if sum.finalize().to_le_bytes() != expected {
                return Err(TableError::Block { first, last });
            }
            for column in &*columns {
                self.layout.check_column(seeds, ranks.start, &column[first as usize..])?;
            }
        }
        Ok(true)
    }

    /// The first layer that needs them decides from where on high bytes of distances are kept.
    fn add_high_bytes_if_needed(&mut self, seeds: Seeds, max_distance: u16) {
        if self.layout.high_bytes().is_none() && max_distance > u16::from(u8::MAX) {
            self.layout.add_high_bytes(seeds);
        }
    }

    /// The last layer that is done; none at the beginning.
    pub fn done(&self) -> Option<Seeds> {
        self.next.checked_sub(1).and_then(Seeds::new)
    }

    /// Appends the next layer.
    ///
    /// # Errors
    /// If writing fails.
    ///
    /// # Panics
    /// If it is not the next layer.
    pub fn append(&mut self, layer: &impl LayerValues) -> io::Result<()> {
        self.append_blocks(layer.seeds(), layer.max_distance().plies(), |layout, block, bytes| {
            let ranks = layout.ranks(layer.seeds(), block);
            let ranks = ranks.start as usize..ranks.end as usize;
            for column in layout.columns_of(layer.seeds()) {
                let ranks = ranks.clone();
                match column.kind {
                    ColumnKind::Value(column) => {
                        bytes.extend_from_slice(bytemuck::cast_slice(&layer.column(column)[ranks]));
                    }
                    ColumnKind::DistanceLow(column) => {
                        bytes.extend(layer.distances(column, ranks).map(|plies| plies as u8));
                    }
                    ColumnKind::DistanceHigh(column) => {
                        bytes.extend(layer.distances(column, ranks).map(|plies| (plies >> 8) as u8));
                    }
                }
            }
            Ok(())
        })
    }

    /// Appends a copy of the next layer from a table of the same clauses.
    ///
    /// # Errors
    /// If the table is damaged there or holds a value that no board of the layer has, or writing fails.
    ///
    /// # Panics
    /// If the table is of other clauses or has no such layer.
    pub fn copy(&mut self, table: &Table) -> Result<(), TableError> {
        let seeds = Seeds::new(self.next).expect("there is a next layer");
        assert!(table.serves(&self.layout.clauses, seeds).is_ok(), "a table that has the layer");
        self.append_blocks(seeds, table.max_distance(seeds).plies(), |layout, block, bytes| {
            let first = layout.ranks(seeds, block).start;
            let block = table.block(seeds, block, Keep::IfThereIsRoom)?;
            for column in 0..layout.clauses.kind().columns() {
                let values = block.column(ColumnKind::Value(column));
                layout.check_column(seeds, first, bytemuck::cast_slice(values))?;
            }
            for column in layout.columns_of(seeds) {
                bytes.extend_from_slice(block.column(column.kind));
            }
            // A byte may have changed after its block was checked.
            table.check_unchanged()
        })
    }

    /// Appends the next layer. `fill` gives the bytes of each block: those of its columns, one after the other.
    fn append_blocks<E: From<io::Error>>(
        &mut self,
        seeds: Seeds,
        max_distance: u16,
        fill: impl Fn(&Layout, u64, &mut Vec<u8>) -> Result<(), E>,
    ) -> Result<(), E> {
        assert_eq!(seeds.count(), self.next, "layers are appended in order");
        self.add_high_bytes_if_needed(seeds, max_distance);
        let blocks = self.layout.blocks(seeds);
        let mut sums = Vec::with_capacity(4 * (blocks.end - blocks.start) as usize);
        let mut bytes = Vec::new();
        for block in 0..blocks.end - blocks.start {
            bytes.clear();
            fill(&self.layout, block, &mut bytes)?;
            sums.extend(checksum::hash(&bytes).to_le_bytes());
            let boards = self.layout.indices(seeds, block);
            let columns = bytes.chunks_exact((boards.end - boards.start) as usize);
            for (column, bytes) in self.layout.columns_of(seeds).zip(columns) {
                write_at(&mut self.file, column.bytes(boards.clone()).start, bytes)?;
            }
        }
        write_at(&mut self.file, self.layout.blocks_at + 4 * blocks.start, &sums)?;
        self.waiting.push((seeds, LayerRecord::new(seeds, max_distance, &sums)));
        self.next += 1;
        Ok(())
    }

    /// Makes all appended layers safe from a crash, then writes their records. A layer without a record is not done.
    ///
    /// # Errors
    /// If writing fails.
    pub fn commit(&mut self) -> io::Result<()> {
        self.file.make_safe()?;
        for (seeds, record) in std::mem::take(&mut self.waiting) {
            write_at(&mut self.file, self.layout.record_at(seeds), &record.bytes())?;
        }
        self.file.make_safe()
    }

    /// Turns the work file into a table.
    ///
    /// # Errors
    /// If writing fails.
    ///
    /// # Panics
    /// If a layer is missing.
    pub fn finish(mut self) -> io::Result<F> {
        assert_eq!(self.next, self.layout.max_seeds.count() + 1, "every layer was appended");
        self.commit()?;
        self.file.set_length(self.layout.bytes())?;
        // No checksum covers the gaps, so whatever a resumed work file held there is not worth refusing it for.
        for gap in self.layout.gaps() {
            write_at(&mut self.file, gap.start, &vec![0; (gap.end - gap.start) as usize])?;
        }
        write_at(&mut self.file, 0, &self.layout.head(MAGIC))?;
        self.file.make_safe()?;
        Ok(self.file)
    }
}

impl Writer<File> {
    /// The layers whose records are written, opened for reading; none if there is no such layer. `path` is the file.
    pub(super) fn finished(&self, path: &Path) -> Result<Option<Table>, TableError> {
        let layers = self.waiting.first().map_or(self.next, |(seeds, _)| seeds.count());
        let Some(last) = layers.checked_sub(1).and_then(Seeds::new) else { return Ok(None) };
        let mut file = self.file.try_clone()?;
        // The clone shares the place in the file, which the writer sets before it reads or writes.
        file.seek(SeekFrom::Start(0))?;
        let access = Access::of_file(file, path, CHECKED_AT_OPENING, TableAccess::Mapped)?;
        Table::with_layout(self.layout.first_layers(last), access).map(Some)
    }
}
