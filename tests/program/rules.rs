//! Rules files and changes of clauses, wherever a command takes a game.

use crate::program::Program;
use tihbat::rules::BUILT_IN;
use tihbat::rules::file::RulesFile;

#[test]
fn files_and_changes_stand_wherever_a_game_is_named() {
    let program = Program::new();
    std::fs::write(program.path().join("own.toml"), "name = \"Own game\"\nbase = \"tihbat\"\nlift.min = 2")
        .expect("a file");
    let set = program.json("value tihbat --set lift.min=2");
    assert_eq!(set["game"], "tihbat+lift.min=2");
    for line in ["value own.toml", "value --rules own.toml"] {
        let value = program.json(line);
        assert_eq!(value["game"], "Own game");
        assert_eq!((&value["margin"], &value["distance"]), (&set["margin"], &set["distance"]));
    }
    let positions =
        ["value --rules own.toml 1-2-1-1", "value own.toml 1-2-1-1", "value tihbat --set lift.min=2 1-2-1-1"];
    assert!(positions.iter().all(|line| program.json(line)["position"] == "1-2-1-1-0-0-S"));
    program.fine("solve own.toml");
    assert!(program.path().join("data").read_dir().expect("a folder").count() == 1);
    for (before, after) in
        [("best", ""), ("line", ""), ("layers", ""), ("reach", ""), ("export", "-o x.csv"), ("rules show", "")]
    {
        let named = program.fine(&format!("{before} own.toml {after}"));
        let flagged = program.fine(&format!("{before} --rules own.toml {after}"));
        // The last line of an export is its time.
        assert!(before == "export" || named == flagged, "{before}");
    }
    let shown = program.fine("rules show own.toml");
    assert_eq!(RulesFile::parse(&shown).expect("rules").rules.clauses().lift_min().count(), 2);
}

#[test]
fn built_in_games_are_listed_and_shown() {
    let program = Program::new();
    let list = program.fine("rules");
    assert!(BUILT_IN.iter().all(|(name, _)| list.lines().any(|line| line.starts_with(name))), "{list}");
    assert_eq!(program.json("rules").as_array().map(Vec::len), Some(BUILT_IN.len()));
    for (name, rules) in BUILT_IN {
        assert_eq!(RulesFile::parse(&program.fine(&format!("rules show {name}"))).expect("rules").rules, rules);
        let changed = program.fine(&format!("rules show {name} --set feeding=none --seeds-per-pit 2 --pits 2"));
        let expected = rules.resized(2, 2).and_then(|rules| rules.changed("feeding", "none")).expect("a value");
        assert_eq!(RulesFile::parse(&changed).expect("rules").rules, expected);
    }
    assert_eq!(program.json("rules show modiar")["rules"]["lift.min"], "2");
}

#[test]
fn the_start_is_used_wherever_a_game_begins() {
    let program = Program::new();
    let start = "--set start=2,1,0,0";
    let solved = program.fine(&format!("solve tihbat {start}"));
    assert!(solved.contains("2 x 2 pits, start 2-1-0-0, 3 seeds in all"), "{solved}");
    assert!(solved.contains("boards             35 in the layers of 0 to 3 seeds"), "{solved}");
    // The table holds the first layers, under the name for these.
    program.fine("solve tihbat --max-seeds 3 -o first.mtb");
    let [one, other] =
        ["data/tihbat-n3.mtb", "first.mtb"].map(|file| std::fs::read(program.path().join(file)).expect("a table"));
    assert!(one == other);
    assert_eq!(program.json(&format!("value tihbat {start}"))["position"], "2-1-0-0-0-0-S");
    assert_eq!(program.json(&format!("best tihbat {start}"))["position"], "2-1-0-0-0-0-S");
    assert_eq!(program.json(&format!("line tihbat {start}"))["position"], "2-1-0-0-0-0-S");
    assert_eq!(program.json(&format!("layers tihbat {start}")).as_array().map(Vec::len), Some(4));
    let list = program.fine(&format!("reach tihbat {start} --list"));
    assert!(list.contains("\n2-1-0-0-0-0-S,"), "{list}");
    assert!(program.refused("value tihbat 7-7-7-7-0-0-S --set start=2,1,0,0").contains("the game has 3"));
}

