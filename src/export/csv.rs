//! Comma-separated values: a line of names, then a line a row; an empty field is "none"

use std::io::{self, Write};

use csv::{ErrorKind, Writer, WriterBuilder};

use super::error::ExportError;
use super::record::{self, Words};
use super::row::Row;
use super::source::{About, Sink};

/// Writes rows as comma-separated values.
pub(super) struct Csv<W: Write> {
    writer: Writer<W>,
    words: Words,
}

/// The reason of an error, with a closed pipe still to be told from other failures.
fn reason(error: csv::Error) -> ExportError {
    let text = error.to_string();
    match error.into_kind() {
        ErrorKind::Io(error) => error,
        _ => io::Error::other(text),
    }
    .into()
}

impl<W: Write> Csv<W> {
    pub(super) fn new(out: W, about: &About) -> Result<Self, ExportError> {
        // The names are written here and not with the first row, so that an export without rows has them too.
        let mut writer = WriterBuilder::new().has_headers(false).buffer_capacity(1 << 16).from_writer(out);
        writer.write_record(record::columns(about.kind)).map_err(reason)?;
        Ok(Self { writer, words: Words::default() })
    }
}

impl<W: Write + Send> Sink for Csv<W> {
    type Done = W;

    fn rows(&mut self, rows: &[Row]) -> Result<(), ExportError> {
        rows.iter().try_for_each(|row| self.writer.serialize(self.words.record(row)).map_err(reason))
    }

    fn finish(mut self) -> Result<W, ExportError> {
        self.writer.flush()?;
        self.writer.into_inner().map_err(|error| io::Error::from(error.error().kind()).into())
    }
}
