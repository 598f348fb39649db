//! Comma-separated values: a line of names, then a line a row; an empty field is "none"

use std::io::{self, Write};

use csv::WriterBuilder;

use crate::value::TableKind;

use super::error::ExportError;
use super::output::first_text;
use super::record::{self, Words, texts};
use super::row::Row;
use super::source::{About, Kind, Sink};

/// Writes rows as comma-separated values.
pub(super) struct Csv<W> {
    out: W,
}

impl<W: Write> Csv<W> {
    pub(super) fn new(mut out: W, about: &About) -> Result<Self, ExportError> {
        // The names are written here and not with the first row, so that an export without rows has them too.
        writeln!(out, "{}", record::columns(about.kind, about.table_kind()).join(","))?;
        Ok(Self { out })
    }
}

/// Whether a file begins as one that was written here, compressed or not.
pub(super) fn is_own(head: &[u8]) -> bool {
    let Some(text) = first_text(head) else { return false };
    let begins = |kind, table| text.starts_with((record::columns(kind, table).join(",") + "\n").as_bytes());
    let kinds = [TableKind::Margins, TableKind::Bounds];
    kinds.into_iter().any(|table| begins(Kind::Boards, table) || begins(Kind::Positions, table))
}

fn append(rows: &[Row], words: &mut Words, text: &mut Vec<u8>) -> io::Result<()> {
    let mut writer = WriterBuilder::new().has_headers(false).from_writer(text);
    rows.iter().try_for_each(|row| writer.serialize(words.record(row)))?;
    writer.flush()
}

impl<W: Write> Sink for Csv<W> {
    type Done = W;

    fn rows(&mut self, rows: &[Row]) -> Result<(), ExportError> {
        texts(rows, append)?.iter().try_for_each(|text| self.out.write_all(text))?;
        Ok(())
    }

    fn finish(mut self) -> Result<W, ExportError> {
        self.out.flush()?;
        Ok(self.out)
    }
}
