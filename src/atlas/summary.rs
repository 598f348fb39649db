//! A game in a few numbers, to be set beside others
//!
//! The worth of the start, the best first moves, and how many boards there are. The numbers are those of a table: of margins, or of
//! bounds. A game whose repetitions split the seeds has both: its bounds are those of the same game with `repetition = open`.

use crate::analysis::{Analysis, AnalysisError, AnyAnalysis, BoundsAnalysis};
use crate::board::Seeds;
use crate::census;
use crate::position::Position;
use crate::progress::Progress;
use crate::rules::Rules;
use crate::table::Table;
use crate::value::{Distance, Outcome, Value};

/// A game in a few numbers, from its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameSummary {
    /// From a table of margins.
    Margins(MarginsSummary),
    /// From a table of bounds.
    Bounds(BoundsSummary),
}

/// A game in a few numbers, from a table of margins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarginsSummary {
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

/// A game in a few numbers, from a table of bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundsSummary {
    /// The seeds that South and North can force from the start on, whatever a repetition pays.
    pub least: [Seeds; 2],
    /// The seeds that neither side can force.
    pub open: Seeds,
    /// How the game ends for South; none if it depends on what a repetition pays.
    pub outcome: Option<Outcome>,
    /// South's best first moves, without what they capture: `A`.
    pub best: Vec<String>,
    /// Boards of layers 0 to the game's seeds.
    pub boards: u64,
    /// Boards of the game's last layer, the one that the start is in.
    pub last_boards: u64,
    /// The longest distance of all boards, over both numbers; none if nothing can be forced on any board.
    pub longest: Option<Distance>,
}

/// How much of a game's result is the same under every repetition rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Survives {
    /// The margin, and with it the outcome.
    Margin,
    /// The outcome: win or loss.
    Outcome,
    /// Neither.
    Nothing,
}

impl Survives {
    /// `margin`, `outcome` or `nothing`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Margin => "margin",
            Self::Outcome => "outcome",
            Self::Nothing => "nothing",
        }
    }
}

impl GameSummary {
    /// The numbers of a game, from its table.
    ///
    /// # Errors
    /// If the table is of other rules, has too few layers, or is damaged.
    pub fn new(rules: Rules, table: &Table) -> Result<Self, AnalysisError> {
        Ok(match AnyAnalysis::new(rules, table)? {
            AnyAnalysis::Margins(analysis) => Self::Margins(MarginsSummary::new(&analysis)?),
            AnyAnalysis::Bounds(analysis) => Self::Bounds(BoundsSummary::new(&analysis)?),
        })
    }
}

impl MarginsSummary {
    fn new(analysis: &Analysis) -> Result<Self, AnalysisError> {
        let start = Position::start(analysis.rules());
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
        for seeds in analysis.rules().seeds().layers() {
            let counts = census::count(analysis.table(), seeds)?;
            summary.boards += counts.boards;
            summary.drawn += counts.drawn;
            (summary.last_boards, summary.last_drawn) = (counts.boards, counts.drawn);
            summary.longest = summary.longest.max(counts.max_distance);
        }
        Ok(summary)
    }
}

impl BoundsSummary {
    fn new(analysis: &BoundsAnalysis) -> Result<Self, AnalysisError> {
        let (rules, table) = (analysis.rules(), analysis.table());
        let start = Position::start(rules);
        let game = analysis.in_game(analysis.game(start)?, Progress::NONE)?;
        let answer = game.value()?;
        let moves = game.best()?.into_iter().filter(|ranked| ranked.best);
        let longest = rules.seeds().layers().map(|seeds| table.max_distance(seeds)).max();
        Ok(Self {
            least: answer.least,
            open: answer.open,
            outcome: answer.outcome,
            best: moves.map(|ranked| start.side.move_name(ranked.play.pit)).collect(),
            boards: table.index().boards(rules.seeds()),
            last_boards: table.index().layer_boards(rules.seeds()),
            longest: longest.filter(|&longest| longest != Distance::ENDED),
        })
    }

    /// How much of the result is the same under every repetition rule.
    pub fn survives(&self) -> Survives {
        match self.outcome {
            _ if self.open == Seeds::NONE => Survives::Margin,
            Some(_) => Survives::Outcome,
            None => Survives::Nothing,
        }
    }
}
