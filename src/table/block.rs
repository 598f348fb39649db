//! One block of a table, checked, whatever the access: its columns and its values

use std::ops::Range;
use std::sync::Arc;

use crate::board::Seeds;
use crate::value::{Bounds, Value};

use super::layout::{ColumnKind, Layout, TableColumn};
use super::value_bytes::ValueOffsets;

/// One block of a table, checked.
pub(super) struct CheckedBlock<'a> {
    layout: &'a Layout,
    seeds: Seeds,
    /// The indices of its boards.
    pub(super) boards: Range<u64>,
    bytes: BlockBytes<'a>,
    offsets: ValueOffsets,
}

enum BlockBytes<'a> {
    /// Those of the whole table.
    Whole(&'a [u8]),
    /// Those of the block: its columns, one after the other.
    Copied(Arc<Vec<u8>>),
}

impl<'a> CheckedBlock<'a> {
    /// A block of a table that is in memory or mapped. `offsets` are those of the table.
    pub(super) fn of_whole(
        layout: &'a Layout,
        seeds: Seeds,
        block: u64,
        bytes: &'a [u8],
        offsets: ValueOffsets,
    ) -> Self {
        let boards = layout.indices(seeds, block);
        Self { layout, seeds, boards, bytes: BlockBytes::Whole(bytes), offsets }
    }

    /// A block whose bytes are those of its columns, one after the other.
    pub(super) fn of_copy(layout: &'a Layout, seeds: Seeds, block: u64, bytes: Arc<Vec<u8>>) -> Self {
        let boards = layout.indices(seeds, block);
        let (first, length) = (boards.start, boards.end - boards.start);
        let columns = layout.columns_of(seeds).zip(0..);
        let offsets = ValueOffsets::new(columns.map(|(column, n)| TableColumn { first, at: n * length, ..*column }));
        Self { layout, seeds, boards, bytes: BlockBytes::Copied(bytes), offsets }
    }

    /// The value of the board with this index, which is in the block; none where a byte is no margin.
    #[inline(always)]
    pub(super) fn value(&self, index: u64) -> Option<Value> {
        match &self.bytes {
            BlockBytes::Whole(bytes) => self.offsets.value(bytes, index),
            BlockBytes::Copied(bytes) => self.offsets.value(bytes, index),
        }
    }

    /// The bounds of the board with this index, which is in the block; none where a byte is no number of seeds.
    #[inline]
    pub(super) fn bounds(&self, index: u64) -> Option<Bounds> {
        match &self.bytes {
            BlockBytes::Whole(bytes) => self.offsets.bounds(bytes, index),
            BlockBytes::Copied(bytes) => self.offsets.bounds(bytes, index),
        }
    }

    /// The bytes of a column for the boards of the block; none if the layer has no such column.
    pub(super) fn column(&self, kind: ColumnKind) -> &[u8] {
        let Some((n, column)) = (0..).zip(self.layout.columns_of(self.seeds)).find(|(_, column)| column.kind == kind)
        else {
            return &[];
        };
        match &self.bytes {
            BlockBytes::Whole(bytes) => {
                let range = column.bytes(self.boards.clone());
                &bytes[range.start as usize..range.end as usize]
            }
            BlockBytes::Copied(bytes) => {
                let length = (self.boards.end - self.boards.start) as usize;
                &bytes[n * length..][..length]
            }
        }
    }
}
