//! Which game is meant: a built-in one, or one of a rules file, with clauses changed on the command line

use std::path::{Path, PathBuf};

use clap::Args;
use tihbat::board::Seeds;
use tihbat::rules::{BUILT_IN, TIHBAT};
use tihbat::store::{Change, GameSpec, is_rules_file};
use tihbat::table::Table;
use tihbat::text::{shown, shown_path};

use super::failure::Failure;

/// Which game is meant, in its own size.
#[derive(Args)]
pub(super) struct BaseArgs {
    /// The game: a name (tihbat rules lists them) or a rules file ending in .toml [default: tihbat]
    game: Option<String>,

    /// A rules file instead of a game's name
    #[arg(long, value_name = "FILE", help_heading = "Game")]
    rules: Option<PathBuf>,

    /// Change one clause of the game, like capture.chain=backwards or start=2,1,0,0; may be given several times
    #[arg(long = "set", value_name = "CLAUSE=VALUE", help_heading = "Game")]
    set: Vec<String>,
}

/// Which game is meant.
#[derive(Args)]
pub(super) struct GameArgs {
    #[command(flatten)]
    base: BaseArgs,

    /// Pits a side, 1 to 8, instead of the game's own
    #[arg(long, value_name = "N", help_heading = "Game")]
    pits: Option<String>,

    /// Seeds in every pit at the start, instead of the game's own; at most 127 on the board
    #[arg(long, value_name = "N", help_heading = "Game")]
    seeds_per_pit: Option<String>,
}

/// Clauses that a flag of their own changes, if it is given.
type Sizes = [(&'static str, Option<String>)];

impl BaseArgs {
    /// The argument in the place of a game.
    pub(super) fn name(&self) -> Option<&str> {
        self.game.as_deref()
    }

    /// The game of that name, or of the rules file, with its changes and these sizes.
    pub(super) fn game(&self, name: Option<&str>, sizes: &Sizes) -> Result<GameSpec, Failure> {
        let changes = self.changes(sizes)?;
        match (name, &self.rules) {
            (Some(name), Some(path)) => {
                let (name, path) = (shown(name), shown_path(path));
                Err(Failure::new(format!("\"{name}\" and --rules {path} both name a game; give one of them")))
            }
            (None, Some(path)) => Ok(GameSpec::from_file(path, &changes)?),
            (name, None) => Ok(GameSpec::named(name.unwrap_or("tihbat"), &changes)?),
        }
    }

    /// The clauses that the command line changes.
    fn changes(&self, sizes: &Sizes) -> Result<Vec<Change>, Failure> {
        let mut changes: Vec<(&str, String, String)> = Vec::new();
        for (clause, number) in sizes {
            let flag = format!("--{}", clause.replace('_', "-"));
            changes.extend(number.clone().map(|number| (*clause, number, flag)));
        }
        for text in &self.set {
            let form =
                || Failure::new(format!("--set {}: expected CLAUSE=VALUE, like capture.chain=backwards", shown(text)));
            let (clause, value) = text.split_once('=').ok_or_else(form)?;
            let clause = clause.trim();
            let starts = |one: &str| ["seeds_per_pit", "start"].contains(&one);
            let again = |(other, ..): &&(&str, String, String)| *other == clause || starts(other) && starts(clause);
            if let Some((.., flag)) = changes.iter().find(again) {
                let text = shown(text);
                return Err(Failure::new(format!("--set {text}: {flag} says that already; give one of them")));
            }
            changes.push((clause, value.trim().to_owned(), format!("--set {clause}=...")));
        }
        Ok(changes.into_iter().map(|(clause, value, _)| (clause.to_owned(), value)).collect())
    }
}

impl GameArgs {
    /// The game, if there is one of that name and size.
    pub(super) fn game(&self) -> Result<GameSpec, Failure> {
        self.base.game(self.base.name(), &self.sizes())
    }

    /// Whether anything says which game is meant.
    pub(super) fn names_game(&self) -> bool {
        let changed = !self.base.set.is_empty() || self.pits.is_some() || self.seeds_per_pit.is_some();
        self.base.game.is_some() || self.base.rules.is_some() || changed
    }

    /// The game, and the text after it. With `--rules` the first text is not a game but this text.
    pub(super) fn game_and_text<'a>(&'a self, text: Option<&'a str>) -> Result<(GameSpec, Option<&'a str>), Failure> {
        let first = self.base.name().filter(|_| self.base.rules.is_some() && text.is_none());
        if first.is_some() { Ok((self.base.game(None, &self.sizes())?, first)) } else { Ok((self.game()?, text)) }
    }

    fn sizes(&self) -> [(&'static str, Option<String>); 2] {
        [("pits", self.pits.clone()), ("seeds_per_pit", self.seeds_per_pit.clone())]
    }

    /// The table file given instead of a game, for commands that take either.
    pub(super) fn table_file(&self) -> Option<&Path> {
        let path = Path::new(self.base.name()?);
        let named = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("mtb"));
        let game = is_rules_file(&path.to_string_lossy()) || BUILT_IN.iter().any(|(name, _)| Path::new(name) == path);
        (named || !game && path.is_file()).then_some(path)
    }

    /// The game of such a table, of the size that was asked for; none if no built-in game has these clauses.
    pub(super) fn of_table(&self, table: &Table) -> Result<Option<GameSpec>, Failure> {
        if self.base.rules.is_some() || !self.base.set.is_empty() {
            let why = "a table has its own rules; name the table with --table to give it a game with --rules or --set";
            return Err(Failure::new(why));
        }
        let pits = table.clauses().pits();
        if self.pits.as_ref().is_some_and(|asked| asked.parse() != Ok(pits)) {
            return Err(Failure::new(format!("--pits does not fit: the table has {pits} pits a side")));
        }
        if let Some(seeds) = &self.seeds_per_pit {
            TIHBAT.draft().set("seeds_per_pit", seeds)?;
        }
        Ok(GameSpec::of_clauses(table.clauses(), self.seeds_per_pit.as_ref().and_then(|seeds| seeds.parse().ok())))
    }
}

/// Returns the layers that were asked for: all of the game's, or those up to `max_seeds`.
pub(super) fn layers(spec: &GameSpec, max_seeds: Option<u64>) -> Result<Seeds, Failure> {
    let seeds = spec.rules.seeds();
    match max_seeds.map(|most| (most, usize::try_from(most).ok().and_then(Seeds::new))) {
        None => Ok(seeds),
        Some((_, Some(most))) if most <= seeds => Ok(most),
        Some((most, _)) => {
            let name = shown(&spec.name);
            Err(Failure::new(format!("--max-seeds {most} is more than the {seeds} seeds of {name}")))
        }
    }
}
