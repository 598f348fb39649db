//! What an analysis of bounds returns: what each side can force from a position on, a ranked move, the forcing line

use std::cmp::Ordering;
use std::fmt;

use crate::board::Seeds;
use crate::game::End;
use crate::moves::Play;
use crate::position::{Position, Side};
use crate::value::{Bounds, Forced, Outcome};

/// What each side can force from a position on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundsAnswer {
    /// What the side to move and its opponent can force.
    pub bounds: Bounds,
    /// The seeds that each side has at least at the end, captured ones included: South, North.
    pub least: [Seeds; 2],
    /// The seeds that each side has at most at the end: South, North.
    pub most: [Seeds; 2],
    /// The seeds on the board that neither side can force. They depend on what a repetition pays.
    pub open: Seeds,
    /// How the game ends for the side to move; none if it depends on what a repetition pays.
    pub outcome: Option<Outcome>,
    /// Whether the opening rule holds for the next move, so that it captures nothing.
    pub by_opening_rule: bool,
}

/// A legal move and what it forces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundedMove {
    /// The move.
    pub play: Play,
    /// What the side that makes it and its opponent can force, this ply counted.
    pub bounds: Bounds,
    /// Whether no other move is better.
    pub best: bool,
    /// The position afterwards.
    pub after: Position,
}

impl BoundedMove {
    /// How the move is written: `B`, `B+4` or `pass`.
    pub fn name(&self) -> String {
        self.after.side.other().play_name(&self.play)
    }
}

/// The name of the move.
impl fmt::Display for BoundedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.name())
    }
}

/// How the side to move gets the seeds that it can force. It is the *holder*: it plays for them by the shortest way, and the opponent
/// gives as few as possible, as late as possible. When the holder can force nothing more, the other side is the holder. The line
/// ends when neither side can force anything.
#[derive(Clone, Debug)]
pub struct ForcingLine {
    /// The moves in order.
    pub moves: Vec<ForcingMove>,
    /// Why the game is over at the end; none if seeds are left that neither side can force.
    pub end: Option<End>,
    /// What each side has then, South and North. Seeds left are not counted.
    pub captured: [Seeds; 2],
    /// The seeds left. Who gets them depends on what a repetition pays.
    pub left: Seeds,
}

/// A move of a forcing line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForcingMove {
    /// The move and what it forces.
    pub ranked: BoundedMove,
    /// Who plays for seeds.
    pub holder: Side,
}

impl ForcingMove {
    /// What the holder can force, this ply counted.
    pub fn forced(&self) -> Forced {
        let Bounds { forced, forced_other } = self.ranked.bounds;
        if self.ranked.after.side == self.holder { forced_other } else { forced }
    }
}

impl BoundsAnswer {
    pub(super) fn of(position: &Position, bounds: Bounds, by_opening_rule: bool) -> Self {
        let mover = position.side as usize;
        let mut forced = [bounds.forced_other.seeds(); 2];
        forced[mover] = bounds.forced.seeds();
        let add = |one: Seeds, other: usize| Seeds::new(one.count() + other).unwrap_or(Seeds::MAX);
        let least = [0, 1].map(|side| add(position.captured[side], forced[side].count()));
        let open = bounds.open(position.board.total());
        let most = least.map(|least| add(least, open.count()));
        let mine_less_theirs = |mine: Seeds, theirs: Seeds| mine.count().cmp(&theirs.count());
        let [worst, best] =
            [(least, most), (most, least)].map(|(mine, theirs)| mine_less_theirs(mine[mover], theirs[1 - mover]));
        let outcome = match (worst, best) {
            (Ordering::Greater, _) => Some(Outcome::Win),
            (_, Ordering::Less) => Some(Outcome::Loss),
            (Ordering::Equal, Ordering::Equal) => Some(Outcome::Draw),
            _ => None,
        };
        Self { bounds, least, most, open, outcome, by_opening_rule }
    }
}
