//! A solve takes no more memory than the solver predicts.

use crate::common::layer;
use crate::{TURN, most_held};
use tihbat::progress::Progress;
use tihbat::rules::{AWARI, ClausesDraft, MODIAR, NoMove, Rules, TIHBAT};
use tihbat::solver::{SolveError, Solver, memory, memory_pinned, solve_pinned};

/// Moves, index and walks of a solve, and threads.
const TOOLS: u64 = 4 << 20;

/// Room for queues and outboxes that small games do not fill.
const UNFILLED: u64 = 64 << 20;

#[test]
fn a_solve_takes_no_more_memory_than_it_says() {
    let _turn = TURN.lock();
    let changed = |rules: Rules, change: fn(&mut ClausesDraft)| rules.clauses().with(change).expect("clauses");
    // Rules with long distances, above 255.
    let mut slow = *TIHBAT.clauses();
    for (clause, value) in [("pits", "6"), ("sowing.first", "next"), ("lift.min", "2"), ("capture.counts", "7")] {
        slow = slow.changed(clause, value).expect("a clause");
    }
    let games = [
        ("slow play", slow, 12),
        ("modiar", *MODIAR.clauses(), 42),
        ("tihbat on 2 x 8", changed(TIHBAT, |draft| draft.pits = 8), 8),
        ("awari", *AWARI.clauses(), 13),
        ("awari that lifts three", changed(AWARI, |draft| draft.lift_min = 3), 12),
        (
            "awari without a move",
            changed(AWARI, |draft| (draft.lift_min, draft.no_move) = (127, NoMove::OpponentTakes)),
            12,
        ),
    ];
    for (name, clauses, seeds) in games {
        for threads in [1, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let (held, ()) = most_held(|| {
                pool.install(|| {
                    Solver::new(clauses).solve_to(layer(seeds), Progress::NONE, |_| Ok::<_, SolveError>(()))
                })
                .expect("layers");
            });
            let said = memory(&clauses, layer(seeds), threads);
            assert!(held <= said + TOOLS, "{name} on {threads} threads held {held} bytes, not {said} at most");
            assert!(said < 2 * held + UNFILLED, "{name} on {threads} threads held {held} bytes, far from {said}");
        }
    }
}

#[test]
fn a_layer_solved_again_takes_no_more_memory_than_it_says() {
    let _turn = TURN.lock();
    let seeds = layer(36);
    let mut solver = Solver::new(*MODIAR.clauses());
    solver.solve_to(seeds, Progress::NONE, |_| Ok::<_, SolveError>(())).expect("layers");
    let (held, layers) = most_held(|| {
        solve_pinned(MODIAR.clauses(), &solver.columns()[0], seeds, &[], Progress::NONE).expect("a layer")
    });
    let said = memory_pinned(MODIAR.clauses(), layers[0].boards());
    assert!(held <= said + TOOLS, "held {held} bytes, not {said} at most");
    assert!(said < 2 * held + UNFILLED, "held {held} bytes, far from {said}");
}
