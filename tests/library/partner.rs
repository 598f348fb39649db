//! A partner plays according to its strength, and a perfect one never gives anything away.

use crate::common;
use tihbat::analysis::{Analysis, AnyAnalysis};
use tihbat::game::Game;
use tihbat::partner::{self, Strength, Trap};
use tihbat::position::{Position, Side};
use tihbat::progress::Progress;
use tihbat::rules::{MODIAR, Rules, TIHBAT};
use tihbat::value::Margin;

/// A small random number generator with a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }
}

/// The game between partners of these strengths, from the start.
fn play(analysis: &AnyAnalysis, rules: Rules, strengths: [u8; 2], random: &mut Random) -> Game {
    let mut game = Game::new(rules, Position::start(&rules)).expect("a game");
    loop {
        let strength = Strength::new(strengths[game.position().side as usize]).expect("at most 10");
        let mut draw = |limit| random.below(limit);
        let chosen = partner::choose(analysis, &game, strength, &mut draw, Progress::NONE).expect("a move");
        let Some(chosen) = chosen else { return game };
        game.play(&chosen).expect("a legal move");
    }
}

/// South's final total minus North's.
fn ahead(game: &Game) -> f64 {
    let finals = game.finals().expect("the game is over");
    finals.of(Side::South) - finals.of(Side::North)
}

#[test]
fn a_perfect_partner_gets_at_least_what_the_game_is_worth() {
    for rules in [TIHBAT, MODIAR.resized(2, 3).expect("a size"), MODIAR.resized(3, 2).expect("a size")] {
        let table = tihbat::solve::table(rules.clauses(), rules.seeds()).expect("a table");
        let margins = Analysis::new(rules, &table).expect("the same rules");
        let analysis = AnyAnalysis::Margins(margins.clone());
        let worth = margins.value(&Position::start(&rules)).expect("a value").value.margin();
        let worth = f64::from(worth.seeds());
        let mut random = Random(3);
        assert_eq!(ahead(&play(&analysis, rules, [10, 10], &mut random)), worth);
        let mut won = [0, 0];
        for _ in 0..60 {
            let [south, north] =
                [[10, 0], [0, 10]].map(|strengths| ahead(&play(&analysis, rules, strengths, &mut random)));
            assert!(south >= worth && north <= worth, "{south} and {north} of {worth}");
            won = [won[0] + usize::from(south > worth), won[1] + usize::from(north < worth)];
        }
        // A random player makes mistakes, unless there is nothing to lose.
        assert!(won.iter().sum::<usize>() > 10, "{won:?}");
    }
}

#[test]
fn a_stronger_partner_gets_more() {
    let table = tihbat::solve::table(TIHBAT.clauses(), TIHBAT.seeds()).expect("a table");
    let analysis = AnyAnalysis::new(TIHBAT, &table).expect("the same rules");
    let mut random = Random(5);
    let mut total = |south| -> f64 { (0..150).map(|_| ahead(&play(&analysis, TIHBAT, [south, 5], &mut random))).sum() };
    let totals = [0, 3, 7, 10].map(&mut total);
    assert!(totals.is_sorted(), "{totals:?}");
}

#[test]
fn where_all_draw_the_partner_sets_the_best_trap() {
    let table = tihbat::solve::table(TIHBAT.clauses(), TIHBAT.seeds()).expect("a table");
    let analysis = Analysis::new(TIHBAT, &table).expect("the same rules");
    let any = AnyAnalysis::Margins(analysis.clone());
    let mut other = 0;
    for board in common::boards(TIHBAT.clauses(), 12) {
        let game = Game::new(TIHBAT, Position::of_board(board)).expect("a game");
        let in_game = analysis.in_game(&game, Progress::NONE).expect("the same rules");
        let best = in_game.best_alone().expect("moves");
        let chosen = partner::perfect(&any, &game, Progress::NONE).expect("a move");
        let Some(first) = best.first() else {
            assert_eq!(chosen, None);
            continue;
        };
        let chosen = chosen.expect("a move");
        let chosen = best.iter().find(|ranked| ranked.play == chosen).expect("a best move");
        if first.value.margin() != Margin::ZERO {
            assert_eq!(chosen, first, "a winner hurries and a loser does not");
            continue;
        }
        // The possible mistakes, counted by the values that the opponent would see.
        let count = |ranked: &tihbat::analysis::RankedMove| {
            let mut after = game.clone();
            after.play(&ranked.play).expect("a legal move");
            let value = |game: &Game| {
                i32::from(
                    analysis
                        .in_game(game, Progress::NONE)
                        .expect("the same rules")
                        .value()
                        .expect("a value")
                        .value
                        .margin()
                        .seeds(),
                )
            };
            let before = value(&after);
            let losses = after.legal().into_iter().map(|reply| {
                let mut next = after.clone();
                next.play(&reply).expect("a legal move");
                before - (reply.captured.count() as i32 - value(&next))
            });
            let losses: Vec<_> = losses.filter(|&loss| loss > 0).collect();
            Trap { wrong: losses.len(), given_away: losses.iter().sum::<i32>() as u32 }
        };
        let most = best.iter().map(count).max().expect("a move");
        assert_eq!(count(chosen), most, "{board}");
        other += usize::from(chosen != first);
    }
    assert!(other > 10, "only {other} traps");
}
