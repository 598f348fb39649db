//! The clauses that a table depends on

use crate::board::Seeds;
use crate::shape::{Any, MAX_ROW, MAX_SEEDS};
use crate::value::TableKind;

use super::clause::{
    CaptureCounts, Chain, Feeding, First, GrandSlam, NoMove, OriginOnLaps, Place, Repetition, number, range,
};
use super::error::RulesError;

/// The clauses that a table depends on. They are checked: each has a legal value, and they fit together.
///
/// A set of clauses is made from another one:
///
/// ```
/// use tihbat::rules::{Chain, TIHBAT};
///
/// let clauses = TIHBAT.clauses().with(|draft| {
///     draft.pits = 3;
///     draft.chain = Chain::Backwards;
/// })?;
/// assert_eq!(clauses.pits(), 3);
/// assert!(clauses.with(|draft| draft.pits = 200).is_err());
/// # Ok::<(), tihbat::rules::RulesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Clauses(pub(super) ClausesDraft);

/// Clauses that are being changed: every field can be set, and [`ClausesDraft::check`] makes them [`Clauses`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClausesDraft {
    /// `pits`: pits a side, 1 to 8.
    pub pits: u8,
    /// `sowing.first`.
    pub first: First,
    /// `sowing.origin_on_laps`.
    pub origin_on_laps: OriginOnLaps,
    /// `lift.min`: the smallest number of seeds that a pit must hold to be lifted, 1 to 127.
    pub lift_min: u8,
    /// `capture.counts`.
    pub counts: CaptureCounts,
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

