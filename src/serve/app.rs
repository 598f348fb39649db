//! All that requests share: the games with their tables, the limits and the counters

use std::sync::{Arc, OnceLock};

use axum::body::Bytes;
use tihbat::analysis::AnyAnalysis;
use tihbat::answer::{Games, Solved};
use tihbat::table::TableError;
use tihbat::text::shown;
use tokio::sync::Semaphore;

use crate::cli::failure::Failure;
use crate::cli::machine;

use super::json::json;
use super::limits::Limits;
use super::metrics::Metrics;
use super::problem::Problem;

/// A game and what answers questions about it.
pub(super) struct Served {
    pub(super) solved: Solved,
    pub(super) analysis: AnyAnalysis,
    /// The entity tag of everything that is said about this game.
    pub(super) tag: String,
    /// Statistics of its layers, as JSON.
    pub(super) statistics: Bytes,
    /// Why the table cannot be used any more, if that is so.
    broken: OnceLock<String>,
}

impl Served {
    /// Refuses a question if the table cannot be used any more.
    pub(super) fn check(&self) -> Result<(), Problem> {
        self.broken().map_or(Ok(()), |why| Err(Problem::busy(why)))
    }

    /// Why the table cannot be used any more; none if it can.
    pub(super) fn broken(&self) -> Option<&str> {
        self.broken.get().map(String::as_str)
    }

    /// The table was found to be damaged or changed: no question about this game is answered from now on.
    pub(super) fn break_off(&self, error: &TableError) -> Problem {
        let why = self.broken.get_or_init(|| {
            let why = format!("the table of {} cannot be used any more: {error}", self.solved.game.name);
            tracing::error!("{why}");
            why
        });
        Problem::busy(why)
    }
}

/// All that requests share.
pub(super) struct App {
    pub(super) games: Vec<Served>,
    /// The list of games, as JSON.
    pub(super) list: Bytes,
    pub(super) limits: Limits,
    /// Slots of requests, except questions about games in progress.
    pub(super) requests: Arc<Semaphore>,
    /// Slots of questions about games in progress, those that wait included.
    pub(super) in_game: Arc<Semaphore>,
    /// Turns of questions about games in progress: those that are worked out at once.
    pub(super) solves: Arc<Semaphore>,
    /// Bytes of batches that may still be taken into memory.
    pub(super) batches: Arc<Semaphore>,
    pub(super) metrics: Metrics,
}

impl App {
    /// The number of the game with this name.
    pub(super) fn find(&self, name: &str) -> Result<usize, Problem> {
        self.games.iter().position(|served| served.solved.game.name == name).ok_or_else(|| {
            let known: Vec<_> = self.games.iter().map(|served| served.solved.game.name.as_str()).collect();
            Problem::missing(format!("there is no game \"{}\" here; the games are {}", shown(name), known.join(", ")))
        })
    }

    pub(super) fn new(games: Vec<Solved>, limits: Limits) -> Result<Self, Failure> {
        let list = Games::new(&games, Some("api/v1"))?;
        let serve = |solved: Solved| -> Result<Served, Failure> {
            let again = machine::boards_to_solve_again(solved.table.clauses(), limits.max_solves);
            let analysis = AnyAnalysis::new(solved.game.rules, &solved.table)?.with_limit(again);
            let tag = format!("{}-{}", solved.digest(), env!("CARGO_PKG_VERSION"));
            let statistics = json(&solved.statistics()?).into();
            Ok(Served { solved, analysis, tag, statistics, broken: OnceLock::new() })
        };
        Ok(Self {
            games: games.into_iter().map(serve).collect::<Result<_, _>>()?,
            list: json(&list).into(),
            limits,
            requests: Arc::new(Semaphore::new(limits.max_requests)),
            in_game: Arc::new(Semaphore::new(limits.max_solves + limits.max_waiting)),
            solves: Arc::new(Semaphore::new(limits.max_solves)),
            batches: Arc::new(Semaphore::new((limits.max_batches << 20).min(Semaphore::MAX_PERMITS))),
            metrics: Metrics::new(),
        })
    }
}
