//! Layers are handed out in order, and how the work is split or queued changes no value

use super::*;
use crate::rules::{AWARI, MODIAR, NoMove, TIHBAT};
use crate::shape::{Fixed, Shape};

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
    let mut solver = Solver::new(*MODIAR.clauses());
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
        let mut solver = Solver::new(*MODIAR.clauses());
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
        let rest = on_threads(threads, || solver.solve_to(layer(MOST), Progress::NONE, |_| Ok::<_, SolveError>(())));
        assert_eq!((rest, solver.margins()), (Ok(()), &expected[..]));
    }
}

#[test]
fn layers_that_stand_are_not_solved_again() {
    let mut solver = Solver::new(*MODIAR.clauses());
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

/// The margins and distances of all layers, with this limit for each queue, by one thread or by several.
fn values<S: Shape, const SIDES: usize>(
    clauses: &Clauses,
    shape: S,
    most: Seeds,
    (queue_limit, single_thread): (usize, bool),
) -> Vec<(i8, u16)> {
    let precomputed = Precomputed::new(clauses, shape, most).expect("few boards");
    let owners = in_process::owners(single_thread);
    let mut lower: Vec<Vec<i8>> = Vec::new();
    let mut values = Vec::new();
    for seeds in most.layers() {
        let below: Vec<_> = lower.iter().map(Vec::as_slice).collect();
        let boards = precomputed.index.layer_boards(seeds);
        let mut pins = Vec::new();
        if SIDES == 2 {
            for (rank, side) in [(0, Side::North), (boards / 2, Side::South), (boards / 3, Side::North)] {
                pins.push((precomputed.index.board_at(seeds, rank).expect("a board"), side));
            }
        }
        let mut layer = Unsolved::<_, SIDES>::new(&precomputed, seeds, owners);
        layer.queue_limit = queue_limit;
        let exchange = &mut *in_process::between(owners);
        retrograde::solve(&mut layer, &below, &pins, exchange, Progress::NONE).expect("short distances");
        let mut margins = [(); SIDES].map(|()| vec![0; boards as usize]);
        layer.write_margins(margins.each_mut().map(Vec::as_mut_slice));
        for (margins, distances) in margins.iter().zip(&layer.into_distances()) {
            values.extend(margins.iter().copied().zip(distances.range(0..margins.len())));
        }
        lower.extend(margins.into_iter().next());
    }
    values
}

/// Whether a frontier is queued or found by a scan, and by whom, makes no difference.
#[test]
fn a_frontier_that_overflowed_is_found_again() {
    fn compare<S: Shape>(clauses: &Clauses, shape: S, most: usize) {
        let most = Seeds::new(most).expect("a layer");
        let one = values::<_, 1>(clauses, shape, most, (usize::MAX, true));
        let two = values::<_, 2>(clauses, shape, most, (usize::MAX, true));
        for how in [(1, true), (1, false), (100, false), (1000, true), (usize::MAX, false)] {
            assert!(values::<_, 1>(clauses, shape, most, how) == one, "{how:?}");
            assert!(values::<_, 2>(clauses, shape, most, how) == two, "{how:?}, both sides");
        }
    }
    compare(TIHBAT.clauses(), Fixed::<2>, 28);
    compare(MODIAR.clauses(), Fixed::<3>, 18);
    compare(AWARI.clauses(), Fixed::<6>, 6);
    // Where the game is over on many boards.
    let rarely = MODIAR.clauses().with(|draft| (draft.lift_min, draft.no_move) = (3, NoMove::OpponentTakes));
    compare(&rarely.expect("clauses"), Fixed::<3>, 14);
}

/// Rules under which play is slow: a capture needs exactly 7 seeds in an own pit.
#[test]
fn distances_over_a_byte_are_found_again() {
    let mut slow = *TIHBAT.clauses();
    for (clause, value) in [("pits", "6"), ("sowing.first", "next"), ("lift.min", "2"), ("capture.counts", "7")] {
        slow = slow.changed(clause, value).expect("a clause");
    }
    let most = Seeds::new(12).expect("a layer");
    let queued = values::<_, 1>(&slow, Fixed::<6>, most, (usize::MAX, true));
    assert_eq!(queued.iter().map(|&(_, distance)| distance).max(), Some(319));
    assert!(values::<_, 1>(&slow, Fixed::<6>, most, (1, false)) == queued);
}
