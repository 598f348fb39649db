//! The work file of a solve, beside its target
//!
//! A table is made in `TARGET.work` and gets its name only when it is whole and safe on the disk, so an old table stays
//! what it was until a new one takes its place. The work file is locked while it is being written; one that is left
//! over from a solve that was stopped is taken up again.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::board::Seeds;
use crate::files::{FileError, FileKind, Replace, resolve};
use crate::rules::Clauses;
use crate::text::shown_path;

use super::Table;
use super::error::TableError;
use super::writer::{LayerValues, Writer};

/// Layers that come faster than this are made safe together.
const BETWEEN_SYNCS: Duration = Duration::from_millis(100);

/// The work file of a target.
pub fn work_path(target: impl AsRef<Path>) -> PathBuf {
    let mut name = target.as_ref().as_os_str().to_owned();
    name.push(".work");
    name.into()
}

/// A work file, held by this process alone.
pub struct WorkFile {
    target: PathBuf,
    replace: Replace,
    writer: Writer<File>,
    last_sync: Instant,
}

/// Why a table cannot be made, and what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WorkError {
    /// The target, or its work file, is something other than a regular file.
    #[error("{} is {kind}; give the name of a file", shown_path(path))]
    Kind {
        /// The name.
        path: PathBuf,
        /// What has the name.
        kind: FileKind,
    },
    /// The target may not be replaced.
    #[error(transparent)]
    Target(#[from] FileError),
    /// Another solve is at it.
    #[error("{} is being written by another solve; wait for it, or choose another file", shown_path(path))]
    Locked {
        /// The work file.
        path: PathBuf,
    },
    /// The work file is not one of this table, or damaged.
    #[error("{} cannot be taken up again: {source}; remove it to start over", shown_path(path))]
    Left {
        /// The work file.
        path: PathBuf,
        /// What is wrong with it.
        source: TableError,
    },
    /// A layer of another table cannot be copied.
    #[error("a layer cannot be copied to {}: {source}", shown_path(path))]
    Copy {
        /// The work file.
        path: PathBuf,
        /// What is wrong.
        source: TableError,
    },
    /// Reading or writing failed.
    #[error("{} cannot be written: {source}", shown_path(path))]
    Write {
        /// The file.
        path: PathBuf,
        /// What failed.
        source: io::Error,
    },
}

/// Opens a work file and locks it; retries if it was renamed in between.
fn lock(path: &Path) -> Result<File, WorkError> {
    let write = |source| WorkError::Write { path: path.to_owned(), source };
    loop {
        let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path).map_err(write)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(WorkError::Locked { path: path.to_owned() }),
            Err(TryLockError::Error(source)) => return Err(write(source)),
        }
        if still_named(&file, path) {
            return Ok(file);
        }
    }
}

/// Whether a file still has the name by which it was opened: another solve may have finished it in between.
#[cfg(unix)]
fn still_named(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let number = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    file.metadata().ok().map(number) == fs::metadata(path).ok().map(number)
}

#[cfg(not(unix))]
fn still_named(_: &File, _: &Path) -> bool {
    true
}

