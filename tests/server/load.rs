//! The server under load: its throughput, and that it refuses requests beyond its limits and recovers.

#![expect(clippy::print_stdout, reason = "what was measured is told")]

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use crate::server::Server;

/// The answers on many connections: the status of each, and its time.
struct Seen {
    answers: Vec<(u16, Duration)>,
    time: Duration,
}

impl Seen {
    fn count(&self, status: u16) -> usize {
        self.answers.iter().filter(|(found, _)| *found == status).count()
    }

    /// Answers a second, and the 99th percentile of the time.
    fn figures(&self) -> (f64, Duration) {
        let mut times: Vec<_> = self.answers.iter().map(|(_, time)| *time).collect();
        times.sort_unstable();
        (times.len() as f64 / self.time.as_secs_f64(), times[times.len() * 99 / 100])
    }
}

/// Sends requests over many connections for a while. Each connection sends the next request after its answer.
fn drive(server: &Server, connections: usize, time: Duration, ask: impl Fn(usize) -> (String, String) + Sync) -> Seen {
    let (begun, stop) = (Instant::now(), AtomicBool::new(false));
    let one = |number: usize| {
        let mut client = server.client();
        let mut answers = Vec::new();
        for round in 0.. {
            if stop.load(Relaxed) {
                break;
            }
            let (path, body) = ask(number + connections * round);
            let method = if body.is_empty() { "GET" } else { "POST" };
            let begun = Instant::now();
            let answer = client.ask(method, &path, &[], body.as_bytes());
            answers.push((answer.status, begun.elapsed()));
            if answer.status == 503 {
                assert_eq!(answer.header("retry-after"), Some("1"));
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        answers
    };
    let answers = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..connections).map(|number| scope.spawn(move || one(number))).collect();
        std::thread::sleep(time);
        stop.store(true, Relaxed);
        threads.into_iter().flat_map(|thread| thread.join().expect("a thread")).collect()
    });
    Seen { answers, time: begun.elapsed() }
}

fn board(number: usize) -> String {
    format!("{}-{}-{}-{}", number % 8, number / 8 % 8, number / 64 % 8, number % 5)
}

#[test]
fn many_connections_are_answered() {
    let server = Server::start("tihbat");
    let time = Duration::from_secs(3);
    let single = |number| (format!("/api/v1/games/tihbat/position?position={}", board(number)), String::new());
    let singles = drive(&server, 64, time, single);
    let batch = |number: usize| {
        let lines = (0..100).map(|line| format!("{{\"position\": \"{}\"}}\n", board(100 * number + line))).collect();
        ("/api/v1/games/tihbat/positions".to_owned(), lines)
    };
    let batches = drive(&server, 64, time, batch);
    for (what, seen) in [("single positions", &singles), ("batches of 100", &batches)] {
        assert_eq!(seen.count(200), seen.answers.len(), "{what}");
        let (rate, slow) = seen.figures();
        println!("{what}: {rate:.0} requests a second on 64 connections, 99 of 100 within {slow:.1?}");
        assert!(rate > 100.0 && slow < Duration::from_secs(1), "{what}: {rate:.0} a second, {slow:?}");
    }
}

#[test]
fn too_much_is_turned_away_and_then_all_is_well_again() {
    let server = Server::start("tihbat --max-requests 2");
    let batch = |_| {
        let lines = (0..2_000).map(|line| format!("{{\"position\": \"{}\"}}\n", board(line))).collect();
        ("/api/v1/games/tihbat/positions".to_owned(), lines)
    };
    let seen = drive(&server, 32, Duration::from_secs(2), batch);
    let (fine, busy) = (seen.count(200), seen.count(503));
    println!("of {} batches of 2,000 on 32 connections {fine} were answered, {busy} turned away", seen.answers.len());
    assert_eq!(fine + busy, seen.answers.len());
    assert!(fine > 0 && busy > 0, "{fine} answered, {busy} turned away");
    assert_eq!(server.get("/api/v1/games/tihbat/position").status, 200);
}

#[test]
fn connections_beyond_the_limit_wait_for_their_turn() {
    let server = Server::start("tihbat --max-connections 2");
    let first = [server.client(), server.client()];
    let mut third = server.client();
    third.send(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n");
    std::thread::sleep(Duration::from_millis(300));
    drop(first);
    assert_eq!(third.answer(false).status, 200);
}

#[test]
fn health_is_told_under_overload() {
    let server = Server::start("tihbat --max-requests 1");
    // A request without its body occupies the only place.
    let mut open = server.client();
    open.send(b"POST /api/v1/games/tihbat/positions HTTP/1.1\r\nHost: x\r\nContent-Length: 24\r\n\r\n{");
    std::thread::sleep(Duration::from_millis(200));
    let busy = server.get("/api/v1/games/tihbat/position");
    assert_eq!((busy.status, busy.header("retry-after")), (503, Some("1")));
    assert_eq!(busy.json()["title"], "Service Unavailable");
    assert_eq!(server.get("/health").status, 200);
    assert!(server.get("/metrics").text().contains("status=\"503\""));
    open.send(b"\"position\": \"1-2-1-1\"}\n");
    assert_eq!(open.answer(false).status, 200);
    assert_eq!(server.get("/api/v1/games/tihbat/position").status, 200);
}
