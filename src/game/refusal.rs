//! Why a pit cannot be played
//!
//! The rules list the legal moves. A player who tries another pit wants to know why it is not one of them.

use crate::board::{Pit, Seeds};
use crate::moves::{Moves, Play};
use crate::rules::Feeding;

use super::Game;

/// Why a pit of the mover cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PitRefusal {
    /// The game is over.
    Over,
    /// The pit holds no seeds.
    Empty,
    /// The pit holds fewer seeds than a pit that may be lifted.
    TooFew {
        /// The smallest number of seeds that may be lifted.
        least: Seeds,
    },
    /// The move leaves the opponent, who has no seeds, without any.
    Feeding,
    /// The move captures all seeds of the opponent's row.
    GrandSlam,
}

impl PitRefusal {
    /// `over`, `empty`, `too_few`, `feeding` or `grand_slam`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Over => "over",
            Self::Empty => "empty",
            Self::TooFew { .. } => "too_few",
            Self::Feeding => "feeding",
            Self::GrandSlam => "grand_slam",
        }
    }
}

/// The reason as a sentence without its full stop.
impl std::fmt::Display for PitRefusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Over => f.write_str("the game is over"),
            Self::Empty => f.write_str("the pit is empty"),
            Self::TooFew { least } => write!(f, "a pit needs at least {least} seeds to be lifted"),
            Self::Feeding => f.write_str("the opponent has no seeds, and this move gives them none"),
            Self::GrandSlam => f.write_str("this move would capture all seeds of the opponent's row"),
        }
    }
}

impl Game {
    /// Returns the mover's pits that cannot be played now, with the reason, in their order.
    ///
    /// ```
    /// use tihbat::game::PitRefusal;
    /// use tihbat::{Game, Position, rules::MODIAR};
    ///
    /// let game = Game::new(MODIAR, Position::parse("1-2-0-3-3-3", &MODIAR)?)?;
    /// let reasons: Vec<_> = game.refused().into_iter().map(|(_, why)| why.name()).collect();
    /// assert_eq!(reasons, ["too_few", "empty"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn refused(&self) -> Vec<(Pit, PitRefusal)> {
        let board = self.position().board;
        let clauses = self.rules().clauses();
        let legal = self.legal();
        let has = |plays: &[Play], pit| plays.iter().any(|play| play.pit == Some(pit));
        let mut without_feeding = None;
        let pits = (0..usize::from(clauses.pits())).map(Pit::new).filter(|&pit| !has(&legal, pit));
        let mut why = |pit| {
            let seeds = board.seeds(pit);
            if self.end().is_some() {
                PitRefusal::Over
            } else if seeds == Seeds::NONE {
                PitRefusal::Empty
            } else if seeds < clauses.lift_min() {
                PitRefusal::TooFew { least: clauses.lift_min() }
            } else if has(without_feeding.get_or_insert_with(|| self.legal_without_feeding()), pit) {
                PitRefusal::Feeding
            } else {
                PitRefusal::GrandSlam
            }
        };
        pits.map(|pit| (pit, why(pit))).collect()
    }

    /// The moves that would be legal if nobody had to be fed. Grand slams are judged before feeding, so the moves that are
    /// missing here are refused as grand slams.
    fn legal_without_feeding(&self) -> Vec<Play> {
        let board = self.position().board;
        let Ok(clauses) = self.rules().clauses().with(|draft| draft.feeding = Feeding::None) else { return Vec::new() };
        let moves = Moves::shared(&clauses);
        if self.is_opening() { moves.list_by_opening_rule(board) } else { moves.list(board) }
    }
}
