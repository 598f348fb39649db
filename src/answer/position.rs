//! What a position is worth, its moves, and its main line

use serde::Serialize;

use super::moves::{MoveAnswer, TableValue};
use super::totals::FinalTotals;

/// What the moves so far have to do with an answer. Every field is absent outside a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub struct History {
    /// The position before the moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub played: Option<Vec<String>>,
    /// Why the game is over, `all_captured`, `no_move` or `repetition`; null if it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "serve", schema(value_type = Option<String>))]
    pub over: Option<Option<&'static str>>,
    /// Number of positions seen since the last capture, without this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seen: Option<usize>,
    /// Whether the positions seen change the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history_matters: Option<bool>,
    /// What the table alone says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableValue>,
}

/// What a position is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MarginValue {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// Seeds that the mover still gets minus seeds that the opponent still gets under perfect play.
    pub margin: i8,
    /// `win`, `draw` or `loss` for the mover, by the totals at the end.
    pub outcome: &'static str,
    /// Plies to the next capture or the end; null where the margin is 0.
    pub distance: Option<u16>,
    /// The totals at the end.
    #[serde(rename = "final")]
    pub finals: FinalTotals,
    /// Present, and true, where the opening rule holds for the next move. The field keeps its name for programs that read it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub first_move: bool,
    /// The moves so far; absent outside a game.
    #[serde(flatten)]
    pub history: History,
}

/// Every legal move of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MarginMoves {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// Every legal move, best first; none if the game is over.
    pub moves: Vec<MoveAnswer>,
    /// Present, and true, where the opening rule holds for the next move. The field keeps its name for programs that read it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub first_move: bool,
    /// The moves so far; absent outside a game.
    #[serde(flatten)]
    pub history: History,
}

/// What a position is worth, and every legal move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub struct MarginPosition {
    /// The game.
    #[cfg_attr(feature = "serve", schema(example = "tihbat"))]
    pub game: String,
    /// The position.
    #[cfg_attr(feature = "serve", schema(example = "7-7-7-7-0-0-S"))]
    pub position: String,
    /// Seeds that the mover still gets minus seeds that the opponent still gets under perfect play.
    #[cfg_attr(feature = "serve", schema(example = -2))]
    pub margin: i8,
    /// `win`, `draw` or `loss` for the mover, by the totals at the end.
    #[cfg_attr(feature = "serve", schema(example = "loss"))]
    pub outcome: &'static str,
    /// Plies to the next capture or the end; null where the margin is 0.
    #[cfg_attr(feature = "serve", schema(required, example = 10))]
    pub distance: Option<u16>,
    /// The totals at the end.
    #[serde(rename = "final")]
    pub finals: FinalTotals,
    /// Every legal move, best first; none if the game is over.
    pub moves: Vec<MoveAnswer>,
    /// Present, and true, where the opening rule holds for the next move. The field keeps its name for programs that read it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub first_move: bool,
    /// The moves so far; absent outside a game.
    #[serde(flatten)]
    pub history: History,
}

/// Perfect play by both players, to the end.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub struct MarginLine {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
    /// The moves in order.
    pub moves: Vec<MoveAnswer>,
    /// Why the game is then over: `all_captured`, `no_move` or `repetition`.
    #[cfg_attr(feature = "serve", schema(example = "no_move"))]
    pub end: &'static str,
    /// The totals at the end.
    #[serde(rename = "final")]
    pub finals: FinalTotals,
    /// Present, and true, where the opening rule holds for the next move. The field keeps its name for programs that read it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub first_move: bool,
    /// The moves so far; absent outside a game.
    #[serde(flatten)]
    pub history: History,
}
