//! `tihbat export` and `tihbat info` as a user meets them.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value as Json;
use tempfile::TempDir;

const TIHBAT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/tihbat.mtb");

fn command(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tihbat"));
    command.current_dir(folder).env_remove("TIHBAT_DATA");
    command.args(line.split_whitespace().map(|word| if word == "TABLE" { TIHBAT } else { word }));
    command
}

/// Exit code, standard output and standard error.
fn run(folder: &Path, line: &str) -> (i32, String, String) {
    let Output { status, stdout, stderr } = command(folder, line).output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (status.code().expect("no signal"), text(stdout), text(stderr))
}

fn fine(folder: &Path, line: &str) -> String {
    let (code, out, err) = run(folder, line);
    assert_eq!((code, err.as_str()), (0, ""), "{line}");
    out
}

fn folder() -> TempDir {
    TempDir::new().expect("a folder")
}

#[test]
fn a_game_a_file_and_a_named_table_export_the_same() {
    let folder = folder();
    let path = folder.path();
    let by_file = fine(path, "export TABLE --format csv -o -");
    assert_eq!(by_file.lines().count(), 35_961);
    assert_eq!(fine(path, "export --format csv -o -"), by_file);
    assert_eq!(fine(path, "export tihbat --table TABLE --format csv -o -"), by_file);
    let said = fine(path, "export TABLE -o out.csv");
    assert!(said.starts_with("out.csv: 35,960 rows, "), "{said}");
    assert_eq!(std::fs::read_to_string(path.join("out.csv")).expect("a file"), by_file);
    let json: Json = serde_json::from_str(&fine(path, "export TABLE -o out.jsonl --json")).expect("JSON");
    assert_eq!(json["rows"], 35_960);
}

#[test]
fn filters_choose_rows() {
    let folder = folder();
    let count = |line: &str| fine(folder.path(), line).lines().count() - 1;
    assert_eq!(count("export TABLE --format csv -o - --seeds 2..3"), 10 + 20);
    assert_eq!(count("export TABLE --format csv -o - --seeds 2..=3 --even"), 10);
    assert_eq!(count("export TABLE --format csv -o - --max-seeds 2"), 1 + 4 + 10);
    let reach: Json = serde_json::from_str(&fine(folder.path(), "reach --json")).expect("JSON");
    assert_eq!(reach["boards"], count("export TABLE --format csv -o - --reachable"));
    assert_eq!(reach["positions"], count("export TABLE --format csv -o - --positions"));
}

#[test]
fn a_shorter_table_is_the_one_that_solve_makes() {
    let folder = folder();
    let path = folder.path();
    fine(path, "export TABLE --max-seeds 9 -o cut.mtb");
    fine(path, "solve tihbat --max-seeds 9 -o solved.mtb");
    let [cut, solved] = ["cut.mtb", "solved.mtb"].map(|name| std::fs::read(path.join(name)).expect("a table"));
    assert!(cut == solved);
    let streamed = command(path, "export TABLE --max-seeds 9 --format mtb -o -").output().expect("the program runs");
    assert!(streamed.stdout == solved);
}

#[test]
fn leaves_are_equal_in_a_file_and_in_a_stream_and_replace_only_leaves() {
    let folder = folder();
    let path = folder.path();
    let said = fine(path, "export oware --max-seeds 6 --format leaves -o six.bin");
    assert!(said.starts_with("six.bin: 18,564 rows, "), "{said}");
    let streamed = command(path, "export oware --max-seeds 6 --format leaves -o -").output().expect("the program runs");
    let file = std::fs::read(path.join("six.bin")).expect("a file");
    assert!(streamed.stdout == file);
    fine(path, "export oware --max-seeds 2 --format leaves -o six.bin");
    assert!(std::fs::read(path.join("six.bin")).expect("a file").len() < file.len());
    std::fs::write(path.join("own.bin"), "somebody's own").expect("a file");
    let (code, _, err) = run(path, "export oware --max-seeds 2 --format leaves -o own.bin");
    assert!(code == 2 && err.contains("--force"), "{err}");
    assert_eq!(std::fs::read(path.join("own.bin")).expect("a file"), b"somebody's own");
}

