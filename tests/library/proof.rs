//! Among all possible tables of a small layer, `verify` accepts exactly one.
//!
//! The lower layers are right. For the layer on top, the test tries every assignment of margins in which each is the best over
//! its moves, with every choice of distances. So it checks the claim of the proof for whole layers, not only for changed entries
//! of a right layer.

use crate::common;
use crate::common::forge::Forged;
use crate::common::{boards, family, layer, table_bytes};
use tihbat::index::Index;
use tihbat::moves::Moves;
use tihbat::progress::Progress;
use tihbat::rules::{Clauses, MODIAR, TIHBAT};
use tihbat::table::Table;
use tihbat::verify::{VerifyError, verify};

/// The sources of the margin of a board.
enum Source {
    /// The game is over and pays this margin.
    Over(i8),
    /// The best capture, and the successors of the quiet moves (by rank).
    Moves { capture: Option<i8>, quiet: Vec<usize> },
}

/// The sources of all boards of a layer, above the right layers `right`.
fn sources(clauses: &Clauses, seeds: usize, right: &Forged) -> Vec<Source> {
    let (moves, index) = (Moves::new(clauses, clauses.shape()), Index::new(clauses.shape()));
    let source = |board| {
        let plays = moves.list(board);
        if plays.is_empty() {
            return Source::Over(moves.ending(board).seeds());
        }
        let (quiet, capture): (Vec<_>, Vec<_>) = plays.iter().partition(|play| play.captured.count() == 0);
        let worth = |play: &&tihbat::moves::Play| {
            play.captured.count() as i8 - right.margin(index.index_of(play.board) as usize)
        };
        Source::Moves {
            capture: capture.iter().map(worth).max(),
            quiet: quiet.iter().map(|play| index.rank_of(play.board) as usize).collect(),
        }
    };
    boards(clauses, seeds).into_iter().map(source).collect()
}

/// Steps to the next assignment of digits below `base`, like a counter. Returns false after the last one.
fn count_on(digits: &mut [u8], base: u8) -> bool {
    for digit in digits {
        *digit += 1;
        if *digit < base {
            return true;
        }
        *digit = 0;
    }
    false
}

/// All assignments of margins in -n..=n in which each margin is the best over its moves.
fn agreeing_margins(sources: &[Source], seeds: usize) -> Vec<Vec<i8>> {
    let most = seeds as i8;
    let mut found = Vec::new();
    let mut digits = vec![0; sources.len()];
    loop {
        let margins: Vec<i8> = digits.iter().map(|&digit| digit as i8 - most).collect();
        let agrees = sources.iter().zip(&margins).all(|(source, &margin)| match source {
            Source::Over(pays) => margin == *pays,
            Source::Moves { capture, quiet } => {
                quiet.iter().map(|&rank| -margins[rank]).chain(*capture).max() == Some(margin)
            }
        });
        if agrees {
            found.push(margins);
        }
        if !count_on(&mut digits, 2 * seeds as u8 + 1) {
            return found;
        }
    }
}

/// Tries every table of the layer with distances below `plies`, if the margins alone leave a choice and the right distances
/// are below `plies`. Returns the number of tables tried.
fn exactly_one_passes(clauses: &Clauses, seeds: usize, plies: u8) -> usize {
    let right = Forged::of(table_bytes(clauses, seeds));
    let first = right.boards() - boards(clauses, seeds).len();
    let sources = sources(clauses, seeds, &right);
    let candidates = agreeing_margins(&sources, seeds);
    let longest = (first..right.boards()).map(|number| right.distance(number)).max();
    if candidates.len() < 2 || longest >= Some(plies) {
        return 0;
    }
    let mut tables = 0;
    let mut passed = 0;
    for margins in &candidates {
        let mut distances = vec![0; margins.len()];
        loop {
            let mut tried = right.clone();
            for (rank, (&margin, &distance)) in margins.iter().zip(&distances).enumerate() {
                tried.set(first + rank, margin, distance);
            }
            tried.hide();
            tried.seal();
            let is_right = tried.bytes == right.bytes;
            let proved = verify(&Table::from_bytes(tried.bytes).expect("checksums are right"), Progress::NONE);
            assert_eq!(proved.is_ok(), is_right, "{margins:?} in {distances:?}: {:?}", clauses.entries());
            passed += usize::from(is_right);
            tables += 1;
            if !count_on(&mut distances, plies) {
                break;
            }
        }
    }
    assert_eq!(passed, 1, "the right table is one of those tried: {:?}", clauses.entries());
    tables
}

#[test]
fn of_all_tables_of_a_layer_one_passes() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    for (pits, seeds, plies, games) in [(1, 2, 6, 6), (1, 3, 5, 4), (1, 4, 4, 3), (2, 1, 5, 4)] {
        let tried = family(pits).into_iter().map(|clauses| pool.install(|| exactly_one_passes(&clauses, seeds, plies)));
        let tried: Vec<_> = tried.filter(|&tables| tables > 0).take(games).collect();
        assert_eq!(tried.len(), games, "games of {pits} pits a side whose margins leave a choice at {seeds} seeds");
        assert!(tried.iter().all(|&tables| tables > 1000), "only {tried:?} tables were tried");
    }
}

#[test]
fn the_first_wrong_board_is_the_same_for_every_number_of_threads() {
    // Enough boards for several chunks in one layer, with errors in many chunks.
    let mut bad = Forged::of(table_bytes(MODIAR.clauses(), 30));
    let first = bad.boards() - boards(MODIAR.clauses(), 30).len();
    for number in (first + 200_000..bad.boards()).step_by(9_973) {
        bad.set(number, bad.margin(number) ^ 1, bad.distance(number));
    }
    bad.seal();
    let table = Table::from_bytes(bad.bytes).expect("checksums are right");
    let found: Vec<_> = [1, 2, 3, 8]
        .into_iter()
        .map(|threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| verify(&table, Progress::NONE)).expect_err("a wrong table").to_string()
        })
        .collect();
    assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "{found:?}");
}

#[test]
fn a_byte_that_is_no_margin_is_found() {
    let good = Forged::of(table_bytes(TIHBAT.clauses(), 6));
    for number in 0..good.boards() {
        let mut bad = good.clone();
        bad.set(number, i8::MIN, good.distance(number));
        bad.seal();
        let proved = verify(&Table::from_bytes(bad.bytes).expect("checksums are right"), Progress::NONE);
        assert!(matches!(proved, Err(VerifyError::Board { .. })), "board number {number} passes");
    }
}

#[test]
fn ends_with_many_seeds_in_one_row_pay_them_all() {
    // No pit can be lifted, so every board is an end. Twice 127 seeds do not fit into a byte.
    let mut clauses = *MODIAR.clauses();
    for (clause, value) in [("pits", "1"), ("lift.min", "127")] {
        clauses = clauses.changed(clause, value).expect("a clause");
    }
    let table = tihbat::solve::table(&clauses, layer(126)).expect("a table");
    verify(&table, Progress::NONE).expect("a right table");
    let value = |pits: &[u8]| table.probe(common::board(pits)).expect("a value");
    assert_eq!(value(&[126, 0]).margin().seeds(), 126);
    assert_eq!(value(&[100, 26]).margin().seeds(), 74);
    assert_eq!(value(&[0, 126]).margin().seeds(), -126);
}
