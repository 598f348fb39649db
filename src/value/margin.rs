//! Margin, distance and outcome of a board
//!
//! All three speak from one player's view, and negation changes sides: what is +4 for the player to move is -4 for
//! the other.

use std::cmp::Ordering;
use std::fmt;
use std::hint::select_unpredictable;
use std::ops::Neg;

use crate::board::Seeds;

/// Seeds that a player still gets minus seeds that the opponent still gets, from here on, under perfect play.
///
/// Between -127 and 127; on a board of n seeds between -n and n.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Margin(i8);

impl Margin {
    /// Both get the same.
    pub const ZERO: Self = Self(0);

    /// A margin of `seeds`; none outside of -127..=127.
    pub fn new(seeds: i32) -> Option<Self> {
        i8::try_from(seeds).ok().filter(|&seeds| seeds != i8::MIN).map(Self)
    }

    /// Returns the margin in a byte of a table; `None` for -128, which no table holds.
    #[inline]
    pub(crate) const fn from_byte(byte: i8) -> Option<Self> {
        if byte == i8::MIN { None } else { Some(Self(byte)) }
    }

    /// The number of seeds.
    #[inline(always)]
    pub const fn seeds(self) -> i8 {
        self.0
    }

    /// Who is ahead.
    pub const fn outcome(self) -> Outcome {
        match self.0 {
            1.. => Outcome::Win,
            0 => Outcome::Draw,
            _ => Outcome::Loss,
        }
    }
}

impl From<Seeds> for Margin {
    /// The margin of a player who gets all of these seeds.
    fn from(seeds: Seeds) -> Self {
        Self(u8::from(seeds) as i8)
    }
}

impl Neg for Margin {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl fmt::Display for Margin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 { f.pad("0") } else { f.pad(&format!("{:+}", self.0)) }
    }
}

/// Plies to the next capture or the end of the game, passes counted: the side with the positive margin makes it
/// short, the other long, both only by moves that keep the margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Distance(u16);

impl Distance {
    /// The game is over on this board.
    pub const ENDED: Self = Self(0);
    /// A capture, or a move that ends the game.
    pub const ONE: Self = Self(1);

    /// `plies` plies.
    #[inline(always)]
    pub const fn new(plies: u16) -> Self {
        Self(plies)
    }

    /// The number of plies.
    #[inline(always)]
    pub const fn plies(self) -> u16 {
        self.0
    }

    /// One ply more; none if that is more than 65,535.
    pub fn next(self) -> Option<Self> {
        self.0.checked_add(1).map(Self)
    }
}

impl fmt::Display for Distance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What perfect play gives on a board, for the player to move: a margin, and unless it is 0 a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    margin: Margin,
    /// 0 plies where the margin is 0, so that equal values are equal.
    distance: Distance,
}

impl Value {
    /// Margin 0, which has no distance.
    pub const DRAW: Self = Self { margin: Margin::ZERO, distance: Distance::ENDED };

    /// The value with this margin and this distance. Margin 0 has no distance: `distance` is then ignored.
    #[inline]
    pub fn new(margin: Margin, distance: Distance) -> Self {
        // A branch could not be foreseen, and would wait for the table's bytes before the next board is looked up.
        Self { margin, distance: select_unpredictable(margin != Margin::ZERO, distance, Distance::ENDED) }
    }

    /// Seeds that the player to move still gets minus seeds that the opponent still gets.
    #[inline]
    pub const fn margin(self) -> Margin {
        self.margin
    }

    /// Plies to conversion; none where the margin is 0.
    #[inline]
    pub const fn distance(self) -> Option<Distance> {
        if self.margin.0 == 0 { None } else { Some(self.distance) }
    }

