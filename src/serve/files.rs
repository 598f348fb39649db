//! The files of the web page, and the tables themselves, whole or by ranges

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Error, Router};

use tihbat::table::TableError;
use tihbat::text::shown;

use super::app::App;
use super::pieces::{self, PIECE};
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
        // By this a browser compiles it while it is loaded.
        Some("wasm") => "application/wasm",
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
    let at = app.games.iter().position(|served| served.solved.table_path() == path);
    let at = at.ok_or_else(|| Problem::missing(format!("there is nothing at /{}", shown(&path))))?;
    let served = &app.games[at];
    served.check()?;
    let tag = format!("\"{}\"", served.tag);
    if http::has(&headers, &tag) {
        return Ok(http::unchanged(TABLE, &tag, http::KEEP));
    }
    let asked = headers.get(header::RANGE).and_then(|value| value.to_str().ok());
    // A range of another version of the file is not asked for.
    let same = headers.get(header::IF_RANGE).is_none_or(|value| value.as_bytes() == tag.as_bytes());
    let length = served.solved.table.bytes();
    let part = asked.filter(|_| same).map(|asked| range(asked, length));
    let accepts = (header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    match part {
        None | Some(Range::Whole) => {
            let body = read(&app, at, 0..length).await?;
            Ok(http::tagged(TABLE, &tag, http::KEEP, ([accepts], [(header::CONTENT_LENGTH, length)], body)))
        }
        Some(Range::Part(from, to)) => {
            let body = read(&app, at, from..to).await?;
            let content = [(header::CONTENT_RANGE, format!("bytes {from}-{}/{length}", to - 1))];
            let length = [(header::CONTENT_LENGTH, to - from)];
            let answer = (StatusCode::PARTIAL_CONTENT, [accepts], length, content, body);
            Ok(http::tagged(TABLE, &tag, http::KEEP, answer))
        }
        Some(Range::Beyond) => {
            let detail = format!("the file has {length} bytes, none of them in the range {}", asked.unwrap_or(""));
            let content = [(header::CONTENT_RANGE, format!("bytes */{length}"))];
            Ok((content, Problem::new(StatusCode::RANGE_NOT_SATISFIABLE, detail)).into_response())
        }
    }
}

/// Bytes of a table as a body, read and checked piece by piece as the client takes them. If the table is found to be damaged or
/// changed, the game is out of service: before the first piece this is the response, later the response ends too early.
async fn read(app: &Arc<App>, at: usize, range: std::ops::Range<u64>) -> Result<Body, Problem> {
    let (mut next, end, shared) = (range.start, range.end, Arc::clone(app));
    let mut read = move || -> Result<Vec<u8>, TableError> {
        let mut piece = Vec::new();
        while piece.len() < PIECE && next < end {
            let some = shared.games[at].solved.table.read_some(next..end)?;
            next += some.len() as u64;
            piece.extend(some);
        }
        Ok(piece)
    };
    let (first, mut read) = api::apart(move || Ok((read(), read))).await?;
    let mut first = Some(first.map_err(|error| app.games[at].break_off(&error))?);
    let app = Arc::clone(app);
    Ok(pieces::body(move || match first.take().map_or_else(&mut read, Ok) {
        Ok(piece) => (!piece.is_empty()).then(|| Ok(piece.into())),
        Err(error) => {
            app.games[at].break_off(&error);
            Some(Err(Error::new(error)))
        }
    }))
}

/// What a `Range` header asks for.
#[derive(Debug, PartialEq, Eq)]
enum Range {
    /// Bytes from the first up to the second, that one not included.
    Part(u64, u64),
    /// Nothing that the file has.
    Beyond,
    /// The whole file: no range of bytes, or several, which need not be heeded.
    Whole,
}

fn range(asked: &str, length: u64) -> Range {
    let number =
        |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u64>().ok()).flatten();
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
