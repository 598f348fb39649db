//! The solver: margins and distances of all boards, layer by layer
//!
//! A capture leaves its layer for good, so layers are solved by rising number of seeds, and every capture leads to a board
//! whose value is known. The solver keeps the margins of all layers below. It hands distances out with each layer and does not
//! keep them, because a capture counts as one ply whatever follows it.
//!
//! - `schedule` decides which layer is solved when, and by which threads; `concurrent_layers` knows which can be solved at once.
//! - `retrograde` is the algorithm for one layer.
//! - `forward`, `predecessors`, `exchange` and `frontier` are its steps, one a file.
//! - `layer` is what is stored of each board.
//! - `memory` has the size of everything.
//!
//! The solver runs in whatever rayon pool it is called from.

mod concurrent_layers;
mod error;
mod exchange;
mod forward;
mod frontier;
mod layer;
mod memory;
mod precomputed;
mod predecessors;
mod queue;
mod retrograde;
mod schedule;

use crate::board::{Board, Seeds};
use crate::index::Index;
use crate::position::Side;
use crate::progress::Progress;
use crate::rules::Clauses;
use crate::shape::with_fixed;

use exchange::in_process;
use layer::Unsolved;
use precomputed::Precomputed;
use schedule::Schedule;

pub use error::SolveError;
pub use layer::Layer;
pub use memory::{memory, memory_pinned};

/// Steps of progress for each board: the forward pass visits it once, and it gets its margin once.
pub const STEPS_PER_BOARD: u64 = 2;

/// Solves layer after layer.
///
/// ```
/// use tihbat::{board::Seeds, progress::Progress, rules, solver::Solver};
///
/// let mut solver = Solver::new(*rules::TIHBAT.clauses());
/// let most = Seeds::new(4).ok_or("4 seeds are not too many")?;
/// let mut boards = 0;
/// solver.solve_to(most, Progress::NONE, |layer| {
///     boards += layer.boards();
///     Ok::<_, tihbat::solver::SolveError>(())
/// })?;
/// assert_eq!((boards, solver.margins().len()), (70, 70));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    clauses: Clauses,
    margins: Vec<i8>,
    next: usize,
}

impl Solver {
    /// A solver that has solved no layer yet.
    pub fn new(clauses: Clauses) -> Self {
        Self { clauses, margins: Vec::new(), next: 0 }
    }

    /// A solver that has solved the layers up to `done`. `margins` has one byte for each of their boards, by index.
    ///
    /// # Panics
    /// If there is not exactly one margin for each of their boards.
    pub fn resume(clauses: Clauses, margins: Vec<i8>, done: Seeds) -> Self {
        assert_eq!(margins.len() as u64, Index::new(clauses.shape()).boards(done), "one margin a board");
        Self { clauses, margins, next: done.count() + 1 }
    }

    /// Returns the margins of all boards solved so far, by index.
    pub fn margins(&self) -> &[i8] {
        &self.margins
    }