    /// Returns the value of a move for the mover, this ply counted. The move takes `captured` seeds, and `theirs` is the value of
    /// its successor for the opponent. `None` if no board has such a value, or its distance would be too long.
    #[inline]
    pub fn of_move(captured: Seeds, theirs: Self) -> Option<Self> {
        let margin = Margin::new(captured.count() as i32 - i32::from(theirs.margin.seeds()))?;
        let distance = match theirs.distance() {
            _ if captured != Seeds::NONE => Distance::ONE,
            Some(distance) => distance.next()?,
            None => return Some(Self::DRAW),
        };
        Some(Self::new(margin, distance))
    }

    /// Which of two values is better for the player who has them: the larger margin; then, winning, the smaller
    /// distance, losing, the larger.
    #[inline]
    pub fn compare(self, other: Self) -> Ordering {
        let by_distance = self.distance.cmp(&other.distance);
        let by_distance = if self.margin > Margin::ZERO { by_distance.reverse() } else { by_distance };
        self.margin.cmp(&other.margin).then(by_distance)
    }
}

/// `+4 in 3 plies`, `-2 in 1 ply`, or `0`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.distance() {
            None => self.margin.fmt(f),
            Some(Distance::ONE) => write!(f, "{} in 1 ply", self.margin),
            Some(distance) => write!(f, "{} in {distance} plies", self.margin),
        }
    }
}

/// Win, draw or loss, for the player whose view is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// Fewer seeds than the opponent.
    Loss,
    /// The same number of seeds as the opponent.
    Draw,
    /// More seeds than the opponent.
    Win,
}

impl Outcome {
    /// `win`, `draw` or `loss`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_is_written_with_its_sign() {
        let written: Vec<_> = [4, 0, -4].map(|seeds| Margin::new(seeds).expect("in range").to_string()).into();
        assert_eq!(written, ["+4", "0", "-4"]);
    }

    #[test]
    fn a_margin_of_zero_has_no_distance() {
        let drawn = Value::new(Margin::ZERO, Distance::new(7));
        assert_eq!((drawn, drawn.distance()), (Value::DRAW, None));
    }

    #[test]
    fn a_value_is_written_with_its_distance() {
        let value = |margin, plies| Value::new(Margin::new(margin).expect("in range"), Distance::new(plies));
        let written = [value(4, 3), value(-2, 1), Value::DRAW].map(|value| value.to_string());
        assert_eq!(written, ["+4 in 3 plies", "-2 in 1 ply", "0"]);
    }

    #[test]
    fn a_winner_is_in_a_hurry_and_a_loser_is_not() {
        let value = |margin, plies| Value::new(Margin::new(margin).expect("in range"), Distance::new(plies));
        assert_eq!(value(4, 9).compare(value(2, 1)), Ordering::Greater);
        assert_eq!(value(4, 3).compare(value(4, 5)), Ordering::Greater);
        assert_eq!(value(-4, 3).compare(value(-4, 5)), Ordering::Less);
        assert_eq!(value(0, 3).compare(value(0, 5)), Ordering::Equal);
    }

    #[test]
    fn a_move_is_worth_what_it_takes_less_what_the_opponent_gets() {
        let value = |margin, plies| Value::new(Margin::new(margin).expect("in range"), Distance::new(plies));
        let seeds = |count| Seeds::new(count).expect("in range");
        assert_eq!(Value::of_move(seeds(0), value(-4, 2)), Some(value(4, 3)));
        assert_eq!(Value::of_move(seeds(2), value(-4, 2)), Some(value(6, 1)));
        assert_eq!(Value::of_move(seeds(4), value(4, 2)), Some(Value::DRAW));
        assert_eq!(Value::of_move(seeds(0), Value::DRAW), Some(Value::DRAW));
        assert_eq!(Value::of_move(seeds(127), value(-1, 1)), None);
        assert_eq!(Value::of_move(seeds(0), value(1, u16::MAX)), None);
    }

    #[test]
    fn no_margin_lies_outside_a_signed_byte() {
        assert_eq!(Margin::new(128), None);
        assert_eq!(Margin::new(-128), None);
        assert_eq!(Margin::from_byte(i8::MIN), None);
        assert_eq!(-Margin::new(-127).expect("in range"), Margin::new(127).expect("in range"));
    }
}
