//! The addresses of the API

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::Serialize;
use tihbat::text::shown;
use tokio::sync::OwnedSemaphorePermit;
use utoipa::ToSchema;

use super::app::{App, Served};
use super::asked::{self, AskedPosition};
use super::json::json;
use super::problem::Problem;
use super::{batch, http, metrics};
use tihbat::answer::{GameEntry, Games, LineAnswer, PositionAnswer, Statistics};

/// How long a question about a game in progress waits for its turn, in seconds.
pub(super) const PATIENCE: u64 = 10;

const JSON: &str = "application/json";

type Shared = State<Arc<App>>;
type Parameters = Query<Vec<(String, String)>>;

/// The addresses that the API has.
pub(super) fn routes() -> Router<Arc<App>> {
    let without_parameters = Router::new()
        .route("/api/v1/games", get(games))
        .route("/api/v1/games/{game}", get(game))
        .route("/api/v1/games/{game}/positions", post(batch::positions))
        .route("/api/v1/games/{game}/layers", get(layers))
        .route("/health", get(health))
        .route("/metrics", get(counters))
        .route_layer(middleware::from_fn(http::no_parameters));
    without_parameters.route(asked::POSITION, get(position)).route(asked::LINE, get(line))
}

/// What is served, and whether it is well.
#[derive(Serialize, ToSchema)]
pub(super) struct Health {
    /// `ok` if all games are answered, `degraded` if some are not.
    #[schema(example = "ok")]
    status: &'static str,
    /// The games that are answered.
    games: Vec<String>,
    /// The games whose table was damaged or changed while it was served. Questions about them are answered with 503.
    unavailable: Vec<Unavailable>,
}

/// A game that cannot be answered any more.
#[derive(Serialize, ToSchema)]
pub(super) struct Unavailable {
    /// The game.
    game: String,
    /// What happened to its table.
    reason: String,
}

/// The query of an address, in which every parameter is known.
struct Parsed {
    position: Option<String>,
    moves: Option<String>,
}

impl Parsed {
    fn new(Query(pairs): Parameters) -> Result<Self, Problem> {
        let mut parsed = Self { position: None, moves: None };
        for (name, value) in pairs {
            let place = match name.as_str() {
                "position" => &mut parsed.position,
                "moves" => &mut parsed.moves,
                _ => {
                    let sentence =
                        format!("there is no parameter \"{}\"; the parameters are position, moves", shown(&name));
                    return Err(Problem::bad(sentence));
                }
            };
            if place.replace(value).is_some() {
                return Err(Problem::bad(format!("the parameter \"{name}\" is given twice")));
            }
        }
        Ok(parsed)
    }

    /// The question; an empty parameter is none.
    fn asked(&self, served: &Served) -> Result<AskedPosition, Problem> {
        let given = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
        AskedPosition::parse(served, given(&self.position).as_deref(), self.moves.as_deref())
    }
}

impl App {
    /// The right to solve a layer, when it is one's turn.
    async fn turn(&self) -> Result<OwnedSemaphorePermit, Problem> {
        let turn = tokio::time::timeout(Duration::from_secs(PATIENCE), Arc::clone(&self.solves).acquire_owned()).await;
        turn.ok().and_then(Result::ok).ok_or_else(|| {
            Problem::busy("too many questions about games in progress are being worked out: try again in a second")
        })
    }
}

/// Runs something that computes for longer where that holds up nobody; an error if it failed for good.
pub(super) async fn apart<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let failed = |_| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "the question could not be worked out");
    tokio::task::spawn_blocking(work).await.map_err(failed)?
}

/// Answers a question about a position, in its turn if it may take a layer to be solved.
async fn reply<T: Serialize + Send + 'static>(
    app: Arc<App>,
    game: &str,
    parameters: Parameters,
    headers: &HeaderMap,
    answer: impl Fn(&AskedPosition, &Served) -> Result<T, Problem> + Send + 'static,
) -> Result<Response, Problem> {
    let at = app.find(game)?;
    let served = &app.games[at];
    let asked = Parsed::new(parameters)?.asked(served)?;
    let tag = format!("W/\"{}\"", served.tag);
    if http::has(headers, &tag) {
        return Ok(http::unchanged(JSON, &tag, http::KEEP));
    }
    served.check()?;
    app.metrics.positions.inc();
    let body = if asked.is_in_game() {
        app.metrics.in_game.inc();
        let turn = app.turn().await?;
        let app = Arc::clone(&app);
        apart(move || {
            // Kept to the end of the work, however long the asker waits.
            let _turn = turn;
            answer(&asked, &app.games[at])
        })
        .await
        .map(|answer| json(&answer))?
    } else {
        json(&answer(&asked, served)?)
    };
    Ok(http::tagged(JSON, &tag, http::KEEP, body))
}

/// The games: their rules, tables, and starts.
#[utoipa::path(get, path = "/api/v1/games", tag = "games", responses(
    (status = 200, description = "The list; each game with clauses, start and table", body = Games),
    (status = 400, description = "There are parameters", body = Problem, content_type = "application/problem+json"),
    (status = 503, description = "Too busy; see Retry-After", body = Problem, content_type = "application/problem+json"),
))]
pub(super) async fn games(State(app): Shared, headers: HeaderMap) -> Response {
    let tags: Vec<_> = app.games.iter().map(|served| served.tag.as_str()).collect();
    let tag = format!("W/\"{}\"", tags.join("."));
    if http::has(&headers, &tag) {
        return http::unchanged(JSON, &tag, http::ASK);
    }
    http::tagged(JSON, &tag, http::ASK, app.list.clone())
}

