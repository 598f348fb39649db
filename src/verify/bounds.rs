//! The equations of bounds
//!
//! F is the number of seeds that the mover can force, G the number that the opponent can force. A table of bounds is right exactly
//! when every board satisfies these equations:
//!
//! * **(a)** F is the largest number over the moves: the seeds that the move captures plus G of its successor. G is the smallest
//!   number over the moves: F of the successor. If the game is over, F is what the mover gets, and G what the opponent gets.
//! * **(b)** A move *keeps* F if the mover still has F by it, and it keeps G if the opponent still has G. F above 0 has distance
//!   1 + the smallest distance among the successors of moves that keep it. G above 0 has 1 + the largest. A capture counts as 1 in
//!   all. If the game is over, the distance is 0.
//! * **(c)** Where F or G is 0, its distance is 0.
//!
//! This is why no wrong table passes. Call the player whose seeds are counted the *holder*. On the holder's own turn the holder
//! *has* F of the board, on the opponent's turn G.
//!
//! 1. *Lower layers first.* A capture leads to a lower layer, where none of the boards seen so far can occur again. So assume
//!    that the lower layers are right, and look at one layer.
//! 2. *What a table says is really forced.* Let the holder have k > 0 at distance d, and always play a move that keeps the number and
//!    has the distance given by (b). On the holder's own turn, this move captures for k in all, or the holder then has k at distance
//!    d - 1. On the opponent's turn, by (a), no move leaves the holder less than k. If the opponent captures, the holder gets k or
//!    more. If not, the holder then has more than k; or has k, and by (b) at distance d - 1 or less. So with every ply in the layer
//!    the number grows, or it stays equal and the distance falls. Therefore no board occurs again with the same player to move, and
//!    a capture or the end of the game comes after finitely many plies. Both pay the holder k or more. (A board at distance 0 is an
//!    end: every other board with a number above 0 has 1 or more.)
//! 3. *Nothing more can be forced.* Let the holder have k, and let the opponent always play a move that leaves the holder the number
//!    of the board; by (a) there is one. On the holder's own turn, by (a), no move gives more than the number of the board. So the
//!    holder never has more than k while play stays in the layer, a capture or the end of the game pays no more than k, and endless
//!    play pays nothing. Step 3 needs no distance: no finite play beats the equations.
//! 4. *So F and G are exact,* for both players as holders. Given F and G, the distances have only one solution, by the argument
//!    about margins: two solutions that agree on the distances below k agree on distance k.

use std::fmt;

use crate::board::{Board, Seeds};
use crate::index::Index;
use crate::moves::Moves;
use crate::shape::Shape;
use crate::table::Columns;

use super::equations::Equations;

/// The bounds of a board as a table says them, or as they should be. Plain numbers, because the numbers in a file may not be
/// bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundsEntry {
    /// F: seeds that the mover can force, and their distance in plies.
    pub forced: (i32, u32),
    /// G: seeds that the opponent can force, and their distance in plies.
    pub forced_other: (i32, u32),
}

impl fmt::Display for BoundsEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [(mover, soon), (opponent, late)] = [self.forced, self.forced_other];
        write!(f, "the mover forces {mover} at distance {soon} and the opponent {opponent} at distance {late}")
    }
}

/// The equations of tables of bounds.
pub(super) struct OfBounds<'a, S: Shape> {
    pub(super) columns: Columns<'a>,
    pub(super) moves: Moves<S>,
    pub(super) index: Index<S>,
}

impl<S: Shape> OfBounds<'_, S> {
    #[inline(always)]
    fn number(&self, column: usize, index: u64) -> (i32, u32) {
        (self.columns.value(column, index).into(), self.columns.distance(column, index).into())
    }
}

impl<S: Shape> Equations<S> for OfBounds<'_, S> {
    type Entry = BoundsEntry;

    #[inline(always)]
    fn entry(&self, index: u64) -> BoundsEntry {
        BoundsEntry { forced: self.number(0, index), forced_other: self.number(1, index) }
    }

    #[inline(always)]
    fn implied(&self, board: Board<S>, start: u64) -> BoundsEntry {
        let mut most = (i32::MIN, 0);
        let mut least = (i32::MAX, 0);
        let goes_on = self.moves.for_each(board, |_, captured, after| {
            let (mover, opponent) = if captured == Seeds::NONE {
                let theirs = self.entry(start + self.index.rank_of(after));
                let [(forced, near), (other, far)] = [theirs.forced, theirs.forced_other];
                ((other, far + 1), (forced, near + 1))
            } else {
                let theirs = self.index.index_of(after);
                let forced_other: i32 = self.columns.value(1, theirs).into();
                ((captured.count() as i32 + forced_other, 1), (self.columns.value(0, theirs).into(), 1))
            };
            if mover.0 > most.0 || mover.0 == most.0 && mover.1 < most.1 {
                most = mover;
            }
            if opponent.0 < least.0 || opponent.0 == least.0 && opponent.1 > least.1 {
                least = opponent;
            }
        });
        if !goes_on {
            let (seeds, margin) = (board.total().count() as i32, i32::from(self.moves.ending(board).seeds()));
            let mover = (seeds + margin) / 2;
            return BoundsEntry { forced: (mover, 0), forced_other: (seeds - mover, 0) };
        }
        let without = |(seeds, distance)| (seeds, if seeds == 0 { 0 } else { distance });
        BoundsEntry { forced: without(most), forced_other: without(least) }
    }

    fn longest(entry: BoundsEntry) -> u32 {
        entry.forced.1.max(entry.forced_other.1)
    }
}
