//! Finished games of atlases, kept in one small file
//!
//! A line for the form and the program's version with a checksum of the rest, then a line of JSON for each game, found
//! by its rules. The file is written anew under another name and renamed, so it is always whole, whatever stops a sweep.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde_json::{Value as Json, json};
use tihbat::atlas::Summary;
use tihbat::rules::Rules;
use tihbat::value::{Distance, Margin, Outcome, Value};

use crate::cli::failure::Failure;
use crate::cli::output;

/// How long a finished game may wait to be written.
const PATIENCE: Duration = Duration::from_secs(1);

/// The first words of the file.
const MARK: &str = concat!("tihbat atlas, version ", env!("CARGO_PKG_VERSION"), ", checksum ");

/// The file and what is in it.
pub(super) struct Keep {
    path: PathBuf,
    /// By rules, in the words of their clauses.
    games: BTreeMap<String, (Summary, f64)>,
    written: Instant,
    changed: bool,
}

fn key(rules: &Rules) -> String {
    rules.entries().iter().map(|(clause, value)| format!("{clause} = {value}; ")).collect()
}

fn to_json(rules: &str, summary: &Summary, seconds: f64) -> Json {
    json!({
        "rules": rules,
        "margin": summary.value.margin.seeds(),
        "distance": output::distance(summary.value),
        "outcome": summary.outcome.name(),
        "best": summary.best,
        "boards": summary.boards,
        "drawn": summary.drawn,
        "last_boards": summary.last_boards,
        "last_drawn": summary.last_drawn,
        "longest": summary.longest.map(Distance::plies),
        "seconds": seconds,
    })
}

fn from_json(json: &Json) -> Option<(String, (Summary, f64))> {
    let number = |name: &str| json[name].as_u64();
    let plies = |name: &str| match &json[name] {
        Json::Null => Some(None),
        plies => Some(Some(Distance::new(plies.as_u64()?.try_into().ok()?))),
    };
    let margin = Margin::new(json["margin"].as_i64()?.try_into().ok()?)?;
    let outcomes = [Outcome::Win, Outcome::Draw, Outcome::Loss];
    let summary = Summary {
        value: Value { margin, distance: plies("distance")? },
        outcome: outcomes.into_iter().find(|outcome| json["outcome"] == outcome.name())?,
        best: json["best"].as_array()?.iter().map(|name| name.as_str().map(str::to_owned)).collect::<Option<_>>()?,
        boards: number("boards")?,
        drawn: number("drawn")?,
        last_boards: number("last_boards")?,
        last_drawn: number("last_drawn")?,
        longest: plies("longest")?,
    };
    Some((json["rules"].as_str()?.to_owned(), (summary, json["seconds"].as_f64()?)))
}

impl Keep {
    /// Reads the file, if there is one.
    pub(super) fn open(path: PathBuf) -> Result<Self, Failure> {
        let refuse = |what: &str| {
            let hint = "; remove it, or name another with --keep";
            Failure::new(format!("{}: {what}{hint}", path.display()))
        };
        let text = match std::fs::read(&path) {
            Ok(bytes) => Some(String::from_utf8(bytes).map_err(|_| refuse("this is no file of kept games"))?),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => return Err(Failure::about(&path, error)),
        };
        let mut games = BTreeMap::new();
        // A file that cannot be written is better heard of now than after the work.
        let changed = text.is_none();
        if let Some(text) = text {
            let (head, rest) = text.split_once('\n').unwrap_or((&text, ""));
            let checksum = head.strip_prefix(MARK).ok_or_else(|| {
                let other = head.starts_with("tihbat atlas, version ");
                refuse(if other {
                    "the games were kept by another version of tihbat"
                } else {
                    "this is no file of kept games"
                })
            })?;
            if checksum != format!("{:08x}", crc32fast::hash(rest.as_bytes())) {
                return Err(refuse("the kept games do not match their checksum: the file is damaged"));
            }
            for line in rest.lines() {
                let game = serde_json::from_str(line).ok().and_then(|json| from_json(&json));
                let (rules, game) = game.ok_or_else(|| refuse("a kept game cannot be read: the file is damaged"))?;
                games.insert(rules, game);
            }
        }
        let mut keep = Self { path, games, written: Instant::now(), changed };
        keep.save()?;
        Ok(keep)
    }

    /// Leaves every kept game out of account, until it is solved again.
    pub(super) fn forget(&mut self) {
        self.games.clear();
    }

    /// What is kept of a game.
    pub(super) fn get(&self, rules: &Rules) -> Option<(Summary, f64)> {
        self.games.get(&key(rules)).cloned()
    }

    /// Keeps a game; it is on disk a second later at most, or after [`Keep::save`].
    pub(super) fn add(&mut self, rules: &Rules, summary: &Summary, seconds: f64) -> Result<(), Failure> {
        self.games.insert(key(rules), (summary.clone(), seconds));
        self.changed = true;
        if self.written.elapsed() > PATIENCE { self.save() } else { Ok(()) }
    }

    /// Writes the file.
    pub(super) fn save(&mut self) -> Result<(), Failure> {
        if !self.changed {
            return Ok(());
        }
        let mut rest = String::new();
        for (rules, (summary, seconds)) in &self.games {
            let _ = writeln!(rest, "{}", to_json(rules, summary, *seconds));
        }
        let text = format!("{MARK}{:08x}\n{rest}", crc32fast::hash(rest.as_bytes()));
        let part = self.path.with_extension(format!("part-{}", std::process::id()));
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let written = folder.map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(&part, text));
        written.and_then(|()| std::fs::rename(&part, &self.path)).map_err(|error| Failure::about(&self.path, error))?;
        (self.written, self.changed) = (Instant::now(), false);
        Ok(())
    }
}
