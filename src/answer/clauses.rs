//! The rules of a game for a page: every clause with its meaning, its values and its source

use serde::Serialize;

use crate::position::Position;
use crate::rules::{ABOUT_GAMES, AboutClause, AboutGame, BUILT_IN, Rules};
use crate::solve::{Plan, SolveTarget};
use crate::store::GameSpec;
use crate::value::TableKind;

/// The rules of a game, explained.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExplainedRules {
    /// The name, with every change.
    pub game: String,
    /// The built-in game that they are based on; null if there is none.
    pub base: Option<&'static str>,
    /// The name for people.
    pub title: String,
    /// What kind of game it is; null if nobody said it.
    pub description: Option<String>,
    /// Where the rules are from; null if nobody said it.
    pub source: Option<String>,
    /// The clauses in their order.
    pub clauses: Vec<ExplainedClause>,
    /// Pits a side.
    pub pits: u8,
    /// Seeds in all.
    pub seeds: usize,
    /// The start.
    pub start: String,
    /// `margins`, or `bounds` if the rules leave open what a repetition pays.
    pub kind: &'static str,
    /// Whether the first move of the game captures nothing.
    pub opening_rule: bool,
    /// Boards of the whole table; null if they are more than 64 bits can count, as for memory.
    pub boards: Option<u64>,
    /// Bytes of memory that a solve takes at most.
    pub memory: Option<u64>,
    /// Seconds that a solve takes on one thread, very roughly.
    pub seconds: f64,
    /// The rules file.
    pub toml: String,
}

/// A clause with its value in a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ExplainedClause {
    /// Its name.
    pub name: &'static str,
    /// Its meaning.
    pub meaning: &'static str,
    /// Its value.
    pub value: String,
    /// The meaning of this value; null if it is a number.
    pub value_meaning: Option<&'static str>,
    /// The source for this value in the built-in game of the same clause; null if that game has another value.
    pub source: Option<&'static str>,
    /// All values that have a name; none if the values are numbers.
    pub values: Vec<ExplainedValue>,
}

/// A value of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ExplainedValue {
    /// Its name.
    pub value: &'static str,
    /// Its meaning.
    pub meaning: &'static str,
}

/// The meanings of the values of `capture.on_first_move`, which rules files write without quotes.
const FIRST_MOVE: [(&str, &str); 2] =
    [("true", "the first move captures like any other."), ("false", "the first move captures nothing.")];

impl ExplainedClause {
    fn new(name: &'static str, value: String, like: Option<(&Rules, &AboutGame)>) -> Self {
        let about = AboutClause::of(name);
        let values = about.values.iter().chain(FIRST_MOVE.iter().filter(|_| name == "capture.on_first_move"));
        let values: Vec<_> = values.map(|&(value, meaning)| ExplainedValue { value, meaning }).collect();
        let source = like.and_then(|(rules, game)| {
            let same = rules.entries().contains(&(name, value.clone()));
            game.source_of(name).filter(|_| same)
        });
        let value_meaning = values.iter().find(|known| known.value == value).map(|known| known.meaning);
        Self { name, meaning: about.meaning, value, value_meaning, source, values }
    }
}

impl ExplainedRules {
    /// The rules of a game spec. What kind of game it is and where its rules are from comes from its rules file; of a built-in
    /// game without changes it is known.
    pub fn new(spec: &GameSpec, description: Option<String>, source: Option<String>) -> Self {
        let rules = &spec.rules;
        let like = BUILT_IN.iter().zip(&ABOUT_GAMES).find(|((name, _), _)| *name == spec.base());
        let like = like.map(|((_, rules), about)| (rules, about));
        let itself = like.filter(|(_, about)| about.name == spec.name).map(|(_, about)| about);
        let plan = Plan::new(rules.clauses(), rules.seeds(), 1);
        let counted = |number| (number < u64::MAX).then_some(number);
        let (first, rest) = spec.name.split_at(spec.name.chars().next().map_or(0, char::len_utf8));
        Self {
            game: spec.name.clone(),
            base: like.map(|(_, about)| about.name),
            title: first.to_uppercase() + rest,
            description: description.or(itself.map(|about| about.description.to_owned())),
            source: source.or(itself.map(|about| about.source.to_owned())),
            clauses: rules.entries().into_iter().map(|(name, value)| ExplainedClause::new(name, value, like)).collect(),
            pits: rules.clauses().pits(),
            seeds: rules.seeds().count(),
            start: Position::start(rules).to_string(),
            kind: match rules.clauses().kind() {
                TableKind::Margins => "margins",
                TableKind::Bounds => "bounds",
            },
            opening_rule: rules.has_opening_rule(),
            boards: counted(plan.boards()),
            memory: counted(plan.memory(SolveTarget::Memory)),
            seconds: plan.seconds(),
            toml: spec.toml(),
        }
    }
}
