//! Imports point down only: between floors, inside the command line, and never in a circle.

mod imports;

use std::path::{Path, PathBuf};

use imports::{Imports, cycles, reached};

/// The floors from the ground up. A file belongs to the floor that names it or its folder.
const FLOORS: [(&str, &[&str]); 7] = [
    (
        "words",
        &[
            "board", "checksum", "figures", "files", "parallel", "progress", "rules", "scaling", "sealed", "shape",
            "text", "value",
        ],
    ),
    ("mechanics", &["game", "index", "moves", "position", "record"]),
    ("table", &["table"]),
    ("solver", &["solver"]),
    ("join", &["solve"]),
    (
        "uses",
        &[
            "analysis", "answer", "atlas", "census", "export", "judge", "partner", "pictures", "puzzles", "reach",
            "search", "session", "store", "verify",
        ],
    ),
    ("rims", &["cli", "engine", "serve"]),
];

/// What a folder must not reach, not even through other files: a table is opened and proved without the solver.
const APART: [(&str, &str); 2] = [("table", "solver"), ("verify", "solver")];

/// Everything that is wrong with the imports.
fn wrongs(imports: &Imports) -> Vec<String> {
    let mut wrongs = Vec::new();
    for (file, used) in imports.iter().filter(|(file, _)| !file.is_empty()) {
        let Some(own) = floor(file) else {
            wrongs.push(format!("{file} belongs to no floor: name it in FLOORS"));
            continue;
        };
        for other in used {
            match floor(other) {
                Some(above) if above > own => {
                    wrongs.push(format!("{file} ({}) imports {other} ({})", FLOORS[own].0, FLOORS[above].0));
                }
                _ => {}
            }
            match (command(file), command(other)) {
                (None, Some(command)) if inside(file, "cli") && !["cli", "cli::command"].contains(&file.as_str()) => {
                    wrongs.push(format!("{file} is a helper of the command line and imports the command {command}"));
                }
                (Some(own), Some(other)) if own != other => {
                    wrongs.push(format!("the command {own} imports the command {other}"));
                }
                _ => {}
            }
        }
        for (folder, forbidden) in APART.into_iter().filter(|(folder, _)| inside(file, folder)) {
            if let Some(found) = reached(imports, file).iter().find(|found| inside(found, forbidden)) {
                wrongs.push(format!("{file} reaches {found}: nothing in {folder} may need {forbidden}"));
            }
        }
    }
    wrongs.extend(cycles(imports).iter().map(|files| format!("these import each other: {}", files.join(", "))));
    wrongs
}

/// Whether a file is this module or inside it.
fn inside(file: &str, module: &str) -> bool {
    file.strip_prefix(module).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

fn floor(file: &str) -> Option<usize> {
    FLOORS.iter().position(|(_, modules)| modules.iter().any(|module| inside(file, module)))
}

/// The command that a file of the command line belongs to.
fn command(file: &str) -> Option<&str> {
    file.strip_prefix("cli::command::")?.split("::").next()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn imports_point_down_and_never_in_a_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    sources(&root, &mut paths);
    let source = |path: &PathBuf| {
        let name = path.strip_prefix(&root).expect("a source").to_string_lossy().replace('\\', "/");
        (name, std::fs::read_to_string(path).expect("a source"))
    };
    let imports = imports::read(&paths.iter().map(source).collect::<Vec<_>>());
    let count: usize = imports.values().map(std::collections::BTreeSet::len).sum();
    assert!(count > 300, "only {count} imports were found");
    let wrongs = wrongs(&imports);
    assert!(wrongs.is_empty(), "{}", wrongs.join("\n"));
}

/// What is wrong with these sources, given as path and text.
fn planted(sources: &[(&str, &str)]) -> String {
    let sources: Vec<_> = sources.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    wrongs(&imports::read(&sources)).join("\n")
}

#[test]
fn sources_that_are_right_pass() {
    let sources = [
        ("lib.rs", "pub mod table; pub mod verify;\npub use table::Table;"),
        (
            "table/mod.rs",
            "mod error;\nmod work;\npub use error::TableError;\npub use work::WorkFile;\npub struct Table;",
        ),
        ("table/error.rs", "pub enum TableError {}"),
        // Through the re-export of the folder this is an import of `error` alone.
        ("table/work.rs", "use super::{Table, TableError};\npub struct WorkFile;"),
        (
            "verify.rs",
            "use crate::table::Table;\n// use crate::solver::Solver;\n#[cfg(test)]\nmod tests { use crate::cli; }",
        ),
        ("cli/mod.rs", "mod command;\nuse command::Command;"),
        ("cli/command/mod.rs", "mod solve;\nfn run() { solve::run() }"),
        ("cli/command/solve.rs", "use tihbat::table;\nuse crate::cli::output;\npub fn run() {}"),
        ("cli/output.rs", ""),
    ];
    assert_eq!(planted(&sources), "");
}

#[test]
fn planted_circles_are_found() {
    let two = [
        ("table/mod.rs", "mod work;\nuse work::Work;\npub struct Table;"),
        ("table/work.rs", "use super::Table;\npub struct Work;"),
    ];
    assert_eq!(planted(&two), "these import each other: table, table::work");
    let three = [
        ("record/a.rs", "use super::b::B;"),
        ("record/b.rs", "fn f() { crate::record::c::f() }"),
        ("record/c.rs", "use crate::{board::Board, record::{a, d}};"),
        ("board.rs", ""),
    ];
    assert_eq!(planted(&three), "these import each other: record::a, record::b, record::c");
}

#[test]
fn planted_imports_that_point_up_are_found() {
    for import in [
        "use crate::solver::Solver;",
        "use crate::{board::Board, solver::{self, Solver}};",
        "pub use crate::solver::Solver; fn f(_: Solver) {}",
        "fn f() { crate::solver::solve() }",
        "use super::super::solver as s;",
    ] {
        let sources = [("table/work.rs", import), ("solver/mod.rs", ""), ("board.rs", "")];
        assert!(planted(&sources).contains("table::work (table) imports solver (solver)"), "{import}");
    }
    let library = [("analysis.rs", "use crate::cli::output;"), ("cli/output.rs", "")];
    assert_eq!(planted(&library), "analysis (uses) imports cli::output (rims)");
    assert!(planted(&[("elsewhere.rs", "")]).contains("elsewhere belongs to no floor"));
}

#[test]
fn planted_ways_to_the_solver_are_found() {
    let through = [
        ("verify.rs", "use crate::census::count;"),
        ("census.rs", "use crate::solve;"),
        ("solve/mod.rs", "use crate::solver::schedule::run;"),
        ("solver/schedule.rs", "pub fn run() {}"),
    ];
    assert_eq!(planted(&through), "verify reaches solver::schedule: nothing in verify may need solver");
}

#[test]
fn planted_imports_of_commands_are_found() {
    let helper = [("cli/output.rs", "use super::command::best::line;"), ("cli/command/best.rs", "pub fn line() {}")];
    assert_eq!(planted(&helper), "cli::output is a helper of the command line and imports the command best");
    let commands = [("cli/command/line.rs", "use crate::cli::command::best::line;"), ("cli/command/best.rs", "")];
    assert_eq!(planted(&commands), "the command line imports the command best");
}
