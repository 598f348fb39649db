//! One row of an export
//!
//! A row is what the table says about one board, with the moves that keep it: its number, the board, its worth for the player to
//! move, and every best move. A row about a *position* adds whose turn it is and what was captured. All formats write this one
//! type.

use std::cmp::Ordering;
use std::fmt;

use crate::board::{Board, Pit, Seeds};
use crate::moves::Moves;
use crate::position::{Position, Side, Totals};
use crate::table::{Table, TableError};
use crate::value::{Bounds, TableKind, Value};

/// What the table says about one board or position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The number of the board, see [`crate::index`].
    pub number: u64,
    /// The board, the mover's row first.
    pub board: Board,
    /// What the board is worth to the player to move.
    pub worth: Worth,
    /// Every best move; empty if the game is over.
    pub best: Best,
    /// The position; none in a row about a board.
    pub position: Option<Position>,
}

/// What a board is worth to the player to move. All rows of an export have the kind of its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// Margin and distance.
    Margin(Value),
    /// What each side can force, whatever a repetition pays.
    Bounds(Bounds),
}

/// What South and North have at the end of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ending {
    /// Under perfect play.
    Finals(Totals),
    /// At least, whatever a repetition pays: South, North. Captured seeds are included.
    Least([Seeds; 2]),
}

impl Row {
    /// The row about a board.
    ///
    /// # Errors
    /// If the table is damaged at the board or one of its successors, or does not have their layers.
    pub fn of_board(table: &Table, moves: &Moves, board: Board) -> Result<Self, TableError> {
        let (worth, best) = match table.kind() {
            TableKind::Margins => {
                let best = Best::of(moves, board, |board| table.probe(board), Value::of_move, Value::compare)?;
                (Worth::Margin(table.probe(board)?), best)
            }
            TableKind::Bounds => {
                let best = Best::of(moves, board, |board| table.probe_bounds(board), Bounds::of_move, Bounds::compare)?;
                (Worth::Bounds(table.probe_bounds(board)?), best)
            }
        };
        Ok(Self { number: table.index().index_of(board), board, worth, best, position: None })
    }

    /// The row about a position from which play goes on by the table: any but the first of a game whose first move
    /// captures nothing.
    ///
    /// # Errors
    /// Like [`Row::of_board`].
    pub fn of_position(table: &Table, moves: &Moves, position: Position) -> Result<Self, TableError> {
        Ok(Self { position: Some(position), ..Self::of_board(table, moves, position.board)? })
    }

    /// Whose letters the moves are written with: the side to move of a position, South for a board.
    pub fn side(&self) -> Side {
        self.position.map_or(Side::South, |position| position.side)
    }

    /// What each side has at the end of the game from the position on; none in a row about a board.
    pub fn ending(&self) -> Option<Ending> {
        let position = self.position?;
        Some(match self.worth {
            Worth::Margin(value) => Ending::Finals(position.finals(value.margin())),
            Worth::Bounds(bounds) => {
                let mut forced = position.captured;
                for (side, more) in [(position.side, bounds.forced), (position.side.other(), bounds.forced_other)] {
                    let least = forced[side as usize].count() + more.seeds().count();
                    forced[side as usize] = Seeds::new(least).unwrap_or(Seeds::MAX);
                }
                Ending::Least(forced)
            }
        })
    }
}

/// The best moves of a board, as a set: all that are equal to the first in margin and distance, or in all four numbers of bounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Best {
    bits: u16,
}

/// The best moves of a board where the game is over, as text. An empty field would be "none", as of a distance.
pub const OVER: &str = "over";

/// The bit of [`Best::bits`] for a pass.
pub const PASS_BIT: u16 = 1 << 15;

impl Best {
    /// The best moves of a board. `probe` gives the worth of a successor for the opponent, `of_move` what a move is worth to the
    /// mover, and `compare` says which worth is better.
    fn of<W: Copy>(
        moves: &Moves,
        board: Board,
        probe: impl Fn(Board) -> Result<W, TableError>,
        of_move: impl Fn(Seeds, W) -> Option<W>,
        compare: impl Fn(W, W) -> Ordering,
    ) -> Result<Self, TableError> {
        let mut best = Self::default();
        let mut first = None;
        let mut damage = None;
        moves.for_each(board, |pit, captured, after| {
            let theirs = match probe(after) {
                Ok(theirs) => theirs,
                Err(error) => return damage = Some(error),
            };
            let Some(worth) = of_move(captured, theirs) else {
                return damage = Some(TableError::Value { board: after, found: i8::MIN });
            };
            match first.map_or(Ordering::Greater, |first| compare(worth, first)) {
                Ordering::Greater => {
                    first = Some(worth);
                    best = Self::default().with(pit);
                }
                Ordering::Equal => best = best.with(pit),
                Ordering::Less => {}
            }
        });
        damage.map_or(Ok(best), Err)
    }

    /// The set with one more move: a pit of the mover's, or the pass.
    #[must_use]
    pub fn with(self, pit: Option<Pit>) -> Self {
        Self { bits: self.bits | pit.map_or(PASS_BIT, |pit| 1 << pit.number()) }
    }

    /// The set as a number: bit p is the mover's pit p, bit 15 is a pass.
    pub fn bits(self) -> u16 {
        self.bits
    }

    /// The moves, the lowest pit first; `None` is the pass.
    pub fn moves(self) -> impl Iterator<Item = Option<Pit>> {
        let pits = (0..8).filter(move |pit| self.bits >> pit & 1 == 1).map(|pit| Some(Pit::new(pit)));
        pits.chain((self.bits & PASS_BIT != 0).then_some(None))
    }

    /// Writes the moves with the letters of a side, joined by `|`: `A|C`, `b`, `pass`; `over` if there is none.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write(self, side: Side, out: &mut impl fmt::Write) -> fmt::Result {
        if self == Self::default() {
            return out.write_str(OVER);
        }
        for (at, pit) in self.moves().enumerate() {
            if at > 0 {
                out.write_char('|')?;
            }
            out.write_str(&side.move_name(pit))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn best_moves_are_written_with_the_letters_of_their_side() {
        let mut text = String::new();
        let best = Best::default().with(Some(Pit::new(2))).with(Some(Pit::new(0)));
        best.write(Side::South, &mut text).expect("memory");
        assert_eq!(text, "A|C");
        text.clear();
        best.write(Side::North, &mut text).expect("memory");
        assert_eq!(text, "a|c");
        text.clear();
        Best::default().with(None).write(Side::North, &mut text).expect("memory");
        assert_eq!(text, "pass");
        text.clear();
        Best::default().write(Side::South, &mut text).expect("memory");
        assert_eq!(text, "over");
    }
}
