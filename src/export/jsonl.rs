//! JSON Lines: an object a line, the columns as its fields; `null` is "none"

use std::io::{self, Write};

use super::error::ExportError;
use super::output::first_text;
use super::record::{Words, texts};
use super::row::Row;
use super::source::Sink;

/// Writes rows as JSON, an object a line.
pub(super) struct Jsonl<W> {
    out: W,
}

impl<W: Write> Jsonl<W> {
    pub(super) fn new(out: W) -> Self {
        Self { out }
    }
}

/// Whether a file begins as one that was written here, compressed or not.
pub(super) fn is_own(head: &[u8]) -> bool {
    let Some(text) = first_text(head) else { return false };
    // An export without rows is empty, also if it is compressed.
    let Some(first) = text.strip_prefix(b"{\"index\":") else { return text.is_empty() };
    let digits = first.iter().take_while(|byte| byte.is_ascii_digit()).count();
    first[digits..].starts_with(b",\"seeds\":")
}

fn append(rows: &[Row], words: &mut Words, text: &mut Vec<u8>) -> io::Result<()> {
    for row in rows {
        serde_json::to_writer(&mut *text, &words.record(row))?;
        text.push(b'\n');
    }
    Ok(())
}

impl<W: Write> Sink for Jsonl<W> {
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
