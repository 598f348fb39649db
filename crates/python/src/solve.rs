//! Solving a game, in memory or into a file

use std::path::PathBuf;

use pyo3::prelude::*;
use tihbat::board::Seeds;
use tihbat::files::Replace;
use tihbat::solve::{FileSolve, Plan, SolveTarget, table_with};
use tihbat::table::{is_table, work_path};

use crate::failure::{Answer, Failure};
use crate::machine;
use crate::rules::PyRules;
use crate::table::PyTable;
use crate::work::Work;

/// Solves a game and returns its table.
///
/// rules: the name of a game, a rules file, its text, or Rules.
/// max_seeds: solve only the layers of up to this number of seeds; None for all seeds of the game.
/// threads: None for one for each processor.
/// path: the file that the table is written to; None for a table in memory. A solve that was stopped, by Ctrl-C or in any other way, is
///     resumed after its last finished layer when it is called again.
/// progress: called about ten times a second with the steps that are done and the number of steps.
///
/// >>> tihbat.solve("tihbat").probe("5-1-2-0")
/// Value(margin=2, distance=1)
#[pyfunction]
#[pyo3(signature = (rules, max_seeds=None, threads=None, path=None, progress=None))]
pub fn solve(
    py: Python<'_>,
    rules: &Bound<'_, PyAny>,
    max_seeds: Option<usize>,
    threads: Option<usize>,
    path: Option<PathBuf>,
    progress: Option<&Bound<'_, PyAny>>,
) -> Answer<PyTable> {
    let spec = PyRules::of(rules)?;
    let clauses = *spec.rules.clauses();
    let most = match max_seeds {
        None => spec.rules.seeds(),
        Some(seeds) => Seeds::new(seeds)
            .ok_or_else(|| Failure::rules(format!("max_seeds is a number from 0 to 127, not {seeds}")))?,
    };
    let at_once = threads.unwrap_or_else(rayon::current_num_threads);
    let plan = Plan::new(&clauses, most, at_once);
    let target = if path.is_some() { SolveTarget::File } else { SolveTarget::Memory };
    plan.check_memory(target, machine::available_memory())?;
    let work = Work { threads, progress, steps: plan.steps() };
    let Some(path) = path else {
        let table = work.run(py, |progress| table_with(&clauses, most, progress))??;
        return Ok(PyTable { table, path: None });
    };
    // Another process, with another working folder, may open it.
    let path = std::path::absolute(&path).map_err(PyErr::from)?;
    if let Some(available) = machine::available_disk(&path) {
        let written = std::fs::metadata(work_path(&path)).map_or(0, |work| work.len());
        plan.check_disk(written, available)?;
    }
    let table = work.run(py, |progress| {
        let solve = FileSolve::begin(&path, &clauses, most, false, Replace::Own(is_table))?;
        solve.run(progress, &|_| {})
    })??;
    Ok(PyTable { table, path: Some(path) })
}
