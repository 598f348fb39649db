//! The proof that a table is right
//!
//! A table is right exactly when every board fulfils three equations. With "keeping" for a move whose worth is the
//! board's margin:
//!
//! * **(a)** the margin is the best that a move is worth: what it captures minus the margin of the board it leads to;
//!   or, where the game is over, what the ended game pays;
//! * **(b)** a positive margin has distance 1 + the smallest, a negative one 1 + the largest distance of the boards that
//!   keeping moves lead to, where a capture counts as 1 in all; where the game is over the distance is 0;
//! * **(c)** margin 0 has no distance (its bytes are 0).
//!
//! This module looks at each board once and asks just that. It uses the rules of play and the table, never the solver.
//! Why no wrong table passes, from the moves up:
//!
//! 1. *Lower layers first.* A capture leads to a lower layer, so take those to be right, and look at one layer.
//! 2. *A positive margin is really got.* Let a board have margin t > 0 and distance d. Its mover plays the keeping move
//!    that (b) names. If that is a capture, or the game is then over, he has t. Otherwise the opponent stands at -t
//!    with distance d - 1, and by (a) every move of his is worth at most -t: a capture, which pays the mover t or more;
//!    a move to a board where the mover has a larger margin than t; or a keeping move, which by (b) leads to margin t at a
//!    distance of at most d - 2. Margins are bounded and distances are not negative, so by induction over falling
//!    margins, and for equal ones over rising distances, t or more is got after finitely many plies, without repeating a board.
//! 3. *A margin of 0 or less is really held.* By (a) there is always a keeping move, and no answer to it leaves the
//!    mover below his margin. If he ever stands above 0 he has that by step 2; if the game converts he has at least his
//!    margin by step 1; if it goes on for ever or repeats, that pays 0, which is no less.
//! 4. *So both sides get at least what the table says.* What the mover gets is at most the best of his moves, each
//!    worth what it captures minus what the opponent gets there, and that is at most the table's margin by (a). So
//!    the margin is exact.
//! 5. *Given the margins, (b) has one solution.* Distance 0 is where the game is over with a margin. If two solutions
//!    agree on which boards have a distance below k, then by (b) they agree on which have distance k: a positive board
//!    has it if a keeping move leads to k - 1 and none to less, a negative one if all lead to less than k and one to
//!    k - 1 (for k = 1 also by a capture).

use std::ops::Range;

use rayon::prelude::*;

use crate::board::{Board, Seeds};
use crate::index::Index;
use crate::moves::Moves;
use crate::shape::{Shape, with_fixed};
use crate::table::{Columns, Table, TableError};

/// Boards that one worker looks at before it says so.
const RUN: u64 = 1 << 15;

/// What stands in a table about a board, or should: numbers, because what stands there may be no value at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The margin, for the player to move.
    pub margin: i32,
    /// The distance in plies, 0 if the game is over or the margin is 0.
    pub distance: u32,
}

/// Why a table is not right.
#[derive(Debug, thiserror::Error)]
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
pub fn verify(table: &Table, progress: &(dyn Fn(u64) + Sync)) -> Result<(), VerifyError> {
    table.check_values(Seeds::MAX)?;
    with_fixed!(table.clauses().shape(), shape => Proof::new(table, shape).run(progress))
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

    fn run(&self, progress: &(dyn Fn(u64) + Sync)) -> Result<(), VerifyError> {
        for seeds in self.table.max_seeds().layers() {
            let boards = self.index.layer_boards(seeds);
            let run = |run: u64| {
                let ranks = run * RUN..boards.min((run + 1) * RUN);
                let longest = self.look_at(seeds, ranks.clone());
                progress(ranks.end - ranks.start);
                longest
            };
            let runs = 0..boards.div_ceil(RUN);
            // The first wrong board, whichever worker finds one first.
            let longest = runs.into_par_iter().map(run).collect::<Vec<_>>().into_iter();
            let expected = longest.collect::<Result<Vec<_>, _>>()?.into_iter().max().unwrap_or(0);
            let found = self.table.max_distance(seeds).into();
            if expected != found {
                return Err(VerifyError::Record { seeds, expected, found });
            }
        }
        Ok(())
    }

    /// The longest distance of the boards of a layer with these ranks, if all are right.
    fn look_at(&self, seeds: Seeds, ranks: Range<u64>) -> Result<u32, VerifyError> {
        let start = self.index.layer_start(seeds);
        let mut board = self.index.ranked(seeds, ranks.start).expect("a rank of the layer");
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
                let theirs = self.entry(start + self.index.rank(after));
                Entry { margin: -theirs.margin, distance: theirs.distance + 1 }
            } else {
                let theirs: i32 = self.columns.margin(self.index.number(after)).into();
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
            return Entry { margin: self.moves.ending(board).into(), distance: 0 };
        }
        if best.margin == 0 {
            best.distance = 0;
        }
        best
    }
}
