//! Tables of bounds: solved right, written and read, proved, and asked in the middle of games.
//!
//! The second road is `tests/naive`: value iteration, and a search of whole games.

use std::collections::HashMap;

use crate::common::forge::Forged;
use crate::common::{boards, family, layer, naive, naive_rules, table_bytes};
use naive::bounds::{bounds, history_bound};
use tihbat::analysis::BoundsAnalysis;
use tihbat::board::Board;
use tihbat::position::{Position, Side};
use tihbat::progress::Progress;
use tihbat::rules::{AWARI, Clauses, MODIAR, TIHBAT};
use tihbat::solver::{SolveError, Solver, solve_pinned_bounds};
use tihbat::table::{Table, TableError};
use tihbat::value::{Bounds, TableKind};
use tihbat::verify::{VerifyError, verify};
use tihbat::{Rules, solve};

fn open(clauses: &Clauses) -> Clauses {
    clauses.changed("repetition", "open").expect("rules")
}

/// The readings that have bounds.
fn open_family(pits: u8) -> impl Iterator<Item = Clauses> {
    family(pits).into_iter().filter_map(|clauses| clauses.changed("repetition", "open").ok())
}

fn pits(board: Board) -> Vec<u8> {
    board.pits().collect()
}

/// Bounds as the naive solver writes them.
fn plain(bounds: Bounds) -> naive::bounds::Bounds {
    let of = |forced: tihbat::value::Forced| {
        (forced.seeds().count() as u32, forced.distance().map(|distance| distance.plies().into()))
    };
    let ((forced, forced_distance), (other, other_distance)) = (of(bounds.forced), of(bounds.forced_other));
    naive::bounds::Bounds { forced, forced_distance, other, other_distance }
}

/// Compares every board of a table with the naive solver. Returns the number of boards.
fn compare(clauses: &Clauses, seeds: usize) -> usize {
    let table = solve::table(clauses, layer(seeds)).expect("a table");
    let expected = bounds(&naive_rules(clauses), seeds as u32);
    let all: Vec<_> = (0..=seeds).flat_map(|seeds| boards(clauses, seeds)).collect();
    for &board in &all {
        let found = plain(table.probe_bounds(board).expect("an entry"));
        assert_eq!(found, expected[&pits(board)], "{board} of {:?}", clauses.entries());
    }
    assert_eq!(all.len(), expected.len());
    all.len()
}

#[test]
fn the_solver_finds_what_value_iteration_finds() {
    compare(&open(TIHBAT.clauses()), 18);
    compare(&open(MODIAR.clauses()), 9);
    compare(&open(AWARI.clauses()), 4);
    let readings = [(1, 12), (2, 7), (3, 4)];
    let boards: usize = readings
        .iter()
        .map(|&(pits, seeds)| open_family(pits).map(|clauses| compare(&clauses, seeds)).sum::<usize>())
        .sum();
    assert!(boards > 100_000, "{boards}");
}

#[test]
fn the_bytes_of_bounds_do_not_depend_on_the_threads() {
    for (clauses, seeds) in [(open(TIHBAT.clauses()), 28), (open(MODIAR.clauses()), 22), (open(AWARI.clauses()), 8)] {
        let on = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| table_bytes(&clauses, seeds))
        };
        let one = on(1);
        assert!([2, 3, 5].into_iter().all(|threads| on(threads) == one));
        let table = Table::from_bytes(one).expect("a table");
        assert_eq!((table.kind(), table.clauses()), (TableKind::Bounds, &clauses));
        verify(&table, Progress::NONE).expect("a right table");
    }
}

