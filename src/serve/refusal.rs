//! Requests that hyper refuses by itself, answered by problem documents
//!
//! What cannot be read as a request reaches no handler. hyper answers it by a status without a body, or closes the
//! connection. Here such a client gets the same kind of answer as everybody else.

use axum::http::StatusCode;

use super::http::SECURITY;
use super::json::json;
use super::problem::{PROBLEM, Problem};

/// The fields of a response that hyper makes by itself. Responses of a handler have others.
const OWN_FIELDS: [&str; 3] = ["connection", "content-length", "date"];
/// Bytes of such a response at most.
const OWN_BYTES: usize = 256;

/// Finds a response that hyper made by itself at the end of bytes that are to be written. Returns where it begins, and
/// what replaces it.
pub(super) fn replace(bytes: &[u8]) -> Option<(usize, Vec<u8>)> {
    if !bytes.ends_with(b"\r\n\r\n") {
        return None;
    }
    let last = bytes.len().saturating_sub(OWN_BYTES);
    let begin = b"HTTP/1.";
    let at = last + bytes[last..].windows(begin.len()).rposition(|window| window == begin)?;
    let head = std::str::from_utf8(&bytes[at..]).ok()?.trim_end();
    let (line, fields) = head.split_once("\r\n")?;
    let status = line.split(' ').nth(1)?.parse().ok().and_then(|status| StatusCode::from_u16(status).ok())?;
    let own = |field: &str| field.split(':').next().is_some_and(|name| OWN_FIELDS.contains(&name));
    (status.is_client_error() && fields.split("\r\n").all(own)).then(|| (at, response(status)))
}

/// Returns the answer to a request that hyper gave up without one; none if the client has ended it.
pub(super) fn of(error: &hyper::Error) -> Option<Vec<u8>> {
    if error.is_timeout() {
        Some(response(StatusCode::REQUEST_TIMEOUT))
    } else if error.is_parse() {
        Some(response(StatusCode::BAD_REQUEST))
    } else {
        None
    }
}

/// A whole response with this status, after which the connection is closed.
fn response(status: StatusCode) -> Vec<u8> {
    let detail = match status {
        StatusCode::REQUEST_TIMEOUT => "the head of the request was too long in coming",
        StatusCode::URI_TOO_LONG => "the address is longer than 65,534 bytes",
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => "the head of the request has more than 64 KiB or 100 fields",
        _ => "this is not a request of HTTP/1.1",
    };
    let body = json(&Problem::new(status, detail));
    let mut head = format!("HTTP/1.1 {status}\r\ncontent-type: {PROBLEM}\r\ncache-control: no-store\r\n");
    for (name, value) in SECURITY {
        head += &format!("{name}: {value}\r\n");
    }
    head += &format!("access-control-allow-origin: *\r\nconnection: close\r\ncontent-length: {}\r\n\r\n", body.len());
    (head + &body).into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_responses_of_hyper_itself_are_replaced() {
        let own = "HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\ndate: now\r\n\r\n";
        let (at, response) = replace(own.as_bytes()).expect("it is replaced");
        assert_eq!(at, 0);
        assert!(String::from_utf8_lossy(&response).contains("\"status\":400"));
        let after = format!("{{\"margin\":0}}{own}");
        assert_eq!(replace(after.as_bytes()).map(|(at, _)| at), Some(12));
        for ours in [
            "HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 400 Bad Request\r\ncontent-length: 5\r\n\r\nhello",
            "\r\n\r\n",
        ] {
            assert!(replace(ours.as_bytes()).is_none(), "{ours}");
        }
    }
}
