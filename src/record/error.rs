//! What can be wrong with a record

use crate::game::{End, MoveError};
use crate::position::PositionError;
use crate::text::{TextError, shown};

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{reason}", if *line == 0 { String::new() } else { format!("line {line}: ") })]
pub struct RecordError {
    /// The line, from 1; 0 if the record as a whole is wrong, or was never read.
    pub line: usize,
    /// What is wrong.
    pub reason: Reason,
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The bytes are no text.
    #[error(transparent)]
    Text(TextError),
    /// A tag that is none.
    #[error("a tag is written like [South \"a name\"]")]
    Tag,
    /// A tag that occurs twice.
    #[error("the tag {} occurs twice", shown(name))]
    Twice {
        /// Its name.
        name: String,
    },
    /// A comment or another line of play without an end.
    #[error("what begins with \"{open}\" does not end")]
    Open {
        /// How it begins.
        open: char,
    },
    /// No move, number or result.
    #[error("expected a move (B, b+4 or pass), its number or a result (13-15 or *), not \"{}\"", shown(found))]
    Word {
        /// The text found.
        found: String,
    },
    /// Something after the result.
    #[error("\"{}\" comes after the result; a file holds one game", shown(found))]
    AfterResult {
        /// The text found.
        found: String,
    },
    /// The tag FEN is no position.
    #[error("the start position: {0}")]
    Start(PositionError),
    /// A move that is not legal, or does not capture what it says.
    #[error("move {number}: {error}")]
    Move {
        /// Which move, from 1, both sides counted.
        number: usize,
        /// What is wrong with it.
        error: MoveError,
    },
    /// Another result than that of the game.
    #[error("the result is {expected}, not {}: {}", shown(found), end.words())]
    Result {
        /// What the record says.
        found: String,
        /// What the moves say.
        expected: String,
        /// Why the game is over.
        end: End,
    },
    /// A result of a game that goes on.
    #[error(
        "the result {} is claimed, but the game is not over: {left} seeds are still in play; where a game was given up the result is *",
        shown(found)
    )]
    Early {
        /// What the record says.
        found: String,
        /// Seeds on the board.
        left: usize,
    },
}

impl Reason {
    /// Whether the text is a record at all, but one of a game that was not played so.
    pub fn is_of_play(&self) -> bool {
        matches!(self, Self::Move { .. } | Self::Result { .. } | Self::Early { .. })
    }
}
