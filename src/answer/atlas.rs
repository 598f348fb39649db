//! A game of an atlas as a row

use serde::Serialize;

use crate::atlas::{AtlasGame, AtlasResult, Sweep};

use super::entries::Entries;
use super::moves::distance;

/// A game of an atlas and its result.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AtlasRow {
    /// The game that is varied.
    pub game: String,
    /// Pits a side.
    pub pits: u8,
    /// The start: seeds a pit, or a board.
    pub start: String,
    /// The clauses of the reading with their values.
    pub reading: Entries,
    /// All clauses; absent if there is no such game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<Entries>,
    /// The result.
    #[serde(flatten)]
    pub outcome: AtlasOutcome,
}

/// The result of a game of an atlas.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "status", rename_all = "snake_case")]
pub enum AtlasOutcome {
    /// There is no such game, or it cannot be solved.
    Unfit {
        /// The reason.
        why: String,
    },
    /// The game is too large.
    LeftOut {
        /// Boards of its table; null if they cannot be counted.
        boards: Option<u64>,
    },
    /// The game was solved.
    Solved {
        /// What the start is worth to South, in seeds.
        margin: i8,
        /// `win`, `draw` or `loss` for South.
        outcome: &'static str,
        /// Plies to the first capture or the end; null where the margin is 0.
        distance: Option<u16>,
        /// South's best first moves.
        best: Vec<String>,
        /// Boards of all layers.
        boards: u64,
        /// Boards with margin 0.
        drawn: u64,
        /// Boards of the last layer.
        last_boards: u64,
        /// Boards of the last layer with margin 0.
        last_drawn: u64,
        /// The longest distance, in plies; null if every board is drawn.
        longest: Option<u16>,
        /// Seconds that the solve took.
        seconds: f64,
    },
}

impl AtlasRow {
    /// The row of one game of a sweep.
    pub fn new(sweep: &Sweep, game: &AtlasGame, result: &AtlasResult) -> Self {
        let reading = &sweep.readings[game.reading];
        Self {
            game: sweep.game.clone(),
            pits: game.pits,
            start: game.start.to_string(),
            reading: reading.iter().map(|(clause, value)| (*clause, value.as_str())).collect(),
            rules: game.rules.as_ref().ok().map(|rules| rules.entries().into_iter().collect()),
            outcome: result.into(),
        }
    }
}

impl From<&AtlasResult> for AtlasOutcome {
    fn from(result: &AtlasResult) -> Self {
        match result {
            AtlasResult::Unfit(why) => Self::Unfit { why: why.clone() },
            AtlasResult::LeftOut { boards } => {
                Self::LeftOut { boards: Some(*boards).filter(|&boards| boards < u64::MAX) }
            }
            AtlasResult::Solved(summary, seconds) => Self::Solved {
                margin: summary.value.margin().seeds(),
                outcome: summary.outcome.name(),
                distance: distance(summary.value),
                best: summary.best.clone(),
                boards: summary.boards,
                drawn: summary.drawn,
                last_boards: summary.last_boards,
                last_drawn: summary.last_drawn,
                longest: summary.longest.map(|distance| distance.plies()),
                seconds: *seconds,
            },
        }
    }
}