#[test]
fn a_quiet_first_move_that_can_come_back_counts_the_start_as_seen() {
    let program = Program::new();
    let quiet = "tihbat --set start=2,1,0,0 --set capture.on_first_move=false";
    let first = program.json(&format!("value {quiet}"));
    assert_eq!((&first["margin"], &first["first_move"]), (&0.into(), &true.into()));
    // The table's entry, and the same board without the opening rule, have captures and an unseen start.
    let plain = program.json("value tihbat --set start=2,1,0,0");
    assert_eq!(plain["margin"], 2);
    let moves = program.json(&format!("best {quiet}"));
    assert!(moves["moves"].as_array().expect("moves").iter().all(|one| one["margin"].as_i64() <= Some(0)), "{moves}");
}

#[test]
fn tables_of_one_reading_are_never_taken_for_another() {
    let program = Program::new();
    let plain = program.json("value tihbat")["margin"].clone();
    let changed = program.json("value tihbat --set sowing.origin_on_laps=skipped")["margin"].clone();
    assert_ne!(plain, changed, "the readings differ, so a mistaken table would show");
    std::fs::write(
        program.path().join("tihbat.toml"),
        "name = \"tihbat\"\nbase = \"tihbat\"\nsowing.origin_on_laps = \"skipped\"",
    )
    .expect("a file");
    program.fine("solve tihbat");
    program.fine("solve tihbat --set sowing.origin_on_laps=skipped");
    program.fine("solve tihbat.toml");
    // The last two have the same rules and the same name.
    assert_eq!(program.path().join("data").read_dir().expect("a folder").count(), 2);
    assert_eq!(program.json("value tihbat")["margin"], plain);
    assert_eq!(program.json("value tihbat --set sowing.origin_on_laps=skipped")["margin"], changed);
    assert_eq!(program.json("value tihbat.toml")["margin"], changed);
    let error = program.refused("value tihbat --set sowing.origin_on_laps=skipped --table data/tihbat.mtb");
    assert!(error.contains("other rules: expected sowing.origin_on_laps = skipped, found sown"), "{error}");
    // A file under the name of another reading is skipped, because its header has other clauses.
    let folder = program.path().join("data").read_dir().expect("a folder");
    let other = folder.map(|entry| entry.expect("an entry").path()).find(|path| !path.ends_with("tihbat.mtb"));
    std::fs::copy(program.path().join("data/tihbat.mtb"), other.expect("the other table")).expect("a copy");
    assert_eq!(program.json("value tihbat.toml")["margin"], changed);
}

#[test]
fn bad_games_get_one_clear_sentence() {
    let program = Program::new();
    std::fs::write(program.path().join("wrong.toml"), "name = \"x\"\nbase = \"tihbat\"\nlift.mim = 2").expect("a file");
    std::fs::write(program.path().join("bytes.toml"), b"\xff\xfen\0").expect("a file");
    for (line, expected) in [
        ("value tibhat", "there is no game \"tibhat\" (did you mean \"tihbat\"?); the games are tihbat, modiar, awari"),
        ("value wrong.toml", "wrong.toml: line 3: there is no clause \"lift.mim\" (did you mean \"lift.min\"?)"),
        ("value bytes.toml", "bytes.toml: expected text in UTF-8, found UTF-16; save it as UTF-8"),
        ("value nowhere.toml", "nowhere.toml: "),
        ("value .toml", ".toml"),
        ("value modiar --rules wrong.toml 1-1-1-1", "both name a game"),
        ("solve modiar --rules wrong.toml", "both name a game"),
        ("value tihbat --set lift.min", "expected CLAUSE=VALUE"),
        ("value tihbat --set lift.mim=2", "(did you mean \"lift.min\"?)"),
        ("value tihbat --set lift.min=x", "lift.min cannot be \"x\"; it is a number from 1 to 127"),
        ("value tihbat --set grand_slam=forbidden", "does not fit with capture.where = own"),
        ("value tihbat --set repetition=mover_takes", "the moves already played"),
        ("value tihbat --set repetition=open --set no_move=split", "does not fit with repetition = open"),
        ("value tihbat --set end.majority=true", "captured so far"),
        ("value tihbat --set pits=2 --pits 3", "--pits says that already"),
        ("value tihbat --set start=1,1,1,1 --seeds-per-pit 3", "--seeds-per-pit says that already"),
        ("value tihbat --set lift.min=1 --set lift.min=2", "says that already"),
        ("value tihbat --set start=1,1,1,1 --pits 3", "start has 4 pits, but a board with pits = 3 has 6"),
    ] {
        let error = program.refused(line);
        assert!(error.contains(expected), "{line}: {error}");
    }
}
