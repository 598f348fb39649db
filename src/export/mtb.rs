//! The first layers of a table, as a table of their own
//!
//! Every column of a table of N seeds is a prefix of that of a larger one, so cutting a table short is copying layers.
//! The result is, to the last byte, the table that a solve of those layers makes.

use std::io::{Cursor, Write};
use std::path::Path;

use crate::board::Seeds;
use crate::files::Replace;
use crate::progress::Progress;
use crate::table::{Table, WorkFile, Writer, is_table};

use super::error::ExportError;

/// Writes the table of layers 0 to `max_seeds` to a file. `progress` is called with the number of boards just written.
/// Without `force` an existing file is replaced only if it is a table.
///
/// # Errors
/// If the table has too few layers or is damaged, or writing fails.
pub fn write_file(
    table: &Table,
    max_seeds: Seeds,
    path: impl AsRef<Path>,
    force: bool,
    progress: Progress<'_>,
) -> Result<(), ExportError> {
    table.serves(table.clauses(), max_seeds)?;
    let (mut work, _) = WorkFile::open(path, *table.clauses(), max_seeds, false, Replace::own_or(force, is_table))?;
    while work.done() < Some(max_seeds) {
        work.copy(table)?;
        progress.add(work.done().map_or(0, |seeds| table.index().layer_boards(seeds)));
    }
    work.finish()?;
    Ok(())
}

/// Writes the table of layers 0 to `max_seeds` into a stream. A table is not made from front to back, so all of it is
/// in memory before the first byte is written.
///
/// # Errors
/// If the table has too few layers or is damaged, or writing fails.
pub fn write(table: &Table, max_seeds: Seeds, out: &mut dyn Write) -> Result<(), ExportError> {
    table.serves(table.clauses(), max_seeds)?;
    let mut writer = Writer::create(Cursor::new(Vec::new()), *table.clauses(), max_seeds)?;
    for _ in max_seeds.layers() {
        writer.copy(table)?;
    }
    out.write_all(writer.finish()?.get_ref())?;
    Ok(out.flush()?)
}
