//! A table that is read by positioned reads
//!
//! No byte of the file is used after it was checked, except from a copy. So a file that is overwritten or cut short while
//! it is used gives an error, and neither a signal nor a wrong value.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::checksum;

use super::cache::{BlockCache, Keep};
use super::error::TableError;
use super::stamp::Stamp;

/// An open file, and copies of blocks that were checked.
pub(super) struct Guarded {
    file: File,
    path: PathBuf,
    stamp: Stamp,
    cache: BlockCache,
}

impl Guarded {
    pub(super) fn new(file: File, path: &Path, stamp: Stamp, cache_bytes: usize) -> Self {
        Self { file, path: path.to_owned(), stamp, cache: BlockCache::new(cache_bytes) }
    }

    /// Bytes of the file when it was opened.
    pub(super) fn len(&self) -> u64 {
        self.stamp.length
    }

    /// Checks that nobody has written to the file since it was opened.
    ///
    /// # Errors
    /// If somebody has.
    pub(super) fn check_unchanged(&self) -> Result<(), TableError> {
        self.stamp.check(&self.file, &self.path)
    }

    /// Some bytes of the file.
    ///
    /// # Errors
    /// If they cannot be read, or the file was changed.
    pub(super) fn read(&self, range: Range<u64>) -> Result<Vec<u8>, TableError> {
        self.read_together(std::iter::once(range))
    }

    /// The bytes of several parts of the file, one part after the other.
    fn read_together(&self, parts: impl Iterator<Item = Range<u64>>) -> Result<Vec<u8>, TableError> {
        let mut bytes = Vec::new();
        let read = parts.into_iter().try_for_each(|part| {
            let start = bytes.len();
            let more = usize::try_from(part.end - part.start).map_err(|_| io::ErrorKind::OutOfMemory)?;
            bytes.try_reserve(more).map_err(|_| io::ErrorKind::OutOfMemory)?;
            bytes.resize(start + more, 0);
            read_exact_at(&self.file, &mut bytes[start..], part.start)
        });
        // What was read says less than what happened to the file.
        self.check_unchanged()?;
        read?;
        Ok(bytes)
    }

    /// The bytes of a block, checked: those of its columns, which have these offsets, one column after the other. `sum` is the
    /// checksum that they must have.
    ///
    /// # Errors
    /// If the block cannot be read or does not match its checksum, or the file was changed.
    pub(super) fn block(
        &self,
        number: u64,
        columns: impl Iterator<Item = Range<u64>>,
        sum: &[u8],
        keep: Keep,
        damaged: impl FnOnce() -> TableError,
    ) -> Result<Arc<Vec<u8>>, TableError> {
        if let Some(kept) = self.cache.get(number) {
            return Ok(kept);
        }
        let bytes = self.read_together(columns)?;
        if checksum::hash(&bytes).to_le_bytes() != sum {
            return Err(damaged());
        }
        let bytes = Arc::new(bytes);
        self.cache.insert(number, &bytes, keep);
        Ok(bytes)
    }
}

/// Fills a buffer from a place in a file, without moving the place at which others read.
#[cfg(unix)]
fn read_exact_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, at)
}