/// Identities with the margins of an even split, for every board: F + G <= n, and 2F - n <= margin <= n - 2G.
#[test]
fn split_margins_lie_within_the_bounds() {
    let mut exact = Vec::new();
    for (clauses, seeds) in [(TIHBAT.clauses(), 28), (MODIAR.clauses(), 24), (AWARI.clauses(), 9)] {
        let split = solve::table(clauses, layer(seeds)).expect("a table");
        let open = solve::table(&open(clauses), layer(seeds)).expect("a table");
        let mut independent = 0;
        for seeds in layer(seeds).layers() {
            let margins = split.layer(seeds);
            for (value, bounds) in margins.zip(open.layer_bounds(seeds)) {
                let (margin, bounds) = (value.expect("a margin").margin(), bounds.expect("bounds"));
                let [least, most] = bounds.margins(seeds).expect("margins");
                assert!(least <= margin && margin <= most, "{bounds:?}, {margin}, {seeds} seeds");
                independent += usize::from(least == most);
                assert_eq!(least == most, bounds.open(seeds).count() == 0);
            }
        }
        exact.push(independent);
    }
    // In Tihbat single seeds can always go round without end, so that only the empty board is decided by finite play.
    assert!(exact[0] == 1 && exact[1] > 10_000 && exact[2] > 10_000, "{exact:?}");
}

#[test]
fn bounds_do_not_depend_on_what_a_repetition_is_said_to_pay() {
    let own_row = TIHBAT.clauses().changed("repetition", "own_row").expect("rules");
    assert_eq!(table_bytes(&own_row, 12), table_bytes(&open(TIHBAT.clauses()), 12));
    let table = solve::table(&own_row, layer(12)).expect("a table");
    assert!(table.serves(&own_row, layer(12)).is_ok() && table.serves(&open(TIHBAT.clauses()), layer(12)).is_ok());
    assert!(table.serves(TIHBAT.clauses(), layer(12)).is_err());
}

#[test]
fn each_kind_of_table_answers_its_own_questions() {
    let [bounds, margins] =
        [open(TIHBAT.clauses()), *TIHBAT.clauses()].map(|clauses| solve::table(&clauses, layer(6)).expect("a table"));
    let board = boards(TIHBAT.clauses(), 6)[3];
    assert!(matches!(bounds.probe(board), Err(TableError::OtherKind { expected: TableKind::Margins })));
    assert!(matches!(margins.probe_bounds(board), Err(TableError::OtherKind { expected: TableKind::Bounds })));
    assert!(
        bounds.margins(layer(6)).is_err()
            && bounds.layer(layer(6)).all(|value| value.is_err())
            && margins.layer_bounds(layer(6)).all(|bounds| bounds.is_err())
    );
}

fn prove(bytes: Vec<u8>) -> Result<(), VerifyError> {
    verify(&Table::from_bytes(bytes).expect("checksums are right"), Progress::NONE)
}

