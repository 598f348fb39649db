//! Shares of oware boards whose value does not depend on what a repetition pays, as another solver published them
//!
//! An oware solver of 2026 stores what each side can force, and published these shares. It leaves out boards that no move leads to,
//! because the opponent, who has just moved, has no empty pit: the origin of a move is left empty. The shares are rounded to a tenth
//! of a percent. At 16 seeds it published 6.5 %, which this program finds too, by hand:
//! `cargo run --release --example independent -- 16`.

use crate::common::layer;
use tihbat::rules::OWARE;
use tihbat::shape::Shape;
use tihbat::{Board, solve};

/// Seeds, and the published share in tenths of a percent.
const PUBLISHED: [(usize, u64); 3] = [(4, 728), (8, 611), (12, 187)];

fn opponent_has_an_empty_pit(board: Board) -> bool {
    board.pits().skip(board.shape().row()).any(|seeds| seeds == 0)
}

#[test]
fn oware_has_the_published_shares() {
    let table = solve::table(OWARE.clauses(), layer(12)).expect("a table");
    for (seeds, share) in PUBLISHED {
        let (mut boards, mut independent) = (0_u64, 0_u64);
        let index = table.index();
        let first = index.layer_start(layer(seeds));
        for (at, bounds) in (first..).zip(table.layer_bounds(layer(seeds))) {
            if opponent_has_an_empty_pit(index.board(at).expect("a board")) {
                boards += 1;
                independent += u64::from(bounds.expect("bounds").open(layer(seeds)).count() == 0);
            }
        }
        assert_eq!((1000 * independent + boards / 2) / boards, share, "{independent} of {boards} at {seeds} seeds");
    }
}
