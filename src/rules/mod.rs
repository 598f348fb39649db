//! The clauses of a game as data
//!
//! A game of this family is a set of clauses. Tihbat, Modiar and Awari are three constants of one type, and no code asks
//! for the name of a game. There are two groups of clauses. A table depends on the [`Clauses`]: the number of pits, and
//! the rules of moves, captures and ends. [`Rules`] add the start board and the opening rule (whether the first move of
//! the game captures). One table therefore serves every start board whose layers it holds.
//!
//! Both are checked, so their fields are private. A draft makes other rules from them: its fields are public, and it is
//! checked at the end, see [`Rules::with`].
//!
//! Each clause has a name and a value that can be written as text. [`Rules::entries`] and [`RulesDraft::set`] are the only
//! mapping between text and data; `rules::file` uses them. [`Clauses::entries`] and [`ClausesDraft::set`] are the part of
//! it that the header of a table uses.

mod about;
mod built_in;
mod clause;
mod clauses;
mod error;
#[cfg(feature = "toml")]
pub mod file;
mod game_rules;
mod meaning;
mod start;
#[cfg(test)]
mod tests;

pub use about::{ABOUT_GAMES, AboutClause, AboutGame, toml};
pub use built_in::{AWARI, BUILT_IN, MODIAR, OWARE, TIHBAT};
pub use clause::{CaptureCounts, Chain, Feeding, First, GrandSlam, NoMove, OriginOnLaps, Place, Repetition};
pub use clauses::{Clauses, ClausesDraft};
pub use error::{RulesError, did_you_mean};
pub use game_rules::{Rules, RulesDraft};
pub use start::Start;
