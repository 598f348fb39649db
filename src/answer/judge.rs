//! A judged game

use serde::Serialize;

use crate::analysis::AnyAnalysis;
use crate::game::Game;
use crate::judge::{Judgement, Verdict};
use crate::position::{Prospect, Side};
use crate::record::Record;
use crate::value::{AnyValue, Outcome, TableKind};

use super::bounds::BoundsOfBoard;
use super::ending::EndingAnswer;
use super::entries::Entries;
use super::moves::distance;
use super::partial::why_unknown;
use super::totals::FinalTotals;

/// A number of seeds for each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SideTotals {
    /// South's.
    pub south: usize,
    /// North's.
    pub north: usize,
}

/// What each player has at the end.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum ProspectAnswer {
    /// The totals.
    Totals(FinalTotals),
    /// The rules leave open what a repetition pays.
    Between {
        /// What each player has at least.
        least: FinalTotals,
        /// What each player has at most.
        most: FinalTotals,
    },
}

/// What a position and a move from it are worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum JudgedWorth {
    /// In a game with margins.
    Margin {
        /// What the position was worth to the mover, in seeds; null if it is unknown.
        margin: Option<i8>,
        /// Plies to the next capture or the end; null where the margin is 0 or unknown.
        distance: Option<u16>,
        /// What the move was worth to the mover, in seeds; null if it is unknown.
        margin_of_move: Option<i8>,
        /// The distance of the move, in plies; null where its margin is 0 or unknown.
        distance_of_move: Option<u16>,
    },
    /// In a game whose rules leave open what a repetition pays.
    Bounds {
        /// What each side could force before the move, in the view of the mover; null if it is unknown.
        bounds: Option<BoundsOfBoard>,
        /// What each side can force after the move, in the same view; null if it is unknown.
        bounds_of_move: Option<BoundsOfBoard>,
    },
}

/// A judged move.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JudgedMove {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// The mover.
    pub side: &'static str,
    /// The position before the move.
    pub position: String,
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// What the position and the move were worth.
    #[serde(flatten)]
    pub worth: JudgedWorth,
    /// The best moves; empty if the position is unknown.
    pub best: Vec<String>,
    /// Whether the move is one of them; null if that is unknown.
    pub is_best: Option<bool>,
    /// Certain seeds that the move gave away; null if that is unknown.
    pub gives_away: Option<u32>,
    /// Seeds that each player has given away so far.
    pub given_away: SideTotals,
    /// Seeds that each player has captured so far.
    pub captured: SideTotals,
    /// What each player has at the end, by perfect play from here on; null if it is unknown.
    #[serde(rename = "final")]
    pub finals: Option<ProspectAnswer>,
    /// Why the move is not judged; absent if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown: Option<String>,
}

/// The moves of one player together. Unknown moves are not counted.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SummaryAnswer {
    /// Moves with more than one to choose from.
    pub choices: usize,
    /// Those that gave nothing away.
    pub kept: usize,
    /// The share of them, from 0 to 1; null if there was no choice.
    pub accuracy: Option<f64>,
    /// Certain seeds given away.
    pub given_away: u32,
    /// The number of the ply that gave most away; null if none did.
    pub worst_ply: Option<usize>,
}

/// A move that changed who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct TurnAnswer {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// Who wins by perfect play after it.
    pub then: &'static str,
}

/// A judged game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JudgeAnswer {
    /// True.
    pub legal: bool,
    /// The game.
    pub game: String,
    /// The tags of the record.
    pub tags: Entries,
    /// The first position.
    pub from: String,
    /// What each player has at the end, by perfect play from the first position on; null if it is unknown.
    pub perfect: Option<ProspectAnswer>,
    /// Present if the table covers only the end of the game: the seeds of its last layer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known_up_to: Option<usize>,
    /// Present if the table covers only the end of the game: the first ply that is judged, from 1; null if none is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub judged_from: Option<Option<usize>>,
    /// Every move.
    pub moves: Vec<JudgedMove>,
    /// South's moves together.
    pub south: SummaryAnswer,
    /// North's moves together.
    pub north: SummaryAnswer,
    /// The moves that changed who wins.
    pub turns: Vec<TurnAnswer>,
    /// Why the game is over by its rules; null if it is not.
    pub over: Option<&'static str>,
    /// What each player has at the end, by perfect play from the last position on; null if it is unknown.
    #[serde(rename = "final")]
    pub finals: Option<ProspectAnswer>,
    /// The result that the record claims.
    pub result: EndingAnswer,
}

