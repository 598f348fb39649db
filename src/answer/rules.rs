//! Games and their rules

use serde::Serialize;

use crate::rules::{ABOUT_GAMES, BUILT_IN};
use crate::store::GameSpec;

use super::entries::Entries;

/// A built-in game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BuiltInAnswer {
    /// Its name.
    pub game: &'static str,
    /// Pits a side.
    pub pits: u8,
    /// Seeds in all.
    pub seeds: usize,
    /// What kind of game it is.
    pub description: &'static str,
    /// Where its rules are from.
    pub source: &'static str,
}

/// The rules of a game, clause by clause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RulesAnswer {
    /// The game.
    pub game: String,
    /// The clauses with their values.
    pub rules: Entries,
}

impl BuiltInAnswer {
    /// Every built-in game.
    pub fn all() -> Vec<Self> {
        let game = |((name, rules), about): (&(&'static str, crate::rules::Rules), &crate::rules::AboutGame)| Self {
            game: name,
            pits: rules.clauses().pits(),
            seeds: rules.seeds().count(),
            description: about.description,
            source: about.source,
        };
        BUILT_IN.iter().zip(&ABOUT_GAMES).map(game).collect()
    }
}

impl RulesAnswer {
    /// The rules of a game spec.
    pub fn new(spec: &GameSpec) -> Self {
        Self { game: spec.name.clone(), rules: spec.rules.entries().into_iter().collect() }
    }
}
