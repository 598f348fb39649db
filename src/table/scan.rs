//! All values of a layer, block by block

use crate::board::Seeds;
use crate::value::Value;

use super::Table;
use super::block::CheckedBlock;
use super::cache::Keep;
use super::error::TableError;

/// What [`Table::layer`] returns.
pub(super) struct LayerScan<'a> {
    table: &'a Table,
    seeds: Seeds,
    /// The next block.
    next: u64,
    /// The block that is walked through, and the index of its next board.
    current: Option<(CheckedBlock<'a>, u64)>,
}

impl<'a> LayerScan<'a> {
    pub(super) fn new(table: &'a Table, seeds: Seeds) -> Self {
        Self { table, seeds, next: 0, current: None }
    }

    /// Goes on to the next block; none if there is no other, or the one before was damaged.
    fn enter(&mut self) -> Option<Result<(), TableError>> {
        let blocks = self.table.blocks_of(self.seeds);
        if self.next >= blocks.end {
            self.current = None;
            return None;
        }
        match self.table.block(self.seeds, self.next, Keep::IfThereIsRoom) {
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
    fn no_margin(&self, index: u64) -> TableError {
        let board = self.table.index().board(index);
        board.map_or(TableError::Record { seeds: self.seeds }, |board| TableError::Margin { board, found: i8::MIN })
    }
}

impl Iterator for LayerScan<'_> {
    type Item = Result<Value, TableError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some((block, next)) = &mut self.current
                && *next < block.boards.end
            {
                let index = *next;
                *next += 1;
                let value = block.value(index);
                return Some(value.ok_or_else(|| self.no_margin(index)));
            }
            if let Err(error) = self.enter()? {
                return Some(Err(error));
            }
        }
    }
}
