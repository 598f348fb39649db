//! Solving the games of an atlas, several at a time under one budget of boards

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

use crate::index::Index;
use crate::progress::Progress;
use crate::rules::{Repetition, Rules};
use crate::solve::{self, Plan, SolveTarget};
use crate::value::TableKind;

use super::saved::{SavedError, SavedResults};
use super::summary::{BoundsSummary, GameSummary, MarginsSummary};
use super::sweep::Sweep;

/// The result of one game of an atlas.
#[derive(Clone, Debug)]
pub enum AtlasResult {
    /// The game was solved.
    Solved(SolvedGame),
    /// There is no such game, or it cannot be solved, with the reason.
    Unfit(String),
    /// The game has more boards than may be worked on.
    LeftOut {
        /// The number of boards in its table; `u64::MAX` if there are at least this many.
        boards: u64,
    },
}

/// The numbers of a game of an atlas.
#[derive(Clone, Debug)]
pub struct SolvedGame {
    /// Those of its margins; none if the rules leave open what a repetition pays.
    pub margins: Option<MarginsSummary>,
    /// Those of its bounds; none if they were not asked for, the rules have none, or they do not fit into memory.
    pub bounds: Option<BoundsSummary>,
    /// The seconds that the solve took, or both solves.
    pub seconds: f64,
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

/// A table to solve.
struct Task {
    rules: Rules,
    /// None as long as it is not solved.
    result: Option<TaskResult>,
}

enum TaskResult {
    Solved(GameSummary, f64),
    Unfit(String),
    LeftOut { boards: u64 },
}

/// The tables of a game, as numbers of tasks.
enum GameTasks {
    /// There is no such game.
    None(String),
    /// The game's own table, and that of its bounds if it is another one.
    Some(usize, Option<usize>),
}

impl GameTasks {
    fn tasks(&self) -> impl Iterator<Item = usize> {
        match self {
            Self::None(_) => [None, None],
            Self::Some(own, bounds) => [Some(*own), *bounds],
        }
        .into_iter()
        .flatten()
    }
}

/// What is left to solve of an atlas.
pub struct AtlasWork<'a> {
    games: Vec<GameTasks>,
    tasks: Vec<Task>,
    saved: &'a mut SavedResults,
    max_boards: u64,
    threads: usize,
}

impl<'a> AtlasWork<'a> {
    /// Looks up what is saved. With `bounds`, the bounds of every game are found, too. A game is left out if it has more than
    /// `max_boards` boards, or if it does not fit into `memory` bytes on this many threads.
    pub fn new(
        sweep: &Sweep,
        bounds: bool,
        saved: &'a mut SavedResults,
        max_boards: u64,
        memory: u64,
        threads: usize,
    ) -> Self {
        let (mut tasks, mut known) = (Vec::new(), HashMap::new());
        // Games may share a table: that of bounds does not depend on what a repetition pays.
        let mut task_of = |rules: &Rules| {
            *known.entry(*rules).or_insert_with(|| {
                let plan = Plan::new(rules.clauses(), rules.seeds(), threads);
                let fits = plan.boards() <= max_boards && plan.check_memory(SolveTarget::Memory, memory).is_ok();
                let result = if fits {
                    saved.get(rules).map(|(summary, seconds)| TaskResult::Solved(summary, seconds))
                } else {
                    Some(TaskResult::LeftOut { boards: plan.boards() })
                };
                tasks.push(Task { rules: *rules, result });
                tasks.len() - 1
            })
        };
        let games = sweep.games.iter().map(|game| match &game.rules {
            Err(error) => GameTasks::None(error.to_string()),
            Ok(rules) => match rules.clauses().kind() {
                TableKind::Margins => {
                    let own = task_of(rules);
                    GameTasks::Some(own, with_bounds(rules).filter(|_| bounds).map(|rules| task_of(&rules)))
                }
                TableKind::Bounds => GameTasks::Some(task_of(&with_bounds(rules).unwrap_or(*rules)), None),
            },
        });
        let games = games.collect();
        Self { games, tasks, saved, max_boards, threads }
    }

