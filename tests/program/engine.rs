//! The engine, spoken to by a scripted client.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::program::Program;

/// More than any answer takes, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A client that talks to the engine.
struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Client {
    fn new(program: &Program, line: &str) -> Self {
        let mut command = program.command(line);
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn().expect("the program runs");
        let input = child.stdin.take();
        let out = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || out.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Self { child, input, lines }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().expect("an open pipe"), "{line}").expect("the engine reads");
    }

    /// Reads up to the line that begins so, and returns all lines.
    fn until(&self, word: &str) -> Vec<String> {
        let mut found = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no {word} after {found:?}"));
            let last = line.starts_with(word);
            found.push(line);
            if last {
                return found;
            }
        }
    }

    /// Whether nothing is said for a time.
    fn is_silent(&self, word: &str, time: Duration) -> bool {
        let end = Instant::now() + time;
        while let Ok(line) = self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
            if line.starts_with(word) {
                return false;
            }
        }
        true
    }

    /// Ends the engine, which must say nothing on standard error.
    fn end(mut self) {
        drop(self.input.take());
        let code = self.child.wait().expect("an end").code();
        let mut err = String::new();
        self.child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("text");
        assert_eq!((code, err.as_str()), (Some(0), ""));
    }
}

/// A program with the end of oware in a table.
fn with_end() -> Program {
    let program = Program::new();
    program.fine("solve oware --max-seeds 4 -o end.mtb");
    program
}

/// What an engine answers to some lines.
fn said(program: &Program, line: &str, input: &str) -> Vec<String> {
    let answer = program.fed(line, input);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{}", answer.out);
    answer.out.lines().map(str::to_owned).collect()
}

#[test]
fn the_engine_speaks_the_dialect() {
    let program = with_end();
    let out = said(
        &program,
        "engine oware --table end.mtb --threads 2",
        "uci\nisready\nucinewgame\nposition startpos moves FfBe\ngo depth 4\n",
    );
    assert!(out[0].starts_with("id name tihbat ") && out[1].starts_with("id author "), "{out:?}");
    assert_eq!(out[2], "option name Table type string default end.mtb");
    assert_eq!(out[3], "option name Strength type spin default 10 min 0 max 10");
    assert_eq!(out[4], "option name Threads type spin default 2 min 1 max 1024");
    assert_eq!((out[6].as_str(), out[7].as_str()), ("uciok", "readyok"));
    for (depth, info) in out[8..12].iter().enumerate() {
        assert!(info.starts_with(&format!("info depth {} score cp ", depth + 1)) && info.contains(" pv "), "{info}");
        // The line of each depth is one of moves by both sides in turn, from South on.
        let pv: Vec<_> = info.split_once(" pv ").expect("a line").1.split(' ').collect();
        assert!(
            pv.len() <= depth + 1
                && pv.iter().enumerate().all(|(ply, name)| (ply % 2 == 0) == (*name == name.to_uppercase())),
            "{info}"
        );
    }
    let [_, best, _, reply] = out[12].split(' ').collect::<Vec<_>>()[..] else { panic!("{out:?}") };
    assert!(best == best.to_uppercase() && reply == reply.to_lowercase(), "{out:?}");
    // Nothing depends on the number of threads.
    let without_time = |out: &[String]| {
        out.iter().map(|line| line.split(" time ").next().expect("a part").to_owned()).collect::<Vec<_>>()
    };
    let again =
        said(&program, "engine oware --table end.mtb --threads 1", "position startpos moves FfBe\ngo depth 4\n");
    assert_eq!(without_time(&again), without_time(&out[8..]));
}

#[test]
fn with_a_complete_table_the_engine_plays_perfectly_in_the_game() {
    let program = Program::new();
    program.fine("solve tihbat");
    let mut random = 11_u64;
    let (mut history_mattered, mut input, mut games) = (0, String::new(), Vec::new());
    for _ in 0..40 {
        let mut moves: Vec<String> = Vec::new();
        loop {
            let best = program.json(&format!("best tihbat 1-5-2-1 --moves {},", moves.join(",")));
            let legal = best["moves"].as_array().expect("moves").clone();
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            if legal.is_empty() || moves.len() >= 5 {
                break;
            }
            let chosen = &legal[(random >> 33) as usize % legal.len()];
            moves.push(chosen["move"].as_str().expect("a name").split('+').next().expect("a part").to_owned());
        }
        let best = program.json(&format!("best tihbat 1-5-2-1 --moves {},", moves.join(",")));
        if best["moves"].as_array().expect("moves").is_empty() {
            continue;
        }
        history_mattered += usize::from(best["history_matters"] == true);
        input += &format!("position fen 1-5-2-1 moves {}\ngo depth 1\n", moves.join(""));
        games.push(best);
    }
    let out = said(&program, "engine tihbat", &input);
    let played: Vec<_> = out.iter().filter_map(|line| line.strip_prefix("bestmove ")).collect();
    assert_eq!(played.len(), games.len());
    for (line, best) in played.iter().zip(&games) {
        let name = line.split(' ').next().expect("a move");
        let moves = best["moves"].as_array().expect("moves");
        let made = moves.iter().find(|made| made["move"].as_str().expect("a name").split('+').next() == Some(name));
        assert_eq!(made.unwrap_or_else(|| panic!("{name}: {best}"))["best"], true, "{name}: {best}");
    }
    assert!(games.len() > 15, "only {} games", games.len());
    let _ = history_mattered;
}

