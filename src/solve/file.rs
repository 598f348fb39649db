//! Solving a game into a file, with resume
//!
//! The table is written to a work file beside the target, layer by layer. A solve that was stopped resumes after the
//! last layer that is done.

use std::borrow::Cow;
use std::path::Path;

use crate::board::Seeds;
use crate::files::Replace;
use crate::progress::Progress;
use crate::rules::Clauses;
use crate::solver::{STEPS_PER_BOARD, SolveError, Solver};
use crate::table::{Table, TableError, WorkError, WorkFile};

/// A solve that writes a file.
pub struct FileSolve {
    clauses: Clauses,
    max_seeds: Seeds,
    work: WorkFile,
    /// Columns of values of the layers that are done, in the order of the index.
    columns: Vec<Vec<i8>>,
    resumed: Option<Seeds>,
}

/// Why a solve did not write its file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileSolveError {
    /// A layer cannot be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The work file cannot be read or written.
    #[error(transparent)]
    Work(#[from] WorkError),
    /// The table whose layers were to be copied is damaged.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl FileSolve {
    /// Begins the solve of layers 0 to `max_seeds`, or resumes an earlier one, unless `fresh` is set. `replace`
    /// says which file may have the name of the target.
    ///
    /// # Errors
    /// If the work file cannot be opened: see [`WorkError`].
    pub fn begin(
        target: impl AsRef<Path>,
        clauses: &Clauses,
        max_seeds: Seeds,
        fresh: bool,
        replace: Replace,
    ) -> Result<Self, FileSolveError> {
        let (work, columns) = WorkFile::open(target, *clauses, max_seeds, fresh, replace)?;
        let resumed = work.done();
        Ok(Self { clauses: *clauses, max_seeds, work, columns, resumed })
    }

    /// Returns the last layer that an earlier solve has finished; none if this solve starts from nothing.
    pub fn resumed(&self) -> Option<Seeds> {
        self.resumed
    }

    /// Returns the layers that an earlier solve has finished as a table, so that they can be verified before this solve
    /// builds on them; none if this solve starts from nothing.
    ///
    /// # Errors
    /// If the work file cannot be read.
    pub fn resumed_layers(&self) -> Result<Option<Table>, FileSolveError> {
        if self.resumed.is_some() { Ok(self.work.finished()?) } else { Ok(None) }
    }

    /// Copies the layers of a smaller table of the same clauses. Does nothing if an earlier solve is resumed.
    ///
    /// # Errors
    /// If the table is of other clauses or damaged, or writing fails.
    pub fn copy(&mut self, table: &Table) -> Result<(), FileSolveError> {
        table.serves(&self.clauses, Seeds::NONE)?;
        if self.work.done().is_none() {
            let last = table.max_seeds().min(self.max_seeds);
            for _ in last.layers() {
                self.work.copy(table)?;
            }
            self.columns = table.columns_to(last)?.into_iter().map(Cow::into_owned).collect();
            table.check_unchanged()?;
        }
        Ok(())
    }

    /// Solves the layers that are left and gives the table its name. `progress` is called with steps, as
    /// [`Solver::next_layer`] does; `layer` is called with the last layer that is done, before the first layer and
    /// after each one.
    ///
    /// # Errors
    /// If a layer cannot be solved or written. What was written before can be resumed.
    pub fn run(
        mut self,
        progress: Progress<'_>,
        layer: &(dyn Fn(Option<Seeds>) + Sync),
    ) -> Result<Table, FileSolveError> {
        let mut solver = match self.work.done() {
            Some(done) => Solver::resume(self.clauses, self.columns, done),
            None => Solver::new(self.clauses),
        };
        progress.add(solver.columns()[0].len() as u64 * STEPS_PER_BOARD);
        layer(self.work.done());
        let work = &mut self.work;
        let solved = solver.solve_to(self.max_seeds, progress, |solved| -> Result<(), FileSolveError> {
            work.append(&solved)?;
            layer(work.done());
            Ok(())
        });
        if let Err(FileSolveError::Solve(_)) = solved {
            // The file is in order, and the finished layers can be resumed.
            work.commit()?;
        }
        solved?;
        drop(solver);
        Ok(self.work.finish()?)
    }
}
