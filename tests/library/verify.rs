//! `verify` accepts right tables and refuses every forged entry.

use crate::common::forge::Forged;
use crate::common::{boards, family, table_bytes};
use tihbat::moves::Moves;
use tihbat::progress::Progress;
use tihbat::rules::{AWARI, Clauses, MODIAR, TIHBAT};
use tihbat::table::Table;
use tihbat::verify::{VerifyError, verify};

fn prove(bytes: Vec<u8>) -> Result<(), VerifyError> {
    verify(&Table::from_bytes(bytes).expect("checksums are right"), Progress::NONE)
}

#[test]
fn right_tables_are_proved_right() {
    for (clauses, seeds) in [(TIHBAT.clauses(), 28), (MODIAR.clauses(), 20), (AWARI.clauses(), 7)] {
        prove(table_bytes(clauses, seeds)).expect("a right table");
    }
    for (pits, seeds) in [(1, 20), (2, 10), (3, 6)] {
        for clauses in family(pits) {
            prove(table_bytes(&clauses, seeds)).unwrap_or_else(|error| panic!("{error}: {:?}", clauses.entries()));
        }
    }
}

/// Distances to try instead of another one.
fn other_distances(distance: u8) -> impl Iterator<Item = u8> {
    let near = [distance.wrapping_sub(1), distance.wrapping_add(1)];
    near.into_iter().chain([0, 2, 128, 255]).filter(move |&other| other != distance)
}

