//! Solving the games of an atlas, several at a time under one budget of boards

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

use crate::index::Index;
use crate::progress::Progress;
use crate::rules::Rules;
use crate::solve::{self, Plan, SolveTarget};
use crate::solver::STEPS_PER_BOARD;

use super::saved::{SavedError, SavedResults};
use super::summary::GameSummary;
use super::sweep::Sweep;

/// The result of one game of an atlas.
#[derive(Clone, Debug)]
pub enum AtlasResult {
    /// The game was solved, with the seconds that it took.
    Solved(GameSummary, f64),
    /// There is no such game, or it cannot be solved, with the reason.
    Unfit(String),
    /// The game has more boards than may be worked on.
    LeftOut {
        /// The number of boards in its table; `u64::MAX` if there are at least this many.
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
    Index::new(rules.clauses().shape()).boards(rules.seeds())
}

/// What is left to solve of an atlas.
pub struct AtlasWork<'a> {
    /// The result of every game that needs no solving.
    results: Vec<Option<AtlasResult>>,
    /// The others, with their numbers in the sweep.
    open: Vec<(usize, &'a Rules)>,
    saved: &'a mut SavedResults,
    max_boards: u64,
    threads: usize,
}

impl<'a> AtlasWork<'a> {
    /// Looks up what is saved. A game is left out if it has more than `max_boards` boards, or if it does not fit into
    /// `memory` bytes on this many threads.
    pub fn new(sweep: &'a Sweep, saved: &'a mut SavedResults, max_boards: u64, memory: u64, threads: usize) -> Self {
        let fits = |rules: &Rules| {
            let plan = Plan::new(rules.clauses(), rules.seeds(), threads);
            plan.boards() <= max_boards && plan.check_memory(SolveTarget::Memory, memory).is_ok()
        };
        let mut results = Vec::with_capacity(sweep.games.len());
        let mut open = Vec::new();
        for (number, game) in sweep.games.iter().enumerate() {
            results.push(match &game.rules {
                Err(error) => Some(AtlasResult::Unfit(error.to_string())),
                Ok(rules) if fits(rules) => {
                    let known = saved.get(rules).map(|(summary, seconds)| AtlasResult::Solved(summary, seconds));
                    if known.is_none() {
                        open.push((number, rules));
                    }
                    known
                }
                Ok(rules) => Some(AtlasResult::LeftOut { boards: boards(rules) }),
            });
        }
        Self { results, open, saved, max_boards, threads }
    }

    /// Returns the number of steps of progress.
    pub fn steps(&self) -> u64 {
        let steps = self.open.iter().map(|(_, rules)| boards(rules).saturating_mul(STEPS_PER_BOARD));
        steps.fold(0, u64::saturating_add)
    }

    /// Solves every game that is left, in the threads of `pool`, and returns the results in the order of the sweep.
    /// `progress` is called with steps; `left` with the number of games that are left.
    ///
    /// # Errors
    /// If results cannot be saved.
    pub fn run(
        self,
        pool: &rayon::ThreadPool,
        progress: Progress<'_>,
        left: &(dyn Fn(usize) + Sync),
    ) -> Result<Vec<AtlasResult>, SavedError> {
        let Self { mut results, open, saved, max_boards, threads } = self;
        let (next, budget) = (AtomicUsize::new(0), Budget { free: Mutex::new(max_boards), more: Condvar::new() });
        let done = Mutex::new((saved, &mut results, None::<SavedError>));
        let work = || {
            while let Some(&(number, rules)) = open.get(next.fetch_add(1, Relaxed)) {
                let boards = boards(rules);
                budget.take(boards);
                // The threads that solve are those of the pool, so waiting here never holds one of them up.
                let result = pool.install(|| solve(rules, progress));
                budget.give(boards);
                let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                let (saved, results, failure) = &mut *done;
                if let AtlasResult::Solved(summary, seconds) = &result
                    && let Err(error) = saved.add(rules, summary, *seconds)
                {
                    failure.get_or_insert(error);
                }
                results[number] = Some(result);
                left(results.iter().filter(|result| result.is_none()).count());
                if failure.is_some() {
                    next.store(open.len(), Relaxed);
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..threads.min(open.len()) {
                scope.spawn(work);
            }
        });
        let (saved, _, failure) = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        failure.map_or(Ok(()), Err)?;
        saved.save()?;
        Ok(results.into_iter().map(|result| result.expect("every game has a result")).collect())
    }
}

fn solve(rules: &Rules, progress: Progress<'_>) -> AtlasResult {
    let begun = Instant::now();
    let summary = solve::table_with(rules.clauses(), rules.seeds(), progress)
        .map_err(|error| error.to_string())
        .and_then(|table| GameSummary::new(*rules, &table).map_err(|error| error.to_string()));
    match summary {
        Ok(summary) => AtlasResult::Solved(summary, begun.elapsed().as_secs_f64()),
        Err(why) => AtlasResult::Unfit(why),
    }
}
