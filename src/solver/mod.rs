//! Layers in order
//!
//! A capture leaves a layer for good, and what it leads to is known when the layers are solved by rising number of
//! seeds. The solver keeps the margins of everything below; distances are handed out with each layer and not kept,
//! because a capture counts as one ply whatever comes after it.
//!
//! It runs in whatever rayon pool it is called from, and tells how far it is by a callback.

mod distances;
mod layer;
mod look;
mod marks;
mod pass;
mod pile;
mod round;
mod schedule;
mod spread;
mod state;
mod work;

use crate::board::{Board, Seeds};
use crate::index::{Index, Prefixes};
use crate::moves::Moves;
use crate::position::Side;
use crate::progress::Progress;
use crate::rules::Clauses;
use crate::shape::{Shape, with_fixed};

use layer::Labelling;
use schedule::Schedule;
pub use state::Layer;

/// How much work a layer is: every board is passed over once and decided once.
pub const STEPS_PER_BOARD: u64 = 2;

/// Bytes of memory that solving the layers up to `most` takes at most on as many threads, with the margins of all boards.
pub fn memory(clauses: &Clauses, most: Seeds, threads: usize) -> u64 {
    let margins = Index::new(clauses.shape()).boards(most);
    let layers = with_fixed!(clauses.shape(), shape => {
        schedule::memory(&Index::new(shape), threads.min(clauses.counts().fewest()), most)
    });
    margins.saturating_add(layers)
}

/// Bytes of memory that solving a layer of as many boards again takes at most, as [`solve_pinned`] does.
pub fn memory_pinned(clauses: &Clauses, boards: u64) -> u64 {
    let layer = with_fixed!(clauses.shape(), shape => layer::memory(boards, word_bytes(shape)));
    boards.saturating_add(layer).saturating_mul(2)
}

/// Bytes of the word that holds a board.
fn word_bytes<S: Shape>(_: S) -> u64 {
    size_of::<S::Word>() as u64
}

