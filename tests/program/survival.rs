//! A solve that is stopped, at any moment and for any reason, loses no finished layer.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::time::Duration;

use crate::common::forge::Forged;
use crate::common::{layer, table_bytes};
use tempfile::TempDir;
use tihbat::board::Seeds;
use tihbat::files::Replace;
use tihbat::progress::Progress;
use tihbat::rules::{AWARI, MODIAR, TIHBAT};
use tihbat::solve::{FileSolve, Plan};
use tihbat::solver::{STEPS_PER_BOARD, Solver};
use tihbat::table::{Table, WorkError, WorkFile, work_path};

/// Appends layers to a work file until it has those up to `last`.
fn work_up_to(target: &Path, seeds: usize, last: usize) {
    let (mut work, margins) =
        WorkFile::open(target, *MODIAR.clauses(), layer(seeds), false, Replace::Any).expect("a work file");
    assert!(margins.iter().all(Vec::is_empty));
    let mut solver = Solver::new(*MODIAR.clauses());
    for _ in 0..=last {
        work.append(&solver.next_layer(Progress::NONE).expect("a layer")).expect("written");
        // Wait, so that every layer is synced separately.
        std::thread::sleep(Duration::from_millis(if last < 4 { 110 } else { 0 }));
    }
}

#[test]
fn a_work_file_is_taken_up_where_it_was_left() {
    let folder = TempDir::new().expect("a folder");
    let target = folder.path().join("modiar.mtb");
    work_up_to(&target, 6, 3);
    assert!(!target.exists());
    assert!(matches!(Table::open(work_path(&target)), Err(tihbat::table::TableError::Unfinished)));
    let (mut work, margins) =
        WorkFile::open(&target, *MODIAR.clauses(), layer(6), false, Replace::Any).expect("a work file");
    assert_eq!(work.done(), Some(layer(3)));
    let mut solver = Solver::resume(*MODIAR.clauses(), margins, layer(3));
    for _ in 4..=6 {
        work.append(&solver.next_layer(Progress::NONE).expect("a layer")).expect("written");
    }
    work.finish().expect("a table");
    assert!(fs::read(&target).expect("a table") == table_bytes(MODIAR.clauses(), 6));
    assert!(!work_path(&target).exists());
}

#[test]
fn a_finished_work_file_without_its_name_is_taken_up_too() {
    let folder = TempDir::new().expect("a folder");
    let target = folder.path().join("modiar.mtb");
    fs::write(work_path(&target), table_bytes(MODIAR.clauses(), 5)).expect("a file");
    let (work, _) = WorkFile::open(&target, *MODIAR.clauses(), layer(5), false, Replace::Any).expect("a work file");
    assert_eq!(work.done(), Some(layer(5)));
    work.finish().expect("a table");
    assert!(fs::read(&target).expect("a table") == table_bytes(MODIAR.clauses(), 5));
}

#[test]
fn a_work_file_of_another_table_or_a_damaged_one_is_refused() {
    let folder = TempDir::new().expect("a folder");
    let target = folder.path().join("modiar.mtb");
    work_up_to(&target, 6, 3);
    let open = |clauses, seeds| WorkFile::open(&target, clauses, layer(seeds), false, Replace::Any).map(|_| ());
    let refused = |result: Result<(), WorkError>, expected: &str| {
        let error = result.expect_err("not this table's work file").to_string();
        assert!(error.contains(expected) && error.contains("remove it to start over"), "{error}");
    };
    refused(open(*TIHBAT.clauses(), 6), "the table is of modiar on 2 x 3 pits, not of tihbat on 2 x 2 pits");
    refused(open(*MODIAR.clauses(), 7), "expected 7 for the layers' seeds, found 6");
    let good = fs::read(work_path(&target)).expect("a work file");
    let margins = u64::from_le_bytes(good[56..64].try_into().expect("eight bytes")) as usize;
    for at in [30, margins, margins + 80] {
        let mut bad = good.clone();
        bad[at] ^= 1;
        fs::write(work_path(&target), bad).expect("a file");
        refused(open(*MODIAR.clauses(), 6), "damaged");
    }
    fs::write(work_path(&target), "something else").expect("a file");
    refused(open(*MODIAR.clauses(), 6), "not a tihbat table");
    // Starting over ignores it.
    let (work, margins) =
        WorkFile::open(&target, *MODIAR.clauses(), layer(6), true, Replace::Any).expect("a new work file");
    assert_eq!((work.done(), margins), (None, vec![Vec::new()]));
}

