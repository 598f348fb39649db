//! The command line: a thin rim around the library
//!
//! `command/` has one file for each command. What several commands share is beside it, one idea a file. Results go to
//! standard output, messages go to standard error. Exit codes: 0 fine, 1 the answer is "no", 2 bad usage or bad input.

mod args;
pub(crate) mod assets;
mod batch;
mod bounds;
mod colour;
mod command;
mod draw;
pub(crate) mod failure;
mod game;
mod games;
mod interrupt;
mod lines;
pub(crate) mod machine;
pub(crate) mod output;
mod progress;
mod question;
mod ranked;
mod reply;
mod source;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{ColorChoice, CommandFactory, Parser};

use tihbat::text::shown;

use command::Command;
use failure::Failure;

/// Solves the mancala games Tihbat and Modiar, and answers questions about them.
#[derive(Parser)]
#[command(version, max_term_width = 100, after_help = EXAMPLES)]
struct Cli {
    /// When to colour what people read; auto means on a terminal, unless NO_COLOR or CLICOLOR_FORCE is set
    #[arg(long, value_name = "WHEN", default_value = "auto", global = true, display_order = 1000)]
    color: ColorChoice,

    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Positions: pits in sowing order, South's row then North's, then the seeds captured by South and by North and the side \
to move: 7-7-7-7-0-0-S. The pits alone mean South to move, nothing captured.

Exit codes: 0 fine, 1 the answer is \"no\", 2 bad usage or bad input, 130 interrupted.

Examples:
  tihbat solve tihbat                  solve the game, write data/tihbat.mtb
  tihbat best tihbat 1-2-1-1           every move of a position, best first
  tihbat line modiar                   perfect play from the first move to the last
  tihbat play modiar                   a game against the table
  tihbat layers awari --max-seeds 12   statistics of the first layers of awari
  tihbat export modiar -o modiar.csv   every board, for other programs
  tihbat site -o public                the web page as files that need no server";

/// What is wrong with the arguments, quoted as foreign text is: clap itself quotes them as they are.
fn without_foreign_text(told: clap::Error) -> clap::Error {
    let arguments: Vec<_> = std::env::args_os().collect();
    let shown: Vec<OsString> = arguments.iter().map(|one| shown(&one.to_string_lossy()).to_string().into()).collect();
    // The same arguments are wrong in the same way.
    if shown == arguments { told } else { Cli::try_parse_from(shown).err().unwrap_or(told) }
}

/// Runs the command that the arguments name.
pub fn run() -> ExitCode {
    #[cfg(unix)]
    tihbat::table::end_with_a_message_when_cut();
    let cli = Cli::try_parse().unwrap_or_else(|told| {
        colour::choose(colour::named_in(std::env::args_os()));
        without_foreign_text(told).exit()
    });
    colour::choose(cli.color);
    let done = cli.command.run(Cli::command());
    done.map_or_else(Failure::report, |yes| ExitCode::from(u8::from(!yes)))
}
