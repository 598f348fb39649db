//! Exhaustive solver of the small two-row mancala games Tihbat and Modiar, and of their relatives.
//!
//! Retrograde analysis works out what every board is worth under perfect play: the *margin*, seeds that the player to
//! move still gets minus seeds that the other still gets, and the *distance*, plies to the next capture or the end of
//! the game. The answers form a [table](table::Table), keyed by board alone.
//!
//! ```
//! use tihbat::{Analysis, Game, Position, rules, solve};
//!
//! let rules = rules::TIHBAT;
//! let table = solve::table(rules.clauses(), rules.seeds())?;
//! let analysis = Analysis::new(rules, &table)?;
//! let start = Position::start(&rules);
//! assert_eq!(analysis.value(&start)?.value.to_string(), "-2 in 10 plies");
//! assert_eq!(analysis.best(&start)?[0].to_string(), "A");
//!
//! let mut game = Game::new(rules, start)?;
//! game.play_named("A")?;
//! assert_eq!(analysis.line(game.position())?.finals.to_string(), "South 13, North 15");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where to begin: [`Rules`] are a game as data, [`rules::TIHBAT`] and [`rules::MODIAR`] are built in. [`solve::table`] solves
//! a game, [`Table::open`] opens a table that was solved before. [`Analysis`] answers questions about a [`Position`], and
//! about a [`Game`] with its history. [`verify::verify`] proves a table right without the solver.
//!
//! For a game with an opening rule (Modiar) the table's entry of the start board is not the value of the game: ask
//! [`Analysis::value`], not [`Table::probe`].
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
//! | uses | [`analysis`], [`atlas`], [`judge`], [`census`], [`partner`], [`puzzles`], [`reach`], [`search`], [`verify`], `export` (with the feature of that name) |

pub mod analysis;
#[cfg(feature = "answers")]
pub mod answer;
pub mod atlas;
pub mod board;
pub mod census;
mod checksum;
#[cfg(feature = "cli")]
pub mod engine;
#[cfg(feature = "export")]
pub mod export;
pub mod figures;
pub mod files;
pub mod game;
pub mod index;
pub mod judge;
pub mod moves;
mod parallel;
pub mod partner;
#[cfg(feature = "pictures")]
pub mod pictures;
pub mod position;
pub mod progress;
pub mod puzzles;
pub mod reach;
pub mod record;
pub mod rules;
#[cfg(not(target_arch = "wasm32"))]
pub mod scaling;
mod sealed;
pub mod search;
pub mod shape;
pub mod solve;
pub mod solver;
pub mod store;
pub mod table;
pub mod text;
pub mod value;
pub mod verify;

pub use analysis::Analysis;
pub use board::Board;
pub use game::Game;
pub use moves::Moves;
pub use position::{Position, Side};
pub use progress::Progress;
pub use rules::Rules;
pub use solver::Solver;
pub use table::Table;
pub use value::{Distance, Margin, Outcome, Value};
