//! What a position is worth: answers about games in which a repetition splits the seeds

use crate::analysis::{Analysis, AnalysisError, Answer, InGame, Line, RankedMove};
use crate::game::End;
use crate::position::Position;
use crate::value::Value;

use super::moves::{MoveAnswer, TableValue, distance, moves_of_line};
use super::position::{History, MarginLine, MarginMoves, MarginPosition, MarginValue};

/// A question about a game with margins, with the analysis that answers it.
pub struct AskedMargins<'a> {
    name: &'a str,
    position: Position,
    analysis: &'a Analysis,
    in_game: Option<InGame<'a>>,
}

impl<'a> AskedMargins<'a> {
    /// Asks about a position, or about a game in progress.
    pub(super) fn new(name: &'a str, analysis: &'a Analysis, position: Position, in_game: Option<InGame<'a>>) -> Self {
        Self { name, position, analysis, in_game }
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
    /// Like [`AskedMargins::value`].
    pub fn best(&self) -> Result<Vec<RankedMove>, AnalysisError> {
        self.in_game.as_ref().map_or_else(|| self.analysis.best(&self.position), InGame::best)
    }

    /// Returns the main line.
    ///
    /// # Errors
    /// Like [`AskedMargins::value`].
    pub fn line(&self) -> Result<Line, AnalysisError> {
        self.in_game.as_ref().map_or_else(|| self.analysis.line(&self.position), InGame::line)
    }

    /// Returns what the table alone says of a move; none outside a game.
    ///
    /// # Errors
    /// Like [`AskedMargins::value`].
    pub fn table_value_of(&self, ranked: &RankedMove) -> Result<Option<Value>, AnalysisError> {
        Ok(self.in_game.as_ref().map(|in_game| in_game.table_value_of(ranked)).transpose()?.flatten())
    }

    /// Returns the number of positions seen since the last capture and what the table alone says; none outside a game,
    /// or if the game is over.
    ///
    /// # Errors
    /// Like [`AskedMargins::value`].
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
    /// Like [`AskedMargins::value`].
    pub fn value_answer(&self) -> Result<MarginValue, AnalysisError> {
        let answer = self.value()?;
        Ok(MarginValue {
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
    /// Like [`AskedMargins::value`].
    pub fn moves_answer(&self) -> Result<MarginMoves, AnalysisError> {
        Ok(MarginMoves {
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
    /// Like [`AskedMargins::value`].
    pub fn position_answer(&self) -> Result<MarginPosition, AnalysisError> {
        let MarginValue { game, position, margin, outcome, distance, finals, first_move, history } =
            self.value_answer()?;
        let moves = self.moves()?;
        Ok(MarginPosition { game, position, margin, outcome, distance, finals, moves, first_move, history })
    }

    /// Answers how perfect play goes on.
    ///
    /// # Errors
    /// Like [`AskedMargins::value`].
    pub fn line_answer(&self) -> Result<MarginLine, AnalysisError> {
        let line = self.line()?;
        let moves = moves_of_line(&self.position, &line).map(|(before, ranked)| MoveAnswer::new(&before, ranked, None));
        Ok(MarginLine {
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
