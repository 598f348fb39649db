//! Questions about positions, as they come in an address or a batch

use axum::http::StatusCode;
use tihbat::analysis::AnalysisError;
use tihbat::game::Game;
use tihbat::position::Position;
use tihbat::progress::Progress;
use tihbat::table::TableError;

use super::problem::Problem;
use super::{Served, http};
use crate::cli::answer::{LineAnswer, PositionAnswer};
use crate::cli::question;

/// Moves of a game at most.
pub(super) const MOST_MOVES: usize = 1_000;

/// A position, or a game in progress.
pub(super) struct Asked {
    position: Position,
    /// The game, if moves were given.
    game: Option<Game>,
}

impl Asked {
    /// Reads a position of a game and the moves since then.
    pub(super) fn parse(served: &Served, position: Option<&str>, moves: Option<&str>) -> Result<Self, Problem> {
        let game = &served.solved.game;
        let position = game.position(position).map_err(|error| http::refused(error.into()))?;
        let Some(moves) = moves else { return Ok(Self { position, game: None }) };
        // Full stops part moves too, because an address need not escape them.
        let moves = moves.replace('.', " ");
        if moves.split([' ', ',']).filter(|name| !name.is_empty()).count() > MOST_MOVES {
            return Err(Problem::bad(format!("a game has at most {MOST_MOVES} moves here")));
        }
        let mut played = Game::new(game.rules, position);
        question::play(&mut played, &moves).map_err(http::refused)?;
        Ok(Self { position: *played.position(), game: Some(played) })
    }

    /// Whether an answer may take the solving of a layer.
    pub(super) fn is_in_game(&self) -> bool {
        self.game.is_some()
    }

    /// Value and moves.
    pub(super) fn answer(&self, served: &Served) -> Result<PositionAnswer, Problem> {
        let (name, analysis) = (&served.solved.game.name, &served.analysis);
        match &self.game {
            Some(game) => PositionAnswer::in_game(name, &analysis.in_game(game, Progress::NONE)),
            None => PositionAnswer::alone(name, analysis, &self.position),
        }
        .map_err(|error| refused(served, error))
    }

    /// The main line.
    pub(super) fn line(&self, served: &Served) -> Result<LineAnswer, Problem> {
        let analysis = &served.analysis;
        let (line, first_move) = match &self.game {
            Some(game) => (analysis.in_game(game, Progress::NONE).line(), game.is_opening()),
            None => (analysis.line(&self.position), analysis.is_opening(&self.position)),
        };
        let line = line.map_err(|error| refused(served, error))?;
        Ok(LineAnswer::new(&served.solved.game.name, &self.position, &line, first_move))
    }
}

/// Why a table does not answer: a board beyond it is the asker's mistake, a layer too large to solve again is not here to
/// be had, anything else is ours.
fn refused(served: &Served, error: AnalysisError) -> Problem {
    let detail = format!("{}: {error}", served.solved.game.name);
    match error {
        AnalysisError::Table(TableError::TooFewSeeds { .. }) => Problem::bad(detail),
        AnalysisError::Limit { .. } => Problem::new(StatusCode::NOT_IMPLEMENTED, detail),
        AnalysisError::Table(_) | AnalysisError::Solve(_) => {
            tracing::error!("{detail}");
            Problem::new(StatusCode::INTERNAL_SERVER_ERROR, detail)
        }
    }
}
