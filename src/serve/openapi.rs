//! The description of the API, for programs and their makers

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use utoipa::OpenApi;

use super::api::{self, Health, PATIENCE};
use super::app::App;
use super::asked::MAX_MOVES;
use super::batch::{self, BatchProblem, BatchQuestion, MAX_BYTES, MAX_POSITIONS};
use super::http;
use super::json::json;
use super::limits::Limits;
use super::problem::Problem;
use tihbat::answer::{GameEntry, Games, LineAnswer, PositionAnswer, Statistics};

#[derive(OpenApi)]
#[openapi(
    paths(api::games, api::game, api::position, api::line, api::layers, batch::positions, api::health, api::counters),
    components(schemas(
        Games,
        GameEntry,
        Statistics,
        PositionAnswer,
        LineAnswer,
        BatchQuestion,
        BatchProblem,
        Problem,
        Health
    )),
    info(title = "tihbat", license(name = "MIT OR Apache-2.0"))
)]
struct Api;

/// The OpenAPI document, with the limits of this server.
fn document(limits: &Limits) -> String {
    let mut api = Api::openapi();
    let Limits { max_connections, max_requests, max_solves, max_waiting, max_batches, timeout, write_timeout } = limits;
    let keep = http::KEEP;
    api.info.description = Some(format!(
        "Perfect play of small mancala games: values, moves and lines, with the fields of the command line's `--json`.\n\n\
         Positions are written `7-7-7-7-0-0-S`: South's pits, North's pits, captured by South and by North, the side to move; \
         the pits alone mean South to move, nothing captured. Errors are problem documents (RFC 9457).\n\n\
         Limits: {max_connections} connections, {max_requests} requests at once, {timeout} seconds until a response \
         begins, {MAX_BYTES} bytes a body, {MAX_POSITIONS} positions a batch, {MAX_MOVES} moves a game. Questions about \
         games in progress (with `moves`) have limits of their own: {max_solves} are worked out at once, {max_waiting} \
         wait for at most {PATIENCE} seconds. The batches that are received or answered at once have {max_batches} MiB. \
         What goes beyond is answered with 503 and Retry-After, 408 or 413. The head of a request has at most 64 KiB and \
         100 fields, and comes within 15 seconds. A client that does not read its response for {write_timeout} seconds \
         is disconnected.\n\n\
         A parameter or a field that is unknown or given twice is an error. A request of HTTP/1.1 needs the field Host, once.\n\n\
         Answers about a table never change: their ETag is the table's digest, and they may be kept ({}).",
        keep.to_str().unwrap_or_default(),
    ));
    api.info.version = env!("CARGO_PKG_VERSION").to_owned();
    json(&api)
}

/// The address of the description.
pub(super) fn routes() -> Router<Arc<App>> {
    let routes = Router::new().route("/api/v1/openapi.json", get(description));
    routes.route_layer(middleware::from_fn(http::no_parameters))
}

/// This description.
async fn description(State(app): State<Arc<App>>) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], document(&app.limits)).into_response()
}
