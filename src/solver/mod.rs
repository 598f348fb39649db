//! The solver: margins or bounds of all boards, with distances, layer by layer
//!
//! A capture leaves its layer for good, so layers are solved by rising number of seeds, and every capture leads to a board
//! whose value is known. The solver keeps the margins of all layers below. It hands distances out with each layer and does not
//! keep them, because a capture counts as one ply whatever follows it.
//!
//! - `schedule` decides which layer is solved when, and by which threads; `concurrent_layers` knows which can be solved at once.
//! - `retrograde` is the algorithm for one layer.
//! - `forward`, `predecessors`, `exchange` and `frontier` are its steps, one a file.
//! - `layer` is what is stored of each board, `lower` what the layers below say about exits.
//! - `memory` has the size of everything.
//!
//! The solver runs in whatever rayon pool it is called from.

mod concurrent_layers;
mod error;
mod exchange;
mod forward;
mod frontier;
mod layer;
mod lower;
mod memory;
mod owners;
mod precomputed;
mod predecessors;
mod queue;
mod retrograde;
mod schedule;

use crate::board::{Board, Seeds};
use crate::index::Index;
use crate::parallel;
use crate::position::Side;
use crate::progress::Progress;
use crate::rules::Clauses;
use crate::shape::{Shape, with_fixed};

use exchange::in_process;
use layer::Unsolved;
use lower::{BothSides, Exits, Lower};
use owners::owners;
use precomputed::Precomputed;
use schedule::Schedule;

pub use error::SolveError;
pub use layer::Layer;
pub use memory::{memory, memory_pinned};

/// Steps of progress for each board: the forward pass visits it once, and it gets its result once.
pub const STEPS_PER_BOARD: u64 = 2;

/// Solves layer after layer: margins, or bounds if the clauses leave open what a repetition pays.
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
/// assert_eq!((boards, solver.columns()[0].len()), (70, 70));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    clauses: Clauses,
    columns: Vec<Vec<i8>>,
    next: usize,
}

impl Solver {
    /// A solver that has solved no layer yet.
    pub fn new(clauses: Clauses) -> Self {
        Self { clauses, columns: vec![Vec::new(); clauses.kind().columns()], next: 0 }
    }

    /// A solver that has solved the layers up to `done`. Each column has one byte for each of their boards, by index: see
    /// [`Layer::column`].
    ///
    /// # Panics
    /// If the number of columns is not that of the kind of table, or if there is not exactly one byte for each board.
    pub fn resume(clauses: Clauses, columns: Vec<Vec<i8>>, done: Seeds) -> Self {
        assert_eq!(columns.len(), clauses.kind().columns(), "the columns of the kind");
        let boards = Index::new(clauses.shape()).boards(done);
        assert!(columns.iter().all(|column| column.len() as u64 == boards), "one byte a board");
        Self { clauses, columns, next: done.count() + 1 }
    }

    /// Returns the columns of all boards solved so far, by index: see [`Layer::column`].
    pub fn columns(&self) -> &[Vec<i8>] {
        &self.columns
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
    /// Progress is as in [`Solver::next_layer`]. Memory for the columns of all boards is reserved at once.
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
    fn solve_until(&mut self, most: Seeds, progress: Progress<'_>, take: &mut Take<'_>) -> Result<(), Stop> {
        if self.next > most.count() {
            return Ok(());
        }
        with_fixed!(self.clauses.shape(), shape => {
            let precomputed = Precomputed::new(&self.clauses, shape, most)?;
            match &mut self.columns[..] {
                [margins] => solve_layers(&precomputed, &mut self.next, most, [margins], progress, take),
                [forced, other] => solve_layers(&precomputed, &mut self.next, most, [forced, other], progress, take),
                _ => unreachable!("a table has one column of values or two"),
            }
        })
    }
}

/// Takes a solved layer, or stops the solve.
type Take<'a> = dyn FnMut(Layer<'_>) -> Result<(), Stop> + Send + 'a;

