//! Solving the games of an atlas, several at a time under one budget of boards

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

use tihbat::atlas::Summary;
use tihbat::index::Index;
use tihbat::progress::Progress;
use tihbat::rules::Rules;
use tihbat::solver::STEPS_PER_BOARD;

use super::keep::Keep;
use super::sweep::Sweep;
use crate::cli::args::ThreadArgs;
use crate::cli::failure::Failure;
use crate::cli::plan::Plan;
use crate::cli::progress::Bar;

/// What became of one game.
#[derive(Clone, Debug)]
pub(super) enum Found {
    /// It was solved, in so many seconds.
    Solved(Summary, f64),
    /// There is no such game, or it has no answer: why.
    Unfit(String),
    /// It has more boards than may be worked on.
    LeftOut {
        /// Boards of its table; `u64::MAX` for that many or more.
        boards: u64,
    },
}

/// Boards that may still be taken up.
struct Budget {
    free: Mutex<u64>,
    more: Condvar,
}

impl Budget {
    fn take(&self, boards: u64) {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free = self.more.wait_while(free, |free| *free < boards).unwrap_or_else(PoisonError::into_inner);
        *free -= boards;
    }

    fn give(&self, boards: u64) {
        *self.free.lock().unwrap_or_else(PoisonError::into_inner) += boards;
        self.more.notify_all();
    }
}

/// Boards of a game's table.
fn boards(rules: &Rules) -> u64 {
    Index::new(rules.clauses.shape()).boards(rules.seeds())
}

/// What is found of every game: what was kept, and the rest solved.
pub(super) fn results(
    sweep: &Sweep,
    keep: &mut Keep,
    max_boards: u64,
    threads: &ThreadArgs,
) -> Result<Vec<Found>, Failure> {
    let mut found: Vec<Option<Found>> = Vec::with_capacity(sweep.games.len());
    let mut open = Vec::new();
    for (at, cell) in sweep.games.iter().enumerate() {
        found.push(match &cell.rules {
            Err(error) => Some(Found::Unfit(error.to_string())),
            Ok(rules) if fits(rules, max_boards, threads) => {
                let kept = keep.get(rules).map(|(summary, seconds)| Found::Solved(summary, seconds));
                if kept.is_none() {
                    open.push((at, rules));
                }
                kept
            }
            Ok(rules) => Some(Found::LeftOut { boards: boards(rules) }),
        });
    }
    let steps = open.iter().map(|(_, rules)| boards(rules).saturating_mul(STEPS_PER_BOARD));
    let progress = Bar::new("solving", steps.fold(0, u64::saturating_add));
    let pool = threads.pool()?;
    let (next, budget) = (AtomicUsize::new(0), Budget { free: Mutex::new(max_boards), more: Condvar::new() });
    let (open, done) = (&open, Mutex::new((keep, &mut found, None::<Failure>)));
    let work = || {
        while let Some(&(at, rules)) = open.get(next.fetch_add(1, Relaxed)) {
            let boards = boards(rules);
            budget.take(boards);
            // The table's own threads are those of the pool, so waiting here never holds one of them up.
            let result = pool.install(|| solve(rules, &progress));
            budget.give(boards);
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            let (keep, found, failure) = &mut *done;
            if let Found::Solved(summary, seconds) = &result
                && let Err(error) = keep.add(rules, summary, *seconds)
            {
                failure.get_or_insert(error);
            }
            found[at] = Some(result);
            let left = found.iter().filter(|found| found.is_none()).count();
            progress.say(format!("solving, {left} games left"));
            if failure.is_some() {
                next.store(open.len(), Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.count().min(open.len()) {
            scope.spawn(work);
        }
    });
    let (keep, _, failure) = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    failure.map_or(Ok(()), Err)?;
    keep.save()?;
    Ok(found.into_iter().map(|found| found.expect("every game was looked at")).collect())
}

/// Whether a game is small enough.
fn fits(rules: &Rules, max_boards: u64, threads: &ThreadArgs) -> bool {
    let plan = Plan::new(rules.clauses, rules.seeds(), threads.count());
    plan.boards <= max_boards && plan.check_memory(true).is_ok()
}

fn solve(rules: &Rules, progress: &Bar) -> Found {
    let begun = Instant::now();
    let table = tihbat::solve::table_with(&rules.clauses, rules.seeds(), Progress::new(&|steps| progress.add(steps)));
    let summary = table
        .map_err(|error| error.to_string())
        .and_then(|table| Summary::new(*rules, &table).map_err(|error| error.to_string()));
    match summary {
        Ok(summary) => Found::Solved(summary, begun.elapsed().as_secs_f64()),
        Err(why) => Found::Unfit(why),
    }
}
