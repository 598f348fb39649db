//! What an analysis returns: the value of a position, a ranked move, the main line

use std::fmt;

use crate::game::End;
use crate::moves::Play;
use crate::position::{Position, Totals};
use crate::value::{Outcome, Value};

/// The answer about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What the side to move gets.
    pub value: Value,
    /// How the game ends, in totals.
    pub finals: Totals,
    /// How the game ends for the side to move, by the totals.
    pub outcome: Outcome,
    /// Whether the opening rule holds for the next move, so that it captures nothing.
    pub by_opening_rule: bool,
}

/// A legal move and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedMove {
    /// The move.
    pub play: Play,
    /// Its margin and distance for the side that makes it, this ply counted.
    pub value: Value,
    /// Whether no other move is better.
    pub best: bool,
    /// The position afterwards.
    pub after: Position,
}

impl RankedMove {
    /// How the move is written: `B`, `B+4` or `pass`.
    pub fn name(&self) -> String {
        self.after.side.other().play_name(&self.play)
    }
}

/// The name of the move.
impl fmt::Display for RankedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name())
    }
}

/// Perfect play by both sides, from a position to the end.
#[derive(Clone, Debug)]
pub struct Line {
    /// The moves in order.
    pub moves: Vec<RankedMove>,
    /// Why it ends.
    pub end: End,
    /// How the game ends, in totals.
    pub finals: Totals,
}

/// The names of the moves, joined by spaces: `A b B+4`.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, ranked) in self.moves.iter().enumerate() {
            if at > 0 {
                f.write_str(" ")?;
            }
            ranked.fmt(f)?;
        }
        Ok(())
    }
}

impl Answer {
    pub(super) fn of(position: &Position, value: Value, by_opening_rule: bool) -> Self {
        let finals = position.finals(value.margin());
        Self { value, finals, outcome: finals.outcome(position.side), by_opening_rule }
    }
}