/// Solves the layers from `next` to `most`. On return `next` is the first layer that was not taken, and the columns have all layers
/// below it.
fn solve_layers<S: Shape, const COLUMNS: usize>(
    precomputed: &Precomputed<S>,
    next: &mut usize,
    most: Seeds,
    mut columns: [&mut Vec<i8>; COLUMNS],
    progress: Progress<'_>,
    take: &mut Take<'_>,
) -> Result<(), Stop>
where
    for<'l> Lower<'l, COLUMNS>: Exits<COLUMNS>,
{
    let boards = precomputed.index.boards(most) as usize;
    for column in &mut columns {
        if column.is_empty() {
            // Unlike `resize` this touches no memory before it is needed.
            **column = vec![0; boards];
        } else {
            column.resize(boards, 0);
        }
    }
    let room = columns.each_mut().map(|column| column.as_mut_slice());
    let (first_not_taken, error) = Schedule::new(precomputed, *next, most, room, progress, take).run();
    *next = first_not_taken;
    if let Some(next) = most.layers().nth(first_not_taken) {
        let known = precomputed.index.layer_start(next) as usize;
        columns.iter_mut().for_each(|column| column.truncate(known));
    }
    error.map_or(Ok(()), Err)
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
        let lower = by_layer(&precomputed.index, [lower], seeds);
        let pins: Vec<_> = seen.iter().map(|&(board, side)| (board.fixed(shape), side as usize)).collect();
        Ok(solve_with_pins(&precomputed, seeds, &BothSides(Lower(&lower)), &pins, progress)?.split())
    })
}

/// Does the same for bounds. `lower` has the columns F and G of all boards with fewer seeds, by index. On positions that were seen
/// before, `holder` gets nothing more. Returns the seeds that `holder` can force on each board of the layer: in column 0 if `holder`
/// moves, in column 1 if the opponent moves.
///
/// # Errors
/// Like [`Solver::next_layer`].
///
/// # Panics
/// Like [`solve_pinned`].
pub fn solve_pinned_bounds(
    clauses: &Clauses,
    lower: [&[i8]; 2],
    seeds: Seeds,
    holder: Side,
    seen: &[(Board, Side)],
    progress: Progress<'_>,
) -> Result<Layer<'static>, SolveError> {
    with_fixed!(clauses.shape(), shape => {
        let precomputed = Precomputed::new(clauses, shape, seeds)?;
        let lower = by_layer(&precomputed.index, lower, seeds);
        let pin = |&(board, side): &(Board, Side)| (board.fixed(shape), usize::from(side != holder));
        let pins: Vec<_> = seen.iter().map(pin).collect();
        solve_with_pins(&precomputed, seeds, &Lower(&lower), &pins, progress)
    })
}

/// Splits columns of all layers below `seeds` by layer.
fn by_layer<'a, S: Shape, const COLUMNS: usize>(
    index: &Index<S>,
    mut columns: [&'a [i8]; COLUMNS],
    seeds: Seeds,
) -> Vec<[&'a [i8]; COLUMNS]> {
    let mut split_off = |seeds| {
        let boards = index.layer_boards(seeds) as usize;
        columns.each_mut().map(|column| column.split_off(..boards).expect("the columns of all lower layers"))
    };
    seeds.layers().take(seeds.count()).map(&mut split_off).collect()
}

/// Solves a layer of two copies with pins. Returns a column for each copy.
fn solve_with_pins<S: Shape, X: Exits<2>>(
    precomputed: &Precomputed<S>,
    seeds: Seeds,
    exits: &X,
    pins: &[(Board<S>, usize)],
    progress: Progress<'_>,
) -> Result<Layer<'static>, SolveError> {
    assert!(pins.iter().all(|(board, _)| board.total() == seeds), "a pinned board is of the layer");
    let owners = owners(parallel::threads());
    let mut layer = Unsolved::<_, 2>::new(precomputed, seeds, owners);
    let exchange = &mut *in_process::between(&layer);
    let longest = retrograde::solve(&mut layer, exits, pins, exchange, progress)?;
    let mut columns = [(); 2].map(|()| vec![0; precomputed.index.layer_boards(seeds) as usize]);
    layer.write_columns(columns.each_mut().map(Vec::as_mut_slice), X::SIGNS);
    Ok(Layer::new(seeds, columns, layer.into_distances(), longest))
}

#[cfg(test)]
mod tests;
