//! Positions that are worth a second look, found in a table
//!
//! - A [`Puzzle`] is a position in which exactly one move holds a win or a draw.
//! - A [`CaptureTrap`] is a position whose largest capture gives seeds away.
//! - [`longest`] finds the positions whose next capture is farthest away.
//! - [`draw`] draws any position.
//!
//! A table knows boards, not totals. In the positions found here, the seeds that are not on the board are captured, as evenly
//! as possible: if their number is odd, South has one more.

mod draw;
mod layer_range;
mod longest;
mod only_move;
mod trap;

pub use draw::{Draw, draw};
pub use layer_range::LayerRange;
pub use longest::{Longest, longest};
pub use only_move::{Grade, Puzzle, Wanted, find};
pub use trap::{CaptureTrap, worst};
