//! How the bytes of a table are reached: in memory, mapped, or by positioned reads

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};

use memmap2::Mmap;

use super::error::TableError;
#[cfg(all(unix, feature = "cli"))]
use super::fault::Watched;
use super::guarded::Guarded;
use super::stamp::Stamp;

/// How a table that is too large to be read whole is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableAccess {
    /// It is mapped: the fastest way. If somebody writes to the file in place, a byte may be wrong that was checked before, and
    /// if somebody cuts it short, a signal may end the process.
    Mapped,
    /// It is read block by block, and only copies of blocks that match their checksums are used. Whatever happens to the file
    /// gives an error, and neither a wrong value nor a signal.
    Guarded {
        /// Bytes of checked blocks that are kept.
        cache_bytes: usize,
    },
}

/// The bytes of a table.
pub(super) enum Access {
    Owned(Vec<u8>),
    Mapped(Mapped),
    Guarded(Guarded),
}

/// A mapped file, and what it was when it was mapped.
pub(super) struct Mapped {
    /// Before the map, because fields are dropped in order.
    #[cfg(all(unix, feature = "cli"))]
    _watched: Option<Watched>,
    map: Mmap,
    file: File,
    path: PathBuf,
    stamp: Stamp,
}

impl Access {
    /// Takes the bytes of a file of at most `whole` bytes into memory, where nobody can change them. Maps a larger one, or
    /// reads it part by part.
    pub(super) fn of_file(mut file: File, path: &Path, whole: u64, access: TableAccess) -> io::Result<Self> {
        let stamp = Stamp::of(&file)?;
        if stamp.length <= whole {
            let mut bytes = Vec::with_capacity(stamp.length as usize);
            file.by_ref().take(whole + 1).read_to_end(&mut bytes)?;
            return Ok(Self::Owned(bytes));
        }
        if let TableAccess::Guarded { cache_bytes } = access {
            return Ok(Self::Guarded(Guarded::new(file, path, stamp, cache_bytes)));
        }
        let map = map(&file)?;
        Ok(Self::Mapped(Mapped {
            #[cfg(all(unix, feature = "cli"))]
            _watched: Watched::new(&map, path),
            map,
            file,
            path: path.to_owned(),
            stamp,
        }))
    }

    /// The bytes of the whole table, or what reads it part by part.
    #[inline(always)]
    pub(super) fn whole(&self) -> Result<&[u8], &Guarded> {
        match self {
            Self::Mapped(mapped) => Ok(&mapped.map),
            Self::Owned(bytes) => Ok(bytes),
            Self::Guarded(guarded) => Err(guarded),
        }
    }

    /// The number of bytes of the whole table.
    pub(super) fn len(&self) -> u64 {
        self.whole().map_or_else(Guarded::len, |bytes| bytes.len() as u64)
    }

    /// Some bytes of the table, unchecked. They must not end after the table.
    pub(super) fn read(&self, range: Range<u64>) -> Result<Cow<'_, [u8]>, TableError> {
        match self.whole() {
            Ok(bytes) => Ok(Cow::Borrowed(&bytes[range.start as usize..range.end as usize])),
            Err(guarded) => guarded.read(range).map(Cow::Owned),
        }
    }

    /// Checks that nobody has written to the file since it was opened.
    ///
    /// # Errors
    /// If somebody has.
    pub(super) fn check_unchanged(&self) -> Result<(), TableError> {
        match self {
            Self::Mapped(Mapped { file, path, stamp, .. }) => stamp.check(file, path),
            Self::Guarded(guarded) => guarded.check_unchanged(),
            Self::Owned(_) => Ok(()),
        }
    }
}

/// Maps a whole file.
#[expect(unsafe_code, reason = "mapping a file is unsafe, because the file could change under the map")]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: a table never changes under its name. It is written under another name and then renamed, so a new table is
    // a new file, and the map keeps the old one. If another program writes to the file in place, its bytes are plain
    // numbers, and `check_unchanged` finds it before a block is trusted. If it shortens the file, reading beyond its
    // new end stops this process, the command line with a sentence (`fault`). Who must not be stopped takes
    // `TableAccess::Guarded`.
    unsafe { Mmap::map(file) }
}