/// One game: its rules clause by clause, its table, and value, moves and main line of its start.
#[utoipa::path(get, path = "/api/v1/games/{game}", tag = "games",
    params(("game" = String, Path, description = "Its name", example = "tihbat")),
    responses(
        (status = 200, description = "The game", body = GameEntry),
        (status = 400, description = "There are parameters", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "No such game", body = Problem, content_type = "application/problem+json"),
        (status = 503, description = "Too busy, or the table was damaged or changed; see Retry-After", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn game(State(app): Shared, Path(name): Path<String>) -> Result<Response, Problem> {
    let served = &app.games[app.find(&name)?];
    served.check()?;
    let description = json(&served.solved.entry().map_err(|error| asked::refused(served, error))?);
    Ok(http::tagged(JSON, &format!("W/\"{}\"", served.tag), http::ASK, description))
}

/// What a position is worth, and every legal move, best first.
///
/// With `moves` the answer is exact inside a game: a position that was seen since the last capture is an end worth 0.
/// Where that matters a layer is solved again, which may take a second or so.
///
/// If the rules leave open what a repetition pays, the answer has bounds instead of a margin: the seeds that each side can
/// force, whatever a repetition pays. A position that was seen then forces nothing.
#[utoipa::path(get, path = "/api/v1/games/{game}/position", tag = "positions",
    params(
        ("game" = String, Path, description = "The name of the game", example = "tihbat"),
        ("position" = Option<String>, Query, description = "The position, or the pits alone; without it the start", example = "7-7-7-7-0-0-S"),
        ("moves" = Option<String>, Query, description = "Moves since that position, parted by spaces, commas or full stops; at most 1,000", example = "A.b"),
    ),
    responses(
        (status = 200, description = "The answer", body = PositionAnswer),
        (status = 304, description = "The asker has it, by If-None-Match"),
        (status = 400, description = "No such position, move or parameter", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "No such game", body = Problem, content_type = "application/problem+json"),
        (status = 501, description = "A layer that would have to be solved again does not fit into memory", body = Problem, content_type = "application/problem+json"),
        (status = 503, description = "Too busy, or the table was damaged or changed; see Retry-After", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn position(
    State(app): Shared,
    Path(game): Path<String>,
    parameters: Parameters,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    reply(app, &game, parameters, &headers, AskedPosition::answer).await
}

/// The main line: perfect play by both sides to the end. In a game with bounds: to the end or to the first repetition.
#[utoipa::path(get, path = "/api/v1/games/{game}/line", tag = "positions",
    params(
        ("game" = String, Path, description = "The name of the game", example = "tihbat"),
        ("position" = Option<String>, Query, description = "The position, or the pits alone; without it the start"),
        ("moves" = Option<String>, Query, description = "Moves since that position, as for `position`"),
    ),
    responses(
        (status = 200, description = "The line", body = LineAnswer),
        (status = 304, description = "The asker has it, by If-None-Match"),
        (status = 400, description = "No such position, move or parameter", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "No such game", body = Problem, content_type = "application/problem+json"),
        (status = 501, description = "A layer that would have to be solved again does not fit into memory", body = Problem, content_type = "application/problem+json"),
        (status = 503, description = "Too busy, or the table was damaged or changed; see Retry-After", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn line(
    State(app): Shared,
    Path(game): Path<String>,
    parameters: Parameters,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    reply(app, &game, parameters, &headers, AskedPosition::line).await
}

/// What each layer of the table holds: boards won, drawn and lost, boards of each margin, a board of the longest distance. Of a
/// table of bounds: boards whose value depends on what a repetition pays, and boards with the same value under every rule.
#[utoipa::path(get, path = "/api/v1/games/{game}/layers", tag = "games",
    params(("game" = String, Path, description = "The name of the game", example = "tihbat")),
    responses(
        (status = 200, description = "The layers", body = Statistics),
        (status = 304, description = "The asker has it, by If-None-Match"),
        (status = 400, description = "There are parameters", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "No such game", body = Problem, content_type = "application/problem+json"),
        (status = 503, description = "Too busy, or the table was damaged or changed; see Retry-After", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn layers(
    State(app): Shared,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let served = &app.games[app.find(&name)?];
    let tag = format!("W/\"{}\"", served.tag);
    if http::has(&headers, &tag) {
        return Ok(http::unchanged(JSON, &tag, http::KEEP));
    }
    Ok(http::tagged(JSON, &tag, http::KEEP, served.statistics.clone()))
}

/// Whether the server is well.
#[utoipa::path(get, path = "/health", tag = "server", responses(
    (status = 200, description = "The server answers; `status` says whether all tables do", body = Health),
    (status = 400, description = "There are parameters", body = Problem, content_type = "application/problem+json"),
))]
pub(super) async fn health(State(app): Shared) -> Response {
    let mut health = Health { status: "ok", games: Vec::new(), unavailable: Vec::new() };
    for served in &app.games {
        let game = served.solved.game.name.clone();
        match served.broken() {
            None => health.games.push(game),
            Some(reason) => {
                health.status = "degraded";
                health.unavailable.push(Unavailable { game, reason: reason.to_owned() });
            }
        }
    }
    axum::Json(health).into_response()
}

/// Counters, in the form that Prometheus reads.
#[utoipa::path(get, path = "/metrics", tag = "server", responses(
    (status = 200, description = "Counters", body = String, content_type = "application/openmetrics-text"),
    (status = 400, description = "There are parameters", body = Problem, content_type = "application/problem+json"),
))]
pub(super) async fn counters(State(app): Shared) -> Response {
    ([(header::CONTENT_TYPE, metrics::MEDIA)], app.metrics.text()).into_response()
}
