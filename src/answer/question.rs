//! Questions about a position or a game in progress

use serde::Serialize;

use crate::analysis::{AnalysisError, AnyAnalysis};
use crate::board::Seeds;
use crate::game::{Game, GameError};
use crate::position::Position;
use crate::progress::Progress;
use crate::store::{GameSpec, SpecError};

use super::asked::Asked;
use super::bounds::AskedBounds;
use super::margins::AskedMargins;
use super::partial::AskedPartial;

/// A position that is asked about, with the moves before it if they count.
#[derive(Clone, Debug)]
pub struct Question {
    position: Position,
    game: Option<Game>,
}

/// Why a text is no question.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// The position is none of the game.
    #[error(transparent)]
    Position(#[from] SpecError),
    /// The position has another number of pits than the game.
    #[error(transparent)]
    Game(#[from] GameError),
    /// A move cannot be played.
    #[error("move {number}: {why}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// The reason.
        why: String,
    },
}

impl Question {
    /// Reads a position of a game, by default the start, and the moves since then. Moves are separated by white space,
    /// commas or full stops. With moves, even none, the answer is that of a game in progress.
    ///
    /// # Errors
    /// If the position is none of the game, or a move cannot be played.
    pub fn parse(spec: &GameSpec, position: Option<&str>, moves: Option<&str>) -> Result<Self, QuestionError> {
        let Some(moves) = moves else { return Ok(Self { position: spec.position(position)?, game: None }) };
        let game = Self::game(spec, position, moves)?;
        Ok(Self { position: *game.position(), game: Some(game) })
    }

    /// Reads a position and moves as [`Question::parse`] does, as a game.
    ///
    /// # Errors
    /// If the position is none of the game, or a move cannot be played.
    pub fn game(spec: &GameSpec, position: Option<&str>, moves: &str) -> Result<Game, QuestionError> {
        let mut game = Game::new(spec.rules, spec.position(position)?)?;
        for (at, name) in Self::names(moves).enumerate() {
            game.play_named(name).map_err(|error| QuestionError::Move { number: at + 1, why: error.to_string() })?;
        }
        Ok(game)
    }

    /// Returns the names of moves in a text.
    pub fn names(moves: &str) -> impl Iterator<Item = &str> {
        let names = moves.split(|c: char| c.is_whitespace() || c == ',' || c == '.');
        names.filter(|name| !name.is_empty())
    }

    /// Returns the position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the seeds on the board, up to which a table must go.
    pub fn seeds(&self) -> Seeds {
        self.position.board.total()
    }

    /// Returns whether there are moves, so that a layer may have to be solved for the answer.
    pub fn is_in_game(&self) -> bool {
        self.game.is_some()
    }

    /// Puts the question if the position is above the layers of the table, where little is known; none if the table knows it.
    ///
    /// # Errors
    /// If the board has another number of pits than the game.
    pub fn ask_above<'a>(
        &'a self,
        name: &'a str,
        analysis: &'a AnyAnalysis,
    ) -> Result<Option<AskedPartial<'a>>, AnalysisError> {
        if analysis.covers(&self.position) {
            return Ok(None);
        }
        let game = self.game.clone().map_or_else(|| Game::new(*analysis.rules(), self.position), Ok)?;
        let with_moves = self.game.is_some();
        Ok(game.end().is_none().then_some(AskedPartial { name, analysis, game, with_moves }))
    }

    /// Puts the question. `progress` is called if a layer has to be solved.
    ///
    /// # Errors
    /// If the analysis is about a game of other rules.
    pub fn ask<'a>(
        &'a self,
        name: &'a str,
        analysis: &'a AnyAnalysis,
        progress: Progress<'a>,
    ) -> Result<Asked<'a>, AnalysisError> {
        match analysis {
            AnyAnalysis::Margins(analysis) => {
                let in_game = self.game.as_ref().map(|game| analysis.in_game(game, progress)).transpose()?;
                Ok(Asked::Margins(AskedMargins::new(name, analysis, self.position, in_game)))
            }
            AnyAnalysis::Bounds(analysis) => {
                let with_moves = self.game.is_some();
                let game = self.game.clone().map_or_else(|| analysis.game(self.position), Ok)?;
                Ok(Asked::Bounds(AskedBounds::new(name, analysis, game, with_moves, progress)?))
            }
        }
    }
}

/// A line of a batch that is no question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RefusedLine {
    /// The number of the line, from 1.
    pub line: usize,
    /// The reason.
    pub error: String,
}
