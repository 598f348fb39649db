//! JSON Lines: an object a line, the columns as its fields; `null` is "none"

use std::io::{self, Write};

use super::error::ExportError;
use super::record::Words;
use super::row::Row;
use super::source::Sink;

/// Writes rows as JSON, an object a line.
pub(super) struct Jsonl<W> {
    out: W,
    words: Words,
    /// The lines that are written next, so that `out` sees few and large pieces.
    lines: Vec<u8>,
}

impl<W: Write> Jsonl<W> {
    pub(super) fn new(out: W) -> Self {
        Self { out, words: Words::default(), lines: Vec::new() }
    }
}

impl<W: Write + Send> Sink for Jsonl<W> {
    type Done = W;

    fn rows(&mut self, rows: &[Row]) -> Result<(), ExportError> {
        self.lines.clear();
        for row in rows {
            serde_json::to_writer(&mut self.lines, &self.words.record(row)).map_err(io::Error::from)?;
            self.lines.push(b'\n');
        }
        Ok(self.out.write_all(&self.lines)?)
    }

    fn finish(mut self) -> Result<W, ExportError> {
        self.out.flush()?;
        Ok(self.out)
    }
}
