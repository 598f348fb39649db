//! The questions that a page can ask, as JSON

use serde_json::{Map, Value};
use tihbat::answer::ExplainedRules;
use tihbat::store::{Change, GameSpec};

use crate::fields::Fields;
use crate::refusal::Refusal;

/// A question. The field `do` of its JSON is the name of one of these, in small letters.
#[derive(Debug)]
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
    Judge { record: Option<String>, asked: Asked },
    /// Read a record.
    Record { record: String },
    /// Write a record.
    Ogn { asked: Asked, tags: Option<Map<String, Value>> },
    /// What does a partner play?
    Partner { asked: Asked, strength: Option<u8>, seed: Option<u64> },
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
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) position: Option<String>,
    pub(crate) moves: Option<String>,
}

/// Names rules: a built-in game, or the text of a rules file, with clauses changed.
#[derive(Debug)]
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
        let mut fields = Fields::parse(json)?;
        let name = fields.needed("do", Fields::text)?;
        Ok(match name.as_str() {
            "games" => Self::Games,
            "rules" => Self::Rules { rules: AskedRules::of(&mut fields)? },
            "solve" => Self::Solve {
                rules: AskedRules::of(&mut fields)?,
                max_seeds: fields.whole("max_seeds")?,
                memory: fields.needed("memory", Fields::whole)?,
            },
            "open" => {
                let rules = fields.object("rules")?.map(AskedRules::new).transpose()?;
                Self::Open { rules, memory: fields.needed("memory", Fields::whole)? }
            }
            "value" => {
                Self::Value { rules: AskedRules::of(&mut fields)?, memory: fields.needed("memory", Fields::whole)? }
            }
            "position" => Self::Position(Asked::of(&mut fields)?),
            "line" => Self::Line(Asked::of(&mut fields)?),
            "game" => Self::Game(Asked::of(&mut fields)?),
            "judge" => Self::Judge { record: fields.text("record")?, asked: Asked::of(&mut fields)? },
            "record" => Self::Record { record: fields.needed("record", Fields::text)? },
            "ogn" => Self::Ogn { asked: Asked::of(&mut fields)?, tags: fields.object("tags")?.map(Fields::rest) },
            "partner" => Self::Partner {
                asked: Asked::of(&mut fields)?,
                strength: fields.whole("strength")?,
                seed: fields.whole("seed")?,
            },
            "layers" => Self::Layers,
            "bytes" => Self::Bytes,
            "puzzles" => Self::Puzzles {
                count: fields.whole("count")?,
                seed: fields.whole("seed")?,
                seeds: fields.pair("seeds")?,
                grade: fields.pair("grade")?,
            },
            "random" => Self::Random { seed: fields.whole("seed")?, seeds: fields.pair("seeds")? },
            "traps" => Self::Traps { count: fields.whole("count")?, seeds: fields.pair("seeds")? },
            "longest" => Self::Longest { count: fields.whole("count")?, seeds: fields.pair("seeds")? },
            _ => return Err(Refusal::question(format!("no question is named {name:?}"))),
        })
    }
}

impl AskedRules {
    /// Reads the field `rules`, which a question needs.
    fn of(fields: &mut Fields) -> Result<Self, Refusal> {
        fields.needed("rules", Fields::object).and_then(Self::new)
    }

    fn new(mut fields: Fields) -> Result<Self, Refusal> {
        let rules = Self {
            game: fields.text("game")?,
            text: fields.text("text")?,
            set: fields.object("set")?.map(Fields::rest),
        };
        // A misspelt field would be rules that nobody asked about.
        match fields.rest().keys().next() {
            Some(name) => {
                Err(Refusal::question(format!("unknown field `{name}` of rules, expected `game`, `text` or `set`")))
            }
            None => Ok(rules),
        }
    }

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
    fn of(fields: &mut Fields) -> Result<Self, Refusal> {
        Ok(Self { position: fields.text("position")?, moves: fields.text("moves")? })
    }

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
