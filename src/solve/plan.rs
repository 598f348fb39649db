//! What a solve needs: boards, memory, disk and time
//!
//! Everything is estimated before the solve begins, so that a solve that does not fit is refused at once. How much
//! memory and disk there is, the caller says: the library does not ask the machine.

use crate::board::Seeds;
use crate::figures::{bytes, count};
use crate::index::Index;
use crate::rules::Clauses;
use crate::shape::Shape;
use crate::solver::{self, STEPS_PER_BOARD};

/// Bytes of memory that the program takes however small the game is.
pub const BASE_MEMORY: u64 = 16 << 20;

/// What a solve needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    clauses: Clauses,
    max_seeds: Seeds,
    threads: usize,
    boards: u64,
    /// Bytes that the solver takes.
    solver: u64,
}

/// Where the table of a solve goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveTarget {
    /// It stays in memory.
    Memory,
    /// It is written to a file.
    File,
}

/// Why a solve does not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// It needs more memory than there is.
    #[error(
        "{} boards need about {} of memory, but only {} are available; {}",
        count(*boards), bytes(*needed), bytes(*available), what_fits(*fits)
    )]
    Memory {
        /// Boards of the table.
        boards: u64,
        /// Bytes that are needed.
        needed: u64,
        /// Bytes that are available.
        available: u64,
        /// The most seeds with which it fits; none if no layer does.
        fits: Option<Seeds>,
    },
    /// Its table needs more disk than there is.
    #[error(
        "the table needs about {} of disk, but only {} are available; ask for fewer seeds, or write it elsewhere",
        bytes(*needed), bytes(*available)
    )]
    Disk {
        /// Bytes that are needed.
        needed: u64,
        /// Bytes that are available.
        available: u64,
    },
}

/// What does fit, as the end of a sentence.
fn what_fits(fits: Option<Seeds>) -> String {
    fits.map_or_else(
        || "not even the smallest layer fits".to_owned(),
        |fits| format!("the layers of up to {fits} seeds fit"),
    )
}

impl Plan {
    /// Plans the solve of layers 0 to `max_seeds` on this many threads.
    pub fn new(clauses: &Clauses, max_seeds: Seeds, threads: usize) -> Self {
        let shape = clauses.shape();
        Self {
            clauses: *clauses,
            max_seeds,
            threads,
            boards: Index::new(shape).boards(max_seeds),
            solver: solver::memory(clauses, max_seeds, threads),
        }
    }

    /// Returns the number of boards of the table; `u64::MAX` if there are more, as of all numbers here.
    pub fn boards(&self) -> u64 {
        self.boards
    }

    /// Returns the number of steps of progress.
    pub fn steps(&self) -> u64 {
        self.boards.saturating_mul(STEPS_PER_BOARD)
    }

    /// Returns the bytes of memory that are needed at most.
    pub fn memory(&self, target: SolveTarget) -> u64 {
        let table = if target == SolveTarget::Memory { self.table_bytes() } else { 0 };
        BASE_MEMORY.saturating_add(self.solver).saturating_add(table)
    }

    /// Returns the bytes of the table's file, if no distance is longer than 255 plies.
    pub fn disk(&self) -> u64 {
        self.table_bytes().saturating_add(1 << 14)
    }

    /// Two bytes for each board and column: a value and its distance.
    fn table_bytes(&self) -> u64 {
        self.boards.saturating_mul(2 * self.clauses.kind().columns() as u64)
    }

    /// Returns the seconds that the solve takes, very roughly: 40 nanoseconds a board and pit of a row on one thread.
    pub fn seconds(&self) -> f64 {
        let shape = self.clauses.shape();
        // The number of boards, which may be larger than every integer here.
        let seeds = self.max_seeds.count() as f64;
        let boards: f64 = (1..=shape.pits()).map(|pit| (seeds + pit as f64) / pit as f64).product();
        boards * shape.row() as f64 * 40e-9 / (1.0 + 0.7 * (self.threads as f64 - 1.0))
    }

    /// Checks that `available` bytes of memory are enough.
    ///
    /// # Errors
    /// If they are not.
    pub fn check_memory(&self, target: SolveTarget, available: u64) -> Result<(), PlanError> {
        let needed = self.memory(target);
        if needed <= available {
            return Ok(());
        }
        let smaller = |seeds| Self::new(&self.clauses, seeds, self.threads).memory(target) <= available;
        let fits = self.max_seeds.layers().rev().find(|&seeds| smaller(seeds));
        Err(PlanError::Memory { boards: self.boards, needed, available, fits })
    }

    /// Checks that `available` bytes of disk are enough for the table; `written` bytes of it are there already.
    ///
    /// # Errors
    /// If they are not.
    pub fn check_disk(&self, written: u64, available: u64) -> Result<(), PlanError> {
        let needed = self.disk().saturating_sub(written);
        if needed <= available { Ok(()) } else { Err(PlanError::Disk { needed, available }) }
    }
}

/// Returns the boards of the largest layer that can be solved again for a game in progress with `available` bytes of
/// memory, if `at_once` layers are solved at the same time.
pub fn boards_to_solve_again(clauses: &Clauses, at_once: usize, available: u64) -> u64 {
    let available = available.saturating_sub(BASE_MEMORY) / at_once as u64;
    let fits = |boards| solver::memory_pinned(clauses, boards) <= available;
    // Bit by bit, the highest first.
    (0..50).rev().map(|bit| 1 << bit).fold(0, |boards, more| if fits(boards + more) { boards + more } else { boards })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::TIHBAT;

    #[test]
    fn numbers_that_do_not_fit_are_not_told_as_facts() {
        let clauses = TIHBAT.clauses().with(|draft| draft.pits = 8).expect("a game");
        let plan = Plan::new(&clauses, Seeds::new(112).expect("in range"), 1);
        let error = plan.check_memory(SolveTarget::File, 1 << 30).expect_err("too large").to_string();
        assert!(error.starts_with("more than 18 quintillion boards need about more than 18 EB of memory"), "{error}");
        // C(128, 16) boards.
        let boards = plan.seconds() / (8.0 * 40e-9);
        assert!((boards / 9.334e19 - 1.0).abs() < 0.01, "{boards}");
    }

    #[test]
    fn what_fits_is_told_and_fits() {
        let plan = |seeds: usize| Plan::new(TIHBAT.clauses(), Seeds::new(seeds).expect("in range"), 1);
        let available = plan(20).memory(SolveTarget::File);
        let error = plan(28).check_memory(SolveTarget::File, available).expect_err("too large");
        let PlanError::Memory { fits: Some(fits), .. } = error else { panic!("{error}") };
        assert!(error.to_string().ends_with(&format!("the layers of up to {fits} seeds fit")), "{error}");
        assert!(plan(fits.count()).check_memory(SolveTarget::File, available).is_ok());
        assert!(plan(fits.count() + 1).check_memory(SolveTarget::File, available).is_err());
        let nothing = plan(28).check_memory(SolveTarget::File, 1).expect_err("too large").to_string();
        assert!(nothing.ends_with("not even the smallest layer fits"), "{nothing}");
    }
}
