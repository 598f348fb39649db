//! The clauses of a game as data
//!
//! A game of this family is a set of clauses. Tihbat, Modiar and Awari are three constants of one type, and no code asks
//! for the name of a game. There are two groups of clauses. A table depends on the [`Clauses`]: the number of pits, and
//! the rules of moves, captures and ends. [`Rules`] add the start board and the opening rule (whether the first move of
//! the game captures). One table therefore serves every start board whose layers it holds.
//!
//! Both are checked, so their fields are private. A draft makes other rules from them: its fields are public, and it is
//! checked at the end, see [`Rules::with`].
//!
//! Each clause has a name and a value that can be written as text. [`Rules::entries`] and [`RulesDraft::set`] are the only
//! mapping between text and data; `rules::file` uses them. [`Clauses::entries`] and [`ClausesDraft::set`] are the part of
//! it that the header of a table uses.

mod about;
mod built_in;
mod clause;
mod clauses;
mod draft;
mod error;
#[cfg(feature = "toml")]
pub mod file;
mod start;

use std::fmt;

use crate::board::{Board, Seeds};

pub use about::{ABOUT_GAMES, AboutGame, toml};
pub use built_in::{AWARI, BUILT_IN, MODIAR, TIHBAT};
pub use clause::{CaptureCounts, Chain, Feeding, First, GrandSlam, NoMove, OriginOnLaps, Place, Repetition};
pub use clauses::{Clauses, ClausesDraft};
pub use draft::RulesDraft;
pub use error::{RulesError, did_you_mean};
pub use start::Start;

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
    clauses: Clauses,
    start: Start,
    captures_on_first_move: bool,
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
            _ => about::about(clause).1.iter().map(|(value, _)| *value).collect(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_games_fit_together() {
        for (name, rules) in BUILT_IN {
            assert_eq!(rules.draft().check(), Ok(rules), "{name}");
        }
        assert_eq!(BUILT_IN.map(|(_, rules)| rules.seeds().count()), [28, 42, 48]);
    }

    #[test]
    fn clauses_survive_their_own_words() {
        let started = TIHBAT.changed("start", "2,1,0,0").expect("a board");
        for rules in BUILT_IN.into_iter().map(|(_, rules)| rules).chain([started]) {
            let mut copy = AWARI.draft();
            for (name, value) in rules.entries() {
                copy.set(name, &value).expect("a clause's own words");
            }
            assert_eq!(copy.check(), Ok(rules));
        }
    }

    #[test]
    fn every_clause_is_named_once_and_can_be_set() {
        let mut names: Vec<_> = TIHBAT.entries().into_iter().map(|(name, _)| name).collect();
        names.insert(2, "start");
        assert_eq!(names, Rules::CLAUSES);
        for name in Rules::CLAUSES {
            let error = TIHBAT.changed(name, "?").expect_err("no clause has that value");
            assert_eq!(error.clauses(), [name]);
        }
    }

    #[test]
    fn an_end_at_a_majority_is_refused_with_its_reason() {
        let error = TIHBAT.changed("end.majority", "true").expect_err("not known").to_string();
        assert!(error.contains("captured so far"), "{error}");
    }

    #[test]
    fn a_start_board_has_the_pits_of_its_game() {
        let rules = TIHBAT.changed("start", "[2, 1, 0, 0]").expect("a board");
        assert_eq!((rules.start().to_string(), rules.seeds().count()), ("2-1-0-0".to_owned(), 3));
        assert!(matches!(MODIAR.with(|draft| draft.start = rules.start), Err(RulesError::StartPits { .. })));
        for bad in ["", "0,0,0,0", "1,2,3", "127,1", "1,x", "1,-1", "-1,2"] {
            assert!(matches!(Start::parse(bad), Err(RulesError::Value { .. })), "{bad}");
        }
    }

    #[test]
    fn a_wrong_word_is_refused_with_the_right_ones() {
        let mut clauses = TIHBAT.clauses().draft();
        let error = clauses.set("lift.min", "none").expect_err("no number").to_string();
        assert_eq!(error, "lift.min cannot be \"none\"; it is a number from 1 to 127");
        let error = clauses.set("capture.chain", "forward").expect_err("no value").to_string();
        assert_eq!(error, "capture.chain cannot be \"forward\"; it is one of: none, backwards");
        let error = clauses.set("repetition", "own_row").expect_err("only split is known").to_string();
        assert!(error.starts_with("repetition cannot be \"own_row\"; it is one of: split"), "{error}");
        assert!(error.contains("the moves already played"), "{error}");
        assert!(matches!(clauses.set("lift.max", "3"), Err(RulesError::Clause { .. })));
        for (name, bad) in
            [("pits", "9"), ("pits", "0"), ("lift.min", "0"), ("capture.counts", "0,2"), ("capture.counts", "")]
        {
            assert!(matches!(clauses.set(name, bad), Err(RulesError::Value { .. })), "{name} = {bad}");
        }
    }

    #[test]
    fn clauses_that_contradict_each_other_are_refused_by_name() {
        let changed = TIHBAT.clauses().with(|draft| draft.grand_slam = GrandSlam::Forbidden);
        let error = changed.expect_err("no capture there").to_string();
        assert!(error.starts_with("grand_slam = forbidden does not fit with capture.where = own"), "{error}");
    }

    #[test]
    fn more_seeds_than_a_margin_can_count_are_refused() {
        assert!(matches!(AWARI.resized(8, 8), Err(RulesError::TooManySeeds { seeds: 128, .. })));
        assert_eq!(TIHBAT.resized(1, 63).map(|rules| rules.seeds().count()), Ok(126));
    }

    #[test]
    fn a_draft_becomes_rules_only_if_every_value_is_legal() {
        let refused = |change: fn(&mut RulesDraft)| TIHBAT.with(change).expect_err("no rules").clauses().join(" ");
        assert_eq!(refused(|draft| draft.clauses.pits = 200), "pits");
        assert_eq!(refused(|draft| draft.clauses.pits = 0), "pits");
        assert_eq!(refused(|draft| draft.clauses.lift_min = 0), "lift.min");
        assert_eq!(refused(|draft| draft.clauses.lift_min = 128), "lift.min");
        assert_eq!(refused(|draft| draft.start = Start::SeedsPerPit(0)), "seeds_per_pit");
        assert_eq!(refused(|draft| draft.start = Start::Board(Board::new(&[0; 4]).expect("a board"))), "start");
        assert_eq!((CaptureCounts::new(&[]), CaptureCounts::new(&[0]), CaptureCounts::new(&[128])), (None, None, None));
    }
}