/// A margin that no board of its layer can have would mislead the solver, so it is refused although all checksums are right.
#[test]
fn an_impossible_margin_is_refused_wherever_it_comes_from() {
    let folder = TempDir::new().expect("a folder");
    let target = folder.path().join("modiar.mtb");
    // The last board of the layer of 2 seeds.
    for (board, margin) in [(1, 2), (6, -2), (27, i8::MIN), (27, 3)] {
        let mut forged = Forged::of(table_bytes(MODIAR.clauses(), 6));
        forged.set(board, margin, 1);
        forged.hide();
        forged.seal();
        let message = format!("its byte is {margin}");
        fs::write(work_path(&target), &forged.bytes).expect("a file");
        let open = |fresh| WorkFile::open(&target, *MODIAR.clauses(), layer(6), fresh, Replace::Any);
        let refused = open(false).map(|_| ()).expect_err("a forged work file").to_string();
        assert!(refused.contains(&message), "{refused}");
        let table = Table::from_bytes(forged.bytes).expect("a table");
        let (mut work, _) = open(true).expect("a new work file");
        let refused = (0..=2).find_map(|_| work.copy(&table).err()).expect("a forged layer").to_string();
        assert!(refused.contains(&message), "{refused}");
    }
}

/// No checksum covers the bytes between the parts of a work file. Damage there loses neither the solve nor the old table.
#[test]
fn a_gap_that_was_damaged_costs_nothing() {
    let folder = TempDir::new().expect("a folder");
    let target = folder.path().join("modiar.mtb");
    let good = table_bytes(MODIAR.clauses(), 6);
    let offset = |at: usize| u64::from_le_bytes(good[at..at + 8].try_into().expect("eight bytes")) as usize;
    let (margins, distances) = (offset(56), offset(64));
    for at in [margins - 1, distances - 1] {
        fs::write(&target, &good).expect("a file");
        let mut bad = good.clone();
        assert_eq!(std::mem::replace(&mut bad[at], 1), 0, "byte {at} is part of a gap");
        fs::write(work_path(&target), bad).expect("a file");
        let (work, _) = WorkFile::open(&target, *MODIAR.clauses(), layer(6), false, Replace::Any).expect("a work file");
        let table = work.finish().expect("a table");
        assert!(table.read_range(0..table.bytes()).expect("its bytes") == good);
        assert!(fs::read(&target).expect("a table") == good);
    }
}

/// A file that a reader would refuse never replaces a table, whatever happens to the work file.
#[test]
fn only_what_a_reader_accepts_replaces_a_table() {
    use std::os::unix::fs::FileExt;
    let folder = TempDir::new().expect("a folder");
    let target = folder.path().join("modiar.mtb");
    let good = table_bytes(MODIAR.clauses(), 6);
    fs::write(&target, &good).expect("a file");
    fs::write(work_path(&target), &good).expect("a file");
    let margins = u64::from_le_bytes(good[56..64].try_into().expect("eight bytes"));
    let (work, _) = WorkFile::open(&target, *MODIAR.clauses(), layer(6), false, Replace::Any).expect("a work file");
    let file = fs::File::options().write(true).open(work_path(&target)).expect("a file");
    file.write_all_at(&[good[margins as usize] ^ 1], margins).expect("damaged");
    let refused = work.finish().map(|_| ()).expect_err("a damaged table");
    assert!(refused.to_string().contains("do not match their checksum"), "{refused}");
    assert!(fs::read(&target).expect("a table") == good);
}

/// A link stays a link, and only a file is replaced by a file.
#[cfg(unix)]
#[test]
fn links_pipes_and_devices_stay_what_they_are() {
    use std::os::unix::fs::symlink;
    let folder = TempDir::new().expect("a folder");
    let [link, file, pipe] = ["link.mtb", "file.mtb", "pipe.mtb"].map(|name| folder.path().join(name));
    symlink("file.mtb", &link).expect("a link");
    let (mut work, _) = WorkFile::open(&link, *MODIAR.clauses(), layer(3), false, Replace::Any).expect("a work file");
    let mut solver = Solver::new(*MODIAR.clauses());
    for _ in 0..=3 {
        work.append(&solver.next_layer(Progress::NONE).expect("a layer")).expect("written");
    }
    work.finish().expect("a table");
    assert!(link.is_symlink() && fs::read(&file).expect("a table") == table_bytes(MODIAR.clauses(), 3));
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    for (target, kind) in
        [(pipe.as_path(), "a pipe"), (Path::new("/dev/null"), "a device"), (folder.path(), "a folder")]
    {
        let refused = WorkFile::open(target, *MODIAR.clauses(), layer(3), true, Replace::Any)
            .map(|_| ())
            .expect_err("not a file");
        assert!(refused.to_string().contains(&format!("{} is {kind}", target.display())), "{refused}");
        assert!(!work_path(target).exists());
    }
}

#[test]
fn any_cut_work_file_is_taken_up_or_refused() {
    let folder = TempDir::new().expect("a folder");
    let target = folder.path().join("modiar.mtb");
    work_up_to(&target, 6, 3);
    let good = fs::read(work_path(&target)).expect("a work file");
    for length in (0..good.len()).step_by(97) {
        fs::write(work_path(&target), &good[..length]).expect("a file");
        match WorkFile::open(&target, *MODIAR.clauses(), layer(6), false, Replace::Any) {
            Ok((work, margins)) => {
                let done = work.done().map_or(0, |done| done.count() + 1);
                assert_eq!(margins, [solved_margins(done)], "cut to {length}");
            }
            Err(error) => assert!(matches!(error, WorkError::Left { .. }), "cut to {length}: {error}"),
        }
    }
}

