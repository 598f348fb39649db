//! From the bytes of the columns to values

use crate::value::{Distance, Margin, Value};

use super::layout::{ColumnKind, TableColumn};

/// Where the bytes of a value are, among the bytes of a whole table or of a block.
#[derive(Clone, Copy)]
pub(super) struct ValueOffsets {
    /// The offset of the margin of the board with index 0, as if there were one. It may be below 0, and then it is modulo 2^64.
    margin: u64,
    /// The same for the low byte of its distance.
    low: u64,
    /// The same for the high byte.
    high: u64,
    /// The index of the first board with a high byte.
    pub(super) high_from: u64,
}

impl ValueOffsets {
    /// The offsets in bytes that have these columns.
    pub(super) fn new(columns: impl Iterator<Item = TableColumn>) -> Self {
        let mut offsets = Self { margin: 0, low: 0, high: 0, high_from: u64::MAX };
        for column in columns {
            let offset = column.at.wrapping_sub(column.first);
            match column.kind {
                ColumnKind::Margin => offsets.margin = offset,
                ColumnKind::DistanceLow => offsets.low = offset,
                ColumnKind::DistanceHigh => (offsets.high, offsets.high_from) = (offset, column.first),
            }
        }
        offsets
    }

    /// The value of the board with this index; none where a byte is no margin.
    #[inline(always)]
    pub(super) fn value(&self, bytes: &[u8], index: u64) -> Option<Value> {
        let byte = |offset: u64| bytes[offset.wrapping_add(index) as usize];
        let high = if index < self.high_from { 0 } else { byte(self.high) };
        let distance = Distance::new(u16::from_le_bytes([byte(self.low), high]));
        Margin::from_byte(byte(self.margin) as i8).map(|margin| Value::new(margin, distance))
    }
}

/// The bytes of all values, by the index of the board.
#[derive(Clone, Copy)]
pub(crate) struct Columns<'a> {
    pub(super) margins: &'a [i8],
    pub(super) low: &'a [u8],
    pub(super) high: &'a [u8],
    /// The index of the first board with a high byte.
    pub(super) high_from: u64,
}

impl Columns<'_> {
    /// The margin of a board, -128 where there is none.
    #[inline(always)]
    pub(crate) fn margin(&self, index: u64) -> i8 {
        self.margins[index as usize]
    }

    /// The distance of a board in plies, 0 where there is none.
    #[inline(always)]
    pub(crate) fn distance(&self, index: u64) -> u16 {
        let low = self.low[index as usize];
        let high = if index < self.high_from { 0 } else { self.high[(index - self.high_from) as usize] };
        u16::from_le_bytes([low, high])
    }
}
