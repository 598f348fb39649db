//! Layers are handed out in order, and how the work is split or queued changes no value

use super::exchange::Exchange;
use super::exchange::bucketed::Bucketed;
use super::exchange::direct::Direct;
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

fn one_by_one() -> Vec<Vec<i8>> {
    let mut solver = Solver::new(*MODIAR.clauses());
    for _ in 0..=MOST {
        solver.next_layer(Progress::NONE).expect("a layer");
    }
    solver.columns
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
            assert_eq!(solver.columns[0], expected[0][..known]);
        }
        let rest = on_threads(threads, || solver.solve_to(layer(MOST), Progress::NONE, |_| Ok::<_, SolveError>(())));
        assert_eq!((rest, solver.columns()), (Ok(()), &expected[..]));
    }
}

#[test]
fn layers_that_stand_are_not_solved_again() {
    let mut solver = Solver::new(*MODIAR.clauses());
    let none = |_: Layer<'_>| -> Result<(), SolveError> { panic!("a layer was handed out") };
    solver.solve_to(layer(3), Progress::NONE, |_| Ok::<_, SolveError>(())).expect("layers");
    let known = solver.columns().to_vec();
    assert_eq!((solver.solve_to(layer(3), Progress::NONE, none), solver.columns()), (Ok(()), &known[..]));
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

/// How the work is split and queued: the limit for each queue; and for an exchange between buckets the number of owners, the boards
/// of a bucket, and how many predecessors wait.
type How = (usize, Option<(usize, usize, usize)>);

/// The values and distances of all layers in all copies. `solve` solves one of them with its lower layers.
fn values<S: Shape, const COPIES: usize, const COLUMNS: usize>(
    clauses: &Clauses,
    shape: S,
    most: Seeds,
    (queue_limit, buckets): How,
    signs: [i8; COPIES],
    solve: impl Fn(&mut Unsolved<'_, S, COPIES>, Lower<'_, COLUMNS>, &[(Board<S>, usize)], &mut dyn Exchange<S, COPIES>),
) -> Vec<(i8, u16)> {
    let precomputed = Precomputed::new(clauses, shape, most).expect("few boards");
    let owners = buckets.map_or(1, |(owners, ..)| owners);
    let mut lower: Vec<[Vec<i8>; COLUMNS]> = Vec::new();
    let mut values = Vec::new();
    for seeds in most.layers() {
        let below: Vec<_> = lower.iter().map(|columns| columns.each_ref().map(Vec::as_slice)).collect();
        let boards = precomputed.index.layer_boards(seeds);
        let mut pins = Vec::new();
        if COPIES > COLUMNS {
            for (rank, copy) in [(0, 1), (boards / 2, 0), (boards / 3, 1)] {
                pins.push((precomputed.index.board_at(seeds, rank).expect("a board"), copy));
            }
        }
        let mut layer = Unsolved::<_, COPIES>::new(&precomputed, seeds, owners);
        layer.queue_limit = queue_limit;
        let mut exchange: Box<dyn Exchange<S, COPIES>> = match buckets {
            Some((_, places, most)) => Box::new(Bucketed::with_buckets(&layer, places, most)),
            None => Box::new(Direct),
        };
        solve(&mut layer, Lower(&below), &pins, &mut *exchange);
        let mut columns = [(); COPIES].map(|()| vec![0; boards as usize]);
        layer.write_columns(columns.each_mut().map(Vec::as_mut_slice), signs);
        for (column, distances) in columns.iter().zip(&layer.into_distances()) {
            values.extend(column.iter().copied().zip(distances.range(0..column.len())));
        }
        let mut columns = columns.into_iter();
        lower.push([(); COLUMNS].map(|()| columns.next().expect("a copy for each column")));
    }
    values
}

fn margins<S: Shape>(clauses: &Clauses, shape: S, most: Seeds, how: How) -> Vec<(i8, u16)> {
    values::<_, 1, 1>(clauses, shape, most, how, [1], |layer, lower, pins, exchange| {
        retrograde::solve(layer, &lower, pins, exchange, Progress::NONE).expect("short distances");
    })
}

fn pinned<S: Shape>(clauses: &Clauses, shape: S, most: Seeds, how: How) -> Vec<(i8, u16)> {
    values::<_, 2, 1>(clauses, shape, most, how, [1, 1], |layer, lower, pins, exchange| {
        retrograde::solve(layer, &BothSides(lower), pins, exchange, Progress::NONE).expect("short distances");
    })
}

fn bounds<S: Shape>(clauses: &Clauses, shape: S, most: Seeds, how: How) -> Vec<(i8, u16)> {
    values::<_, 2, 2>(clauses, shape, most, how, [1, -1], |layer, lower, pins, exchange| {
        retrograde::solve(layer, &lower, pins, exchange, Progress::NONE).expect("short distances");
    })
}

/// Whether a frontier is queued or found by a scan, and by whom, makes no difference.
#[test]
fn a_frontier_that_overflowed_is_found_again() {
    fn compare<S: Shape>(clauses: &Clauses, shape: S, most: usize) {
        let most = Seeds::new(most).expect("a layer");
        for solve in [margins, pinned, bounds] {
            let expected = solve(clauses, shape, most, (usize::MAX, None));
            let [one, four] = [1, 4].map(|owners| Some((owners, 64, 100)));
            let at_once = Some((2, 1, 1));
            let late = Some((3, 1 << 16, usize::MAX));
            for how in [(1, None), (1000, None), (1, one), (100, four), (usize::MAX, four), (10, at_once), (7, late)] {
                assert!(solve(clauses, shape, most, how) == expected, "{how:?}");
            }
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
    let queued = margins(&slow, Fixed::<6>, most, (usize::MAX, None));
    assert_eq!(queued.iter().map(|&(_, distance)| distance).max(), Some(319));
    assert!(margins(&slow, Fixed::<6>, most, (1, Some((2, 256, 1000)))) == queued);
}
