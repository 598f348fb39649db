//! Atlases: games of many sizes and readings side by side
//!
//! A [`Sweep`] says which games an atlas holds, `AtlasWork` solves them several at a time, and `SavedResults` keeps
//! what is finished, so that a sweep that was stopped resumes.

#[cfg(feature = "answers")]
mod saved;
mod summary;
mod sweep;
#[cfg(feature = "answers")]
mod work;

#[cfg(feature = "answers")]
pub use saved::{SavedError, SavedResults};
pub use summary::{BoundsSummary, GameSummary, MarginsSummary, Survives};
pub use sweep::{AtlasGame, NumberRange, Reading, Sweep, SweepError, Vary};
#[cfg(feature = "answers")]
pub use work::{AtlasResult, AtlasWork, SolvedGame};
