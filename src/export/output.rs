//! A file that has its name only when it is whole
//!
//! An export is written beside its target and renamed at the end, so that nobody takes half an export for a whole one.
//! A name that ends in `.gz` is compressed. What is not a plain file (a terminal, a pipe, `/dev/null`) is written as
//! it is.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;

/// Bytes that are gathered before they are written.
const BUFFER: usize = 1 << 18;

/// A file in the making.
pub(super) struct Output {
    /// None once it is finished.
    stream: Option<Stream>,
    /// The name it is written under, and the one it gets.
    names: Option<(PathBuf, PathBuf)>,
}

enum Stream {
    Plain(BufWriter<File>),
    Gzip(Box<GzEncoder<BufWriter<File>>>),
}

impl Output {
    /// Begins the file of text that will be called `path`, compressed if the name says so.
    ///
    /// # Errors
    /// If it cannot be created.
    pub(super) fn text(path: &Path) -> io::Result<Self> {
        let gzip = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("gz"));
        Self::create(path, gzip)
    }

    /// Begins the file that will be called `path`, whose format has its own compression or none.
    ///
    /// # Errors
    /// If it cannot be created.
    pub(super) fn plain(path: &Path) -> io::Result<Self> {
        Self::create(path, false)
    }

    fn create(path: &Path, gzip: bool) -> io::Result<Self> {
        let there = fs::metadata(path).ok();
        if there.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let names = there.is_none_or(|there| there.is_file()).then(|| {
            let mut part = path.as_os_str().to_owned();
            part.push(".part");
            (PathBuf::from(part), path.to_owned())
        });
        let file = match &names {
            Some((part, _)) => File::create(part)?,
            None => File::options().write(true).open(path)?,
        };
        let file = BufWriter::with_capacity(BUFFER, file);
        let stream = if gzip {
            Stream::Gzip(Box::new(GzEncoder::new(file, Compression::default())))
        } else {
            Stream::Plain(file)
        };
        Ok(Self { stream: Some(stream), names })
    }

    /// Writes what is left and gives the file its name.
    ///
    /// # Errors
    /// If that fails.
    pub(super) fn finish(mut self) -> io::Result<()> {
        let mut file = match self.stream.take() {
            Some(Stream::Plain(file)) => file,
            Some(Stream::Gzip(gzip)) => gzip.finish()?,
            None => return Ok(()),
        };
        file.flush()?;
        drop(file);
        match self.names.take() {
            Some((part, path)) => fs::rename(part, path),
            None => Ok(()),
        }
    }

    fn stream(&mut self) -> io::Result<&mut dyn Write> {
        match &mut self.stream {
            Some(Stream::Plain(file)) => Ok(file),
            Some(Stream::Gzip(gzip)) => Ok(gzip),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream()?.flush()
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        if let Some((part, _)) = self.names.take() {
            // An export that failed has told so already; a leftover part that cannot be removed adds nothing.
            let _ = fs::remove_file(part);
        }
    }
}
