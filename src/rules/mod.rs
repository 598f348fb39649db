//! The clauses of a game as data
//!
//! A game of this family is nothing but a set of clauses; Tihbat, Modiar and Awari are three constants of one type,
//! and no code asks for a game's name. The clauses fall in two groups. [`Clauses`] are those that a table depends on:
//! the pits a side and how moves, captures and ends go. [`Rules`] add what only a game from its first move needs: the
//! start board, and whether the very first move captures. One table therefore serves every start it has the layers
//! for.
//!
//! Each clause has a name and a value in words. [`Clauses::entries`] and [`Clauses::set`] are the one mapping between
//! words and data; the header of a table uses it too.

mod clause;
mod error;

use crate::board::{Board, BoardError, Seeds};
use crate::shape::{Any, MAX_ROW, MAX_SEEDS};

pub use clause::{Chain, Counts, Feeding, First, GrandSlam, NoMove, OriginOnLaps, Place, Repetition};
pub use error::RulesError;

/// The clauses that a table depends on, checked to fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clauses {
    /// `pits`: pits a side, 1 to 8.
    pub pits: u8,
    /// `sowing.first`.
    pub first: First,
    /// `sowing.origin_on_laps`.
    pub origin_on_laps: OriginOnLaps,
    /// `lift.min`: the fewest seeds that a pit must hold to be lifted, 1 to 127.
    pub lift_min: u8,
    /// `capture.counts`.
    pub counts: Counts,
    /// `capture.where`.
    pub place: Place,
    /// `capture.chain`.
    pub chain: Chain,
    /// `feeding`.
    pub feeding: Feeding,
    /// `grand_slam`.
    pub grand_slam: GrandSlam,
    /// `no_move`.
    pub no_move: NoMove,
    /// `repetition`.
    pub repetition: Repetition,
}

impl Clauses {
    /// The shape of a board.
    pub fn shape(&self) -> Any {
        Any::new(usize::from(self.pits)).expect("checked clauses have a legal number of pits")
    }

    /// Every clause by name, with its value in words, in a fixed order.
    pub fn entries(&self) -> [(&'static str, String); 11] {
        [
            ("pits", self.pits.to_string()),
            ("sowing.first", self.first.name().to_owned()),
            ("sowing.origin_on_laps", self.origin_on_laps.name().to_owned()),
            ("lift.min", self.lift_min.to_string()),
            ("capture.counts", self.counts.to_string()),
            ("capture.where", self.place.name().to_owned()),
            ("capture.chain", self.chain.name().to_owned()),
            ("feeding", self.feeding.name().to_owned()),
            ("grand_slam", self.grand_slam.name().to_owned()),
            ("no_move", self.no_move.name().to_owned()),
            ("repetition", self.repetition.name().to_owned()),
        ]
    }

    /// Changes the clause called `name` to the value that `value` says in words; [`Clauses::check`] tells afterwards
    /// whether the clauses still fit together.
    ///
    /// # Errors
    /// If there is no such clause, or it has no such value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), RulesError> {
        let number = |clause, least: u8, most: u8| {
            value.parse().ok().filter(|number| (least..=most).contains(number)).ok_or_else(|| RulesError::Value {
                clause,
                found: value.to_owned(),
                expected: format!("a number from {least} to {most}"),
            })
        };
        match name {
            "pits" => self.pits = number("pits", 1, MAX_ROW as u8)?,
            "sowing.first" => self.first = First::parse("sowing.first", value)?,
            "sowing.origin_on_laps" => self.origin_on_laps = OriginOnLaps::parse("sowing.origin_on_laps", value)?,
            "lift.min" => self.lift_min = number("lift.min", 1, MAX_SEEDS)?,
            "capture.counts" => self.counts = Counts::parse(value)?,
            "capture.where" => self.place = Place::parse("capture.where", value)?,
            "capture.chain" => self.chain = Chain::parse("capture.chain", value)?,
            "feeding" => self.feeding = Feeding::parse("feeding", value)?,
            "grand_slam" => self.grand_slam = GrandSlam::parse("grand_slam", value)?,
            "no_move" => self.no_move = NoMove::parse("no_move", value)?,
            "repetition" => self.repetition = Repetition::parse("repetition", value)?,
            _ => {
                let known = self.entries().map(|(known, _)| known).join(", ");
                return Err(RulesError::Clause { found: name.to_owned(), expected: known });
            }
        }
        Ok(())
    }

    /// Whether the clauses fit together.
    ///
    /// # Errors
    /// The two clauses that do not, by name.
    pub fn check(&self) -> Result<(), RulesError> {
        let slam = self.grand_slam != GrandSlam::Allowed;
        if slam && self.place == Place::Own {
            return Err(RulesError::Conflict {
                one: format!("grand_slam = {}", self.grand_slam.name()),
                other: "capture.where = own".to_owned(),
                why: "nothing is ever captured in the opponent's row, so only grand_slam = allowed makes sense",
            });
        }
        Ok(())
    }
}

