//! Puzzles, traps and the longest distances are those of the naive solver, board by board.

use std::collections::HashMap;

use crate::common::{board, boards, layer, naive, naive_rules};
use tihbat::analysis::Analysis;
use tihbat::board::Board;
use tihbat::position::Position;
use tihbat::progress::Progress;
use tihbat::puzzles::{CaptureTrap, Grade, LayerRange, Puzzle, Wanted, draw, find, longest, worst};
use tihbat::rules::{MODIAR, Rules, TIHBAT};
use tihbat::value::Outcome;

/// What the naive solver knows of a game.
struct Naive {
    rules: naive::Rules,
    values: HashMap<Vec<u8>, naive::Entry>,
}

/// A small random number generator with a fixed seed.
fn random(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut random = fastrand::Rng::with_seed(seed);
    move |below| random.u64(..below)
}

impl Naive {
    fn new(rules: &Rules, seeds: u32) -> Self {
        let rules = naive_rules(rules.clauses());
        let values = naive::solve(&rules, seeds);
        Self { rules, values }
    }

    /// Seeds captured and margin of every move.
    fn moves(&self, board: &[u8]) -> Vec<(u32, i32)> {
        let worth = |play: naive::Play| {
            let theirs = self.values[&naive::swapped(&play.after)].margin;
            (play.captured, play.captured as i32 - theirs)
        };
        naive::successors(&self.rules, board).into_iter().map(worth).collect()
    }

    /// The sign of the move that holds and the number of other moves; none if the board is no puzzle.
    fn puzzle(&self, board: &[u8]) -> Option<(i32, usize)> {
        let signs: Vec<_> = self.moves(board).into_iter().map(|(_, margin)| margin.signum()).collect();
        let best = signs.iter().copied().max().filter(|&sign| sign >= 0)?;
        let holding = signs.iter().filter(|&&sign| sign == best).count();
        (holding == 1 && signs.len() > 1).then(|| (best, signs.len() - 1))
    }

    /// Seeds that the largest capture gives away, 0 if there is none.
    fn trap(&self, board: &[u8]) -> i32 {
        let moves = self.moves(board);
        let most = moves.iter().map(|&(captured, _)| captured).max().unwrap_or(0);
        let largest = moves.iter().filter(|&&(captured, _)| captured == most && most > 0).map(|&(_, margin)| margin);
        largest.max().map_or(0, |margin| self.values[board].margin - margin)
    }
}

/// Rules with a table of all layers up to `seeds` seeds, and the game that has just these seeds.
fn game(rules: Rules, start: &str, seeds: usize) -> (Analysis, Naive, LayerRange) {
    let rules = rules.changed("start", start).expect("rules");
    assert_eq!(rules.seeds(), layer(seeds));
    let table = tihbat::solve::table(rules.clauses(), layer(seeds)).expect("a table");
    let layers = LayerRange::new(&rules, &table, layer(1), layer(seeds)).expect("layers");
    (Analysis::new(rules, &table).expect("the same rules"), Naive::new(&rules, seeds as u32), layers)
}

fn games() -> [(Analysis, Naive, LayerRange); 2] {
    [game(TIHBAT, "4,4,4,4", 16), game(MODIAR, "2,2,2,2,1,1", 10)]
}

fn pits(board: Board) -> Vec<u8> {
    board.pits().collect()
}

#[test]
fn a_position_is_a_puzzle_if_the_naive_solver_says_so() {
    for (analysis, naive, layers) in games() {
        let (mut puzzles, all) = ([0; 2], analysis.rules().seeds().count());
        // The captured seeds of both sides are equal, so the sign of a margin is the outcome.
        for seeds in layers.iter().filter(|seeds| (all - seeds.count()).is_multiple_of(2)) {
            for board in boards(analysis.rules().clauses(), seeds.count()) {
                let position = Position::of_board(board);
                if position == Position::start(analysis.rules()) {
                    continue;
                }
                let found = Puzzle::of(&analysis, &position).expect("a table");
                let sign = |puzzle: &Puzzle| i32::from(puzzle.holds == Outcome::Win);
                let seen = found.as_ref().map(|puzzle| (sign(puzzle), puzzle.moves.len() - 1));
                assert_eq!(seen, naive.puzzle(&pits(board)), "{board}");
                puzzles[usize::from(seen.is_some())] += 1;
            }
        }
        assert!(puzzles.iter().all(|&count| count > 50), "{puzzles:?}");
    }
}

