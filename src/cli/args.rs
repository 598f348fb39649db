//! Flags that several commands share

use std::path::{Path, PathBuf};

use clap::Args;
use tihbat::board::Seeds;
use tihbat::position::Position;
use tihbat::rules::{self, Clauses, Rules, RulesError};
use tihbat::table::Table;

use super::failure::Failure;

/// Which game is meant.
#[derive(Args)]
pub(super) struct GameArgs {
    /// The game: tihbat, modiar or awari [default: tihbat]
    game: Option<String>,

    /// Pits a side, 1 to 8, instead of the game's own
    #[arg(long, value_name = "N", help_heading = "Game")]
    pits: Option<u8>,

    /// Seeds in every pit at the start, instead of the game's own; at most 127 on the board
    #[arg(long, value_name = "N", help_heading = "Game")]
    seeds_per_pit: Option<u8>,
}

/// A game that was asked for: its rules, and how its files are named.
pub(super) struct Game {
    pub(super) rules: Rules,
    /// The name, with the size if it is not the game's own: `tihbat`, `tihbat-3x7`.
    pub(super) name: String,
}

impl GameArgs {
    /// The game, if there is one of that name and size.
    pub(super) fn game(&self) -> Result<Game, Failure> {
        let asked = self.game.as_deref().unwrap_or("tihbat");
        let built_in = rules::BUILT_IN.into_iter().find(|(name, _)| *name == asked);
        let (name, own) = built_in.ok_or_else(|| {
            let known = rules::BUILT_IN.map(|(name, _)| name).join(", ");
            let hint = if asked.contains('-') { "; to ask about a position, name the game before it" } else { "" };
            Failure::new(format!("there is no game \"{asked}\"; the games are {known}{hint}"))
        })?;
        let pits = self.pits.unwrap_or(own.clauses.pits);
        let seeds = self.seeds_per_pit.unwrap_or(own.seeds_per_pit);
        Ok(Game::resized(name, own, pits, seeds)?)
    }

    /// Whether a game was named.
    pub(super) fn names_game(&self) -> bool {
        self.game.is_some()
    }

    /// The file of a table that stands in the game's place, for commands that take either.
    pub(super) fn table_file(&self) -> Option<&Path> {
        let path = Path::new(self.game.as_deref()?);
        let named = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("mtb"));
        let built_in = rules::BUILT_IN.iter().any(|(name, _)| Path::new(name) == path);
        (named || !built_in && path.is_file()).then_some(path)
    }

    /// The game of such a table, of the size that was asked for; none if no built-in game has these clauses.
    pub(super) fn of_table(&self, table: &Table) -> Result<Option<Game>, Failure> {
        let pits = table.clauses().pits;
        if self.pits.is_some_and(|asked| asked != pits) {
            return Err(Failure::new(format!("--pits does not fit: the table has {pits} pits a side")));
        }
        Ok(Game::of_clauses(table.clauses(), self.seeds_per_pit))
    }
}

impl Game {
    /// A built-in game of another size.
    fn resized(name: &str, own: Rules, pits: u8, seeds_per_pit: u8) -> Result<Self, RulesError> {
        let rules = own.resized(pits, seeds_per_pit)?;
        let name = if rules == own { name.to_owned() } else { format!("{name}-{pits}x{seeds_per_pit}") };
        Ok(Self { rules, name })
    }

    /// The built-in game with these clauses on as many pits, with its own number of seeds a pit unless another is
    /// given.
    pub(super) fn of_clauses(clauses: &Clauses, seeds_per_pit: Option<u8>) -> Option<Self> {
        rules::BUILT_IN.into_iter().find_map(|(name, own)| {
            let seeds = seeds_per_pit.unwrap_or(own.seeds_per_pit);
            Self::resized(name, own, clauses.pits, seeds).ok().filter(|game| game.rules.clauses == *clauses)
        })
    }

    /// The built-in game that goes by a name like those of [`Game::name`], in capitals or not.
    pub(super) fn called(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        rules::BUILT_IN.into_iter().find_map(|(known, own)| match name.strip_prefix(known)? {
            "" => Self::resized(known, own, own.clauses.pits, own.seeds_per_pit).ok(),
            size => {
                let (pits, seeds_per_pit) = size.strip_prefix('-')?.split_once('x')?;
                Self::resized(known, own, pits.parse().ok()?, seeds_per_pit.parse().ok()?).ok()
            }
        })
    }

    /// The position that a text names, or else the start.
    pub(super) fn position(&self, text: Option<&str>) -> Result<Position, Failure> {
        text.map_or_else(
            || Ok(Position::start(&self.rules)),
            |text| {
                Position::parse(text, &self.rules)
                    .map_err(|error| Failure::new(format!("position \"{text}\": {error}")))
            },
        )
    }

    /// The layers that were asked for: all of the game's, or those up to `max_seeds`.
    pub(super) fn layers(&self, max_seeds: Option<u8>) -> Result<Seeds, Failure> {
        let seeds = self.rules.seeds();
        match max_seeds.map(|most| (most, Seeds::new(most.into()))) {
            None => Ok(seeds),
            Some((_, Some(most))) if most <= seeds => Ok(most),
            Some((most, _)) => {
                let name = &self.name;
                Err(Failure::new(format!("--max-seeds {most} is more than the {seeds} seeds of {name}")))
            }
        }
    }

    /// The name of the default file of a table of layers 0 to `max_seeds`.
    pub(super) fn file_name(&self, max_seeds: Seeds) -> String {
        if max_seeds == self.rules.seeds() {
            format!("{}.mtb", self.name)
        } else {
            format!("{}-n{max_seeds}.mtb", self.name)
        }
    }
}

/// Where default files are.
#[derive(Args)]
pub(super) struct DataArgs {
    /// Folder of the default table files
    #[arg(long, value_name = "DIR", env = "TIHBAT_DATA", default_value = "data", help_heading = "Files")]
    pub(super) data_dir: PathBuf,
}

/// How many threads work.
#[derive(Args)]
pub(super) struct ThreadArgs {
    /// Threads to work with [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(super) threads: Option<u16>,
}

impl ThreadArgs {
    /// How many that is.
    pub(super) fn count(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        self.threads.map_or_else(cores, usize::from)
    }

    /// Runs `work` on that many threads.
    pub(super) fn run<T: Send>(&self, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(self.count()).build();
        let pool = pool.map_err(|error| Failure::new(format!("threads cannot be started: {error}")))?;
        Ok(pool.install(work))
    }
}
