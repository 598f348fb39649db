//! How answers travel: entity tags, limits, headers that every answer has

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use tracing::info;

use super::app::App;
use super::problem::Problem;
use crate::cli::failure::Failure;

/// Nothing but the page's own files; no frames, no forms, no other host.
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers of every answer.
pub(super) const SECURITY: [(HeaderName, &str); 6] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
];

/// For how long an answer about a table may be kept unasked.
pub(super) const KEEP: HeaderValue = HeaderValue::from_static("public, max-age=3600");
/// To be kept, but asked about each time.
pub(super) const ASK: HeaderValue = HeaderValue::from_static("no-cache");

/// Bad input of the command line is a bad request here.
pub(super) fn refused(failure: Failure) -> Problem {
    match failure {
        Failure::Input(sentence) => Problem::bad(sentence),
        Failure::Output(error) => Problem::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()),
    }
}

/// Whether the asker already has what has this tag.
pub(super) fn has(headers: &HeaderMap, tag: &str) -> bool {
    let bare = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
    let asked = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    asked.flat_map(|value| value.split(',')).any(|asked| bare(asked) == bare(tag))
}

/// An answer with its entity tag.
pub(super) fn tagged(media: &'static str, tag: &str, keep: HeaderValue, body: impl IntoResponse) -> Response {
    let mut response = body.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
    headers.insert(header::CACHE_CONTROL, keep);
    if let Ok(tag) = HeaderValue::from_str(tag) {
        headers.insert(header::ETAG, tag);
    }
    response
}

/// Nothing that the asker does not have.
pub(super) fn unchanged(media: &'static str, tag: &str, keep: HeaderValue) -> Response {
    tagged(media, tag, keep, StatusCode::NOT_MODIFIED)
}

/// Reads what is still to come of a body, up to a limit, and forgets it: a client that is still sending hears nothing.
pub(super) async fn drain(mut body: Body) {
    const MOST: usize = 8 << 20;
    const TIME: Duration = Duration::from_secs(2);
    let mut read = 0;
    let read_on = async {
        while let Some(Ok(frame)) = body.frame().await {
            read += frame.data_ref().map_or(0, Bytes::len);
            if read > MOST {
                break;
            }
        }
    };
    // Whoever takes longer than that is cut off.
    let _ = tokio::time::timeout(TIME, read_on).await;
}

/// Lets a request in if there is room, ends it when it takes too long, counts and logs it.
pub(super) async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let route = request.extensions().get::<MatchedPath>().map_or("other", MatchedPath::as_str).to_owned();
    let (method, address) = (request.method().clone(), request.uri().clone());
    // What tells how the server does must work above all when it is not well.
    let open = ["/health", "/metrics"].contains(&route.as_str());
    let response = match app.requests.try_acquire() {
        Err(_) if !open => {
            drain(request.into_body()).await;
            Problem::busy("the server has reached its limit of requests: try again in a second").into_response()
        }
        _permit => tokio::time::timeout(app.limits.timeout(), next.run(request)).await.unwrap_or_else(|_| {
            let detail = format!("the answer was not there after {} seconds: try again", app.limits.timeout);
            Problem::busy(detail).into_response()
        }),
    };
    let (status, time) = (response.status().as_u16(), begun.elapsed());
    app.metrics.answered(&route, status, time);
    info!("{method} {address} {status} {:.1} ms", 1000.0 * time.as_secs_f64());
    response
}

/// There is no such address.
pub(super) async fn no_such_page(request: Request) -> Problem {
    Problem::missing(format!("there is nothing at {}", request.uri().path()))
}

/// The address is right, the method is not.
pub(super) async fn no_such_method(method: Method, request: Request) -> Problem {
    let detail = format!("{} does not take {method}", request.uri().path());
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, detail)
}
