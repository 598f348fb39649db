//! What a position or a move is worth, in a game of either kind
//!
//! A margin, if the rules say what a repetition pays; otherwise bounds. Questions that are asked of both kinds, for example what a move
//! gave away, need only what both have: an order, and seeds that are certain.

use std::cmp::Ordering;

use crate::board::Seeds;

use super::bounds::Bounds;
use super::margin::Value;

/// What a position or a move is worth to the mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyValue {
    /// A margin with its distance.
    Margin(Value),
    /// What each side can force.
    Bounds(Bounds),
}

impl AnyValue {
    /// Returns the worth of a move for the mover, this ply counted. The move takes `captured` seeds, and `theirs` is the worth of its
    /// successor for the opponent. None if no board has such a worth, or a distance would be too long.
    pub fn of_move(captured: Seeds, theirs: Self) -> Option<Self> {
        match theirs {
            Self::Margin(theirs) => Value::of_move(captured, theirs).map(Self::Margin),
            Self::Bounds(theirs) => Bounds::of_move(captured, theirs).map(Self::Bounds),
        }
    }

    /// Which of two moves is better for the player who has them, of the same kind. See [`Value::compare`] and [`Bounds::compare`].
    pub fn compare(self, other: Self) -> Ordering {
        match (self, other) {
            (Self::Margin(one), Self::Margin(other)) => one.compare(other),
            (Self::Bounds(one), Self::Bounds(other)) => one.compare(other),
            (Self::Margin(_), Self::Bounds(_)) | (Self::Bounds(_), Self::Margin(_)) => {
                self.certain().cmp(&other.certain())
            }
        }
    }

    /// Returns the seeds that the mover is certain of minus those that the opponent is certain of, from here on: the margin, or F - G.
    /// From -127 to 127.
    pub fn certain(self) -> i32 {
        match self {
            Self::Margin(value) => i32::from(value.margin().seeds()),
            Self::Bounds(bounds) => bounds.forced.seeds().count() as i32 - bounds.forced_other.seeds().count() as i32,
        }
    }

    /// Returns what a move of worth `made` gives away on a position of this worth: the seeds by which it is less certain. Never less than 0.
    pub fn given_away(self, made: Self) -> u32 {
        (self.certain() - made.certain()).max(0) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{Distance, Margin};

    #[test]
    fn both_kinds_say_what_a_move_gives_away() {
        let margin = |seeds| AnyValue::Margin(Value::new(Margin::new(seeds).expect("in range"), Distance::ONE));
        let bounds = |forced, other| {
            AnyValue::Bounds(Bounds::new((forced, Distance::ONE), (other, Distance::ONE)).expect("in range"))
        };
        assert_eq!((margin(4).given_away(margin(-2)), margin(4).given_away(margin(4))), (6, 0));
        assert_eq!((bounds(5, 2).given_away(bounds(3, 4)), bounds(5, 2).given_away(bounds(5, 3))), (4, 1));
        assert_eq!(AnyValue::of_move(Seeds::NONE, bounds(2, 5)).expect("a worth").certain(), 3);
        assert_eq!(bounds(5, 2).compare(bounds(5, 1)), Ordering::Less);
    }
}
