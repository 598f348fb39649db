//! Answers: one serialisable type for each question
//!
//! What `--json` prints, what the server sends and what the web page reads are these types, so a rim never knows a second
//! way to an answer. With the feature `serve` they also describe themselves for the OpenAPI document.

mod atlas;
mod entries;
mod games;
mod judge;
mod layers;
mod moves;
mod play;
mod position;
mod question;
mod reach;
mod rules;
mod solve;
mod table;
mod totals;
mod written;

pub use atlas::{AtlasOutcome, AtlasRow};
pub use entries::Entries;
pub use games::{GameEntry, Games, Solved, StartAnswer, TableEntry};
pub use judge::{JudgeAnswer, JudgedMove, RefusedRecord, SideTotals, SummaryAnswer, TurnAnswer};
pub use layers::{HistogramAnswer, LayerAnswer, LayerStatistics, MarginBoards, Statistics};
pub use moves::{MoveAnswer, TableValue, distance, moves_of_line};
pub use play::PlayEvent;
pub use position::{History, LineAnswer, MovesAnswer, PositionAnswer, ValueAnswer};
pub use question::{Asked, Question, QuestionError, RefusedLine};
pub use reach::{ReachAnswer, ReachCounts, ReachLayer, ReachRow};
pub use rules::{BuiltInAnswer, RulesAnswer};
pub use solve::{PlanAnswer, SolveAnswer, SolvedStart};
pub use table::{EntryAnswer, InfoAnswer, InfoLayer, ProvedAnswer, RefutedAnswer};
pub use totals::{FinalTotals, Total};
pub use written::{ExportAnswer, SiteAnswer, SiteFiles, WrittenFile};
