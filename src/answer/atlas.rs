//! A game of an atlas as a row

use serde::Serialize;

use crate::atlas::{AtlasGame, AtlasResult, BoundsSummary, SolvedGame, Sweep};

use super::entries::Entries;
use super::moves::distance;
use crate::value::Distance;

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
        /// What the start is worth to South, in seeds; null if the rules leave open what a repetition pays.
        margin: Option<i8>,
        /// `win`, `draw` or `loss` for South; null like the margin.
        outcome: Option<&'static str>,
        /// Plies to the first capture or the end; null where the margin is 0 or null.
        distance: Option<u16>,
        /// South's best first moves.
        best: Vec<String>,
        /// Boards of all layers.
        boards: u64,
        /// Boards with margin 0; null like the margin.
        drawn: Option<u64>,
        /// Boards of the last layer.
        last_boards: u64,
        /// Boards of the last layer with margin 0; null like the margin.
        last_drawn: Option<u64>,
        /// The longest distance, in plies; null if there is none.
        longest: Option<u16>,
        /// What each side can force; absent if it was not asked for, or the rules have no bounds.
        #[serde(skip_serializing_if = "Option::is_none")]
        bounds: Option<AtlasBounds>,
        /// Seconds that the solve took, or both solves.
        seconds: f64,
    },
}

/// What each side can force from the start of a game on, whatever a repetition pays.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AtlasBounds {
    /// Seeds that South has at least at the end.
    pub least_south: u8,
    /// Seeds that North has at least at the end.
    pub least_north: u8,
    /// Seeds that neither side can force.
    pub open: u8,
    /// `win`, `draw` or `loss` for South; null if it depends on what a repetition pays.
    pub outcome: Option<&'static str>,
    /// South's best first moves.
    pub best: Vec<String>,
    /// What is the same under every repetition rule: `margin`, `outcome` or `nothing`.
    pub survives: &'static str,
}

impl From<&BoundsSummary> for AtlasBounds {
    fn from(summary: &BoundsSummary) -> Self {
        let [least_south, least_north] = summary.least.map(u8::from);
        Self {
            least_south,
            least_north,
            open: summary.open.into(),
            outcome: summary.outcome.map(|outcome| outcome.name()),
            best: summary.best.clone(),
            survives: summary.survives().name(),
        }
    }
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
            AtlasResult::Solved(solved) => solved.into(),
        }
    }
}

impl From<&SolvedGame> for AtlasOutcome {
    fn from(solved: &SolvedGame) -> Self {
        let SolvedGame { margins, bounds, seconds } = solved;
        let (margins, bounds) = (margins.as_ref(), bounds.as_ref());
        // The numbers are those of the margins, if there are any.
        let of_bounds = bounds.map(|found| (&found.best, found.boards, found.last_boards, found.longest));
        let of_margins = margins.map(|found| (&found.best, found.boards, found.last_boards, found.longest));
        let (best, boards, last_boards, longest) =
            of_margins.or(of_bounds).map_or_else(Default::default, |(best, boards, last_boards, longest)| {
                (best.clone(), boards, last_boards, longest.map(Distance::plies))
            });
        Self::Solved {
            margin: margins.map(|found| found.value.margin().seeds()),
            outcome: margins.map(|found| found.outcome.name()),
            distance: margins.and_then(|found| distance(found.value)),
            best,
            boards,
            drawn: margins.map(|found| found.drawn),
            last_boards,
            last_drawn: margins.map(|found| found.last_drawn),
            longest,
            bounds: bounds.map(Into::into),
            seconds: *seconds,
        }
    }
}
