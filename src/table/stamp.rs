//! By what a file that was written to is known

use std::fs::File;
use std::io;
use std::path::Path;
use std::time::SystemTime;

use super::error::TableError;

/// The length and the time of a file. Its name and its links are not part of it: a table may be replaced by rename while
/// it is read.
#[derive(PartialEq, Eq)]
pub(super) struct Stamp {
    pub(super) length: u64,
    modified: Option<SystemTime>,
}

impl Stamp {
    pub(super) fn of(file: &File) -> io::Result<Self> {
        let metadata = file.metadata()?;
        Ok(Self { length: metadata.len(), modified: metadata.modified().ok() })
    }

    /// Checks that nobody has written to the file since this was its stamp.
    ///
    /// # Errors
    /// If somebody has.
    pub(super) fn check(&self, file: &File, path: &Path) -> Result<(), TableError> {
        if Self::of(file)? == *self { Ok(()) } else { Err(TableError::Changed { path: path.to_owned() }) }
    }
}
