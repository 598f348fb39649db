//! Moves with what they are worth

use serde::Serialize;

use crate::analysis::{Line, RankedMove};
use crate::position::Position;
use crate::value::Value;

/// What the table alone says, as if no position had been seen before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub struct TableValue {
    /// Seeds, for the mover.
    pub margin: i8,
    /// Plies; null where the margin is 0.
    #[cfg_attr(feature = "serve", schema(required))]
    pub distance: Option<u16>,
}

/// A legal move and what it is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub struct MoveAnswer {
    /// The name of the move: `B`, `B+4`, `pass`.
    #[serde(rename = "move")]
    #[cfg_attr(feature = "serve", schema(example = "A"))]
    pub name: String,
    /// Seeds that the mover still gets minus seeds that the opponent still gets, this move counted.
    #[cfg_attr(feature = "serve", schema(example = -2))]
    pub margin: i8,
    /// Plies to the next capture or the end, this move counted; null where the margin is 0.
    #[cfg_attr(feature = "serve", schema(required, example = 10))]
    pub distance: Option<u16>,
    /// Seeds captured by this move.
    pub captured: usize,
    /// The position after the move.
    #[cfg_attr(feature = "serve", schema(example = "2-9-9-8-0-0-N"))]
    pub position: String,
    /// Whether no other move is better.
    pub best: bool,
    /// What the table alone says; only inside a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableValue>,
}

/// Returns the distance of a value in plies; none where the margin is 0.
pub fn distance(value: Value) -> Option<u16> {
    value.distance().map(|distance| distance.plies())
}

impl From<Value> for TableValue {
    fn from(value: Value) -> Self {
        Self { margin: value.margin().seeds(), distance: distance(value) }
    }
}

impl MoveAnswer {
    /// A move from the position `before`, with what the table alone says of it.
    pub fn new(before: &Position, ranked: &RankedMove, table: Option<Value>) -> Self {
        Self {
            name: before.move_name(&ranked.play),
            margin: ranked.value.margin().seeds(),
            distance: distance(ranked.value),
            captured: ranked.play.captured.count(),
            position: ranked.after.to_string(),
            best: ranked.best,
            table: table.map(TableValue::from),
        }
    }
}

/// Returns the moves of a line from `start`, each with the position before it.
pub fn moves_of_line<'a>(start: &Position, line: &'a Line) -> impl Iterator<Item = (Position, &'a RankedMove)> {
    let before = std::iter::once(*start).chain(line.moves.iter().map(|ranked| ranked.after));
    before.zip(&line.moves)
}
