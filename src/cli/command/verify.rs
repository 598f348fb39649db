//! `tihbat verify`: proves a table right

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use tihbat::answer::{ProvedAnswer, RefutedAnswer};
use tihbat::position::Position;
use tihbat::progress::Progress;
use tihbat::table::Table;
use tihbat::text::shown_path;
use tihbat::value::TableKind;
use tihbat::verify::{VerifyError, verify};

use crate::cli::args::ThreadArgs;
use crate::cli::failure::Failure;
use crate::cli::progress::Bar;
use crate::cli::{draw, output};

/// Prove that every margin and every distance of a table is right, without trusting the solver.
///
/// Exit code 0 if the table is right, 1 if a board is wrong, 2 if the file cannot be read or is damaged.
#[derive(Args)]
#[command(after_help = "Examples:\n  tihbat verify data/tihbat.mtb\n  tihbat verify modiar.mtb --threads 1 --json")]
pub(in crate::cli) struct Verify {
    /// The table
    file: PathBuf,

    #[command(flatten)]
    threads: ThreadArgs,

    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

impl Verify {
    /// Whether the table is right.
    pub(super) fn run(self) -> Result<bool, Failure> {
        let begun = Instant::now();
        let table = Table::open(&self.file).map_err(|error| Failure::about(&self.file, error))?;
        let progress = Bar::boards("verifying", table.boards());
        let proved = self.threads.run(|| verify(&table, Progress::new(&|boards| progress.add(boards))))?;
        drop(progress);
        let seconds = begun.elapsed().as_secs_f64();
        match proved {
            Ok(()) => self.right(&table, seconds).map(|()| true),
            Err(VerifyError::Table(error)) => Err(Failure::about(&self.file, error)),
            Err(wrong) => self.wrong(&wrong).map(|()| false),
        }
    }

    fn right(&self, table: &Table, seconds: f64) -> Result<(), Failure> {
        let proved = ProvedAnswer::new(table, seconds);
        if self.json {
            return output::json(&proved);
        }
        let mut out = output::out();
        let what = match table.kind() {
            TableKind::Margins => "every margin",
            TableKind::Bounds => "every bound",
        };
        writeln!(out, "{}: {what} and every distance is right", shown_path(&self.file))?;
        writeln!(out, "game     {}", proved.game.unwrap_or("of its own rules"))?;
        for (name, value) in table.clauses().entries() {
            writeln!(out, "         {name} = {value}")?;
        }
        writeln!(out, "boards   {}", output::count(table.boards()))?;
        writeln!(out, "layers   0 to {} seeds", table.max_seeds())?;
        writeln!(out, "time     {}", output::time(seconds))?;
        Ok(out.flush()?)
    }

    fn wrong(&self, error: &VerifyError) -> Result<(), Failure> {
        if self.json {
            return output::json(&RefutedAnswer::from(error));
        }
        let mut out = output::out();
        writeln!(out, "{}: {error}", shown_path(&self.file))?;
        if let VerifyError::Board { board, .. } = error {
            writeln!(out, "\n{}", draw::board(&Position::of_board(*board)).trim_end())?;
        }
        Ok(out.flush()?)
    }
}
