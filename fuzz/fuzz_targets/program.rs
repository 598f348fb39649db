//! What the program reads from standard input: positions in a batch, and the commands of `play`.
//!
//! The program runs outside of the fuzzer, which sees nothing of it; the same text also goes through the library here, so that the
//! fuzzer knows which inputs are new. `TIHBAT_PROGRAM` names the program; a build with debug assertions finds more.

#![no_main]

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;
use tihbat::answer::Question;
use tihbat::store::GameSpec;
use tihbat::text::decode;
use tihbat_fuzz::commands_a_terminal;

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a folder"));

static GAME: LazyLock<GameSpec> = LazyLock::new(|| {
    let size = [("pits", "2"), ("seeds_per_pit", "2")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    GameSpec::named("tihbat", &size).expect("a game")
});

const BATCHES: [&str; 6] = [
    "value tihbat -",
    "best tihbat -",
    "line tihbat -",
    "value tihbat - --json",
    "best tihbat - --json",
    "line tihbat - --json",
];

fn run(line: &str, input: &[u8]) -> Output {
    let program = std::env::var_os("TIHBAT_PROGRAM").expect("TIHBAT_PROGRAM names the program");
    let mut command = Command::new(program);
    command.args(line.split_whitespace()).args(["--seeds-per-pit", "2"]).current_dir(FOLDER.path());
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    // The inputs are smaller than a pipe. The program may end before it has read everything.
    let _ = stdin.write_all(input);
    drop(stdin);
    let output = child.wait_with_output().expect("the program ends");
    let talk = String::from_utf8_lossy(&output.stderr);
    let code = output.status.code();
    assert!(matches!(code, Some(0..=2)) && !talk.contains("panicked"), "{line}: {:?}: {talk}", output.status);
    assert!(code != Some(2) || !talk.is_empty(), "{line}: no reason");
    let answers = std::str::from_utf8(&output.stdout).expect("the program writes UTF-8");
    for text in [&talk, answers] {
        assert!(!commands_a_terminal(text), "{line}: {text:?}");
    }
    output
}

/// The lines of an input, as any system ends them. The end of the input ends a line that has begun.
fn lines(input: &[u8]) -> Vec<&[u8]> {
    let mut lines = Vec::new();
    let mut rest = input;
    while !rest.is_empty() {
        let end = rest.iter().position(|byte| b"\r\n".contains(byte)).unwrap_or(rest.len());
        lines.push(&rest[..end]);
        rest = &rest[end..];
        rest = rest.strip_prefix(b"\r\n").or_else(|| rest.get(1..)).unwrap_or_default();
    }
    lines
}

/// What a line of a batch is.
#[derive(PartialEq)]
enum Kind {
    Empty,
    Question,
    Bad,
}

fn kind(line: &[u8]) -> Kind {
    let Ok(text) = decode(line) else { return Kind::Bad };
    let text = text.trim();
    if text.is_empty() {
        return Kind::Empty;
    }
    let (position, moves) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    match Question::parse(&GAME, Some(position), Some(moves).filter(|moves| !moves.is_empty())) {
        Ok(_) => Kind::Question,
        Err(_) => Kind::Bad,
    }
}

fuzz_target!(|input: &[u8]| {
    let Some((&way, input)) = input.split_first() else { return };
    if way < 100 {
        let lines = lines(input);
        let kinds: Vec<_> = lines.iter().map(|line| kind(line)).collect();
        let words = BATCHES[usize::from(way) % BATCHES.len()];
        let output = run(words, input);
        let answers: Vec<_> = std::str::from_utf8(&output.stdout).expect("text").split_terminator('\n').collect();
        // One line out for each line in, and each answer beside its question.
        assert_eq!(answers.len(), lines.len(), "{words}: {answers:?}");
        for (kind, answer) in kinds.iter().zip(&answers) {
            let is_error = *answer == "error" || answer.starts_with("{\"line\":");
            assert_eq!(*kind == Kind::Empty, answer.is_empty() || *answer == "null", "{words}: {answer:?}");
            assert!(*kind != Kind::Bad || is_error, "{words}: {answer:?} to what is no question");
        }
        let is_fine = !answers.iter().any(|answer| *answer == "error" || answer.starts_with("{\"line\":"));
        assert_eq!(output.status.code(), Some(if is_fine { 0 } else { 2 }), "{words}: {answers:?}");
    } else if !input.to_ascii_lowercase().windows(2).any(|word| word == b"sa") {
        // Not `save`: it would write where the input says.
        run(
            if way < 180 {
                "play tihbat --pits 2 --seed 1"
            } else {
                "play tihbat --pits 2 --side none --strength 3 --seed 1 --json"
            },
            input,
        );
    }
});
