//! Which table answers a question
//!
//! A table that was named, else a default file of the game if there is one that fits, else the game is solved on the
//! spot, up to the seeds that the question needs.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use tihbat::board::Seeds;
use tihbat::progress::Progress;
use tihbat::store::{GameSpec, SolveHere, Store};
use tihbat::table::{Table, TableError};

use super::args::{DataArgs, ThreadArgs};
use super::failure::Failure;
use super::progress::Bar;
use super::{machine, output};

/// Where answers come from.
#[derive(Args)]
pub(super) struct SourceArgs {
    /// Use this table instead of the default file of the game
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    table: Option<PathBuf>,

    #[command(flatten)]
    data: DataArgs,

    #[command(flatten)]
    threads: ThreadArgs,
}

impl SourceArgs {
    /// Returns a table of the game's rules with all layers up to `seeds`.
    pub(super) fn table(&self, spec: &GameSpec, seeds: Seeds) -> Result<Table, Failure> {
        let store = Store { table: self.table.clone(), folder: self.data.data_dir.clone() };
        Ok(store.table(spec, seeds, &Here(&self.threads))?)
    }
}

/// The threads and the memory of this process.
struct Here<'a>(&'a ThreadArgs);

impl SolveHere for Here<'_> {
    fn threads(&self) -> usize {
        self.0.count()
    }

    fn memory(&self) -> u64 {
        machine::available_memory()
    }

    fn skipped(&self, path: &Path, error: &TableError) {
        output::note(&format!("{} is skipped: {error}", path.display()));
    }

    fn run<T: Send>(&self, steps: u64, solve: impl FnOnce(Progress<'_>) -> T + Send) -> io::Result<T> {
        let pool = self.0.pool()?;
        let progress = Bar::new("solving", steps);
        Ok(pool.install(|| solve(Progress::new(&|steps| progress.add(steps)))))
    }
}
