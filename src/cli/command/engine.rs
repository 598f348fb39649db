//! `tihbat engine`: an engine for the interfaces of oware programs

use std::io;
use std::path::Path;

use clap::Args;
use tihbat::analysis::AnyAnalysis;
use tihbat::engine::{self, Setup};
use tihbat::partner::Strength;
use tihbat::table::Table;

use crate::cli::failure::Failure;
use crate::cli::game::GameArgs;
use crate::cli::lines::{InputLine, Lines};
use crate::cli::machine;
use crate::cli::source::SourceArgs;

/// Play for the interface of an oware program, by the protocol UCI.
///
/// Commands are read from standard input. A position that the table knows is played perfectly, with the positions seen in the game; above the
/// table, the engine searches in the time that the interface allows. Options of the protocol: Table, Strength, Threads.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tihbat engine oware --table data/oware-n13.mtb\n  tihbat engine tihbat\n  printf 'position startpos moves Ab\\ngo movetime 500\\n' | tihbat engine"
)]
pub(in crate::cli) struct EngineArgs {
    #[command(flatten)]
    game: GameArgs,

    /// How well the engine plays, from 0 (random) to 10 (perfect where the table knows the position)
    #[arg(long, value_name = "N", default_value = "10", value_parser = clap::value_parser!(u8).range(0..=10))]
    strength: u8,

    #[command(flatten)]
    source: SourceArgs,
}

impl EngineArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let game = self.game.game()?;
        let rules = game.rules;
        let limit = machine::boards_to_solve_again(rules.clauses(), 1);
        let ready = |table: &Table| Ok::<_, Failure>(AnyAnalysis::new(rules, table)?.with_limit(limit));
        let open = |path: &Path| {
            let table = Table::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
            Ok(AnyAnalysis::new(rules, &table)
                .map_err(|error| format!("{}: {error}", path.display()))?
                .with_limit(limit))
        };
        let setup = Setup {
            analysis: ready(&self.source.for_engine(&game)?)?,
            table: self.source.file().map(|path| path.display().to_string()),
            strength: Strength::new(self.strength).expect("in the range that the flag allows"),
            threads: self.source.thread_count(),
            open: &open,
        };
        // A failure to read ends the input.
        let mut lines = Lines::new(io::stdin().lock());
        let lines = std::iter::from_fn(|| lines.next().ok().flatten().map(text));
        Ok(engine::run(lines, io::stdout(), setup)?)
    }
}

/// The text of a line, or why it is none.
fn text(InputLine { text, .. }: InputLine) -> Result<String, String> {
    text.map_err(|failure| failure.message().unwrap_or_else(|_| "the line cannot be read".to_owned()))
}
