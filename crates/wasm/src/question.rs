//! The questions that a page can ask, as JSON

use serde::Deserialize;
use serde_json::{Map, Value};
use tihbat::answer::ExplainedRules;
use tihbat::store::{Change, GameSpec};

use crate::refusal::Refusal;

/// A question. The field `do` of its JSON is the name of one of these, in small letters.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(crate) enum Question {
    /// Which games are built in?
    Games,
    /// What are these rules?
    Rules { rules: AskedRules },
    /// Solve a game, and keep its table.
    Solve { rules: AskedRules, max_seeds: Option<u64>, memory: u64 },
    /// Open the table that was given, and keep it.
    Open { rules: Option<AskedRules>, memory: u64 },
    /// Solve a game, say what its start is worth, and forget the table.
    Value { rules: AskedRules, memory: u64 },
    /// What is a position worth, and every move?
    Position(Asked),
    /// How does best play go on?
    Line(Asked),
    /// What happened in a game, and what can be played?
    Game(Asked),
    /// What did each move of a game give away?
    Judge {
        record: Option<String>,
        #[serde(flatten)]
        asked: Asked,
    },
    /// Read a record.
    Record { record: String },
    /// Write a record.
    Ogn {
        #[serde(flatten)]
        asked: Asked,
        tags: Option<Map<String, Value>>,
    },
    /// What does a partner play?
    Partner {
        #[serde(flatten)]
        asked: Asked,
        strength: Option<u8>,
        seed: Option<u64>,
    },
    /// What does every layer hold?
    Layers,
    /// The bytes of the table.
    Bytes,
    /// Find puzzles.
    Puzzles { count: Option<usize>, seed: Option<u64>, seeds: Option<[usize; 2]>, grade: Option<[u8; 2]> },
    /// Draw a position.
    Random { seed: Option<u64>, seeds: Option<[usize; 2]> },
    /// Find traps.
    Traps { count: Option<usize>, seeds: Option<[usize; 2]> },
    /// Find the longest lines.
    Longest { count: Option<usize>, seeds: Option<[usize; 2]> },
}

/// A position, by default the start, and the moves since then.
#[derive(Debug, Deserialize)]
pub(crate) struct Asked {
    pub(crate) position: Option<String>,
    pub(crate) moves: Option<String>,
}

/// Names rules: a built-in game, or the text of a rules file, with clauses changed.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskedRules {
    game: Option<String>,
    text: Option<String>,
    set: Option<Map<String, Value>>,
}

/// A game, and what is known about it.
pub(crate) struct KnownRules {
    pub(crate) spec: GameSpec,
    description: Option<String>,
    source: Option<String>,
}

impl Question {
    /// Reads a question.
    pub(crate) fn parse(json: &[u8]) -> Result<Self, Refusal> {
        serde_json::from_slice(json).map_err(|error| Refusal::question(format!("the question cannot be read: {error}")))
    }
}

impl AskedRules {
    /// Finds the game.
    pub(crate) fn find(&self) -> Result<KnownRules, Refusal> {
        let changes = self.changes()?;
        match (&self.game, &self.text) {
            (Some(name), None) if tihbat::store::is_rules_file(name) => {
                Err(Refusal::question("a page has no files; give the text of the rules file as `text`"))
            }
            (Some(name), None) => Ok(GameSpec::named(name, &changes)?.into()),
            (None, Some(text)) => {
                let (spec, file) = GameSpec::from_text(text, &changes)?;
                Ok(KnownRules { spec, description: file.description, source: file.source })
            }
            _ => {
                Err(Refusal::question("rules are given by `game`, a name, or by `text`, a rules file, and not by both"))
            }
        }
    }

    /// The changed clauses, each value as text.
    fn changes(&self) -> Result<Vec<Change>, Refusal> {
        let text = |value: &Value| match value {
            Value::String(text) => Some(text.clone()),
            Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
            _ => None,
        };
        let change = |(clause, value): (&String, &Value)| {
            let value = match value {
                Value::Array(values) if values.is_empty() => Some("none".to_owned()),
                Value::Array(values) => values.iter().map(text).collect::<Option<Vec<_>>>().map(|all| all.join(",")),
                value => text(value),
            };
            let value = value.ok_or_else(|| {
                Refusal::question(format!(
                    "the value of {clause:?} is a text, a number, true, false or a list of numbers"
                ))
            })?;
            Ok((clause.clone(), value))
        };
        self.set.iter().flatten().map(change).collect()
    }
}

impl From<GameSpec> for KnownRules {
    fn from(spec: GameSpec) -> Self {
        Self { spec, description: None, source: None }
    }
}

impl KnownRules {
    /// The rules, explained.
    pub(crate) fn explained(&self) -> ExplainedRules {
        ExplainedRules::new(&self.spec, self.description.clone(), self.source.clone())
    }
}

impl Asked {
    /// Reads the position, and the moves if there are any.
    pub(crate) fn question(&self, spec: &GameSpec) -> Result<tihbat::answer::Question, Refusal> {
        Ok(tihbat::answer::Question::parse(spec, self.position.as_deref(), self.moves.as_deref())?)
    }

    /// Reads the position and the moves as a game.
    pub(crate) fn game(&self, spec: &GameSpec) -> Result<tihbat::Game, Refusal> {
        let moves = self.moves.as_deref().unwrap_or_default();
        Ok(tihbat::answer::Question::game(spec, self.position.as_deref(), moves)?)
    }
}
