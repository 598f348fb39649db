//! Several files that get their names together
//!
//! No system renames several files at once. So the last file is a manifest with the size and the checksum of every other file.
//! All files are complete on the disk before the first one gets its name; then the names are given one right after the other,
//! the manifest's last. What a reader finds in the folder:
//!
//! | moment | manifest | other files | do they match? |
//! |---|---|---|---|
//! | before the first rename | old | old | yes |
//! | until the last rename | old | some new, some old | no, as soon as one of them differs |
//! | after the last rename | new | new | yes |
//!
//! A command that is killed in the second row leaves a folder whose manifest does not match. The next command with the same
//! target writes all files again. To swap whole folders would not be better: without a system call that exchanges two
//! names there is a moment without a folder, a reader that opens file after file would still mix two exports, and the folder may
//! be a link, a mounted disk, or hold files of the user.

use std::collections::{BTreeSet, VecDeque};
use std::fs::File;
use std::path::{Path, PathBuf};

use super::error::FileError;
use super::new_file::{NewFile, folder_of, sync_folder};
use super::replace::Replace;

/// Files that belong together: all are written and synced before the first one gets its name.
///
/// The last one is the manifest, or whatever makes the others one thing: it gets its name last.
#[derive(Default)]
pub struct NewFiles {
    files: VecDeque<NewFile>,
    /// Folders in which files have got their names.
    folders: BTreeSet<PathBuf>,
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
        self.files.push_back(NewFile::create(target, replace)?);
        Ok(self.files.back_mut().expect("a file was just pushed"))
    }

    /// Adds a file that was begun elsewhere.
    pub fn push(&mut self, file: NewFile) {
        self.files.push_back(file);
    }

    /// Syncs all files, then gives each its name, in the order in which they were begun. Meanwhile the folder of the last
    /// one is locked, so that the files of two writers do not mix.
    ///
    /// # Errors
    /// If a sync fails, no file has got its name.
    pub fn commit(mut self) -> Result<(), FileError> {
        self.prepare()?;
        let folder = self.files.back().and_then(|manifest| File::open(folder_of(manifest.target())).ok());
        if let Some(folder) = &folder {
            // Not every system locks folders.
            let _ = folder.lock();
        }
        while self.name_next()? {}
        Ok(())
    }

    /// Makes all files complete on the disk, and checks once more that they may have their names.
    fn prepare(&mut self) -> Result<(), FileError> {
        self.files.iter_mut().try_for_each(NewFile::sync)?;
        self.files.iter().try_for_each(NewFile::check)
    }

    /// Gives the next file its name; false if all have theirs.
    fn name_next(&mut self) -> Result<bool, FileError> {
        let Some(file) = self.files.pop_front() else { return Ok(false) };
        if self.files.is_empty() {
            // After a crash of the machine, too, the last file has its name only if the others have theirs.
            self.folders.iter().for_each(|folder| sync_folder(folder));
            file.commit()?;
        } else {
            self.folders.insert(folder_of(file.target()).to_owned());
            file.rename()?;
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Write;

    use super::*;

    const NAMES: [&str; 4] = ["one", "deep/two", "three", "manifest"];

    /// The files of one set, all begun and written.
    fn set(folder: &Path, text: &str) -> NewFiles {
        let mut files = NewFiles::new();
        for name in NAMES {
            let file = files.create(folder.join(name), Replace::Any).expect("begun");
            file.write_all(text.as_bytes()).expect("written");
            assert_eq!((file.bytes(), file.crc32()), (text.len() as u64, crc32fast::hash(text.as_bytes())));
        }
        files
    }

    /// Stops after every step: each file is old or new, and the manifest is new only if all others are.
    #[test]
    fn the_manifest_is_new_only_if_everything_is() {
        for steps in 0..=NAMES.len() {
            let folder = tempfile::tempdir().expect("a folder");
            set(folder.path(), "old").commit().expect("named");
            let mut files = set(folder.path(), "newer");
            files.prepare().expect("complete");
            for _ in 0..steps {
                assert!(files.name_next().expect("named"));
            }
            let found = NAMES.map(|name| fs::read_to_string(folder.path().join(name)).expect("a file"));
            let expected = [0, 1, 2, 3].map(|at| if at < steps { "newer" } else { "old" });
            assert_eq!(found, expected);
            assert_eq!(files.name_next().expect("named"), steps < NAMES.len());
            drop(files);
            // The next command with the same target makes it one set again, and nothing else is left.
            set(folder.path(), "newest").commit().expect("named");
            assert!(NAMES.iter().all(|name| fs::read(folder.path().join(name)).expect("a file") == b"newest"));
            assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), NAMES.len());
        }
    }
}
