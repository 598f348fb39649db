//! Solving a game into a table
//!
//! The table is below the solver and knows nothing of it. This module joins the two: it solves layer after layer and
//! writes each one into a table, in memory or in a file.

mod file;
mod plan;

use std::io::Cursor;
use std::ops::Range;

use crate::board::Seeds;
use crate::progress::Progress;
use crate::rules::Clauses;
use crate::sealed::Sealed;
use crate::solver::{Layer, SolveError, Solver};
use crate::table::{LayerValues, Table, Writer};
use crate::value::Distance;

pub use file::{FileSolve, FileSolveError};
pub use plan::{BASE_MEMORY, Plan, PlanError, SolveTarget, boards_to_solve_again};

/// Solves layers 0 to `max_seeds` and returns them as a table in memory.
///
/// ```
/// use tihbat::{rules::TIHBAT, solve};
///
/// let table = solve::table(TIHBAT.clauses(), TIHBAT.seeds())?;
/// assert_eq!(table.boards(), 35_960);
/// # Ok::<(), tihbat::solver::SolveError>(())
/// ```
///
/// # Errors
/// If a layer cannot be solved.
pub fn table(clauses: &Clauses, max_seeds: Seeds) -> Result<Table, SolveError> {
    table_with(clauses, max_seeds, Progress::NONE)
}

/// Does the same as [`table`], and calls `progress` as [`Solver::next_layer`] does.
///
/// # Errors
/// If a layer cannot be solved.
pub fn table_with(clauses: &Clauses, max_seeds: Seeds, progress: Progress<'_>) -> Result<Table, SolveError> {
    let whole = "memory takes every write, and returns what it took";
    let mut writer = Writer::create(Cursor::new(Vec::new()), *clauses, max_seeds).expect(whole);
    Solver::new(*clauses).solve_to(max_seeds, progress, |layer| {
        writer.append(&layer).expect(whole);
        Ok::<_, SolveError>(())
    })?;
    Ok(Table::from_bytes(writer.finish().expect(whole).into_inner()).expect(whole))
}

impl Sealed for Layer<'_> {}

impl LayerValues for Layer<'_> {
    fn seeds(&self) -> Seeds {
        self.seeds()
    }

    fn max_distance(&self) -> Distance {
        self.max_distance()
    }

    fn column(&self, column: usize) -> &[i8] {
        self.column(column)
    }

    fn distances(&self, column: usize, ranks: Range<usize>) -> impl ExactSizeIterator<Item = u16> {
        self.distances(column, ranks)
    }
}