    /// Returns the number of steps of progress.
    pub fn steps(&self) -> u64 {
        let open = self.tasks.iter().filter(|task| task.result.is_none());
        let plans = open.map(|task| Plan::new(task.rules.clauses(), task.rules.seeds(), self.threads));
        plans.map(|plan| plan.steps()).fold(0, u64::saturating_add)
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
        let Self { games, mut tasks, saved, max_boards, threads } = self;
        let rules = tasks.iter().enumerate().filter(|(_, task)| task.result.is_none());
        let open: Vec<(usize, Rules)> = rules.map(|(number, task)| (number, task.rules)).collect();
        let (next, budget) = (AtomicUsize::new(0), Budget { free: Mutex::new(max_boards), more: Condvar::new() });
        let done = Mutex::new((saved, &mut tasks, None::<SavedError>));
        let work = || {
            while let Some((number, rules)) = open.get(next.fetch_add(1, Relaxed)) {
                let boards = budgeted(rules, max_boards);
                budget.take(boards);
                // The threads that solve are those of the pool, so waiting here never holds one of them up.
                let result = pool.install(|| solve(rules, progress));
                budget.give(boards);
                let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
                let (saved, tasks, failure) = &mut *done;
                if let TaskResult::Solved(summary, seconds) = &result
                    && let Err(error) = saved.add(rules, summary, *seconds)
                {
                    failure.get_or_insert(error);
                }
                tasks[*number].result = Some(result);
                let is_open = |game: &&GameTasks| game.tasks().any(|task| tasks[task].result.is_none());
                left(games.iter().filter(is_open).count());
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
        Ok(games.into_iter().map(|game| result(game, &tasks)).collect())
    }
}

/// What a solve takes of the budget: boards with bounds count twice, because two numbers of each are found. A game that is not left out
/// is solved alone if it takes more than all.
fn budgeted(rules: &Rules, max_boards: u64) -> u64 {
    let boards = Index::new(rules.clauses().shape()).boards(rules.seeds());
    boards.saturating_mul(rules.clauses().kind().columns() as u64).min(max_boards)
}

/// The result of a game, whose tasks are all done.
fn result(game: GameTasks, tasks: &[Task]) -> AtlasResult {
    let of = |number: usize| tasks[number].result.as_ref().expect("every task has a result");
    let (own, companion) = match game {
        GameTasks::None(why) => return AtlasResult::Unfit(why),
        GameTasks::Some(own, bounds) => (of(own), bounds.map(of)),
    };
    match own {
        TaskResult::Unfit(why) => AtlasResult::Unfit(why.clone()),
        TaskResult::LeftOut { boards } => AtlasResult::LeftOut { boards: *boards },
        TaskResult::Solved(..) => {
            let mut solved = SolvedGame { margins: None, bounds: None, seconds: 0.0 };
            for result in [Some(own), companion].into_iter().flatten() {
                if let TaskResult::Solved(summary, seconds) = result {
                    solved.seconds += seconds;
                    match summary {
                        GameSummary::Margins(margins) => solved.margins = Some(margins.clone()),
                        GameSummary::Bounds(bounds) => solved.bounds = Some(bounds.clone()),
                    }
                }
            }
            AtlasResult::Solved(solved)
        }
    }
}

fn solve(rules: &Rules, progress: Progress<'_>) -> TaskResult {
    let begun = Instant::now();
    let summary = solve::table_with(rules.clauses(), rules.seeds(), progress)
        .map_err(|error| error.to_string())
        .and_then(|table| GameSummary::new(*rules, &table).map_err(|error| error.to_string()));
    match summary {
        Ok(summary) => TaskResult::Solved(summary, begun.elapsed().as_secs_f64()),
        Err(why) => TaskResult::Unfit(why),
    }
}

/// The game whose table holds the bounds of this one; none if the rules have no bounds.
fn with_bounds(rules: &Rules) -> Option<Rules> {
    rules.with(|draft| draft.clauses.repetition = Repetition::Open).ok()
}
