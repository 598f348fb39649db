//! What happens in a game against the program

use serde::Serialize;

use super::partial::PartialMove;
use super::totals::FinalTotals;

/// Something that happens in a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum PlayEvent {
    /// A game begins, or goes on from a record.
    Start {
        /// The game.
        game: String,
        /// The position.
        position: String,
        /// The sides that the program plays.
        program: Vec<&'static str>,
        /// How well the program plays, from 0 to 10.
        strength: u8,
        /// The number that all randomness comes from.
        seed: u64,
    },
    /// A move was made.
    Move {
        /// The mover.
        side: &'static str,
        /// The move.
        #[serde(rename = "move")]
        name: String,
        /// Whether the program made it.
        program: bool,
        /// The position after it.
        position: String,
    },
    /// The mover can only pass.
    MustPass {
        /// The mover.
        side: &'static str,
    },
    /// Moves were undone.
    Undone {
        /// The position after that.
        position: String,
    },
    /// What every move is worth.
    Hint {
        /// The position.
        position: String,
        /// Every legal move, best first; moves of unknown worth last.
        moves: Vec<PartialMove>,
    },
    /// The sides or the strength of the program changed.
    Players {
        /// The sides that the program plays.
        program: Vec<&'static str>,
        /// How well the program plays, from 0 to 10.
        strength: u8,
    },
    /// The board was asked for.
    Board {
        /// The position.
        position: String,
    },
    /// The moves were asked for.
    Record {
        /// The first position.
        from: String,
        /// The moves.
        moves: Vec<String>,
    },
    /// The game was saved.
    Saved {
        /// The file.
        file: String,
    },
    /// A player gave up.
    Resigned {
        /// The player.
        side: &'static str,
    },
    /// The game is over.
    Over {
        /// Why: `all_captured`, `no_move` or `repetition`.
        end: &'static str,
        /// The totals; null if the rules leave open what the end pays.
        #[serde(rename = "final")]
        finals: Option<FinalTotals>,
    },
    /// What was typed cannot be done.
    Refused {
        /// The reason.
        reason: String,
    },
    /// Help was asked for.
    Help {
        /// The help.
        text: &'static str,
    },
}
