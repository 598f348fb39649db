//! Results of atlases, saved in one small file
//!
//! The first line names the format, the program's version and a checksum of the rest. Each further line is a game in
//! JSON, with its rules as key. Bounds are those of rules with `repetition = open`, which have lines of their own. The file is always whole, whatever stops a sweep.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::board::Seeds;
use crate::checksum;
use crate::files::{FileError, FileKind, NewFile, Replace, read_up_to};
use crate::rules::Rules;
use crate::text::shown_path;
use crate::value::{Distance, Margin, Outcome, Value};

use super::summary::{BoundsSummary, GameSummary, MarginsSummary};

/// How long a finished game may wait to be written.
const PATIENCE: Duration = Duration::from_secs(1);

/// The first words of the file.
const MARK: &str = concat!("tihbat atlas, version ", env!("CARGO_PKG_VERSION"), ", checksum ");

/// The same in a file of any version.
const ANY_MARK: &str = "tihbat atlas, version ";

/// No file is longer, in bytes.
const MAX_BYTES: u64 = 64 << 20;

fn is_own(head: &[u8]) -> bool {
    head.starts_with(ANY_MARK.as_bytes())
}

/// The file and what is in it.
pub struct SavedResults {
    path: PathBuf,
    /// By rules, in the words of their clauses.
    games: BTreeMap<String, (GameSummary, f64)>,
    written: Instant,
    changed: bool,
}

fn key(rules: &Rules) -> String {
    rules.entries().iter().map(|(clause, value)| format!("{clause} = {value}; ")).collect()
}

