//! NumPy: a folder with one `.npy` file a column, and a manifest
//!
//! A file is a header and the bytes of the numbers. The header is version 1.0 of NumPy's format (`numpy.lib.format`): a
//! magic, the length of a text, and the text, which is a Python dictionary.

use std::path::Path;

use crate::files::Replace;

use super::column_files::ColumnFiles;
use super::columns::{Column, Type, columns};
use super::error::ExportError;
use super::manifest::Manifest;
use super::row::Row;
use super::source::{About, Sink};

/// Writes rows as NumPy arrays.
pub(super) struct Npy {
    files: ColumnFiles,
    manifest: Manifest,
}

/// Not the name that raw columns use: both may be in one folder.
const MANIFEST: &str = "npy-manifest.json";

const FORMAT: &str = "tihbat numpy columns";

/// The first words of a manifest.
const MARK: &str = "{\n  \"format\": \"tihbat numpy columns\"";

/// Magic and version.
const MAGIC: &[u8] = b"\x93NUMPY\x01\x00";

/// The numbers begin at a multiple of this many bytes, so that a mapped file is aligned.
const ALIGNMENT: usize = 64;

/// Returns the header of a column's file.
fn header(column: &Column, rows: u64) -> Vec<u8> {
    let of = match column.of {
        Type::U8 => "|u1",
        Type::I8 => "|i1",
        Type::U16 => "<u2",
        Type::U64 => "<u8",
        Type::F32 => "<f4",
    };
    let shape: String = column.shape(rows).iter().map(|numbers| format!("{numbers}, ")).collect();
    let text = format!("{{'descr': '{of}', 'fortran_order': False, 'shape': ({shape}), }}");
    // Before the text are the magic and two bytes for its length; after it spaces and an end of line.
    let before = MAGIC.len() + 2;
    let length = (before + text.len() + 1).next_multiple_of(ALIGNMENT) - before;
    // A column has at most two dimensions, so the length fits.
    let header = [MAGIC, &(length as u16).to_le_bytes(), text.as_bytes()].concat();
    let spaces = before + length - 1 - header.len();
    [header, vec![b' '; spaces], vec![b'\n']].concat()
}

/// Whether a file begins as one that was written here: NumPy itself writes a shape without the comma or the space.
fn is_own(head: &[u8]) -> bool {
    let text = head.get(MAGIC.len() + 2..).unwrap_or_default();
    let line = text.split(|&byte| byte == b'\n').next().unwrap_or_default().trim_ascii_end();
    head.starts_with(MAGIC) && line.starts_with(b"{'descr': '") && line.ends_with(b", ), }")
}

fn is_own_manifest(head: &[u8]) -> bool {
    head.starts_with(MARK.as_bytes())
}

impl Npy {
    pub(super) fn create(folder: &Path, about: &About, force: bool) -> Result<Self, ExportError> {
        let begin = |column: &Column| (format!("{}.npy", column.name), header(column, about.rows()));
        let replace = |_: &Column| Replace::own_or(force, is_own);
        let manifest = Manifest::new(folder.join(MANIFEST), Replace::own_or(force, is_own_manifest), FORMAT, about);
        manifest.replace().check(manifest.path())?;
        Ok(Self { files: ColumnFiles::create(folder, columns(about), replace, begin)?, manifest })
    }
}

impl Sink for Npy {
    type Done = ();

    fn rows(&mut self, rows: &[Row]) -> Result<(), ExportError> {
        Ok(self.files.rows(rows)?)
    }

    fn finish(self) -> Result<(), ExportError> {
        self.files.finish(self.manifest)
    }
}
