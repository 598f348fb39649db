//! The clauses that a table depends on

use crate::shape::{Any, MAX_ROW, MAX_SEEDS};

use super::clause::{Chain, Counts, Feeding, First, GrandSlam, NoMove, OriginOnLaps, Place, Repetition, number};
use super::error::RulesError;

/// The clauses that a table depends on, checked to fit together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clauses {
    /// `pits`: pits a side, 1 to 8.
    pub pits: u8,
    /// `sowing.first`.
    pub first: First,
    /// `sowing.origin_on_laps`.
    pub origin_on_laps: OriginOnLaps,
    /// `lift.min`: the smallest number of seeds that a pit must hold to be lifted, 1 to 127.
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

    /// Returns the name and the value of every clause, as text, in a fixed order.
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

    /// Sets the clause called `name` to a value given as text. [`Clauses::check`] then tells whether the clauses still fit
    /// together.
    ///
    /// # Errors
    /// If there is no such clause, or it has no such value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), RulesError> {
        match name {
            "pits" => self.pits = number("pits", value, 1, MAX_ROW as u8)?,
            "sowing.first" => self.first = First::parse("sowing.first", value)?,
            "sowing.origin_on_laps" => self.origin_on_laps = OriginOnLaps::parse("sowing.origin_on_laps", value)?,
            "lift.min" => self.lift_min = number("lift.min", value, 1, MAX_SEEDS)?,
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
