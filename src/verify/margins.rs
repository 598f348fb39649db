//! The equations of margins
//!
//! The *worth* of a move is the seeds it captures minus the margin of its successor. A move *keeps* the margin of its board
//! if its worth equals this margin. A table is right exactly when every board satisfies three equations:
//!
//! * **(a)** The margin is the largest worth of a move. If the game is over, it is what the ended game pays.
//! * **(b)** A positive margin has distance 1 + the smallest distance among the successors of moves that keep it. A negative
//!   margin has 1 + the largest. A capture counts as 1 in all. If the game is over, the distance is 0.
//! * **(c)** A margin of 0 has no distance (its bytes are 0).
//!
//! This is why no wrong table passes:
//!
//! 1. *Lower layers first.* A capture leads to a lower layer, where none of the boards seen so far can occur again. So assume
//!    that the lower layers are right, and look at one layer. On a player's own turn, the player *has* the margin of the
//!    board; on the opponent's turn, the negated margin.
//! 2. *A positive margin is really won.* Let a player have t > 0 at distance d, and always play a move that keeps the
//!    margin and has the distance given by (b). On the player's own turn, this move captures for t in all, or the player then
//!    has t at distance d - 1. On the opponent's turn, by (a), no move leaves the player less than t. If the opponent
//!    captures, the player gets t or more in all. If not, the player then has more than t; or has t, and by (b) at distance
//!    d - 1 or less. So with every ply in the layer t grows, or it stays equal and d falls, and no board occurs again with
//!    the same player to move. A byte bounds t, and d is not negative. So a capture or the end of the game comes after finitely
//!    many plies, and both pay the player t or more. (A board at distance 0 is an end: every other board has 1 or more.)
//! 3. *A margin of 0 or less is really held.* Let a player have m <= 0. On the player's own turn, by (a), some move keeps m.
//!    On the opponent's turn no move leaves the player less. A capture or the end of the game pays m or more. Endless
//!    play, or a board that occurs again, pays 0, which is not less than m. If the player ever has more than 0, step 2
//!    applies; then the player stays above 0, so no earlier board can occur again.
//! 4. *So the margin is exact.* Steps 2 and 3 hold for both players and on both turns. The mover gets at least the margin, and the
//!    opponent at least its negation. Their margins add up to 0, so each is exact.
//! 5. *Given the margins, (b) has only one solution.* Distance 0 belongs exactly to the boards where the game is over with a
//!    margin. Suppose that two solutions agree on which boards have a distance below k. Then by (b) they agree on which have
//!    distance k. A board with a positive margin has it if the smallest count among its keeping moves is k; one with a negative
//!    margin, if the largest is k. A capture counts 1, any other move 1 more than the distance of its successor.

use std::fmt;

use crate::board::{Board, Seeds};
use crate::index::Index;
use crate::moves::Moves;
use crate::shape::Shape;
use crate::table::Columns;

use super::equations::Equations;

/// An entry of a table of margins, or what it should be. It holds plain numbers, because the numbers in a file may not be a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The margin, for the player to move.
    pub margin: i32,
    /// The distance in plies, 0 if the game is over or the margin is 0.
    pub distance: u32,
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "margin {:+} at distance {}", self.margin, self.distance)
    }
}

/// The equations of tables of margins.
pub(super) struct OfMargins<'a, S: Shape> {
    pub(super) columns: Columns<'a>,
    pub(super) moves: Moves<S>,
    pub(super) index: Index<S>,
}

impl<S: Shape> Equations<S> for OfMargins<'_, S> {
    type Entry = Entry;

    #[inline(always)]
    fn entry(&self, index: u64) -> Entry {
        Entry { margin: self.columns.value(0, index).into(), distance: self.columns.distance(0, index).into() }
    }

    #[inline(always)]
    fn implied(&self, board: Board<S>, start: u64) -> Entry {
        let mut best = Entry { margin: i32::MIN, distance: 0 };
        let open = self.moves.for_each(board, |_, captured, after| {
            let worth = if captured == Seeds::NONE {
                let theirs = self.entry(start + self.index.rank_of(after));
                Entry { margin: -theirs.margin, distance: theirs.distance + 1 }
            } else {
                let theirs: i32 = self.columns.value(0, self.index.index_of(after)).into();
                Entry { margin: captured.count() as i32 - theirs, distance: 1 }
            };
            if worth.margin > best.margin {
                best = worth;
            } else if worth.margin == best.margin {
                let shorter = worth.distance < best.distance;
                if shorter == (worth.margin > 0) {
                    best.distance = worth.distance;
                }
            }
        });
        if !open {
            return Entry { margin: self.moves.ending(board).seeds().into(), distance: 0 };
        }
        if best.margin == 0 {
            best.distance = 0;
        }
        best
    }

    fn longest(entry: Entry) -> u32 {
        entry.distance
    }
}
