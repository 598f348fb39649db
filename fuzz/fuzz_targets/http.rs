//! What a client may send to the server: any bytes on a connection, or a request made of them.
//!
//! The server is that of the program and runs in this process, so the fuzzer sees what an input reaches in it. A panic in a
//! handler ends the fuzzer, although the server would answer 500.

#![no_main]

use std::io::{Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::LazyLock;
use std::time::Duration;

use clap::Parser;
use libfuzzer_sys::fuzz_target;
use serde_json::Value as Json;
use tihbat::answer::Solved;
use tihbat::solve;
use tihbat::store::GameSpec;
use tihbat_fuzz::commands_a_terminal;

#[path = "../../src/cli/mod.rs"]
#[allow(dead_code, reason = "only the server is used")]
mod cli;
#[path = "../../src/serve/mod.rs"]
#[allow(dead_code, reason = "only the server is used")]
mod serve;

#[derive(Parser)]
struct Options {
    #[command(flatten)]
    limits: serve::Limits,
}

/// Where the server answers. It runs until the fuzzer ends.
static ADDRESS: LazyLock<SocketAddr> = LazyLock::new(|| {
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|listener| listener.local_addr());
    let address = free.expect("a port");
    let games = ["tihbat-2x2", "modiar-2x2", "awari-2x2"].map(|name| {
        let game = GameSpec::called(name).expect("a game");
        let table = solve::table(game.rules.clauses(), game.rules.seeds()).expect("a small table");
        Solved { game, table }
    });
    std::thread::spawn(move || {
        let limits = Options::parse_from(["http"]).limits;
        let ended = serve::run(games.into(), address, limits);
        panic!("the server has ended, {}", if ended.is_ok() { "as if told to" } else { "and failed" });
    });
    while TcpStream::connect(address).is_err() {
        std::thread::sleep(Duration::from_millis(10));
    }
    address
});

const METHODS: [&str; 8] = ["GET", "POST", "GET", "POST", "HEAD", "OPTIONS", "PUT", "BREW"];

/// Fields that decide where a request ends. A request that is made here says that itself.
const FRAMING: [&str; 5] = ["connection", "content-length", "transfer-encoding", "expect", "upgrade"];

/// A request: the first line is the address, the next lines are fields, and what comes after an empty line is the body.
fn request(method: &str, input: &[u8]) -> Vec<u8> {
    let mut rest = input;
    let mut line = || {
        let end = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        let line = &rest[..end];
        rest = rest.get(end + 1..).unwrap_or_default();
        line
    };
    let path = line();
    let mut request = format!("{method} ").into_bytes();
    if !path.starts_with(b"/") {
        request.extend(b"/api/v1/games/");
    }
    for &byte in path {
        if byte == b' ' { request.extend(b"%20") } else { request.push(byte) }
    }
    request.extend(b" HTTP/1.1\r\nHost: x\r\nConnection: close\r\n");
    loop {
        let field = line();
        if field.is_empty() {
            break;
        }
        let name = field.split(|&byte| byte == b':').next().unwrap_or_default();
        if !FRAMING.iter().any(|framing| name.trim_ascii().eq_ignore_ascii_case(framing.as_bytes())) {
            request.extend(field);
            request.extend(b"\r\n");
        }
    }
    request.extend(format!("Content-Length: {}\r\n\r\n", rest.len()).as_bytes());
    request.extend(rest);
    request
}

/// Everything that the server sends until it closes the connection.
fn answer(request: &[u8], half_close: bool) -> Vec<u8> {
    let mut stream = loop {
        match TcpStream::connect(*ADDRESS) {
            Ok(stream) => break stream,
            // Every port of this machine was just used.
            Err(_) => std::thread::sleep(Duration::from_millis(20)),
        }
    };
    stream.set_read_timeout(Some(Duration::from_secs(8))).expect("an option");
    let _ = stream.write_all(request);
    if half_close {
        let _ = stream.shutdown(Shutdown::Write);
    }
    let mut answer = Vec::new();
    match stream.read_to_end(&mut answer) {
        Ok(_) => {}
        Err(error) if half_close => assert_ne!(error.kind(), std::io::ErrorKind::WouldBlock, "no answer and no end"),
        Err(error) => panic!("no answer: {error}"),
    }
    answer
}

/// The first response on a connection. What comes after it is at the end of the body.
struct Response {
    status: u16,
    fields: Vec<(String, String)>,
    body: Vec<u8>,
}

/// Reads the first response; none if its head is not whole.
fn first_response(bytes: &[u8]) -> Option<Response> {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&bytes[..end]).expect("a head is text");
    let (line, fields) = head.split_once("\r\n").unwrap_or((head, ""));
    let status =
        line.strip_prefix("HTTP/1.").and_then(|rest| rest[2..].get(..3)).and_then(|status| status.parse().ok());
    let status = status.unwrap_or_else(|| panic!("no status: {line:?}"));
    let fields = fields.split("\r\n").filter_map(|field| field.split_once(": "));
    let fields = fields.map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned())).collect();
    Some(Response { status, fields, body: bytes[end + 4..].to_vec() })
}

fn check(answer: &[u8], is_head: bool, is_whole: bool) {
    let Some(Response { status, fields, body }) = first_response(answer) else {
        assert!(!is_whole, "a request without a response");
        return;
    };
    let field = |name: &str| fields.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str());
    if status == 100 {
        return;
    }
    assert!(status < 500 || [501, 503].contains(&status), "the server failed: {status}");
    assert_eq!(field("x-content-type-options"), Some("nosniff"), "{status}");
    if (200..300).contains(&status) || status == 304 {
        return;
    }
    assert_eq!(field("content-type"), Some("application/problem+json"), "{status}");
    let length = field("content-length").and_then(|length| length.parse().ok());
    let Some(length) = length.filter(|_| !is_head && field("content-encoding").is_none()) else { return };
    if body.len() < length {
        assert!(!is_whole, "half a response");
        return;
    }
    let problem: Json = serde_json::from_slice(&body[..length]).expect("a problem document");
    assert_eq!(problem["status"], status);
    let detail = problem["detail"].as_str().expect("a sentence");
    assert!(!commands_a_terminal(detail) && (5..4000).contains(&detail.len()), "{detail:?}");
}

fuzz_target!(|input: &[u8]| {
    let Some((&way, input)) = input.split_first() else { return };
    if way < 64 {
        let is_head = input.windows(4).any(|word| word == b"HEAD");
        check(&answer(input, true), is_head, false);
    } else {
        let method = METHODS[usize::from(way) % METHODS.len()];
        check(&answer(&request(method, input), false), method == "HEAD", true);
    }
});