/// Fills a buffer from a place in a file.
#[cfg(windows)]
fn read_exact_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, at) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(read) => (bytes, at) = (&mut bytes[read..], at + read as u64),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Without positioned reads, as in a browser, no table is read part by part.
#[cfg(not(any(unix, windows)))]
fn read_exact_at(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs;
    use std::os::unix::fs::FileExt;

    use super::super::header::MAGIC;
    use super::super::layout::{ColumnKind, Layout};
    use super::super::{Table, TableAccess};
    use super::*;
    use crate::board::Seeds;

    /// The table of the project, in a folder of its own, and read part by part although it is small.
    fn guarded(cache_bytes: usize) -> (tempfile::TempDir, PathBuf, Vec<u8>, Table) {
        let bytes = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/data/tihbat.mtb")).expect("a table");
        let folder = tempfile::TempDir::new().expect("a folder");
        let path = folder.path().join("table.mtb");
        fs::write(&path, &bytes).expect("written");
        let table = Table::open_file(&path, 0, TableAccess::Guarded { cache_bytes }).expect("a table");
        (folder, path, bytes, table)
    }

    fn open(path: &Path) -> File {
        File::options().read(true).write(true).open(path).expect("a table")
    }

    #[test]
    fn it_answers_what_the_same_bytes_in_memory_answer() {
        for cache_bytes in [0, 10_000, 1 << 20] {
            let (_folder, _, bytes, table) = guarded(cache_bytes);
            let expected = Table::from_bytes(bytes.clone()).expect("a table");
            for index in (0..table.boards()).step_by(7) {
                let board = table.index().board(index).expect("a board");
                assert_eq!(table.probe(board).expect("a value"), expected.probe(board).expect("a value"), "{board}");
            }
            let values = |table: &Table| -> Vec<_> {
                let layers = table.max_seeds().layers();
                layers
                    .flat_map(|seeds| table.layer(seeds).collect::<Vec<_>>())
                    .map(|value| value.expect("a value"))
                    .collect()
            };
            assert_eq!(values(&table), values(&expected));
            for seeds in [Seeds::NONE, table.max_seeds()] {
                assert_eq!(table.margins(seeds).expect("margins"), expected.margins(seeds).expect("margins"));
            }
            assert!(table.read_range(0..table.bytes()).expect("bytes") == bytes);
            assert_eq!(table.read_range(5..4100).expect("bytes"), bytes[5..4100]);
            assert!(table.read_range(70_000..u64::MAX).expect("bytes") == bytes[70_000..]);
            assert!(table.read_some(u64::MAX..u64::MAX).expect("bytes").is_empty());
            let whole = table.whole().expect("a table");
            assert!(whole.read_range(0..whole.bytes()).expect("bytes") == bytes);
        }
    }

    #[test]
    fn a_damaged_block_is_not_kept() {
        let (_folder, path, bytes, table) = guarded(1 << 20);
        let layout = Layout::parse(&bytes, MAGIC, bytes.len() as u64).expect("a header");
        let file = open(&path);
        let modified = fs::metadata(&path).and_then(|metadata| metadata.modified()).expect("a time");
        let seeds = table.max_seeds();
        let index = table.index().layer_start(seeds) + 5;
        let board = table.index().board(index).expect("a board");
        for kind in [ColumnKind::Value(0), ColumnKind::DistanceLow(0)] {
            let at = layout.column(kind).expect("a column").bytes(index..index + 1).start;
            let put = |byte: u8| {
                file.write_all_at(&[byte], at).expect("written");
                file.set_modified(modified).expect("a time");
            };
            let fresh = Table::open_file(&path, 0, TableAccess::Guarded { cache_bytes: 1 << 20 }).expect("a table");
            put(bytes[at as usize] ^ 1);
            for _ in 0..2 {
                assert!(matches!(fresh.probe(board), Err(TableError::Block { .. })));
                assert!(matches!(fresh.layer(seeds).next(), Some(Err(TableError::Block { .. }))));
                assert!(matches!(fresh.margins(seeds), Err(TableError::Block { .. })));
                assert!(matches!(fresh.read_some(at..at + 1), Err(TableError::Block { .. })));
            }
            assert_eq!(fresh.layer(seeds).count(), 1, "nothing follows an error");
            put(bytes[at as usize]);
            let right = fresh.probe(board).expect("a value");
            // Now it is kept, and what happens to the file changes nothing.
            put(bytes[at as usize] ^ 1);
            assert_eq!(fresh.probe(board).expect("a value"), right);
            put(bytes[at as usize]);
        }
    }

    #[test]
    fn a_file_that_was_changed_is_told_from_one_that_is_damaged() {
        let (_folder, path, bytes, table) = guarded(0);
        let board = table.index().board(30_000).expect("a board");
        assert!(table.probe(board).is_ok());
        open(&path).set_len(5_000).expect("cut");
        assert!(matches!(table.probe(board), Err(TableError::Changed { .. })));
        assert!(matches!(table.read_range(0..table.bytes()), Err(TableError::Changed { .. })));
        // What was read at opening is still there.
        assert!(table.read_range(0..4096).expect("the head") == bytes[..4096]);
        assert!(matches!(table.whole(), Err(TableError::Changed { .. })));
    }

    #[test]
    fn threads_share_a_table_with_a_small_cache() {
        let (_folder, _, bytes, table) = guarded(60_000);
        let expected = Table::from_bytes(bytes).expect("a table");
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let (table, expected) = (table.clone(), &expected);
                scope.spawn(move || {
                    for step in 0..5_000_u64 {
                        let index = step.wrapping_mul(0x9e37_79b9 + 2 * thread) % table.boards();
                        let board = table.index().board(index).expect("a board");
                        assert_eq!(table.probe(board).expect("a value"), expected.probe(board).expect("a value"));
                    }
                });
            }
        });
    }
}
