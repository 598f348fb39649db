//! The server: its answers equal those of the command line, bad input is a client error, and it stops cleanly.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::server::{Answer, Server};
use serde_json::{Value as Json, json};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data");

/// The JSON answer of the command line.
pub(crate) fn program(line: &str, moves: Option<&str>) -> Json {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tihbat"));
    command.args(line.split_whitespace()).args(["--json", "--data-dir", DATA]);
    if let Some(moves) = moves {
        command.args(["--moves", moves]);
    }
    let output = command.output().expect("the program runs");
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The error message of the command line.
pub(crate) fn refusal(line: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_tihbat")).args(line).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(2), "{line:?}");
    let text = String::from_utf8(output.stderr).expect("text");
    // A log may come before it.
    let last = text.lines().last().unwrap_or_default();
    last.strip_prefix("error: ").unwrap_or_else(|| panic!("no error in {text}")).to_owned()
}

/// The fields of several objects in one object.
pub(crate) fn together(objects: impl IntoIterator<Item = Json>) -> Json {
    let mut all = serde_json::Map::new();
    for object in objects {
        all.extend(object.as_object().expect("an object").clone());
    }
    all.into()
}

/// Boards that look random and are the same in every run.
pub(crate) fn boards(pits: usize, seeds: usize, number: usize) -> Vec<String> {
    let mut state = 42u64;
    let mut next = |below: usize| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) as usize % below
    };
    let mut board = || {
        let mut board = vec![0usize; pits];
        for _ in 0..next(seeds + 1) {
            board[next(pits)] += 1;
        }
        board.iter().map(usize::to_string).collect::<Vec<_>>().join("-")
    };
    (0..number).map(|_| board()).collect()
}

#[test]
fn answers_are_those_of_the_command_line() {
    let server = Server::start("tihbat modiar-2x5 awari-3x2");
    let mut client = server.client();
    let mut get = |path: &str| client.ask("GET", path, &[], b"");
    for (name, flags, pits, seeds) in [
        ("tihbat", "tihbat", 4, 28),
        ("modiar-2x5", "modiar --pits 2 --seeds-per-pit 5", 4, 20),
        ("awari-3x2", "awari --pits 3 --seeds-per-pit 2", 6, 12),
    ] {
        let (game, options) = flags.split_once(' ').unwrap_or((flags, ""));
        let api = format!("/api/v1/games/{name}");
        for board in boards(pits, seeds, 20).iter().map(String::as_str).chain([""]) {
            let asked = |command: &str, moves| program(&format!("{command} {game} {board} {options}"), moves);
            let answer = get(&format!("{api}/position?position={board}"));
            assert_eq!(answer.status, 200, "{}", answer.text());
            assert_eq!(answer.json(), together([asked("value", None), asked("best", None)]), "{name} {board}");
            let answer = get(&format!("{api}/line?position={board}"));
            assert_eq!(answer.json(), asked("line", None), "{name} {board}");
        }
        let (first, _) = ("A", ());
        let answer = get(&format!("{api}/position?moves={first}"));
        let asked = |command: &str| program(&format!("{command} {game} {options}"), Some(first));
        assert_eq!(answer.json(), together([asked("value"), asked("best")]), "{name} {first}");
        let layers = get(&format!("{api}/layers")).json();
        let counted = program(&format!("layers {game} {options}"), None);
        for (layer, counted) in
            layers["layers"].as_array().expect("layers").iter().zip(counted.as_array().expect("layers"))
        {
            for (field, value) in counted.as_object().expect("an object") {
                assert_eq!(&layer[field], value, "{name} {field}");
            }
            let margins = layer["margins"].as_array().expect("margins");
            let sum: u64 = margins.iter().map(|pair| pair[1].as_u64().expect("a number")).sum();
            assert_eq!(sum, counted["boards"].as_u64().expect("a number"), "{name}");
        }
    }
}

