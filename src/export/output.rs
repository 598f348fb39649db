//! The file of an export in a text format, compressed if its name ends in `.gz`

use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

use crate::files::{FileError, OutputFile, Replace};

use super::error::ExportError;

/// Bytes that are gathered before they are written.
const BUFFER: usize = 1 << 18;

/// Bytes of a text that are looked at.
const HEAD: u64 = 1 << 10;

/// The first bytes of a compressed file.
const GZIP: &[u8] = &[0x1f, 0x8b];

/// A file in the making.
pub(super) enum Output {
    Plain(BufWriter<OutputFile>),
    Gzip(Box<GzEncoder<BufWriter<OutputFile>>>),
}

impl Output {
    /// Begins the file that will be called `path`, compressed if the name says so.
    ///
    /// # Errors
    /// If it cannot be created.
    pub(super) fn create(path: &Path, replace: Replace) -> Result<Self, FileError> {
        let gzip = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gz"));
        let file = BufWriter::with_capacity(BUFFER, OutputFile::create(path, replace)?);
        Ok(if gzip { Self::Gzip(Box::new(GzEncoder::new(file, Compression::default()))) } else { Self::Plain(file) })
    }

    /// Writes what is left and gives the file its name.
    ///
    /// # Errors
    /// If that fails.
    pub(super) fn finish(self) -> Result<(), ExportError> {
        let file = match self {
            Self::Plain(file) => file,
            Self::Gzip(gzip) => gzip.finish()?,
        };
        let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.flush()?;
        Ok(file.commit()?)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(file) => file.write(bytes),
            Self::Gzip(gzip) => gzip.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.flush(),
            Self::Gzip(gzip) => gzip.flush(),
        }
    }
}

/// Returns the first bytes of a text, compressed or not. `head` are the first bytes of its file.
pub(super) fn first_text(head: &[u8]) -> Option<Vec<u8>> {
    if !head.starts_with(GZIP) {
        return Some(head.to_vec());
    }
    let mut text = Vec::new();
    // The first bytes alone end in the middle of the compressed text; what came before is enough.
    match MultiGzDecoder::new(head).take(HEAD).read_to_end(&mut text) {
        Err(_) if text.is_empty() => None,
        _ => Some(text),
    }
}
