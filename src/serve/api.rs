//! The addresses of the API

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};
use tokio::sync::OwnedSemaphorePermit;
use utoipa::ToSchema;

use super::app::{App, Served};
use super::asked::AskedPosition;
use super::json::json;
use super::problem::Problem;
use super::{http, metrics};
use tihbat::answer::{GameEntry, Games, LineAnswer, PositionAnswer, Statistics};

/// Positions of a batch at most.
pub(super) const MAX_POSITIONS: usize = 10_000;
/// Bytes of a body at most.
pub(super) const MAX_BYTES: usize = 2 << 20;
/// How long a question inside a game waits for its turn.
const PATIENCE: Duration = Duration::from_secs(10);

const JSON: &str = "application/json";
const JSON_LINES: &str = "application/jsonl";

type Shared = State<Arc<App>>;
type Parameters = Query<Vec<(String, String)>>;

/// The addresses that the API has.
pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/v1/games", get(games))
        .route("/api/v1/games/{game}", get(game))
        .route("/api/v1/games/{game}/position", get(position))
        .route("/api/v1/games/{game}/positions", post(positions))
        .route("/api/v1/games/{game}/line", get(line))
        .route("/api/v1/games/{game}/layers", get(layers))
        .route("/health", get(health))
        .route("/metrics", get(counters))
}

/// What is served, and whether it is well.
#[derive(Serialize, ToSchema)]
pub(super) struct Health {
    /// `ok`.
    #[schema(example = "ok")]
    status: &'static str,
    /// The games.
    games: Vec<String>,
}

/// A line of a batch.
#[derive(Deserialize, ToSchema)]
pub(super) struct BatchQuestion {
    /// As in a single question.
    #[schema(example = "1-2-1-1")]
    position: String,
}

/// The answer to a line of a batch that has none.
#[derive(Serialize, ToSchema)]
pub(super) struct BatchProblem {
    /// The number of the line, from 1.
    line: usize,
    problem: Problem,
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
                    let sentence = format!("there is no parameter \"{name}\"; the parameters are position, moves");
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
    /// The number of the game with this name.
    fn find(&self, name: &str) -> Result<usize, Problem> {
        self.games.iter().position(|served| served.solved.game.name == name).ok_or_else(|| {
            let known: Vec<_> = self.games.iter().map(|served| served.solved.game.name.as_str()).collect();
            Problem::missing(format!("there is no game \"{name}\" here; the games are {}", known.join(", ")))
        })
    }

    /// The right to solve a layer, when it is one's turn.
    async fn turn(&self) -> Result<OwnedSemaphorePermit, Problem> {
        let turn = tokio::time::timeout(PATIENCE, Arc::clone(&self.solves).acquire_owned()).await;
        turn.ok()
            .and_then(Result::ok)
            .ok_or_else(|| Problem::busy("too many questions inside games are being worked out: try again in a second"))
    }
}

