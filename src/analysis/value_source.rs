//! Where the values of positions come from: the table, or a layer that was solved again

use crate::position::Position;
use crate::solver::Layer;
use crate::table::Table;
use crate::value::Value;

use super::error::AnalysisError;

/// Where the values of positions come from.
#[derive(Default)]
pub(super) enum ValueSource {
    /// The table: nothing was seen before that could matter.
    #[default]
    Table,
    /// A layer solved again with positions pinned, for South and for North; the table for every lower layer.
    Pinned(Box<[Layer<'static>; 2]>),
}

impl ValueSource {
    pub(super) fn probe(&self, table: &Table, position: &Position) -> Result<Value, AnalysisError> {
        if let Self::Pinned(layers) = self {
            let layer = &layers[position.side as usize];
            if position.board.total() == layer.seeds() {
                return Ok(layer.value(table.index().rank_of(position.board)));
            }
        }
        Ok(table.probe(position.board)?)
    }
}
