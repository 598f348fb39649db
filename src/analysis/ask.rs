//! Questions about a position given alone, answered from a table

use std::sync::OnceLock;

use crate::board::Seeds;
use crate::game::{End, Game, GameError};
use crate::moves::Moves;
use crate::position::Position;
use crate::progress::Progress;
use crate::rules::Rules;
use crate::table::{Table, TableError};
use crate::value::TableKind;

use super::answer::{Answer, Line, RankedMove};
use super::error::AnalysisError;
use super::game_table::GameTable;
use super::in_game::InGame;
use super::value_source::ValueSource;

/// A game and its table, ready for questions.
///
/// It owns what it needs: the table and the moves are shared handles.
#[derive(Clone)]
pub struct Analysis(GameTable);

impl Analysis {
    /// Questions about a game, answered from a table.
    ///
    /// # Errors
    /// If the table is of other rules, or holds bounds: see [`BoundsAnalysis`](super::BoundsAnalysis).
    pub fn new(rules: Rules, table: &Table) -> Result<Self, TableError> {
        table.serves(rules.clauses(), Seeds::NONE)?;
        table.check_kind(TableKind::Margins)?;
        let moves = Moves::shared(rules.clauses());
        Ok(Self(GameTable { rules, table: table.clone(), moves, limit: u64::MAX, opening: OnceLock::new() }))
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.0.rules
    }

    /// The table that answers.
    pub fn table(&self) -> &Table {
        &self.0.table
    }

    /// A game that begins with `start`, before the first move.
    ///
    /// # Errors
    /// If the board has another number of pits than the game.
    pub fn game(&self, start: Position) -> Result<Game, GameError> {
        Game::new(self.0.rules, start)
    }

    /// Refuses to solve layers of more than `boards` boards again; at first every layer is solved where a game in
    /// progress needs it. [`crate::solver::memory_pinned`] says what that takes.
    pub fn with_limit(self, boards: u64) -> Self {
        Self(GameTable { limit: boards, ..self.0 })
    }

    /// Whether the opening rule holds for the next move from a position: the game has one, and this is its start.
    pub fn is_opening(&self, position: &Position) -> bool {
        self.0.rules.has_opening_rule() && *position == Position::start(&self.0.rules)
    }

    /// Says why the game is over on a position given alone; `None` if it goes on.
    ///
    /// # Errors
    /// If the board has another number of pits than the game.
    pub fn end(&self, position: &Position) -> Result<Option<End>, AnalysisError> {
        self.0.fits(position)?;
        if position.board.total() == Seeds::NONE {
            return Ok(Some(End::AllCaptured));
        }
        let goes_on = match self.is_opening(position) {
            true => !self.0.moves.list_by_opening_rule(position.board).is_empty(),
            false => self.0.moves.for_each(position.board, |_, _, _| {}),
        };
        Ok((!goes_on).then_some(End::NoMove))
    }

    /// What perfect play from a position gives.
    ///
    /// At the start of a game with an opening rule (Modiar) this is the value of the game, in which the first move captures
    /// nothing. The table's own entry of that board is another value, see [`Table::probe`].
    ///
    /// # Errors
    /// If the table has too few layers or is damaged where it is needed.
    pub fn value(&self, position: &Position) -> Result<Answer, AnalysisError> {
        if self.is_opening(position) {
            return self.in_game(&self.game(*position)?, Progress::NONE)?.value();
        }
        Ok(Answer::of(position, self.0.table.probe(position.board)?, false))
    }

    /// Every legal move, best first: by larger margin; then, winning, by smaller distance, losing, by larger distance;
    /// then by the lower pit. Empty if the game is over.
    ///
    /// Each move is worth what the table says of the board that it leads to; that this position itself was seen by then
    /// is the matter of [`InGame::best`].
    ///
    /// # Errors
    /// If the table has too few layers or is damaged where it is needed.
    pub fn best(&self, position: &Position) -> Result<Vec<RankedMove>, AnalysisError> {
        if self.is_opening(position) {
            return self.in_game(&self.game(*position)?, Progress::NONE)?.best();
        }
        self.0.fits(position)?;
        self.0.ranked(position, &self.0.moves.list(position.board), &ValueSource::Table)
    }

    /// The main line: both sides always play the first of their best moves.
    ///
    /// # Errors
    /// If the table has too few layers or is damaged where it is needed.
    pub fn line(&self, position: &Position) -> Result<Line, AnalysisError> {
        self.in_game(&self.game(*position)?, Progress::NONE)?.line()
    }

    /// Questions about a game in progress, answered exactly: a position that was seen counts as an end worth 0. Where the
    /// history can matter the present layer is solved again, once; `progress` is then called as
    /// [`crate::solver::Solver::next_layer`] does.
    ///
    /// # Errors
    /// If the game has other rules.
    pub fn in_game<'g>(&'g self, game: &'g Game, progress: Progress<'g>) -> Result<InGame<'g>, AnalysisError> {
        self.0.plays(game.rules())?;
        Ok(InGame::new(&self.0, game, progress))
    }
}
