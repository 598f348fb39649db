//! The explorer's files, and the tables themselves, whole or by ranges

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

use tihbat::text::shown;

use super::app::App;
use super::problem::Problem;
use super::{api, http};
use crate::cli::assets::ASSETS;

const TABLE: &str = "application/octet-stream";

/// The addresses of files.
pub(super) fn routes() -> Router<Arc<App>> {
    let data = Router::new()
        .route("/games.json", get(api::games))
        .route("/tables/{file}", get(table))
        .route_layer(middleware::from_fn(http::no_parameters));
    let index = |headers: HeaderMap, address: Uri| async move { asset("index.html", &headers, &address) };
    let named =
        |Path(name): Path<String>, headers: HeaderMap, address: Uri| async move { asset(&name, &headers, &address) };
    data.route("/", get(index)).route("/{file}", get(named))
}

/// The media type for the extension of a file name.
fn media(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => TABLE,
    }
}

/// A file of the page. The pages themselves have parameters, which they read in the browser.
fn asset(name: &str, headers: &HeaderMap, address: &Uri) -> Result<Response, Problem> {
    let found = ASSETS.iter().find(|(asset, _)| *asset == name);
    let &(_, bytes) = found.ok_or_else(|| Problem::missing(format!("there is nothing at /{}", shown(name))))?;
    if !name.ends_with(".html") {
        http::check_no_parameters(address)?;
    }
    let tag = format!("W/\"{:08x}\"", crc32fast::hash(bytes));
    if http::has(headers, &tag) {
        return Ok(http::unchanged(media(name), &tag, http::ASK));
    }
    Ok(http::tagged(media(name), &tag, http::ASK, bytes))
}

/// A table, or the statistics beside it.
async fn table(State(app): State<Arc<App>>, Path(file): Path<String>, headers: HeaderMap) -> Result<Response, Problem> {
    let path = format!("tables/{file}");
    if let Some(served) = app.games.iter().find(|served| served.solved.statistics_path() == path) {
        let name = served.solved.game.name.clone();
        return api::layers(State(app), Path(name), headers).await;
    }
    let served = app.games.iter().find(|served| served.solved.table_path() == path);
    let served = served.ok_or_else(|| Problem::missing(format!("there is nothing at /{}", shown(&path))))?;
    served.check()?;
    let bytes = Bytes::from_owner(served.solved.table.clone());
    let tag = format!("\"{}\"", served.tag);
    if http::has(&headers, &tag) {
        return Ok(http::unchanged(TABLE, &tag, http::KEEP));
    }
    let asked = headers.get(header::RANGE).and_then(|value| value.to_str().ok());
    // A range of another version of the file is not asked for.
    let same = headers.get(header::IF_RANGE).is_none_or(|value| value.as_bytes() == tag.as_bytes());
    let part = asked.filter(|_| same).map(|asked| range(asked, bytes.len()));
    let accepts = (header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    match part {
        None | Some(Range::Whole) => Ok(http::tagged(TABLE, &tag, http::KEEP, ([accepts], bytes))),
        Some(Range::Part(from, to)) => {
            let content = format!("bytes {from}-{}/{}", to - 1, bytes.len());
            let part = bytes.slice(from..to);
            let answer = (StatusCode::PARTIAL_CONTENT, [accepts], [(header::CONTENT_RANGE, content)], part);
            Ok(http::tagged(TABLE, &tag, http::KEEP, answer))
        }
        Some(Range::Beyond) => {
            let detail =
                format!("the file has {} bytes, none of them in the range {}", bytes.len(), asked.unwrap_or(""));
            let content = [(header::CONTENT_RANGE, format!("bytes */{}", bytes.len()))];
            Ok((content, Problem::new(StatusCode::RANGE_NOT_SATISFIABLE, detail)).into_response())
        }
    }
}

/// What a `Range` header asks for.
#[derive(Debug, PartialEq, Eq)]
enum Range {
    /// Bytes from the first up to the second, that one not included.
    Part(usize, usize),
    /// Nothing that the file has.
    Beyond,
    /// The whole file: no range of bytes, or several, which need not be heeded.
    Whole,
}

fn range(asked: &str, length: usize) -> Range {
    let number =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<usize>().ok()).flatten();
    let Some((from, to)) = asked.strip_prefix("bytes=").and_then(|range| range.split_once('-')) else {
        return Range::Whole;
    };
    let (from, to) = match (number(from.trim()), number(to.trim())) {
        (Some(from), Some(to)) if from <= to => (from, to.saturating_add(1).min(length)),
        (Some(from), None) if to.trim().is_empty() => (from, length),
        // The last bytes.
        (None, Some(last)) if from.trim().is_empty() => (length.saturating_sub(last), length),
        _ => return Range::Whole,
    };
    if from < to { Range::Part(from, to) } else { Range::Beyond }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_those_of_the_standard() {
        for (asked, found) in [
            ("bytes=0-9", Range::Part(0, 10)),
            ("bytes=90-200", Range::Part(90, 100)),
            ("bytes=90-", Range::Part(90, 100)),
            ("bytes=-10", Range::Part(90, 100)),
            ("bytes=-1000", Range::Part(0, 100)),
            ("bytes=100-", Range::Beyond),
            ("bytes=-0", Range::Beyond),
            ("bytes=0-18446744073709551615", Range::Part(0, 100)),
            ("bytes=9-3", Range::Whole),
            ("bytes=0-1,5-6", Range::Whole),
            ("bytes=x-y", Range::Whole),
            ("seeds=0-9", Range::Whole),
        ] {
            assert_eq!(range(asked, 100), found, "{asked}");
        }
    }
}
