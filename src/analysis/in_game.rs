//! Exact answers in the middle of a game
//!
//! A position seen since the last capture is an end worth 0. A table does not know what was seen. If the history can
//! matter, the present layer is solved again with the seen positions pinned to 0. Otherwise the table answers. The history
//! cannot matter
//!
//! * if nothing was seen since the last capture;
//! * if every position seen is worth 0 in the table: an end worth 0 can replace a node worth 0 without changing any value;
//! * if no game can return to any of these positions.
//!
//! For its own moves, the present position counts as seen. That changes neither its value nor its best moves: along them the
//! distance falls, so they never return to it, and a player who is not ahead loses nothing by returning. It can change the
//! other moves of a player who is ahead: a slow way to win may return to this position, and is then no win.

use std::cell::OnceCell;
use std::sync::Arc;

use hashbrown::HashSet;

use crate::board::Seeds;
use crate::game::{End, Game};
use crate::position::Position;
use crate::progress::Progress;
use crate::solver;
use crate::value::{Margin, Value};

use super::answer::{Answer, Line, RankedMove};
use super::can_return::can_return;
use super::error::AnalysisError;
use super::game_table::GameTable;
use super::value_source::ValueSource;

/// A game in progress and a table, ready for questions about the position now. Made by [`Analysis::in_game`](super::Analysis::in_game).
pub struct InGame<'a> {
    known: &'a GameTable,
    game: &'a Game,
    progress: Progress<'a>,
    /// What knows the value and the best moves.
    best: OnceCell<Arc<ValueSource>>,
    /// What knows every move.
    every: OnceCell<Arc<ValueSource>>,
}

impl<'a> InGame<'a> {
    pub(super) fn new(known: &'a GameTable, game: &'a Game, progress: Progress<'a>) -> Self {
        Self { known, game, progress, best: OnceCell::new(), every: OnceCell::new() }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        self.game
    }

    /// Returns what perfect play gives from the present position on, in this game.
    ///
    /// # Errors
    /// If the table has too few layers or is damaged where it is needed, or a layer cannot be solved again.
    pub fn value(&self) -> Result<Answer, AnalysisError> {
        let position = self.game.position();
        let value = match self.game.end() {
            Some(end) => self.ended(position, end),
            None => match self.best_source()? {
                ValueSource::Table if !self.game.is_opening() => self.known.table.probe(position.board)?,
                source => self.ranked(source)?[0].value,
            },
        };
        Ok(Answer::of(position, value, self.game.is_opening()))
    }

    /// Every legal move with its value in this game, best first, ordered as by [`Analysis::best`](super::Analysis::best); empty if the game is
    /// over. A move that leads to a position seen before, this one included, is worth 0.
    ///
    /// # Errors
    /// Like [`InGame::value`].
    pub fn best(&self) -> Result<Vec<RankedMove>, AnalysisError> {
        if self.game.end().is_some() {
            return Ok(Vec::new());
        }
        self.ranked(self.every_source()?)
    }

    /// Returns only the best moves, which takes less work than all of them.
    ///
    /// # Errors
    /// Like [`InGame::value`].
    pub fn best_alone(&self) -> Result<Vec<RankedMove>, AnalysisError> {
        if self.game.end().is_some() {
            return Ok(Vec::new());
        }
        let mut moves = self.ranked(self.best_source()?)?;
        moves.retain(|ranked| ranked.best);
        Ok(moves)
    }

    /// The main line of this game: both sides always play the first of their best moves.
    ///
    /// # Errors
    /// Like [`InGame::value`].
    pub fn line(&self) -> Result<Line, AnalysisError> {
        let mut position = *self.game.position();
        let mut moves = Vec::new();
        if let Some(end) = self.game.end() {
            let finals = position.finals(self.ended(&position, end).margin());
            return Ok(Line { moves, end, finals });
        }
        let source = self.best_source()?;
        let mut seen: HashSet<_> = self.game.seen().iter().map(|position| (position.board, position.side)).collect();
        let mut plays = self.game.legal();
        let end = loop {
            if !seen.insert((position.board, position.side)) {
                break End::Repetition;
            }
            let Some(best) = self.known.ranked(&position, &plays, source)?.into_iter().next() else {
                break if position.board.total() == Seeds::NONE { End::AllCaptured } else { End::NoMove };
            };
            if best.play.captured != Seeds::NONE {
                seen.clear();
            }
            position = best.after;
            plays = self.known.moves.list(position.board);
            moves.push(best);
        };
        Ok(Line { moves, end, finals: position.finals(self.ended(&position, end).margin()) })
    }