/// Solves layer after layer.
///
/// ```
/// use tihbat::{board::Seeds, progress::Progress, rules, solver::Solver};
///
/// let mut solver = Solver::new(rules::TIHBAT.clauses());
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
    /// Starts from nothing.
    pub fn new(clauses: Clauses) -> Self {
        Self { clauses, margins: Vec::new(), next: 0 }
    }

    /// Goes on behind the layers up to `done`, whose margins are known: one byte a board, in the order of the index.
    ///
    /// # Panics
    /// If there is not exactly one margin for each of their boards.
    pub fn resume(clauses: Clauses, margins: Vec<i8>, done: Seeds) -> Self {
        assert_eq!(margins.len() as u64, Index::new(clauses.shape()).boards(done), "one margin a board");
        Self { clauses, margins, next: done.count() + 1 }
    }

    /// Margins of all boards solved so far, in the order of the index.
    pub fn margins(&self) -> &[i8] {
        &self.margins
    }

    /// Solves only the next layer. `progress` is called, from any thread, with the number of steps just done; there
    /// are [`STEPS_PER_BOARD`] for every board of the layer.
    ///
    /// # Errors
    /// If the layer is past 127 seeds, has more boards than the solver can number, or a distance that is too long.
    pub fn next_layer(&mut self, progress: Progress<'_>) -> Result<Layer<'static>, SolveError> {
        let next = Seeds::new(self.next).ok_or(SolveError::Seeds)?;
        let mut found = None;
        self.solve_to(next, progress, |layer| {
            found = Some(layer.into_owned());
            Ok::<_, SolveError>(())
        })?;
        Ok(found.expect("the layer was handed out"))
    }

    /// Solves all layers up to that of `most` seeds, and hands each out to `take`, in order and one at a time, from any
    /// thread. `progress` is called as in [`Solver::next_layer`]. Memory for a margin of each board is asked for at once.
    ///
    /// # Errors
    /// Like [`Solver::next_layer`], or an error of `take`, whichever comes first. The solver then stands behind the last
    /// layer that was taken.
    pub fn solve_to<E: From<SolveError> + Send>(
        &mut self,
        most: Seeds,
        progress: Progress<'_>,
        take: impl FnMut(Layer<'_>) -> Result<(), E> + Send,
    ) -> Result<(), E> {
        if self.next > most.count() {
            return Ok(());
        }
        with_fixed!(self.clauses.shape(), shape => {
            let tools = Tools::new(&self.clauses, shape, most)?;
            let boards = tools.index.boards(most) as usize;
            if self.margins.is_empty() {
                // Unlike `resize` this touches no memory before it is needed.
                self.margins = vec![0; boards];
            } else {
                self.margins.resize(boards, 0);
            }
            let (next, error) = Schedule::new(&tools, self.next, most, &mut self.margins, progress, take).run();
            self.next = next;
            if let Some(next) = most.layers().nth(next) {
                self.margins.truncate(tools.index.layer_start(next) as usize);
            }
            error.map_or(Ok(()), Err)
        })
    }
}

/// Solves one layer again for a game in progress: `seen` are positions that were on the board before, with their
/// side, and are now ends worth 0. `lower` are the margins of all boards with fewer seeds. Returns the layer
/// for South to move and the layer for North to move.
///
/// # Errors
/// Like [`Solver::next_layer`].
///
/// # Panics
/// If a pinned board is of another layer or shape, or a margin is missing.
pub fn solve_pinned(
    clauses: &Clauses,
    lower: &[i8],
    seeds: Seeds,
    seen: &[(Board, Side)],
    progress: Progress<'_>,
) -> Result<[Layer<'static>; 2], SolveError> {
    with_fixed!(clauses.shape(), shape => {
        let tools = Tools::new(clauses, shape, seeds)?;
        let mut rest = lower;
        let lower: Vec<_> = seeds
            .layers()
            .take(seeds.count())
            .map(|seeds| rest.split_off(..tools.index.layer_boards(seeds) as usize).expect("the margins of all lower layers"))
            .collect();
        let alone = rayon::current_num_threads() == 1;
        let mut labelling = Labelling::<_, 2>::pass(&tools, &lower, seeds, alone, progress);
        for &(board, side) in seen {
            assert_eq!(board.total(), seeds, "a pinned board is of the layer");
            labelling.pin(board.fixed(shape), side as usize);
        }
        let mut margins = [(); 2].map(|()| vec![0; tools.index.layer_boards(seeds) as usize]);
        let (longest, distances) = labelling.label(margins.each_mut().map(Vec::as_mut_slice))?;
        let mut margins = margins.into_iter();
        Ok(distances.map(|distances| {
            let margins = margins.next().expect("as many sides").into();
            Layer { seeds, margins, distances, longest }
        }))
    })
}

/// What every layer is solved with, worked out once.
struct Tools<S: Shape> {
    moves: Moves<S>,
    index: Index<S>,
    fronts: Prefixes<S::Word>,
}

impl<S: Shape> Tools<S> {
    /// For layers of at most `most` seeds, unless no memory can hold them.
    fn new(clauses: &Clauses, shape: S, most: Seeds) -> Result<Self, SolveError> {
        let index = Index::new(shape);
        let fits = |bytes: u64| bytes <= isize::MAX as u64;
        let boards = index.layer_boards(most);
        if fits(index.boards(most)) && fits(boards.saturating_mul(4)) {
            Ok(Self { moves: Moves::new(clauses, shape), index, fronts: Prefixes::new(shape, most) })
        } else {
            Err(SolveError::Layer { seeds: most, boards })
        }
    }

    /// The board that a word stands for.
    #[inline(always)]
    fn board(&self, word: S::Word) -> Board<S> {
        Board::from_word(word, self.index.shape())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::MODIAR;

    #[derive(Debug, PartialEq, Eq)]
    enum Refused {
        Enough,
        Solve(SolveError),
    }

    impl From<SolveError> for Refused {
        fn from(error: SolveError) -> Self {
            Self::Solve(error)
        }
    }

    const MOST: usize = 16;

    fn layer(seeds: usize) -> Seeds {
        Seeds::new(seeds).expect("a layer")
    }

    fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads").install(work)
    }

    fn one_by_one() -> Vec<i8> {
        let mut solver = Solver::new(MODIAR.clauses());
        for _ in 0..=MOST {
            solver.next_layer(Progress::NONE).expect("a layer");
        }
        solver.margins
    }

    /// Every layer is handed out once and in its order, even if taking it is slow, and a solver that was refused goes on
    /// where it was.
    #[test]
    fn layers_are_taken_in_order_and_a_refusal_loses_nothing() {
        let expected = one_by_one();
        let index = Index::new(MODIAR.clauses().shape());
        for threads in [1, 2, 3, 5] {
            let mut solver = Solver::new(MODIAR.clauses());
            for refused in [0, 7, 8, MOST] {
                let mut taken = Vec::new();
                let solved = on_threads(threads, || {
                    solver.solve_to(layer(MOST), Progress::NONE, |layer| {
                        std::thread::sleep(std::time::Duration::from_millis(1));
                        let seeds = layer.seeds().count();
                        if seeds == refused {
                            return Err(Refused::Enough);
                        }
                        taken.push(seeds);
                        Ok(())
                    })
                });
                assert_eq!(solved, Err(Refused::Enough));
                assert!(taken.iter().copied().eq(refused - taken.len()..refused), "{taken:?} before {refused}");
                assert_eq!(solver.next, refused);
                let known = index.layer_start(layer(refused)) as usize;
                assert_eq!(solver.margins, expected[..known]);
            }
            let rest =
                on_threads(threads, || solver.solve_to(layer(MOST), Progress::NONE, |_| Ok::<_, SolveError>(())));
            assert_eq!((rest, solver.margins()), (Ok(()), &expected[..]));
        }
    }

    #[test]
    fn layers_that_stand_are_not_solved_again() {
        let mut solver = Solver::new(MODIAR.clauses());
        let none = |_: Layer<'_>| -> Result<(), SolveError> { panic!("a layer was handed out") };
        solver.solve_to(layer(3), Progress::NONE, |_| Ok::<_, SolveError>(())).expect("layers");
        let known = solver.margins().to_vec();
        assert_eq!((solver.solve_to(layer(3), Progress::NONE, none), solver.margins()), (Ok(()), &known[..]));
    }

    /// Of 127 seeds the layer alone is too large, of 96 the layers together.
    #[test]
    fn what_cannot_be_numbered_is_refused_before_it_takes_memory() {
        let clauses = MODIAR.clauses().with(|draft| draft.pits = 8).expect("clauses");
        for seeds in [96, 127].map(layer) {
            let solved = Solver::new(clauses).solve_to(seeds, Progress::NONE, |_| Ok(()));
            assert!(matches!(solved, Err(SolveError::Layer { seeds: of, .. }) if of == seeds), "{solved:?}");
        }
    }
}
