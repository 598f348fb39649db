//! Reachable positions, counted or listed

use serde::Serialize;

use crate::analysis::{Analysis, AnalysisError};
use crate::board::Seeds;
use crate::position::Position;
use crate::progress::Progress;
use crate::reach::{Counts, walk};
use crate::rules::Rules;

use super::moves::distance;
use super::totals::FinalTotals;

/// Numbers of reachable positions and boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ReachCounts {
    /// Positions: board, side to move and captured totals.
    pub positions: u64,
    /// Boards with the side to move.
    pub boards_with_side: u64,
    /// Boards.
    pub boards: u64,
}

/// The reachable positions of one layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ReachLayer {
    /// Seeds of the layer.
    pub seeds: usize,
    /// Its numbers.
    #[serde(flatten)]
    pub counts: ReachCounts,
}

/// The reachable positions of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReachAnswer {
    /// The numbers of all layers together.
    #[serde(flatten)]
    pub all: ReachCounts,
    /// Every layer that can be reached, the empty one first.
    pub layers: Vec<ReachLayer>,
}

/// A reachable position in a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReachRow {
    /// The position.
    pub position: String,
    /// Seeds that the mover still gets minus seeds that the opponent still gets.
    pub margin: i8,
    /// The first of the best moves; null if the game is over.
    pub best: Option<String>,
    /// Plies to the next capture or the end; null where the margin is 0.
    pub distance: Option<u16>,
    /// The totals at the end.
    #[serde(rename = "final")]
    pub finals: FinalTotals,
}

impl From<Counts> for ReachCounts {
    fn from(counts: Counts) -> Self {
        Self { positions: counts.positions, boards_with_side: counts.boards_with_side, boards: counts.boards }
    }
}

impl ReachAnswer {
    /// Walks over the positions of a game and counts them. `progress` is called with boards.
    pub fn count(rules: &Rules, progress: Progress<'_>) -> Self {
        let mut all = Counts::default();
        let mut layers = Vec::new();
        let layer = |seeds: Seeds, counts: Counts| ReachLayer { seeds: seeds.count(), counts: counts.into() };
        let Ok(()) = walk::<std::convert::Infallible>(rules, progress, |reached| {
            let counts = reached.counts();
            all += counts;
            layers.push(layer(reached.seeds(), counts));
            Ok(())
        });
        // The walk begins with the full layer.
        layers.reverse();
        Self { all: all.into(), layers }
    }
}

impl ReachRow {
    /// The row of a position.
    ///
    /// # Errors
    /// If the table does not answer.
    pub fn new(analysis: &Analysis, position: &Position) -> Result<Self, AnalysisError> {
        let answer = analysis.value(position)?;
        let moves = analysis.best(position)?;
        Ok(Self {
            position: position.to_string(),
            margin: answer.value.margin().seeds(),
            best: moves.first().map(|best| position.move_name(&best.play)),
            distance: distance(answer.value),
            finals: answer.finals.into(),
        })
    }
}
