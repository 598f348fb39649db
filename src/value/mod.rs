//! What a board is worth
//!
//! A margin with its distance, if the rules say what a repetition pays; otherwise bounds: what each side can force.

mod any;
mod bounds;
mod kind;
mod margin;

pub use any::AnyValue;
pub use bounds::{Bounds, Forced};
pub use kind::TableKind;
pub use margin::{Distance, Margin, Outcome, Value};
