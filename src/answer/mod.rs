//! Answers: one serialisable type for each question
//!
//! What `--json` prints, what the server sends and what the web page reads are these types, so a rim never knows a second
//! way to an answer. With the feature `serve` they also describe themselves for the OpenAPI document.

mod asked;
mod atlas;
mod bounds;
mod clauses;
mod ending;
mod entries;
mod game;
mod games;
mod judge;
mod layers;
mod margins;
mod moves;
mod partial;
mod play;
mod position;
mod puzzles;
mod question;
mod reach;
mod record;
mod records;
mod rules;
mod solve;
mod table;
mod totals;
mod written;

pub use asked::{Asked, LineAnswer, MovesAnswer, PositionAnswer, ValueAnswer};
pub use atlas::{AtlasBounds, AtlasOutcome, AtlasRow};
pub use bounds::{
    AskedBounds, BoundsLine, BoundsMove, BoundsMoves, BoundsOfBoard, BoundsPosition, BoundsValue, LineMove,
    SeedsOfSides,
};
pub use clauses::{ExplainedClause, ExplainedRules, ExplainedValue};
pub use ending::EndingAnswer;
pub use entries::Entries;
pub use game::{CapturedPit, GameAnswer, LegalMove, PlyAnswer, RefusedPit, SowingAnswer};
pub use games::{GameEntry, Games, Solved, StartAnswer, TableEntry};
pub use judge::{JudgeAnswer, JudgedMove, JudgedWorth, ProspectAnswer, SideTotals, SummaryAnswer, TurnAnswer};
pub use layers::{
    BoundsLayerAnswer, HistogramAnswer, LayerAnswer, LayerStatistics, MarginBoards, MarginLayerStatistics, OpenBoards,
    OpenHistogramAnswer, Statistics,
};
pub use margins::AskedMargins;
pub use moves::{MoveAnswer, TableValue, distance, moves_of_line};
pub use partial::{AskedPartial, PartialAnswer, PartialMove, WorthAnswer};
pub use play::PlayEvent;
pub use position::{History, MarginLine, MarginMoves, MarginPosition, MarginValue};
pub use puzzles::{DrawnAnswer, LongestAnswer, PuzzleAnswer, TrapAnswer};
pub use question::{Question, QuestionError, RefusedLine};
pub use reach::{ReachAnswer, ReachCounts, ReachLayer, ReachRow};
pub use record::{PartnerAnswer, RecordAnswer};
pub use records::{JudgedRecord, RecordsAnswer, RefusedRecord};
pub use rules::{BuiltInAnswer, RulesAnswer};
pub use solve::{BoundsStart, MarginStart, PlanAnswer, SolveAnswer, SolvedStart, StartValue};
pub use table::{EntryAnswer, InfoAnswer, InfoLayer, ProvedAnswer, RefutedAnswer};
pub use totals::{FinalTotals, Total};
pub use written::{ExportAnswer, SiteAnswer, SiteFiles, WrittenFile};
