//! Which table answers a question
//!
//! A table that was named, else a default file of the game if there is one that fits, else the game is solved on the
//! spot, up to the seeds that the question needs.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;
use tihbat::board::Seeds;
use tihbat::index::Index;
use tihbat::progress::Progress;
use tihbat::store::{GameSpec, SolveHere, Store, StoreError};
use tihbat::table::{Table, TableAccess, TableError};
use tihbat::text::shown_path;

use super::args::{DataArgs, ThreadArgs};
use super::failure::Failure;
use super::progress::Bar;
use super::{machine, output};

/// What to do if a game is too large to be solved in memory.
const WITH_TABLE: &str = "solve it into a file (tihbat solve), which needs less memory, and name the file with --table";

/// What to do if a game is too large, for a command that needs only the end of the game.
const PART: &str = "solve its last layers into a file, for example those of up to 13 seeds (tihbat solve GAME --max-seeds 13), and name the file with --table";

/// Boards that are solved in a second or two.
const QUICK: u64 = 1 << 20;

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
        self.table_by(spec, seeds, TableAccess::Mapped)
    }

    /// Does the same as [`SourceArgs::table`]. A large table is read as `access` says.
    pub(super) fn table_by(&self, spec: &GameSpec, seeds: Seeds, access: TableAccess) -> Result<Table, Failure> {
        self.find(spec, seeds, access).map_err(|error| match error {
            StoreError::Plan(error) => Failure::new(format!("{error}; {WITH_TABLE}")),
            error => error.into(),
        })
    }

    /// Does the same as [`SourceArgs::table`], but a table that covers only the end of the game will do.
    pub(super) fn part(&self, spec: &GameSpec, seeds: Seeds) -> Result<Table, Failure> {
        let store = self.store(TableAccess::Mapped);
        store.part(spec, seeds, &Here(&self.threads)).map_err(|error| match error {
            StoreError::Plan(error) => Failure::new(format!("{error}; {PART}")),
            error => error.into(),
        })
    }

    /// Does the same as [`SourceArgs::table`], for a command that has `--max-seeds`.
    pub(super) fn table_of_layers(&self, spec: &GameSpec, seeds: Seeds) -> Result<Table, Failure> {
        self.find(spec, seeds, TableAccess::Mapped).map_err(|error| match error {
            StoreError::Plan(error) => Failure::from(error).then(&format!("; {WITH_TABLE}")),
            error => error.into(),
        })
    }

    /// The table that was named.
    pub(super) fn file(&self) -> Option<&Path> {
        self.table.as_deref()
    }

    /// The number of threads that was asked for.
    pub(super) fn thread_count(&self) -> usize {
        self.threads.count()
    }

    /// Returns the table that was named, else the largest default file of the game, else a table solved on the spot: of the whole game if that
    /// is quick, or else of its last layers.
    pub(super) fn for_engine(&self, spec: &GameSpec) -> Result<Table, Failure> {
        let store = self.store(TableAccess::Mapped);
        if let Some(table) = store.largest_part(spec, &Here(&self.threads))? {
            return Ok(table);
        }
        let index = Index::new(spec.rules.clauses().shape());
        let layers = spec.rules.seeds().layers().rev();
        let quick = layers.into_iter().find(|&seeds| index.boards(seeds) <= QUICK);
        Ok(store.table(spec, quick.unwrap_or(Seeds::NONE), &Here(&self.threads))?)
    }

    fn find(&self, spec: &GameSpec, seeds: Seeds, access: TableAccess) -> Result<Table, StoreError> {
        self.store(access).table(spec, seeds, &Here(&self.threads))
    }

    fn store(&self, access: TableAccess) -> Store {
        Store { table: self.table.clone(), folder: self.data.data_dir.clone(), access }
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
        output::note(&format!("{} is skipped: {error}", shown_path(path)));
    }

    fn run<T: Send>(&self, steps: u64, solve: impl FnOnce(Progress<'_>) -> T + Send) -> io::Result<T> {
        let pool = self.0.pool()?;
        let progress = Bar::new("solving", steps);
        Ok(pool.install(|| solve(Progress::new(&|steps| progress.add(steps)))))
    }
}
