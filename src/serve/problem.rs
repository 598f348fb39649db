//! Errors as problem documents (RFC 9457), with the sentences of the command line

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use utoipa::ToSchema;

use super::json::json;

/// The media type of problem documents.
pub(super) const PROBLEM: &str = "application/problem+json";

/// Why a request has no answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct Problem {
    /// Always `about:blank`: the status says which kind of problem it is.
    #[serde(rename = "type")]
    #[schema(example = "about:blank")]
    kind: &'static str,
    /// The status in words.
    #[schema(example = "Bad Request")]
    title: &'static str,
    /// The HTTP status.
    #[schema(example = 400)]
    status: u16,
    /// A sentence to act on.
    #[schema(example = "position \"7-7-7\": a position of this game is 4 pits joined by dashes")]
    detail: String,
    /// The same sentence, for clients that expect it under this name.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(ignore)]
    error: Option<String>,
}

/// Seconds after which one who was turned away may come back.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("1");

impl Problem {
    pub(super) fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        let title = status.canonical_reason().unwrap_or("Error");
        Self { kind: "about:blank", title, status: status.as_u16(), detail: detail.into(), error: None }
    }

    /// The same, with its sentence also in the field `error`.
    pub(super) fn with_error(self) -> Self {
        Self { error: Some(self.detail.clone()), ..self }
    }

    /// The asker's mistake.
    pub(super) fn bad(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, detail)
    }

    /// There is no such thing.
    pub(super) fn missing(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, detail)
    }

    /// Too much to do just now.
    pub(super) fn busy(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, detail)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = json(&self);
        let head = [
            (header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM)),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        ];
        let mut response = (status, head, body).into_response();
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, RETRY_AFTER);
        }
        response
    }
}