#[test]
fn the_puzzles_that_are_found_are_different_and_as_wanted() {
    let [(analysis, naive, layers), _] = games();
    let wanted = |easiest, hardest| {
        let grade = |grade| Grade::new(grade).expect("a grade");
        Wanted { count: 12, layers, easiest: grade(easiest), hardest: grade(hardest) }
    };
    let puzzles = |wanted, seed| find(&analysis, wanted, &mut random(seed)).expect("a table");
    let found = puzzles(wanted(1, 5), 1);
    assert_eq!(found.len(), 12);
    assert_eq!((&found, found == puzzles(wanted(1, 5), 2)), (&puzzles(wanted(1, 5), 1), false));
    let mut positions: Vec<_> = found.iter().map(|puzzle| puzzle.position.board.to_string()).collect();
    positions.sort();
    positions.dedup();
    assert_eq!(positions.len(), 12);
    for puzzle in &found {
        let captured = puzzle.position.captured.map(|seeds| seeds.count());
        assert_eq!(puzzle.position.seeds(), 16);
        assert!(captured[0].abs_diff(captured[1]) <= 1, "{}", puzzle.position);
        assert_eq!(naive.moves(&pits(puzzle.position.board)).len(), puzzle.moves.len());
    }
    for grade in 1..=3 {
        let found = puzzles(wanted(grade, grade), 3);
        assert!(!found.is_empty() && found.iter().all(|puzzle| puzzle.grade.number() == grade), "{grade}");
    }
    assert_eq!([0, 6].map(Grade::new), [None, None]);
}

#[test]
fn the_worst_traps_are_those_of_the_naive_solver() {
    for (analysis, naive, layers) in games() {
        let found = worst(&analysis, layers, 20, Progress::NONE).expect("a table");
        let all = naive.values.keys().map(|board| naive.trap(board)).filter(|&gives| gives > 0);
        let mut expected: Vec<_> = all.collect();
        expected.sort_by_key(|gives| std::cmp::Reverse(*gives));
        expected.truncate(20);
        let gives = |trap: &CaptureTrap| trap.given_away as i32;
        assert_eq!(found.iter().map(gives).collect::<Vec<_>>(), expected);
        for trap in &found {
            assert_eq!(naive.trap(&pits(trap.position.board)), gives(trap), "{}", trap.position);
            let [best, tempting] = [0, trap.tempting].map(|at| i32::from(trap.moves[at].value.margin().seeds()));
            assert_eq!(best - tempting, gives(trap), "{}", trap.position);
        }
    }
}

#[test]
fn the_longest_distances_are_those_of_the_naive_solver() {
    for (analysis, naive, layers) in games() {
        let found = longest(&analysis, layers, 5).expect("a table");
        let mut expected = HashMap::new();
        for (board, entry) in &naive.values {
            let seeds: u32 = board.iter().map(|&pit| u32::from(pit)).sum();
            let most = expected.entry(seeds).or_insert(entry.distance);
            *most = entry.distance.max(*most);
        }
        let mut expected: Vec<_> =
            expected.into_iter().filter(|&(seeds, _)| seeds > 0).filter_map(|(_, most)| most).collect();
        expected.sort_by_key(|distance| std::cmp::Reverse(*distance));
        expected.truncate(5);
        assert_eq!(found.iter().map(|longest| u32::from(longest.distance)).collect::<Vec<_>>(), expected);
        for longest in found {
            let entry = naive.values[&pits(longest.position.board)];
            assert_eq!(entry.distance, Some(longest.distance.into()), "{}", longest.position);
        }
    }
}

#[test]
fn a_drawn_position_can_be_played_and_is_of_its_layers() {
    for (analysis, _, layers) in games() {
        let table = analysis.table();
        let mut seen = std::collections::HashSet::new();
        for seed in 0..100 {
            let position = draw(analysis.rules(), table, layers, &mut random(seed)).expect("a position");
            assert_eq!(position.seeds(), analysis.rules().seeds().count());
            assert_eq!(analysis.end(&position).expect("a board"), None);
            seen.insert(position);
        }
        assert!(seen.len() > 50, "{}", seen.len());
        let few = LayerRange::new(analysis.rules(), table, layer(3), layer(4)).expect("layers");
        let position = draw(analysis.rules(), table, few, &mut random(1)).expect("a position");
        assert!([3, 4].contains(&position.board.total().count()));
        assert_eq!(LayerRange::new(analysis.rules(), table, layer(50), layer(60)), None);
        assert_eq!(LayerRange::new(analysis.rules(), table, layer(4), layer(3)), None);
        let up_to = LayerRange::up_to_boards(analysis.rules(), table, table.boards() - 1).expect("layers");
        assert_eq!(up_to.iter().last(), Some(layer(analysis.rules().seeds().count() - 1)));
    }
    assert_eq!(board(&[1, 0, 0, 0]).total(), layer(1));
}
