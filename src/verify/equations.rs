//! What the equations of both kinds of tables have in common

use std::fmt;

use crate::board::Board;
use crate::shape::Shape;

/// The equations of one kind of table.
pub(super) trait Equations<S: Shape>: Sync {
    /// What a table says of a board.
    type Entry: Copy + PartialEq + fmt::Debug + Send;

    /// Returns the entry of the board with this index.
    fn entry(&self, index: u64) -> Self::Entry;

    /// Returns what the entries of its successors imply for a board of the layer that begins at index `start`.
    fn implied(&self, board: Board<S>, start: u64) -> Self::Entry;

    /// Returns the longest distance of an entry.
    fn longest(entry: Self::Entry) -> u32;
}
