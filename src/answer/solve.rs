//! What a solve needs, and what it has found

use serde::Serialize;

use crate::analysis::{Answer, BoundedMove, BoundsAnswer, RankedMove};
use crate::position::Position;
use crate::solve::{Plan, SolveTarget};

use super::asked::PositionAnswer;
use super::bounds::{BoundsMove, BoundsOfBoard, SeedsOfSides};
use super::moves::{MoveAnswer, distance};
use super::reach::ReachCounts;
use super::totals::FinalTotals;

/// What a solve into a file needs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PlanAnswer {
    /// The game.
    pub game: String,
    /// Boards of the table; null if they are more than 64 bits can count, as for memory and disk.
    pub boards: Option<u64>,
    /// Bytes of memory at most.
    pub memory: Option<u64>,
    /// Bytes of disk.
    pub disk: Option<u64>,
    /// Seconds, very roughly.
    pub seconds: f64,
}

/// What a solve has found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolveAnswer {
    /// The game.
    pub game: String,
    /// Boards of the table.
    pub boards: u64,
    /// Seeds of the last layer.
    pub max_seeds: usize,
    /// The file.
    pub table: String,
    /// Bytes of the file.
    pub bytes: u64,
    /// Seconds that the solve took.
    pub seconds: f64,
    /// The layers up to this one come from an earlier solve that was stopped, and were not verified; absent if every layer
    /// was solved or verified now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unverified_up_to: Option<usize>,
    /// What the start is worth; absent if the table does not go up to it.
    #[serde(flatten)]
    pub start: Option<SolvedStart>,
    /// Numbers of reachable positions, if they were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reach: Option<ReachCounts>,
}

/// What the start of a game is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum SolvedStart {
    /// Its margin.
    Margin(MarginStart),
    /// What each side can force.
    Bounds(BoundsStart),
}

/// What the start of a game is worth, from a table that is not kept.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StartValue {
    /// Boards of the table.
    pub boards: u64,
    /// Value and moves of the start.
    #[serde(flatten)]
    pub answer: PositionAnswer,
}

/// The start of a game with its margin.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MarginStart {
    /// The start.
    pub position: String,
    /// Seeds that South gets minus seeds that North gets under perfect play.
    pub margin: i8,
    /// `win`, `draw` or `loss` for South.
    pub outcome: &'static str,
    /// Plies to the next capture or the end; null where the margin is 0.
    pub distance: Option<u16>,
    /// The totals at the end.
    #[serde(rename = "final")]
    pub finals: FinalTotals,
    /// Every first move, best first.
    pub moves: Vec<MoveAnswer>,
    /// Present, and true, if the game has an opening rule. The field keeps its name for programs that read it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub first_move: bool,
}

/// The start of a game with what each side can force.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BoundsStart {
    /// The start.
    pub position: String,
    /// What South, who moves first, and North can force.
    #[serde(flatten)]
    pub bounds: BoundsOfBoard,
    /// The seeds that neither side can force. They depend on what a repetition pays.
    pub open: usize,
    /// What each side has at least at the end.
    pub least: SeedsOfSides,
    /// What each side has at most at the end.
    pub most: SeedsOfSides,
    /// `win`, `draw` or `loss` for South, whatever a repetition pays; null if it depends on that.
    pub outcome: Option<&'static str>,
    /// Every first move, best first.
    pub moves: Vec<BoundsMove>,
    /// Present, and true, if the game has an opening rule.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub first_move: bool,
}

impl PlanAnswer {
    /// The needs of a game.
    pub fn new(game: &str, plan: &Plan) -> Self {
        let counted = |number| (number < u64::MAX).then_some(number);
        Self {
            game: game.to_owned(),
            boards: counted(plan.boards()),
            memory: counted(plan.memory(SolveTarget::File)),
            disk: counted(plan.disk()),
            seconds: plan.seconds(),
        }
    }
}

impl BoundsStart {
    /// The start with what each side can force, and its moves.
    pub fn new(position: &Position, answer: &BoundsAnswer, moves: &[BoundedMove]) -> Self {
        Self {
            position: position.to_string(),
            bounds: answer.bounds.into(),
            open: answer.open.count(),
            least: answer.least.into(),
            most: answer.most.into(),
            outcome: answer.outcome.map(|outcome| outcome.name()),
            moves: moves.iter().map(BoundsMove::new).collect(),
            first_move: answer.by_opening_rule,
        }
    }
}

impl MarginStart {
    /// The start with its value and its moves.
    pub fn new(position: &Position, answer: &Answer, moves: &[RankedMove]) -> Self {
        Self {
            position: position.to_string(),
            margin: answer.value.margin().seeds(),
            outcome: answer.outcome.name(),
            distance: distance(answer.value),
            finals: answer.finals.into(),
            moves: moves.iter().map(|ranked| MoveAnswer::new(position, ranked, None)).collect(),
            first_move: answer.by_opening_rule,
        }
    }
}
