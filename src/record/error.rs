//! What can be wrong with a record

use std::fmt;

use crate::game::MoveError;
use crate::position::PositionError;
use crate::text::{TextError, shown};

/// A place in a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1; 0 if the record as a whole is meant, or was never read.
    pub line: usize,
    /// The column in characters, from 1; 0 with line 0.
    pub column: usize,
}

/// `line 3, column 14`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{reason}", if place.line == 0 { String::new() } else { format!("{place}: ") })]
pub struct RecordError {
    /// Where it is.
    pub place: Place,
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
    /// A second result.
    #[error("\"{}\" is a second result of the same game", shown(found))]
    SecondResult {
        /// The text found.
        found: String,
    },
    /// Several games where one is needed.
    #[error("expected the record of one game, found {found} games")]
    Several {
        /// The number of games.
        found: usize,
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
}

impl Reason {
    /// Whether the text is a record at all, but one of a game that was not played so.
    pub fn is_of_play(&self) -> bool {
        matches!(self, Self::Move { .. })
    }
}
