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
use tihbat_fuzz::MESSAGES_ARE_CLEAN;

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
    if MESSAGES_ARE_CLEAN {
        for text in [&talk, &String::from_utf8_lossy(&output.stdout)] {
            assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{line}: {text:?}");
        }
    }
    output
}

fuzz_target!(|input: &[u8]| {
    let Some((&way, input)) = input.split_first() else { return };
    let lines: Vec<_> = input.split(|&byte| byte == b'\n').filter(|line| !line.trim_ascii().is_empty()).collect();
    let mut known = 0;
    for line in &lines {
        let Ok(text) = std::str::from_utf8(line) else { continue };
        let (position, moves) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
        known += usize::from(Question::parse(&GAME, Some(position), Some(moves).filter(|m| !m.is_empty())).is_ok());
    }
    if way < 100 {
        let line = BATCHES[usize::from(way) % BATCHES.len()];
        let output = run(line, input);
        // A line that is not empty has one line as its answer.
        let most = input.split(|&byte| byte == b'\n' || byte == b'\r').count();
        let answers = output.stdout.iter().filter(|&&byte| byte == b'\n').count();
        assert!((lines.len()..=most).contains(&answers), "{answers} answers to {} lines", lines.len());
        assert!(!output.status.success() || known == lines.len(), "{known} of {} lines are questions", lines.len());
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
