//! Rows in order, and what takes them

use crate::board::Seeds;
use crate::rules::Clauses;
use crate::sealed::Sealed;
use crate::value::TableKind;

use super::error::ExportError;
use super::row::Row;

/// What the rows of an export are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Boards, in the order of their numbers.
    Boards,
    /// Positions: the layer of all the game's seeds first, and within a layer in the order of the boards' numbers,
    /// South to move first, then by South's captured total.
    Positions,
}

/// The rows of one layer: how many there are, and where its boards begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerRows {
    /// The layer.
    pub seeds: Seeds,
    /// Rows of the layer.
    pub rows: u64,
    /// The number of the layer's first board, if the rows are all its boards; none if some are left out.
    pub whole_from: Option<u64>,
}

/// What is known about an export before its first row.
#[derive(Clone, Debug)]
pub struct About {
    /// What the rows are about.
    pub kind: Kind,
    /// The clauses of the table.
    pub clauses: Clauses,
    /// The program that made the table.
    pub made_by: String,
    /// The layers in the order of their rows.
    pub layers: Vec<LayerRows>,
}

impl About {
    /// The number of rows.
    pub fn rows(&self) -> u64 {
        self.layers.iter().map(|layer| layer.rows).sum()
    }

    /// The kind of the table, which says what the rows' boards are worth.
    pub fn table_kind(&self) -> TableKind {
        self.clauses.kind()
    }

    /// Pits of a board.
    pub fn pits(&self) -> usize {
        2 * usize::from(self.clauses.pits())
    }
}

/// Rows in order. Sealed: [`BoardRows`](super::BoardRows) and [`PositionRows`](super::PositionRows).
pub trait Source: Sealed {
    /// What is known beforehand.
    fn about(&self) -> &About;

    /// Calls `visit` with one run of rows after the other.
    ///
    /// # Errors
    /// If the table is damaged, or what `visit` answers.
    fn for_each_run(&self, visit: &mut dyn FnMut(&[Row]) -> Result<(), ExportError>) -> Result<(), ExportError>;
}

/// What writes the rows of an export.
pub(super) trait Sink {
    /// What is left at the end.
    type Done;

    /// Writes the next rows.
    fn rows(&mut self, rows: &[Row]) -> Result<(), ExportError>;

    /// Writes what belongs after the last row.
    fn finish(self) -> Result<Self::Done, ExportError>;
}
