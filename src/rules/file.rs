//! Rules of a game in a file
//!
//! A file is TOML: a `name`, if you like a `description` and a `source`, and the clauses by name. With
//! `base = "tihbat"` the clauses that it does not name are those of that built-in game; without a base it names every
//! clause. A clause is written with dots, `capture.chain = "none"`, or in a table of its own, as TOML has it.
//!
//! ```
//! use tihbat::rules::file::RulesFile;
//!
//! let file = RulesFile::parse("name = \"three\"\nbase = \"tihbat\"\npits = 3\nstart = [1, 2, 3, 1, 2, 3]")?;
//! assert_eq!(file.rules.start().to_string(), "1-2-3-1-2-3");
//!
//! let error = RulesFile::parse("name = \"x\"\nbase = \"tihbat\"\ncapture.chian = \"none\"").unwrap_err();
//! assert!(error.to_string().starts_with("line 3: there is no clause \"capture.chian\" (did you mean \"capture.chain\"?)"));
//! # Ok::<(), tihbat::rules::file::RulesFileError>(())
//! ```

use toml::de::{DeTable, DeValue};

use crate::text::{clean, is_plain, shown};

use super::built_in::{BUILT_IN, TIHBAT};
use super::error::{RulesError, did_you_mean};
use super::game_rules::Rules;

/// The rules of a game, and what it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesFile {
    /// The name: one line of text, not empty.
    pub name: String,
    /// The game in a few words.
    pub description: Option<String>,
    /// Where its rules are from.
    pub source: Option<String>,
    /// The rules.
    pub rules: Rules,
}

/// Why a file holds no rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesFileError {
    /// Not TOML.
    #[error("line {line}: this is not TOML: {}", shown(why))]
    Toml {
        /// The line, from 1.
        line: usize,
        /// The reason.
        why: String,
    },
    /// A clause or a value that there is not, or it does not fit with another.
    #[error("{}{error}", at(.line))]
    Rules {
        /// The line, from 1; none if the clause does not stand in the file.
        line: Option<usize>,
        /// What is wrong.
        error: RulesError,
    },
    /// Both ways to say how a game begins.
    #[error("line {line}: seeds_per_pit and start both say how the game begins; keep one of them")]
    TwoStarts {
        /// The line of the second, from 1.
        line: usize,
    },
    /// A base that is no built-in game.
    #[error("line {line}: base cannot be {found}{hint}; it is one of: {expected}")]
    Base {
        /// The line, from 1.
        line: usize,
        /// The value found.
        found: String,
        /// The game that may be meant.
        hint: String,
        /// The built-in games.
        expected: String,
    },
    /// Something that is not a text where one is expected.
    #[error("line {line}: {key} is one line of text in quotes, not {found}")]
    Text {
        /// The line, from 1.
        line: usize,
        /// The value found.
        found: String,
        /// `name`, `description` or `source`.
        key: &'static str,
    },
    /// Clauses that are not named.
    #[error("{missing} is missing; name it, or begin with a base: base = \"tihbat\"")]
    Missing {
        /// The clauses.
        missing: String,
    },
    /// The game has no name.
    #[error("the name of the game is missing: name = \"...\"")]
    Nameless,
}

fn at(line: &Option<usize>) -> String {
    line.map_or_else(String::new, |line| format!("line {line}: "))
}

/// An entry of a file: a key with all its dots, a value, and the place of the key.
struct Said<'a> {
    key: String,
    value: &'a DeValue<'a>,
    /// The value as it is written.
    written: String,
    at: usize,
}

