//! Why there is no such game, or no such move

use crate::board::Seeds;
use crate::position::Side;
use crate::text::shown;

use super::end::End;

/// Why a position is not the start of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// A board of another shape.
    #[error("the board has {found} pits, the boards of this game have {expected}")]
    Shape {
        /// Pits of the game's boards.
        expected: usize,
        /// Pits of the board.
        found: usize,
    },
}

/// Why a move, or a text, is no move of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// Not the form of a move.
    #[error(
        "a move is a pit's letter, alone or with the seeds that it captures (B or B+4), or pass, not \"{}\"",
        shown(found)
    )]
    Text {
        /// The text found.
        found: String,
    },
    /// None of the legal moves.
    #[error("{side} is to move and cannot play \"{}\"; the legal moves are {legal}", shown(found))]
    Illegal {
        /// Whose turn it is.
        side: Side,
        /// The move that is not legal.
        found: String,
        /// The moves that are.
        legal: String,
    },
    /// A legal move that captures another number of seeds.
    #[error("{name} captures {expected} seeds here, not {found}")]
    Captured {
        /// The move.
        name: String,
        /// The seeds that the text claims.
        found: Seeds,
        /// The seeds that it captures.
        expected: Seeds,
    },
    /// The game is over.
    #[error("the game was over before \"{}\": {}", shown(found), end.words())]
    Over {
        /// The move that came too late.
        found: String,
        /// Why the game is over.
        end: End,
    },
}
