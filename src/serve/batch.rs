//! Batches: many positions in one request, answered line by line
//!
//! The questions are in memory until they are answered, and count against a budget for all batches. The answers are computed
//! piece by piece, as the client reads them: a client that does not read keeps its own questions in memory, and nothing else.

use std::fmt;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use tihbat::text::shown;
use tokio::sync::OwnedSemaphorePermit;
use utoipa::ToSchema;

use super::app::{App, Served};
use super::asked::AskedPosition;
use super::http;
use super::json::json;
use super::pieces::{self, PIECE};
use super::problem::Problem;
use tihbat::answer::PositionAnswer;

/// Positions of a batch at most.
pub(super) const MAX_POSITIONS: usize = 10_000;
/// Bytes of a batch at most.
pub(super) const MAX_BYTES: usize = 2 << 20;

const JSON_LINES: &str = "application/jsonl";

/// A line of a batch.
#[derive(ToSchema)]
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

impl<'de> Deserialize<'de> for BatchQuestion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Fields)
    }
}

/// Reads an object that has the field `position`, once, and no other.
struct Fields;

impl<'de> Visitor<'de> for Fields {
    type Value = BatchQuestion;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<BatchQuestion, A::Error> {
        use serde::de::Error;

        let mut position = None;
        while let Some(name) = fields.next_key::<String>()? {
            if name != "position" {
                return Err(A::Error::custom(format!("there is no field \"{}\"", shown(&name))));
            }
            if position.replace(fields.next_value()?).is_some() {
                return Err(A::Error::duplicate_field("position"));
            }
        }
        let position = position.ok_or_else(|| A::Error::missing_field("position"))?;
        Ok(BatchQuestion { position })
    }
}

/// A batch that was received, with its part of the budget.
struct Batch {
    text: String,
    /// The part of the text that is not answered yet begins here.
    at: usize,
    /// Lines that are answered.
    lines: usize,
    _budget: Option<OwnedSemaphorePermit>,
}

impl Batch {
    /// Receives a batch, if it is not too large and there is memory for it.
    async fn receive(app: &App, headers: &HeaderMap, mut body: Body) -> Result<Self, Response> {
        let detail = format!("a batch has at most {MAX_POSITIONS} positions in {MAX_BYTES} bytes");
        let too_large = Problem::new(StatusCode::PAYLOAD_TOO_LARGE, detail);
        let claimed = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
        if claimed.is_some_and(|bytes| bytes > MAX_BYTES as u64) {
            return Err(http::without_body(too_large, headers, body).await);
        }
        let end = tokio::time::Instant::now() + app.limits.timeout() / 2;
        let (mut bytes, mut budget) = (Vec::new(), None::<OwnedSemaphorePermit>);
        loop {
            let late = |_| Problem::new(StatusCode::REQUEST_TIMEOUT, "the body of the request was too long in coming");
            let frame = tokio::time::timeout_at(end, body.frame()).await.map_err(late).map_err(http::closing)?;
            let Some(frame) = frame else { break };
            let broken = |_| http::closing(Problem::bad("the body of the request cannot be read to its end"));
            let Ok(data) = frame.map_err(broken)?.into_data() else { continue };
            if bytes.len() + data.len() > MAX_BYTES {
                return Err(http::without_body(too_large, headers, body).await);
            }
            let more = u32::try_from(data.len()).unwrap_or(u32::MAX);
            let Ok(more) = Arc::clone(&app.batches).try_acquire_many_owned(more) else {
                drop((bytes, budget));
                let busy =
                    Problem::busy("the server has reached its limit of memory for batches: try again in a second");
                return Err(http::without_body(busy, headers, body).await);
            };
            match &mut budget {
                Some(budget) => budget.merge(more),
                None => budget = Some(more),
            }
            bytes.extend_from_slice(&data);
        }
        let text =
            String::from_utf8(bytes).map_err(|_| Problem::bad("the body is no text in UTF-8").into_response())?;
        if text.lines().count() > MAX_POSITIONS {
            return Err(too_large.into_response());
        }
        Ok(Self { text, at: 0, lines: 0, _budget: budget })
    }

    /// Answers the next lines; none if all are answered.
    fn next(&mut self, app: &App, served: &Served) -> Option<Bytes> {
        let mut answers = String::new();
        while answers.len() < PIECE && self.at < self.text.len() {
            let rest = &self.text[self.at..];
            let end = rest.find('\n').map_or(rest.len(), |end| end + 1);
            let line = rest[..end].lines().next().unwrap_or_default();
            (self.at, self.lines) = (self.at + end, self.lines + 1);
            answers += &match answer(served, line) {
                Ok(answer) => json(&answer),
                Err(problem) => json(&BatchProblem { line: self.lines, problem }),
            };
            answers.push('\n');
            app.metrics.positions.inc();
        }
        (!answers.is_empty()).then(|| answers.into())
    }
}

fn answer(served: &Served, line: &str) -> Result<PositionAnswer, Problem> {
    let wanted = "a line of a batch is an object like {\"position\": \"7-7-7-7-0-0-S\"}";
    let BatchQuestion { position } =
        serde_json::from_str(line).map_err(|error| Problem::bad(format!("{wanted}: {error}")))?;
    AskedPosition::parse(served, Some(&position), None)?.answer(served)
}

/// Many positions at once: a line of JSON for each, in their order.
///
/// The body has an object with the field `position`, once, on each line, at most 10,000 lines and 2 MiB. A line that cannot
/// be answered has a problem for an answer. Games in progress (`moves`) are for single questions.
#[utoipa::path(post, path = "/api/v1/games/{game}/positions", tag = "positions",
    params(("game" = String, Path, description = "The name of the game", example = "tihbat")),
    request_body(content = BatchQuestion, content_type = "application/jsonl", description = "A question on each line"),
    responses(
        (status = 200, description = "A `PositionAnswer` or a `BatchProblem` on each line", body = PositionAnswer, content_type = "application/jsonl"),
        (status = 400, description = "No text in UTF-8, or there are parameters", body = Problem, content_type = "application/problem+json"),
        (status = 404, description = "No such game", body = Problem, content_type = "application/problem+json"),
        (status = 408, description = "The body was too long in coming", body = Problem, content_type = "application/problem+json"),
        (status = 413, description = "More than 10,000 lines or 2 MiB", body = Problem, content_type = "application/problem+json"),
        (status = 503, description = "Too busy, or the table was damaged or changed; see Retry-After", body = Problem, content_type = "application/problem+json"),
    ))]
pub(super) async fn positions(
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Response {
    let at = match app.find(&name).and_then(|at| app.games[at].check().map(|()| at)) {
        Ok(at) => at,
        Err(problem) => return http::without_body(problem, &headers, body).await,
    };
    let mut batch = match Batch::receive(&app, &headers, body).await {
        Ok(batch) => batch,
        Err(refused) => return refused,
    };
    let answers = pieces::body(move || batch.next(&app, &app.games[at]).map(Ok));
    ([(header::CONTENT_TYPE, JSON_LINES), (header::CACHE_CONTROL, "no-store")], answers).into_response()
}
