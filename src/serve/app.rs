//! All that requests share: the games with their tables, the limits and the counters

use std::sync::Arc;

use tihbat::analysis::Analysis;
use tihbat::answer::{Games, Solved};
use tokio::sync::Semaphore;

use crate::cli::failure::Failure;
use crate::cli::machine;

use super::json::json;
use super::limits::Limits;
use super::metrics::Metrics;

/// A game and what answers questions about it.
pub(super) struct Served {
    pub(super) solved: Solved,
    pub(super) analysis: Analysis,
    /// The entity tag of everything that is said about this game.
    pub(super) tag: String,
    /// Statistics of its layers, as JSON.
    pub(super) statistics: String,
}

/// All that requests share.
pub(super) struct App {
    pub(super) games: Vec<Served>,
    /// The list of games, as JSON.
    pub(super) list: String,
    pub(super) limits: Limits,
    /// Requests that may still begin.
    pub(super) requests: Arc<Semaphore>,
    /// Questions inside a game that may still begin.
    pub(super) solves: Arc<Semaphore>,
    pub(super) metrics: Metrics,
}

impl App {
    pub(super) fn new(games: Vec<Solved>, limits: Limits) -> Result<Self, Failure> {
        let list = Games::new(&games, Some("api/v1"))?;
        let serve = |solved: Solved| -> Result<Served, Failure> {
            let again = machine::boards_to_solve_again(solved.table.clauses(), limits.max_solves);
            let analysis = Analysis::new(solved.game.rules, &solved.table)?.with_limit(again);
            let tag = format!("{}-{}", solved.digest(), env!("CARGO_PKG_VERSION"));
            let statistics = json(&solved.statistics()?);
            Ok(Served { solved, analysis, tag, statistics })
        };
        Ok(Self {
            games: games.into_iter().map(serve).collect::<Result<_, _>>()?,
            list: json(&list),
            limits,
            requests: Arc::new(Semaphore::new(limits.max_requests)),
            solves: Arc::new(Semaphore::new(limits.max_solves)),
            metrics: Metrics::new(),
        })
    }
}
