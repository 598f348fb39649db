//! The files of the columns of an export, in one folder with their manifest

use std::io::{self, BufWriter, Write};
use std::path::Path;

use crate::files::{NewFile, NewFiles, Replace};

use super::columns::Column;
use super::error::ExportError;
use super::manifest::Manifest;
use super::row::Row;

/// Bytes of a column that are gathered before they are written.
const BUFFER: usize = 1 << 16;

/// The files of some columns, in one folder.
pub(super) struct ColumnFiles {
    files: Vec<ColumnFile>,
    bytes: Vec<u8>,
}

/// The file of a column.
struct ColumnFile {
    column: Column,
    name: String,
    file: BufWriter<NewFile>,
}

impl ColumnFiles {
    /// Begins a file for each column; `replace` says what it may replace, and `begin` gives its name and the bytes before
    /// its numbers.
    pub(super) fn create(
        folder: &Path,
        columns: Vec<Column>,
        replace: impl Fn(&Column) -> Replace,
        begin: impl Fn(&Column) -> (String, Vec<u8>),
    ) -> Result<Self, ExportError> {
        let file = |column: Column| {
            let (name, head) = begin(&column);
            let mut file = BufWriter::with_capacity(BUFFER, NewFile::create(folder.join(&name), replace(&column))?);
            file.write_all(&head)?;
            Ok(ColumnFile { column, name, file })
        };
        Ok(Self { files: columns.into_iter().map(file).collect::<Result<_, ExportError>>()?, bytes: Vec::new() })
    }

    pub(super) fn rows(&mut self, rows: &[Row]) -> io::Result<()> {
        for ColumnFile { column, file, .. } in &mut self.files {
            self.bytes.clear();
            rows.iter().for_each(|row| (column.append)(row, &mut self.bytes));
            file.write_all(&self.bytes)?;
        }
        Ok(())
    }

    /// Gives the complete files their names, and the manifest last, because with it they are one thing.
    pub(super) fn finish(self, mut manifest: Manifest) -> Result<(), ExportError> {
        let mut files = NewFiles::new();
        for ColumnFile { column, name, file } in self.files {
            let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
            manifest.add(&column, &name, &file);
            files.push(file);
        }
        let last = files.create(manifest.path(), manifest.replace())?;
        last.write_all(manifest.text().as_bytes())?;
        Ok(files.commit()?)
    }
}
