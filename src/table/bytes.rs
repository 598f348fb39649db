//! The bytes of a table, mapped or in memory

use std::fs::File;
use std::io;
use std::ops::Deref;

use memmap2::Mmap;

/// Bytes that do not change while they are looked at.
pub(super) enum Bytes {
    Mapped(Mmap),
    Owned(Vec<u8>),
}

impl Bytes {
    /// Maps a whole file.
    #[expect(unsafe_code, reason = "mapping a file is unsafe, because the file could change under the map")]
    pub(super) fn map(file: &File) -> io::Result<Self> {
        // SAFETY: a table never changes under its name. It is written under another name and then renamed, so a new
        // table is a new file, and the map keeps the old one. If another program shortens the file in
        // place, reading beyond its new end stops this process. If it changes bytes, they are plain numbers, so at
        // worst an answer is wrong, and the checksums exist to find that.
        unsafe { Mmap::map(file) }.map(Self::Mapped)
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Mapped(map) => map,
            Self::Owned(bytes) => bytes,
        }
    }
}