#[test]
fn answers_inside_a_game_know_what_was_seen() {
    let server = Server::start("tihbat");
    // From 1-1-1-1 both players play a single seed back into its pit, so the board occurs again.
    let mut over = 0;
    let mut mattered = 0;
    for (board, moves) in [
        ("1-1-1-1", "A a"),
        ("1-1-1-1", "A"),
        ("1-1-1-1", "A b B"),
        ("7-7-7-7", "A b B a"),
        ("3-1-2-2", "B a A a A"),
        ("2-1-2-0", "B a B a"),
    ] {
        let line = |command: &str| format!("{command} tihbat {board}");
        let sure = Command::new(env!("CARGO_BIN_EXE_tihbat"))
            .args(line("value").split(' '))
            .args(["--moves", moves, "--data-dir", DATA])
            .output()
            .expect("the program runs");
        let path = format!("/api/v1/games/tihbat/position?position={board}&moves={}", moves.replace(' ', "."));
        let answer = server.get(&path);
        if !sure.status.success() {
            assert_eq!(answer.status, 400, "{}", answer.text());
            let sentence = refusal(&["value", "tihbat", board, "--moves", moves]);
            assert_eq!(answer.json()["detail"], sentence.as_str());
            continue;
        }
        let said = together([program(&line("value"), Some(moves)), program(&line("best"), Some(moves))]);
        assert_eq!(answer.json(), said, "{board} {moves}");
        over += usize::from(said["over"] == "repetition");
        mattered += usize::from(said["seen"] != 0);
    }
    assert!(over > 0 && mattered > 0);
}

#[test]
fn bad_input_is_the_askers_mistake_in_the_words_of_the_command_line() {
    let server = Server::start("tihbat");
    let api = "/api/v1/games/tihbat";
    for bad in ["7-7-7", "7-7-7-300", "7-7-7-7-0-0-W", "7-7-7-7-2-0-S"] {
        let answer = server.get(&format!("{api}/position?position={bad}"));
        assert_eq!((answer.status, answer.header("content-type")), (400, Some("application/problem+json")));
        let problem = answer.json();
        assert_eq!(problem["detail"], refusal(&["best", "tihbat", bad]).as_str());
        assert_eq!((&problem["status"], &problem["title"]), (&json!(400), &json!("Bad Request")));
    }
    let answer = server.get(&format!("{api}/position?moves=A.A"));
    assert_eq!(answer.json()["detail"], refusal(&["best", "tihbat", "--moves", "A A"]).as_str());
    let long = format!("{api}/position?moves={}", "A.".repeat(1001));
    let huge = format!("/{}", "x".repeat(20_000));
    for (status, path) in [
        (400, &*format!("{api}/position?position=30-0-0-0")),
        (400, &format!("{api}/position?postion=7-7-7-7")),
        (400, &format!("{api}/position?position=1-1-1-1&position=1-1-1-1")),
        (400, &format!("{api}/position?position=%ff%00-")),
        (400, &format!("{api}/position?moves=%F0%9F%8C%B1")),
        (400, &format!("{api}/line?position=--------")),
        (400, &long),
        (404, "/api/v1/games/chess"),
        (404, "/api/v1/games/chess/position"),
        (404, "/api/v1/games/tihbat/nothing"),
        (404, "/tables/chess.mtb"),
        (404, "/../Cargo.toml"),
        (404, "/%2e%2e/Cargo.toml"),
        (404, "/tables/..%2f..%2fCargo.toml"),
        (404, &huge),
    ] {
        let answer = server.get(path);
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (status, Some("application/problem+json")),
            "{path}"
        );
        assert_eq!(answer.json()["status"], status);
    }
    let mut client = server.client();
    let wrong = client.ask("DELETE", "/health", &[], b"");
    assert_eq!((wrong.status, wrong.header("allow")), (405, Some("GET,HEAD")));
    assert_eq!(client.ask("GET", &format!("{api}/positions"), &[], b"").status, 405);
    // Bytes that are not HTTP end this connection, and nothing else.
    let mut garbage = server.client();
    garbage.send(b"\x16\x03\x01 hello\r\n\r\n");
    assert_eq!(garbage.answer(false).status, 400);
    assert_eq!(server.get("/health").status, 200);
    let metrics = server.get("/metrics");
    assert!(metrics.text().contains("tihbat_requests_total{path=\"/health\",status=\"405\"} 1"), "{}", metrics.text());
    assert!(!metrics.text().contains("status=\"500\""), "{}", metrics.text());
}

