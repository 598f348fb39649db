//! A game in progress, as a page shows it: each move pit by pit, and which pits can be played
//!
//! Pits are numbered as a position is written: South's row first, in sowing order, from 0.

use serde::Serialize;

use crate::board::Pit;
use crate::game::{Game, PitRefusal, SowingPath};
use crate::moves::Play;
use crate::position::{Position, Side};
use crate::rules::Rules;
use crate::shape::Shape;

use super::judge::SideTotals;
use super::totals::FinalTotals;

/// A game in progress.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GameAnswer {
    /// The game.
    pub game: String,
    /// The position before the moves.
    pub from: String,
    /// The position now.
    pub position: String,
    /// Whose turn it is.
    pub side: &'static str,
    /// Seeds captured.
    pub captured: SideTotals,
    /// Seeds on the board.
    pub on_board: usize,
    /// The moves so far.
    pub plies: Vec<PlyAnswer>,
    /// The legal moves in the order of the pits, or the pass; none if the game is over.
    pub moves: Vec<LegalMove>,
    /// The mover's other pits.
    pub refused: Vec<RefusedPit>,
    /// Whether the opening rule holds for the next move.
    pub first_move: bool,
    /// Number of positions seen since the last capture, without this one.
    pub seen: usize,
    /// Why the game is over, `all_captured`, `no_move` or `repetition`; null if it goes on.
    pub over: Option<&'static str>,
    /// The same in words.
    pub words: Option<&'static str>,
    /// The result; null if the game goes on, or if the rules leave open what its end pays.
    #[serde(rename = "final")]
    pub finals: Option<FinalTotals>,
}

/// A move that was made.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlyAnswer {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// The mover.
    pub side: &'static str,
    /// The move.
    #[serde(flatten)]
    pub made: LegalMove,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct LegalMove {
    /// The name of the move: `B`, `B+4`, `pass`.
    #[serde(rename = "move")]
    pub name: String,
    /// The pit that is lifted; null for a pass.
    pub pit: Option<usize>,
    /// Seeds captured.
    pub captured: usize,
    /// The position after the move.
    pub position: String,
    /// What it does, pit by pit; null for a pass.
    pub sowing: Option<SowingAnswer>,
}

/// A move, seed by seed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SowingAnswer {
    /// The pit that is lifted.
    pub origin: usize,
    /// The pits in which the seeds fall, in order, one for each seed.
    pub pits: Vec<usize>,
    /// The pit of the last seed.
    pub last: usize,
    /// The pits that are captured, in the order of the capture.
    pub captured: Vec<CapturedPit>,
}

/// A pit that is captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct CapturedPit {
    /// The pit.
    pub pit: usize,
    /// Its seeds.
    pub seeds: usize,
}

/// A pit that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RefusedPit {
    /// The pit.
    pub pit: usize,
    /// Why: `empty`, `too_few`, `feeding`, `grand_slam` or `over`.
    pub reason: &'static str,
    /// The same in words.
    pub words: String,
}

/// The number of a mover's pit as a position is written.
fn number(rules: &Rules, side: Side, pit: Pit) -> usize {
    let shape = rules.clauses().shape();
    match side {
        Side::South => pit.number(),
        Side::North => (pit.number() + shape.row()) % shape.pits(),
    }
}

impl LegalMove {
    fn new(rules: &Rules, before: &Position, play: &Play) -> Self {
        let number = |pit: Pit| number(rules, before.side, pit);
        let sowing = SowingPath::new(rules.clauses(), before.board, play).map(|sowing| {
            let pits: Vec<_> = sowing.pits.iter().map(|&pit| number(pit)).collect();
            SowingAnswer {
                origin: number(sowing.origin),
                last: pits.last().copied().unwrap_or(number(sowing.origin)),
                pits,
                captured: sowing
                    .captured
                    .iter()
                    .map(|&(pit, seeds)| CapturedPit { pit: number(pit), seeds: seeds.count() })
                    .collect(),
            }
        });
        Self {
            name: before.move_name(play),
            pit: play.pit.map(number),
            captured: play.captured.count(),
            position: before.after(play).to_string(),
            sowing,
        }
    }
}

impl RefusedPit {
    fn new(game: &Game, (pit, why): (Pit, PitRefusal)) -> Self {
        let pit = number(game.rules(), game.position().side, pit);
        Self { pit, reason: why.name(), words: why.to_string() }
    }
}

impl GameAnswer {
    /// A game under this name of its rules.
    pub fn new(name: &str, game: &Game) -> Self {
        let (rules, position) = (game.rules(), game.position());
        let made = game.positions().iter().zip(game.plays()).enumerate();
        let plies = made.map(|(at, (before, play))| PlyAnswer {
            ply: at + 1,
            side: before.side.name(),
            made: LegalMove::new(rules, before, play),
        });
        let [south, north] = position.captured.map(|seeds| seeds.count());
        Self {
            game: name.to_owned(),
            from: game.positions()[0].to_string(),
            position: position.to_string(),
            side: position.side.name(),
            captured: SideTotals { south, north },
            on_board: position.board.total().count(),
            plies: plies.collect(),
            moves: game.legal().iter().map(|play| LegalMove::new(rules, position, play)).collect(),
            refused: game.refused().into_iter().map(|refused| RefusedPit::new(game, refused)).collect(),
            first_move: game.is_opening(),
            seen: game.seen().len(),
            over: game.end().map(|end| end.name()),
            words: game.end().map(|end| end.words()),
            finals: game.finals().map(FinalTotals::from),
        }
    }
}