    /// Solves only the next layer. Progress is [`STEPS_PER_BOARD`] steps for each of its boards.
    ///
    /// # Errors
    /// If the layer has more than 127 seeds or more boards than this machine can number, or if a distance is too long.
    pub fn next_layer(&mut self, progress: Progress<'_>) -> Result<Layer<'static>, SolveError> {
        let next = Seeds::new(self.next).ok_or(SolveError::Seeds)?;
        let mut found = None;
        self.solve_to(next, progress, |layer| {
            found = Some(layer.into_owned());
            Ok::<_, SolveError>(())
        })?;
        Ok(found.expect("the layer was handed out"))
    }

    /// Solves all layers up to that of `most` seeds. Hands each layer to `take`, in order and one at a time, from any thread.
    /// Progress is as in [`Solver::next_layer`]. Memory for the margins of all boards is reserved at once.
    ///
    /// # Errors
    /// Like [`Solver::next_layer`], or the first error of `take`. The solver then has solved the layers that were taken.
    pub fn solve_to<E: From<SolveError> + Send>(
        &mut self,
        most: Seeds,
        progress: Progress<'_>,
        mut take: impl FnMut(Layer<'_>) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        let mut error = None;
        let mut take = |layer: Layer<'_>| {
            take(layer).map_err(|found| {
                error = Some(found);
                Stop::NotTaken
            })
        };
        match self.solve_until(most, progress, &mut take) {
            Ok(()) => Ok(()),
            Err(Stop::Solve(error)) => Err(error.into()),
            Err(Stop::NotTaken) => Err(error.expect("the error of a layer that was not taken")),
        }
    }

    /// Solves until `take` stops it. Not generic, so that callers do not compile the solver again for each number of pits.
    fn solve_until(
        &mut self,
        most: Seeds,
        progress: Progress<'_>,
        take: &mut (dyn FnMut(Layer<'_>) -> Result<(), Stop> + Send),
    ) -> Result<(), Stop> {
        if self.next > most.count() {
            return Ok(());
        }
        with_fixed!(self.clauses.shape(), shape => {
            let precomputed = Precomputed::new(&self.clauses, shape, most)?;
            let boards = precomputed.index.boards(most) as usize;
            if self.margins.is_empty() {
                // Unlike `resize` this touches no memory before it is needed.
                self.margins = vec![0; boards];
            } else {
                self.margins.resize(boards, 0);
            }
            let (next, error) = Schedule::new(&precomputed, self.next, most, &mut self.margins, progress, take).run();
            self.next = next;
            if let Some(next) = most.layers().nth(next) {
                self.margins.truncate(precomputed.index.layer_start(next) as usize);
            }
            error.map_or(Ok(()), Err)
        })
    }
}

/// Why a solve of several layers ends early.
enum Stop {
    /// A layer was not solved.
    Solve(SolveError),
    /// A solved layer was not taken.
    NotTaken,
}

impl From<SolveError> for Stop {
    fn from(error: SolveError) -> Self {
        Self::Solve(error)
    }
}

/// Solves one layer again, for both sides and within a game. `seen` are positions that were on the board before; now they end
/// the game with margin 0. `lower` has the margins of all boards with fewer seeds, by index. Returns the layer for South to
/// move and the layer for North to move.
///
/// # Errors
/// Like [`Solver::next_layer`].
///
/// # Panics
/// If a position is of another layer or shape, or if a margin is missing.
pub fn solve_pinned(
    clauses: &Clauses,
    lower: &[i8],
    seeds: Seeds,
    seen: &[(Board, Side)],
    progress: Progress<'_>,
) -> Result<[Layer<'static>; 2], SolveError> {
    with_fixed!(clauses.shape(), shape => {
        let precomputed = Precomputed::new(clauses, shape, seeds)?;
        let boards = |seeds| precomputed.index.layer_boards(seeds) as usize;
        let mut rest = lower;
        let lower = seeds.layers().take(seeds.count());
        let lower = lower.map(|seeds| rest.split_off(..boards(seeds)).expect("the margins of all lower layers"));
        let lower: Vec<_> = lower.collect();
        let pin = |&(board, side): &(Board, Side)| {
            assert_eq!(board.total(), seeds, "a pinned board is of the layer");
            (board.fixed(shape), side)
        };
        let pins: Vec<_> = seen.iter().map(pin).collect();
        let owners = in_process::owners(rayon::current_num_threads() == 1);
        let mut layer = Unsolved::<_, 2>::new(&precomputed, seeds, owners);
        let longest = retrograde::solve(&mut layer, &lower, &pins, &mut *in_process::between(owners), progress)?;
        let mut margins = [(); 2].map(|()| vec![0; boards(seeds)]);
        layer.write_margins(margins.each_mut().map(Vec::as_mut_slice));
        let [south, north] = layer.into_distances();
        let [of_south, of_north] = margins;
        Ok([Layer::new(seeds, of_south, south, longest), Layer::new(seeds, of_north, north, longest)])
    })
}

#[cfg(test)]
mod tests;
