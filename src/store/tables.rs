//! Which table answers a question
//!
//! A table that was named; otherwise a default file of the game, if one fits; otherwise the game is solved on the spot,
//! up to the seeds that the question needs.

use std::io;
use std::path::{Path, PathBuf};

use crate::board::Seeds;
use crate::progress::Progress;
use crate::solve::{self, Plan, SolveTarget};
use crate::table::{Table, TableAccess, TableError};

use super::error::StoreError;
use super::spec::GameSpec;

/// Where tables are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Store {
    /// The only table to be asked, if one was named.
    pub table: Option<PathBuf>,
    /// The folder of the default files.
    pub folder: PathBuf,
    /// How a large table is read.
    pub access: TableAccess,
}

/// How a game is solved that has no file.
pub trait SolveHere {
    /// The threads that the solve may use.
    fn threads(&self) -> usize;

    /// Bytes of memory that are available.
    fn memory(&self) -> u64;

    /// Told about a default file that cannot be used.
    fn skipped(&self, path: &Path, error: &TableError);

    /// Runs the solve on that many threads and shows its progress, `steps` in all.
    ///
    /// # Errors
    /// If the threads cannot be started.
    fn run<T: Send>(&self, steps: u64, solve: impl FnOnce(Progress<'_>) -> T + Send) -> io::Result<T>;
}

impl Store {
    /// Returns a table of the game's clauses with all layers up to `seeds`.
    ///
    /// # Errors
    /// If the named table is not one, or there is none and the game does not fit into memory.
    pub fn table(&self, spec: &GameSpec, seeds: Seeds, here: &impl SolveHere) -> Result<Table, StoreError> {
        let clauses = spec.rules.clauses();
        if let Some(path) = &self.table {
            let table = Table::open_with(path, self.access).map_err(StoreError::table(path))?;
            table.serves(clauses, seeds).map_err(StoreError::table(path))?;
            return Ok(table);
        }
        if let Some(table) = self.default_file(spec, seeds, here) {
            return Ok(table);
        }
        let plan = Plan::new(clauses, seeds, here.threads());
        plan.check_memory(SolveTarget::Memory, here.memory())?;
        Ok(here
            .run(plan.steps(), |progress| solve::table_with(clauses, seeds, progress))
            .map_err(StoreError::Threads)??)
    }

    /// Does the same as [`Store::table`], but a table with fewer layers will do: the named one, or, if the game does not fit into memory,
    /// the default file with the most layers.
    ///
    /// # Errors
    /// If the named table is not one, or there is none at all.
    pub fn part(&self, spec: &GameSpec, seeds: Seeds, here: &impl SolveHere) -> Result<Table, StoreError> {
        let needed = if self.table.is_some() { Seeds::NONE } else { seeds };
        match self.table(spec, needed, here) {
            Err(StoreError::Plan(error)) => self.largest_part(spec, here)?.ok_or(StoreError::Plan(error)),
            found => found,
        }
    }

    /// Returns the named table, or the default file with the most layers; none if there is neither.
    ///
    /// # Errors
    /// If the named table is not one.
    pub fn largest_part(&self, spec: &GameSpec, here: &impl SolveHere) -> Result<Option<Table>, StoreError> {
        if self.table.is_some() {
            return self.table(spec, Seeds::NONE, here).map(Some);
        }
        Ok(self.default_file(spec, Seeds::NONE, here))
    }

    /// The first default file that fits.
    fn default_file(&self, spec: &GameSpec, seeds: Seeds, here: &impl SolveHere) -> Option<Table> {
        let paths = spec.file_names().into_iter().map(|name| self.folder.join(name));
        let mut tables = paths
            .filter(|path| path.is_file())
            .filter_map(|path| Table::open_with(&path, self.access).map_err(|error| here.skipped(&path, &error)).ok());
        tables.find(|table| table.serves(spec.rules.clauses(), seeds).is_ok())
    }
}
