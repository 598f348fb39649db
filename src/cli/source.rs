//! Which table answers a question
//!
//! A table that was named, else a default file of the game if there is one that fits, else the game is solved on the
//! spot, up to the seeds that the question needs.

use std::path::PathBuf;

use clap::Args;
use tihbat::board::Seeds;
use tihbat::progress::Progress;
use tihbat::table::Table;

use super::args::{DataArgs, ThreadArgs};
use super::failure::Failure;
use super::game::Game;
use super::output;
use super::plan::Plan;
use super::progress::Bar;

/// Where answers come from.
#[derive(Args)]
pub(super) struct SourceArgs {
    /// Ask this table instead of the game's default file
    #[arg(long, value_name = "FILE", help_heading = "Files")]
    table: Option<PathBuf>,

    #[command(flatten)]
    data: DataArgs,

    #[command(flatten)]
    threads: ThreadArgs,
}

impl SourceArgs {
    /// A table of the game's rules with all layers up to `seeds`.
    pub(super) fn table(&self, game: &Game, seeds: Seeds) -> Result<Table, Failure> {
        if let Some(path) = &self.table {
            let table = Table::open(path).map_err(|error| Failure::about(path, error))?;
            table.serves(&game.rules.clauses, seeds).map_err(|error| Failure::about(path, error))?;
            return Ok(table);
        }
        let fits = |table: &Table| table.serves(&game.rules.clauses, seeds).is_ok();
        let open = |path: PathBuf| match Table::open(&path) {
            Ok(table) => Some(table),
            Err(error) => {
                output::note(&format!("{} is passed over: {error}", path.display()));
                None
            }
        };
        let opened = self.default_files(game).into_iter().filter_map(open);
        if let Some(table) = opened.into_iter().find(fits) {
            return Ok(table);
        }
        let plan = Plan::new(game.rules.clauses, seeds, self.threads.count());
        plan.check_memory(true)?;
        let progress = Bar::new("solving", plan.steps());
        let solve =
            || tihbat::solve::table_with(&game.rules.clauses, seeds, Progress::new(&|steps| progress.add(steps)));
        Ok(self.threads.run(solve)??)
    }

    /// The default files of the game that there are.
    fn default_files(&self, game: &Game) -> Vec<PathBuf> {
        let paths = game.file_names().into_iter().map(|name| self.data.data_dir.join(name));
        paths.filter(|path| path.is_file()).collect()
    }
}
