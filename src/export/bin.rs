//! Raw columns: a folder with the numbers alone, and a manifest that says what they are
//!
//! `margin.i8` and `distance.u16`, or `forced.u8` and the three others of bounds, hold one number for each row and nothing else.
//! Complete layers need no more, because the index gives the place of a board. If boards are left out, or rows are positions, the other columns are there too.
//! `manifest.json` says which columns there are.

use std::path::Path;

use serde_json::Value as Json;

use crate::files::{Replace, read_up_to, temporary_files};

use super::column_files::ColumnFiles;
use super::columns::{Column, columns};
use super::error::ExportError;
use super::manifest::Manifest;
use super::row::Row;
use super::source::{About, Sink};

/// Writes rows as raw columns.
pub(super) struct Bin {
    files: ColumnFiles,
    manifest: Manifest,
}

const FORMAT: &str = "tihbat raw columns";

/// The first words of a manifest.
const MARK: &str = "{\n  \"format\": \"tihbat raw columns\"";

/// No manifest is longer, in bytes.
const MAX_MANIFEST: u64 = 1 << 20;

/// Whether a file begins as a manifest that was written here.
fn is_own(head: &[u8]) -> bool {
    head.starts_with(MARK.as_bytes())
}

/// Raw numbers have no mark: a file of them is known by its name and length, which this program's manifest in the same
/// folder gives. An export that was killed while its files got their names has left its manifest under a temporary name, and
/// columns of other lengths.
fn replace_column(manifest: &Path, column: &Column) -> Replace {
    let length = manifest.with_file_name(file_name(column)).metadata().map(|metadata| metadata.len()).ok();
    let names_it = |path: &Path, length: Option<u64>| {
        let bytes = read_up_to(path, MAX_MANIFEST, "a manifest").unwrap_or_default();
        let found: Json = serde_json::from_slice(&bytes).unwrap_or_default();
        let is_it = |named: &Json| {
            let mut sides = named["shape"].as_array().into_iter().flatten();
            let bytes = sides.try_fold(column.of.bytes(), |bytes, side| bytes.checked_mul(side.as_u64()?));
            named["file"] == file_name(column).as_str() && length.is_none_or(|length| bytes == Some(length))
        };
        is_own(&bytes) && found["columns"].as_array().is_some_and(|columns| columns.iter().any(is_it))
    };
    let own = length.is_some_and(|length| names_it(manifest, Some(length)))
        || temporary_files(manifest).iter().any(|path| names_it(path, None));
    if own { Replace::Any } else { Replace::Nothing }
}

fn file_name(column: &Column) -> String {
    format!("{}.{}", column.name, column.of.name())
}

impl Bin {
    pub(super) fn create(folder: &Path, about: &About, force: bool) -> Result<Self, ExportError> {
        let whole = about.layers.iter().all(|layer| layer.whole_from.is_some());
        let needed = |column: &Column| !whole || column.is_worth;
        let columns: Vec<_> = columns(about).into_iter().filter(needed).collect();
        let manifest = Manifest::new(folder.join("manifest.json"), Replace::own_or(force, is_own), FORMAT, about);
        manifest.replace().check(manifest.path())?;
        let replace = |column: &Column| if force { Replace::Any } else { replace_column(manifest.path(), column) };
        let files = ColumnFiles::create(folder, columns, replace, |column| (file_name(column), Vec::new()))?;
        Ok(Self { files, manifest })
    }
}

impl Sink for Bin {
    type Done = ();

    fn rows(&mut self, rows: &[Row]) -> Result<(), ExportError> {
        Ok(self.files.rows(rows)?)
    }

    fn finish(self) -> Result<(), ExportError> {
        self.files.finish(self.manifest)
    }
}
