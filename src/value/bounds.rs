//! What each side can force, whatever a repetition pays
//!
//! If the rules leave open what a repetition or endless play pays, a board has no margin. It has two numbers of seeds: F, which the
//! mover can force by finite play, and G, which the opponent can force. Both are guaranteed even if endless play pays the player
//! nothing. The seeds that neither can force depend on the repetition rule.

use std::cmp::Ordering;
use std::fmt;

use crate::board::Seeds;

use super::margin::{Distance, Margin};

/// Seeds that a player can force from a board on, and the plies to the conversion that secures them.
///
/// The distance counts like that of a [`Value`](super::Value): the player makes it short and the opponent long, both only by moves
/// that keep the number. Nothing is forced at no distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Forced {
    seeds: Seeds,
    /// 0 plies where no seeds are forced, so that equal values are equal.
    distance: Distance,
}

impl Forced {
    /// Nothing can be forced.
    pub const NOTHING: Self = Self { seeds: Seeds::NONE, distance: Distance::ENDED };

    /// `seeds` seeds at this distance. If no seeds are forced, `distance` is ignored.
    pub fn new(seeds: Seeds, distance: Distance) -> Self {
        if seeds == Seeds::NONE { Self::NOTHING } else { Self { seeds, distance } }
    }

    /// The number of seeds.
    pub const fn seeds(self) -> Seeds {
        self.seeds
    }

    /// Plies to the conversion that secures the seeds; none if no seeds are forced.
    pub fn distance(self) -> Option<Distance> {
        (self.seeds != Seeds::NONE).then_some(self.distance)
    }

    /// Returns what a player has by a move that takes `captured` seeds for that player and then leaves `self`. None if no board has
    /// that number, or its distance would be too long.
    fn after_move(self, captured: Seeds, is_capture: bool) -> Option<Self> {
        let seeds = Seeds::new(captured.count() + self.seeds.count())?;
        let distance = if is_capture { Distance::ONE } else { self.distance.next()? };
        Some(Self::new(seeds, distance))
    }
}

/// `4 in 3 plies`, `2 in 1 ply`, or `0`.
impl fmt::Display for Forced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.distance() {
            None => f.write_str("0"),
            Some(Distance::ONE) => write!(f, "{} in 1 ply", self.seeds),
            Some(distance) => write!(f, "{} in {distance} plies", self.seeds),
        }
    }
}

/// The bounds of a board: what each side can force from it on, in the view of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// F: what the mover can force.
    pub forced: Forced,
    /// G: what the opponent can force.
    pub forced_other: Forced,
}

impl Bounds {
    /// Neither side can force anything.
    pub const NOTHING: Self = Self { forced: Forced::NOTHING, forced_other: Forced::NOTHING };

    /// Bounds of these numbers of seeds at these distances: F, then G. None if a number is more than 127.
    pub fn new(forced: (u8, Distance), forced_other: (u8, Distance)) -> Option<Self> {
        let of = |(seeds, distance): (u8, Distance)| Some(Forced::new(Seeds::new(seeds.into())?, distance));
        Some(Self { forced: of(forced)?, forced_other: of(forced_other)? })
    }

    /// The same bounds in the view of the other player.
    pub const fn swapped(self) -> Self {
        Self { forced: self.forced_other, forced_other: self.forced }
    }

    /// Returns the number of seeds that depend on the repetition rule, on a board of `seeds` seeds: those that neither side can
    /// force. 0 means that every repetition rule gives the same value. No board has more forced seeds than seeds; then 0, too.
    pub fn open(self, seeds: Seeds) -> Seeds {
        let forced = self.forced.seeds.count() + self.forced_other.seeds.count();
        Seeds::new(seeds.count().saturating_sub(forced)).expect("at most all seeds")
    }

    /// Returns the smallest and the largest margin that the mover can have on a board of `seeds` seeds, over all repetition
    /// rules: from 2F - n to n - 2G. The margin under an even split lies between them. None if no board has these bounds.
    pub fn margins(self, seeds: Seeds) -> Option<[Margin; 2]> {
        let [all, forced, other] =
            [seeds, self.forced.seeds, self.forced_other.seeds].map(|seeds| seeds.count() as i32);
        Some([Margin::new(2 * forced - all)?, Margin::new(all - 2 * other)?])
    }

