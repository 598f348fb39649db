//! The solver for web pages: the package, packed and unpacked, answers as the program does.
//!
//! If a program that a test needs is missing, the test says so and is skipped; with `CI` set it fails.

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use crate::tool::is_there;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn run(command: &mut Command) {
    let output = command.output().expect("a program runs");
    let [out, err] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned());
    assert!(output.status.success(), "{command:?}\n{out}\n{err}");
}

/// The package as `npm pack` makes it, unpacked into a folder.
fn package(folder: &Path) -> PathBuf {
    let source = Path::new(ROOT).join("crates/wasm/npm");
    run(Command::new("npm").args(["pack", "--silent", "--pack-destination"]).arg(folder).current_dir(source));
    let packed = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let packed = packed.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "tgz"));
    run(Command::new("tar").arg("xf").arg(packed.expect("a package")).current_dir(folder));
    folder.join("package")
}

#[test]
fn the_package_answers_as_the_program_does() {
    if !is_there("node", &["--version"]) || !is_there("npm", &["--version"]) || !is_there("tar", &["--version"]) {
        return;
    }
    let folder = TempDir::new().expect("a folder");
    let package = package(folder.path());
    run(Command::new("node")
        .args(["--test", "tests/wasm/answers.test.mjs", "tests/wasm/robust.test.mjs"])
        .current_dir(ROOT)
        .env("PACKAGE", package)
        .env("TIHBAT", env!("CARGO_BIN_EXE_tihbat"))
        .env("ROOT", ROOT));
}
