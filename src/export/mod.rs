//! Tables for other programs
//!
//! An export is a run of [`Row`]s from a [`Source`] into a [`Format`]: the rows are computed in order, in pieces, and
//! written as they come, so memory stays the same however large the table. Each format is a small file of its own that
//! knows nothing but how to write rows. Two exports have no rows: a table cut short to its first layers, see [`mtb`], and the endgame file of
//! oware programs, see [`leaves`].
//!
//! ```
//! use tihbat::export::{self, BoardRows, Format, Layers, Target};
//! use tihbat::{board::Seeds, progress::Progress, rules, table::Table};
//!
//! let two = Seeds::new(2).expect("in range");
//! let table = tihbat::solve::table(rules::TIHBAT.clauses(), two)?;
//! let rows = BoardRows::new(&table, Layers { first: two, ..Layers::all(two) }, None)?;
//! let mut csv = Vec::new();
//! export::write(&rows, Format::Csv, Target::Stream(&mut csv), Progress::NONE)?;
//! let csv = String::from_utf8(csv)?;
//! assert_eq!(csv.lines().nth(1), Some("5,2,0-0-0-2,0,,draw,pass"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bin;
mod boards;
mod column_files;
mod columns;
mod csv;
mod error;
mod jsonl;
mod layers;
pub mod leaves;
mod manifest;
pub mod mtb;
mod npy;
mod output;
#[cfg(feature = "parquet")]
mod parquet;
mod positions;
mod record;
mod row;
mod source;

#[cfg(feature = "parquet")]
use std::io::BufWriter;
use std::io::Write;
use std::path::Path;

#[cfg(feature = "parquet")]
use crate::files::OutputFile;
use crate::files::Replace;
use crate::progress::Progress;

pub use boards::{BoardRows, Reached};
pub use error::ExportError;
pub use layers::Layers;
pub use positions::PositionRows;
pub use row::{Best, Ending, OVER, PASS_BIT, Row, Worth};
pub use source::{About, Kind, LayerRows, Source};

use output::Output;
use source::Sink;

/// A way to write rows. The columns and their types are in `docs/format.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values, with a line of names.
    Csv,
    /// A JSON object a line.
    Jsonl,
    /// A folder with one NumPy file a column.
    Npy,
    /// A folder with the raw columns, and a manifest that describes them.
    Bin,
    /// Apache Parquet; only if the program was built with the feature `parquet`.
    Parquet,
}

impl Format {
    /// Every format.
    pub const ALL: [Self; 5] = [Self::Csv, Self::Jsonl, Self::Npy, Self::Bin, Self::Parquet];

    /// `csv`, `jsonl`, `npy`, `bin` or `parquet`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Jsonl => "jsonl",
            Self::Npy => "npy",
            Self::Bin => "bin",
            Self::Parquet => "parquet",
        }
    }
}

/// Where an export goes.
pub enum Target<'a> {
    /// A file or a folder.
    Path {
        /// Its name. A file is compressed if its name ends in `.gz` and the format is text; the formats of several files
        /// need a folder.
        path: &'a Path,
        /// Whether any existing file is replaced. Otherwise only those are that an export has written.
        force: bool,
    },
    /// Anything that takes bytes; not for the formats of several files.
    Stream(&'a mut (dyn Write + Send)),
}

/// Writes all rows of a source. `progress` is called with the number of rows just written.
///
/// # Errors
/// If the table is damaged or has too few layers, writing fails, or the format cannot go to this target.
pub fn write(
    source: &dyn Source,
    format: Format,
    target: Target<'_>,
    progress: Progress<'_>,
) -> Result<(), ExportError> {
    let about = source.about();
    match (format, target) {
        (Format::Csv, Target::Stream(out)) => run(source, csv::Csv::new(out, about)?, progress).map(drop),
        (Format::Csv, Target::Path { path, force }) => {
            let output = Output::create(path, Replace::own_or(force, csv::is_own))?;
            run(source, csv::Csv::new(output, about)?, progress)?.finish()
        }
        (Format::Jsonl, Target::Stream(out)) => run(source, jsonl::Jsonl::new(out), progress).map(drop),
        (Format::Jsonl, Target::Path { path, force }) => {
            let output = Output::create(path, Replace::own_or(force, jsonl::is_own))?;
            run(source, jsonl::Jsonl::new(output), progress)?.finish()
        }
        (Format::Npy, Target::Path { path, force }) => run(source, npy::Npy::create(path, about, force)?, progress),
        (Format::Bin, Target::Path { path, force }) => run(source, bin::Bin::create(path, about, force)?, progress),
        (Format::Npy | Format::Bin, Target::Stream(_)) => Err(ExportError::Folder { format: format.name() }),
        #[cfg(feature = "parquet")]
        (Format::Parquet, Target::Stream(out)) => run(source, parquet::Parquet::new(out, about)?, progress).map(drop),
        #[cfg(feature = "parquet")]
        (Format::Parquet, Target::Path { path, force }) => {
            let replace = if force { Replace::Any } else { Replace::OwnByBothEnds(parquet::is_own) };
            let file = OutputFile::create(path, replace)?;
            Ok(run(source, parquet::Parquet::new(BufWriter::new(file), about)?, progress)?
                .into_inner()
                .map_err(std::io::IntoInnerError::into_error)?
                .commit()?)
        }
        #[cfg(not(feature = "parquet"))]
        (Format::Parquet, _) => Err(ExportError::NoParquet),
    }
}

/// Takes every row of a source to a sink.
fn run<S: Sink>(source: &dyn Source, mut sink: S, progress: Progress<'_>) -> Result<S::Done, ExportError> {
    source.for_each_run(&mut |rows| {
        sink.rows(rows)?;
        progress.add(rows.len() as u64);
        Ok(())
    })?;
    sink.finish()
}
