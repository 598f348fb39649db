//! The positions whose next capture is farthest away

use crate::analysis::{Analysis, AnalysisError};
use crate::census;
use crate::position::Position;

use super::layer_range::{LayerRange, position_on};

/// A position with the longest distance of its layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Longest {
    /// The position.
    pub position: Position,
    /// Its distance, in plies.
    pub distance: u16,
}

/// Finds a position of the longest distance in each of some layers and returns those with the longest distances, the longest
/// first; of equally long ones those with fewer seeds. A layer without any distance has no such position.
///
/// # Errors
/// If the table is damaged.
pub fn longest(analysis: &Analysis, layers: LayerRange, count: usize) -> Result<Vec<Longest>, AnalysisError> {
    let (rules, table) = (analysis.rules(), analysis.table());
    let mut found = Vec::new();
    for seeds in layers.iter() {
        if let Some(board) = census::longest(table, seeds)? {
            let distance = table.probe(board)?.distance().map_or(0, |distance| distance.plies());
            found.push(Longest { position: position_on(board, rules), distance });
        }
    }
    found.sort_by_key(|longest| std::cmp::Reverse(longest.distance));
    found.truncate(count);
    Ok(found)
}
