//! The reachable positions are those that a plain search finds one by one.

mod common;

use std::collections::{BTreeMap, HashSet};

use common::{naive, naive_rules};
use tihbat::position::Side;
use tihbat::reach::{Counts, walk};
use tihbat::rules::{AWARI, MODIAR, Rules, TIHBAT};

/// Board, whether North is to move, South's total.
type Plain = (Vec<u8>, bool, u32);

/// Every position that can be reached, by following every move of every position once.
fn plainly(rules: &Rules) -> HashSet<Plain> {
    let naive_rules = naive_rules(&rules.clauses);
    let start: Plain = (rules.start().pits().collect(), false, 0);
    let mut seen = HashSet::from([start.clone()]);
    let mut open = Vec::new();
    let mut follow = |(board, north, south): Plain, captures: bool, open: &mut Vec<Plain>| {
        let plays = if captures {
            naive::successors(&naive_rules, &board)
        } else {
            naive::legal_moves(&naive_rules, &board, false)
        };
        for play in plays {
            let south = south + if north { 0 } else { play.captured };
            let after = (naive::swapped(&play.after), !north, south);
            if seen.insert(after.clone()) {
                open.push(after);
            }
        }
    };
    // The start is left once; when it comes back the game is over, with or without captures.
    follow(start, rules.captures_on_first_move, &mut open);
    while let Some(position) = open.pop() {
        follow(position, true, &mut open);
    }
    seen
}

fn agree(rules: &Rules) -> Counts {
    let plain = plainly(rules);
    let mut walked = HashSet::new();
    let mut all = Counts::default();
    let mut by_layer: BTreeMap<usize, Counts> = BTreeMap::new();
    let Ok(()) = walk::<std::convert::Infallible>(rules, &|_| {}, |layer| {
        for position in layer.positions() {
            assert_eq!(position.seeds(), rules.seeds().count());
            let south = position.captured[0].count() as u32;
            let new = walked.insert((position.board.pits().collect(), position.side == Side::North, south));
            assert!(new, "{position} is listed twice");
        }
        all += layer.counts();
        by_layer.insert(layer.seeds().count(), layer.counts());
        Ok(())
    });
    assert!(walked == plain, "{} positions walked, {} found plainly", walked.len(), plain.len());
    let sided: HashSet<_> = plain.iter().map(|(board, north, _)| (board, north)).collect();
    let boards: HashSet<_> = plain.iter().map(|(board, ..)| board).collect();
    let counts =
        Counts { positions: plain.len() as u64, boards_with_side: sided.len() as u64, boards: boards.len() as u64 };
    assert_eq!(all, counts);
    for (seeds, counts) in by_layer {
        let here = |board: &[u8]| board.iter().map(|&seeds| usize::from(seeds)).sum::<usize>() == seeds;
        assert_eq!(counts.positions, plain.iter().filter(|(board, ..)| here(board)).count() as u64, "layer {seeds}");
        assert_eq!(counts.boards, boards.iter().filter(|board| here(board)).count() as u64, "layer {seeds}");
    }
    all
}

#[test]
fn every_position_of_tihbat_is_reached_once() {
    agree(&TIHBAT);
}

#[test]
fn small_games_of_every_size_are_walked_whole() {
    for (rules, sizes) in [
        (TIHBAT, &[(1, 1), (1, 9), (2, 3), (3, 2)][..]),
        (MODIAR, &[(1, 2), (1, 9), (2, 1), (2, 2), (2, 4), (3, 2), (3, 3)]),
        (AWARI, &[(2, 3), (3, 2), (4, 1)]),
    ] {
        for &(pits, seeds) in sizes {
            let rules = rules.resized(pits, seeds).expect("a size");
            agree(&rules);
            agree(&Rules { captures_on_first_move: !rules.captures_on_first_move, ..rules });
        }
    }
}