/// A game as a line of the file.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum SavedLine {
    Margins(MarginsLine),
    Bounds(BoundsLine),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MarginsLine {
    rules: String,
    margin: i8,
    distance: Option<u16>,
    outcome: String,
    best: Vec<String>,
    boards: u64,
    drawn: u64,
    last_boards: u64,
    last_drawn: u64,
    longest: Option<u16>,
    seconds: f64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct BoundsLine {
    rules: String,
    least_south: u8,
    least_north: u8,
    open: u8,
    outcome: Option<String>,
    best: Vec<String>,
    boards: u64,
    last_boards: u64,
    longest: Option<u16>,
    seconds: f64,
}

impl SavedLine {
    fn new(rules: &str, summary: &GameSummary, seconds: f64) -> Self {
        match summary {
            GameSummary::Margins(summary) => Self::Margins(MarginsLine::new(rules, summary, seconds)),
            GameSummary::Bounds(summary) => Self::Bounds(BoundsLine::new(rules, summary, seconds)),
        }
    }

    fn game(self) -> Option<(String, (GameSummary, f64))> {
        match self {
            Self::Margins(line) => line.game(),
            Self::Bounds(line) => line.game(),
        }
    }
}

fn outcome(name: &str) -> Option<Outcome> {
    [Outcome::Win, Outcome::Draw, Outcome::Loss].into_iter().find(|outcome| name == outcome.name())
}

impl BoundsLine {
    fn new(rules: &str, summary: &BoundsSummary, seconds: f64) -> Self {
        let [least_south, least_north] = summary.least.map(u8::from);
        Self {
            rules: rules.to_owned(),
            least_south,
            least_north,
            open: summary.open.into(),
            outcome: summary.outcome.map(|outcome| outcome.name().to_owned()),
            best: summary.best.clone(),
            boards: summary.boards,
            last_boards: summary.last_boards,
            longest: summary.longest.map(Distance::plies),
            seconds,
        }
    }

    fn game(self) -> Option<(String, (GameSummary, f64))> {
        let seeds = |count: u8| Seeds::new(count.into());
        let summary = BoundsSummary {
            least: [seeds(self.least_south)?, seeds(self.least_north)?],
            open: seeds(self.open)?,
            outcome: match self.outcome {
                Some(name) => Some(outcome(&name)?),
                None => None,
            },
            best: self.best,
            boards: self.boards,
            last_boards: self.last_boards,
            longest: self.longest.map(Distance::new),
        };
        Some((self.rules, (GameSummary::Bounds(summary), self.seconds)))
    }
}

impl MarginsLine {
    fn new(rules: &str, summary: &MarginsSummary, seconds: f64) -> Self {
        Self {
            rules: rules.to_owned(),
            margin: summary.value.margin().seeds(),
            distance: summary.value.distance().map(Distance::plies),
            outcome: summary.outcome.name().to_owned(),
            best: summary.best.clone(),
            boards: summary.boards,
            drawn: summary.drawn,
            last_boards: summary.last_boards,
            last_drawn: summary.last_drawn,
            longest: summary.longest.map(Distance::plies),
            seconds,
        }
    }

    fn game(self) -> Option<(String, (GameSummary, f64))> {
        let value = match (Margin::new(self.margin.into())?, self.distance) {
            (Margin::ZERO, None) => Value::DRAW,
            (Margin::ZERO, Some(_)) | (_, None) => return None,
            (margin, Some(plies)) => Value::new(margin, Distance::new(plies)),
        };
        let summary = MarginsSummary {
            value,
            outcome: outcome(&self.outcome)?,
            best: self.best,
            boards: self.boards,
            drawn: self.drawn,
            last_boards: self.last_boards,
            last_drawn: self.last_drawn,
            longest: self.longest.map(Distance::new),
        };
        Some((self.rules, (GameSummary::Margins(summary), self.seconds)))
    }
}

/// Why saved results cannot be used or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SavedError {
    /// The file holds no results that this program can use.
    #[error("{}: {why}; remove it, or name another with --keep", shown_path(path))]
    Refused {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: &'static str,
    },
    /// Reading or writing failed.
    #[error(transparent)]
    File(#[from] FileError),
}

impl SavedResults {
    /// Reads the file, if there is one, and checks that it can be written.
    ///
    /// # Errors
    /// If the file is damaged, of another version, or cannot be read or written.
    pub fn open(path: PathBuf) -> Result<Self, SavedError> {
        let refuse = |why| SavedError::Refused { path: path.clone(), why };
        let is_new = matches!(FileKind::of(&path), Ok(None));
        let bytes = if is_new { None } else { Some(read_up_to(&path, MAX_BYTES, "a file of kept games")?) };
        let text = bytes.map(String::from_utf8).transpose().map_err(|_| refuse("this is no file of kept games"))?;
        let mut games = BTreeMap::new();
        // A file that cannot be written is better heard of now than after the work.
        let changed = text.is_none();
        if let Some(text) = text {
            let (head, rest) = text.split_once('\n').unwrap_or((&text, ""));
            let checksum = head.strip_prefix(MARK).ok_or_else(|| {
                let other = head.starts_with(ANY_MARK);
                refuse(if other {
                    "the games were kept by another version of tihbat"
                } else {
                    "this is no file of kept games"
                })
            })?;
            if checksum != format!("{:08x}", checksum::hash(rest.as_bytes())) {
                return Err(refuse("the kept games do not match their checksum: the file is damaged"));
            }
            for line in rest.lines() {
                let game = serde_json::from_str(line).ok().and_then(SavedLine::game);
                let (rules, game) = game.ok_or_else(|| refuse("a kept game cannot be read: the file is damaged"))?;
                games.insert(rules, game);
            }
        }
        let mut saved = Self { path, games, written: Instant::now(), changed };
        saved.save()?;
        Ok(saved)
    }

    /// Forgets every result, so that its game is solved again.
    pub fn forget(&mut self) {
        self.games.clear();
    }

    /// Returns the result of a game and the seconds that it took.
    pub fn get(&self, rules: &Rules) -> Option<(GameSummary, f64)> {
        self.games.get(&key(rules)).cloned()
    }

    /// Adds a result; it is on disk a second later at most, or after [`SavedResults::save`].
    ///
    /// # Errors
    /// If writing fails.
    pub fn add(&mut self, rules: &Rules, summary: &GameSummary, seconds: f64) -> Result<(), SavedError> {
        self.games.insert(key(rules), (summary.clone(), seconds));
        self.changed = true;
        if self.written.elapsed() > PATIENCE { self.save() } else { Ok(()) }
    }

    /// Writes the file.
    ///
    /// # Errors
    /// If that fails.
    pub fn save(&mut self) -> Result<(), SavedError> {
        if !self.changed {
            return Ok(());
        }
        let mut rest = String::new();
        for (rules, (summary, seconds)) in &self.games {
            rest += &serde_json::to_string(&SavedLine::new(rules, summary, *seconds)).unwrap_or_default();
            rest.push('\n');
        }
        let text = format!("{MARK}{:08x}\n{rest}", checksum::hash(rest.as_bytes()));
        NewFile::write(&self.path, Replace::Own(is_own), text.as_bytes())?;
        (self.written, self.changed) = (Instant::now(), false);
        Ok(())
    }
}
