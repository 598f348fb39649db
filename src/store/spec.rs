//! A game spec: a built-in game or a rules file, with clauses changed

#[cfg(feature = "toml")]
use std::path::Path;

use crate::board::Seeds;
use crate::position::Position;
#[cfg(feature = "toml")]
use crate::rules::file::RulesFile;
use crate::rules::{self, Clauses, Rules, Start};

use super::built_in::built_in_with;
use super::error::SpecError;
use super::file_names::FileNames;

/// A clause and the value that it gets.
pub type Change = (String, String);

/// A game that a user named: its rules, its name, and how its files are named.
///
/// ```
/// use tihbat::store::GameSpec;
///
/// let spec = GameSpec::named("tihbat", &[("pits".to_owned(), "3".to_owned())])?;
/// assert_eq!(spec.name, "tihbat-3x7");
/// assert_eq!(spec.file_name(spec.rules.seeds()), "tihbat-3x7.mtb");
/// # Ok::<(), tihbat::store::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSpec {
    /// The rules.
    pub rules: Rules,
    /// The name, with every change: `tihbat`, `tihbat-3x7`, `tihbat+capture.chain=backwards`.
    pub name: String,
    /// The name of the game before anything was changed.
    base: String,
    files: FileNames,
}

/// The clauses that say how large a game is.
const SIZES: [&str; 3] = ["pits", "seeds_per_pit", "start"];

/// The name before a size, and the clauses of the size; none if no size follows the name.
fn size_after(name: &str) -> Option<(&str, [Change; 2])> {
    let (base, size) = name.rsplit_once('-')?;
    let (pits, seeds) = size.split_once('x')?;
    let [pits, seeds] = [pits, seeds].map(|number| number.parse::<u16>().ok().map(|number| number.to_string()));
    Some((base, [("pits".to_owned(), pits?), ("seeds_per_pit".to_owned(), seeds?)]))
}

impl GameSpec {
    /// Returns the built-in game `name`, or that of a rules file if the name ends in `.toml`, with these clauses
    /// changed. A size may follow the name, as in `awari-3x4`: pits a side, seeds a pit.
    ///
    /// # Errors
    /// If there is no such game, or the changed clauses do not fit together.
    pub fn named(name: &str, changes: &[Change]) -> Result<Self, SpecError> {
        let unsized_name = Self::without_size(name, changes);
        let Some((base, size)) = size_after(name).filter(|_| matches!(unsized_name, Err(SpecError::Name { .. })))
        else {
            return unsized_name;
        };
        if let Some((clause, _)) = changes.iter().find(|(clause, _)| SIZES.contains(&clause.as_str())) {
            return Err(SpecError::TwoSizes { name: name.to_owned(), clause: clause.clone() });
        }
        let sized = Self::without_size(base, &[&size, changes].concat());
        sized.map_err(|error| match error {
            SpecError::Name { .. } => SpecError::Name { name: name.to_owned() },
            other => other,
        })
    }

    fn without_size(name: &str, changes: &[Change]) -> Result<Self, SpecError> {
        #[cfg(feature = "toml")]
        if super::rules_file::is_rules_file(name) {
            return Self::from_file(name, changes);
        }
        let found = rules::BUILT_IN.into_iter().find(|(known, _)| *known == name);
        let (base, own) = found.ok_or_else(|| SpecError::Name { name: name.to_owned() })?;
        Self::changed(base.to_owned(), &own, changes)
    }

    /// Returns the game of a rules file, with these clauses changed.
    ///
    /// # Errors
    /// If the file cannot be read, or the changed clauses do not fit together.
    #[cfg(feature = "toml")]
    pub fn from_file(path: impl AsRef<Path>, changes: &[Change]) -> Result<Self, SpecError> {
        let (base, own) = super::rules_file::read(path.as_ref())?;
        Self::changed(base, &own, changes)
    }

    fn changed(base: String, own: &Rules, changes: &[Change]) -> Result<Self, SpecError> {
        let mut draft = own.draft();
        for (clause, value) in changes {
            draft.set(clause, value)?;
        }
        Ok(Self::new(base, own, draft.check()?))
    }

