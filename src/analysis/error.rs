//! Why a question about a position has no answer

use crate::board::Seeds;
use crate::game::{GameError, MoveError};
use crate::solver::SolveError;
use crate::table::TableError;

/// Why a question has no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// The game is one of other rules.
    #[error("the game has {found}, but this analysis is about a game that has {expected}")]
    OtherRules {
        /// The first clause that differs, with its value in the analysis.
        expected: String,
        /// The same clause, or the other way to give the start board, with its value in the game.
        found: String,
    },
    /// The position is none of this game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The move is not legal in this game.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// The table does not give it.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A layer cannot be solved again.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A layer that the history makes necessary to solve again is larger than was allowed.
    #[error(
        "what was seen before can matter here, so the layer of {seeds} seeds must be solved again, but its {boards} boards are more than the {limit} that fit into memory"
    )]
    Limit {
        /// The layer.
        seeds: Seeds,
        /// Its boards.
        boards: u64,
        /// The boards that were allowed.
        limit: u64,
    },
}
