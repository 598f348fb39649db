//! An analysis of either kind

use crate::rules::Rules;
use crate::table::{Table, TableError};
use crate::value::TableKind;

use super::ask::Analysis;
use super::bounds::BoundsAnalysis;

/// A game and its table, of the kind that its rules ask for.
#[derive(Clone)]
pub enum AnyAnalysis {
    /// A repetition splits the seeds: positions have margins.
    Margins(Analysis),
    /// The rules leave open what a repetition pays: positions have bounds.
    Bounds(BoundsAnalysis),
}

impl AnyAnalysis {
    /// Questions about a game, answered from a table.
    ///
    /// # Errors
    /// If the table is of other rules.
    pub fn new(rules: Rules, table: &Table) -> Result<Self, TableError> {
        Ok(match rules.clauses().kind() {
            TableKind::Margins => Self::Margins(Analysis::new(rules, table)?),
            TableKind::Bounds => Self::Bounds(BoundsAnalysis::new(rules, table)?),
        })
    }

    /// Refuses to solve layers of more than `boards` boards again.
    pub fn with_limit(self, boards: u64) -> Self {
        match self {
            Self::Margins(analysis) => Self::Margins(analysis.with_limit(boards)),
            Self::Bounds(analysis) => Self::Bounds(analysis.with_limit(boards)),
        }
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        match self {
            Self::Margins(analysis) => analysis.rules(),
            Self::Bounds(analysis) => analysis.rules(),
        }
    }

    /// The table that answers.
    pub fn table(&self) -> &Table {
        match self {
            Self::Margins(analysis) => analysis.table(),
            Self::Bounds(analysis) => analysis.table(),
        }
    }
}
