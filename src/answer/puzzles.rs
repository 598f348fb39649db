//! Puzzles, traps, the longest lines, and a random position

use serde::Serialize;

use crate::analysis::RankedMove;
use crate::position::Position;
use crate::puzzles::{CaptureTrap, Longest, Puzzle};

use super::asked::LineAnswer;
use super::moves::{MoveAnswer, distance};

/// A position in which exactly one move holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PuzzleAnswer {
    /// The position.
    pub position: String,
    /// What the move holds for the mover: `win` or `draw`.
    pub holds: &'static str,
    /// The margin of the move that holds, in seeds.
    pub margin: i8,
    /// Its distance, in plies; null where the margin is 0.
    pub distance: Option<u16>,
    /// The number of other moves, all of which lose it.
    pub wrong: usize,
    /// Whether the move captures nothing although another move captures.
    pub quiet: bool,
    /// How hard it is, from 1 to 5.
    pub grade: u8,
    /// All moves; the first one holds.
    pub moves: Vec<MoveAnswer>,
}

/// A position whose largest capture gives seeds away.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TrapAnswer {
    /// The position.
    pub position: String,
    /// The move that captures most.
    pub tempting: String,
    /// The best moves.
    pub best: Vec<String>,
    /// Seeds of the margin that it gives away.
    pub gives_away: u32,
    /// All moves, best first.
    pub moves: Vec<MoveAnswer>,
}

/// A position of the longest distance in its layer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LongestAnswer {
    /// Seeds on the board.
    pub seeds: usize,
    /// The position.
    pub position: String,
    /// Its distance, in plies.
    pub distance: u16,
    /// Best play by both players.
    pub line: LineAnswer,
}

/// A random position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DrawnAnswer {
    /// The game.
    pub game: String,
    /// The position.
    pub position: String,
}

fn moves(position: &Position, moves: &[RankedMove]) -> Vec<MoveAnswer> {
    moves.iter().map(|ranked| MoveAnswer::new(position, ranked, None)).collect()
}

impl From<&Puzzle> for PuzzleAnswer {
    fn from(puzzle: &Puzzle) -> Self {
        let value = puzzle.moves[0].value;
        Self {
            position: puzzle.position.to_string(),
            holds: puzzle.holds.name(),
            margin: value.margin().seeds(),
            distance: distance(value),
            wrong: puzzle.moves.len() - 1,
            quiet: puzzle.is_quiet(),
            grade: puzzle.grade.number(),
            moves: moves(&puzzle.position, &puzzle.moves),
        }
    }
}

impl From<&CaptureTrap> for TrapAnswer {
    fn from(trap: &CaptureTrap) -> Self {
        let best = trap.moves.iter().filter(|ranked| ranked.best);
        Self {
            position: trap.position.to_string(),
            tempting: trap.moves[trap.tempting].name(),
            best: best.map(RankedMove::name).collect(),
            gives_away: trap.given_away,
            moves: moves(&trap.position, &trap.moves),
        }
    }
}

impl LongestAnswer {
    /// A position with its line.
    pub fn new(longest: &Longest, line: LineAnswer) -> Self {
        Self {
            seeds: longest.position.board.total().count(),
            position: longest.position.to_string(),
            distance: longest.distance,
            line,
        }
    }
}
