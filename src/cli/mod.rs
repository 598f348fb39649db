//! The command line: a thin rim around the library
//!
//! Flags that several commands share stand in `args.rs`, each command has a file of its own. Answers go to standard
//! output, talk goes to standard error. Exit codes: 0 fine, 1 the answer is "no", 2 bad usage or bad input.

mod answer;
mod args;
mod atlas;
mod batch;
mod best;
mod chart;
mod colour;
mod completions;
mod draw;
mod explorer;
mod export;
mod failure;
mod game;
mod games;
mod info;
mod judge;
mod layers;
mod line;
mod man;
mod output;
mod plan;
mod play;
mod progress;
mod question;
mod reach;
mod rules;
#[cfg(feature = "serve")]
mod serve;
mod site;
mod solve;
mod source;
mod value;
mod verify;

use std::process::ExitCode;

use clap::{ColorChoice, CommandFactory, Parser, Subcommand};

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

Exit codes: 0 fine, 1 the answer is \"no\", 2 bad usage or bad input.

Examples:
  tihbat solve tihbat                  solve the game, write data/tihbat.mtb
  tihbat best tihbat 1-2-1-1           every move of a position, best first
  tihbat line modiar                   perfect play from the first move to the last
  tihbat play modiar                   a game against the table
  tihbat layers awari --max-seeds 12   what the first layers of awari hold
  tihbat export modiar -o modiar.csv   every board, for other programs
  tihbat site -o public                the explorer as web pages that need no server";

#[derive(Subcommand)]
enum Command {
    Solve(solve::Solve),
    Value(value::ValueOf),
    Best(best::Best),
    Line(line::Line),
    Judge(judge::Judge),
    Play(play::Play),
    Layers(layers::Layers),
    Reach(reach::Reach),
    Verify(verify::Verify),
    Export(export::Export),
    Info(info::Info),
    Rules(rules::ListRules),
    Atlas(atlas::Atlas),
    Site(site::Site),
    #[cfg(feature = "serve")]
    Serve(serve::Serve),
    Completions(completions::Completions),
    Man(man::Man),
}

/// Runs the command that the arguments name.
pub fn run() -> ExitCode {
    let cli = Cli::try_parse().unwrap_or_else(|told| {
        colour::choose(colour::named_in(std::env::args_os()));
        told.exit()
    });
    colour::choose(cli.color);
    let done = match cli.command {
        Command::Solve(command) => command.run().map(|()| true),
        Command::Value(command) => command.run(),
        Command::Best(command) => command.run(),
        Command::Line(command) => command.run(),
        Command::Judge(command) => command.run(),
        Command::Play(command) => command.run().map(|()| true),
        Command::Layers(command) => command.run().map(|()| true),
        Command::Reach(command) => command.run().map(|()| true),
        Command::Verify(command) => command.run(),
        Command::Export(command) => command.run().map(|()| true),
        Command::Info(command) => command.run().map(|()| true),
        Command::Rules(command) => command.run().map(|()| true),
        Command::Atlas(command) => command.run().map(|()| true),
        Command::Site(command) => command.run().map(|()| true),
        #[cfg(feature = "serve")]
        Command::Serve(command) => command.run().map(|()| true),
        Command::Completions(command) => command.run(Cli::command()).map(|()| true),
        Command::Man(command) => command.run(Cli::command()).map(|()| true),
    };
    done.map_or_else(Failure::report, |yes| ExitCode::from(u8::from(!yes)))
}
