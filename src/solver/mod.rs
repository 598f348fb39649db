//! Layers in order
//!
//! A capture leaves a layer for good, and what it leads to is known when the layers are solved by rising number of
//! seeds. The solver keeps the margins of everything below; distances are handed out with each layer and not kept,
//! because a capture counts as one ply whatever comes after it.
//!
//! It runs in whatever rayon pool it is called from, and tells how far it is by a callback.

mod exits;
mod layer;
mod pile;
mod state;

use std::collections::VecDeque;

use rayon::prelude::*;

use crate::board::{Board, Seeds};
use crate::index::Index;
use crate::moves::Moves;
use crate::rules::Clauses;
use crate::shape::with_fixed;

use layer::Labelling;
pub use state::Layer;

/// How much work a layer is: every board is passed over once and decided once.
pub const STEPS_PER_BOARD: u64 = 2;

/// Solves layer after layer.
///
/// ```
/// use tihbat::{rules, solver::Solver};
///
/// let mut solver = Solver::new(rules::TIHBAT.clauses);
/// for _ in 0..=4 {
///     solver.next_layer(&|_| {})?;
/// }
/// assert_eq!(solver.margins().len(), 70);
/// # Ok::<(), tihbat::solver::SolveError>(())
/// ```
pub struct Solver {
    clauses: Clauses,
    margins: Vec<i8>,
    next: usize,
    /// The last layer that may be solved ahead.
    most: Option<Seeds>,
    /// Layers behind the next that are solved already.
    ahead: VecDeque<Layer>,
}

/// Boards of a layer up to which layers are solved side by side: larger ones keep all threads busy by themselves, and
/// two of them take twice the memory.
pub const SIDE_BY_SIDE: u64 = 1 << 27;

impl Solver {
    /// Starts from nothing.
    pub fn new(clauses: Clauses) -> Self {
        Self { clauses, margins: Vec::new(), next: 0, most: None, ahead: VecDeque::new() }
    }

    /// Goes on behind the layers up to `done`, whose margins are known: one byte a board, in the order of the index.
    ///
    /// # Panics
    /// If there is not exactly one margin for each of their boards.
    pub fn resume(clauses: Clauses, margins: Vec<i8>, done: Seeds) -> Self {
        assert_eq!(margins.len() as u64, Index::new(clauses.shape()).boards(done), "one margin a board");
        Self { clauses, margins, next: done.count() + 1, most: None, ahead: VecDeque::new() }
    }

    /// Lets the solver work ahead, up to the layer of `most` seeds.
    ///
    /// A move captures no fewer seeds than the smallest number that counts, so that as many layers on end do not need
    /// each other, and are solved side by side where there are threads for them.
    pub fn up_to(mut self, most: Seeds) -> Self {
        self.most = Some(most);
        self
    }

    /// Margins of all boards solved so far, in the order of the index.
    pub fn margins(&self) -> &[i8] {
        &self.margins
    }

    /// Solves the next layer. `progress` is called, from any thread, with the number of steps just done; there are
    /// [`STEPS_PER_BOARD`] for every board of the layer.
    ///
    /// # Errors
    /// If the layer is past 127 seeds, has more boards than the solver can number, or a distance that is too long.
    pub fn next_layer(&mut self, progress: &(dyn Fn(u64) + Sync)) -> Result<Layer, SolveError> {
        let layer = match self.ahead.pop_front() {
            Some(layer) => layer,
            None => {
                let mut layers = self.solve_some(progress)?;
                let layer = layers.pop_front().expect("at least one layer is solved");
                self.ahead = layers;
                layer
            }
        };
        self.margins.extend(layer.margins(0..layer.boards() as usize));
        self.next += 1;
        Ok(layer)
    }

    /// Solves the next layer, and those after it that can be solved at the same time.
    fn solve_some(&self, progress: &(dyn Fn(u64) + Sync)) -> Result<VecDeque<Layer>, SolveError> {
        let next = Seeds::new(self.next).ok_or(SolveError::Seeds)?;
        with_fixed!(self.clauses.shape(), shape => {
            let (moves, index) = (Moves::new(&self.clauses, shape), Index::new(shape));
            let threads = rayon::current_num_threads();
            let most = self.most.map_or(next, |most| most.max(next));
            let layers: Vec<Seeds> = most
                .layers()
                .skip(self.next)
                .take(threads.min(self.clauses.counts.fewest()))
                .enumerate()
                .take_while(|&(at, seeds)| at == 0 || index.layer_boards(seeds) <= SIDE_BY_SIDE)
                .map(|(_, seeds)| seeds)
                .collect();
            let alone = layers.len() == threads;
            let solve = |&seeds: &Seeds| {
                check_size(index.layer_boards(seeds), seeds)?;
                let labelling = Labelling::<_, 1>::pass(&moves, &index, &self.margins, seeds, alone, progress);
                labelling.label().map(|[layer]| layer)
            };
            match layers.as_slice() {
                [one] => Ok(VecDeque::from([solve(one)?])),
                more => more.par_iter().map(solve).collect(),
            }
        })
    }
}

/// Solves one layer again for a game in progress: `seen` are positions that were on the board before, with their
/// side, and are now ends worth 0. `lower` are the margins of all boards with fewer seeds. The answer is the layer
/// for side 0 and the layer for side 1.
///
/// # Errors
/// Like [`Solver::next_layer`].
///
/// # Panics
/// If a pinned board is of another layer or shape.
pub fn solve_pinned(
    clauses: &Clauses,
    lower: &[i8],
    seeds: Seeds,
    seen: &[(Board, usize)],
    progress: &(dyn Fn(u64) + Sync),
) -> Result<[Layer; 2], SolveError> {
    with_fixed!(clauses.shape(), shape => {
        let (moves, index) = (Moves::new(clauses, shape), Index::new(shape));
        check_size(index.layer_boards(seeds), seeds)?;
        let mut labelling = Labelling::<_, 2>::pass(&moves, &index, lower, seeds, rayon::current_num_threads() == 1, progress);
        for &(board, side) in seen {
            assert_eq!(board.total(), seeds, "a pinned board is of the layer");
            labelling.pin(board.fixed(shape), side);
        }
        labelling.label()
    })
}

fn check_size(boards: u64, seeds: Seeds) -> Result<(), SolveError> {
    if usize::try_from(boards).is_ok_and(|boards| boards <= isize::MAX as usize / 4) {
        Ok(())
    } else {
        Err(SolveError::Layer { seeds, boards })
    }
}

/// Why a layer cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// No board has so many seeds.
    #[error("a board holds at most 127 seeds, so there is no layer past that")]
    Seeds,
    /// The layer is too large.
    #[error("the layer of {seeds} seeds has {boards} boards, more than this machine can number")]
    Layer {
        /// The layer.
        seeds: Seeds,
        /// Its boards.
        boards: u64,
    },
    /// A distance does not fit.
    #[error("a distance is longer than 65,535 plies, the most that a table can hold")]
    Distance,
}
