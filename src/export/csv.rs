//! Comma-separated values: a line of names, then a line a row; an empty field is "none"

use std::io::{self, Write};

use csv::WriterBuilder;

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
        writeln!(out, "{}", record::columns(about.kind).join(","))?;
        Ok(Self { out })
    }
}

/// Whether a file begins as one that was written here, compressed or not.
pub(super) fn is_own(head: &[u8]) -> bool {
    let names = |kind| record::columns(kind).join(",") + "\n";
    let begins =
        |text: Vec<u8>| [Kind::Boards, Kind::Positions].iter().any(|&kind| text.starts_with(names(kind).as_bytes()));
    first_text(head).is_some_and(begins)
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