#[test]
fn no_single_bound_can_be_changed() {
    let mut tried = 0;
    for (pits, seeds, step) in [(1, 6, 5), (2, 4, 31), (3, 2, 29)] {
        for clauses in open_family(pits).step_by(step) {
            let good = Forged::of(table_bytes(&clauses, seeds));
            prove(good.bytes.clone()).expect("a right table");
            let all: Vec<_> = (0..=seeds).flat_map(|seeds| boards(&clauses, seeds)).collect();
            for (index, board) in all.iter().enumerate() {
                for column in 0..2 {
                    let (_, distance) = good.entry(column, index);
                    let most = board.total().count() as i8 + 1;
                    for value in (-1..=most).chain([127, -128]) {
                        for distance in [distance, distance.wrapping_sub(1), distance.wrapping_add(1), 0, 1, 255] {
                            let mut bad = good.clone();
                            bad.set_entry(column, index, (value, distance));
                            if bad.bytes == good.bytes {
                                continue;
                            }
                            bad.hide();
                            bad.seal();
                            assert!(
                                prove(bad.bytes).is_err(),
                                "{board}, column {column}: {value} in {distance} passes"
                            );
                            tried += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(tried > 20_000, "only {tried} changes were tried");
}

/// Bounds that support each other: a number too large is planted, and every board of the layer is set to what its moves imply
/// until all agree. A cycle often keeps the planted number alive, and only the distances give it away.
#[test]
fn groups_of_wrong_bounds_that_agree_are_found() {
    let (mut agreeing, mut tried) = (0, 0);
    for clauses in [open(TIHBAT.clauses()), open(MODIAR.clauses())].into_iter().chain(open_family(2).step_by(19)) {
        let seeds = if clauses.pits() == 2 { 5 } else { 3 };
        let good = Forged::of(table_bytes(&clauses, seeds));
        let moves = tihbat::moves::Moves::new(&clauses, clauses.shape());
        let index = tihbat::index::Index::new(clauses.shape());
        let top = boards(&clauses, seeds);
        let at = |board: Board| index.index_of(board) as usize;
        for &planted in &top {
            for column in 0..2 {
                let (value, _) = good.entry(column, at(planted));
                for wrong in value + 1..=seeds as i8 {
                    let mut bad = good.clone();
                    bad.set_entry(column, at(planted), (wrong, 1));
                    let mut settled = false;
                    for _ in 0..200 {
                        settled = true;
                        for &board in &top {
                            let plays = moves.list(board);
                            if plays.is_empty() {
                                continue;
                            }
                            let mine =
                                plays.iter().map(|play| play.captured.count() as i8 + bad.entry(1, at(play.board)).0);
                            let theirs = plays.iter().map(|play| bad.entry(0, at(play.board)).0);
                            for (column, implied) in [mine.max(), theirs.min()].into_iter().enumerate() {
                                let (found, implied) = (bad.entry(column, at(board)), implied.expect("a move"));
                                if found.0 != implied {
                                    bad.set_entry(column, at(board), (implied, found.1.max(1)));
                                    settled = false;
                                }
                            }
                        }
                        if settled {
                            break;
                        }
                    }
                    let differs = top.iter().any(|&board| {
                        (0..2).any(|column| bad.entry(column, at(board)).0 != good.entry(column, at(board)).0)
                    });
                    if !settled || !differs {
                        continue;
                    }
                    agreeing += 1;
                    // With the planted distances, and with several rounds of distances that follow from their successors.
                    for _ in 0..6 {
                        let mut sealed = bad.clone();
                        sealed.hide();
                        sealed.seal();
                        assert!(prove(sealed.bytes).is_err(), "{planted} of {:?}", clauses.entries());
                        tried += 1;
                        follow_distances(&mut bad, &moves, &top, &at);
                    }
                }
            }
        }
    }
    assert!(agreeing > 100 && tried > 600, "{agreeing} groups, {tried} tables");
}

/// Sets every distance of the layer to what its successors imply, once.
fn follow_distances(forged: &mut Forged, moves: &tihbat::moves::Moves, top: &[Board], at: &impl Fn(Board) -> usize) {
    for &board in top {
        let plays = moves.list(board);
        if plays.is_empty() {
            continue;
        }
        let after = |column: usize, play: &tihbat::moves::Play| {
            let (value, distance) = forged.entry(column, at(play.board));
            if play.captured.count() > 0 { (value, 1) } else { (value, distance.saturating_add(1)) }
        };
        let [mine, theirs] = [0, 1].map(|column| forged.entry(column, at(board)).0);
        let keeping = |play: &&tihbat::moves::Play| play.captured.count() as i8 + after(1, play).0 == mine;
        let near = plays.iter().filter(keeping).map(|play| after(1, play).1).min().unwrap_or(0);
        let far = plays.iter().map(|play| after(0, play)).filter(|next| next.0 == theirs).map(|next| next.1).max();
        for (column, (value, distance)) in [(mine, near), (theirs, far.unwrap_or(0))].into_iter().enumerate() {
            forged.set_entry(column, at(board), (value, if value == 0 { 0 } else { distance }));
        }
    }
}

/// Whole games in which some positions were seen before: what the holder can still force.
#[test]
fn pinned_bounds_are_those_of_whole_games() {
    let mut changed = 0;
    for (pits_a_side, seeds, step) in [(1, 6, 3), (2, 4, 9)] {
        for clauses in open_family(pits_a_side).step_by(step) {
            let rules = naive_rules(&clauses);
            let lower_bounds: HashMap<_, _> = bounds(&rules, seeds as u32);
            let mut solver = Solver::new(clauses);
            let below = layer(seeds - 1);
            solver.solve_to(below, Progress::NONE, |_| Ok::<_, SolveError>(())).expect("layers");
            let [forced, other] = solver.columns() else { panic!("two columns") };
            let top = boards(&clauses, seeds);
            for start in 0..4 {
                let seen: Vec<_> =
                    top.iter().skip(start).step_by(5).map(|&board| (board, Side::BOTH[start % 2])).collect();
                for holder in Side::BOTH {
                    let solved =
                        solve_pinned_bounds(&clauses, [forced, other], layer(seeds), holder, &seen, Progress::NONE);
                    let solved = solved.expect("a layer");
                    for (rank, &board) in top.iter().enumerate() {
                        for side in Side::BOTH {
                            let found = solved.column(usize::from(side != holder))[rank];
                            let plain =
                                |side| if side == Side::South { naive::Side::South } else { naive::Side::North };
                            let mut history: naive::Seen =
                                seen.iter().map(|&(board, side)| (pits(board), plain(side))).collect();
                            let expected = history_bound(
                                &rules,
                                &pits(board),
                                &mut history,
                                plain(side),
                                plain(holder),
                                &lower_bounds,
                            );
                            assert_eq!(
                                found as u32,
                                expected,
                                "{board}, {side} to move, for {holder}: {:?}",
                                clauses.entries()
                            );
                            let fresh = &lower_bounds[&pits(board)];
                            changed += usize::from(expected != if side == holder { fresh.forced } else { fresh.other });
                        }
                    }
                }
            }
        }
    }
    assert!(changed > 100, "{changed}");
}

/// The forcing line of a board gives its first holder at least the seeds that are forced, and exactly what each side can force where
/// the bounds add up to all seeds. It always ends, and with nothing left that is forced.
#[test]
fn forcing_lines_get_what_is_forced() {
    let (mut exact, mut lines) = (0, 0);
    for (rules, seeds) in
        [(TIHBAT, 14), (MODIAR.resized(2, 3).expect("rules"), 12), (AWARI.resized(2, 3).expect("rules"), 12)]
    {
        let rules: Rules =
            rules.with(|draft| draft.clauses.repetition = tihbat::rules::Repetition::Open).expect("rules");
        let table = solve::table(rules.clauses(), layer(seeds)).expect("a table");
        let analysis = BoundsAnalysis::new(rules, &table).expect("its table");
        for board in (1..=seeds).flat_map(|seeds| boards(rules.clauses(), seeds)) {
            let start = Position::of_board(board);
            if start == Position::start(&rules) && rules.has_opening_rule() {
                continue;
            }
            let asked = analysis.in_game(analysis.game(start).expect("a game"), Progress::NONE).expect("its rules");
            let (answer, line) = (asked.value().expect("bounds"), asked.line().expect("a line"));
            assert!(line.captured[0] >= answer.least[0], "{board}: {line:?}");
            if answer.open.count() == 0 {
                assert_eq!((line.captured, line.left.count()), (answer.least, 0), "{board}");
                exact += 1;
            }
            lines += 1;
            // As long as one side plays for its seeds within a layer, the distance falls by one or more with every ply.
            for pair in line.moves.windows(2) {
                let [before, after] = [pair[0].forced(), pair[1].forced()];
                if pair[0].holder == pair[1].holder && pair[0].ranked.play.captured.count() == 0 {
                    let nearer = after.seeds() == before.seeds() && after.distance() < before.distance();
                    assert!(after.seeds() > before.seeds() || nearer, "{board}: {before} then {after}");
                }
            }
            if let Some(first) = asked.best().expect("moves").first() {
                assert_eq!(first.bounds.forced.seeds(), answer.bounds.forced.seeds(), "{board}");
            }
        }
    }
    assert!(exact > 1000 && lines > 6000, "{exact} of {lines}");
}

/// Micro-Wari: the second player gets three of the four seeds, whatever a repetition pays. The solver, the naive solver and a search of
/// the whole game agree; no published value was found to compare with.
#[test]
fn micro_wari_is_won_by_the_second_player() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/data/rules/micro-wari.toml"));
    let rules = tihbat::rules::file::RulesFile::parse(&text.expect("a file")).expect("rules").rules;
    assert_eq!(compare(rules.clauses(), 4), 70);
    let plain = naive_rules(rules.clauses());
    let lower = bounds(&plain, 4);
    let mut play = |holder| {
        history_bound(&plain, &pits(rules.start()), &mut naive::Seen::new(), naive::Side::South, holder, &lower)
    };
    assert_eq!([naive::Side::South, naive::Side::North].map(&mut play), [1, 3]);
}
