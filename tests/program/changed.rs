//! Tables that are changed while they are read, and tables that are wrong although their checksums are right.

use std::fs::{self, File};
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use crate::common::{forge::Forged, layer, table_bytes};
use crate::program::Program;
use tihbat::index::Index;
use tihbat::rules::TIHBAT;
use tihbat::table::{CHECKED_AT_OPENING, work_path};

const GAME: &str = "tihbat --pits 3 --seeds-per-pit 6";
const CHANGED: &str = "big.mtb was changed in place while it was read; replace tables by rename";

/// A table that is too large to be read whole.
fn big() -> (Program, Vec<u8>) {
    let program = Program::new();
    program.fine(&format!("solve {GAME} -o big.mtb"));
    let bytes = fs::read(program.path().join("big.mtb")).expect("a table");
    assert!(bytes.len() as u64 > CHECKED_AT_OPENING);
    (program, bytes)
}

fn cut(path: &Path) {
    File::options().write(true).open(path).expect("a table").set_len(8192).expect("cut");
}

fn overwrite(path: &Path) {
    let mut file = File::options().write(true).open(path).expect("a table");
    file.seek(SeekFrom::End(-3_000_000)).expect("a place");
    file.write_all(&[1; 2_000_000]).expect("written");
}

#[cfg(unix)]
#[test]
fn a_table_that_is_changed_in_place_ends_the_command_with_a_message() {
    let (program, bytes) = big();
    let path = program.path().join("big.mtb");
    let mut met = 0;
    let lines = [
        "verify big.mtb",
        "export big.mtb -o big.csv --force",
        "export big.mtb --max-seeds 35 -o smaller.mtb --force",
        &format!("layers {GAME} --table big.mtb --histogram"),
    ];
    for line in lines {
        for change in [cut, overwrite] {
            for pause in 0..8 {
                fs::remove_file(&path).expect("removed");
                fs::write(&path, &bytes).expect("written");
                let mut command = program.command(line);
                let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the program runs");
                std::thread::sleep(Duration::from_millis(25 * pause));
                change(&path);
                let output = child.wait_with_output().expect("an end");
                let error = String::from_utf8_lossy(&output.stderr);
                // None would be a signal.
                match output.status.code() {
                    Some(0) => assert!(!error.contains("error"), "{line}: {error}"),
                    Some(2) => {
                        let at_opening = ["cut short", "do not match their checksum", "does not match its checksum"];
                        let expected = error.contains(CHANGED) || at_opening.iter().any(|why| error.contains(why));
                        assert!(expected, "{line}: {error}");
                        met += usize::from(error.contains(CHANGED));
                    }
                    code => panic!("{line}: {code:?} {error}"),
                }
            }
        }
    }
    assert!(met > 0, "no command met a change");
}

#[cfg(unix)]
#[test]
fn positions_after_a_change_are_not_answered_from_it() {
    for change in [cut, overwrite] {
        let (program, _) = big();
        let mut command = program.command(&format!("value {GAME} - --table big.mtb"));
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = pipes.spawn().expect("the program runs");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(b"6-6-6-6-6-6\n").expect("written");
        std::thread::sleep(Duration::from_millis(500));
        change(&program.path().join("big.mtb"));
        // The program may have ended.
        let _ = stdin.write_all(b"0-5-5-5-5-5\n1-1-1-1-1-1\n");
        drop(stdin);
        let output = child.wait_with_output().expect("an end");
        let told = [output.stdout, output.stderr].concat();
        let told = String::from_utf8_lossy(&told);
        assert!(output.status.code().is_some_and(|code| code > 0), "{:?}: {told}", output.status);
        assert!(told.contains("was changed in place while it was read; replace tables by rename"), "{told}");
    }
}

#[cfg(unix)]
#[test]
fn a_position_is_not_answered_from_a_block_that_was_changed_after_it_was_checked() {
    let (program, bytes) = big();
    let path = program.path().join("big.mtb");
    let index = tihbat::index::Index::new(TIHBAT.resized(3, 6).expect("a size").clauses().shape());
    let board = "0-5-5-5-5-5";
    let margins = u64::from_le_bytes(bytes[56..64].try_into().expect("eight bytes"));
    let at = margins + index.index_of(board.parse().expect("a board"));
    let mut command = program.command(&format!("value {GAME} - --table big.mtb"));
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("the program runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(format!("{board}\n").as_bytes()).expect("written");
    std::thread::sleep(Duration::from_millis(500));
    let mut file = File::options().write(true).open(path).expect("a table");
    file.seek(SeekFrom::Start(at)).expect("a place");
    file.write_all(&[bytes[at as usize] ^ 2]).expect("written");
    stdin.write_all(format!("{board}\n").as_bytes()).expect("written");
    drop(stdin);
    let output = child.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(2));
    let (out, error) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(out.starts_with(board) && out.ends_with("\nerror\n") && out.lines().count() == 2, "{out}");
    assert!(error.contains(CHANGED), "{error}");
}