/// Declares a method that reads a clause.
macro_rules! read {
    ($($(#[$about:meta])* $name:ident: $kind:ty,)+) => {
        $($(#[$about])*
        #[inline]
        pub const fn $name(&self) -> $kind {
            self.0.$name
        })+
    };
}

impl Clauses {
    /// The names of the clauses in the order of [`Clauses::entries`].
    pub const NAMES: [&'static str; 11] = [
        "pits",
        "sowing.first",
        "sowing.origin_on_laps",
        "lift.min",
        "capture.counts",
        "capture.where",
        "capture.chain",
        "feeding",
        "grand_slam",
        "no_move",
        "repetition",
    ];

    read! {
        /// `pits`: pits a side, 1 to 8.
        pits: u8,
        /// `sowing.first`.
        first: First,
        /// `sowing.origin_on_laps`.
        origin_on_laps: OriginOnLaps,
        /// `capture.counts`.
        counts: CaptureCounts,
        /// `capture.where`.
        place: Place,
        /// `capture.chain`.
        chain: Chain,
        /// `feeding`.
        feeding: Feeding,
        /// `grand_slam`.
        grand_slam: GrandSlam,
        /// `no_move`.
        no_move: NoMove,
        /// `repetition`.
        repetition: Repetition,
    }

    /// `lift.min`: the fewest seeds that a pit must hold to be lifted, 1 to 127.
    #[inline]
    pub const fn lift_min(&self) -> Seeds {
        Seeds::from_byte(self.0.lift_min)
    }

    /// The shape of a board.
    pub fn shape(&self) -> Any {
        Any::new(usize::from(self.pits())).expect("checked clauses have a legal number of pits")
    }

    /// Which numbers a table of these clauses holds of each board.
    ///
    /// ```
    /// use tihbat::rules::TIHBAT;
    /// use tihbat::value::TableKind;
    ///
    /// assert_eq!(TIHBAT.clauses().kind(), TableKind::Margins);
    /// assert_eq!(TIHBAT.clauses().changed("repetition", "open")?.kind(), TableKind::Bounds);
    /// # Ok::<(), tihbat::rules::RulesError>(())
    /// ```
    pub const fn kind(&self) -> TableKind {
        match self.repetition() {
            Repetition::Split => TableKind::Margins,
            Repetition::Open | Repetition::OwnRow => TableKind::Bounds,
        }
    }

    /// The clauses that the header of a table names. Bounds do not depend on what a repetition pays, so one table serves
    /// `open` and `own_row`, and it names `open`.
    pub const fn of_table(mut self) -> Self {
        if matches!(self.repetition(), Repetition::OwnRow) {
            self.0.repetition = Repetition::Open;
        }
        self
    }

    /// The clauses as a draft that can be changed.
    pub const fn draft(self) -> ClausesDraft {
        self.0
    }

    /// These clauses with changes.
    ///
    /// # Errors
    /// The clause that has no such value, or the two that do not fit together, by name.
    pub fn with(self, change: impl FnOnce(&mut ClausesDraft)) -> Result<Self, RulesError> {
        let mut draft = self.draft();
        change(&mut draft);
        draft.check()
    }

    /// Returns these clauses with the clause called `name` set to a value given as text.
    ///
    /// # Errors
    /// If there is no such clause, or it has no such value, or it does not fit with another clause.
    pub fn changed(self, name: &str, value: &str) -> Result<Self, RulesError> {
        let mut draft = self.draft();
        draft.set(name, value)?;
        draft.check()
    }

    /// Returns the name and the value of every clause, as text, in a fixed order.
    pub fn entries(&self) -> [(&'static str, String); 11] {
        let values = [
            self.pits().to_string(),
            self.first().to_string(),
            self.origin_on_laps().to_string(),
            self.lift_min().to_string(),
            self.counts().to_string(),
            self.place().to_string(),
            self.chain().to_string(),
            self.feeding().to_string(),
            self.grand_slam().to_string(),
            self.no_move().to_string(),
            self.repetition().to_string(),
        ];
        let mut values = values.into_iter();
        Self::NAMES.map(|name| (name, values.next().expect("a value for each name")))
    }
}

impl ClausesDraft {
    /// Sets the clause called `name` to a value given as text. Whether the clauses fit together is
    /// checked later, by [`ClausesDraft::check`].
    ///
    /// # Errors
    /// If there is no such clause, or it has no such value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), RulesError> {
        match name {
            "pits" => self.pits = number("pits", value, 1, MAX_ROW as u8)?,
            "sowing.first" => self.first = First::parse("sowing.first", value)?,
            "sowing.origin_on_laps" => self.origin_on_laps = OriginOnLaps::parse("sowing.origin_on_laps", value)?,
            "lift.min" => self.lift_min = number("lift.min", value, 1, MAX_SEEDS)?,
            "capture.counts" => self.counts = CaptureCounts::parse(value)?,
            "capture.where" => self.place = Place::parse("capture.where", value)?,
            "capture.chain" => self.chain = Chain::parse("capture.chain", value)?,
            "feeding" => self.feeding = Feeding::parse("feeding", value)?,
            "grand_slam" => self.grand_slam = GrandSlam::parse("grand_slam", value)?,
            "no_move" => self.no_move = NoMove::parse("no_move", value)?,
            "repetition" => self.repetition = Repetition::parse("repetition", value)?,
            _ => {
                return Err(RulesError::Clause { found: name.to_owned(), expected: Clauses::NAMES.join(", ") });
            }
        }
        Ok(())
    }

    /// The clauses, if each has a legal value and they fit together.
    ///
    /// # Errors
    /// The clause that has no such value, or the two that do not fit together, by name.
    pub fn check(self) -> Result<Clauses, RulesError> {
        range("pits", self.pits, 1, MAX_ROW as u8)?;
        range("lift.min", self.lift_min, 1, MAX_SEEDS)?;
        let slam = self.grand_slam != GrandSlam::Allowed;
        if slam && self.place == Place::Own {
            return Err(RulesError::Conflict {
                one: format!("grand_slam = {}", self.grand_slam),
                other: "capture.where = own".to_owned(),
                why: "nothing is ever captured in the opponent's row, so only grand_slam = allowed makes sense",
            });
        }
        if self.no_move == NoMove::Split && self.repetition != Repetition::Split {
            return Err(RulesError::Conflict {
                one: "no_move = split".to_owned(),
                other: format!("repetition = {}", self.repetition),
                why: "an ended board would pay half seeds if the number of seeds is odd, and bounds count whole seeds",
            });
        }
        Ok(Clauses(self))
    }
}
