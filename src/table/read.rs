//! The bytes of a table as they are in its file, checked

use std::ops::Range;

use super::Table;
use super::cache::Keep;
use super::error::TableError;
use super::layout::BLOCK;
use super::values::reserve;

impl Table {
    /// Returns the first bytes of a range of the table's file: up to the end of the part that they are in, for example of a
    /// column of a block, and at least one unless the range is empty or begins after the table. So a whole table can be read,
    /// from the first byte to the last, in pieces of at most 64 KiB. Every byte was checked.
    ///
    /// # Errors
    /// If the file is damaged there, or was changed.
    pub fn read_some(&self, range: Range<u64>) -> Result<Vec<u8>, TableError> {
        let layout = &self.opened.layout;
        let (at, end) = (range.start, range.end.min(self.bytes()).min(range.start.saturating_add(BLOCK)));
        if at >= end {
            return Ok(Vec::new());
        }
        let first = |bytes: &[u8]| Ok(bytes[..bytes.len().min((end - at) as usize)].to_vec());
        if at < self.opened.head.len() as u64 {
            return first(&self.opened.head[at as usize..]);
        }
        let zeros = |end: u64| Ok(vec![0; (end - at) as usize]);
        let Some(n) = layout.columns().iter().rposition(|column| column.at <= at) else { return zeros(end) };
        let (column, next) = (&layout.columns()[n], layout.columns().get(n + 1));
        if at >= column.end(layout.boards) {
            return zeros(next.map_or(end, |next| end.min(next.at)));
        }
        let index = column.first + (at - column.at);
        let Some(seeds) = layout.max_seeds.layers().rfind(|&seeds| layout.index.layer_start(seeds) <= index) else {
            return zeros(end);
        };
        let block = (index - layout.index.layer_start(seeds)) / BLOCK;
        let block = self.block(seeds, block, Keep::IfThereIsRoom)?;
        first(&block.column(column.kind)[(index - block.boards.start) as usize..])
    }

    /// Returns a range of the bytes of the table's file, cut off at its end. Every byte was checked.
    ///
    /// # Errors
    /// If the file is damaged there, or was changed, or the bytes do not fit into memory.
    pub fn read_range(&self, range: Range<u64>) -> Result<Vec<u8>, TableError> {
        let end = range.end.min(self.bytes());
        let mut bytes = Vec::new();
        reserve(&mut bytes, end.saturating_sub(range.start))?;
        let mut at = range.start;
        while at < end {
            let some = self.read_some(at..end)?;
            bytes.extend_from_slice(&some);
            at += some.len() as u64;
        }
        Ok(bytes)
    }
}
