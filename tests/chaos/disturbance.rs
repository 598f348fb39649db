//! What happens to a run of the program, and how the run ended

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

/// What happens in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disturbance {
    /// A signal that cannot be caught.
    Kill,
    /// The signal of Ctrl-C.
    Interrupt,
    /// The signal of a system that shuts down.
    Terminate,
    /// A limit on the size of each file.
    SmallFiles,
    /// A file system without space.
    FullDisk,
    /// Several runs with the same target at the same time.
    Race,
    /// Several runs with the same target, some of which are killed.
    KilledRace,
    /// A changed or missing part in a file that the command reads.
    Damage,
    /// A file of another program in the place of a target.
    Foreign,
    /// Standard output that takes nothing.
    FullOutput,
}

impl Disturbance {
    pub const ALL: [Self; 10] = [
        Self::Kill,
        Self::Interrupt,
        Self::Terminate,
        Self::SmallFiles,
        Self::FullDisk,
        Self::Race,
        Self::KilledRace,
        Self::Damage,
        Self::Foreign,
        Self::FullOutput,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::Kill => "kill",
            Self::Interrupt => "interrupt",
            Self::Terminate => "terminate",
            Self::SmallFiles => "small files",
            Self::FullDisk => "full disk",
            Self::Race => "race",
            Self::KilledRace => "killed race",
            Self::Damage => "damage",
            Self::Foreign => "foreign",
            Self::FullOutput => "full output",
        }
    }

    /// The signal that a run gets, if any.
    pub fn signal(self) -> Option<&'static str> {
        match self {
            Self::Kill | Self::KilledRace => Some("KILL"),
            Self::Interrupt => Some("INT"),
            Self::Terminate => Some("TERM"),
            _ => None,
        }
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ended {
    /// Exit code 0.
    Well,
    /// Exit code 2, with a message.
    Refused,
    /// By the signal that it was sent.
    Killed,
}

/// The program with its arguments, in a folder.
pub fn program(folder: &Path, arguments: &[String]) -> Command {
    in_shell(folder, "exec \"$@\"", &[], arguments)
}

/// The same in a shell script, which runs the program by `"$@"`; `more` are variables of the script.
pub fn in_shell(folder: &Path, script: &str, more: &[(&str, &str)], arguments: &[String]) -> Command {
    let mut command = Command::new("bash");
    // What is typed, if anything is.
    let script = format!("exec < /dev/null; [ ! -f typed.txt ] || exec < typed.txt; {script}");
    command.args(["-c", &script, "bash", env!("CARGO_BIN_EXE_tihbat")]).args(arguments).current_dir(folder);
    for name in ["TIHBAT_DATA", "NO_COLOR", "CLICOLOR_FORCE"] {
        command.env_remove(name);
    }
    command.envs(more.iter().copied()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Lets a run end, or sends it a signal after a while.
pub fn end(mut child: Child, signal: Option<(&str, Duration)>, at: &str) -> Ended {
    if let Some((signal, after)) = signal {
        std::thread::sleep(after);
        if child.try_wait().expect("a child").is_none() {
            let script = format!("kill -s {signal} {} 2>/dev/null", child.id());
            // It may have ended in between.
            let _ = Command::new("bash").args(["-c", &script]).status();
        }
    }
    let output = child.wait_with_output().expect("the program ends");
    judge(&output, signal.is_some(), at)
}

/// How a run ended. Panics if it should not have ended so.
pub fn judge(output: &Output, signalled: bool, at: &str) -> Ended {
    let talk = String::from_utf8_lossy(&output.stderr);
    assert!(!talk.contains("panicked"), "{at}: {talk}");
    match output.status.code() {
        Some(0) => Ended::Well,
        Some(2) => {
            assert!(talk.lines().any(|line| line.starts_with("error: ")), "{at}: no reason in {talk:?}");
            Ended::Refused
        }
        // A program that ends because of a signal says so by a code above 128, or ends by it.
        code => {
            assert!(signalled && code.is_none_or(|code| code > 128), "{at}: {:?}: {talk}", output.status);
            Ended::Killed
        }
    }
}
