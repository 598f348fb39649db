//! The explorer: its modules under node, and its pages in a real browser.
//!
//! What a test needs beyond Rust may be missing on a machine; then the test says so and is skipped, except where the
//! tests must be complete (`CI=true`).

#![cfg(feature = "cli")]

use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const TIHBAT: &str = env!("CARGO_BIN_EXE_tihbat");

/// Whether a program is there. Where the tests must be complete a missing one is a failure, elsewhere it is said.
fn there(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success());
    let complete = std::env::var_os("CI").is_some_and(|ci| ci == "true");
    assert!(found || !complete, "{program} is missing, but CI=true asks for every test");
    if !found {
        eprintln!("{program} is missing: the test is skipped");
    }
    found
}

/// The explorer of several games, written by the program.
fn site() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let site = Command::new(TIHBAT)
        .args(["site", "tihbat", "modiar", "awari-3x2", "tihbat-3x2", "modiar-2x4", "-o"])
        .arg(folder.path())
        .arg("--data-dir")
        .arg(Path::new(ROOT).join("data"))
        .output()
        .expect("the program runs");
    assert!(site.status.success(), "{}", String::from_utf8_lossy(&site.stderr));
    folder
}

#[test]
fn the_modules_agree_with_the_oracle_and_the_program() {
    if !there("node") {
        return;
    }
    let site = site();
    // Tells node that the files are modules, as their pages tell a browser.
    std::fs::write(site.path().join("package.json"), r#"{ "type": "module" }"#).expect("a file");
    let tests = Command::new("node")
        .arg("--test")
        .arg("tests/web/modules.test.mjs")
        .current_dir(ROOT)
        .env("SITE", site.path())
        .env("TIHBAT", TIHBAT)
        .env("DATA", Path::new(ROOT).join("data"))
        .output()
        .expect("node runs");
    assert!(tests.status.success(), "{}", String::from_utf8_lossy(&tests.stdout));
}
