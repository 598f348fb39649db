//! How answers travel: entity tags, headers that every answer has, and what a request must be like

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{Query, Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use tihbat::text::shown;

use super::app::App;
use super::problem::Problem;

/// Nothing but the page's own files, WebAssembly and workers among them; no frames, no forms, no other host.
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

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

/// Answers a request whose body is not used. A short body is read and forgotten, so that the connection can go on; after
/// a long one the connection is closed.
pub(super) async fn without_body(problem: Problem, headers: &HeaderMap, mut body: Body) -> Response {
    const MOST: usize = 4 << 20;
    const TIME: Duration = Duration::from_secs(2);
    let mut read = 0;
    let read_on = async {
        while let Some(frame) = body.frame().await {
            read += frame.ok()?.data_ref().map_or(0, Bytes::len);
            if read > MOST {
                return None;
            }
        }
        Some(())
    };
    // A client that asks first whether to send its body is told not to.
    let asks_first = headers.contains_key(header::EXPECT);
    let ended = !asks_first && matches!(tokio::time::timeout(TIME, read_on).await, Ok(Some(())));
    if ended { problem.into_response() } else { closing(problem) }
}

/// The last response of a connection.
pub(super) fn closing(problem: Problem) -> Response {
    ([(header::CONNECTION, HeaderValue::from_static("close"))], problem).into_response()
}

/// Requires what HTTP/1.1 requires of the field Host: a request has it once, and it names a host.
pub(super) async fn host(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    let names_host = |value: &HeaderValue| {
        let authority = value.to_str().ok().map(|text| (text.is_empty(), text.parse::<Authority>()));
        authority.is_some_and(|(empty, parsed)| empty || parsed.is_ok_and(|found| !found.as_str().contains('@')))
    };
    let detail = match (hosts.next(), hosts.next()) {
        (None, _) if request.version() >= Version::HTTP_11 => "a request of HTTP/1.1 needs the field Host",
        (_, Some(_)) => "the field Host is given twice",
        (Some(value), None) if !names_host(value) => "the field Host does not name a host",
        _ => return next.run(request).await,
    };
    app.metrics.answered("other", StatusCode::BAD_REQUEST.as_u16(), Duration::ZERO);
    closing(Problem::bad(detail))
}

/// Refuses every parameter, for addresses that have none: a misspelt address must not answer another question.
pub(super) async fn no_parameters(request: Request, next: Next) -> Response {
    match check_no_parameters(request.uri()) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

/// Returns an error if an address has parameters.
pub(super) fn check_no_parameters(address: &Uri) -> Result<(), Problem> {
    match parameters(address).first() {
        None => Ok(()),
        Some((name, _)) => {
            Err(Problem::bad(format!("there is no parameter \"{}\"; this address has no parameters", shown(name))))
        }
    }
}

/// The parameters of an address.
pub(super) fn parameters(address: &Uri) -> Vec<(String, String)> {
    Query::try_from_uri(address).map_or_else(|_| Vec::new(), |Query(pairs)| pairs)
}

/// There is no such address.
pub(super) async fn no_such_page(request: Request) -> Problem {
    Problem::missing(format!("there is nothing at {}", shown(request.uri().path())))
}

/// The address is right, the method is not.
pub(super) async fn no_such_method(method: Method, request: Request) -> Problem {
    let detail = format!("{} does not take {}", shown(request.uri().path()), shown(method.as_str()));
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, detail)
}
