//! The manifest of an export of several files: what they are, and how to tell that they belong together
//!
//! It names the layers with their first row, the clauses, and the columns with size and checksum of their files. It gets its name
//! after the other files, so a folder whose files match the manifest is one complete export.

use std::path::{Path, PathBuf};

use serde_json::{Map, Value as Json, json};

use crate::files::{NewFile, Replace};

use super::columns::Column;
use super::source::{About, Kind};

/// The version of manifests.
const VERSION: u32 = 1;

/// A manifest in the making.
pub(super) struct Manifest {
    path: PathBuf,
    replace: Replace,
    rows: u64,
    /// Its text, without the columns.
    json: Json,
}

impl Manifest {
    /// The manifest of rows in this format, whose files are in the folder of `path`.
    pub(super) fn new(path: PathBuf, replace: Replace, format: &str, about: &About) -> Self {
        let clauses: Map<_, _> =
            about.clauses.entries().into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
        let rows = about.rows();
        let mut first_row = 0;
        let layers: Vec<_> = about
            .layers
            .iter()
            .map(|layer| {
                let json = json!({
                    "seeds": layer.seeds.count(),
                    "first_row": first_row,
                    "rows": layer.rows,
                    "first_index": layer.whole_from,
                });
                first_row += layer.rows;
                json
            })
            .collect();
        let json = json!({
            "format": format,
            "version": VERSION,
            "made_by": about.made_by,
            "rows_are": match about.kind { Kind::Boards => "boards", Kind::Positions => "positions" },
            "clauses": clauses,
            "byte_order": "little",
            "rows": rows,
            "columns": [],
            "layers": layers,
        });
        Self { path, replace, rows, json }
    }

    /// Its name.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Which file may have this name.
    pub(super) fn replace(&self) -> Replace {
        self.replace
    }

    /// Adds a column, whose complete file is called `name`.
    pub(super) fn add(&mut self, column: &Column, name: &str, file: &NewFile) {
        let entry = json!({
            "name": column.name,
            "file": name,
            "type": column.of.name(),
            "shape": column.shape(self.rows),
            "bytes": file.bytes(),
            "crc32": file.crc32(),
        });
        self.json["columns"].as_array_mut().expect("a list").push(entry);
    }

    /// Its text.
    pub(super) fn text(&self) -> String {
        format!("{:#}\n", self.json)
    }
}
