//! `tihbat serve`: the web page and an API for programs, over HTTP

use std::net::SocketAddr;

use clap::Args;

use crate::cli::assets::solved;
use crate::cli::failure::Failure;
use crate::cli::games::GamesArgs;
use crate::cli::source::SourceArgs;
use crate::serve::{self, Limits};

/// Serve the web page and an API over HTTP.
///
/// Opens the tables of the games, solves games without a table, and serves until an interrupt or termination signal. Open
/// requests are then finished. The API is described at /api/v1/openapi.json.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tihbat serve\n  tihbat serve tihbat awari-3x4 --bind 127.0.0.1:8000\n  curl 'http://127.0.0.1:7028/api/v1/games/tihbat/position?moves=A%20b'"
)]
pub(in crate::cli) struct Serve {
    #[command(flatten)]
    games: GamesArgs,

    /// Address and port to serve on; port 0 uses any free port
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7028")]
    bind: SocketAddr,

    #[command(flatten)]
    limits: Limits,

    /// MiB of each table that are kept in memory; larger tables are read part by part
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    cache: usize,

    /// What is logged to standard error: error, warn, info (every request) or debug
    #[arg(long, value_name = "LEVEL", default_value = "info")]
    log: tracing::Level,

    #[command(flatten)]
    source: SourceArgs,
}

impl Serve {
    pub(super) fn run(self) -> Result<(), Failure> {
        tracing_subscriber::fmt().with_max_level(self.log).with_writer(std::io::stderr).with_target(false).init();
        let cache = self.cache.saturating_mul(1 << 20);
        let games: Result<Vec<_>, _> =
            self.games.games()?.into_iter().map(|game| solved(game, &self.source, cache)).collect();
        serve::run(games?, self.bind, self.limits)
    }
}
