//! Game specs, and which table answers a question
//!
//! A [`GameSpec`] is what a user names: a built-in game or a rules file, with clauses changed. A [`Store`] finds the
//! table that answers questions about it: a file that was named, a default file, or a table solved on the spot.

mod built_in;
mod error;
mod file_names;
#[cfg(feature = "toml")]
mod rules_file;
mod spec;
mod tables;

pub use error::{SpecError, StoreError};
#[cfg(feature = "toml")]
pub use rules_file::is_rules_file;
pub use spec::{Change, GameSpec};
pub use tables::{SolveHere, Store};
