//! Why a file cannot be written or read

use std::io;
use std::path::{Path, PathBuf};

use crate::text::shown_path;

use super::kind::FileKind;

/// Why a file cannot be written or read. Every message begins with the file's name.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The system refused.
    #[error("{}: {source}", shown_path(path))]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The target exists, and this program did not write it.
    #[error(
        "{} exists and was not written by this program; choose another name, or use --force to replace it",
        shown_path(path)
    )]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// Something other than a regular file has this name.
    #[error("{} is {kind}; expected a regular file", shown_path(path))]
    Kind {
        /// The name.
        path: PathBuf,
        /// What has the name.
        kind: FileKind,
    },
    /// The file is longer than what is read whole.
    #[error("{} has more than {limit} bytes, the most that {what} may have", shown_path(path))]
    Limit {
        /// The file.
        path: PathBuf,
        /// What it was read as.
        what: &'static str,
        /// Bytes that are accepted.
        limit: u64,
    },
}

impl FileError {
    pub(super) fn io(path: &Path, source: io::Error) -> Self {
        Self::Io { path: path.to_owned(), source }
    }
}
