//! Long work ends soon after it was stopped, and what was finished is kept.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use tihbat::board::Seeds;
use tihbat::files::Replace;
use tihbat::progress::Progress;
use tihbat::rules::{MODIAR, TIHBAT};
use tihbat::solve::{self, FileSolve, FileSolveError};
use tihbat::solver::SolveError;
use tihbat::table::Table;
use tihbat::verify::{VerifyError, verify};

use crate::common::{layer, table_bytes};

/// Does work that is stopped after this number of steps, on this number of threads. Returns the result and the steps that were made.
fn stopped<T: Send>(threads: usize, after: u64, work: impl FnOnce(Progress<'_>) -> T + Send) -> (T, u64) {
    let (steps, stop) = (AtomicU64::new(0), AtomicBool::new(false));
    let count = |more: u64| {
        if steps.fetch_add(more, Relaxed) + more >= after {
            stop.store(true, Relaxed);
        }
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let result = pool.install(|| work(Progress::new(&count).until(&stop)));
    (result, steps.into_inner())
}

#[test]
fn a_solve_ends_soon_after_it_was_stopped() {
    let most = layer(30);
    let boards = tihbat::index::Index::new(MODIAR.clauses().shape()).boards(most);
    for threads in [1, 3] {
        // In the smallest layers, in the forward pass and in the retrograde pass of larger ones.
        for after in [0, 1, 1_000, 200_000, 500_000, boards] {
            let (result, steps) =
                stopped(threads, after, |progress| solve::table_with(MODIAR.clauses(), most, progress).map(drop));
            assert_eq!(result, Err(SolveError::Stopped), "after {after} steps on {threads} threads");
            assert!(steps < after + boards / 4, "{steps} steps, stopped after {after} of {}", 2 * boards);
        }
    }
}

#[test]
fn a_solve_that_was_stopped_is_resumed_after_its_last_layer() {
    let folder = tempfile::tempdir().expect("a folder");
    let right = table_bytes(TIHBAT.clauses(), 28);
    for threads in [1, 3] {
        let target = folder.path().join(format!("{threads}.mtb"));
        let begin = || {
            FileSolve::begin(&target, TIHBAT.clauses(), TIHBAT.seeds(), false, Replace::Nothing).expect("a work file")
        };
        let mut resumed = Vec::<Seeds>::new();
        for after in [100, 20_000, 50_000] {
            let solve = begin();
            resumed.extend(solve.resumed());
            let (result, _) = stopped(threads, after, |progress| solve.run(progress, &|_| {}).map(drop));
            assert!(matches!(result, Err(FileSolveError::Solve(SolveError::Stopped))), "{result:?}");
            assert!(!target.exists());
        }
        assert!(resumed.len() == 2 && resumed[0] < resumed[1], "{resumed:?}");
        begin().run(Progress::NONE, &|_| {}).expect("a table");
        assert_eq!(std::fs::read(&target).expect("a table"), right);
    }
}

#[test]
fn a_proof_that_was_stopped_says_nothing() {
    let table = Table::from_bytes(table_bytes(MODIAR.clauses(), 24)).expect("a table");
    for (threads, after) in [(1, 0), (1, 100_000), (3, 1), (3, 100_000)] {
        let (proved, steps) = stopped(threads, after, |progress| verify(&table, progress));
        assert!(matches!(proved, Err(VerifyError::Stopped)), "{proved:?}");
        assert!(steps < table.boards());
    }
}