#[test]
fn a_search_is_stopped_at_once_and_answers_meanwhile() {
    let program = with_end();
    let mut client = Client::new(&program, "engine oware --table end.mtb");
    client.say("go infinite");
    client.until("info depth 4 ");
    client.say("isready");
    client.until("readyok");
    let asked = Instant::now();
    client.say("stop");
    client.until("bestmove ");
    assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
    // In the time that is allowed.
    for go in ["go movetime 300", "go wtime 3000 btime 3000", "go movestogo 10 wtime 2000 winc 10"] {
        let asked = Instant::now();
        client.say(go);
        client.until("bestmove ");
        assert!(asked.elapsed() < Duration::from_secs(3), "{go}: {:?}", asked.elapsed());
    }
    client.say("go infinite");
    client.say("quit");
    client.until("bestmove ");
    client.end();
}

#[test]
fn pondering_waits_for_the_hit() {
    let program = with_end();
    let mut client = Client::new(&program, "engine oware --table end.mtb");
    for (position, hit) in
        [("startpos", "ponderhit"), ("fen 0-0-0-0-0-1-1-0-0-1-0-0-23-22-S", "ponderhit"), ("startpos", "stop")]
    {
        client.say(&format!("position {position}"));
        client.say("go ponder movetime 200");
        assert!(client.is_silent("bestmove", Duration::from_millis(600)), "{position}");
        client.say(hit);
        client.until("bestmove ");
    }
    client.end();
}

#[test]
fn what_is_wrong_is_told_and_changes_nothing_else() {
    let program = with_end();
    let out = said(
        &program,
        "engine oware --table end.mtb",
        "hello\nposition fen 1-1\ngo depth 1\nposition startpos moves FF\nposition startpos moves x\ngo depth\n\
         position fen 1-1-0-0-0-0-0-0-0-0-0-0-23-23-S\ngo movetime 50\nsetoption name Colour value red\n\
         setoption name Table value nowhere.mtb\nsetoption name Strength value 11\nposition startpos\ngo depth 1\n",
    );
    let starts = [
        "info string unknown command \"hello\"",
        "info string position \"1-1\": a position of this game is 12 pits",
        "info string there is no position to play",
        "bestmove 0000",
        "info string move 2: North is to move and cannot play \"F\"",
        "info string moves: line 1, column 1: expected a move",
        "info string go depth needs a number",
        "bestmove 0000",
        "info string there is no option \"Colour\"",
        "info string nowhere.mtb: ",
        "info string the option Strength is a number from 0 to 10",
        "info depth 1 ",
        "bestmove ",
    ];
    assert_eq!(out.len(), starts.len(), "{out:#?}");
    for (line, start) in out.iter().zip(starts) {
        assert!(line.starts_with(start), "{line}, expected {start}");
    }
}

#[test]
fn options_change_how_the_engine_plays() {
    let program = with_end();
    program.fine("solve oware --max-seeds 6 -o more.mtb");
    let fen = "position fen 0-0-1-1-0-1-1-0-0-1-0-0-22-21-S\n";
    let scores = |input: &str| {
        let out = said(&program, "engine oware --table end.mtb", input);
        out.iter().filter(|line| line.starts_with("info ")).count()
    };
    // Five seeds: the first table makes the engine search, the second one knows.
    assert!(scores(&format!("{fen}go depth 6\n")) > 1);
    assert_eq!(
        scores(&format!("setoption name Table value more.mtb\nsetoption name Threads value 2\n{fen}go depth 6\n")),
        1
    );
    // At random it says nothing about its moves.
    assert_eq!(scores(&format!("setoption name Strength value 0\n{fen}go depth 6\n")), 0);
}

#[test]
fn any_bytes_are_answered() {
    let program = with_end();
    let mut bytes = Vec::new();
    let mut random = 5_u64;
    for _ in 0..20_000 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        bytes.push((random >> 40) as u8);
        if random >> 60 == 0 {
            bytes.extend(b"\ngo depth 2\nposition startpos moves \n");
        }
    }
    let answer = program.fed_bytes("engine oware --table end.mtb", &bytes);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
    let known = ["info ", "bestmove "];
    assert!(answer.out.lines().all(|line| known.iter().any(|start| line.starts_with(start))), "{}", answer.out);
    assert!(!answer.out.chars().any(|letter| letter.is_control() && letter != '\n'));
    assert!(answer.out.lines().count() > 100);
}

#[test]
fn a_reader_that_has_gone_ends_the_engine_quietly() {
    let program = with_end();
    let mut command = program.command("engine oware --table end.mtb");
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("the program runs");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("a pipe");
    // The engine may be gone before everything is written.
    let _ = input.write_all(b"uci\ngo infinite\nisready\n");
    drop(input);
    let out = child.wait_with_output().expect("an end");
    assert_eq!((out.status.code(), String::from_utf8_lossy(&out.stderr).as_ref()), (Some(0), ""));
}
