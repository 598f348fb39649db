//! The proof that a table is right
//!
//! The *worth* of a move is the seeds it captures minus the margin of its successor. A move *keeps* the margin of its board
//! if its worth equals this margin. A table is right exactly when every board satisfies three equations:
//!
//! * **(a)** The margin is the largest worth of a move. If the game is over, it is what the ended game pays.
//! * **(b)** A positive margin has distance 1 + the smallest distance among the successors of moves that keep it. A negative
//!   margin has 1 + the largest. A capture counts as 1 in all. If the game is over, the distance is 0.
//! * **(c)** A margin of 0 has no distance (its bytes are 0).
//!
//! This module checks these equations for each board. It uses the rules of play and the table, never the solver. This is
//! why no wrong table passes:
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

use std::ops::Range;

use crate::board::{Board, Seeds};
use crate::index::Index;
use crate::moves::Moves;
use crate::parallel;
use crate::progress::Progress;
use crate::shape::{Shape, with_fixed};
use crate::table::{Columns, Table, TableError};

/// Boards that one worker looks at before it says so.
const RUN: u64 = 1 << 15;

/// An entry of a table, or what it should be. It holds plain numbers, because the numbers in a file may not be a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The margin, for the player to move.
    pub margin: i32,
    /// The distance in plies, 0 if the game is over or the margin is 0.
    pub distance: u32,
}

/// Why a table is not right.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The file is damaged.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The first board, in the order of the index, whose entry does not follow from those of its successors.
    #[error(
        "board {board} is wrong: the table says margin {:+} at distance {}, but its moves imply margin {:+} at distance {}",
        says.margin, says.distance, implied.margin, implied.distance
    )]
    Board {
        /// The board.
        board: Board,
        /// What the table says.
        says: Entry,
        /// What the table says about its successors implies.
        implied: Entry,
    },
    /// All boards of a layer are right, but not the longest distance that the table names for it.
    #[error(
        "the record of the layer of {seeds} seeds is wrong: it says {found} plies for the longest distance, which is {expected}"
    )]
    Record {
        /// The layer.
        seeds: Seeds,
        /// The longest distance of its boards.
        expected: u32,
        /// The distance of the record.
        found: u32,
    },
}

/// Proves that every margin and every distance of a table is right. `progress` is called, from any thread, with the
/// number of boards just looked at.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(table: &Table, progress: Progress<'_>) -> Result<(), VerifyError> {
    verify_layers(table, Seeds::MAX, progress)
}

/// Does the same for the layers up to `last` only: they need no higher ones.
///
/// # Errors
/// The first thing that is wrong.
pub fn verify_layers(table: &Table, last: Seeds, progress: Progress<'_>) -> Result<(), VerifyError> {
    // The successors of a board are anywhere in lower layers: their values are read where they are, without a block for each.
    let table = &table.whole()?;
    table.check_values(last)?;
    let proved = with_fixed!(table.clauses().shape(), shape => Proof::new(table, shape).run(last, progress));
    // A file that was changed meanwhile is neither right nor wrong.
    table.check_unchanged()?;
    proved
}

struct Proof<'a, S: Shape> {
    table: &'a Table,
    columns: Columns<'a>,
    moves: Moves<S>,
    index: Index<S>,
}

impl<'a, S: Shape> Proof<'a, S> {
    fn new(table: &'a Table, shape: S) -> Self {
        let (moves, index) = (Moves::new(table.clauses(), shape), Index::new(shape));
        Self { table, columns: table.columns(), moves, index }
    }

    fn run(&self, last: Seeds, progress: Progress<'_>) -> Result<(), VerifyError> {
        for seeds in self.table.max_seeds().min(last).layers() {
            let boards = self.index.layer_boards(seeds);
            let run = |run: usize| {
                let first = run as u64 * RUN;
                let ranks = first..boards.min(first + RUN);
                let longest = self.look_at(seeds, ranks.clone());
                progress.add(ranks.end - ranks.start);
                longest
            };
            let runs = 0..boards.div_ceil(RUN) as usize;
            // The first wrong board, whichever worker finds one first.
            let expected = parallel::map(runs, run).collect::<Result<Vec<_>, _>>()?.into_iter().max().unwrap_or(0);
            let found = self.table.max_distance(seeds).plies().into();
            if expected != found {
                return Err(VerifyError::Record { seeds, expected, found });
            }
        }
        Ok(())
    }

    /// The longest distance of the boards of a layer with these ranks, if all are right.
    fn look_at(&self, seeds: Seeds, ranks: Range<u64>) -> Result<u32, VerifyError> {
        let start = self.index.layer_start(seeds);
        let mut board = self.index.board_at(seeds, ranks.start).expect("a rank of the layer");
        let mut longest = 0;
        for rank in ranks {
            let says = self.entry(start + rank);
            let implied = self.implied(board, start);
            if says != implied {
                return Err(VerifyError::Board { board: board.any(), says, implied });
            }
            longest = longest.max(says.distance);
            board = board.next();
        }
        Ok(longest)
    }

    #[inline(always)]
    fn entry(&self, number: u64) -> Entry {
        Entry { margin: self.columns.margin(number).into(), distance: self.columns.distance(number).into() }
    }

    /// What the entries of its successors imply for a board of the layer that begins at number `start`.
    #[inline(always)]
    fn implied(&self, board: Board<S>, start: u64) -> Entry {
        let mut best = Entry { margin: i32::MIN, distance: 0 };
        let open = self.moves.for_each(board, |_, captured, after| {
            let worth = if captured == Seeds::NONE {
                let theirs = self.entry(start + self.index.rank_of(after));
                Entry { margin: -theirs.margin, distance: theirs.distance + 1 }
            } else {
                let theirs: i32 = self.columns.margin(self.index.index_of(after)).into();
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
}
