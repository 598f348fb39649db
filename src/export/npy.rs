//! NumPy: a folder with one `.npy` file a column

use std::io;
use std::path::Path;

use npyz::{DType, WriteOptions, WriterBuilder};

use super::columns::{Column, ColumnFiles, Type, columns};
use super::error::ExportError;
use super::row::Row;
use super::source::{About, Sink};

/// Writes rows as NumPy arrays.
pub(super) struct Npy {
    files: ColumnFiles,
}

/// What stands before the numbers of a column.
fn head(column: &Column, rows: u64) -> io::Result<Vec<u8>> {
    let name = match column.of {
        Type::U8 => "|u1",
        Type::I8 => "|i1",
        Type::U16 => "<u2",
        Type::U64 => "<u8",
        Type::F32 => "<f4",
    };
    let of = DType::Plain(name.parse().map_err(io::Error::other)?);
    let options = WriteOptions::new_header_only().dtype(of).shape(&column.shape(rows));
    options.writer(Vec::new()).write_header_only()
}

impl Npy {
    pub(super) fn create(folder: &Path, about: &About) -> Result<Self, ExportError> {
        let begin = |column: &Column| Ok((format!("{}.npy", column.name), head(column, about.rows())?));
        Ok(Self { files: ColumnFiles::create(folder, columns(about), begin)? })
    }
}

impl Sink for Npy {
    type Done = ();

    fn rows(&mut self, rows: &[Row]) -> Result<(), ExportError> {
        Ok(self.files.rows(rows)?)
    }

    fn finish(self) -> Result<(), ExportError> {
        Ok(self.files.finish()?)
    }
}
