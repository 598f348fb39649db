//! The program itself, run in a folder of its own.

// Each test uses a part of this file; the rest is not dead.
#![allow(dead_code)]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value as Json;
use tempfile::TempDir;

/// The program, in a folder of its own.
pub struct Program {
    folder: TempDir,
}

/// The output of the program.
pub struct Answer {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Program {
    pub fn new() -> Self {
        Self { folder: TempDir::new().expect("a folder") }
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn command(&self, line: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tihbat"));
        for name in ["TIHBAT_DATA", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"] {
            command.env_remove(name);
        }
        command.current_dir(self.path()).env("COLUMNS", "100").args(line.split_whitespace());
        command
    }

    /// Every command that the help lists, as it is typed. The first is empty: the program without a command.
    pub fn commands(&self) -> Vec<String> {
        let mut commands = vec![String::new()];
        let mut at = 0;
        while at < commands.len() {
            let help = self.fine(&format!("{} --help", commands[at]));
            let below = help.split_once("\nCommands:\n").map_or("", |(_, below)| below);
            let below = below.lines().take_while(|line| !line.is_empty());
            // The name of a command is indented by two spaces, the lines that continue its description by more.
            let name = |line: &str| line.strip_prefix("  ").filter(|line| !line.starts_with(' ')).map(first_word);
            let names = below.filter_map(name).filter(|name| name != "help");
            let found: Vec<_> = names.map(|name| format!("{} {name}", commands[at]).trim_start().to_owned()).collect();
            commands.extend(found);
            at += 1;
        }
        commands
    }

    pub fn run(&self, line: &str) -> Answer {
        let Output { status, stdout, stderr } = self.command(line).output().expect("the program runs");
        let text = |bytes| String::from_utf8(bytes).expect("text");
        Answer { code: status.code().expect("no signal"), out: text(stdout), err: text(stderr) }
    }

    /// The same with something on standard input.
    pub fn fed(&self, line: &str, input: &str) -> Answer {
        self.fed_bytes(line, input.as_bytes())
    }

    pub fn fed_bytes(&self, line: &str, input: &[u8]) -> Answer {
        let mut command = self.command(line);
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn().expect("the program runs");
        let mut stdin = child.stdin.take().expect("a pipe");
        let input = input.to_owned();
        // The program may end before it has read everything.
        let feeding = std::thread::spawn(move || drop(stdin.write_all(&input)));
        let Output { status, stdout, stderr } = child.wait_with_output().expect("the program ends");
        feeding.join().expect("no panic");
        let text = |bytes| String::from_utf8(bytes).expect("text");
        Answer { code: status.code().expect("no signal"), out: text(stdout), err: text(stderr) }
    }

    pub fn fine(&self, line: &str) -> String {
        let answer = self.run(line);
        assert_eq!(answer.code, 0, "{line}: {}", answer.err);
        answer.out
    }

    pub fn json(&self, line: &str) -> Json {
        serde_json::from_str(&self.fine(&format!("{line} --json"))).expect("JSON")
    }

    /// Checks that the program refuses the command line, and returns the error message.
    pub fn refused(&self, line: &str) -> String {
        let Answer { code, out, err } = self.run(line);
        assert_eq!((code, out.as_str()), (2, ""), "{line}: {err}");
        assert!(!err.contains("panicked"), "{line}: {err}");
        err
    }
}

fn first_word(text: &str) -> String {
    text.split_whitespace().next().unwrap_or_default().to_owned()
}