/// One wrong margin under right checksums, in a layer of at most `last` seeds.
fn forged(seeds: usize, last: usize) -> Vec<u8> {
    let mut forged = Forged::of(table_bytes(TIHBAT.clauses(), seeds));
    let boards = Index::new(TIHBAT.clauses().shape()).boards(layer(last)) as usize;
    let board = (0..boards).rev().find(|&board| forged.margin(board) == 2).expect("a board");
    let distance = forged.distance(board);
    forged.set(board, 4, distance);
    forged.seal();
    forged.bytes
}

#[test]
fn a_wrong_table_is_not_built_upon() {
    let program = Program::new();
    fs::write(program.path().join("bad.mtb"), forged(8, 8)).expect("written");
    let error = program.refused("solve tihbat --from bad.mtb -o t.mtb");
    assert!(error.contains("bad.mtb: board ") && error.contains(" is wrong: the table says margin "), "{error}");
    assert!(!program.path().join("t.mtb").exists());
    fs::write(program.path().join("good.mtb"), table_bytes(TIHBAT.clauses(), 8)).expect("written");
    let text = program.fine("solve tihbat --from good.mtb -o t.mtb");
    assert!(!text.contains("not verified"), "{text}");
}

#[test]
fn a_resumed_solve_says_what_was_not_verified() {
    let program = Program::new();
    let target = program.path().join("t.mtb");
    let resumed = |line: &str| {
        fs::write(work_path(&target), table_bytes(TIHBAT.clauses(), 28)).expect("written");
        program.run(line)
    };
    let answer = resumed("solve tihbat -o t.mtb");
    let expected = "not verified       the layers of 0 to 28 seeds, from an earlier solve: tihbat verify t.mtb";
    assert!(answer.code == 0 && answer.out.contains(expected), "{}", answer.out);
    let answer = resumed("solve tihbat -o t.mtb --json");
    let json: serde_json::Value = serde_json::from_str(&answer.out).expect("JSON");
    assert_eq!(json["unverified_up_to"], 28);
    assert!(program.json("solve tihbat -o t.mtb --fresh").get("unverified_up_to").is_none());
}

/// The work file of a table when only its layers up to one were finished.
fn work_of(table: &[u8], last: usize) -> Vec<u8> {
    let mut work = Forged::of(table.to_vec());
    work.unfinish(Some(last));
    work.seal();
    work.bytes
}

#[test]
fn a_resumed_solve_is_verified_if_asked() {
    let program = Program::new();
    let target = program.path().join("t.mtb");
    let good = table_bytes(TIHBAT.clauses(), 28);
    // The wrong board is in a finished layer, and the solve would go on with a layer that needs it.
    let bad = work_of(&forged(8, 6), 7);
    fs::write(work_path(&target), &bad).expect("written");
    fs::write(&target, table_bytes(TIHBAT.clauses(), 2)).expect("written");
    let error = program.refused("solve tihbat --max-seeds 8 -o t.mtb --verify");
    assert!(error.contains("t.mtb.work: board ") && error.contains(" is wrong: the table says margin "), "{error}");
    assert!(error.contains("--fresh starts over"), "{error}");
    assert!(fs::read(work_path(&target)).expect("the work file") == bad, "what is refused stays as it is");
    assert!(fs::read(&target).expect("the old table") == table_bytes(TIHBAT.clauses(), 2));
    // Without the check it is built upon, and the answer says so.
    let text = program.fine("solve tihbat --max-seeds 8 -o t.mtb");
    assert!(text.contains("not verified       the layers of 0 to 7 seeds"), "{text}");
    assert!(fs::read(&target).expect("a table") != table_bytes(TIHBAT.clauses(), 8));
    // Right layers are accepted, and the answer no longer warns.
    for work in [good.clone(), work_of(&good, 20), work_of(&good, 0)] {
        for line in ["solve tihbat -o t.mtb --verify --json", "solve tihbat -o t.mtb --verify --json --threads 1"] {
            fs::write(work_path(&target), &work).expect("written");
            let answer = program.run(line);
            assert!(answer.code == 0 && answer.err.contains("continuing after the layer of"), "{}", answer.err);
            let json: serde_json::Value = serde_json::from_str(&answer.out).expect("JSON");
            assert!(json.get("unverified_up_to").is_none(), "{json}");
            assert!(fs::read(&target).expect("a table") == good);
        }
    }
    // Without anything to resume there is nothing to verify.
    assert!(!program.fine("solve tihbat -o t.mtb --verify").contains("not verified"));
}

/// Every wrong margin and distance of resumed layers is found, also in a file that is mapped.
#[test]
fn resumed_layers_of_a_mapped_work_file_are_verified() {
    let (program, good) = big();
    let target = program.path().join("big.mtb");
    let line = format!("solve {GAME} -o big.mtb --verify");
    fs::write(work_path(&target), work_of(&good, 30)).expect("written");
    program.fine(&line);
    assert!(fs::read(&target).expect("a table") == good);
    let mut bad = Forged::of(good.clone());
    let board = 700_000;
    let (margin, distance) = (bad.margin(board), bad.distance(board));
    bad.set(board, margin, distance.wrapping_add(1));
    bad.hide();
    bad.seal();
    fs::write(work_path(&target), work_of(&bad.bytes, 35)).expect("written");
    let error = program.refused(&line);
    assert!(error.contains("big.mtb.work: board ") && error.contains(" is wrong: "), "{error}");
    assert!(fs::read(&target).expect("a table") == good);
}
