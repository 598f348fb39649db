//! A game with its table, and the ranking of moves by it
//!
//! Questions about a position and about a game in progress are both answered from it.

use std::sync::{Arc, OnceLock};

use crate::board::Board;
use crate::game::GameError;
use crate::moves::{Moves, Play};
use crate::position::Position;
use crate::rules::Rules;
use crate::shape::Shape;
use crate::solver::SolveError;
use crate::table::Table;
use crate::value::{Distance, Value};

use super::answer::RankedMove;
use super::error::AnalysisError;
use super::value_source::ValueSource;

/// A game with its table.
#[derive(Clone)]
pub(super) struct GameTable {
    pub(super) rules: Rules,
    pub(super) table: Table,
    pub(super) moves: Arc<Moves>,
    /// Most boards of a layer that may be solved again.
    pub(super) limit: u64,
    /// Where values come from under the opening rule, once that was needed.
    pub(super) opening: OnceLock<Arc<ValueSource>>,
}

impl GameTable {
    /// Refuses a position on a board of another shape.
    pub(super) fn fits(&self, position: &Position) -> Result<(), AnalysisError> {
        let [expected, found] = [self.rules.clauses().shape(), position.board.shape()].map(|shape| shape.pits());
        if expected == found { Ok(()) } else { Err(GameError::Shape { expected, found }.into()) }
    }

    /// Refuses other rules than those of this game.
    pub(super) fn plays(&self, rules: &Rules) -> Result<(), AnalysisError> {
        same_rules(&self.rules, rules)
    }

    /// What an ended game pays on its last board.
    pub(super) fn ended(&self, board: Board) -> Value {
        let margin = self.moves.ending(board);
        Value::new(margin, Distance::ENDED)
    }

    /// Moves of a position with their values, best first.
    pub(super) fn ranked(
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

/// Refuses a game of other rules than those of an analysis.
pub(super) fn same_rules(expected: &Rules, found: &Rules) -> Result<(), AnalysisError> {
    if expected == found {
        return Ok(());
    }
    let clause = |(name, value): (&str, String)| format!("{name} = {value}");
    let clauses = |rules: &Rules| rules.entries().into_iter().map(clause);
    let other = clauses(expected).zip(clauses(found)).find(|(expected, found)| expected != found);
    let (expected, found) = other.expect("rules that differ have a clause that differs");
    Err(AnalysisError::OtherRules { expected, found })
}
