//! Records of games: they read back as they were written, with any content, and are judged as by hand.

use proptest::prelude::*;
use tihbat::analysis::{Analysis, AnyAnalysis};
use tihbat::game::Game;
use tihbat::judge::judge;
use tihbat::position::{Position, Prospect, Side};
use tihbat::progress::Progress;
use tihbat::record::Record;
use tihbat::rules::{BUILT_IN, MODIAR, Rules, TIHBAT};

/// A random game.
fn game(rules: Rules, choices: &[usize]) -> Game {
    let mut game = Game::new(rules, Position::start(&rules)).expect("a game");
    for &choice in choices {
        let legal = game.legal();
        let Some(play) = legal.get(choice % legal.len().max(1)) else { break };
        game.play(play).expect("a legal move");
    }
    game
}

/// The games with margins, and with bounds.
fn of_both_kinds() -> [Rules; 2] {
    let open = |draft: &mut tihbat::rules::RulesDraft| draft.clauses.repetition = tihbat::rules::Repetition::Open;
    [TIHBAT, TIHBAT.with(open).expect("rules")]
}

proptest! {
    #[test]
    fn a_record_is_read_back_as_it_was_written(
        choices in prop::collection::vec(0..8_usize, 0..150),
        which in 0..BUILT_IN.len(),
        tags in prop::collection::vec(("[A-Za-z0-9_]{1,9}", any::<String>()), 0..5),
    ) {
        let (name, rules) = BUILT_IN[which];
        let game = game(rules, &choices);
        let mut record = Record::of_game(&game, name);
        for (tag, value) in &tags {
            if !["Variant", "Result", "FEN"].contains(&tag.as_str()) {
                record.set_tag(tag, value);
            }
        }
        let text = record.to_string();
        let back = Record::parse(text.as_bytes()).expect("a record");
        prop_assert_eq!(&back, &record);
        prop_assert_eq!(back.to_string(), text);
        let replayed = back.replay(&rules).expect("a game that was played");
        prop_assert_eq!(replayed.positions(), game.positions());
        prop_assert_eq!(replayed.finals(), game.finals());
    }

    #[test]
    fn any_bytes_are_a_record_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        if let Ok(record) = Record::parse(&bytes) {
            let _ = record.replay(&TIHBAT);
        }
    }

    #[test]
    fn any_text_like_a_record_is_one_or_refused(
        text in r#"(\[[A-Z][a-z]{0,3} "([a-z0-9"\\-]|\\"){0,8}"\]\n?){0,3}([ABab1.{}()*+ \n-]|pass| [A-Ca-c]\+?[0-9]?){0,40}"#,
    ) {
        if let Ok(record) = Record::parse(text.as_bytes()) {
            let back = Record::parse(record.to_string().as_bytes()).expect("a record");
            prop_assert_eq!(&back, &record);
            for rules in [TIHBAT, MODIAR] {
                let _ = record.replay(&rules);
            }
        }
    }
}

#[test]
fn what_moves_give_away_adds_up_to_what_the_game_lost() {
    // Whether a position can come again matters in most of the positions of the other kind, so its games take longer.
    let [margins, bounds] = of_both_kinds();
    check_what_moves_give_away(margins, 300, 1000);
    check_what_moves_give_away(bounds, 40, 100);
}

fn check_what_moves_give_away(rules: Rules, games: usize, least: usize) {
    let table = tihbat::solve::table(rules.clauses(), rules.seeds()).expect("a table");
    let analysis = AnyAnalysis::new(rules, &table).expect("the same rules");
    let mut random = 7_usize;
    let mut mistakes = 0;
    for _ in 0..games {
        let choices: Vec<usize> = std::iter::repeat_with(|| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            random >> 40
        })
        .take(80)
        .collect();
        let game = game(rules, &choices);
        let verdict = judge(&analysis, &game, Progress::NONE).expect("a verdict");
        assert_eq!(verdict.moves.len(), game.plays().len());
        // The final difference is the value of the start, plus or minus what each player gave away.
        let difference = |prospect: Option<Prospect>| prospect.expect("a whole table").lead_of_south();
        let [south, north] = Side::BOTH.map(|side| verdict.summary(side));
        let last = verdict.last();
        let given = f64::from(north.given_away) - f64::from(south.given_away);
        assert_eq!(difference(last) - difference(verdict.start), given, "{game:?}");
        if let Some(finals) = game.finals() {
            assert_eq!(last.map(|prospect| [prospect.least, prospect.most]), Some([finals; 2]));
        }
        for judged in &verdict.moves {
            let (worth, made) = (judged.worth.expect("known"), judged.made.expect("known"));
            assert!(made.compare(worth).is_le(), "{game:?}");
            assert_eq!(judged.is_best(), Some(judged.best.contains(&judged.play)), "{game:?}");
            mistakes += usize::from(judged.given_away() > Some(0));
        }
    }
    assert!(mistakes > least, "only {mistakes} mistakes");
}

#[test]
fn perfect_play_gives_nothing_away() {
    let table = tihbat::solve::table(TIHBAT.clauses(), TIHBAT.seeds()).expect("a table");
    let analysis = Analysis::new(TIHBAT, &table).expect("the same rules");
    let start = Position::start(&TIHBAT);
    let mut game = Game::new(TIHBAT, start).expect("a game");
    for ranked in analysis.line(&start).expect("a line").moves {
        game.play(&ranked.play).expect("a legal move");
    }
    let verdict = judge(&AnyAnalysis::Margins(analysis), &game, Progress::NONE).expect("a verdict");
    assert!(game.end().is_some() && verdict.turns().is_empty());
    for side in Side::BOTH {
        let summary = verdict.summary(side);
        assert_eq!((summary.given_away, summary.worst, summary.accuracy()), (0, None, Some(1.0)));
    }
}
