//! Claims about rules that concern several of these files

use super::*;
use crate::board::{Board, Seeds};
use crate::value::TableKind;

#[test]
fn the_built_in_games_fit_together() {
    for (name, rules) in BUILT_IN {
        assert_eq!(rules.draft().check(), Ok(rules), "{name}");
    }
    assert_eq!(BUILT_IN.map(|(_, rules)| rules.seeds().count()), [28, 42, 48, 48]);
}

#[test]
fn clauses_survive_their_own_words() {
    let started = TIHBAT.changed("start", "2,1,0,0").expect("a board");
    for rules in BUILT_IN.into_iter().map(|(_, rules)| rules).chain([started]) {
        let mut copy = AWARI.draft();
        for (name, value) in rules.entries() {
            copy.set(name, &value).expect("a clause's own words");
        }
        assert_eq!(copy.check(), Ok(rules));
    }
}

#[test]
fn every_clause_is_named_once_and_can_be_set() {
    let mut names: Vec<_> = TIHBAT.entries().into_iter().map(|(name, _)| name).collect();
    names.insert(2, "start");
    assert_eq!(names, Rules::CLAUSES);
    for name in Rules::CLAUSES {
        let error = TIHBAT.changed(name, "?").expect_err("no clause has that value");
        assert_eq!(error.clauses(), [name]);
    }
}

#[test]
fn an_end_at_a_majority_is_refused_with_its_reason() {
    let error = TIHBAT.changed("end.majority", "true").expect_err("not known").to_string();
    assert!(error.contains("captured so far"), "{error}");
}

#[test]
fn a_start_board_has_the_pits_of_its_game() {
    let rules = TIHBAT.changed("start", "[2, 1, 0, 0]").expect("a board");
    assert_eq!((rules.start().to_string(), rules.seeds().count()), ("2-1-0-0".to_owned(), 3));
    assert!(matches!(MODIAR.with(|draft| draft.start = rules.start), Err(RulesError::StartPits { .. })));
    for bad in ["", "0,0,0,0", "1,2,3", "127,1", "1,x", "1,-1", "-1,2"] {
        assert!(matches!(Start::parse(bad), Err(RulesError::Value { .. })), "{bad}");
    }
}

#[test]
fn a_wrong_word_is_refused_with_the_right_ones() {
    let mut clauses = TIHBAT.clauses().draft();
    let error = clauses.set("lift.min", "none").expect_err("no number").to_string();
    assert_eq!(error, "lift.min cannot be \"none\"; it is a number from 1 to 127");
    let error = clauses.set("capture.chain", "forward").expect_err("no value").to_string();
    assert_eq!(error, "capture.chain cannot be \"forward\"; it is one of: none, backwards");
    let error = clauses.set("repetition", "mover_takes").expect_err("no value").to_string();
    assert!(error.starts_with("repetition cannot be \"mover_takes\"; it is one of: split, open, own_row"), "{error}");
    assert!(error.contains("the moves already played"), "{error}");
    assert!(matches!(clauses.set("lift.max", "3"), Err(RulesError::Clause { .. })));
    for (name, bad) in
        [("pits", "9"), ("pits", "0"), ("lift.min", "0"), ("capture.counts", "0,2"), ("capture.counts", "")]
    {
        assert!(matches!(clauses.set(name, bad), Err(RulesError::Value { .. })), "{name} = {bad}");
    }
}

#[test]
fn clauses_that_contradict_each_other_are_refused_by_name() {
    let changed = TIHBAT.clauses().with(|draft| draft.grand_slam = GrandSlam::Forbidden);
    let error = changed.expect_err("no capture there").to_string();
    assert!(error.starts_with("grand_slam = forbidden does not fit with capture.where = own"), "{error}");
}

#[test]
fn open_repetitions_pay_whole_seeds_and_share_a_table() {
    let split = TIHBAT.clauses();
    for repetition in [Repetition::Open, Repetition::OwnRow] {
        let open = split.with(|draft| draft.repetition = repetition).expect("rules");
        assert_eq!(open.kind(), TableKind::Bounds);
        assert_eq!(Ok(open.of_table()), split.with(|draft| draft.repetition = Repetition::Open));
        let error = open.with(|draft| draft.no_move = NoMove::Split).expect_err("half seeds");
        assert_eq!(error.clauses(), ["no_move", "repetition"]);
    }
    assert_eq!((split.kind(), split.of_table()), (TableKind::Margins, *split));
}

#[test]
fn a_game_may_have_no_captures() {
    for none in ["none", "[]"] {
        let rules = TIHBAT.changed("capture.counts", none).expect("rules");
        assert_eq!(rules.clauses().counts(), CaptureCounts::NONE);
        assert_eq!(rules.clauses().counts().fewest(), Seeds::MAX);
        assert!(rules.entries().contains(&("capture.counts", "none".to_owned())));
        assert!(Seeds::MAX.layers().all(|seeds| !rules.clauses().counts().holds(seeds)));
    }
    assert_eq!(CaptureCounts::new(&[]), Some(CaptureCounts::NONE));
}

#[test]
fn more_seeds_than_a_margin_can_count_are_refused() {
    assert!(matches!(AWARI.resized(8, 8), Err(RulesError::TooManySeeds { seeds: 128, .. })));
    assert_eq!(TIHBAT.resized(1, 63).map(|rules| rules.seeds().count()), Ok(126));
}

#[test]
fn a_draft_becomes_rules_only_if_every_value_is_legal() {
    let refused = |change: fn(&mut RulesDraft)| TIHBAT.with(change).expect_err("no rules").clauses().join(" ");
    assert_eq!(refused(|draft| draft.clauses.pits = 200), "pits");
    assert_eq!(refused(|draft| draft.clauses.pits = 0), "pits");
    assert_eq!(refused(|draft| draft.clauses.lift_min = 0), "lift.min");
    assert_eq!(refused(|draft| draft.clauses.lift_min = 128), "lift.min");
    assert_eq!(refused(|draft| draft.start = Start::SeedsPerPit(0)), "seeds_per_pit");
    assert_eq!(refused(|draft| draft.start = Start::Board(Board::new(&[0; 4]).expect("a board"))), "start");
    assert_eq!((CaptureCounts::new(&[0]), CaptureCounts::new(&[128])), (None, None));
}
