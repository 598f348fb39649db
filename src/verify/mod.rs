//! The proof that a table is right
//!
//! A table is right exactly when every board satisfies a few equations, which tie its entry to those of its successors. This module
//! checks them for each board. It uses the rules of play and the table, never the solver. `margins` and `bounds` have the equations
//! of the two kinds of tables, and the argument why no wrong table passes.

mod bounds;
mod equations;
mod margins;

use std::ops::Range;

use crate::board::{Board, Seeds};
use crate::index::Index;
use crate::moves::Moves;
use crate::parallel;
use crate::progress::Progress;
use crate::shape::{Shape, with_fixed};
use crate::table::{Table, TableError};
use crate::value::TableKind;

use bounds::OfBounds;
use equations::Equations;
use margins::OfMargins;

pub use bounds::BoundsEntry;
pub use margins::Entry;

/// Boards that one worker looks at before it says so.
const RUN: u64 = 1 << 15;

/// Why a table is not right.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The file is damaged.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The first board, in the order of the index, whose entry does not follow from those of its successors.
    #[error("board {board} is wrong: the table says {says}, but its moves imply {implied}")]
    Board {
        /// The board.
        board: Board,
        /// What the table says.
        says: Entry,
        /// What the table says about its successors implies.
        implied: Entry,
    },
    /// The same for a table of bounds.
    #[error("board {board} is wrong: the table says that {says}, but its moves imply that {implied}")]
    Bounds {
        /// The board.
        board: Board,
        /// What the table says.
        says: BoundsEntry,
        /// What the table says about its successors implies.
        implied: BoundsEntry,
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
    /// Whoever started the proof has stopped it: see [`Progress::until`].
    #[error("the proof was stopped, so nothing is known about the table")]
    Stopped,
}

/// Proves that every margin and every distance of a table is right, or all bounds with their distances. `progress` is called, from
/// any thread, with the number of boards just looked at.
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
    let proved = with_fixed!(table.clauses().shape(), shape => {
        let (columns, moves, index) = (table.columns(), Moves::new(table.clauses(), shape), Index::new(shape));
        match table.kind() {
            TableKind::Margins => {
                let wrong = |board, says, implied| VerifyError::Board { board, says, implied };
                prove(table, &index.clone(), &OfMargins { columns, moves, index }, last, progress, wrong)
            }
            TableKind::Bounds => {
                let wrong = |board, says, implied| VerifyError::Bounds { board, says, implied };
                prove(table, &index.clone(), &OfBounds { columns, moves, index }, last, progress, wrong)
            }
        }
    });
    // A file that was changed meanwhile is neither right nor wrong.
    table.check_unchanged()?;
    proved
}

/// Checks the equations of all boards up to a layer. `wrong` makes the error of a board, from its entry and what is implied.
fn prove<S: Shape, E: Equations<S>>(
    table: &Table,
    index: &Index<S>,
    equations: &E,
    last: Seeds,
    progress: Progress<'_>,
    wrong: impl Fn(Board, E::Entry, E::Entry) -> VerifyError + Sync,
) -> Result<(), VerifyError> {
    for seeds in table.max_seeds().min(last).layers() {
        let boards = index.layer_boards(seeds);
        let run = |run: usize| {
            if progress.is_stopped() {
                return Err(VerifyError::Stopped);
            }
            let first = run as u64 * RUN;
            let ranks = first..boards.min(first + RUN);
            let longest = look_at(index, equations, seeds, ranks.clone(), &wrong);
            progress.add(ranks.end - ranks.start);
            longest
        };
        let runs = 0..boards.div_ceil(RUN) as usize;
        // The first wrong board, whichever worker finds one first.
        let expected = parallel::map(runs, run).collect::<Result<Vec<_>, _>>()?.into_iter().max().unwrap_or(0);
        let found = table.max_distance(seeds).plies().into();
        if expected != found {
            return Err(VerifyError::Record { seeds, expected, found });
        }
    }
    Ok(())
}

/// Returns the longest distance of the boards of a layer with these ranks, if all are right.
fn look_at<S: Shape, E: Equations<S>>(
    index: &Index<S>,
    equations: &E,
    seeds: Seeds,
    ranks: Range<u64>,
    wrong: &(impl Fn(Board, E::Entry, E::Entry) -> VerifyError + Sync),
) -> Result<u32, VerifyError> {
    let start = index.layer_start(seeds);
    let mut board = index.board_at(seeds, ranks.start).expect("a rank of the layer");
    let mut longest = 0;
    for rank in ranks {
        let says = equations.entry(start + rank);
        let implied = equations.implied(board, start);
        if says != implied {
            return Err(wrong(board.any(), says, implied));
        }
        longest = longest.max(E::longest(says));
        board = board.next();
    }
    Ok(longest)
}
