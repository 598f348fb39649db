//! One file of output: a new file, or a pipe or device that is written as it is

use std::fs::{self, File};
use std::io::{self, Stderr, Stdout, Write};
use std::path::Path;

use super::error::FileError;
use super::kind::FileKind;
use super::new_file::{NewFile, folder_of};
use super::replace::Replace;

/// A file that a user named for output that any program reads: text, pictures, Parquet.
///
/// A regular file is a [`NewFile`]. A pipe, a device (`/dev/null`, a terminal) and an open file of the process
/// (`/dev/stdout`) are written as they are, because nothing can take their place. Tables and folders are no such output.
pub struct OutputFile {
    stream: Stream,
}

enum Stream {
    New(NewFile),
    Stdout(Stdout),
    Stderr(Stderr),
    AsItIs(File),
}

/// Whether a path is another name of standard output.
pub fn is_stdout(path: impl AsRef<Path>) -> bool {
    ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path.as_ref() == Path::new(name))
}

fn is_stderr(path: &Path) -> bool {
    ["/dev/stderr", "/dev/fd/2", "/proc/self/fd/2"].iter().any(|name| path == Path::new(name))
}

impl OutputFile {
    /// Begins the file that will be called `target`, in a folder that is there.
    ///
    /// # Errors
    /// If the target may not be replaced, is a folder, or cannot be written.
    pub fn create(target: impl AsRef<Path>, replace: Replace) -> Result<Self, FileError> {
        let target = target.as_ref();
        let error = |source| FileError::io(target, source);
        // Opened anew, they would be written from their beginning, over what the process has written already.
        if is_stdout(target) {
            return Ok(Self { stream: Stream::Stdout(io::stdout()) });
        }
        if is_stderr(target) {
            return Ok(Self { stream: Stream::Stderr(io::stderr()) });
        }
        let kind = FileKind::of(target).map_err(error)?;
        if matches!(kind, Some(FileKind::Pipe | FileKind::Device)) {
            let file = File::options().append(true).open(target).map_err(error)?;
            return Ok(Self { stream: Stream::AsItIs(file) });
        }
        // A folder that is not there is more often a slip of the hand than a wish.
        if kind.is_none() && !target.is_symlink() {
            fs::metadata(folder_of(target)).map_err(error)?;
        }
        Ok(Self { stream: Stream::New(NewFile::create(target, replace)?) })
    }

    /// Writes a whole file.
    ///
    /// # Errors
    /// Like [`OutputFile::create`], or if writing fails.
    pub fn write(target: impl AsRef<Path>, replace: Replace, bytes: &[u8]) -> Result<(), FileError> {
        let target = target.as_ref();
        let mut file = Self::create(target, replace)?;
        file.write_all(bytes).map_err(|source| FileError::io(target, source))?;
        file.flush().map_err(|source| FileError::io(target, source))?;
        file.commit()
    }

    /// Gives a new file its name.
    ///
    /// # Errors
    /// See [`NewFile::commit`].
    pub fn commit(self) -> Result<(), FileError> {
        match self.stream {
            Stream::New(file) => file.commit(),
            Stream::Stdout(_) | Stream::Stderr(_) | Stream::AsItIs(_) => Ok(()),
        }
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.stream {
            Stream::New(file) => file.write(bytes),
            Stream::Stdout(out) => out.write(bytes),
            Stream::Stderr(err) => err.write(bytes),
            Stream::AsItIs(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.stream {
            Stream::New(file) => file.flush(),
            Stream::Stdout(out) => out.flush(),
            Stream::Stderr(err) => err.flush(),
            Stream::AsItIs(file) => file.flush(),
        }
    }
}
