//! The examples in other languages read every entry of a table as the library exports it, and those in Rust write what is
//! known.

// The Rust examples, each with its `main`, which is not run here.
#[allow(dead_code)]
#[path = "../../examples/independent.rs"]
mod independent;
#[allow(dead_code)]
#[path = "../../examples/layer.rs"]
mod layer;
#[allow(dead_code)]
#[path = "../../examples/play.rs"]
mod play;
#[allow(dead_code)]
#[path = "../../examples/probe.rs"]
mod probe;
#[allow(dead_code)]
#[path = "../../examples/puzzles.rs"]
mod puzzles;
#[allow(dead_code)]
#[path = "../../examples/solve.rs"]
mod solve;

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{high_bytes, layer, table_bytes};
use crate::tool::is_there;
use tempfile::TempDir;
use tihbat::export::{self, BoardRows, Format, Layers, Target};
use tihbat::progress::Progress;
use tihbat::rules::TIHBAT;
use tihbat::table::Table;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The committed table of Tihbat, and a made-up table with distances of more than 255 plies.
fn tables(folder: &Path) -> [PathBuf; 2] {
    let tihbat = Path::new(ROOT).join("data/tihbat.mtb");
    let bytes = std::fs::read(&tihbat).expect("the table of Tihbat");
    let long = folder.join("long.mtb");
    std::fs::write(&long, high_bytes::lengthened(&bytes, 11, 300)).expect("a file");
    [tihbat, long]
}

/// A table of bounds of Tihbat, and the same with distances of more than 255 plies.
fn tables_of_bounds(folder: &Path) -> [PathBuf; 2] {
    let open = TIHBAT.clauses().changed("repetition", "open").expect("rules");
    let short = table_bytes(&open, 28);
    let long = high_bytes::lengthened(&short, 11, 300);
    [("bounds.mtb", short), ("long-bounds.mtb", long)].map(|(name, bytes)| {
        std::fs::write(folder.join(name), bytes).expect("a file");
        folder.join(name)
    })
}

/// Index, board, and what each side can force on it, for every board of a table of bounds.
fn bounds(path: &Path) -> String {
    let table = Table::open(path).expect("a table");
    let mut lines = "index,board,forced,forced_distance,forced_other,forced_other_distance\n".to_owned();
    for index in 0..table.boards() {
        let board = table.index().board(index).expect("a board");
        let bounds = table.probe_bounds(board).expect("an entry");
        let [forced, other] = [bounds.forced, bounds.forced_other].map(|forced| {
            let distance = forced.distance().map_or_else(String::new, |distance| distance.plies().to_string());
            format!("{},{distance}", forced.seeds())
        });
        lines += &format!("{index},{board},{forced},{other}\n");
    }
    lines
}

/// Index, board, margin and distance of every board, as the library exports them.
fn exported(path: &Path) -> String {
    let table = Table::open(path).expect("a table");
    let rows = BoardRows::new(&table, Layers::all(table.max_seeds()), None).expect("rows");
    let mut csv = Vec::new();
    export::write(&rows, Format::Csv, Target::Stream(&mut csv), Progress::NONE).expect("memory");
    let csv = String::from_utf8(csv).expect("text");
    let line = |line: &str| {
        let fields: Vec<_> = line.split(',').collect();
        format!("{},{},{},{}\n", fields[0], fields[2], fields[3], fields[4])
    };
    csv.lines().map(line).collect()
}

fn output(command: &mut Command) -> String {
    let output = command.output().expect("a command that runs");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {error}");
    String::from_utf8(output.stdout).expect("text").replace('\r', "")
}

/// Compares line by line, so that a failure shows one line instead of two megabytes.
fn assert_same(found: &str, expected: &str) {
    assert_eq!(found.lines().count(), expected.lines().count());
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected);
    }
}

#[test]
fn the_made_up_table_is_a_table_with_high_bytes() {
    let folder = TempDir::new().expect("a folder");
    let [tihbat, long] = tables(folder.path()).map(|path| Table::open(&path).expect("a table"));
    for number in 0..tihbat.boards() {
        let board = tihbat.index().board(number).expect("a board");
        let [short, long] = [&tihbat, &long].map(|table| table.probe(board).expect("a value"));
        let longer = if board.total().count() < 11 { 0 } else { 300 };
        assert_eq!(long.margin(), short.margin());
        assert_eq!(
            long.distance().map(|distance| distance.plies()),
            short.distance().map(|distance| distance.plies() + longer)
        );
    }
}

#[test]
fn the_made_up_table_of_bounds_has_high_bytes() {
    let folder = TempDir::new().expect("a folder");
    let [short, long] = tables_of_bounds(folder.path()).map(|path| Table::open(&path).expect("a table"));
    let plies = |table: &Table, index| {
        let bounds = table.probe_bounds(table.index().board(index).expect("a board")).expect("an entry");
        [bounds.forced, bounds.forced_other].map(|forced| forced.distance().map_or(0, |distance| distance.plies()))
    };
    let mut longest = [0, 0];
    for index in 0..short.boards() {
        let longer = if index < short.index().layer_start(layer(11)) { 0 } else { 300 };
        let expected = plies(&short, index).map(|plies| if plies == 0 { 0 } else { plies + longer });
        assert_eq!(plies(&long, index), expected);
        longest = [0, 1].map(|side| longest[side].max(expected[side]));
    }
    assert!(longest.iter().all(|&plies| plies > 300), "{longest:?}");
}

