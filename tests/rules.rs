//! Rules in files and on the command line: what is read is what was written, and what cannot be is refused by name.

mod common;
#[path = "common/program.rs"]
mod program;

use program::Program;
use tihbat::rules::file::{FileError, RulesFile};
use tihbat::rules::{self, BUILT_IN, Chain, Feeding, First, GrandSlam, NoMove, OriginOnLaps, Place, Rules, TIHBAT};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/rules");

fn parse(text: &str) -> Result<RulesFile, FileError> {
    RulesFile::parse(text)
}

fn refused(text: &str) -> String {
    parse(text).expect_err(text).to_string()
}

/// A file of Tihbat's rules with other lines: the text of `tihbat rules show`.
fn whole() -> String {
    rules::toml("tihbat", Some("tihbat"), &TIHBAT)
}

#[test]
fn every_file_of_the_folder_is_a_game_with_a_source() {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(FOLDER).expect("the folder") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a file");
        let file = parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(path.file_stem().and_then(|stem| stem.to_str()), Some(&*file.name));
        assert!(file.source.is_some() && file.description.is_some(), "{}", file.name);
        if let Some((name, rules)) = BUILT_IN.into_iter().find(|(name, _)| *name == file.name) {
            assert_eq!(file.rules, rules);
            assert_eq!(text, rules::toml(name, Some(name), &rules), "print it again with: tihbat rules show {name}");
        } else {
            assert!(BUILT_IN.iter().all(|(_, rules)| *rules != file.rules), "{} is a built-in game", file.name);
        }
        names.push(file.name);
    }
    assert!(BUILT_IN.iter().all(|(name, _)| names.iter().any(|found| found == name)));
    assert_eq!(names.len(), 9);
}

