//! `tihbat rules`: the built-in games, and rules as a file

use std::io::Write;

use clap::{Args, Subcommand};
use tihbat::answer::{BuiltInAnswer, RulesAnswer};
use tihbat::rules::{ABOUT_GAMES, BUILT_IN};

use crate::cli::failure::Failure;
use crate::cli::game::GameArgs;
use crate::cli::output;
use tihbat::store::GameSpec;

/// List the built-in games, or show the rules of a game clause by clause.
///
/// `show` prints a rules file. You can change it and give it to any command instead of the name of a game.
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  tihbat rules\n  tihbat rules show modiar > mine.toml\n  tihbat solve mine.toml\n  tihbat value tihbat --set capture.chain=backwards"
)]
pub(in crate::cli) struct ListRules {
    #[command(subcommand)]
    show: Option<Show>,

    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

#[derive(Subcommand)]
enum Show {
    /// Print the rules of a game as a rules file, each clause with its meaning and its source
    #[command(
        after_help = "Examples:\n  tihbat rules show modiar\n  tihbat rules show tihbat --set start=2,1,0,0 --json"
    )]
    Show {
        #[command(flatten)]
        game: GameArgs,

        /// Answer in JSON
        #[arg(long)]
        json: bool,
    },
}

impl ListRules {
    pub(super) fn run(self) -> Result<(), Failure> {
        match self.show {
            None => self.list(),
            Some(Show::Show { game, json }) => show(&game.game()?, json),
        }
    }

    fn list(&self) -> Result<(), Failure> {
        let games = BUILT_IN.iter().zip(&ABOUT_GAMES);
        if self.json {
            return output::json(&BuiltInAnswer::all());
        }
        let mut out = output::out();
        for ((name, rules), about) in games {
            let game = GameSpec::of_clauses(rules.clauses(), None).map_or_else(String::new, |game| game.size());
            writeln!(out, "{name:<8}{game:<43}{}", about.description)?;
        }
        Ok(out.flush()?)
    }
}

fn show(game: &GameSpec, json: bool) -> Result<(), Failure> {
    if json {
        return output::json(&RulesAnswer::new(game));
    }
    let mut out = output::out();
    write!(out, "{}", game.toml())?;
    Ok(out.flush()?)
}