#[test]
fn the_c_example_reads_every_entry() {
    if !is_there("cc", &["--version"]) {
        return;
    }
    let folder = TempDir::new().expect("a folder");
    let probe = folder.path().join("probe");
    let source = Path::new(ROOT).join("examples/probe.c");
    let flags = ["-std=c99", "-O1", "-Wall", "-Wextra", "-pedantic", "-Werror", "-o"];
    output(Command::new("cc").args(flags).args([&probe, &source]));
    for table in tables(folder.path()) {
        assert_same(&output(Command::new(&probe).arg(&table)), &exported(&table));
    }
    for table in tables_of_bounds(folder.path()) {
        assert_same(&output(Command::new(&probe).arg(&table)), &bounds(&table));
    }
    let one = output(Command::new(&probe).arg(&tables(folder.path())[0]).arg("7-7-7-7"));
    assert_eq!(one, "33348,7-7-7-7,-2,10\n");
    for (file, bytes) in [("empty", &b""[..]), ("other", &[0; 200])] {
        let file = folder.path().join(file);
        std::fs::write(&file, bytes).expect("a file");
        assert_eq!(Command::new(&probe).arg(&file).output().expect("a command that runs").status.code(), Some(2));
    }
}

#[test]
fn the_python_example_reads_every_entry() {
    if !is_there("python3", &["-c", "import numpy"]) {
        return;
    }
    let folder = TempDir::new().expect("a folder");
    let script = Path::new(ROOT).join("examples/read_table.py");
    for table in tables(folder.path()) {
        assert_same(&output(Command::new("python3").arg(&script).arg(&table)), &exported(&table));
    }
    for table in tables_of_bounds(folder.path()) {
        assert_same(&output(Command::new("python3").arg(&script).arg(&table)), &bounds(&table));
    }
    let one = output(Command::new("python3").arg(&script).arg(&tables(folder.path())[0]).args(["7-7-7-7", "0-0-0-0"]));
    assert_eq!(one, "index,board,margin,distance\n33348,7-7-7-7,-2,10\n0,0-0-0-0,0,\n");
}

/// What an example writes.
fn written(run: impl FnOnce(&mut Vec<u8>) -> Result<(), Box<dyn std::error::Error>>) -> String {
    let mut out = Vec::new();
    run(&mut out).expect("an example that runs");
    String::from_utf8(out).expect("text")
}

#[test]
fn the_rust_example_solves_and_asks() {
    let text = written(solve::run);
    assert_eq!(
        text.lines().collect::<Vec<_>>(),
        [
            "7-7-7-7-0-0-S: -2 in 10 plies for South, South 13, North 15",
            "A: -2 in 10 plies",
            "B: -2 in 6 plies",
            "A a A b B b B b B a+6 A+8 a A a B b+4 A+2 a B a A b+2 A a A a",
            "South 13, North 15, because the board came again with the same player to move, the seeds left are split",
        ]
    );
}

#[test]
fn the_rust_example_plays_a_game_to_its_end() {
    let text = written(play::run);
    assert_eq!(
        text.lines().collect::<Vec<_>>(),
        [
            "7-7-7-7-0-0-S A",
            "2-9-9-8-0-0-N a",
            "4-11-3-10-0-0-S A",
            "1-12-4-11-0-0-N b",
            "4-15-6-3-0-0-S A",
            "1-16-7-4-0-0-N b+8",
            "2-17-0-1-0-8-S A",
            "1-18-0-1-0-8-N b",
            "1-18-0-1-0-8-S A",
            "1-18-0-1-0-8-N: the board came again with the same player to move, the seeds left are split, South 10, North 18",
        ]
    );
}

#[test]
fn the_rust_example_goes_through_a_layer() {
    let tihbat = format!("{ROOT}/data/tihbat.mtb");
    let text = written(|out| layer::run(&tihbat, "4", out));
    assert_eq!(
        text.lines().collect::<Vec<_>>(),
        [
            "38 1-0-0-3 +2 in 3 plies",
            "43 1-1-0-2 +2 in 3 plies",
            "44 2-0-0-2 +2 in 3 plies",
            "53 2-1-0-1 +2 in 1 ply",
            "63 2-1-1-0 +2 in 1 ply",
            "67 2-2-0-0 +2 in 3 plies",
        ]
    );
    assert!(layer::run(&tihbat, "29", &mut Vec::new()).is_err(), "a layer that the table has not got");
}

#[test]
fn the_rust_example_probes_a_board() {
    let tihbat = format!("{ROOT}/data/tihbat.mtb");
    let text = written(|out| probe::run(&tihbat, "1-2-1-1", out));
    assert_eq!(text.lines().collect::<Vec<_>>(), ["1-2-1-1: 0", "A: 0", "B: -2 in 2 plies",]);
    let error = probe::run(&tihbat, "1-2-1-1-0-0", &mut Vec::new()).expect_err("a board of another shape");
    assert_eq!(error.to_string(), "the board has 6 pits, the boards of this table have 4");
}

#[test]
fn the_rust_example_finds_positions() {
    let tihbat = format!("{ROOT}/data/tihbat.mtb");
    let found = |kind: &str| {
        let text = written(|out| puzzles::run("tihbat", &tihbat, kind, "3", out));
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect::<Vec<serde_json::Value>>()
    };
    let longest = found("longest");
    assert_eq!((longest.len(), &longest[0]["distance"]), (3, &27.into()), "the longest distance of all layers");
    assert_eq!(longest[0]["line"]["moves"][0]["distance"], 27);
    assert!(found("puzzles").iter().all(|puzzle| puzzle["moves"][1]["margin"] != puzzle["margin"]));
    let traps = found("traps");
    assert!(
        traps.is_sorted_by_key(|trap| std::cmp::Reverse(trap["gives_away"].as_u64())) && traps.len() == 3,
        "{traps:?}"
    );
    assert!(puzzles::run("tihbat", &tihbat, "riddles", "3", &mut Vec::new()).is_err());
}