/// The error of each command names a way to continue.
#[test]
fn a_left_work_file_that_is_of_no_use_says_how_to_go_on() {
    let folder = folder();
    let path = folder.path();
    std::fs::write(path.join("cut.mtb.work"), "not a work file").expect("a file");
    for (line, hint) in [("export TABLE -o cut.mtb", false), ("solve tihbat -o cut.mtb", true)] {
        let (code, out, err) = run(path, line);
        assert_eq!((code, out.as_str()), (2, ""), "{line}: {err}");
        assert!(err.contains("cut.mtb.work cannot be taken up again") && err.contains("remove it"), "{line}: {err}");
        assert_eq!(err.contains("--fresh"), hint, "{line}: {err}");
    }
    fine(path, "solve tihbat -o cut.mtb --fresh");
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let folder = folder();
    for format in ["csv", "jsonl"] {
        let mut command = command(folder.path(), &format!("export TABLE --format {format} -o -"));
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        let mut err = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("text");
        assert_eq!((child.wait().expect("an end").code(), err.as_str()), (Some(0), ""), "{format}");
    }
}

#[test]
fn what_makes_no_sense_is_refused_by_what_it_is() {
    let folder = folder();
    for (line, why) in [
        ("export TABLE -o out.dat", "give one with --format"),
        ("export TABLE --format npy -o -", "cannot go to standard output"),
        ("export TABLE -o out.mtb --even", "--even does not go with mtb"),
        ("export oware --max-seeds 3 --format leaves -o out.bin --reachable", "--reachable does not go with leaves"),
        ("export oware --max-seeds 16 --format leaves -o out.bin", "give --max-seeds 15"),
        ("export TABLE --format leaves -o out.bin", "needs a table of oware"),
        ("export oware --set repetition=split --max-seeds 3 --format leaves -o out.bin", "needs a table of oware"),
        ("export TABLE -o out.csv --seeds 9..3", "expected a number of seeds from 0 to 127"),
        ("export TABLE -o out.csv --seeds 2..40", "goes up to 28 seeds, but 40 are needed"),
        ("export TABLE -o out.csv --pits 3", "the table has 2 pits a side"),
        ("export none.mtb -o out.csv", "none.mtb: "),
        ("export TABLE -o no/such/out.csv", "no/such/out.csv: "),
        ("info none.mtb", "none.mtb: "),
    ] {
        let (code, out, err) = run(folder.path(), line);
        assert_eq!((code, out.as_str()), (2, ""), "{line}: {err}");
        assert!(err.contains(why), "{line}: {err}");
    }
    assert_eq!(folder.path().read_dir().expect("a folder").count(), 0);
}

#[test]
fn info_says_what_a_table_is() {
    let folder = folder();
    let text = fine(folder.path(), "info TABLE");
    for part in ["game       tihbat, 2 x 2 pits", "capture.counts = 2,4,6,8", "35,960", "76,920 bytes", "all right"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let json: Json = serde_json::from_str(&fine(folder.path(), "info TABLE --json")).expect("JSON");
    assert_eq!((&json["game"], &json["max_seeds"]), (&"tihbat".into(), &28.into()));
    assert_eq!(json["rules"]["repetition"], "split");
    assert_eq!(json["layers"].as_array().map(Vec::len), Some(29));
    let mut damaged = std::fs::read(TIHBAT).expect("the table");
    damaged[5000] ^= 1;
    let path = folder.path().join("damaged.mtb");
    std::fs::write(&path, damaged).expect("a file");
    let (code, _, err) = run(folder.path(), "info damaged.mtb");
    assert_eq!(code, 2);
    assert!(err.contains("do not match their checksum"), "{err}");
}
