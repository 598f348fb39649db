//! Exhaustive solver of the small two-row mancala games Tihbat and Modiar, and of their relatives.
//!
//! Retrograde analysis works out what every board is worth under perfect play: the *margin*, seeds that the player to
//! move still gets minus seeds that the other still gets, and the *distance*, plies to the next capture or the end of
//! the game. The answers form a [table](table::Table), keyed by board alone.
//!
//! ```
//! use tihbat::{analysis::Analysis, position::Position, rules, solve};
//!
//! let rules = rules::TIHBAT;
//! let table = solve::table(&rules.clauses(), rules.seeds())?;
//! let analysis = Analysis::new(rules, &table)?;
//!
//! let start = Position::start(&rules);
//! let answer = analysis.value(&start)?;
//! assert_eq!(answer.value.margin.seeds(), -2);
//! assert_eq!(answer.finals.to_string(), "South 13, North 15");
//!
//! let best = analysis.best(&start)?[0];
//! assert_eq!(start.move_name(&best.play), "A");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The floors
//!
//! Imports point down only.
//!
//! | floor | modules |
//! |---|---|
//! | words | [`progress`], [`shape`], [`board`], [`rules`], [`value`] |
//! | mechanics | [`moves`], [`index`], [`position`], [`game`], [`record`] |
//! | table | [`table`] |
//! | solver | [`solver`] |
//! | join | [`solve`] |
//! | uses | [`analysis`], [`atlas`], [`judge`], [`census`], [`partner`], [`reach`], [`verify`], `export` (with the feature of that name) |

pub mod analysis;
pub mod atlas;
pub mod board;
pub mod census;
#[cfg(feature = "export")]
pub mod export;
pub mod figures;
pub mod files;
pub mod game;
pub mod index;
pub mod judge;
pub mod moves;
pub mod partner;
#[cfg(feature = "pictures")]
pub mod pictures;
pub mod position;
pub mod progress;
pub mod reach;
pub mod record;
pub mod rules;
pub mod shape;
pub mod solve;
pub mod solver;
pub mod store;
pub mod table;
pub mod text;
pub mod value;
pub mod verify;
