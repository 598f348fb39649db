//! Ranked moves, and the main line
//!
//! An analysis turns the entries of a table into answers about positions. The entries of a table hold for a fresh history: a
//! position given alone, or one just after a capture. [`InGame`] takes account of positions seen before.

mod answer;
mod any;
mod ask;
mod bounds;
mod can_return;
mod error;
mod followed;
mod game_table;
mod in_game;
mod value_source;

pub use answer::{Answer, Line, RankedMove};
pub use any::AnyAnalysis;
pub use ask::Analysis;
pub use bounds::{BoundedMove, BoundsAnalysis, BoundsAnswer, BoundsInGame, ForcingLine, ForcingMove};
pub use error::AnalysisError;
pub use followed::{FollowedGame, KnownMove};
pub use in_game::InGame;
