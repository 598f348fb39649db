//! A game that is followed with a table of either kind, also if the table covers only the end of the game
//!
//! A table of layers 0 to n knows every position with at most n seeds on the board. Above them little is known: a game that is over, and
//! a move that leads into the table or ends the game. A capture that leads into the table forgets what was seen before it, so its worth
//! is exact.

use crate::board::Seeds;
use crate::game::Game;
use crate::moves::Play;
use crate::position::Position;
use crate::progress::Progress;
use crate::solver::SolveError;
use crate::value::AnyValue;

use super::any::AnyAnalysis;
use super::bounds::BoundsInGame;
use super::error::AnalysisError;
use super::in_game::InGame;

/// A game in progress, with what a table knows of the position now. Made by [`AnyAnalysis::follow`].
pub struct FollowedGame<'a> {
    analysis: &'a AnyAnalysis,
    game: &'a Game,
    progress: Progress<'a>,
    /// None above the layers of the table.
    inside: Option<Inside<'a>>,
}

/// A position that the table knows, or a game that is over.
enum Inside<'a> {
    Margins(InGame<'a>),
    Bounds(Box<BoundsInGame<'a>>),
}

/// A legal move with what is known of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownMove {
    /// The move.
    pub play: Play,
    /// What it is worth to the side that makes it, this ply counted; none if the table does not say.
    pub worth: Option<AnyValue>,
    /// Whether no other move is better. False for every move if the worth of one is not known.
    pub best: bool,
    /// The position afterwards.
    pub after: Position,
}

impl KnownMove {
    /// How the move is written: `B`, `B+4` or `pass`.
    pub fn name(&self) -> String {
        self.after.side.other().play_name(&self.play)
    }
}

impl AnyAnalysis {
    /// Follows a game: answers about the position now take account of the positions seen before. `progress` is called if the present layer is
    /// solved again.
    ///
    /// # Errors
    /// If the game has other rules.
    pub fn follow<'a>(&'a self, game: &'a Game, progress: Progress<'a>) -> Result<FollowedGame<'a>, AnalysisError> {
        let known = game.end().is_some() || self.covers(game.position());
        let inside = match self {
            Self::Margins(analysis) => Inside::Margins(analysis.in_game(game, progress)?),
            Self::Bounds(analysis) => Inside::Bounds(Box::new(analysis.in_game(game.clone(), progress)?)),
        };
        Ok(FollowedGame { analysis: self, game, progress, inside: known.then_some(inside) })
    }

    /// Whether the table has the layer of a position.
    pub fn covers(&self, position: &Position) -> bool {
        position.board.total() <= self.known_up_to()
    }

    /// The seeds of the table's last layer.
    pub fn known_up_to(&self) -> Seeds {
        self.table().max_seeds()
    }
}

impl FollowedGame<'_> {
    /// The game.
    pub fn game(&self) -> &Game {
        self.game
    }

    /// Whether the position now is known: the table has its layer, or the game is over.
    pub fn is_known(&self) -> bool {
        self.inside.is_some()
    }

    /// Returns what perfect play gives the side to move from the position now on; none if the table does not say.
    ///
    /// # Errors
    /// If the table is damaged where it is needed, or a layer cannot be solved again.
    pub fn worth(&self) -> Result<Option<AnyValue>, AnalysisError> {
        Ok(match &self.inside {
            None => None,
            Some(Inside::Margins(in_game)) => Some(AnyValue::Margin(in_game.value()?.value)),
            Some(Inside::Bounds(in_game)) => Some(AnyValue::Bounds(in_game.value()?.bounds)),
        })
    }

    /// Returns every legal move, best first; moves of unknown worth come last, in the order of the pits. Empty if the game is over.
    ///
    /// # Errors
    /// Like [`FollowedGame::worth`].
    pub fn moves(&self) -> Result<Vec<KnownMove>, AnalysisError> {
        match &self.inside {
            None => self.moves_above(),
            Some(Inside::Margins(in_game)) => {
                let known = in_game.best()?.into_iter();
                Ok(known
                    .map(|ranked| known_move(ranked.play, AnyValue::Margin(ranked.value), ranked.best, ranked.after))
                    .collect())
            }
            Some(Inside::Bounds(in_game)) => {
                let known = in_game.best()?.into_iter();
                Ok(known
                    .map(|ranked| known_move(ranked.play, AnyValue::Bounds(ranked.bounds), ranked.best, ranked.after))
                    .collect())
            }
        }
    }

    /// Returns only the best moves, which takes less work than all of them. Empty if they are not known, or the game is over.
    ///
    /// # Errors
    /// Like [`FollowedGame::worth`].
    pub fn best(&self) -> Result<Vec<KnownMove>, AnalysisError> {
        if let Some(Inside::Margins(in_game)) = &self.inside {
            let known = in_game.best_alone()?.into_iter();
            return Ok(known
                .map(|ranked| known_move(ranked.play, AnyValue::Margin(ranked.value), true, ranked.after))
                .collect());
        }
        let mut moves = self.moves()?;
        moves.retain(|known| known.best);
        Ok(moves)
    }

    /// The moves of a position above the table. Known are those that lead into the table and those that end the game.
    fn moves_above(&self) -> Result<Vec<KnownMove>, AnalysisError> {
        let mut moves = Vec::new();
        for play in self.game.legal() {
            let mut next = self.game.clone();
            next.push(&play);
            let theirs = self.analysis.follow(&next, self.progress)?.worth()?;
            let worth = theirs
                .map(|theirs| AnyValue::of_move(play.captured, theirs).ok_or(SolveError::Distance))
                .transpose()?;
            moves.push(KnownMove { play, worth, best: false, after: *next.position() });
        }
        // Stable, so that equal moves stay in the order of the pits.
        moves.sort_by(|one, other| match (one.worth, other.worth) {
            (Some(one), Some(other)) => other.compare(one),
            (one, other) => other.is_some().cmp(&one.is_some()),
        });
        if let Some(best) = moves.first().and_then(|first| first.worth)
            && moves.iter().all(|known| known.worth.is_some())
        {
            for known in &mut moves {
                known.best = known.worth == Some(best);
            }
        }
        Ok(moves)
    }
}

fn known_move(play: Play, worth: AnyValue, best: bool, after: Position) -> KnownMove {
    KnownMove { play, worth: Some(worth), best, after }
}
