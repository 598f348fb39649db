//! The server: the web page and an API for programs, over HTTP
//!
//! One process answers from tables that it maps or has solved at its start; nothing it serves ever changes. What a person
//! sees is the page of `tihbat site`; what a program asks is the API, whose answers have the fields of `--json`.

mod api;
mod app;
mod asked;
mod batch;
mod client_stream;
mod files;
mod guard;
mod http;
mod json;
mod limits;
mod listen;
mod metrics;
mod openapi;
mod pieces;
mod problem;
mod refusal;
mod stop;
mod uwapi;

use std::net::SocketAddr;
use std::sync::Arc;

use tihbat::answer::Solved;
use tracing::info;

use crate::cli::failure::Failure;

use app::App;
pub(crate) use limits::Limits;

/// Serves games until a signal to stop.
pub(crate) fn run(games: Vec<Solved>, bind: SocketAddr, limits: Limits) -> Result<(), Failure> {
    let app = Arc::new(App::new(games, limits)?);
    for served in &app.games {
        let (name, table) = (&served.solved.game.name, &served.solved.table);
        info!("{name}: {} boards, {} bytes", table.boards(), table.bytes());
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Failure::new(format!("threads cannot be started: {error}")))?;
    let served = runtime.block_on(listen::serve(bind, app));
    // A question whose asker was told to come back may still be at work.
    runtime.shutdown_background();
    served
}
