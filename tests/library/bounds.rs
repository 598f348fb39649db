//! The naive bounds fit together, with the margins of even splits, and with whole games.

use std::collections::HashMap;

use crate::common::{family, naive, naive_rules};
use naive::bounds::{Bounds, bounds, history_bound};
use tihbat::rules::{AWARI, Clauses, MODIAR, NoMove, TIHBAT};

/// These clauses with every rule about endless play, if they have bounds.
fn open(clauses: &Clauses) -> Option<Clauses> {
    clauses.changed("repetition", "open").ok()
}

/// The readings that have bounds.
fn open_family(pits: u8) -> Vec<Clauses> {
    family(pits).iter().filter_map(open).collect()
}

/// What was found of the boards of some games.
#[derive(Debug, Default)]
struct Count {
    /// Boards whose bounds add up to all seeds, so that repetitions do not matter.
    exact: usize,
    /// The other boards.
    open: usize,
    /// Boards whose margin is at neither end of what the bounds allow.
    between: usize,
}

impl Count {
    /// Compares the bounds of all boards with their margins.
    fn compare(&mut self, clauses: &Clauses, seeds: u32) {
        let rules = naive_rules(clauses);
        let margins = naive::solve(&rules, seeds);
        for (board, bounds) in bounds(&rules, seeds) {
            let total: i32 = board.iter().map(|&pit| i32::from(pit)).sum();
            let [forced, other] = [bounds.forced, bounds.other].map(|seeds| seeds as i32);
            let margin = margins[&board].margin;
            let about = || format!("{board:?}, {bounds:?}, margin {margin} of {:?}", clauses.entries());
            assert!(forced + other <= total, "{}", about());
            assert!(2 * forced - total <= margin && margin <= total - 2 * other, "{}", about());
            self.exact += usize::from(forced + other == total);
            self.open += usize::from(forced + other < total);
            self.between += usize::from(2 * forced - total < margin && margin < total - 2 * other);
        }
    }
}

#[test]
fn margins_of_an_even_split_lie_within_the_bounds() {
    let mut count = Count::default();
    for (clauses, seeds) in [(TIHBAT, 16), (MODIAR, 8), (AWARI, 4)] {
        count.compare(&open(clauses.clauses()).expect("rules"), seeds);
    }
    assert!(count.exact > 1000 && count.open > 1000 && count.between > 100, "{count:?}");
}

#[test]
fn margins_lie_within_the_bounds_of_every_reading() {
    let mut count = Count::default();
    for (pits, seeds) in [(1, 10), (2, 6), (3, 4)] {
        for clauses in open_family(pits) {
            assert_ne!(clauses.no_move(), NoMove::Split);
            count.compare(&clauses, seeds);
        }
    }
    assert!(count.exact > 10_000 && count.open > 10_000 && count.between > 1000, "{count:?}");
}

#[test]
fn whole_games_give_the_bounds() {
    let mut positive = 0;
    for (pits, seeds, step) in [(1, 8, 1), (2, 5, 3), (3, 3, 5)] {
        for clauses in open_family(pits).into_iter().step_by(step) {
            let rules = naive_rules(&clauses);
            let lower = bounds(&rules, seeds);
            for (board, &Bounds { forced, other, .. }) in &lower {
                let mut seen = naive::Seen::new();
                let mut play = |holder| history_bound(&rules, board, &mut seen, naive::Side::South, holder, &lower);
                let found = [naive::Side::South, naive::Side::North].map(&mut play);
                assert_eq!(found, [forced, other], "{board:?} of {:?}", clauses.entries());
                positive += usize::from(forced > 0) + usize::from(other > 0);
            }
        }
    }
    assert!(positive > 10_000, "only {positive} bounds above 0");
}

#[test]
fn the_worked_examples_of_bounds_hold() {
    let found = |clauses: &Clauses, board: &[u8]| {
        let seeds = board.iter().map(|&pit| u32::from(pit)).sum();
        bounds(&naive_rules(clauses), seeds)[board]
    };
    let of = |forced, forced_distance, other, other_distance| Bounds { forced, forced_distance, other, other_distance };
    // Single seeds that go round without end: nobody can force anything.
    assert_eq!(found(TIHBAT.clauses(), &[1, 1, 1, 1]), of(0, None, 0, None));
    // The only move gives 1-1-0-0-0-0, and the opponent has no move: each side takes its own row.
    assert_eq!(found(MODIAR.clauses(), &[2, 0, 0, 0, 0, 0]), of(2, Some(1), 0, None));
    // The opponent takes all seeds of a player who has none.
    assert_eq!(found(AWARI.clauses(), &[0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0]), of(0, None, 3, Some(0)));
}

#[test]
fn distances_of_bounds_follow_from_those_of_their_successors() {
    let mut boards = 0;
    for clauses in open_family(2) {
        let rules = naive_rules(&clauses);
        let found: HashMap<_, _> = bounds(&rules, 6);
        for (board, bounds) in &found {
            if let Some(margin) = naive::ended(&rules, board) {
                let pays = |seeds: i32| if seeds > 0 { (seeds as u32 / 2, Some(0)) } else { (0, None) };
                let total: i32 = board.iter().map(|&pit| i32::from(pit)).sum();
                assert_eq!((bounds.forced, bounds.forced_distance), pays(total + margin));
                assert_eq!((bounds.other, bounds.other_distance), pays(total - margin));
                continue;
            }
            let plays = naive::successors(&rules, board);
            let after: Vec<_> = plays.iter().map(|play| (play.captured, found[&naive::swapped(&play.after)])).collect();
            let one_more =
                |captured: u32, distance: Option<u32>| if captured > 0 { Some(1) } else { Some(distance? + 1) };
            let mine =
                after.iter().map(|(captured, next)| (captured + next.other, one_more(*captured, next.other_distance)));
            let theirs = after.iter().map(|(captured, next)| (next.forced, one_more(*captured, next.forced_distance)));
            // Most seeds first, then the fewest plies; for the opponent, fewest seeds first, then the most plies.
            let best = mine.max_by_key(|&(seeds, plies)| (seeds, std::cmp::Reverse(plies))).expect("a move");
            let worst = theirs.min_by_key(|&(seeds, plies)| (seeds, std::cmp::Reverse(plies))).expect("a move");
            let known = |(seeds, plies): (u32, Option<u32>)| (seeds, plies.filter(|_| seeds > 0));
            assert_eq!((bounds.forced, bounds.forced_distance), known(best), "{board:?} of {:?}", clauses.entries());
            assert_eq!((bounds.other, bounds.other_distance), known(worst), "{board:?} of {:?}", clauses.entries());
            boards += 1;
        }
    }
    assert!(boards > 1000, "{boards}");
}