#[test]
fn no_single_entry_can_be_changed() {
    let mut tried = 0;
    for (pits, seeds, step) in [(1, 6, 5), (2, 4, 31), (3, 2, 29)] {
        for clauses in family(pits).into_iter().step_by(step) {
            let good = Forged::of(table_bytes(&clauses, seeds));
            let numbers: Vec<_> = (0..=seeds).flat_map(|seeds| boards(&clauses, seeds)).collect();
            for (number, board) in numbers.iter().enumerate() {
                let (margin, distance) = (good.margin(number), good.distance(number));
                let most = board.total().count() as i8;
                let margins = (-most..=most).chain([most + 1, -most - 1, 127, -127, -128]);
                let same = other_distances(distance).map(|other| (margin, other));
                let other = margins.filter(|&other| other != margin).flat_map(|other| {
                    other_distances(distance).chain([distance]).map(move |distance| (other, distance))
                });
                for (margin, distance) in same.chain(other) {
                    let mut bad = good.clone();
                    bad.set(number, margin, distance);
                    bad.hide();
                    bad.seal();
                    assert!(
                        prove(bad.bytes).is_err(),
                        "{board} as {margin} in {distance} passes: {:?}",
                        clauses.entries()
                    );
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 20_000, "only {tried} changes were tried");
}

/// Whether every margin is the best over its moves: what a proof without distances would check.
fn agrees_locally(forged: &Forged, clauses: &Clauses, seeds: usize) -> bool {
    let moves = Moves::new(clauses, clauses.shape());
    let index = tihbat::index::Index::new(clauses.shape());
    let margin = |board| i32::from(forged.margin(index.index_of(board) as usize));
    (0..=seeds).flat_map(|seeds| boards(clauses, seeds)).all(|board| {
        let plays = moves.list(board);
        let worth = plays.iter().map(|play| play.captured.count() as i32 - margin(play.board));
        worth.max().unwrap_or_else(|| moves.ending(board).seeds().into()) == margin(board)
    })
}

/// Margins that support each other. Starting from a planted +t and -t, every margin of the layer is repeatedly set to the best
/// over its moves, until all agree. The planted margins often survive, because a cycle supports them.
fn prop_up(good: &Forged, clauses: &Clauses, seeds: usize, planted: usize, margin: i8) -> Option<Forged> {
    let moves = Moves::new(clauses, clauses.shape());
    let index = tihbat::index::Index::new(clauses.shape());
    let layer = boards(clauses, seeds);
    let first = index.index_of(layer[0]) as usize;
    let mut forged = good.clone();
    let spread = |forged: &mut Forged, board: usize, margin: i8| forged.set(first + board, margin, 0);
    spread(&mut forged, planted, margin);
    for play in moves.list(layer[planted]).iter().filter(|play| play.captured.count() == 0) {
        spread(&mut forged, index.rank_of(play.board) as usize, -margin);
    }
    for _ in 0..200 {
        let mut changed = false;
        for (rank, &board) in layer.iter().enumerate() {
            let plays = moves.list(board);
            let worth = plays.iter().map(|play| {
                play.captured.count() as i32 - i32::from(forged.margin(index.index_of(play.board) as usize))
            });
            let best = worth.max().unwrap_or_else(|| moves.ending(board).seeds().into()) as i8;
            changed |= best != forged.margin(first + rank);
            spread(&mut forged, rank, best);
        }
        if !changed {
            let differs = (0..layer.len()).any(|rank| forged.margin(first + rank) != good.margin(first + rank));
            return differs.then_some(forged);
        }
    }
    None
}

/// Distances that fit as well as possible: (b) applied repeatedly to the forged margins.
fn follow_distances(forged: &mut Forged, clauses: &Clauses, seeds: usize, rounds: usize) {
    let moves = Moves::new(clauses, clauses.shape());
    let index = tihbat::index::Index::new(clauses.shape());
    for _ in 0..rounds {
        for board in boards(clauses, seeds) {
            let number = index.index_of(board) as usize;
            let margin = i32::from(forged.margin(number));
            let plays = moves.list(board);
            let keeping = plays.iter().filter_map(|play| {
                let after = index.index_of(play.board) as usize;
                let worth = play.captured.count() as i32 - i32::from(forged.margin(after));
                let plies = if play.captured.count() > 0 { 1 } else { u32::from(forged.distance(after)) + 1 };
                (worth == margin).then_some(plies)
            });
            let plies = match margin {
                0 => None,
                1.. => keeping.min(),
                _ => keeping.max(),
            };
            forged.set(number, margin as i8, plies.unwrap_or(0).min(255) as u8);
        }
    }
}

#[test]
fn margins_that_prop_each_other_up_are_found_out() {
    let mut planted = 0;
    for (pits, seeds) in [(1, 6), (2, 4), (2, 7), (3, 3)] {
        for clauses in family(pits).into_iter().step_by(3) {
            let good = Forged::of(table_bytes(&clauses, seeds));
            let layer = boards(&clauses, seeds);
            for board in (0..layer.len()).step_by(3) {
                for margin in [1, 2, -1, seeds as i8] {
                    let Some(propped) = prop_up(&good, &clauses, seeds, board, margin) else { continue };
                    assert!(agrees_locally(&propped, &clauses, seeds), "a planted layer that agrees locally");
                    planted += 1;
                    for rounds in [0, 1, 2, 5, 300] {
                        let mut bad = propped.clone();
                        follow_distances(&mut bad, &clauses, seeds, rounds);
                        bad.hide();
                        bad.seal();
                        assert!(prove(bad.bytes).is_err(), "{:?} passes", clauses.entries());
                    }
                }
            }
        }
    }
    assert!(planted > 200, "only {planted} layers that prop themselves up were planted");
}

#[test]
fn the_first_wrong_board_is_named() {
    let good = Forged::of(table_bytes(TIHBAT.clauses(), 10));
    let mut bad = good.clone();
    for number in [900, 500, 700] {
        bad.set(number, good.margin(number) ^ 1, good.distance(number));
    }
    bad.seal();
    let index = tihbat::index::Index::new(TIHBAT.clauses().shape());
    let Err(VerifyError::Board { board, says, implied }) = prove(bad.bytes) else { panic!("a wrong board") };
    // The lowest of the changed boards, or a lower board that has it as a successor.
    assert!(index.index_of(board) <= 500 && says != implied, "{board}");
}

#[test]
fn a_wrong_record_is_found() {
    let mut bad = Forged::of(table_bytes(TIHBAT.clauses(), 8));
    bad.set_longest(8, bad.longest(8) + 1);
    bad.seal();
    assert!(matches!(prove(bad.bytes), Err(VerifyError::Record { .. })));
}
