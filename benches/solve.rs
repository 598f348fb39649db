//! Solving and proving whole games
//!
//! On one thread and on two, against one plain pass. With the argument `pass`: only the plain pass over Modiar to 30
//! seeds, once, for counting its instructions.

mod common;

use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use tihbat::board::{Board, Seeds};
use tihbat::index::Index;
use tihbat::moves::Moves;
use tihbat::progress::Progress;
use tihbat::rules::{AWARI, Clauses, MODIAR, TIHBAT};
use tihbat::shape::{Fixed, Shape};
use tihbat::solver::{SolveError, Solver};
use tihbat::table::Table;
use tihbat::verify::verify;

/// Solves layers 0 to `most`. Returns the sum of all margins and distances.
fn solve(clauses: &Clauses, most: usize) -> u64 {
    let mut solver = Solver::new(*clauses);
    let mut sum = 0;
    let solved = solver.solve_to(Seeds::new(most).expect("a layer"), Progress::NONE, |layer| {
        sum += layer.distances(0, 0..layer.boards() as usize).map(u64::from).sum::<u64>();
        Ok::<_, SolveError>(())
    });
    solved.expect("layers");
    sum.wrapping_add_signed(solver.columns()[0].iter().map(|&margin| i64::from(margin)).sum())
}

fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads").install(work)
}

/// Proves the table. Returns the number of boards checked.
fn prove(table: &Table) -> u64 {
    let boards = AtomicU64::new(0);
    verify(table, Progress::new(&|looked_at| _ = boards.fetch_add(looked_at, Relaxed))).expect("a right table");
    boards.into_inner()
}

/// Makes every legal move of every board and ranks its successor: the least that any solver must do.
fn pass<S: Shape>(clauses: &Clauses, shape: S, most: usize) -> u64 {
    let (moves, index) = (Moves::new(clauses, shape), Index::new(shape));
    let mut made = 0;
    for seeds in Seeds::new(most).expect("a layer").layers() {
        let mut board = Board::first(shape, seeds);
        for _ in 0..index.layer_boards(seeds) {
            moves.for_each(board, |_, _, after| {
                black_box(index.index_of(after));
                made += 1;
            });
            board = board.next();
        }
    }
    made
}

fn game<S: Shape>(name: &str, clauses: &Clauses, shape: S, most: usize, sum: u64) {
    let seeds = Seeds::new(most).expect("a layer");
    let boards = Index::new(shape).boards(seeds);
    let table = tihbat::solve::table(clauses, seeds).expect("a table");
    let made = pass(clauses, shape, most);
    let [plain, one, two, proof] = common::in_turn(
        boards,
        [
            (&format!("{name} to {most}: one plain pass"), made, &mut || pass(clauses, shape, most)),
            (&format!("{name} to {most}: solved, one thread"), sum, &mut || on_threads(1, || solve(clauses, most))),
            (&format!("{name} to {most}: solved, two threads"), sum, &mut || on_threads(2, || solve(clauses, most))),
            (&format!("{name} to {most}: proved, one thread"), boards, &mut || on_threads(1, || prove(&table))),
        ],
    );
    let [solved, faster, proved] =
        [(&one, &plain), (&one, &two), (&proof, &plain)].map(|(times, yardstick)| common::ratio(times, yardstick));
    #[expect(clippy::print_stdout, reason = "a benchmark prints")]
    {
        println!("    solved in {solved:.2} passes, proved in {proved:.2}; two threads {faster:.2} times one");
    }
}

/// The number of moves in the plain pass over Modiar's boards of up to 30 seeds.
const PASS_MOVES: u64 = 3_988_459;

fn main() {
    if std::env::args().any(|argument| argument == "pass") {
        let made = pass(MODIAR.clauses(), Fixed::<3>, 30);
        assert_eq!(made, PASS_MOVES, "the pass gives a wrong answer");
        return;
    }
    game("tihbat", TIHBAT.clauses(), Fixed::<2>, 28, 97_735);
    game("modiar", MODIAR.clauses(), Fixed::<3>, 42, 53_626_481);
    game("awari", AWARI.clauses(), Fixed::<6>, 11, 14_625_730);
}
