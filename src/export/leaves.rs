//! Endgame file of oware programs ("leaves")
//!
//! The oware engine of Aualé reads such a file: a head in UTF-16, then one byte for each board of up to 15 seeds, in the order of the
//! index. A byte says how many of the seeds on the board the mover still takes, and whether that is exact. From a table of bounds an
//! entry is exact where both sides' forced seeds add up to all seeds, so that it holds for every repetition rule. Elsewhere
//! the entry is what the mover can force: a lower bound. `docs/format.md` has the layout.

use std::io::{BufWriter, Write};
use std::path::Path;

use crate::board::Seeds;
use crate::files::{OutputFile, Replace};
use crate::progress::Progress;
use crate::rules::OWARE;
use crate::table::Table;
use crate::value::Bounds;

use super::error::ExportError;

/// The most seeds of a board that the engine reads.
pub const MAX_SEEDS: Seeds = Seeds::from_byte(15);

/// The first line, by which the layout is known.
const SIGNATURE: &str = "Oware Endgames 2.0";

/// Bits of an entry: its kind.
const LOWER_BOUND: u8 = 1;
const EXACT: u8 = 3;

/// Bits of an entry: where its seeds begin.
const SEEDS_SHIFT: u32 = 2;

/// Writes the boards of layers 0 to `max_seeds` to a file. `progress` is called with the number of boards just written. Without
/// `force` an existing file is replaced only if it is such a file.
///
/// # Errors
/// If the table is not one of oware's bounds, has too few layers or is damaged, there are more than [`MAX_SEEDS`] seeds, or writing fails.
pub fn write_file(
    table: &Table,
    max_seeds: Seeds,
    path: impl AsRef<Path>,
    force: bool,
    progress: Progress<'_>,
) -> Result<(), ExportError> {
    check(table, max_seeds)?;
    let mut out = BufWriter::new(OutputFile::create(path, Replace::own_or(force, is_own))?);
    entries(table, max_seeds, &mut out, progress)?;
    Ok(out.into_inner().map_err(std::io::IntoInnerError::into_error)?.commit()?)
}

/// Writes the boards of layers 0 to `max_seeds` into a stream.
///
/// # Errors
/// Like [`write_file`].
pub fn write(table: &Table, max_seeds: Seeds, out: &mut dyn Write, progress: Progress<'_>) -> Result<(), ExportError> {
    check(table, max_seeds)?;
    entries(table, max_seeds, out, progress)
}

/// Whether a file begins as one of this layout.
fn is_own(head: &[u8]) -> bool {
    head.starts_with(&utf_16(SIGNATURE))
}

/// The engine plays oware only, so entries of any other game would be wrong ones. What a repetition pays makes no difference.
fn check(table: &Table, max_seeds: Seeds) -> Result<(), ExportError> {
    if table.clauses() != &OWARE.clauses().of_table() {
        return Err(ExportError::NotOware);
    }
    if max_seeds > MAX_SEEDS {
        return Err(ExportError::TooManySeeds { max_seeds: MAX_SEEDS, found: max_seeds });
    }
    Ok(table.serves(table.clauses(), max_seeds)?)
}

fn entries(table: &Table, max_seeds: Seeds, out: &mut dyn Write, progress: Progress<'_>) -> Result<(), ExportError> {
    let boards = table.index().boards(max_seeds);
    let made_by = table.made_by();
    // No date, so that two exports of a table are equal.
    out.write_all(&utf_16(&format!(
        "{SIGNATURE}\nPositions: {boards}\nName: Oware, what the mover can force\nAuthor: {made_by}\n\n"
    )))?;
    for seeds in max_seeds.layers() {
        let layer: Result<Vec<u8>, _> =
            table.layer_bounds(seeds).map(|bounds| bounds.map(|bounds| entry(bounds, seeds))).collect();
        let layer = layer?;
        // A byte may have changed after its block was checked.
        table.check_unchanged()?;
        out.write_all(&layer)?;
        progress.add(layer.len() as u64);
    }
    Ok(out.flush()?)
}

fn entry(bounds: Bounds, seeds: Seeds) -> u8 {
    let kind = if bounds.open(seeds) == Seeds::NONE { EXACT } else { LOWER_BOUND };
    // At most 15.
    (bounds.forced.seeds().count() as u8) << SEEDS_SHIFT | kind
}

/// Text as the layout has it: UTF-16, the high byte first.
fn utf_16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_be_bytes).collect()
}
