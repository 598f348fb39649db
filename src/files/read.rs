//! Reading a file whole, up to a limit

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use super::error::FileError;
use super::kind::FileKind;

/// Reads a regular file of at most `limit` bytes; `what` says in a message what it was read as, for example "a rules
/// file".
///
/// # Errors
/// If there is no such file, if it is a pipe, a device or a folder, or if it is longer.
pub fn read_up_to(path: impl AsRef<Path>, limit: u64, what: &'static str) -> Result<Vec<u8>, FileError> {
    let path = path.as_ref();
    check_readable(path)?;
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(limit + 1).read_to_end(&mut bytes));
    read.map_err(|source| FileError::io(path, source))?;
    if bytes.len() as u64 > limit {
        return Err(FileError::Limit { path: path.to_owned(), what, limit });
    }
    Ok(bytes)
}

/// Refuses what is not a regular file, before it is opened: opening a pipe may wait for ever.
///
/// # Errors
/// If there is nothing of this name, or something other than a regular file.
pub fn check_readable(path: impl AsRef<Path>) -> Result<(), FileError> {
    let path = path.as_ref();
    let kind = fs::metadata(path).map_err(|source| FileError::io(path, source))?.file_type().into();
    match kind {
        FileKind::Regular => Ok(()),
        kind => Err(FileError::Kind { path: path.to_owned(), kind }),
    }
}