impl RulesFile {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// If it is not TOML, or does not say all that makes a game, or says what no game can have.
    pub fn parse(text: &str) -> Result<Self, RulesFileError> {
        let text = &*clean(text);
        let line = |at: usize| 1 + text.bytes().take(at).filter(|&byte| byte == b'\n').count();
        let table = DeTable::parse(text).map_err(|error| {
            let (at, why) = (error.span().map_or(0, |span| span.start), error.message().replace('\n', "; "));
            RulesFileError::Toml { line: line(at), why }
        })?;
        let mut said = Vec::new();
        flatten("", table.get_ref(), text, &mut said);
        said.sort_by_key(|said| said.at);
        let named = |key: &str| said.iter().find(|said| said.key == key);
        let words = |key: &'static str| -> Result<Option<String>, RulesFileError> {
            named(key).map(|said| said.text(key, line(said.at))).transpose()
        };
        let mut draft = named("base").map_or(Ok(TIHBAT), |said| said.base(line(said.at)))?.draft();
        for said in &said {
            if ["name", "description", "source", "base"].contains(&said.key.as_str()) {
                continue;
            }
            let wrong = |error| RulesFileError::Rules { line: Some(line(said.at)), error };
            draft.set(&said.key, &said.words()).map_err(wrong)?;
        }
        if let (Some(one), Some(other)) = (named("seeds_per_pit"), named("start")) {
            return Err(RulesFileError::TwoStarts { line: line(one.at.max(other.at)) });
        }
        if named("base").is_none() {
            check_whole(|clause| named(clause).is_some())?;
        }
        let rules = draft.check().map_err(|error| {
            // Of several clauses the last one in the file is the one that breaks with the others.
            let at = error.clauses().into_iter().filter_map(named).map(|said| said.at).max();
            let line = at.map(line);
            RulesFileError::Rules { line, error }
        })?;
        let name = words("name")?.ok_or(RulesFileError::Nameless)?;
        Ok(Self { name, description: words("description")?, source: words("source")?, rules })
    }
}

/// Refuses a file without a base that does not name every clause.
fn check_whole(named: impl Fn(&str) -> bool) -> Result<(), RulesFileError> {
    let mut missing: Vec<_> = Rules::CLAUSES.into_iter().filter(|clause| !named(clause)).collect();
    if missing.contains(&"seeds_per_pit") != missing.contains(&"start") {
        missing.retain(|clause| !["seeds_per_pit", "start"].contains(clause));
    } else if let Some(at) = missing.iter().position(|clause| *clause == "seeds_per_pit") {
        missing[at] = "seeds_per_pit (or start)";
        missing.remove(at + 1);
    }
    if missing.is_empty() { Ok(()) } else { Err(RulesFileError::Missing { missing: missing.join(", ") }) }
}

/// Everything that a table and the tables in it say, with dots between their names.
fn flatten<'a>(path: &str, table: &'a DeTable<'a>, text: &str, said: &mut Vec<Said<'a>>) {
    for (key, value) in table {
        let name = format!("{path}{}", key.get_ref());
        match value.get_ref() {
            DeValue::Table(table) => flatten(&format!("{name}."), table, text, said),
            other => {
                let written = text.get(value.span()).unwrap_or_default();
                let written = if written.len() <= 60 && is_plain(written) {
                    written.to_owned()
                } else {
                    format!("{} of several lines or many letters", other.type_str())
                };
                said.push(Said { key: name, value: other, written, at: key.span().start });
            }
        }
    }
}

impl Said<'_> {
    /// The value in the words of [`RulesDraft::set`](super::RulesDraft::set); where its kind is a wrong one, as it is written, which no clause has.
    fn words(&self) -> String {
        let number = |value: &DeValue| {
            let number = value.as_integer()?;
            i64::from_str_radix(&number.as_str().replace('_', ""), number.radix()).ok()
        };
        let quoted = ["pits", "seeds_per_pit", "start", "lift.min", "capture.counts", "capture.on_first_move"];
        match self.value {
            DeValue::String(text) if !quoted.contains(&self.key.as_str()) => text.clone().into_owned(),
            DeValue::Array(numbers) => {
                let numbers: Option<Vec<_>> = numbers.iter().map(|value| number(value.get_ref())).collect();
                let words = numbers.map(|numbers| numbers.iter().map(i64::to_string).collect::<Vec<_>>().join(","));
                words.filter(|words| !words.is_empty()).unwrap_or_else(|| self.written.clone())
            }
            value => number(value).map_or_else(|| self.written.clone(), |number| number.to_string()),
        }
    }

    /// A value that is one line of text.
    fn text(&self, key: &'static str, line: usize) -> Result<String, RulesFileError> {
        let text = self.value.as_str().filter(|text| !text.trim().is_empty() && is_plain(text));
        text.map(str::to_owned).ok_or_else(|| RulesFileError::Text { line, found: self.written.clone(), key })
    }

    /// The rules of the built-in game that the value names.
    fn base(&self, line: usize) -> Result<Rules, RulesFileError> {
        let found = self.value.as_str().unwrap_or_default();
        BUILT_IN.into_iter().find(|(name, _)| *name == found).map(|(_, rules)| rules).ok_or_else(|| {
            RulesFileError::Base {
                line,
                found: self.written.clone(),
                hint: did_you_mean(found, BUILT_IN.map(|(name, _)| name)),
                expected: BUILT_IN.map(|(name, _)| name).join(", "),
            }
        })
    }
}