    /// Returns the table's value of the present position, as if nothing had been seen before; none where the opening rule
    /// holds, which no table takes into account.
    ///
    /// # Errors
    /// If the table has too few layers or is damaged where it is needed.
    pub fn table_value(&self) -> Result<Option<Value>, AnalysisError> {
        if self.game.is_opening() {
            return Ok(None);
        }
        Ok(Some(self.known.table.probe(self.game.position().board)?))
    }

    /// Returns the value of one of the moves by the table alone.
    ///
    /// # Errors
    /// If the table has too few layers or is damaged where it is needed.
    pub fn table_value_of(&self, ranked: &RankedMove) -> Result<Option<Value>, AnalysisError> {
        Ok(Value::of_move(ranked.play.captured, self.known.table.probe(ranked.after.board)?))
    }

    fn ended(&self, position: &Position, end: End) -> Value {
        match end {
            End::Repetition => Value::DRAW,
            End::AllCaptured | End::NoMove => self.known.ended(position.board),
        }
    }

    fn ranked(&self, source: &ValueSource) -> Result<Vec<RankedMove>, AnalysisError> {
        self.known.ranked(self.game.position(), &self.game.legal(), source)
    }

    /// What knows the value and the best moves.
    fn best_source(&self) -> Result<&ValueSource, AnalysisError> {
        let find = || match (self.game.is_opening(), self.known.opening.get()) {
            (true, Some(known)) => Ok(Arc::clone(known)),
            // Its own board in the table is play with captures, which it can come back to like any position seen before.
            (true, None) => {
                let found = self.source(std::slice::from_ref(self.game.position()))?;
                Ok(Arc::clone(self.known.opening.get_or_init(|| found)))
            }
            (false, _) => self.source(self.game.seen()),
        };
        once(&self.best, find)
    }

    /// What knows every move.
    fn every_source(&self) -> Result<&ValueSource, AnalysisError> {
        let find = || {
            let best = self.best_source()?;
            let kept = self.best.get().map(Arc::clone).unwrap_or_default();
            if self.game.is_opening() || matches!(best, ValueSource::Pinned(_)) {
                return Ok(kept);
            }
            let moves = self.ranked(best)?;
            let slow = |ranked: &RankedMove| {
                !ranked.best && ranked.play.captured == Seeds::NONE && ranked.value.margin() > Margin::ZERO
            };
            if !moves.iter().any(slow) {
                return Ok(kept);
            }
            let now = self.game.seen().len() + 1;
            let positions = self.game.positions();
            self.source(&positions[positions.len() - now..])
        };
        once(&self.every, find)
    }

    /// What answers once these positions were seen.
    fn source(&self, seen: &[Position]) -> Result<Arc<ValueSource>, AnalysisError> {
        let table = &self.known.table;
        let mut drawn = true;
        for position in seen {
            drawn &= table.probe(position.board)?.margin() == Margin::ZERO;
        }
        if drawn || !can_return(&self.known.moves, self.game, seen) {
            return Ok(Arc::default());
        }
        let position = self.game.position();
        let seeds = position.board.total();
        let lower = Seeds::new(seeds.count() - 1);
        // A copy of the margins counts like boards that are solved, each of which takes more than four bytes.
        let copied = lower.map_or(0, |lower| table.margins_memory(lower)) / 4;
        let (boards, limit) = (table.index().layer_boards(seeds), self.known.limit);
        if boards.saturating_add(copied) > limit {
            return Err(AnalysisError::Limit { seeds, boards, limit });
        }
        let lower = lower.map(|lower| table.margins(lower)).transpose()?.unwrap_or_default();
        let seen = self.game.seen().iter().chain([position]);
        let pins: Vec<_> = seen.map(|position| (position.board, position.side)).collect();
        let layers = solver::solve_pinned(table.clauses(), &lower, seeds, &pins, self.progress)?;
        Ok(Arc::new(ValueSource::Pinned(Box::new(layers))))
    }
}

/// Returns the content of a cell, and finds it first if the cell is empty.
fn once(
    cell: &OnceCell<Arc<ValueSource>>,
    find: impl FnOnce() -> Result<Arc<ValueSource>, AnalysisError>,
) -> Result<&ValueSource, AnalysisError> {
    match cell.get() {
        Some(known) => Ok(known),
        None => {
            let found = find()?;
            Ok(cell.get_or_init(|| found))
        }
    }
}
