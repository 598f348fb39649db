//! From the bytes of the columns to values

use crate::value::{Bounds, Distance, Margin, Value};

use super::layout::{ColumnKind, TableColumn};

/// Where the bytes of values are, among the bytes of a whole table or of a block.
#[derive(Clone, Copy)]
pub(super) struct ValueOffsets {
    /// By column of values. A table of margins has no second one.
    columns: [ColumnOffsets; 2],
    /// The index of the first board with a high byte.
    pub(super) high_from: u64,
}

/// Where the bytes of a column of values and of its distances are.
#[derive(Clone, Copy)]
struct ColumnOffsets {
    /// The offset of the value of the board with index 0, as if there were one. It may be below 0, and then it is modulo 2^64.
    value: u64,
    /// The same for the low byte of its distance.
    low: u64,
    /// The same for the high byte.
    high: u64,
}

impl ValueOffsets {
    /// The offsets in bytes that have these columns.
    pub(super) fn new(columns: impl Iterator<Item = TableColumn>) -> Self {
        let mut offsets = Self { columns: [ColumnOffsets { value: 0, low: 0, high: 0 }; 2], high_from: u64::MAX };
        for column in columns {
            let offset = column.at.wrapping_sub(column.first);
            match column.kind {
                ColumnKind::Value(n) => offsets.columns[n].value = offset,
                ColumnKind::DistanceLow(n) => offsets.columns[n].low = offset,
                ColumnKind::DistanceHigh(n) => (offsets.columns[n].high, offsets.high_from) = (offset, column.first),
            }
        }
        offsets
    }

    /// The value of the board with this index; none where a byte is no margin.
    #[inline(always)]
    pub(super) fn value(&self, bytes: &[u8], index: u64) -> Option<Value> {
        let (margin, distance) = self.entry(bytes, 0, index);
        Margin::from_byte(margin).map(|margin| Value::new(margin, distance))
    }

    /// The byte of the margin of the board with this index, and the distance in plies, 0 where there is none.
    #[inline(always)]
    pub(super) fn margin_and_plies(&self, bytes: &[u8], index: u64) -> (i8, u16) {
        let (margin, distance) = self.entry(bytes, 0, index);
        (margin, distance.plies() * u16::from(margin != 0))
    }

    /// The bounds of the board with this index; none where a byte is no number of seeds.
    #[inline]
    pub(super) fn bounds(&self, bytes: &[u8], index: u64) -> Option<Bounds> {
        let entry = |column| {
            let (seeds, distance) = self.entry(bytes, column, index);
            (seeds as u8, distance)
        };
        Bounds::new(entry(0), entry(1))
    }

    /// Returns what a column says of the board with this index: the byte of its value, and the distance.
    #[inline(always)]
    fn entry(&self, bytes: &[u8], column: usize, index: u64) -> (i8, Distance) {
        let column = &self.columns[column];
        let byte = |offset: u64| bytes[offset.wrapping_add(index) as usize];
        let high = if index < self.high_from { 0 } else { byte(column.high) };
        (byte(column.value) as i8, Distance::new(u16::from_le_bytes([byte(column.low), high])))
    }
}

/// The bytes of all values, by the index of the board.
#[derive(Clone, Copy)]
pub(crate) struct Columns<'a> {
    /// A table of margins has no second column.
    pub(super) columns: [ColumnBytes<'a>; 2],
    /// The index of the first board with a high byte.
    pub(super) high_from: u64,
}

/// The bytes of a column of values and of its distances.
#[derive(Clone, Copy)]
pub(crate) struct ColumnBytes<'a> {
    pub(super) values: &'a [i8],
    pub(super) low: &'a [u8],
    pub(super) high: &'a [u8],
}

impl Columns<'_> {
    /// The byte of a board in a column of values.
    #[inline(always)]
    pub(crate) fn value(&self, column: usize, index: u64) -> i8 {
        self.columns[column].values[index as usize]
    }

    /// The distance in plies that belongs to a column of values, 0 where there is none.
    #[inline(always)]
    pub(crate) fn distance(&self, column: usize, index: u64) -> u16 {
        let column = &self.columns[column];
        let low = column.low[index as usize];
        let high = if index < self.high_from { 0 } else { column.high[(index - self.high_from) as usize] };
        u16::from_le_bytes([low, high])
    }
}