#[test]
fn batches_are_answered_line_by_line() {
    let server = Server::start("tihbat");
    let mut client = server.client();
    let path = "/api/v1/games/tihbat/positions";
    let mut boards = boards(4, 28, 9_998);
    boards.push("7-7-7-7-0-0-S".to_owned());
    boards.push("nonsense".to_owned());
    let mut body: String = boards.iter().map(|board| json!({ "position": board }).to_string() + "\n").collect();
    let answer = client.ask("POST", path, &[("Accept-Encoding", "identity")], body.as_bytes());
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/jsonl")));
    let lines: Vec<Json> = answer.text().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 10_000);
    for at in [0, 1, 17, 5_000, 9_998] {
        let single = server.get(&format!("/api/v1/games/tihbat/position?position={}", boards[at]));
        assert_eq!(lines[at], single.json(), "{}", boards[at]);
    }
    assert_eq!(lines[9_999]["line"], 10_000);
    assert_eq!(lines[9_999]["problem"]["status"], 400);
    body.push_str("{}\n");
    assert_eq!(client.ask("POST", path, &[], body.as_bytes()).status, 413);
    assert_eq!(server.client().ask("POST", path, &[], &vec![b' '; (2 << 20) + 1]).status, 413);
    assert_eq!(server.client().ask("POST", path, &[], b"\xff\xfe").status, 400);
    let moves = client.ask("POST", path, &[], br#"{"position": "1-1-1-1", "moves": "A"}"#);
    assert!(moves.text().contains("there is no field"), "{}", moves.text());
    assert_eq!(client.ask("POST", path, &[], b"").body, b"");
    // A key that is given twice, with different values: which one was meant is not known.
    let twice = br#"{"position":"1-1-1-1","position":"2-2-2-2"}"#;
    let answer = client.ask("POST", path, &[], twice).json();
    assert_eq!(answer["problem"]["status"], 400, "{answer}");
    assert!(answer["problem"]["detail"].as_str().is_some_and(|text| text.contains("duplicate field")), "{answer}");
    for bad in ["[]", "7", "{}", "{\"position\": 7}", "{\"position\": \"1-1-1-1\"} x", ""] {
        let answer = client.ask("POST", path, &[], format!("{bad}\n").as_bytes()).json();
        assert_eq!((&answer["line"], &answer["problem"]["status"]), (&json!(1), &json!(400)), "{bad}");
    }
}

/// The response to bytes that are sent on a connection of their own.
fn response_to(server: &Server, bytes: &[u8]) -> Answer {
    let mut client = server.client();
    client.send(bytes);
    client.answer(false)
}