/// A whole game: the clauses of its table, the start board, and the clause about the very first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// What a table depends on.
    pub clauses: Clauses,
    /// `seeds_per_pit`: seeds in every pit at the start, at least 1, and at most 127 on the whole board.
    pub seeds_per_pit: u8,
    /// `capture.on_first_move`: whether the first move of the game captures.
    pub captures_on_first_move: bool,
}

/// Tihbat: 2 x 2 pits, 7 seeds a pit, as played by children of Taourirt, north-eastern Morocco.
pub const TIHBAT: Rules = Rules {
    clauses: Clauses {
        pits: 2,
        first: First::Origin,
        origin_on_laps: OriginOnLaps::Sown,
        lift_min: 1,
        counts: Counts::of(&[2, 4, 6, 8]),
        place: Place::Own,
        chain: Chain::None,
        feeding: Feeding::None,
        grand_slam: GrandSlam::Allowed,
        no_move: NoMove::Pass,
        repetition: Repetition::Split,
    },
    seeds_per_pit: 7,
    captures_on_first_move: true,
};

/// Modiar: 2 x 3 pits, 7 seeds a pit, as played by children around Tangier, northern Morocco.
pub const MODIAR: Rules = Rules {
    clauses: Clauses {
        pits: 3,
        first: First::Origin,
        origin_on_laps: OriginOnLaps::Sown,
        lift_min: 2,
        counts: Counts::of(&[2, 4, 6]),
        place: Place::Both,
        chain: Chain::Backwards,
        feeding: Feeding::IfAble,
        grand_slam: GrandSlam::Forbidden,
        no_move: NoMove::OwnRow,
        repetition: Repetition::Split,
    },
    seeds_per_pit: 7,
    captures_on_first_move: false,
};

/// Awari: 2 x 6 pits, 4 seeds a pit, by the rules under which its tables were published (T. R. Lincke, thesis ETH
/// 14701, 2002).
pub const AWARI: Rules = Rules {
    clauses: Clauses {
        pits: 6,
        first: First::Next,
        origin_on_laps: OriginOnLaps::Skipped,
        lift_min: 1,
        counts: Counts::of(&[2, 3]),
        place: Place::Opponent,
        chain: Chain::Backwards,
        feeding: Feeding::IfAble,
        grand_slam: GrandSlam::ForbiddenUnlessOnly,
        no_move: NoMove::OpponentTakes,
        repetition: Repetition::Split,
    },
    seeds_per_pit: 4,
    captures_on_first_move: true,
};

/// The built-in games by name.
pub const BUILT_IN: [(&str, Rules); 3] = [("tihbat", TIHBAT), ("modiar", MODIAR), ("awari", AWARI)];

impl Rules {
    /// The same game on a board of another size.
    ///
    /// # Errors
    /// If that is not 1 to 8 pits a side with 1 to 127 seeds in all.
    pub fn resized(mut self, pits: u8, seeds_per_pit: u8) -> Result<Self, RulesError> {
        self.clauses.set("pits", &pits.to_string())?;
        self.seeds_per_pit = seeds_per_pit;
        self.check()?;
        Ok(self)
    }

    /// Whether the clauses fit together.
    ///
    /// # Errors
    /// The clause that does not fit, by name.
    pub fn check(&self) -> Result<(), RulesError> {
        self.clauses.check()?;
        let seeds = 2 * usize::from(self.clauses.pits) * usize::from(self.seeds_per_pit);
        if seeds == 0 {
            return Err(RulesError::Value {
                clause: "seeds_per_pit",
                found: "0".to_owned(),
                expected: "at least 1".to_owned(),
            });
        }
        if seeds > usize::from(MAX_SEEDS) {
            return Err(RulesError::TooManySeeds { pits: self.clauses.pits, seeds_per_pit: self.seeds_per_pit, seeds });
        }
        Ok(())
    }

    /// The start board.
    ///
    /// # Panics
    /// If the rules do not pass [`Rules::check`].
    pub fn start(&self) -> Board {
        let pits = vec![self.seeds_per_pit; 2 * usize::from(self.clauses.pits)];
        Board::new(&pits).unwrap_or_else(|error: BoardError| panic!("unchecked rules: {error}"))
    }

    /// All seeds of the game.
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
        for (_, rules) in BUILT_IN {
            let mut copy = TIHBAT.clauses;
            for (name, value) in rules.clauses.entries() {
                copy.set(name, &value).expect("a clause's own words");
            }
            assert_eq!(copy, rules.clauses);
        }
    }

    #[test]
    fn a_wrong_word_is_refused_with_the_right_ones() {
        let mut clauses = TIHBAT.clauses;
        let error = clauses.set("repetition", "own_row").expect_err("only split is known").to_string();
        assert_eq!(error, "repetition cannot be \"own_row\"; it is one of: split");
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