impl From<Prospect> for ProspectAnswer {
    fn from(Prospect { least, most }: Prospect) -> Self {
        if least == most {
            return Self::Totals(least.into());
        }
        Self::Between { least: least.into(), most: most.into() }
    }
}

impl JudgedWorth {
    fn new(kind: TableKind, judged: &Judgement) -> Self {
        let margin = |worth: Option<AnyValue>| match worth {
            Some(AnyValue::Margin(value)) => (Some(value.margin().seeds()), distance(value)),
            _ => (None, None),
        };
        let bounds = |worth: Option<AnyValue>| match worth {
            Some(AnyValue::Bounds(bounds)) => Some(BoundsOfBoard::from(bounds)),
            _ => None,
        };
        match kind {
            TableKind::Margins => {
                let ((margin, distance), (margin_of_move, distance_of_move)) =
                    (margin(judged.worth), margin(judged.made));
                Self::Margin { margin, distance, margin_of_move, distance_of_move }
            }
            TableKind::Bounds => Self::Bounds { bounds: bounds(judged.worth), bounds_of_move: bounds(judged.made) },
        }
    }
}

impl JudgedMove {
    fn new(analysis: &AnyAnalysis, at: usize, judged: &Judgement, given_away: SideTotals) -> Self {
        let [south, north] = judged.after.captured.map(|seeds| seeds.count());
        let why = || why_unknown(judged.before.board.total(), analysis.known_up_to());
        Self {
            ply: at + 1,
            side: judged.before.side.name(),
            position: judged.before.to_string(),
            name: judged.before.move_name(&judged.play),
            worth: JudgedWorth::new(analysis.table().kind(), judged),
            best: judged.best.iter().map(|play| judged.before.move_name(play)).collect(),
            is_best: judged.is_best(),
            gives_away: judged.given_away(),
            given_away,
            captured: SideTotals { south, north },
            finals: judged.prospect.map(Into::into),
            unknown: judged.given_away().is_none().then(why),
        }
    }
}

impl SummaryAnswer {
    fn new(verdict: &Verdict, side: Side) -> Self {
        let summary = verdict.summary(side);
        Self {
            choices: summary.choices,
            kept: summary.kept,
            accuracy: summary.accuracy(),
            given_away: summary.given_away,
            worst_ply: summary.worst.map(|at| at + 1),
        }
    }
}

impl TurnAnswer {
    fn new((at, south): (usize, Option<Outcome>)) -> Self {
        let then = match south {
            Some(Outcome::Win) => "South wins",
            Some(Outcome::Draw) => "a draw",
            Some(Outcome::Loss) => "North wins",
            None => "open",
        };
        Self { ply: at + 1, then }
    }
}

impl JudgeAnswer {
    /// The verdict on a game of a record.
    pub fn new(name: &str, analysis: &AnyAnalysis, record: &Record, game: &Game, verdict: &Verdict) -> Self {
        let mut given_away = SideTotals::default();
        let moves = verdict.moves.iter().enumerate().map(|(at, judged)| {
            let own = match judged.before.side {
                Side::South => &mut given_away.south,
                Side::North => &mut given_away.north,
            };
            *own += judged.given_away().unwrap_or_default() as usize;
            JudgedMove::new(analysis, at, judged, given_away)
        });
        let moves = moves.collect();
        let partial = verdict.start.is_none();
        Self {
            legal: true,
            game: name.to_owned(),
            tags: record.tags().collect(),
            from: game.positions()[0].to_string(),
            perfect: verdict.start.map(Into::into),
            known_up_to: partial.then(|| analysis.known_up_to().count()),
            judged_from: partial.then(|| verdict.first_judged().map(|at| at + 1)),
            moves,
            south: SummaryAnswer::new(verdict, Side::South),
            north: SummaryAnswer::new(verdict, Side::North),
            turns: verdict.turns().into_iter().map(TurnAnswer::new).collect(),
            over: game.end().map(|end| end.name()),
            finals: verdict.last().map(Into::into),
            result: record.ending(game).into(),
        }
    }
}
