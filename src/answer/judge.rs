//! A judged game

use serde::Serialize;

use crate::game::Game;
use crate::judge::{Judgement, Verdict};
use crate::position::{Side, Totals};
use crate::record::{Record, RecordError};
use crate::value::Outcome;

use super::entries::Entries;
use super::moves::distance;
use super::totals::FinalTotals;

/// A number of seeds for each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct SideTotals {
    /// South's.
    pub south: usize,
    /// North's.
    pub north: usize,
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
    /// What the position was worth to the mover, in seeds.
    pub margin: i8,
    /// Plies to the next capture or the end; null where the margin is 0.
    pub distance: Option<u16>,
    /// What the move was worth to the mover, in seeds.
    pub margin_of_move: i8,
    /// The distance of the move, in plies; null where its margin is 0.
    pub distance_of_move: Option<u16>,
    /// The best moves.
    pub best: Vec<String>,
    /// Whether the move is one of them.
    pub is_best: bool,
    /// Seeds of the margin that the move gave away.
    pub gives_away: u32,
    /// Seeds that each player has given away so far.
    pub given_away: SideTotals,
    /// Seeds that each player has captured so far.
    pub captured: SideTotals,
    /// The totals at the end, by perfect play from here on.
    #[serde(rename = "final")]
    pub finals: FinalTotals,
}

/// The moves of one player together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SummaryAnswer {
    /// Moves with more than one to choose from.
    pub choices: usize,
    /// Those that gave nothing away.
    pub kept: usize,
    /// The share of them, from 0 to 1; null if there was no choice.
    pub accuracy: Option<f64>,
    /// Seeds given away.
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
    /// The totals at the end, by perfect play from the first position on.
    pub perfect: FinalTotals,
    /// Every move.
    pub moves: Vec<JudgedMove>,
    /// South's moves together.
    pub south: SummaryAnswer,
    /// North's moves together.
    pub north: SummaryAnswer,
    /// The moves that changed who wins.
    pub turns: Vec<TurnAnswer>,
    /// Why the game is over; null if it is not.
    pub over: Option<&'static str>,
    /// The totals at the end, by perfect play from the last position on.
    #[serde(rename = "final")]
    pub finals: FinalTotals,
}

/// A record of a game that cannot have been played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RefusedRecord {
    /// False.
    pub legal: bool,
    /// The line of the record, from 1.
    pub line: usize,
    /// The reason.
    pub reason: String,
}

impl JudgedMove {
    fn new(at: usize, judged: &Judgement, given_away: SideTotals) -> Self {
        let [south, north] = judged.made.after.captured.map(|seeds| seeds.count());
        Self {
            ply: at + 1,
            side: judged.before.side.name(),
            position: judged.before.to_string(),
            name: judged.before.move_name(&judged.made.play),
            margin: judged.value.margin().seeds(),
            distance: distance(judged.value),
            margin_of_move: judged.made.value.margin().seeds(),
            distance_of_move: distance(judged.made.value),
            best: judged.best.iter().map(|ranked| judged.before.move_name(&ranked.play)).collect(),
            is_best: judged.made.best,
            gives_away: judged.given_away(),
            given_away,
            captured: SideTotals { south, north },
            finals: judged.finals.into(),
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
    fn new((at, south): (usize, Outcome)) -> Self {
        let then = match south {
            Outcome::Win => "South wins",
            Outcome::Draw => "a draw",
            Outcome::Loss => "North wins",
        };
        Self { ply: at + 1, then }
    }
}

impl JudgeAnswer {
    /// The verdict on a game of a record.
    pub fn new(name: &str, record: &Record, game: &Game, verdict: &Verdict) -> Self {
        let mut given_away = SideTotals::default();
        let moves = verdict.moves.iter().enumerate().map(|(at, judged)| {
            let own = match judged.before.side {
                Side::South => &mut given_away.south,
                Side::North => &mut given_away.north,
            };
            *own += judged.given_away() as usize;
            JudgedMove::new(at, judged, given_away)
        });
        let last: Totals = verdict.moves.last().map_or(verdict.start, |judged| judged.finals);
        Self {
            legal: true,
            game: name.to_owned(),
            moves: moves.collect(),
            tags: record.tags().collect(),
            from: game.positions()[0].to_string(),
            perfect: verdict.start.into(),
            south: SummaryAnswer::new(verdict, Side::South),
            north: SummaryAnswer::new(verdict, Side::North),
            turns: verdict.turns().into_iter().map(TurnAnswer::new).collect(),
            over: game.end().map(|end| end.name()),
            finals: last.into(),
        }
    }
}

impl From<&RecordError> for RefusedRecord {
    fn from(error: &RecordError) -> Self {
        Self { legal: false, line: error.line, reason: error.reason.to_string() }
    }
}
