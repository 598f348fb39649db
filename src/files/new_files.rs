//! Several files that get their names together

use std::fs::File;
use std::path::Path;

use super::error::FileError;
use super::new_file::{NewFile, folder_of};
use super::replace::Replace;

/// Files that belong together: all are written and synced before the first one gets its name.
///
/// The last one is the manifest, or whatever makes the others one thing: it gets its name last.
#[derive(Default)]
pub struct NewFiles {
    files: Vec<NewFile>,
}

impl NewFiles {
    /// No files yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Begins one more file, which is returned to be written to.
    ///
    /// # Errors
    /// Like [`NewFile::create`].
    pub fn create(&mut self, target: impl AsRef<Path>, replace: Replace) -> Result<&mut NewFile, FileError> {
        self.files.push(NewFile::create(target, replace)?);
        Ok(self.files.last_mut().expect("a file was just pushed"))
    }

    /// Adds a file that was begun elsewhere.
    pub fn push(&mut self, file: NewFile) {
        self.files.push(file);
    }

    /// Syncs all files, then gives each its name, in the order in which they were begun. Meanwhile the folder of the last
    /// one is locked, so that the files of two writers do not mix.
    ///
    /// # Errors
    /// If a sync fails, no file has got its name.
    pub fn commit(mut self) -> Result<(), FileError> {
        self.files.iter_mut().try_for_each(NewFile::sync)?;
        self.files.iter().try_for_each(NewFile::check)?;
        let folder = self.files.last().and_then(|manifest| File::open(folder_of(manifest.target())).ok());
        if let Some(folder) = &folder {
            // Not every system locks folders.
            let _ = folder.lock();
        }
        self.files.into_iter().try_for_each(NewFile::commit)
    }
}
