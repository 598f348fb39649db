//! Raw columns: a folder with the numbers alone, and a manifest that says what they are
//!
//! `margin.i8` and `distance.u16` hold one number for each row and nothing else. Complete layers need no more, because the
//! index gives the place of a board. If boards are left out, or rows are positions, the other columns are there too. `manifest.json` names the columns, the layers with their first row, and the clauses.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value as Json, json};

use super::columns::{Column, ColumnFiles, columns};
use super::error::ExportError;
use super::output::Output;
use super::row::Row;
use super::source::{About, Kind, Sink};

/// The version of the manifest.
const VERSION: u32 = 1;

/// Writes rows as raw columns.
pub(super) struct Bin {
    files: ColumnFiles,
    manifest_path: PathBuf,
    manifest: Json,
}

fn file_name(column: &Column) -> String {
    format!("{}.{}", column.name, column.of.name())
}

fn manifest(about: &About, columns: &[Column]) -> Json {
    let clauses: Map<_, _> =
        about.clauses.entries().into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
    let rows = about.rows();
    let column = |column: &Column| {
        json!({
            "name": column.name,
            "file": file_name(column),
            "type": column.of.name(),
            "shape": column.shape(rows),
        })
    };
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
    json!({
        "format": "tihbat raw columns",
        "version": VERSION,
        "made_by": about.made_by,
        "rows_are": match about.kind { Kind::Boards => "boards", Kind::Positions => "positions" },
        "clauses": clauses,
        "byte_order": "little",
        "rows": rows,
        "columns": columns.iter().map(column).collect::<Vec<_>>(),
        "layers": layers,
    })
}

impl Bin {
    pub(super) fn create(folder: &Path, about: &About) -> Result<Self, ExportError> {
        let whole = about.layers.iter().all(|layer| layer.whole_from.is_some());
        let needed = |column: &Column| !whole || ["margin", "distance"].contains(&column.name);
        let columns: Vec<_> = columns(about).into_iter().filter(needed).collect();
        let manifest = manifest(about, &columns);
        let files = ColumnFiles::create(folder, columns, |column| Ok((file_name(column), Vec::new())))?;
        Ok(Self { files, manifest_path: folder.join("manifest.json"), manifest })
    }
}

impl Sink for Bin {
    type Done = ();

    fn rows(&mut self, rows: &[Row]) -> Result<(), ExportError> {
        Ok(self.files.rows(rows)?)
    }

    fn finish(self) -> Result<(), ExportError> {
        self.files.finish()?;
        let mut output = Output::plain(&self.manifest_path)?;
        writeln!(output, "{:#}", self.manifest)?;
        Ok(output.finish()?)
    }
}
