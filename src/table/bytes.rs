//! The bytes of a table: small ones in memory, large ones mapped

use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use memmap2::Mmap;

use super::error::TableError;
#[cfg(all(unix, feature = "cli"))]
use super::fault::Watched;

/// The bytes of a table.
pub(super) enum Bytes {
    Mapped(Mapped),
    Owned(Vec<u8>),
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

/// By this a file that was written to is known. Its name and its links are not part of it: a table may be replaced by rename
/// while it is read.
#[derive(PartialEq, Eq)]
struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    fn of(metadata: &Metadata) -> Self {
        Self { length: metadata.len(), modified: metadata.modified().ok() }
    }
}

impl Bytes {
    /// Takes the bytes of a file of at most `whole` bytes into memory, where nobody can change them. Maps a larger one.
    pub(super) fn of_file(mut file: File, path: &Path, whole: u64) -> io::Result<Self> {
        let stamp = Stamp::of(&file.metadata()?);
        if stamp.length <= whole {
            let mut bytes = Vec::with_capacity(stamp.length as usize);
            file.by_ref().take(whole + 1).read_to_end(&mut bytes)?;
            return Ok(Self::Owned(bytes));
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

    /// Checks that nobody has written to the file since it was opened.
    ///
    /// # Errors
    /// If somebody has.
    pub(super) fn check_unchanged(&self) -> Result<(), TableError> {
        match self {
            Self::Mapped(Mapped { file, path, stamp, .. }) if Stamp::of(&file.metadata()?) != *stamp => {
                Err(TableError::Changed { path: path.clone() })
            }
            _ => Ok(()),
        }
    }
}

/// Maps a whole file.
#[expect(unsafe_code, reason = "mapping a file is unsafe, because the file could change under the map")]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: a table never changes under its name. It is written under another name and then renamed, so a new table is
    // a new file, and the map keeps the old one. If another program writes to the file in place, its bytes are plain
    // numbers, and `check_unchanged` finds it before a block is trusted. If it shortens the file, reading beyond its
    // new end stops this process, the command line with a sentence (`fault`).
    unsafe { Mmap::map(file) }
}

impl Deref for Bytes {
    type Target = [u8];

    #[inline(always)]
    fn deref(&self) -> &[u8] {
        match self {
            Self::Mapped(mapped) => &mapped.map,
            Self::Owned(bytes) => bytes,
        }
    }
}
