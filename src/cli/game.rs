//! Which game is meant: a built-in one, or one of a rules file, with clauses changed on the command line

use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use tihbat::board::Seeds;
use tihbat::position::Position;
use tihbat::rules::file::RulesFile;
use tihbat::rules::{self, Clauses, Rules, Start, did_you_mean};
use tihbat::table::Table;

use super::failure::Failure;

/// No rules file is longer.
const MOST_BYTES: u64 = 1 << 20;

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
    pits: Option<u8>,

    /// Seeds in every pit at the start, instead of the game's own; at most 127 on the board
    #[arg(long, value_name = "N", help_heading = "Game")]
    seeds_per_pit: Option<u8>,
}

/// A game that was asked for: its rules, and how its files are named.
pub(super) struct Game {
    pub(super) rules: Rules,
    /// The name, with everything that is not the game's own: `tihbat`, `tihbat-3x7`, `tihbat+capture.chain=backwards`.
    pub(super) name: String,
    /// The name of the game before anything was changed.
    base: String,
    /// Where the game's tables are.
    files: Files,
}

/// How the tables of a game are named. A name says which clauses a table has, so that no two games share one.
enum Files {
    /// A built-in game on a board of any size: its name with the size.
    BuiltIn(String),
    /// First layers of a built-in game on its own board.
    Layers(&'static str),
    /// Any other clauses: a name with a digest of them.
    Other(String),
}

/// Clauses that a flag of their own changes, if it is given.
type Sizes = [(&'static str, Option<u8>)];

impl BaseArgs {
    /// What stands in a game's place.
    pub(super) fn name(&self) -> Option<&str> {
        self.game.as_deref()
    }

    /// The game of that name, or of the rules file, with its changes and these sizes.
    pub(super) fn game(&self, name: Option<&str>, sizes: &Sizes) -> Result<Game, Failure> {
        let (base, own) = match (name, &self.rules) {
            (Some(name), Some(path)) => {
                let path = path.display();
                return Err(Failure::new(format!("\"{name}\" and --rules {path} both name a game; give one of them")));
            }
            (None, Some(path)) => read(path)?,
            (Some(name), None) if is_rules_file(name) => read(Path::new(name))?,
            (name, None) => built_in(name.unwrap_or("tihbat"))?,
        };
        let mut rules = own;
        for (clause, value) in self.changes(sizes)? {
            rules.set(clause, &value)?;
        }
        rules.check()?;
        Ok(Game::new(base, &own, rules))
    }

    /// The clauses that the command line changes.
    fn changes(&self, sizes: &Sizes) -> Result<Vec<(&str, String)>, Failure> {
        let mut changes: Vec<(&str, String, String)> = Vec::new();
        for &(clause, number) in sizes {
            let flag = format!("--{}", clause.replace('_', "-"));
            changes.extend(number.map(|number| (clause, number.to_string(), flag)));
        }
        for text in &self.set {
            let form = || Failure::new(format!("--set {text}: expected CLAUSE=VALUE, like capture.chain=backwards"));
            let (clause, value) = text.split_once('=').ok_or_else(form)?;
            let clause = clause.trim();
            let starts = |one: &str| ["seeds_per_pit", "start"].contains(&one);
            let again = |(other, ..): &&(&str, String, String)| *other == clause || starts(other) && starts(clause);
            if let Some((.., flag)) = changes.iter().find(again) {
                return Err(Failure::new(format!("--set {text}: {flag} says that already; give one of them")));
            }
            changes.push((clause, value.trim().to_owned(), format!("--set {clause}=...")));
        }
        Ok(changes.into_iter().map(|(clause, value, _)| (clause, value)).collect())
    }
}

impl GameArgs {
    /// The game, if there is one of that name and size.
    pub(super) fn game(&self) -> Result<Game, Failure> {
        self.base.game(self.base.name(), &self.sizes())
    }

    /// Whether anything says which game is meant.
    pub(super) fn names_game(&self) -> bool {
        let changed = !self.base.set.is_empty() || self.pits.is_some() || self.seeds_per_pit.is_some();
        self.base.game.is_some() || self.base.rules.is_some() || changed
    }

    /// The game, and the text behind it. With `--rules` the first text is no game, so it is the one behind.
    pub(super) fn game_and_text<'a>(&'a self, text: Option<&'a str>) -> Result<(Game, Option<&'a str>), Failure> {
        let first = self.base.name().filter(|_| self.base.rules.is_some() && text.is_none());
        if first.is_some() { Ok((self.base.game(None, &self.sizes())?, first)) } else { Ok((self.game()?, text)) }
    }

    fn sizes(&self) -> [(&'static str, Option<u8>); 2] {
        [("pits", self.pits), ("seeds_per_pit", self.seeds_per_pit)]
    }

    /// The file of a table that stands in the game's place, for commands that take either.
    pub(super) fn table_file(&self) -> Option<&Path> {
        let path = Path::new(self.base.name()?);
        let named = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("mtb"));
        let game =
            is_rules_file(&path.to_string_lossy()) || rules::BUILT_IN.iter().any(|(name, _)| Path::new(name) == path);
        (named || !game && path.is_file()).then_some(path)
    }

    /// The game of such a table, of the size that was asked for; none if no built-in game has these clauses.
    pub(super) fn of_table(&self, table: &Table) -> Result<Option<Game>, Failure> {
        if self.base.rules.is_some() || !self.base.set.is_empty() {
            let why = "a table has its own rules; name the table with --table to give it a game with --rules or --set";
            return Err(Failure::new(why));
        }
        let pits = table.clauses().pits;
        if self.pits.is_some_and(|asked| asked != pits) {
            return Err(Failure::new(format!("--pits does not fit: the table has {pits} pits a side")));
        }
        Ok(Game::of_clauses(table.clauses(), self.seeds_per_pit))
    }
}

/// Whether a text in a game's place is the name of a rules file.
fn is_rules_file(text: &str) -> bool {
    Path::new(text).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
}

/// A built-in game.
fn built_in(name: &str) -> Result<(String, Rules), Failure> {
    let found = rules::BUILT_IN.into_iter().find(|(known, _)| *known == name);
    found.map(|(name, rules)| (name.to_owned(), rules)).ok_or_else(|| {
        let names = rules::BUILT_IN.map(|(name, _)| name);
        let position = name.contains('-') && name.bytes().all(|byte| b"0123456789-SN".contains(&byte));
        let hint = if position {
            "; to ask about a position, name the game before it"
        } else {
            "; a rules file ends in .toml or is given with --rules"
        };
        let meant = did_you_mean(name, names);
        Failure::new(format!("there is no game \"{name}\"{meant}; the games are {}{hint}", names.join(", ")))
    })
}

/// The game of a rules file.
fn read(path: &Path) -> Result<(String, Rules), Failure> {
    let about = |error| Failure::about(path, error);
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(about)?;
    file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(about)?;
    let told = |what: &str| Failure::new(format!("{}: {what}", path.display()));
    if bytes.len() as u64 > MOST_BYTES {
        return Err(told("a rules file has at most a million bytes, this one has more"));
    }
    let text = String::from_utf8(bytes).map_err(|_| told("a rules file is text in UTF-8, this is not"))?;
    let file = RulesFile::parse(&text).map_err(|error| Failure::about(path, error))?;
    Ok((file.name, file.rules))
}

/// The built-in game of that name on a board of `pits` pits a side, if these are its clauses.
fn built_in_with(name: &str, clauses: &Clauses) -> Option<(&'static str, Rules)> {
    let same = |own: &Rules| Clauses { pits: clauses.pits, ..own.clauses } == *clauses;
    rules::BUILT_IN.into_iter().find(|(known, own)| *known == name && same(own))
}

impl Game {
    /// The game called `base`, whose own rules have become `rules`.
    fn new(base: String, own: &Rules, rules: Rules) -> Self {
        let mut name = base.clone();
        let mut told: &[&str] = &[];
        if let (Start::SeedsPerPit(before), Start::SeedsPerPit(seeds)) = (own.start, rules.start) {
            if (own.clauses.pits, before) != (rules.clauses.pits, seeds) {
                name += &format!("-{}x{seeds}", rules.clauses.pits);
            }
            told = &["pits", "seeds_per_pit"];
        }
        let before = own.entries();
        for entry in rules.entries() {
            if !before.contains(&entry) && !told.contains(&entry.0) {
                name += &format!("+{}={}", entry.0, entry.1);
            }
        }
        let files = Files::of(&base, &rules);
        Self { rules, name, base, files }
    }

    /// The built-in game with these clauses on as many pits, with its own number of seeds a pit unless another is
    /// given.
    pub(super) fn of_clauses(clauses: &Clauses, seeds_per_pit: Option<u8>) -> Option<Self> {
        rules::BUILT_IN.into_iter().find_map(|(name, own)| {
            let mut rules = Rules { clauses: *clauses, ..own };
            rules.start = seeds_per_pit.map_or(own.start, Start::SeedsPerPit);
            (built_in_with(name, clauses).is_some() && rules.check().is_ok())
                .then(|| Self::new(name.to_owned(), &own, rules))
        })
    }

    /// The built-in game that goes by a name like `tihbat` or `tihbat-3x7`, in capitals or not.
    pub(super) fn called(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        rules::BUILT_IN.into_iter().find_map(|(known, own)| {
            let rules = match name.strip_prefix(known)? {
                "" => own,
                size => {
                    let (pits, seeds_per_pit) = size.strip_prefix('-')?.split_once('x')?;
                    own.resized(pits.parse().ok()?, seeds_per_pit.parse().ok()?).ok()?
                }
            };
            Some(Self::new(known.to_owned(), &own, rules))
        })
    }

    /// The rules as a file: see [`rules::toml`].
    pub(super) fn toml(&self) -> String {
        let like = rules::BUILT_IN.iter().map(|(name, _)| *name).find(|name| *name == self.base);
        rules::toml(&self.name, like, &self.rules)
    }

    /// How the board looks at the start: `2 x 2 pits, 7 seeds a pit, 28 in all`.
    pub(super) fn size(&self) -> String {
        let (pits, seeds) = (self.rules.clauses.pits, self.rules.seeds());
        match self.rules.start {
            Start::SeedsPerPit(each) => format!("2 x {pits} pits, {each} seeds a pit, {seeds} in all"),
            Start::Board(board) => format!("2 x {pits} pits, start {board}, {seeds} seeds in all"),
        }
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
        match &self.files {
            Files::BuiltIn(name) if max_seeds == self.rules.seeds() => format!("{name}.mtb"),
            Files::BuiltIn(name) | Files::Other(name) => format!("{name}-n{max_seeds}.mtb"),
            Files::Layers(name) => format!("{name}-n{max_seeds}.mtb"),
        }
    }

    /// The names of all default files that may hold what is asked of the game: its own, then those of its first
    /// layers, the largest first, then that of a larger game with the same clauses.
    pub(super) fn file_names(&self) -> Vec<String> {
        let own = self.rules.seeds().layers().rev().map(|seeds| self.file_name(seeds));
        let larger = match &self.files {
            Files::Layers(name) => Some(format!("{name}.mtb")),
            _ => None,
        };
        own.chain(larger).collect()
    }
}

impl Files {
    fn of(base: &str, rules: &Rules) -> Self {
        match (built_in_with(base, &rules.clauses), rules.start) {
            (Some((name, own)), Start::SeedsPerPit(seeds)) => {
                let pits = rules.clauses.pits;
                let own_size = (pits, rules.start) == (own.clauses.pits, own.start);
                Self::BuiltIn(if own_size { name.to_owned() } else { format!("{name}-{pits}x{seeds}") })
            }
            (Some((name, own)), Start::Board(_)) if own.clauses == rules.clauses => Self::Layers(name),
            _ => {
                let words: Vec<_> =
                    base.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
                let words: String = words.join("-").chars().take(40).collect();
                let entries = rules.clauses.entries().map(|(name, value)| format!("{name} = {value}\n")).concat();
                Self::Other(format!("{words}-{:08x}", crc32fast::hash(entries.as_bytes())))
            }
        }
    }
}
