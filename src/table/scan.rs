//! All values of a layer, block by block

use crate::board::Seeds;
use crate::value::TableKind;

use super::Table;
use super::block::CheckedBlock;
use super::cache::Keep;
use super::error::TableError;

/// What [`Table::layer`] and [`Table::layer_bounds`] return.
pub(super) struct LayerScan<'a, R> {
    table: &'a Table,
    seeds: Seeds,
    /// The kind of table that has such values. None once that is checked.
    kind: Option<TableKind>,
    /// Reads the value of a board of a block by its index; none where a byte is no value.
    read: R,
    /// The next block.
    next: u64,
    /// The block that is walked through, and the index of its next board.
    current: Option<(CheckedBlock<'a>, u64)>,
}

impl<'a, T, R: Fn(&CheckedBlock<'a>, u64) -> Option<T>> LayerScan<'a, R> {
    pub(super) fn new(table: &'a Table, seeds: Seeds, kind: TableKind, read: R) -> Self {
        Self { table, seeds, kind: Some(kind), read, next: 0, current: None }
    }

    /// Goes on to the next block; none if there is no other, or the one before was damaged.
    fn enter(&mut self) -> Option<Result<(), TableError>> {
        let blocks = self.table.blocks_of(self.seeds);
        if self.next >= blocks.end {
            self.current = None;
            return None;
        }
        let kind = self.kind.take().map_or(Ok(()), |kind| self.table.check_kind(kind));
        match kind.and_then(|()| self.table.block(self.seeds, self.next, Keep::IfThereIsRoom)) {
            Ok(block) => {
                let first = block.boards.start;
                self.current = Some((block, first));
                self.next += 1;
                Some(Ok(()))
            }
            Err(error) => {
                (self.current, self.next) = (None, blocks.end);
                Some(Err(error))
            }
        }
    }

    #[cold]
    fn no_value(&self, index: u64) -> TableError {
        let board = self.table.index().board(index);
        board.map_or(TableError::Record { seeds: self.seeds }, |board| TableError::Value { board, found: i8::MIN })
    }
}

impl<'a, T, R: Fn(&CheckedBlock<'a>, u64) -> Option<T>> Iterator for LayerScan<'a, R> {
    type Item = Result<T, TableError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((block, next)) = &mut self.current
                && *next < block.boards.end
            {
                let index = *next;
                *next += 1;
                let value = (self.read)(block, index);
                return Some(value.ok_or_else(|| self.no_value(index)));
            }
            if let Err(error) = self.enter()? {
                return Some(Err(error));
            }
        }
    }
}
