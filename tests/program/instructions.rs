//! A solve takes no more instructions for each board than before: `data/instructions.txt`.
//!
//! Time depends on the machine and its load. The instructions of one thread hardly do, so a test can count them.

use crate::tool;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value as Json;
use tempfile::TempDir;

/// The limit in percent of the recorded count. Other compilers and processors differ by less.
const ALLOWED: u64 = 125;

fn output(command: &mut Command) -> Output {
    let output = command.output().expect("a command that runs");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output
}

/// The release program, as users have it. It is built here if necessary; tests otherwise use the debug program.
fn release() -> PathBuf {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    cargo.args(["build", "--release", "--bin", "tihbat", "--message-format", "json"]);
    let messages = String::from_utf8(output(&mut cargo).stdout).expect("text");
    let mut paths = messages.lines().filter_map(|line| {
        let message: Json = serde_json::from_str(line).expect("JSON");
        message["executable"].as_str().map(PathBuf::from)
    });
    paths.next_back().expect("a program was built")
}

/// The number of instructions for each board of a solve on one thread.
fn instructions(program: &Path, solve: &str) -> u64 {
    let folder = TempDir::new().expect("a folder");
    let counts = folder.path().join("counts");
    let mut valgrind = Command::new("valgrind");
    valgrind.arg("--tool=callgrind").arg(format!("--callgrind-out-file={}", counts.display()));
    valgrind.arg(program).arg("solve").args(solve.split(' ')).args(["--threads", "1", "--json", "-o"]);
    valgrind.arg(folder.path().join("table.mtb"));
    let answer: Json = serde_json::from_slice(&output(&mut valgrind).stdout).expect("JSON");
    let counts = std::fs::read_to_string(counts).expect("what was counted");
    let total = counts.lines().find_map(|line| line.strip_prefix("totals: ")).expect("a total");
    total.parse::<u64>().expect("a number") / answer["boards"].as_u64().expect("a number")
}

#[test]
#[expect(clippy::print_stdout, reason = "the figures are for a person to record")]
fn solving_takes_no_more_instructions_than_it_did() {
    if !cfg!(target_arch = "x86_64") {
        println!("skipped: the figures are those of x86-64");
        return;
    }
    if std::env::var_os("CI").is_none() {
        println!("skipped: builds the release program first; set CI to have instructions counted");
        return;
    }
    if !tool::is_there("valgrind", &["--version"]) {
        return;
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/data/instructions.txt");
    let text = std::fs::read_to_string(path).expect("the recorded figures");
    let recorded: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert!(recorded.len() >= 3, "there are figures to compare with");
    let program = release();
    let mut grown = Vec::new();
    for line in recorded {
        let (recorded, solve) = line.split_once(' ').expect("a figure and a solve");
        let recorded: u64 = recorded.parse().expect("a number");
        let found = instructions(&program, solve);
        println!("{found} {solve}");
        if found * 100 > recorded * ALLOWED {
            grown.push(format!("solve {solve}: {found} instructions a board, recorded are {recorded}"));
        }
    }
    assert!(grown.is_empty(), "{grown:#?}");
}
