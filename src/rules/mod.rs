//! The clauses of a game as data
//!
//! A game of this family is a set of clauses. Tihbat, Modiar and Awari are three constants of one type, and no code asks
//! for the name of a game. There are two groups of clauses. A table depends on the [`Clauses`]: the number of pits, and
//! the rules of moves, captures and ends. [`Rules`] add the start board and the opening rule (whether the first move of
//! the game captures). One table therefore serves every start board whose layers it holds.
//!
//! Each clause has a name and a value that can be written as text. [`Rules::entries`] and [`Rules::set`] are the only
//! mapping between text and data; `rules::file` uses them. [`Clauses::entries`] and [`Clauses::set`] are the part of it
//! that the header of a table uses.

mod about;
mod built_in;
mod clause;
mod clauses;
mod error;
#[cfg(feature = "toml")]
pub mod file;
mod start;

use crate::board::{Board, Seeds};
use crate::shape::MAX_SEEDS;

pub use about::{ABOUT_GAMES, AboutGame, toml};
pub use built_in::{AWARI, BUILT_IN, MODIAR, TIHBAT};
pub use clause::{Chain, Counts, Feeding, First, GrandSlam, NoMove, OriginOnLaps, Place, Repetition};
pub use clauses::Clauses;
pub use error::{RulesError, did_you_mean};
pub use start::Start;

/// The rules of a whole game: the clauses that its table depends on, the start board, and the opening rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The clauses that a table depends on.
    pub clauses: Clauses,
    /// `seeds_per_pit` or `start`: the board at the start.
    pub start: Start,
    /// `capture.on_first_move`: whether the first move of the game captures.
    pub captures_on_first_move: bool,
}

impl Rules {
    /// The names of all clauses, in the order of [`Rules::entries`]. A game has either `seeds_per_pit` or `start`.
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

    /// Returns the name and the value of every clause, as text, in a fixed order.
    pub fn entries(&self) -> Vec<(&'static str, String)> {
        let mut entries = Vec::from(self.clauses.entries());
        entries.push((self.start.clause(), self.start.to_string()));
        entries.push(("capture.on_first_move", self.captures_on_first_move.to_string()));
        entries.sort_by_key(|(name, _)| Self::CLAUSES.iter().position(|clause| clause == name));
        entries
    }

    /// Sets the clause called `name` to a value given as text. [`Rules::check`] then tells whether the clauses still fit
    /// together.
    ///
    /// # Errors
    /// If there is no such clause, if it has no such value, or if the solver cannot solve games with this value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), RulesError> {
        match name {
            "seeds_per_pit" => {
                self.start = Start::SeedsPerPit(clause::number("seeds_per_pit", value, 1, MAX_SEEDS)?);
            }
            "start" => self.start = Start::parse(value)?,
            "capture.on_first_move" => {
                self.captures_on_first_move = value.parse().map_err(|_| RulesError::Value {
                    clause: "capture.on_first_move",
                    found: value.to_owned(),
                    expected: "true or false".to_owned(),
                })?;
            }
            _ if name.contains("majority") => return Err(RulesError::Majority { found: name.to_owned() }),
            _ if Self::CLAUSES.contains(&name) => self.clauses.set(name, value)?,
            _ => return Err(RulesError::Clause { found: name.to_owned(), expected: Self::CLAUSES.join(", ") }),
        }
        Ok(())
    }

    /// The same game on a board of another size.
    ///
    /// # Errors
    /// If this is not 1 to 8 pits a side with 1 to 127 seeds in all.
    pub fn resized(mut self, pits: u8, seeds_per_pit: u8) -> Result<Self, RulesError> {
        self.set("pits", &pits.to_string())?;
        self.set("seeds_per_pit", &seeds_per_pit.to_string())?;
        self.check()?;
        Ok(self)
    }

    /// Whether the clauses fit together.
    ///
    /// # Errors
    /// The clause that does not fit, by name.
    pub fn check(&self) -> Result<(), RulesError> {
        self.clauses.check()?;
        self.start.check(self.clauses.pits)
    }

    /// The start board.
    ///
    /// # Panics
    /// If the rules do not pass [`Rules::check`].
    pub fn start(&self) -> Board {
        self.start.board(self.clauses.pits)
    }

    /// The number of seeds in the game.
    pub fn seeds(&self) -> Seeds {
        self.start().total()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_games_fit_together() {
        for (name, rules) in BUILT_IN {
            assert_eq!(rules.check(), Ok(()), "{name}");
        }
        assert_eq!(BUILT_IN.map(|(_, rules)| rules.seeds().count()), [28, 42, 48]);
    }

    #[test]
    fn clauses_survive_their_own_words() {
        let started = Rules { start: Start::parse("2,1,0,0").expect("a board"), ..TIHBAT };
        for rules in BUILT_IN.into_iter().map(|(_, rules)| rules).chain([started]) {
            let mut copy = AWARI;
            for (name, value) in rules.entries() {
                copy.set(name, &value).expect("a clause's own words");
            }
            assert_eq!(copy, rules);
        }
    }

    #[test]
    fn every_clause_is_named_once_and_can_be_set() {
        let mut names: Vec<_> = TIHBAT.entries().into_iter().map(|(name, _)| name).collect();
        names.insert(2, "start");
        assert_eq!(names, Rules::CLAUSES);
        for name in Rules::CLAUSES {
            let error = TIHBAT.clone().set(name, "?").expect_err("no clause has that value");
            assert_eq!(error.clauses(), [name]);
        }
    }

    #[test]
    fn an_end_at_a_majority_is_refused_with_its_reason() {
        let error = TIHBAT.clone().set("end.majority", "true").expect_err("not known").to_string();
        assert!(error.contains("captured so far"), "{error}");
    }

    #[test]
    fn a_start_board_has_the_pits_of_its_game() {
        let rules = Rules { start: Start::parse("[2, 1, 0, 0]").expect("a board"), ..TIHBAT };
        assert_eq!((rules.start().to_string(), rules.seeds().count()), ("2-1-0-0".to_owned(), 3));
        assert!(matches!(Rules { start: rules.start, ..MODIAR }.check(), Err(RulesError::StartPits { .. })));
        for bad in ["", "0,0,0,0", "1,2,3", "127,1", "1,x", "1,-1", "-1,2"] {
            assert!(matches!(Start::parse(bad), Err(RulesError::Value { .. })), "{bad}");
        }
    }

    #[test]
    fn a_wrong_word_is_refused_with_the_right_ones() {
        let mut clauses = TIHBAT.clauses;
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
        let mut clauses = TIHBAT.clauses;
        clauses.grand_slam = GrandSlam::Forbidden;
        let error = clauses.check().expect_err("no capture there").to_string();
        assert!(error.starts_with("grand_slam = forbidden does not fit with capture.where = own"), "{error}");
    }

    #[test]
    fn more_seeds_than_a_margin_can_count_are_refused() {
        assert!(matches!(AWARI.resized(8, 8), Err(RulesError::TooManySeeds { seeds: 128, .. })));
        assert_eq!(TIHBAT.resized(1, 63).map(|rules| rules.seeds().count()), Ok(126));
    }
}
