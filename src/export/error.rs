//! Why an export cannot be made

use std::io;

use crate::analysis::AnalysisError;
use crate::board::Seeds;
use crate::files::FileError;
use crate::table::{TableError, WorkError};
use crate::text::shown;

/// Why an export cannot be made, and what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// Writing failed; a closed pipe is [`io::ErrorKind::BrokenPipe`].
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A file cannot be written, or may not be replaced.
    #[error(transparent)]
    File(#[from] FileError),
    /// The table is damaged, or has too few layers.
    #[error(transparent)]
    Table(#[from] TableError),
    /// Text that is no run of layers.
    #[error(
        "\"{}\" is no run of layers; expected a number of seeds from 0 to 127, or two joined by .. with both ends included, the smaller first, like 0..12",
        shown(found)
    )]
    Layers {
        /// The text found.
        found: String,
    },
    /// A format of several files was to be written into one stream.
    #[error("{format} is a folder of files and cannot go to standard output; give the name of a folder")]
    Folder {
        /// The format.
        format: &'static str,
    },
    /// The first layers of a table could not be written as a table.
    #[error(transparent)]
    Work(#[from] WorkError),
    /// A position has no row.
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
    /// An endgame file of oware programs was asked of a table of another game, or of margins.
    #[error(
        "leaves is a format of oware programs; it needs a table of oware with repetition = \"open\", which `tihbat solve oware` makes"
    )]
    NotOware,
    /// An endgame file of oware programs was asked for more seeds than these programs read.
    #[error(
        "oware programs read leaves of at most {max_seeds} seeds, but {found} were asked for; give --max-seeds {max_seeds}"
    )]
    TooManySeeds {
        /// The most that is read.
        max_seeds: Seeds,
        /// What was asked for.
        found: Seeds,
    },
    /// Parquet was asked of a program that has none.
    #[error("this program was built without Parquet; build it with the feature parquet")]
    NoParquet,
    /// The Parquet library refused.
    #[error("the Parquet file cannot be written: {why}")]
    Parquet {
        /// The reason.
        why: String,
    },
}