    /// The game called `base`, whose own rules have become `rules`.
    fn new(base: String, own: &Rules, rules: Rules) -> Self {
        let mut name = base.clone();
        let mut told: &[&str] = &[];
        if let (Start::SeedsPerPit(before), Start::SeedsPerPit(seeds)) = (own.start_clause(), rules.start_clause()) {
            if (own.clauses().pits(), before) != (rules.clauses().pits(), seeds) {
                name += &format!("-{}x{seeds}", rules.clauses().pits());
            }
            told = &["pits", "seeds_per_pit"];
        }
        let before = own.entries();
        for entry in rules.entries() {
            if !before.contains(&entry) && !told.contains(&entry.0) {
                name += &format!("+{}={}", entry.0, entry.1);
            }
        }
        let files = FileNames::of(&base, &rules);
        Self { rules, name, base, files }
    }

    /// Returns the built-in game with these clauses on a board of any size. It has its own number of seeds a pit
    /// unless another is given.
    pub fn of_clauses(clauses: &Clauses, seeds_per_pit: Option<u8>) -> Option<Self> {
        rules::BUILT_IN.into_iter().find_map(|(name, own)| {
            built_in_with(name, clauses)?;
            let rules = own.with(|draft| {
                draft.clauses = clauses.draft();
                draft.start = seeds_per_pit.map_or(draft.start, Start::SeedsPerPit);
            });
            Some(Self::new(name.to_owned(), &own, rules.ok()?))
        })
    }

    /// Returns the built-in game with a name like `tihbat` or `tihbat-3x7`, in capitals or not. Records of the program Aualé name oware
    /// `Oware Abapa`.
    pub fn called(name: &str) -> Option<Self> {
        let name = name.trim().to_ascii_lowercase();
        let name = if name == "oware abapa" { "oware" } else { &name };
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

    /// Returns the name of the game before anything was changed.
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Returns the game of the text of a rules file, with these clauses changed, and what the file says about it.
    ///
    /// # Errors
    /// If the text holds no rules, or the changed clauses do not fit together.
    #[cfg(feature = "toml")]
    pub fn from_text(text: &str, changes: &[Change]) -> Result<(Self, RulesFile), SpecError> {
        let file = RulesFile::parse(text).map_err(|source| SpecError::RulesText { source })?;
        Ok((Self::changed(file.name.clone(), &file.rules, changes)?, file))
    }

    /// Returns the rules as a rules file: see [`rules::toml`].
    pub fn toml(&self) -> String {
        let like = rules::BUILT_IN.iter().map(|(name, _)| *name).find(|name| *name == self.base);
        rules::toml(&self.name, like, &self.rules)
    }

    /// Describes the board at the start: `2 x 2 pits, 7 seeds a pit, 28 in all`.
    pub fn size(&self) -> String {
        let (pits, seeds) = (self.rules.clauses().pits(), self.rules.seeds());
        match self.rules.start_clause() {
            Start::SeedsPerPit(each) => format!("2 x {pits} pits, {each} seeds a pit, {seeds} in all"),
            Start::Board(board) => format!("2 x {pits} pits, start {board}, {seeds} seeds in all"),
        }
    }

    /// Returns the position that a text names, or the start if there is no text.
    ///
    /// # Errors
    /// If the text is no position of the game.
    pub fn position(&self, text: Option<&str>) -> Result<Position, SpecError> {
        let Some(text) = text else { return Ok(Position::start(&self.rules)) };
        Position::parse(text, &self.rules).map_err(|source| SpecError::Position { text: text.to_owned(), source })
    }

    /// Returns the name of the default file of a table of layers 0 to `max_seeds`.
    pub fn file_name(&self, max_seeds: Seeds) -> String {
        self.files.of_layers(max_seeds, self.rules.seeds())
    }

    /// Returns the names of all default files that may hold what is asked of the game, the best first.
    pub fn file_names(&self) -> Vec<String> {
        self.files.all(self.rules.seeds())
    }
}
