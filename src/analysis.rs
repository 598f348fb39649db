//! Ranked moves, and the main line
//!
//! What a table says about boards becomes an answer about positions of a game. A table speaks for a fresh history: the
//! start of a game, or just after a capture. The one place where that is not enough here is the start of a game whose
//! first move captures nothing: that node stands above the table, and it counts as seen, so if its board comes back
//! with the same player to move the game is over. Where this can matter, the full layer is solved again with the start
//! pinned.

use hashbrown::HashSet;

use crate::board::{Board, Seeds};
use crate::moves::{Moves, Play};
use crate::position::{Position, Side, Totals};
use crate::rules::Rules;
use crate::solver::{self, Layer, SolveError};
use crate::table::{Table, TableError};
use crate::value::{Distance, Margin, Outcome, Value};

/// A game and its table, ready for questions.
pub struct Analysis<'a> {
    rules: Rules,
    table: &'a Table,
    moves: Moves,
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
    /// Whether this is a first move that captures nothing.
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

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// No seed is left on the board.
    AllCaptured,
    /// The player to move has no legal move.
    NoMove,
    /// A board came again with the same player to move.
    Repetition,
}

impl End {
    /// `all_captured`, `no_move` or `repetition`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::AllCaptured => "all_captured",
            Self::NoMove => "no_move",
            Self::Repetition => "repetition",
        }
    }
}

/// Where the values of boards come from.
enum Source {
    /// The table: no position was seen before that could matter.
    Table,
    /// A layer solved again with the start pinned, for South and for North; the table for every lower layer.
    Pinned(Box<[Layer; 2]>),
}

impl<'a> Analysis<'a> {
    /// Questions about a game, answered from a table.
    ///
    /// # Errors
    /// If the table is of other rules.
    pub fn new(rules: Rules, table: &'a Table) -> Result<Self, TableError> {
        table.serves(&rules.clauses, Seeds::NONE)?;
        Ok(Self { rules, table, moves: Moves::new(&rules.clauses, rules.clauses.shape()) })
    }

    /// Whether a position is the start of a game whose first move captures nothing.
    pub fn is_quiet_start(&self, position: &Position) -> bool {
        !self.rules.captures_on_first_move && *position == Position::start(&self.rules)
    }

    /// What perfect play from a position gives.
    ///
    /// # Errors
    /// If the table has too few layers or is damaged where it is needed.
    pub fn value(&self, position: &Position) -> Result<Answer, AnalysisError> {
        let first_move = self.is_quiet_start(position);
        let value = if first_move {
            let ranked = self.best(position)?;
            ranked.first().map_or_else(|| self.ended(position.board), |best| best.value)
        } else {
            self.table.probe(position.board)?
        };
        let finals = position.finals(value.margin);
        Ok(Answer { value, finals, outcome: finals.outcome(position.side), first_move })
    }

    /// Every legal move, best first: by larger margin; then, winning, by smaller distance, losing, by larger distance;
    /// then by the lower pit. Empty if the game is over.
    ///
    /// # Errors
    /// If the table has too few layers or is damaged where it is needed.
    pub fn best(&self, position: &Position) -> Result<Vec<RankedMove>, AnalysisError> {
        self.ranked(position, &self.source(position)?)
    }

    /// The main line: both sides always play the first of their best moves.
    ///
    /// # Errors
    /// If the table has too few layers or is damaged where it is needed.
    pub fn line(&self, position: &Position) -> Result<Line, AnalysisError> {
        let source = self.source(position)?;
        let mut position = *position;
        let mut moves = Vec::new();
        let mut seen = HashSet::new();
        loop {
            if !seen.insert((position.board, position.side)) {
                return Ok(Line { moves, end: End::Repetition, finals: position.finals(Margin::ZERO) });
            }
            let Some(best) = self.ranked(&position, &source)?.into_iter().next() else {
                let end = if position.board.total() == Seeds::NONE { End::AllCaptured } else { End::NoMove };
                return Ok(Line { moves, end, finals: position.finals(self.ended(position.board).margin) });
            };
            if best.play.captured != Seeds::NONE {
                seen.clear();
            }
            position = best.after;
            moves.push(best);
        }
    }

    /// What an ended game pays on its last board.
    fn ended(&self, board: Board) -> Value {
        let margin = Margin::new(self.moves.ending(board).into()).expect("an ending pays a margin");
        Value::new(margin, Distance::ENDED)
    }

    fn ranked(&self, position: &Position, source: &Source) -> Result<Vec<RankedMove>, AnalysisError> {
        let plays = if self.is_quiet_start(position) {
            self.moves.list_without_captures(position.board)
        } else {
            self.moves.list(position.board)
        };
        let mut ranked = Vec::with_capacity(plays.len());
        for play in plays {
            let after = position.after(&play);
            let theirs = self.probe(&after, source)?;
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

    fn probe(&self, position: &Position, source: &Source) -> Result<Value, AnalysisError> {
        if let Source::Pinned(layers) = source {
            let layer = &layers[position.side as usize];
            if position.board.total() == layer.seeds() {
                return Ok(layer.value(self.table.index().rank(position.board)));
            }
        }
        Ok(self.table.probe(position.board)?)
    }

    /// What answers questions about a position and everything that can follow it.
    fn source(&self, position: &Position) -> Result<Source, AnalysisError> {
        if !self.is_quiet_start(position) {
            return Ok(Source::Table);
        }
        // A node worth 0 may be replaced by an end worth 0 without changing any value.
        let draws = self.table.probe(position.board)?.margin == Margin::ZERO;
        if draws || !self.can_return(position) {
            return Ok(Source::Table);
        }
        let seeds = position.board.total();
        let lower = Seeds::new(seeds.count() - 1).map(|seeds| self.table.margins(seeds)).transpose()?.unwrap_or(&[]);
        let seen = [(position.board, position.side as usize)];
        let layers = solver::solve_pinned(&self.rules.clauses, lower, seeds, &seen, &|_| {})?;
        Ok(Source::Pinned(Box::new(layers)))
    }

    /// Whether the start can come back with the same side to move, as far as a short search backwards can tell: false
    /// only if it is certain that it cannot.
    fn can_return(&self, start: &Position) -> bool {
        const ENOUGH: usize = 1 << 12;
        let first: Vec<Board> = self.moves.list_without_captures(start.board).iter().map(|play| play.board).collect();
        let mut before: HashSet<(Board, Side)> = HashSet::from_iter([(start.board, start.side)]);
        let mut open = vec![(start.board, start.side)];
        while let Some((board, side)) = open.pop() {
            if side == Side::North && first.contains(&board) || before.len() > ENOUGH {
                return true;
            }
            self.moves.for_each_stay_before(board, |board| {
                if before.insert((board, side.other())) {
                    open.push((board, side.other()));
                }
            });
        }
        false
    }
}

/// Why a question has no answer.
#[derive(Debug, thiserror::Error)]
pub enum AnalysisError {
    /// The table does not give it.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A layer cannot be solved again.
    #[error(transparent)]
    Solve(#[from] SolveError),
}
