//! What a solve will take: boards, memory, disk and time
//!
//! Estimated beforehand, so that one that does not fit is refused before it begins.

use std::path::Path;

use tihbat::board::Seeds;
use tihbat::index::Index;
use tihbat::rules::Clauses;
use tihbat::shape::Shape;
use tihbat::solver::{self, STEPS_PER_BOARD};

use super::failure::Failure;
use super::output::{bytes, count};

/// Memory that the program takes however small the game.
const BASE_MEMORY: u64 = 16 << 20;

/// The size of a solve.
pub(super) struct Plan {
    pub(super) boards: u64,
    /// Bytes that the solver takes.
    solver: u64,
    row: u64,
    threads: u64,
}

impl Plan {
    /// The solve of layers 0 to `seeds` on this many threads.
    pub(super) fn new(clauses: Clauses, seeds: Seeds, threads: usize) -> Self {
        let shape = clauses.shape();
        Self {
            boards: Index::new(shape).boards(seeds),
            solver: solver::memory(&clauses, seeds, threads),
            row: shape.row() as u64,
            threads: threads as u64,
        }
    }

    /// Steps of progress.
    pub(super) fn steps(&self) -> u64 {
        self.boards.saturating_mul(STEPS_PER_BOARD)
    }

    /// Bytes of memory at most, for a table that is kept in memory or written to a file.
    pub(super) fn memory(&self, keep: bool) -> u64 {
        let table = if keep { self.boards.saturating_mul(2) } else { 0 };
        BASE_MEMORY.saturating_add(self.solver).saturating_add(table)
    }

    /// Bytes of the table's file, if no distance is longer than 255 plies.
    pub(super) fn disk(&self) -> u64 {
        self.boards.saturating_mul(2).saturating_add(1 << 14)
    }

    /// Seconds, very roughly: 40 nanoseconds a board and pit a side on one thread.
    pub(super) fn seconds(&self) -> f64 {
        self.boards as f64 * self.row as f64 * 40e-9 / (1.0 + 0.7 * (self.threads as f64 - 1.0))
    }

    /// Refuses a solve that needs more memory than there is.
    pub(super) fn check_memory(&self, keep: bool) -> Result<(), Failure> {
        let needed = self.memory(keep);
        let available = available_memory();
        if needed <= available {
            return Ok(());
        }
        let hint = if keep { "; a table made by solve takes less, and smaller layers still less" } else { "" };
        Err(Failure::new(format!(
            "{} boards need about {} of memory, but only {} are available{hint}: ask for fewer seeds (--max-seeds)",
            count(self.boards),
            bytes(needed),
            bytes(available),
        )))
    }

    /// Refuses a solve whose table does not fit on the disk of `target`; `there` are bytes that it takes already.
    pub(super) fn check_disk(&self, target: &Path, there: u64) -> Result<(), Failure> {
        let needed = self.disk().saturating_sub(there);
        let folder = target.ancestors().skip(1).find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
        // Where the space cannot be told the solve may begin; a full disk is then an error when it is met.
        let Ok(available) = fs4::available_space(folder) else { return Ok(()) };
        if needed <= available {
            return Ok(());
        }
        Err(Failure::new(format!(
            "{}: the table needs about {} of disk, but only {} are available: ask for fewer seeds (--max-seeds), or write it elsewhere (-o)",
            target.display(),
            bytes(needed),
            bytes(available),
        )))
    }
}

/// The boards of the largest layer that can be solved again for a game in progress, if so many layers are at the same time.
pub(super) fn boards_to_solve_again(clauses: &Clauses, at_once: usize) -> u64 {
    let available = available_memory().saturating_sub(BASE_MEMORY) / at_once as u64;
    let fits = |boards| solver::memory_pinned(clauses, boards) <= available;
    // Bit by bit, the highest first.
    (0..50).rev().map(|bit| 1 << bit).fold(0, |boards, more| if fits(boards + more) { boards + more } else { boards })
}

/// Bytes of memory that this process can still get.
fn available_memory() -> u64 {
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    // What a group of processes has not filled with its own data; cached files give way.
    let cgroup = system.cgroup_limits().map_or(u64::MAX, |limits| limits.total_memory.saturating_sub(limits.rss));
    match system.available_memory() {
        // Not told on this system.
        0 => cgroup,
        available => available.min(cgroup),
    }
}
