//! Built-in games by their clauses

use crate::rules::{self, Clauses, Rules};

/// The built-in game of that name on a board of `pits` pits a side, if these are its clauses.
pub(super) fn built_in_with(name: &str, clauses: &Clauses) -> Option<(&'static str, Rules)> {
    let same = |own: &Rules| own.clauses().with(|draft| draft.pits = clauses.pits()) == Ok(*clauses);
    rules::BUILT_IN.into_iter().find(|(known, own)| *known == name && same(own))
}
