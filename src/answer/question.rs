//! Questions about a position or a game in progress

use serde::Serialize;

use crate::analysis::{Analysis, AnalysisError, Answer, InGame, Line, RankedMove};
use crate::board::Seeds;
use crate::game::{End, Game, GameError};
use crate::position::Position;
use crate::progress::Progress;
use crate::store::{GameSpec, SpecError};
use crate::value::Value;

use super::moves::{MoveAnswer, TableValue, distance, moves_of_line};
use super::position::{History, LineAnswer, MovesAnswer, PositionAnswer, ValueAnswer};

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
        let position = spec.position(position)?;
        let Some(moves) = moves else { return Ok(Self { position, game: None }) };
        let mut game = Game::new(spec.rules, position)?;
        for (at, name) in Self::names(moves).enumerate() {
            game.play_named(name).map_err(|error| QuestionError::Move { number: at + 1, why: error.to_string() })?;
        }
        Ok(Self { position: *game.position(), game: Some(game) })
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

    /// Puts the question. `progress` is called if a layer has to be solved.
    ///
    /// # Errors
    /// If the analysis is about a game of other rules.
    pub fn ask<'a>(
        &'a self,
        name: &'a str,
        analysis: &'a Analysis,
        progress: Progress<'a>,
    ) -> Result<Asked<'a>, AnalysisError> {
        let in_game = self.game.as_ref().map(|game| analysis.in_game(game, progress)).transpose()?;
        Ok(Asked { name, position: self.position, analysis, in_game })
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

/// A question with the analysis that answers it.
pub struct Asked<'a> {
    name: &'a str,
    position: Position,
    analysis: &'a Analysis,
    in_game: Option<InGame<'a>>,
}

impl<'a> Asked<'a> {
    /// Asks about a position given alone.
    pub fn about(name: &'a str, analysis: &'a Analysis, position: &Position) -> Self {
        Self { name, position: *position, analysis, in_game: None }
    }

    /// Returns the position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns why the game is over; none if it goes on.
    ///
    /// # Errors
    /// If the board has another number of pits than the game.
    pub fn over(&self) -> Result<Option<End>, AnalysisError> {
        match &self.in_game {
            Some(in_game) => Ok(in_game.game().end()),
            None => self.analysis.end(&self.position),
        }
    }

    /// Returns what the position is worth.
    ///
    /// # Errors
    /// If the table does not answer, or a layer cannot be solved again.
    pub fn value(&self) -> Result<Answer, AnalysisError> {
        self.in_game.as_ref().map_or_else(|| self.analysis.value(&self.position), InGame::value)
    }

    /// Returns every legal move, best first.
    ///
    /// # Errors
    /// Like [`Asked::value`].
    pub fn best(&self) -> Result<Vec<RankedMove>, AnalysisError> {
        self.in_game.as_ref().map_or_else(|| self.analysis.best(&self.position), InGame::best)
    }

    /// Returns the main line.
    ///
    /// # Errors
    /// Like [`Asked::value`].
    pub fn line(&self) -> Result<Line, AnalysisError> {
        self.in_game.as_ref().map_or_else(|| self.analysis.line(&self.position), InGame::line)
    }

    /// Returns what the table alone says of a move; none outside a game.
    ///
    /// # Errors
    /// Like [`Asked::value`].
    pub fn table_value_of(&self, ranked: &RankedMove) -> Result<Option<Value>, AnalysisError> {
        Ok(self.in_game.as_ref().map(|in_game| in_game.table_value_of(ranked)).transpose()?.flatten())
    }

    /// Returns the number of positions seen since the last capture and what the table alone says; none outside a game,
    /// or if the game is over.
    ///
    /// # Errors
    /// Like [`Asked::value`].
    pub fn seen(&self) -> Result<Option<(usize, Value)>, AnalysisError> {
        let Some(in_game) = self.in_game.as_ref().filter(|in_game| in_game.game().end().is_none()) else {
            return Ok(None);
        };
        Ok(in_game.table_value()?.map(|value| (in_game.game().seen().len(), value)))
    }

    fn is_opening(&self) -> bool {
        match &self.in_game {
            Some(in_game) => in_game.game().is_opening(),
            None => self.analysis.is_opening(&self.position),
        }
    }

    fn history(&self) -> Result<History, AnalysisError> {
        let Some(in_game) = &self.in_game else { return Ok(History::default()) };
        let game = in_game.game();
        let table = self.seen()?.map(|(_, table)| table);
        let history_matters = match table {
            Some(table) => Some(table != in_game.value()?.value),
            None => None,
        };
        Ok(History {
            from: Some(game.positions()[0].to_string()),
            played: Some(game.names().collect()),
            over: Some(game.end().map(|end| end.name())),
            seen: Some(game.seen().len()),
            history_matters,
            table: table.map(TableValue::from),
        })
    }

    fn moves(&self) -> Result<Vec<MoveAnswer>, AnalysisError> {
        let moves = self.best()?.into_iter().map(|ranked| {
            let table = self.table_value_of(&ranked)?;
            Ok(MoveAnswer::new(&self.position, &ranked, table))
        });
        moves.collect()
    }

    /// Answers what the position is worth.
    ///
    /// # Errors
    /// Like [`Asked::value`].
    pub fn value_answer(&self) -> Result<ValueAnswer, AnalysisError> {
        let answer = self.value()?;
        Ok(ValueAnswer {
            game: self.name.to_owned(),
            position: self.position.to_string(),
            margin: answer.value.margin().seeds(),
            outcome: answer.outcome.name(),
            distance: distance(answer.value),
            finals: answer.finals.into(),
            first_move: self.is_opening(),
            history: self.history()?,
        })
    }

    /// Answers which moves there are.
    ///
    /// # Errors
    /// Like [`Asked::value`].
    pub fn moves_answer(&self) -> Result<MovesAnswer, AnalysisError> {
        Ok(MovesAnswer {
            game: self.name.to_owned(),
            position: self.position.to_string(),
            moves: self.moves()?,
            first_move: self.is_opening(),
            history: self.history()?,
        })
    }

    /// Answers what the position is worth, and which moves there are.
    ///
    /// # Errors
    /// Like [`Asked::value`].
    pub fn position_answer(&self) -> Result<PositionAnswer, AnalysisError> {
        let ValueAnswer { game, position, margin, outcome, distance, finals, first_move, history } =
            self.value_answer()?;
        let moves = self.moves()?;
        Ok(PositionAnswer { game, position, margin, outcome, distance, finals, moves, first_move, history })
    }

    /// Answers how perfect play goes on.
    ///
    /// # Errors
    /// Like [`Asked::value`].
    pub fn line_answer(&self) -> Result<LineAnswer, AnalysisError> {
        let line = self.line()?;
        let moves = moves_of_line(&self.position, &line).map(|(before, ranked)| MoveAnswer::new(&before, ranked, None));
        Ok(LineAnswer {
            game: self.name.to_owned(),
            position: self.position.to_string(),
            moves: moves.collect(),
            end: line.end.name(),
            finals: line.finals.into(),
            first_move: self.is_opening(),
            history: self.history()?,
        })
    }
}
