//! The rules of a whole game, checked, and a draft of them
//!
//! The two types are made from each other: a draft is what [`Rules`] are changed through, and it becomes rules again only
//! if every clause has a legal value and the clauses fit together.

use std::fmt;

use crate::board::{Board, Seeds};
use crate::shape::MAX_SEEDS;

use super::clause::number;
use super::clauses::{Clauses, ClausesDraft};
use super::error::RulesError;
use super::meaning::meaning;
use super::start::Start;

/// The rules of a whole game: the clauses that its table depends on, the start board, and the opening rule. They are
/// checked: each clause has a legal value, and the clauses fit together.
///
/// ```
/// use tihbat::rules::TIHBAT;
///
/// let rules = TIHBAT.changed("pits", "3")?.with(|draft| draft.captures_on_first_move = false)?;
/// assert_eq!(rules.start().to_string(), "7-7-7-7-7-7");
/// # Ok::<(), tihbat::rules::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    pub(super) clauses: Clauses,
    pub(super) start: Start,
    pub(super) captures_on_first_move: bool,
}

impl Rules {
    /// The names of all clauses in the order of [`Rules::entries`]. A game has either `seeds_per_pit` or `start`.
    pub const CLAUSES: [&'static str; 14] = [
        "pits",
        "seeds_per_pit",
        "start",
        "sowing.first",
        "sowing.origin_on_laps",
        "lift.min",
        "capture.counts",
        "capture.where",
        "capture.chain",
        "capture.on_first_move",
        "feeding",
        "grand_slam",
        "no_move",
        "repetition",
    ];

    /// Returns the names of all values of a clause; empty for a clause whose values are numbers.
    pub fn values(clause: &str) -> Vec<&'static str> {
        match clause {
            "capture.on_first_move" => vec!["true", "false"],
            _ => meaning(clause).1.iter().map(|(value, _)| *value).collect(),
        }
    }

    /// A game with these clauses, from this start board, without an opening rule.
    ///
    /// # Errors
    /// If the start board does not fit the pits.
    pub fn new(clauses: Clauses, start: Start) -> Result<Self, RulesError> {
        RulesDraft { clauses: clauses.draft(), start, captures_on_first_move: true }.check()
    }

    /// The clauses that a table depends on.
    pub const fn clauses(&self) -> &Clauses {
        &self.clauses
    }

    /// `seeds_per_pit` or `start`: the clause about the board at the start.
    pub const fn start_clause(&self) -> Start {
        self.start
    }

    /// `capture.on_first_move`: whether the first move of the game captures.
    pub const fn captures_on_first_move(&self) -> bool {
        self.captures_on_first_move
    }

    /// Whether the game has an opening rule: its first move captures nothing.
    ///
    /// The start of such a game is a node of its own. The entry of its board in a table is the value of play *with*
    /// captures, so [`Table::probe`](crate::table::Table::probe) does not return the value of the game; for the start
    /// ask [`Analysis::value`](crate::analysis::Analysis::value).
    pub const fn has_opening_rule(&self) -> bool {
        !self.captures_on_first_move
    }

    /// The start board.
    pub fn start(&self) -> Board {
        self.start.board(self.clauses.pits())
    }

    /// All seeds of the game.
    pub fn seeds(&self) -> Seeds {
        self.start().total()
    }

    /// Returns the name and the value of every clause, as text, in a fixed order.
    pub fn entries(&self) -> Vec<(&'static str, String)> {
        let mut entries = Vec::from(self.clauses.entries());
        entries.push((self.start.clause(), self.start.to_string()));
        entries.push(("capture.on_first_move", self.captures_on_first_move.to_string()));
        entries.sort_by_key(|(name, _)| Self::CLAUSES.iter().position(|clause| clause == name));
        entries
    }

    /// The rules as a draft that can be changed.
    pub const fn draft(self) -> RulesDraft {
        RulesDraft {
            clauses: self.clauses.draft(),
            start: self.start,
            captures_on_first_move: self.captures_on_first_move,
        }
    }

    /// These rules with changes.
    ///
    /// # Errors
    /// The clause that has no such value, or that does not fit, by name.
    pub fn with(self, change: impl FnOnce(&mut RulesDraft)) -> Result<Self, RulesError> {
        let mut draft = self.draft();
        change(&mut draft);
        draft.check()
    }

    /// Returns these rules with the clause called `name` set to a value given as text.
    ///
    /// # Errors
    /// If there is no such clause, or it has no such value, or it does not fit, or the solver cannot solve games with this value.
    pub fn changed(self, name: &str, value: &str) -> Result<Self, RulesError> {
        let mut draft = self.draft();
        draft.set(name, value)?;
        draft.check()
    }

    /// The same game on a board of another size.
    ///
    /// # Errors
    /// If that is not 1 to 8 pits a side with 1 to 127 seeds in all.
    pub fn resized(self, pits: u8, seeds_per_pit: u8) -> Result<Self, RulesError> {
        self.with(|draft| {
            draft.clauses.pits = pits;
            draft.start = Start::SeedsPerPit(seeds_per_pit);
        })
    }
}

/// Every clause on a line of its own: `pits = 2`.
impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<_> = self.entries().iter().map(|(name, value)| format!("{name} = {value}")).collect();
        f.write_str(&lines.join("\n"))
    }
}

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
