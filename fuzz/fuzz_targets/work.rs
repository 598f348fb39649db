//! A work file, or a table whose layers are copied, with checksums that match: what a solve makes of it.
//!
//! Whatever the work file was, the old table stays until a complete one takes its place.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;
use tihbat::files::Replace;
use tihbat::progress::Progress;
use tihbat::solve::FileSolve;
use tihbat::table::{Table, work_path};
use tihbat::verify::verify;
use tihbat_fuzz::forge::Forged;
use tihbat_fuzz::{Base, Bytes};

static FOLDER: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a folder"));

const OLD: &[u8] = b"an old table";

/// A table as the work file that it was when it had its first layers only.
fn work_file(base: &Base, layers: usize) -> Forged {
    let mut work = Forged::of(base.bytes.clone());
    work.unfinish(layers.checked_sub(1));
    work
}

fuzz_target!(|input: &[u8]| {
    let mut input = Bytes(input);
    let base = input.base();
    let way = input.number::<1>();
    let layers = way / 4 % (base.max_seeds.count() + 2);
    let target = FOLDER.path().join("t.mtb");
    std::fs::write(&target, OLD).expect("written");
    let (done, accepted) = if way % 4 == 0 {
        let Ok(table) = Table::from_bytes(input.edit(Forged::of(base.bytes.clone()))) else { return };
        let _ = std::fs::remove_file(work_path(&target));
        copied(base, &target, &table)
    } else {
        let forged = if way % 4 == 1 { Forged::of(base.bytes.clone()) } else { work_file(base, layers) };
        std::fs::write(work_path(&target), input.edit(forged)).expect("written");
        resumed(base, &target)
    };
    if done {
        let table = Table::open(&target).expect("a solve that ends well leaves a table");
        assert_eq!((table.clauses(), table.max_seeds()), (&base.clauses, base.max_seeds));
        if accepted {
            verify(&table, Progress::NONE).expect("a solve accepts right layers only");
        }
    } else {
        assert_eq!(std::fs::read(&target).expect("a file"), OLD, "a failed solve leaves the target");
    }
});

/// Whether the solve ended well, and whether all its layers were solved or checked.
fn resumed(base: &Base, target: &std::path::Path) -> (bool, bool) {
    let Ok(solve) = FileSolve::begin(target, &base.clauses, base.max_seeds, false, Replace::Any) else {
        return (false, false);
    };
    let layers = solve.resumed_layers().expect("a work file that can be read");
    assert_eq!(layers.as_ref().map(Table::max_seeds), solve.resumed());
    let right = layers.is_none_or(|layers| verify(&layers, Progress::NONE).is_ok());
    (solve.run(Progress::NONE, &|_| {}).is_ok(), right)
}

fn copied(base: &Base, target: &std::path::Path, table: &Table) -> (bool, bool) {
    let mut solve =
        FileSolve::begin(target, &base.clauses, base.max_seeds, true, Replace::Any).expect("a new work file");
    if solve.copy(table).is_err() {
        return (false, false);
    }
    let right = verify(table, Progress::NONE).is_ok();
    (solve.run(Progress::NONE, &|_| {}).is_ok(), right)
}