impl WorkFile {
    /// Resumes the work file of `target`, or begins a new one if there is none or `fresh` is set. `replace` says which
    /// file may have the name of the target. Also returns the columns of values of the finished layers.
    ///
    /// # Errors
    /// See [`WorkError`].
    pub fn open(
        target: impl AsRef<Path>,
        clauses: Clauses,
        max_seeds: Seeds,
        fresh: bool,
        replace: Replace,
    ) -> Result<(Self, Vec<Vec<i8>>), WorkError> {
        let target = target.as_ref();
        // If the target is a symbolic link, the table that it points to is replaced and the link stays.
        let unreachable = |path: &Path, source: io::Error| {
            // If a file is in the place of a folder, the error names this file.
            let at_fault = path.parent().filter(|_| source.kind() == io::ErrorKind::NotADirectory);
            WorkError::Write { path: at_fault.unwrap_or(path).to_owned(), source }
        };
        let target = &resolve(target).map_err(|source| unreachable(target, source))?;
        let path = work_path(target);
        for path in [target, &path] {
            match FileKind::of(path) {
                Ok(None | Some(FileKind::Regular)) => {}
                Ok(Some(kind)) => return Err(WorkError::Kind { path: path.clone(), kind }),
                Err(source) => return Err(unreachable(path, source)),
            }
        }
        replace.check(target)?;
        let write = |source| WorkError::Write { path: path.clone(), source };
        if let Some(folder) = target.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(|source| WorkError::Write { path: folder.to_owned(), source })?;
        }
        let file = lock(&path)?;
        let begun = file.metadata().map_err(write)?.len() > 0;
        let (writer, columns) = if begun && !fresh {
            Writer::resume(file, clauses, max_seeds).map_err(|source| WorkError::Left { path: path.clone(), source })?
        } else {
            (Writer::create(file, clauses, max_seeds).map_err(write)?, vec![Vec::new(); clauses.kind().columns()])
        };
        Ok((Self { target: target.to_owned(), replace, writer, last_sync: Instant::now() }, columns))
    }

    /// The last layer that is done; none at the beginning.
    pub fn done(&self) -> Option<Seeds> {
        self.writer.done()
    }

    /// Returns the finished layers as a table, to be verified or probed before the next layer is appended; none if no layer
    /// is finished. Its bytes are those of the work file, which is longer.
    ///
    /// # Errors
    /// If the work file cannot be read.
    pub fn finished(&self) -> Result<Option<Table>, WorkError> {
        let path = work_path(&self.target);
        self.writer.finished(&path).map_err(|source| WorkError::Left { path, source })
    }

    /// Appends the next layer.
    ///
    /// # Errors
    /// If writing fails; what was written before can be taken up again.
    pub fn append(&mut self, layer: &impl LayerValues) -> Result<(), WorkError> {
        let appended = self.writer.append(layer).and_then(|()| self.commit_when_due());
        appended.map_err(|source| WorkError::Write { path: work_path(&self.target), source })
    }

    /// Appends a copy of the next layer from a table of the same clauses.
    ///
    /// # Errors
    /// If reading or writing fails.
    pub fn copy(&mut self, table: &Table) -> Result<(), WorkError> {
        let copied = self.writer.copy(table).and_then(|()| Ok(self.commit_when_due()?));
        copied.map_err(|source| WorkError::Copy { path: work_path(&self.target), source })
    }

    /// A sync takes longer than solving a small layer, so small layers share one.
    fn commit_when_due(&mut self) -> io::Result<()> {
        if self.last_sync.elapsed() >= BETWEEN_SYNCS {
            self.writer.commit()?;
            self.last_sync = Instant::now();
        }
        Ok(())
    }

    /// Makes all appended layers safe now. Otherwise layers that come fast wait for each other, for a tenth of a second.
    ///
    /// # Errors
    /// If writing fails.
    pub fn commit(&mut self) -> Result<(), WorkError> {
        self.writer.commit().map_err(|source| WorkError::Write { path: work_path(&self.target), source })
    }

    /// Gives the table its name.
    ///
    /// # Errors
    /// If writing fails; the old table is then untouched.
    pub fn finish(self) -> Result<Table, WorkError> {
        let path = work_path(&self.target);
        let write = |source| WorkError::Write { path: path.clone(), source };
        let file = self.writer.finish().map_err(write)?;
        // Only what a reader accepts replaces the old table.
        Table::open(&path).map_err(|source| WorkError::Left { path: path.clone(), source })?;
        self.replace.check(&self.target)?;
        fs::rename(&path, &self.target).map_err(write)?;
        drop(file);
        let folder = self.target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // The new name is safe only once its folder is. Not every file system can sync a folder; the table is whole
        // either way.
        if let Ok(folder) = File::open(folder) {
            let _ = folder.sync_all();
        }
        Table::open(&self.target).map_err(|source| WorkError::Left { path: self.target.clone(), source })
    }
}
