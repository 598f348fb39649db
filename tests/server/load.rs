//! The server under load: its throughput, and that it refuses requests beyond its limits and recovers.

#![expect(clippy::print_stdout, reason = "what was measured is told")]

use std::io::{Read, Write};
use std::net::TcpStream;
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
    std::thread::sleep(Duration::from_millis(200));
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
    // The slot is free when the server has seen that the response is sent.
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(server.get("/api/v1/games/tihbat/position").status, 200);
}

/// Connections that send these bytes and read nothing.
fn deaf(server: &Server, number: usize, request: &[u8]) -> Vec<TcpStream> {
    let connect = |_| {
        let mut stream = TcpStream::connect(&server.address).expect("a connection");
        stream.write_all(request).expect("a write");
        stream
    };
    (0..number).map(connect).collect()
}

/// The status of a response on a connection of its own; none if there is no response in time.
fn status_within(server: &Server, path: &str, time: Duration) -> Option<u16> {
    let mut stream = TcpStream::connect(&server.address).ok()?;
    stream.set_read_timeout(Some(time)).ok()?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").ok()?;
    let mut begin = [0; 12];
    stream.read_exact(&mut begin).ok()?;
    std::str::from_utf8(&begin).ok()?.split(' ').nth(1)?.parse().ok()
}

/// More bytes than the system keeps for a client that does not read.
fn tables() -> Vec<u8> {
    b"GET /tables/tihbat.mtb HTTP/1.1\r\nHost: x\r\n\r\n".repeat(300)
}

#[test]
fn clients_that_do_not_read_a_table_give_up_their_connections() {
    let server = Server::start("tihbat --max-connections 20 --write-timeout 2");
    let deaf = deaf(&server, 20, &tables());
    assert_eq!(status_within(&server, "/api/v1/games/tihbat/position", Duration::from_secs(30)), Some(200));
    drop(deaf);
}

#[test]
fn a_slot_is_kept_until_the_response_is_sent() {
    let server = Server::start("tihbat --max-requests 4 --write-timeout 3");
    let position = "/api/v1/games/tihbat/position";
    let deaf = deaf(&server, 4, &tables());
    let (begun, mut busy) = (Instant::now(), false);
    loop {
        assert!(begun.elapsed() < Duration::from_secs(30), "the slots are not free again");
        match status_within(&server, position, Duration::from_secs(10)) {
            Some(503) => busy = true,
            Some(200) if busy => break,
            status => assert_eq!(status, Some(200)),
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    drop(deaf);
}

#[cfg(target_os = "linux")]
#[test]
fn batches_whose_answers_nobody_reads_take_little_memory() {
    const CLIENTS: usize = 100;
    let server = Server::start("tihbat --max-batches 8 --write-timeout 3");
    let lines: String = (0..10_000).map(|line| format!("{{\"position\":\"{}\"}}\n", board(line))).collect();
    let head = "POST /api/v1/games/tihbat/positions HTTP/1.1\r\nHost: x\r\nContent-Length:";
    let before = server.memory();
    let deaf = deaf(&server, CLIENTS, format!("{head} {}\r\n\r\n{lines}", lines.len()).as_bytes());
    let (begun, mut most) = (Instant::now(), 0);
    while begun.elapsed() < Duration::from_secs(6) {
        most = most.max(server.memory().saturating_sub(before));
        std::thread::sleep(Duration::from_millis(50));
    }
    println!("{CLIENTS} batches that are not read take {} KiB each at most", most / 1024 / CLIENTS as u64);
    assert!(most < 64 << 20, "{most} bytes");
    assert_eq!(status_within(&server, "/api/v1/games/tihbat/position", Duration::from_secs(10)), Some(200));
    drop(deaf);
}

#[test]
fn questions_about_games_in_progress_do_not_starve_questions_to_tables() {
    let server = Server::start("tihbat modiar-3x4 --max-requests 8 --max-solves 1 --max-waiting 2");
    let stop = AtomicBool::new(false);
    // A number in the address, so that no two questions are the same.
    let board = |number: usize| format!("{}-4-4-4-4-{}", number % 5, 4 - number % 5);
    let in_game = |number: usize| {
        let mut client = server.client();
        let (mut fine, mut busy) = (0, 0);
        while !stop.load(Relaxed) {
            let path = format!("/api/v1/games/modiar-3x4/line?position={}&moves=B", board(number));
            let begun = Instant::now();
            let answer = client.ask("GET", &path, &[], b"");
            match answer.status {
                503 => {
                    busy += 1;
                    assert_eq!(answer.header("retry-after"), Some("1"));
                    std::thread::sleep(Duration::from_millis(20));
                }
                status => {
                    assert_eq!(status, 200, "{}", answer.text());
                    assert!(begun.elapsed() < Duration::from_secs(20));
                    fine += 1;
                }
            }
        }
        (fine, busy)
    };
    let (fine, busy) = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..40).map(|number| scope.spawn(move || in_game(number))).collect();
        std::thread::sleep(Duration::from_millis(500));
        let mut client = server.client();
        for number in 0..200 {
            let path = format!("/api/v1/games/tihbat/position?position={}", self::board(number));
            assert_eq!(client.ask("GET", &path, &[], b"").status, 200);
            std::thread::sleep(Duration::from_millis(10));
        }
        stop.store(true, Relaxed);
        let counts = threads.into_iter().map(|thread| thread.join().expect("a thread"));
        counts.fold((0, 0), |(fine, busy), (more, refused)| (fine + more, busy + refused))
    });
    println!("{fine} questions about games were answered, {busy} refused; no question to a table was refused");
    assert!(fine > 0 && busy > 0, "{fine} answered, {busy} refused");
}