fn solved_margins(layers: usize) -> Vec<i8> {
    let mut solver = Solver::new(*MODIAR.clauses());
    for _ in 0..layers {
        solver.next_layer(Progress::NONE).expect("a layer");
    }
    solver.columns()[0].to_vec()
}

#[test]
fn two_solves_of_one_target_do_not_mix() {
    let folder = TempDir::new().expect("a folder");
    let target = folder.path().join("tihbat.mtb");
    let (_first, _) = WorkFile::open(&target, *TIHBAT.clauses(), layer(28), false, Replace::Any).expect("a work file");
    for fresh in [false, true] {
        let second = WorkFile::open(&target, *TIHBAT.clauses(), layer(28), fresh, Replace::Any).map(|_| ());
        assert!(matches!(second, Err(WorkError::Locked { .. })));
    }
}

/// A resumed solve first tells what was done before, so that a bar can leave it out of its speed.
#[test]
fn a_resumed_solve_tells_first_what_was_done_before() {
    #[derive(Debug, PartialEq)]
    enum Event {
        Steps(u64),
        Layer(Option<Seeds>),
    }
    let folder = TempDir::new().expect("a folder");
    let target = folder.path().join("modiar.mtb");
    work_up_to(&target, 6, 3);
    let events = Mutex::new(Vec::new());
    let tell = |event| events.lock().expect("no panic").push(event);
    let solve = FileSolve::begin(&target, MODIAR.clauses(), layer(6), false, Replace::Any).expect("a work file");
    let steps = |steps| tell(Event::Steps(steps));
    let table = solve.run(Progress::new(&steps), &|done| tell(Event::Layer(done))).expect("a table");
    let events = events.into_inner().expect("no panic");
    let before = table.index().boards(layer(3)) * STEPS_PER_BOARD;
    assert_eq!(events[..2], [Event::Steps(before), Event::Layer(Some(layer(3)))]);
    assert!(events.contains(&Event::Layer(Some(layer(6)))) && !events[2..].contains(&Event::Layer(Some(layer(3)))));
    let told = events.iter().map(|event| if let Event::Steps(steps) = event { *steps } else { 0 }).sum::<u64>();
    assert_eq!(told, Plan::new(MODIAR.clauses(), layer(6), 1).steps());
}

fn solve(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tihbat"));
    command.args(["solve", "awari", "--max-seeds", "12", "--threads", "1", "-o"]).arg(folder.join("awari.mtb"));
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

/// Kills real solves at many moments. Each continues where the previous one was stopped, until one finishes.
#[test]
fn killed_again_and_again_a_solve_ends_with_the_same_bytes() {
    let [old, whole] = [1, 12].map(|seeds| table_bytes(AWARI.clauses(), seeds));
    let mut random = 12345_u64;
    let (mut killed, mut went_on) = (0, 0);
    for _ in 0..4 {
        let folder = TempDir::new().expect("a folder");
        fs::write(folder.path().join("awari.mtb"), &old).expect("a file");
        for attempt in 0.. {
            assert!(attempt < 200, "a solve never ends");
            let mut child = solve(folder.path()).spawn().expect("the program runs");
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            // Later attempts get more time, so that one of them finishes.
            std::thread::sleep(Duration::from_micros((random >> 33) % (200_000 + 100_000 * attempt)));
            // SIGKILL: the program cannot react to it.
            let _ = child.kill();
            let output = child.wait_with_output().expect("the program ends");
            let talk = String::from_utf8_lossy(&output.stderr);
            went_on += usize::from(talk.contains("continuing after the layer of"));
            if output.status.success() {
                break;
            }
            assert_eq!(output.status.code(), None, "killed, not failed: {talk}");
            // It may be killed after the rename, too.
            let there = fs::read(folder.path().join("awari.mtb")).expect("a table");
            assert!(there == old || there == whole);
            killed += 1;
        }
        assert!(fs::read(folder.path().join("awari.mtb")).expect("a table") == whole);
    }
    assert!(killed > 8 && went_on > 2, "only {killed} were killed, {went_on} went on");
}

/// A limit on the size of files acts like a full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_the_old_table_stays() {
    let folder = TempDir::new().expect("a folder");
    let target = folder.path().join("awari.mtb");
    let old = table_bytes(AWARI.clauses(), 1);
    fs::write(&target, &old).expect("a file");
    let program = env!("CARGO_BIN_EXE_tihbat");
    // The limit of the shell counts kilobytes. A write beyond it is an error if the signal is ignored.
    let script =
        format!("trap '' XFSZ; ulimit -f 100; exec {program} solve awari --max-seeds 8 -o {}", target.display());
    let output = Command::new("bash").args(["-c", &script]).output().expect("a shell");
    let talk = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{talk}");
    assert!(talk.contains("awari.mtb.work cannot be written: "), "{talk}");
    assert_eq!(fs::read(&target).expect("the old table"), old);
}