#[test]
fn what_is_shown_reads_back_to_the_same_rules() {
    let mut shown = 0;
    for pits in [1, 2, 5] {
        for clauses in common::family(pits) {
            let mut rules = Rules { clauses, ..TIHBAT };
            for start in [("seeds_per_pit", "3".to_owned()), ("start", vec!["2"; 2 * usize::from(pits)].join(","))] {
                rules.set(start.0, &start.1).expect("a start");
                rules.captures_on_first_move = !rules.captures_on_first_move;
                for like in [None, Some("modiar")] {
                    let text = rules::toml("a \"name\" \\ of its own", like, &rules);
                    let file = parse(&text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
                    assert_eq!((file.rules, &*file.name), (rules, "a \"name\" \\ of its own"));
                    shown += 1;
                }
            }
        }
    }
    assert!(shown > 500);
}

#[test]
fn every_value_of_every_clause_can_be_written_in_a_file() {
    fn words<T: Copy>(values: &[T], name: fn(T) -> &'static str) -> Vec<String> {
        values.iter().map(|&value| format!("\"{}\"", name(value))).collect()
    }
    let numbers = |most: u8| (1..=most).map(|number| number.to_string()).collect::<Vec<_>>();
    let cases = [
        ("pits", numbers(8)),
        ("seeds_per_pit", numbers(7)),
        ("lift.min", numbers(127)),
        ("sowing.first", words(First::ALL, First::name)),
        ("sowing.origin_on_laps", words(OriginOnLaps::ALL, OriginOnLaps::name)),
        ("capture.where", words(Place::ALL, Place::name)),
        ("capture.chain", words(Chain::ALL, Chain::name)),
        ("feeding", words(Feeding::ALL, Feeding::name)),
        ("grand_slam", words(GrandSlam::ALL, GrandSlam::name)),
        ("no_move", words(NoMove::ALL, NoMove::name)),
        ("repetition", vec!["\"split\"".to_owned()]),
        ("capture.on_first_move", vec!["true".to_owned(), "false".to_owned()]),
        ("capture.counts", vec!["[1]".to_owned(), "[2, 4, 127]".to_owned()]),
    ];
    for (clause, values) in cases {
        for value in values {
            // Every place of captures goes with slams that are allowed.
            let slam = if clause == "grand_slam" { "" } else { "grand_slam = \"allowed\"" };
            let base = format!("name = \"x\"\nbase = \"modiar\"\n{slam}\n");
            let dotted = parse(&format!("{base}{clause} = {value}")).expect("rules").rules;
            let entry = dotted.entries().into_iter().find(|(name, _)| *name == clause).expect("the clause");
            let plain = value.replace(['"', '[', ']', ' '], "");
            assert_eq!(entry.1, plain, "{clause}");
            if let Some((table, key)) = clause.split_once('.') {
                let nested = parse(&format!("{base}[{table}]\n{key} = {value}"));
                assert_eq!(nested.expect("rules").rules, dotted);
            }
        }
    }
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let based = |line: &str| refused(&format!("name = \"x\"\nbase = \"tihbat\"\n{line}"));
    for (line, expected) in [
        ("capture.chian = \"none\"", "line 3: there is no clause \"capture.chian\" (did you mean \"capture.chain\"?)"),
        ("seed_per_pit = 3", "(did you mean \"seeds_per_pit\"?)"),
        ("quite.another = 3", "line 3: there is no clause \"quite.another\"; the clauses are pits, seeds_per_pit"),
        ("sowing = \"origin\"", "there is no clause \"sowing\""),
        ("capture.chain = \"forwards\"", "line 3: capture.chain cannot be \"forwards\"; it is one of: none, backwards"),
        ("capture.chain = true", "capture.chain cannot be \"true\"; it is one of: none, backwards"),
        ("pits = \"2\"", "pits cannot be \"\"2\"\"; it is a number from 1 to 8"),
        ("pits = 9", "pits cannot be \"9\"; it is a number from 1 to 8"),
        ("pits = 2.0", "pits cannot be \"2.0\""),
        ("lift.min = 0", "lift.min cannot be \"0\"; it is a number from 1 to 127"),
        ("lift.min = -1", "lift.min cannot be \"-1\""),
        ("capture.counts = [2, \"4\"]", "capture.counts cannot be"),
        ("capture.counts = []", "numbers of seeds from 1 to 127"),
        ("capture.on_first_move = \"false\"", "it is true or false"),
        ("\n\nstart = [2, 1, 0]", "line 5: start cannot be"),
        ("start = [0, 0, 0, 0]", "1 to 127 seeds"),
        ("start = [1, 1, 1, 1, 1, 1]", "line 3: start has 6 pits, but a board with pits = 2 has 4"),
        ("start = [1, 1, 1, 1]\nseeds_per_pit = 1", "line 4: seeds_per_pit and start both"),
        ("seeds_per_pit = 32", "line 3: 2 x 2 pits with 32 seeds each make 128 seeds"),
        ("grand_slam = \"forbidden\"", "line 3: grand_slam = forbidden does not fit with capture.where = own: nothing"),
        (
            "repetition = \"own_row\"",
            "line 3: repetition cannot be \"own_row\"; it is one of: split; with any other rule",
        ),
        (
            "end.majority = true",
            "line 3: end.majority is not a clause: an end at a majority depends on what was captured",
        ),
        ("grand_slam = \"allowed\"\ncapture.where = \"both\"\nlift.min = 0", "line 5: lift.min"),
        ("pits = ", "line 3: this is not TOML"),
        ("pits = 2\npits = 3", "line 4: this is not TOML"),
        ("description = 7", "line 3: description is one line of text in quotes, not 7"),
    ] {
        let error = based(line);
        assert!(error.contains(expected), "{line}\n{error}\n{expected}");
    }
    assert!(
        refused("name = \"x\"\nbase = \"tibhat\"").contains("base cannot be \"tibhat\" (did you mean \"tihbat\"?)")
    );
    let modiar = refused("name = \"x\"\nbase = \"modiar\"\ncapture.where = \"own\"");
    assert!(modiar.starts_with("line 3: grand_slam = forbidden does not fit with capture.where = own"), "{modiar}");
    assert!(refused("base = \"tihbat\"").contains("the name of the game is missing"));
}

#[test]
fn without_a_base_every_clause_must_be_there() {
    for clause in Rules::CLAUSES.into_iter().filter(|clause| *clause != "start") {
        let text: String =
            whole().lines().filter(|line| !line.starts_with(clause)).map(|line| format!("{line}\n")).collect();
        let error = refused(&text);
        assert!(error.starts_with(clause) && error.contains("is missing"), "{clause}: {error}");
    }
    assert_eq!(parse(&whole()).expect("rules").rules, TIHBAT);
    assert!(refused("name = \"x\"").starts_with("pits, seeds_per_pit (or start), sowing.first, "));
}

#[test]
fn any_text_is_answered_without_a_panic() {
    let whole = whole();
    let mut random = 7_u64;
    let mut refused = 0;
    for _ in 0..3000 {
        let mut bytes = whole.clone().into_bytes();
        for _ in 0..3 {
            // The changes before may have left nothing.
            if bytes.is_empty() {
                break;
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let at = (random >> 33) as usize % bytes.len();
            match random % 3 {
                0 => bytes[at] = (random >> 20) as u8,
                1 => drop(bytes.drain(at..(at + 9).min(bytes.len()))),
                _ => bytes.truncate(at.max(1)),
            }
        }
        refused += usize::from(parse(&String::from_utf8_lossy(&bytes)).is_err());
    }
    assert!(refused > 1000);
    assert!(parse(&"[".repeat(100_000)).is_err());
}

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
    for (before, behind) in
        [("best", ""), ("line", ""), ("layers", ""), ("reach", ""), ("export", "-o x.csv"), ("rules show", "")]
    {
        let named = program.fine(&format!("{before} own.toml {behind}"));
        let flagged = program.fine(&format!("{before} --rules own.toml {behind}"));
        // The last line of an export says how long it took.
        assert!(before == "export" || named == flagged, "{before}");
    }
    let shown = program.fine("rules show own.toml");
    assert_eq!(parse(&shown).expect("rules").rules.clauses.lift_min, 2);
}

#[test]
fn built_in_games_are_listed_and_shown() {
    let program = Program::new();
    let list = program.fine("rules");
    assert!(BUILT_IN.iter().all(|(name, _)| list.lines().any(|line| line.starts_with(name))), "{list}");
    assert_eq!(program.json("rules").as_array().map(Vec::len), Some(3));
    for (name, rules) in BUILT_IN {
        assert_eq!(parse(&program.fine(&format!("rules show {name}"))).expect("rules").rules, rules);
        let changed = program.fine(&format!("rules show {name} --set feeding=none --seeds-per-pit 2 --pits 2"));
        let mut expected = rules.resized(2, 2).expect("a size");
        expected.set("feeding", "none").expect("a value");
        assert_eq!(parse(&changed).expect("rules").rules, expected);
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
    // The table is that of the first layers, under the name that these have.
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
    // The table, and the same board without that clause, know captures and an unseen start.
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
    // The last two are the same rules of the same name.
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
    std::fs::write(program.path().join("bytes.toml"), b"name = \"\xff\"").expect("a file");
    for (line, expected) in [
        ("value tibhat", "there is no game \"tibhat\" (did you mean \"tihbat\"?); the games are tihbat, modiar, awari"),
        ("value wrong.toml", "wrong.toml: line 3: there is no clause \"lift.mim\" (did you mean \"lift.min\"?)"),
        ("value bytes.toml", "bytes.toml: a rules file is text in UTF-8"),
        ("value nowhere.toml", "nowhere.toml: "),
        ("value .toml", ".toml"),
        ("value modiar --rules wrong.toml 1-1-1-1", "both name a game"),
        ("solve modiar --rules wrong.toml", "both name a game"),
        ("value tihbat --set lift.min", "expected CLAUSE=VALUE"),
        ("value tihbat --set lift.mim=2", "(did you mean \"lift.min\"?)"),
        ("value tihbat --set lift.min=x", "lift.min cannot be \"x\"; it is a number from 1 to 127"),
        ("value tihbat --set grand_slam=forbidden", "does not fit with capture.where = own"),
        ("value tihbat --set repetition=own_row", "the moves already played"),
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