#[test]
fn whatever_is_sent_is_answered_and_every_refusal_is_a_problem_document() {
    let server = Server::start("tihbat");
    let many = (0..150).map(|number| format!("X{number}: y\r\n")).collect::<String>();
    let long = "x".repeat(70_000);
    let post = "POST /api/v1/games/tihbat/positions HTTP/1.1\r\nHost: x\r\n";
    for (status, request) in [
        (400, "GET /%ff HTTP/1.1\r\nHost: x\r\n\r\n"),
        (400, "GET /api/v1/games/%ff HTTP/1.1\r\nHost: x\r\n\r\n"),
        (400, "GET /api/v1/games/%ff/line HTTP/1.1\r\nHost: x\r\n\r\n"),
        (400, "GET /tables/%ff HTTP/1.1\r\nHost: x\r\n\r\n"),
        (400, "GET /health HTTP/1.1\r\n\r\n"),
        (400, "GET /health HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n"),
        (400, "GET /health HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n"),
        (400, "GET /health HTTP/1.1\r\nHost: a b\r\n\r\n"),
        (400, "\x16\x03\x01 hello\r\n\r\n"),
        (400, "GET / HTTP/3.0\r\nHost: x\r\n\r\n"),
        (400, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        (400, &format!("{post}Content-Length: abc\r\n\r\n")),
        (400, &format!("{post}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabc")),
        (400, &format!("{post}Transfer-Encoding: gzip\r\n\r\n")),
        (400, &format!("{post}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n")),
        (413, &format!("{post}Expect: 100-continue\r\nContent-Length: 20000000\r\n\r\n")),
        (404, "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n"),
        (405, "TRACE / HTTP/1.1\r\nHost: x\r\n\r\n"),
        (405, "BREW /health HTTP/1.1\r\nHost: x\r\n\r\n"),
        (431, &format!("GET / HTTP/1.1\r\nHost: x\r\n{many}\r\n")),
        (431, &format!("GET / HTTP/1.1\r\nHost: x\r\nX: {}\r\n\r\n", long.repeat(3))),
    ] {
        let what: String = request.chars().take(100).collect();
        let answer = response_to(&server, request.as_bytes());
        let media = answer.header("content-type");
        assert_eq!((answer.status, media), (status, Some("application/problem+json")), "{what}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{what}");
        let problem = answer.json();
        assert_eq!(problem["status"], status, "{what}");
        assert!(problem["detail"].as_str().is_some_and(|detail| (10..300).contains(&detail.len())), "{problem}");
    }
    // An address that is too long is told from a head that is too long only if it comes in one piece.
    let answer = response_to(&server, format!("GET /{long} HTTP/1.1\r\nHost: x\r\n\r\n").as_bytes());
    assert!([414, 431].contains(&answer.status) && answer.json()["status"] == answer.status);
    // Answers come before the refusal of what follows them.
    let mut client = server.client();
    client.send(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n");
    assert_eq!((client.answer(false).status, client.answer(false).status), (200, 400));
    // HTTP/1.0 has no field Host, and the empty one is a host.
    assert_eq!(response_to(&server, b"GET /health HTTP/1.0\r\n\r\n").status, 200);
    assert_eq!(response_to(&server, b"GET /health HTTP/1.1\r\nHost:\r\n\r\n").status, 200);
}

#[test]
fn a_body_that_is_too_long_is_refused_by_an_answer_that_arrives() {
    let server = Server::start("tihbat");
    let body = vec![b'x'; 20 << 20];
    for (status, path) in
        [(413, "/api/v1/games/tihbat/positions"), (404, "/api/v1/games/chess/positions"), (405, "/health")]
    {
        let answer = server.client().ask("POST", path, &[], &body);
        assert_eq!(
            (answer.status, answer.header("content-type")),
            (status, Some("application/problem+json")),
            "{path}"
        );
    }
    assert_eq!(
        server.client().ask("POST", "/api/v1/games/tihbat/positions", &[], &body).header("connection"),
        Some("close")
    );
    let mut chunked = server.client();
    chunked.send(b"POST /api/v1/games/tihbat/positions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
    for chunk in body.chunks(1 << 20) {
        chunked.send(b"100000\r\n");
        chunked.send(chunk);
        chunked.send(b"\r\n");
    }
    assert_eq!(chunked.answer(false).status, 413);
}

#[test]
fn unknown_parameters_are_refused_at_every_address() {
    let server = Server::start("tihbat");
    let mut client = server.client();
    for path in [
        "/health",
        "/metrics",
        "/games.json",
        "/style.css",
        "/tables/tihbat.mtb",
        "/tables/tihbat.json",
        "/api/v1/openapi.json",
        "/api/v1/games",
        "/api/v1/games/tihbat",
        "/api/v1/games/tihbat/layers",
        "/api/v1/games/tihbat/line",
        "/api/v1/games/tihbat/position",
    ] {
        assert_eq!(client.ask("GET", path, &[], b"").status, 200, "{path}");
        for query in ["postion=1-1-1-1", "x", "%ff=1"] {
            let answer = client.ask("GET", &format!("{path}?{query}"), &[], b"");
            assert_eq!(answer.status, 400, "{path}?{query}");
            assert!(answer.json()["detail"].as_str().is_some_and(|text| text.starts_with("there is no parameter")));
        }
    }
    let batch = client.ask("POST", "/api/v1/games/tihbat/positions?position=1-1-1-1", &[], b"");
    assert_eq!(batch.status, 400);
    // The pages read their parameters in the browser.
    for page in ["/?game=tihbat&position=1-1-1-1", "/index.html?x", "/game.html?moves=A"] {
        assert_eq!(client.ask("GET", page, &[], b"").status, 200, "{page}");
    }
}

#[test]
fn what_does_not_change_is_not_sent_twice() {
    let server = Server::start("tihbat");
    let mut client = server.client();
    for path in [
        "/",
        "/mtb.js",
        "/games.json",
        "/tables/tihbat.mtb",
        "/tables/tihbat.json",
        "/api/v1/games/tihbat/position",
        "/api/v1/games/tihbat/line?moves=A",
    ] {
        let first = client.ask("GET", path, &[], b"");
        let tag = first.header("etag").unwrap_or_else(|| panic!("no tag for {path}")).to_owned();
        assert_eq!(first.status, 200);
        let again = client.ask("GET", path, &[("If-None-Match", &tag)], b"");
        assert_eq!((again.status, again.body.len(), again.header("etag")), (304, 0, Some(&*tag)), "{path}");
        assert_eq!(client.ask("GET", path, &[("If-None-Match", "\"other\"")], b"").status, 200, "{path}");
        assert_eq!(client.ask("HEAD", path, &[], b"").status, 200, "{path}");
        for (name, value) in
            [("x-content-type-options", "nosniff"), ("access-control-allow-origin", "*"), ("x-frame-options", "DENY")]
        {
            assert_eq!(first.header(name), Some(value), "{path}");
        }
        let policy = first.header("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';"), "{policy}");
        assert!(!policy.replace("'wasm-unsafe-eval'", "").contains("unsafe"), "{policy}");
    }
    let squeezed = client.ask("GET", "/play.js", &[("Accept-Encoding", "gzip")], b"");
    assert_eq!(squeezed.header("content-encoding"), Some("gzip"));
    assert!(squeezed.body.starts_with(&[0x1f, 0x8b]));
    let bad = client.ask("GET", "/api/v1/games/tihbat/position?position=x", &[("If-None-Match", "*")], b"");
    assert_eq!(bad.status, 400);
}

#[test]
fn tables_are_served_whole_and_by_ranges() {
    let server = Server::start("tihbat");
    let file = std::fs::read(Path::new(DATA).join("tihbat.mtb")).expect("the table");
    let mut client = server.client();
    let path = "/tables/tihbat.mtb";
    let whole = client.ask("GET", path, &[], b"");
    assert_eq!((whole.status, whole.header("accept-ranges")), (200, Some("bytes")));
    assert_eq!(whole.body, file);
    let tag = whole.header("etag").expect("a tag").to_owned();
    let part = client.ask("GET", path, &[("Range", "bytes=4096-4105"), ("Accept-Encoding", "gzip")], b"");
    assert_eq!((part.status, part.header("content-range")), (206, Some("bytes 4096-4105/76920")));
    assert_eq!(part.body, file[4096..4106]);
    assert_eq!(client.ask("GET", path, &[("Range", "bytes=0-9"), ("If-Range", &tag)], b"").status, 206);
    assert_eq!(client.ask("GET", path, &[("Range", "bytes=0-9"), ("If-Range", "\"old\"")], b"").status, 200);
    let beyond = client.ask("GET", path, &[("Range", "bytes=76920-")], b"");
    assert_eq!((beyond.status, beyond.header("content-range")), (416, Some("bytes */76920")));
}

#[test]
fn a_signal_lets_open_requests_finish() {
    let mut server = Server::start("tihbat");
    let mut idle = server.client();
    assert_eq!(idle.ask("GET", "/health", &[], b"").status, 200);
    let mut open = server.client();
    let body = "{\"position\": \"1-2-1-1\"}\n";
    let head =
        format!("POST /api/v1/games/tihbat/positions HTTP/1.1\r\nHost: x\r\nContent-Length: {}\r\n\r\n", body.len());
    open.send(head.as_bytes());
    open.send(&body.as_bytes()[..10]);
    std::thread::sleep(Duration::from_millis(300));
    server.terminate();
    std::thread::sleep(Duration::from_millis(300));
    assert!(std::net::TcpStream::connect(&server.address).is_err(), "no new connection is taken");
    open.send(&body.as_bytes()[10..]);
    let answer = open.answer(false);
    assert_eq!(answer.status, 200);
    assert!(answer.text().contains("1-2-1-1-0-0-S"));
    assert!(server.wait().success());
}

#[test]
fn a_second_signal_ends_open_requests() {
    let mut server = Server::start("tihbat");
    let mut open = server.client();
    open.send(b"POST /api/v1/games/tihbat/positions HTTP/1.1\r\nHost: x\r\nContent-Length: 24\r\n\r\n{");
    std::thread::sleep(Duration::from_millis(300));
    let begun = Instant::now();
    server.terminate();
    std::thread::sleep(Duration::from_millis(500));
    assert!(server.is_running(), "the first signal waits for the open request");
    server.terminate();
    assert!(server.wait().success());
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
}

#[test]
fn a_head_that_does_not_come_is_not_waited_for() {
    let server = Server::start("tihbat");
    let mut slow = server.client();
    slow.send(b"GET /health HTTP/1.1\r\nHo");
    let answer = slow.answer(false);
    assert_eq!((answer.status, answer.header("content-type")), (408, Some("application/problem+json")));
}

#[test]
fn a_body_that_does_not_come_is_not_waited_for() {
    let server = Server::start("tihbat --timeout 1");
    let mut slow = server.client();
    slow.send(b"POST /api/v1/games/tihbat/positions HTTP/1.1\r\nHost: x\r\nContent-Length: 24\r\n\r\n{");
    let answer = slow.answer(false);
    assert_eq!((answer.status, answer.header("content-type")), (408, Some("application/problem+json")));
}

#[test]
fn an_address_that_is_taken_is_said() {
    let server = Server::start("tihbat");
    let sentence = refusal(&["serve", "tihbat", "--bind", &server.address, "--data-dir", DATA]);
    assert!(sentence.starts_with(&format!("{} cannot be served on", server.address)), "{sentence}");
    assert!(refusal(&["serve", "chess"]).starts_with("there is no game \"chess\""));
}
