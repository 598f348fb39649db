//! Columns of numbers, each a file of its own
//!
//! What the binary formats write: every column is one run of little-endian numbers of one type. A missing distance is
//! 0 there; it is missing exactly where the margin is 0.

use crate::position::Side;

use super::row::Row;
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
    /// Appends the bytes of a row.
    pub(super) append: fn(&Row, &mut Vec<u8>),
}

impl Column {
    fn plain(name: &'static str, of: Type, append: fn(&Row, &mut Vec<u8>)) -> Self {
        Self { name, of, width: None, append }
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
        Column::plain("margin", Type::I8, |row, bytes| bytes.push(row.value.margin().seeds() as u8)),
        Column::plain("distance", Type::U16, |row, bytes| {
            bytes.extend(row.value.distance().map_or(0, |distance| distance.plies()).to_le_bytes());
        }),
        Column::plain("best", Type::U16, |row, bytes| bytes.extend(row.best.bits().to_le_bytes())),
    ];
    if about.kind == Kind::Positions {
        columns.extend([
            Column::plain("side", Type::U8, |row, bytes| bytes.push(row.side() as u8)),
            Column::plain("captured_south", Type::U8, |row, bytes| bytes.push(captured(row, Side::South))),
            Column::plain("captured_north", Type::U8, |row, bytes| bytes.push(captured(row, Side::North))),
            Column::plain("final_south", Type::F32, |row, bytes| bytes.extend(last(row, Side::South))),
            Column::plain("final_north", Type::F32, |row, bytes| bytes.extend(last(row, Side::North))),
        ]);
    }
    columns
}

fn captured(row: &Row, side: Side) -> u8 {
    row.standing.map_or(0, |standing| standing.position.captured[side as usize].into())
}

fn last(row: &Row, side: Side) -> [u8; 4] {
    // Halves of at most 127 seeds are exact.
    (row.standing.map_or(0.0, |standing| standing.finals.of(side)) as f32).to_le_bytes()
}
