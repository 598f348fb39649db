//! `tihbat serve`: the explorer and an API for programs, over HTTP
//!
//! One process answers from tables that it maps or has solved at its start; nothing it serves ever changes. What a person
//! sees is the page of `tihbat site`; what a program asks is the API, whose answers have the fields of `--json`.

mod api;
mod asked;
mod files;
mod http;
mod listen;
mod metrics;
mod openapi;
mod problem;
mod stop;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;
use tihbat::analysis::Analysis;
use tokio::sync::Semaphore;
use tracing::info;

use crate::cli::assets::solved;
use crate::cli::failure::Failure;
use crate::cli::games::GamesArgs;
use crate::cli::machine;
use crate::cli::source::SourceArgs;
use metrics::Metrics;
use tihbat::answer::{Games, Solved};

/// Serve the explorer and an API over HTTP.
///
/// Opens the tables of the games, solves those that have none, and serves until it gets an interrupt or a termination
/// signal; requests that are open then are finished. The API is described at /api/v1/openapi.json.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tihbat serve\n  tihbat serve tihbat awari-3x4 --bind 127.0.0.1:8000\n  curl 'http://127.0.0.1:7028/api/v1/games/tihbat/position?moves=A%20b'"
)]
pub(in crate::cli) struct Serve {
    #[command(flatten)]
    games: GamesArgs,

    /// Address and port to serve on; port 0 takes any that is free
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7028")]
    bind: SocketAddr,

    #[command(flatten)]
    limits: Limits,

    /// What is logged to standard error: error, warn, info (every request) or debug
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    log: tracing::Level,

    #[command(flatten)]
    source: SourceArgs,
}

/// What the server takes on at most.
#[derive(Args, Clone, Copy)]
struct Limits {
    /// Connections at once; more wait to be accepted
    #[arg(long, value_name = "N", default_value_t = 1024, help_heading = "Limits", value_parser = above_zero)]
    max_connections: usize,

    /// Requests at once; more are answered with 503
    #[arg(long, value_name = "N", default_value_t = 256, help_heading = "Limits", value_parser = above_zero)]
    max_requests: usize,

    /// Questions inside a game at once, each of which may solve a layer again; more wait, then are answered with 503
    #[arg(long, value_name = "N", default_value_t = 2, help_heading = "Limits", value_parser = above_zero)]
    max_solves: usize,

    /// Seconds that a request may take; longer ones are answered with 503
    #[arg(long, value_name = "SECONDS", default_value_t = 30, help_heading = "Limits", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    timeout: u64,
}

impl Limits {
    fn timeout(&self) -> Duration {
        Duration::from_secs(self.timeout)
    }
}

fn above_zero(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=1_000_000).contains(number));
    number.ok_or_else(|| "a number from 1 to 1,000,000 is needed".to_owned())
}

/// A game and what answers questions about it.
struct Served {
    solved: Solved,
    analysis: Analysis,
    /// The entity tag of everything that is said about this game.
    tag: String,
    /// Statistics of its layers, as JSON.
    statistics: String,
}

/// An answer as it is sent. What answers are made of can always be written.
fn json(answer: &impl serde::Serialize) -> String {
    serde_json::to_string(answer).unwrap_or_default()
}

/// All that requests share.
struct App {
    games: Vec<Served>,
    /// The list of games, as JSON.
    list: String,
    limits: Limits,
    /// Requests that may still begin.
    requests: Arc<Semaphore>,
    /// Questions inside a game that may still begin.
    solves: Arc<Semaphore>,
    metrics: Metrics,
}

impl App {
    fn new(games: Vec<Solved>, limits: Limits) -> Result<Self, Failure> {
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

impl Serve {
    pub(super) fn run(self) -> Result<(), Failure> {
        tracing_subscriber::fmt().with_max_level(self.log).with_writer(std::io::stderr).with_target(false).init();
        let games: Result<Vec<_>, _> = self.games.games()?.into_iter().map(|game| solved(game, &self.source)).collect();
        let app = Arc::new(App::new(games?, self.limits)?);
        for served in &app.games {
            let (name, table) = (&served.solved.game.name, &served.solved.table);
            info!("{name}: {} boards, {} bytes", table.boards(), table.bytes());
        }
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        let runtime = runtime.map_err(|error| Failure::new(format!("threads cannot be started: {error}")))?;
        let served = runtime.block_on(listen::serve(self.bind, app));
        // A question whose asker was told to come back may still be at work.
        runtime.shutdown_background();
        served
    }
}