/// Runs something that computes for longer where that holds up nobody; an error if it failed for good.
async fn apart<T: Send + 'static>(work: impl FnOnce() -> Result<T, Problem> + Send + 'static) -> Result<T, Problem> {
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
        (status = 404, description = "No such game", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn game(State(app): Shared, Path(name): Path<String>) -> Result<Response, Problem> {
    let served = &app.games[app.find(&name)?];
    let description = json(&served.solved.entry().map_err(|error| http::refused(error.into()))?);
    Ok(http::tagged(JSON, &format!("W/\"{}\"", served.tag), http::ASK, description))
}

/// What a position is worth, and every legal move, best first.
///
/// With `moves` the answer is exact inside a game: a position that was seen since the last capture is an end worth 0.
/// Where that matters a layer is solved again, which may take a second or so.
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
        (status = 503, description = "Too busy; see Retry-After", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn position(
    State(app): Shared,
    Path(game): Path<String>,
    parameters: Parameters,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    reply(app, &game, parameters, &headers, AskedPosition::answer).await
}

/// The main line: perfect play by both sides to the end.
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
        (status = 503, description = "Too busy; see Retry-After", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn line(
    State(app): Shared,
    Path(game): Path<String>,
    parameters: Parameters,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    reply(app, &game, parameters, &headers, AskedPosition::line).await
}

/// What each layer of the table holds: boards won, drawn and lost, boards of each margin, a board of the longest distance.
#[utoipa::path(get, path = "/api/v1/games/{game}/layers", tag = "games",
    params(("game" = String, Path, description = "The name of the game", example = "tihbat")),
    responses(
        (status = 200, description = "The layers", body = Statistics),
        (status = 304, description = "The asker has it, by If-None-Match"),
        (status = 404, description = "No such game", body = Problem, content_type = "application/problem+json"),
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

/// Many positions at once: a line of JSON for each, in their order.
///
/// The body has an object with the field `position` on each line, at most 10,000 lines and 2 MiB. A line that cannot be
/// answered has a problem for an answer. Games in progress (`moves`) are for single questions.
#[utoipa::path(post, path = "/api/v1/games/{game}/positions", tag = "positions",
    params(("game" = String, Path, description = "The name of the game", example = "tihbat")),
    request_body(content = BatchQuestion, content_type = "application/jsonl", description = "A question on each line"),
    responses(
        (status = 200, description = "A `PositionAnswer` or a `BatchProblem` on each line", body = PositionAnswer, content_type = "application/jsonl"),
        (status = 400, description = "No text in UTF-8", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "No such game", body = Problem, content_type = "application/problem+json"),
        (status = 408, description = "The body was too long in coming", body = Problem, content_type = "application/problem+json"),
        (status = 413, description = "More than 10,000 lines or 2 MiB", body = Problem, content_type = "application/problem+json"),
        (status = 503, description = "Too busy; see Retry-After", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn positions(
    State(app): Shared,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Problem> {
    let at = app.find(&name)?;
    let too_large = || {
        let detail = format!("a batch has at most {MAX_POSITIONS} positions in {MAX_BYTES} bytes");
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, detail)
    };
    let claimed = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    if claimed.is_some_and(|bytes: usize| bytes > MAX_BYTES) {
        http::drain(body).await;
        return Err(too_large());
    }
    let late = |_| Problem::new(StatusCode::REQUEST_TIMEOUT, "the body of the request was too long in coming");
    let body = tokio::time::timeout(app.limits.timeout() / 2, to_bytes(body, MAX_BYTES + 1)).await.map_err(late)?;
    let body = body.map_err(|_| too_large())?;
    if body.len() > MAX_BYTES {
        return Err(too_large());
    }
    let text = String::from_utf8(body.into()).map_err(|_| Problem::bad("the body is no text in UTF-8"))?;
    if text.lines().count() > MAX_POSITIONS {
        return Err(too_large());
    }
    let answers = apart(move || {
        let served = &app.games[at];
        let mut answers = String::with_capacity(256 * text.lines().count());
        for (at, line) in text.lines().enumerate() {
            match batch_line(served, line) {
                Ok(answer) => answers += &answer,
                Err(problem) => {
                    let problem = BatchProblem { line: at + 1, problem };
                    answers += &json(&problem);
                }
            }
            answers.push('\n');
            app.metrics.positions.inc();
        }
        Ok(answers)
    });
    Ok(([(header::CONTENT_TYPE, JSON_LINES), (header::CACHE_CONTROL, "no-store")], answers.await?).into_response())
}

fn batch_line(served: &Served, line: &str) -> Result<String, Problem> {
    let wanted = "a line of a batch is an object like {\"position\": \"7-7-7-7-0-0-S\"}";
    let question: serde_json::Map<_, _> =
        serde_json::from_str(line).map_err(|error| Problem::bad(format!("{wanted}: {error}")))?;
    if let Some(other) = question.keys().find(|&name| name != "position") {
        return Err(Problem::bad(format!("{wanted}; there is no field \"{other}\"")));
    }
    let BatchQuestion { position } = serde_json::from_value(question.into())
        .map_err(|error: serde_json::Error| Problem::bad(format!("{wanted}: {error}")))?;
    let answer = AskedPosition::parse(served, Some(&position), None)?.answer(served)?;
    Ok(json(&answer))
}

/// Whether the server is well.
#[utoipa::path(get, path = "/health", tag = "server", responses(
    (status = 200, description = "It is", body = Health),
))]
pub(super) async fn health(State(app): Shared) -> Response {
    let games = app.games.iter().map(|served| served.solved.game.name.clone()).collect();
    axum::Json(Health { status: "ok", games }).into_response()
}

/// Counters, in the form that Prometheus reads.
#[utoipa::path(get, path = "/metrics", tag = "server", responses(
    (status = 200, description = "Counters", body = String, content_type = "application/openmetrics-text"),
))]
pub(super) async fn counters(State(app): Shared) -> Response {
    ([(header::CONTENT_TYPE, metrics::MEDIA)], app.metrics.text()).into_response()
}
