//! The server as a process of its own, and a client that speaks HTTP to it over loopback.

// Each test uses a part of this file; the rest is not dead.
#![allow(dead_code)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use serde_json::Value as Json;

/// A running `tihbat serve`; it is stopped when it goes out of scope.
pub struct Server {
    process: Child,
    /// Address and port.
    pub address: String,
}

impl Server {
    /// Starts it on a free port, with the tables of the project unless `words` say otherwise.
    pub fn start(words: &str) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_tihbat"))
            .args(["serve", "--bind", "127.0.0.1:0", "--log", "warn"])
            .args(words.split_whitespace())
            .env("TIHBAT_DATA", Path::new(env!("CARGO_MANIFEST_DIR")).join("data"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("piped")).read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("serving at http://").and_then(|rest| rest.strip_suffix('/'));
        let address = address.unwrap_or_else(|| panic!("no address in {line:?}")).to_owned();
        Self { process, address }
    }

    pub fn client(&self) -> Client {
        Client::new(&self.address)
    }

    /// One request on a new connection.
    pub fn get(&self, path: &str) -> Answer {
        self.client().ask("GET", path, &[], b"")
    }

    /// Sends the signal that asks it to stop.
    pub fn terminate(&self) {
        let kill = Command::new("kill").args(["-TERM", &self.process.id().to_string()]).status();
        assert!(kill.expect("kill runs").success());
    }

    pub fn is_running(&mut self) -> bool {
        self.process.try_wait().expect("its state").is_none()
    }

    /// Its memory, in bytes.
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).expect("its status");
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
        1024 * line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number")
    }

    /// Waits for its end.
    pub fn wait(&mut self) -> ExitStatus {
        self.process.wait().expect("it ends")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// An answer of the server.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("text")
    }

    pub fn json(&self) -> Json {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }
}

/// A connection for several requests.
pub struct Client {
    stream: BufReader<TcpStream>,
    host: String,
}

impl Client {
    pub fn new(address: &str) -> Self {
        let stream = TcpStream::connect(address).expect("a connection");
        stream.set_nodelay(true).expect("an option");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("an option");
        Self { stream: BufReader::new(stream), host: address.to_owned() }
    }

    /// Sends bytes unchanged.
    pub fn send(&mut self, bytes: &[u8]) {
        self.stream.get_mut().write_all(bytes).expect("a write");
    }

    pub fn ask(&mut self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Length: {}\r\n", self.host, body.len());
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        head += "\r\n";
        self.send(&[head.as_bytes(), body].concat());
        self.answer(method == "HEAD")
    }

    /// Reads one answer; `bare` if it has no body, even if its head announces one.
    pub fn answer(&mut self, bare: bool) -> Answer {
        let line = self.line();
        let status = line.split(' ').nth(1).and_then(|status| status.parse().ok());
        let status = status.unwrap_or_else(|| panic!("no status in {line:?}"));
        let mut headers = Vec::new();
        loop {
            let line = self.line();
            let Some((name, value)) = line.split_once(": ") else { break };
            headers.push((name.to_ascii_lowercase(), value.to_owned()));
        }
        let mut answer = Answer { status, headers, body: Vec::new() };
        if bare || status == 304 {
            return answer;
        }
        if answer.header("transfer-encoding") == Some("chunked") {
            loop {
                let size = usize::from_str_radix(&self.line(), 16).expect("the size of a chunk");
                let mut chunk = vec![0; size + 2];
                self.stream.read_exact(&mut chunk).expect("a chunk");
                if size == 0 {
                    return answer;
                }
                answer.body.extend_from_slice(&chunk[..size]);
            }
        }
        let length = answer.header("content-length").map_or(0, |length| length.parse().expect("a length"));
        answer.body = vec![0; length];
        self.stream.read_exact(&mut answer.body).expect("the body");
        answer
    }

    /// Reads one answer to the end of the connection; its body may be shorter than announced.
    pub fn answer_to_end(&mut self) -> Answer {
        let mut answer = self.answer(true);
        let _ = self.stream.read_to_end(&mut answer.body);
        answer
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).expect("a line");
        line.trim_end().to_owned()
    }
}
