//! Rules that are being changed

use crate::shape::MAX_SEEDS;

use super::clause::number;
use super::error::RulesError;
use super::{ClausesDraft, Rules, Start};

/// Rules that are being changed: every field can be set, and [`RulesDraft::check`] makes them [`Rules`].
///
/// Several clauses can be changed one after the other, although they fit together only at the end:
///
/// ```
/// use tihbat::rules::TIHBAT;
///
/// let mut draft = TIHBAT.draft();
/// draft.set("pits", "1")?;
/// draft.set("start", "3,4")?;
/// assert_eq!(draft.check()?.seeds().count(), 7);
/// # Ok::<(), tihbat::rules::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RulesDraft {
    /// What a table depends on.
    pub clauses: ClausesDraft,
    /// `seeds_per_pit` or `start`: the board at the start.
    pub start: Start,
    /// `capture.on_first_move`: whether the first move of the game captures.
    pub captures_on_first_move: bool,
}

impl RulesDraft {
    /// Sets the clause called `name` to a value given as text. Whether the clauses fit together is
    /// checked later, by [`RulesDraft::check`].
    ///
    /// # Errors
    /// If there is no such clause, or it has no such value, or the solver cannot solve games with this value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), RulesError> {
        match name {
            "seeds_per_pit" => self.start = Start::SeedsPerPit(number("seeds_per_pit", value, 1, MAX_SEEDS)?),
            "start" => self.start = Start::parse(value)?,
            "capture.on_first_move" => {
                self.captures_on_first_move = value.parse().map_err(|_| RulesError::Value {
                    clause: "capture.on_first_move",
                    found: value.to_owned(),
                    expected: "true or false".to_owned(),
                })?;
            }
            _ if name.contains("majority") => return Err(RulesError::Majority { found: name.to_owned() }),
            _ if Rules::CLAUSES.contains(&name) => self.clauses.set(name, value)?,
            _ => return Err(RulesError::Clause { found: name.to_owned(), expected: Rules::CLAUSES.join(", ") }),
        }
        Ok(())
    }

    /// The rules, if each clause has a legal value and they fit together.
    ///
    /// # Errors
    /// The clause that has no such value, or that does not fit, by name.
    pub fn check(self) -> Result<Rules, RulesError> {
        let clauses = self.clauses.check()?;
        self.start.check(clauses.pits())?;
        Ok(Rules { clauses, start: self.start, captures_on_first_move: self.captures_on_first_move })
    }
}
