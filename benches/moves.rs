//! Every move of every board, and every unmove

mod common;

use std::hint::black_box;

use tihbat::board::{Board, Seeds};
use tihbat::index::Index;
use tihbat::moves::Moves;
use tihbat::rules::{AWARI, Clauses, MODIAR, TIHBAT};
use tihbat::shape::{Fixed, Shape};

/// One layer: all moves, and the unmoves of its quiet moves. Both must give the same number of quiet moves.
fn layer<S: Shape>(name: &str, clauses: &Clauses, shape: S, seeds: usize) {
    let (moves, index) = (Moves::new(clauses, shape), Index::new(shape));
    let seeds = Seeds::new(seeds).expect("a layer");
    let boards = index.layer_boards(seeds);
    let each = |visit: &mut dyn FnMut(Board<S>)| {
        let mut board = Board::first(shape, seeds);
        for _ in 0..boards {
            visit(board);
            board = board.next();
        }
    };
    let mut quiet = 0;
    each(&mut |board| {
        moves.for_each(board, |_, captured, _| quiet += u64::from(captured == Seeds::NONE));
    });
    common::time(&format!("{name}, layer {seeds}: moves made"), boards, quiet, || {
        let mut found = 0;
        let mut board = Board::first(shape, seeds);
        for _ in 0..boards {
            moves.for_each(board, |_, captured, after| {
                black_box(after);
                found += u64::from(captured == Seeds::NONE);
            });
            board = board.next();
        }
        found
    });
    common::time(&format!("{name}, layer {seeds}: unmoves"), boards, quiet, || {
        let mut found = 0;
        let all = std::iter::successors(Some(Board::first(shape, seeds)), |board| Some(board.next()));
        moves.unmoves().for_each_predecessor(all.take(boards as usize), |before| {
            black_box(before);
            found += 1;
        });
        found
    });
}

fn main() {
    layer("tihbat", TIHBAT.clauses(), Fixed::<2>, 28);
    layer("modiar", MODIAR.clauses(), Fixed::<3>, 42);
    layer("awari", AWARI.clauses(), Fixed::<6>, 11);
}
