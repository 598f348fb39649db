//! Tools from outside that a test may find or not.

use std::process::Command;

/// Whether a tool is there. Where the tests must be complete a missing tool is a failure, elsewhere it is said.
#[expect(clippy::print_stdout, reason = "a test that is passed over says so")]
pub fn is_there(tool: &str, arguments: &[&str]) -> bool {
    let there = Command::new(tool).args(arguments).output().is_ok_and(|output| output.status.success());
    if !there {
        assert!(std::env::var_os("CI").is_none(), "{tool} {} does not run", arguments.join(" "));
        println!("passed over: {tool} {} does not run", arguments.join(" "));
    }
    there
}
