//! A game in a few numbers, to be set beside others
//!
//! The value of the start, the best first moves, and how many boards are drawn.

use crate::analysis::{Analysis, AnalysisError};
use crate::census;
use crate::position::Position;
use crate::rules::Rules;
use crate::table::Table;
use crate::value::{Distance, Outcome, Value};

/// A game in a few numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSummary {
    /// What the start is worth to South, who moves first.
    pub value: Value,
    /// How the game ends for South.
    pub outcome: Outcome,
    /// South's best first moves, without what they capture: `A`.
    pub best: Vec<String>,
    /// Boards of layers 0 to the game's seeds.
    pub boards: u64,
    /// Those of them with margin 0.
    pub drawn: u64,
    /// Boards of the game's last layer, the one that the start is in.
    pub last_boards: u64,
    /// Those of them with margin 0.
    pub last_drawn: u64,
    /// The longest distance of all boards; none if every board is drawn.
    pub longest: Option<Distance>,
}

impl GameSummary {
    /// The numbers of a game, from its table.
    ///
    /// # Errors
    /// If the table is of other rules, has too few layers, or is damaged.
    pub fn new(rules: Rules, table: &Table) -> Result<Self, AnalysisError> {
        let analysis = Analysis::new(rules, table)?;
        let start = Position::start(&rules);
        let answer = analysis.value(&start)?;
        let moves = analysis.best(&start)?.into_iter().filter(|ranked| ranked.best);
        let mut summary = Self {
            value: answer.value,
            outcome: answer.outcome,
            best: moves.map(|ranked| start.side.move_name(ranked.play.pit)).collect(),
            boards: 0,
            drawn: 0,
            last_boards: 0,
            last_drawn: 0,
            longest: None,
        };
        for seeds in rules.seeds().layers() {
            let counts = census::count(table, seeds)?;
            summary.boards += counts.boards;
            summary.drawn += counts.drawn;
            (summary.last_boards, summary.last_drawn) = (counts.boards, counts.drawn);
            summary.longest = summary.longest.max(counts.max_distance);
        }
        Ok(summary)
    }
}
