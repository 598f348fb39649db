//! Columns of numbers, each a file of its own
//!
//! What the binary formats write: every column is one run of little-endian numbers of one type. A missing distance is
//! 0 there; it is missing exactly where the margin, or the number of forced seeds, is 0.

use crate::position::Side;
use crate::value::{Bounds, Distance, Forced, TableKind, Value};

use super::row::{Ending, Row, Worth};
use super::source::{About, Kind};

/// The type of the numbers of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    U8,
    I8,
    U16,
    U64,
    F32,
}

impl Type {
    /// Bytes of a number.
    pub(super) fn bytes(self) -> u64 {
        match self {
            Self::U8 | Self::I8 => 1,
            Self::U16 => 2,
            Self::F32 => 4,
            Self::U64 => 8,
        }
    }

    /// As Rust calls it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::U8 => "u8",
            Self::I8 => "i8",
            Self::U16 => "u16",
            Self::U64 => "u64",
            Self::F32 => "f32",
        }
    }
}

/// A column of numbers.
pub(super) struct Column {
    pub(super) name: &'static str,
    pub(super) of: Type,
    /// Numbers of one row; none for a plain column, which has one.
    pub(super) width: Option<usize>,
    /// Whether it says what a board is worth. Such columns are all that complete layers need.
    pub(super) is_worth: bool,
    /// Appends the bytes of a row.
    pub(super) append: fn(&Row, &mut Vec<u8>),
}

impl Column {
    fn plain(name: &'static str, of: Type, append: fn(&Row, &mut Vec<u8>)) -> Self {
        Self { name, of, width: None, is_worth: false, append }
    }

    fn worth(name: &'static str, of: Type, append: fn(&Row, &mut Vec<u8>)) -> Self {
        Self { is_worth: true, ..Self::plain(name, of, append) }
    }

    /// The numbers along each side of the column.
    pub(super) fn shape(&self, rows: u64) -> Vec<u64> {
        std::iter::once(rows).chain(self.width.map(|width| width as u64)).collect()
    }
}

/// Every column of rows of this kind.
pub(super) fn columns(about: &About) -> Vec<Column> {
    let mut columns = vec![
        Column::plain("index", Type::U64, |row, bytes| bytes.extend(row.number.to_le_bytes())),
        Column::plain("seeds", Type::U8, |row, bytes| bytes.push(row.board.total().into())),
        Column {
            width: Some(about.pits()),
            ..Column::plain("pits", Type::U8, |row, bytes| bytes.extend(row.board.pits()))
        },
    ];
    columns.extend(match about.table_kind() {
        TableKind::Margins => vec![
            Column::worth("margin", Type::I8, |row, bytes| bytes.push(value(row).margin().seeds() as u8)),
            Column::worth("distance", Type::U16, |row, bytes| bytes.extend(plies(value(row).distance()))),
        ],
        TableKind::Bounds => vec![
            Column::worth("forced", Type::U8, |row, bytes| bytes.push(seeds(bounds(row).forced))),
            Column::worth("forced_distance", Type::U16, |row, bytes| {
                bytes.extend(plies(bounds(row).forced.distance()))
            }),
            Column::worth("forced_other", Type::U8, |row, bytes| bytes.push(seeds(bounds(row).forced_other))),
            Column::worth("forced_other_distance", Type::U16, |row, bytes| {
                bytes.extend(plies(bounds(row).forced_other.distance()));
            }),
        ],
    });
    columns.push(Column::plain("best", Type::U16, |row, bytes| bytes.extend(row.best.bits().to_le_bytes())));
    if about.kind == Kind::Positions {
        columns.extend([
            Column::plain("side", Type::U8, |row, bytes| bytes.push(row.side() as u8)),
            Column::plain("captured_south", Type::U8, |row, bytes| bytes.push(captured(row, Side::South))),
            Column::plain("captured_north", Type::U8, |row, bytes| bytes.push(captured(row, Side::North))),
        ]);
        columns.extend(match about.table_kind() {
            TableKind::Margins => [
                Column::plain("final_south", Type::F32, |row, bytes| bytes.extend(last(row, Side::South))),
                Column::plain("final_north", Type::F32, |row, bytes| bytes.extend(last(row, Side::North))),
            ],
            TableKind::Bounds => [
                Column::plain("least_south", Type::U8, |row, bytes| bytes.push(least(row, Side::South))),
                Column::plain("least_north", Type::U8, |row, bytes| bytes.push(least(row, Side::North))),
            ],
        });
    }
    columns
}

/// Margin and distance; nothing in a row of the other kind, which has no such column.
fn value(row: &Row) -> Value {
    if let Worth::Margin(value) = row.worth { value } else { Value::DRAW }
}

/// Bounds; nothing in a row of the other kind, which has no such column.
fn bounds(row: &Row) -> Bounds {
    if let Worth::Bounds(bounds) = row.worth { bounds } else { Bounds::NOTHING }
}

fn seeds(forced: Forced) -> u8 {
    forced.seeds().into()
}

fn plies(distance: Option<Distance>) -> [u8; 2] {
    distance.map_or(0, Distance::plies).to_le_bytes()
}

fn captured(row: &Row, side: Side) -> u8 {
    row.position.map_or(0, |position| position.captured[side as usize].into())
}

fn last(row: &Row, side: Side) -> [u8; 4] {
    let seeds = if let Some(Ending::Finals(totals)) = row.ending() { totals.of(side) } else { 0.0 };
    // Halves of at most 127 seeds are exact.
    (seeds as f32).to_le_bytes()
}

fn least(row: &Row, side: Side) -> u8 {
    if let Some(Ending::Least(seeds)) = row.ending() { seeds[side as usize].into() } else { 0 }
}
