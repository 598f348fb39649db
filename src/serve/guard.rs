//! Admission: a request is let in if there is a slot for it
//!
//! Questions about games in progress have slots of their own, so however many of them wait, questions to tables are
//! answered. Everything is refused at once or let in; only a few questions about games wait.

use std::sync::Arc;
use std::time::Instant;

use axum::body::to_bytes;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tracing::info;

use super::app::App;
use super::pieces::{Held, Unsent};
use super::problem::{PROBLEM, Problem};
use super::{asked, http};

/// Whether a request asks about a game in progress, which may solve a layer.
fn is_in_game(route: &str, address: &Uri) -> bool {
    asked::ADDRESSES.contains(&route) && http::parameters(address).iter().any(|(name, _)| name == "moves")
}

/// Turns an error that another library answered in its own way into a problem document.
async fn as_problem(response: Response) -> Response {
    const MOST: usize = 1 << 12;
    let status = response.status();
    let known = response.headers().get(header::CONTENT_TYPE).is_some_and(|media| media == PROBLEM);
    if known || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    let text = to_bytes(body, MOST).await.ok().and_then(|bytes| String::from_utf8(bytes.into()).ok());
    let text = text.filter(|text| !text.is_empty()).unwrap_or_else(|| "the request has no answer".to_owned());
    for own in [header::CONTENT_TYPE, header::CONTENT_LENGTH] {
        parts.headers.remove(own);
    }
    (parts.headers, Problem::new(status, text)).into_response()
}

/// Lets a request in if there is a slot, ends it when it takes too long, counts and logs it. The request keeps its slot
/// until its response is sent.
pub(super) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let route = request.extensions().get::<MatchedPath>().map_or("other", MatchedPath::as_str).to_owned();
    let unsent = request.extensions().get::<Unsent>().cloned().unwrap_or_default();
    let (method, address) = (request.method().clone(), request.uri().clone());
    // What tells how the server does must work above all when it is not well.
    let open = ["/health", "/metrics"].contains(&route.as_str());
    let (slots, busy) = if is_in_game(&route, &address) {
        (&app.in_game, "too many questions about games in progress are waiting: try again in a second")
    } else {
        (&app.requests, "the server has reached its limit of requests: try again in a second")
    };
    let response = match Arc::clone(slots).try_acquire_owned() {
        Err(_) if !open => {
            let (parts, body) = request.into_parts();
            http::without_body(Problem::busy(busy), &parts.headers, body).await
        }
        slot => {
            let response = tokio::time::timeout(app.limits.timeout(), next.run(request)).await.unwrap_or_else(|_| {
                let detail = format!("the answer was not there after {} seconds: try again", app.limits.timeout);
                Problem::busy(detail).into_response()
            });
            as_problem(response).await.map(|body| Held::hold(body, slot.ok(), unsent))
        }
    };
    let (status, time) = (response.status().as_u16(), begun.elapsed());
    app.metrics.answered(&route, status, time);
    info!("{method} {address} {status} {:.1} ms", 1000.0 * time.as_secs_f64());
    response
}
