//! Programs that a test needs and that may be missing.

use std::process::Command;

/// Whether a program can be run. If `CI` is set, a missing program is a failure; otherwise a note is printed.
#[expect(clippy::print_stdout, reason = "a skipped test says so")]
pub fn is_there(tool: &str, arguments: &[&str]) -> bool {
    let there = Command::new(tool).args(arguments).output().is_ok_and(|output| output.status.success());
    if !there {
        assert!(std::env::var_os("CI").is_none(), "{tool} {} does not run", arguments.join(" "));
        println!("skipped: {tool} {} does not run", arguments.join(" "));
    }
    there
}
