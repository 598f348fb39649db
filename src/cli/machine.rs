//! Memory and disk that this machine has left

use std::path::Path;

use tihbat::rules::Clauses;
use tihbat::solve;

/// Boards of the largest layer that can be solved again for a game in progress, if `at_once` layers are solved at the
/// same time.
pub(crate) fn boards_to_solve_again(clauses: &Clauses, at_once: usize) -> u64 {
    solve::boards_to_solve_again(clauses, at_once, available_memory())
}

/// Bytes of disk that are left where `target` will be; none if the system does not say.
pub(super) fn available_disk(target: &Path) -> Option<u64> {
    let folder = target.ancestors().skip(1).find(|folder| folder.is_dir()).unwrap_or(Path::new("."));
    fs4::available_space(folder).ok()
}

/// Bytes of memory that this process can still get.
pub(super) fn available_memory() -> u64 {
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
