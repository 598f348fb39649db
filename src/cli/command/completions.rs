//! `tihbat completions`: what a shell needs to complete commands, flags and games

use std::io::Write;

use clap::builder::PossibleValuesParser;
use clap::{Args, Command};
use clap_complete::Shell;
use tihbat::rules::BUILT_IN;

use crate::cli::failure::Failure;
use crate::cli::output;

/// Print a script that lets a shell complete commands and flags.
///
/// The script goes where the shell looks for such scripts, or is read when the shell starts. bash and zsh complete the
/// built-in games too.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tihbat completions bash > ~/.local/share/bash-completion/completions/tihbat\n  tihbat completions zsh > ~/.zfunc/_tihbat    with fpath+=~/.zfunc before compinit in ~/.zshrc\n  tihbat completions fish > ~/.config/fish/completions/tihbat.fish\n  tihbat completions powershell >> $PROFILE"
)]
pub(in crate::cli) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Prints the script for the commands of `program`.
    pub(super) fn run(self, program: Command) -> Result<(), Failure> {
        let mut program = program.mut_subcommands(name_games);
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut program, "tihbat", &mut script);
        let mut out = output::out();
        out.write_all(&script)?;
        Ok(out.flush()?)
    }
}

/// Offers the built-in games where a command takes a game.
fn name_games(command: Command) -> Command {
    let names = PossibleValuesParser::new(BUILT_IN.map(|(name, _)| name));
    let command = command.mut_subcommands(name_games);
    command.mut_args(|arg| if arg.get_id() == "game" { arg.value_parser(names.clone()) } else { arg })
}
