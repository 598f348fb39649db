//! Index of boards, boards of an index, and steps from board to board

mod common;

use tihbat::board::{Board, Seeds};
use tihbat::index::Index;
use tihbat::shape::{Fixed, Shape};

fn layer<S: Shape>(name: &str, shape: S, seeds: usize) {
    let index = Index::new(shape);
    let seeds = Seeds::new(seeds).expect("a layer");
    let boards = index.layer_boards(seeds);
    let sum = boards * (boards - 1) / 2;
    common::time(&format!("{name}, layer {seeds}: board to number"), boards, sum, || {
        let mut board = Board::first(shape, seeds);
        let mut found = 0;
        for _ in 0..boards {
            found += index.rank_of(board);
            board = board.next();
        }
        found
    });
    common::time(&format!("{name}, layer {seeds}: number to board"), boards, sum, || {
        (0..boards).map(|rank| index.rank_of(index.board_at(seeds, rank).expect("a rank"))).sum()
    });
}

fn main() {
    layer("modiar", Fixed::<3>, 42);
    layer("awari", Fixed::<6>, 11);
}