    /// Returns the bounds of a move for the mover, this ply counted. The move takes `captured` seeds, and `theirs` are the bounds of
    /// its successor for the opponent. None if no board has such bounds, or a distance would be too long.
    pub fn of_move(captured: Seeds, theirs: Self) -> Option<Self> {
        let is_capture = captured != Seeds::NONE;
        Some(Self {
            forced: theirs.forced_other.after_move(captured, is_capture)?,
            forced_other: theirs.forced.after_move(Seeds::NONE, is_capture)?,
        })
    }

    /// Which of two moves is better for the player who has these bounds: the one that forces more; then the one by which the opponent
    /// forces less; then the one with the smaller distance to what is forced, or, if nothing is, with the larger distance to what the
    /// opponent forces.
    pub fn compare(self, other: Self) -> Ordering {
        let by_forced = self.forced.seeds.cmp(&other.forced.seeds);
        let by_other = other.forced_other.seeds.cmp(&self.forced_other.seeds);
        let by_distance = other.forced.distance.cmp(&self.forced.distance);
        let by_delay = self.forced_other.distance.cmp(&other.forced_other.distance);
        by_forced.then(by_other).then(by_distance).then(by_delay)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seeds(count: usize) -> Seeds {
        Seeds::new(count).expect("in range")
    }

    fn bounds(forced: (u8, u16), other: (u8, u16)) -> Bounds {
        let of = |(seeds, plies)| (seeds, Distance::new(plies));
        Bounds::new(of(forced), of(other)).expect("in range")
    }

    #[test]
    fn nothing_is_forced_at_no_distance() {
        assert_eq!(bounds((0, 7), (2, 1)).forced, Forced::NOTHING);
        assert_eq!(Forced::NOTHING.distance(), None);
        assert_eq!(Bounds::new((128, Distance::ONE), (0, Distance::ONE)), None);
    }

    #[test]
    fn seeds_are_open_that_neither_side_forces() {
        let some = bounds((9, 3), (13, 1));
        assert_eq!([22, 25].map(|all| some.open(seeds(all)).count()), [0, 3]);
        assert_eq!(some.margins(seeds(22)), Some([Margin::new(-4).expect("in range"); 2]));
        assert_eq!(some.margins(seeds(25)), Some([-7, -1].map(|margin| Margin::new(margin).expect("in range"))));
    }

    #[test]
    fn a_move_changes_sides_and_counts_a_ply() {
        let theirs = bounds((3, 4), (5, 2));
        assert_eq!(Bounds::of_move(seeds(0), theirs), Some(bounds((5, 3), (3, 5))));
        assert_eq!(Bounds::of_move(seeds(2), theirs), Some(bounds((7, 1), (3, 1))));
        assert_eq!(Bounds::of_move(seeds(2), bounds((0, 0), (0, 0))), Some(bounds((2, 1), (0, 0))));
        assert_eq!(Bounds::of_move(seeds(127), bounds((0, 0), (1, 1))), None);
        assert_eq!(Bounds::of_move(seeds(0), bounds((0, 0), (1, u16::MAX))), None);
    }

    #[test]
    fn more_is_better_then_less_for_the_opponent_then_sooner() {
        let ordered = [
            bounds((1, 1), (0, 0)),
            bounds((2, 1), (2, 1)),
            bounds((2, 9), (1, 1)),
            bounds((2, 3), (1, 1)),
            bounds((2, 3), (1, 2)),
        ];
        for pair in ordered.windows(2) {
            assert_eq!(pair[0].compare(pair[1]), Ordering::Less, "{pair:?}");
        }
    }

    #[test]
    fn forced_seeds_are_written_with_their_distance() {
        let some = bounds((4, 3), (1, 1));
        assert_eq!(
            [some.forced, some.forced_other, Forced::NOTHING].map(|forced| forced.to_string()),
            ["4 in 3 plies", "1 in 1 ply", "0"]
        );
    }
}
