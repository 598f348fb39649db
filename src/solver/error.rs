//! Why a layer cannot be solved

use crate::board::Seeds;
use crate::figures::count;

/// Why a layer cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The layer would have more than 127 seeds.
    #[error("a board holds at most 127 seeds, so there is no layer with more")]
    Seeds,
    /// The layer is too large.
    #[error("the layer of {seeds} seeds has {} boards, more than this machine can number", count(*boards))]
    Layer {
        /// The layer.
        seeds: Seeds,
        /// Its boards.
        boards: u64,
    },
    /// A distance does not fit.
    #[error("a distance is longer than 65,535 plies, the most that a table can hold")]
    Distance,
    /// Whoever started the solve has stopped it: see [`Progress::until`](crate::progress::Progress::until).
    #[error("the solve was stopped")]
    Stopped,
}
