//! Ranked moves, and the main line
//!
//! An analysis turns the entries of a table into answers about positions. The entries of a table hold for a fresh history: a
//! position given alone, or one just after a capture. [`InGame`] takes account of positions seen before.

mod in_game;

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::board::{Board, Seeds};
use crate::game::{End, Game};
use crate::moves::{Moves, Play};
use crate::position::{Position, Totals};
use crate::progress::Progress;
use crate::rules::Rules;
use crate::solver::SolveError;
use crate::table::{Table, TableError};
use crate::value::{Distance, Outcome, Value};

pub use in_game::InGame;
use in_game::ValueSource;

/// A game and its table, ready for questions.
///
/// It owns what it needs: the table is a shared handle, and so are the moves, which are worked out once and are also those
/// of every [`Analysis::game`].
#[derive(Clone)]
pub struct Analysis {
    rules: Rules,
    table: Table,
    moves: Arc<Moves>,
    /// Most boards of a layer that may be solved again.
    limit: u64,
    /// Where values come from under the opening rule, once that was needed.
    opening: OnceLock<Arc<ValueSource>>,
}

/// The answer about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What the side to move gets.
    pub value: Value,
    /// How the game ends, in totals.
    pub finals: Totals,
    /// How the game ends for the side to move, by the totals.
    pub outcome: Outcome,
    /// Whether the opening rule holds for the next move: it captures nothing.
    pub first_move: bool,
}

/// A legal move and what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedMove {
    /// The move.
    pub play: Play,
    /// Its margin and distance for the side that makes it, this ply counted.
    pub value: Value,
    /// Whether no other move is better.
    pub best: bool,
    /// The position afterwards.
    pub after: Position,
}

impl RankedMove {
    /// How the move is written: `B`, `B+4` or `pass`.
    pub fn name(&self) -> String {
        self.after.side.other().play_name(&self.play)
    }
}

/// The name of the move.
impl fmt::Display for RankedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name())
    }
}

/// Perfect play by both sides, from a position to the end.
#[derive(Clone, Debug)]
pub struct Line {
    /// The moves in order.
    pub moves: Vec<RankedMove>,
    /// Why it ends.
    pub end: End,
    /// How the game ends, in totals.
    pub finals: Totals,
}

/// The names of the moves, joined by spaces: `A b B+4`.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, ranked) in self.moves.iter().enumerate() {
            if at > 0 {
                f.write_str(" ")?;
            }
            ranked.fmt(f)?;
        }
        Ok(())
    }
}

impl Analysis {
    /// Questions about a game, answered from a table.
    ///
    /// # Errors
    /// If the table is of other rules.
    pub fn new(rules: Rules, table: &Table) -> Result<Self, TableError> {
        table.serves(rules.clauses(), Seeds::NONE)?;
        let moves = Arc::new(Moves::new(rules.clauses(), rules.clauses().shape()));
        Ok(Self { rules, table: table.clone(), moves, limit: u64::MAX, opening: OnceLock::new() })
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The table that answers.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// A game that begins with `start`, before the first move. It shares the moves of this analysis.
    ///
    /// # Panics
    /// If the board has another number of pits than the game.
    pub fn game(&self, start: Position) -> Game {
        Game::sharing(Arc::clone(&self.moves), self.rules, start)
    }

    /// Refuses to solve layers of more than `boards` boards again; at first every layer is solved where a game in
    /// progress needs it. [`crate::solver::memory_pinned`] says what that takes.
    pub fn with_limit(self, boards: u64) -> Self {
        Self { limit: boards, ..self }
    }

    /// Whether the opening rule holds for the next move from a position: the game has one, and this is its start.
    pub fn is_opening(&self, position: &Position) -> bool {
        self.rules.has_opening_rule() && *position == Position::start(&self.rules)
    }

    /// Says why the game is over on a position given alone; `None` if it goes on.
    pub fn end(&self, position: &Position) -> Option<End> {
        if position.board.total() == Seeds::NONE {
            return Some(End::AllCaptured);
        }
        let goes_on = match self.is_opening(position) {
            true => !self.moves.list_by_opening_rule(position.board).is_empty(),
            false => self.moves.for_each(position.board, |_, _, _| {}),
        };
        (!goes_on).then_some(End::NoMove)
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
            return self.in_game(&self.game(*position), Progress::NONE).value();
        }
        Ok(Answer::of(position, self.table.probe(position.board)?, false))
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
            return self.in_game(&self.game(*position), Progress::NONE).best();
        }
        self.ranked(position, &self.moves.list(position.board), &ValueSource::Table)
    }

    /// The main line: both sides always play the first of their best moves.
    ///
    /// # Errors
    /// If the table has too few layers or is damaged where it is needed.
    pub fn line(&self, position: &Position) -> Result<Line, AnalysisError> {
        self.in_game(&self.game(*position), Progress::NONE).line()
    }

    /// Questions about a game in progress, answered exactly: a position that was seen counts as an end worth 0. Where the
    /// history can matter the present layer is solved again, once; `progress` is then called as
    /// [`crate::solver::Solver::next_layer`] does.
    ///
    /// # Panics
    /// If the game is one of other rules.
    pub fn in_game<'g>(&'g self, game: &'g Game, progress: Progress<'g>) -> InGame<'g> {
        assert_eq!(game.rules(), &self.rules, "a game of the same rules");
        InGame::new(self, game, progress)
    }

    /// What an ended game pays on its last board.
    fn ended(&self, board: Board) -> Value {
        let margin = self.moves.ending(board);
        Value::new(margin, Distance::ENDED)
    }

    /// Moves of a position with their values, best first.
    fn ranked(
        &self,
        position: &Position,
        plays: &[Play],
        source: &ValueSource,
    ) -> Result<Vec<RankedMove>, AnalysisError> {
        let mut ranked = Vec::with_capacity(plays.len());
        for &play in plays {
            let after = position.after(&play);
            let theirs = source.probe(&self.table, &after)?;
            let value = Value::of_move(play.captured, theirs).ok_or(SolveError::Distance)?;
            ranked.push(RankedMove { play, value, best: false, after });
        }
        // Stable, so that equal moves stay in the order of the pits.
        ranked.sort_by(|one, other| other.value.compare(one.value));
        if let Some(value) = ranked.first().map(|best| best.value) {
            for ranked in &mut ranked {
                ranked.best = ranked.value == value;
            }
        }
        Ok(ranked)
    }
}

impl Answer {
    fn of(position: &Position, value: Value, first_move: bool) -> Self {
        let finals = position.finals(value.margin());
        Self { value, finals, outcome: finals.outcome(position.side), first_move }
    }
}

/// Why a question has no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// The table does not give it.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A layer cannot be solved again.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A layer that the history makes necessary to solve again is larger than was allowed.
    #[error(
        "what was seen before can matter here, so the layer of {seeds} seeds must be solved again, but its {boards} boards are more than the {limit} that fit into memory"
    )]
    Limit {
        /// The layer.
        seeds: Seeds,
        /// Its boards.
        boards: u64,
        /// The boards that were allowed.
        limit: u64,
    },
}
