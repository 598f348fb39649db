//! Rules in files and on the command line read back as they were written; impossible rules are refused by name.

use crate::common;
use tihbat::board::Seeds;
use tihbat::game::{End, Game};
use tihbat::position::{Position, Side};
use tihbat::rules::file::{RulesFile, RulesFileError};
use tihbat::rules::{
    self, BUILT_IN, Chain, Feeding, First, GrandSlam, NoMove, OriginOnLaps, Place, Repetition, Rules, RulesError,
    Start, TIHBAT,
};
use tihbat::solve;
use tihbat::value::Value;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/rules");

fn parse(text: &str) -> Result<RulesFile, RulesFileError> {
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
    assert_eq!(names.len(), 14);
}

#[test]
fn what_is_shown_reads_back_to_the_same_rules() {
    let mut shown = 0;
    for pits in [1, 2, 5] {
        for clauses in common::family(pits) {
            let mut draft = TIHBAT.draft();
            draft.clauses = clauses.draft();
            for start in [("seeds_per_pit", "3".to_owned()), ("start", vec!["2"; 2 * usize::from(pits)].join(","))] {
                draft.set(start.0, &start.1).expect("a start");
                draft.captures_on_first_move = !draft.captures_on_first_move;
                let rules = draft.check().expect("rules");
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
        ("repetition", words(Repetition::ALL, Repetition::name)),
        ("capture.on_first_move", vec!["true".to_owned(), "false".to_owned()]),
        ("capture.counts", vec!["[1]".to_owned(), "[2, 4, 127]".to_owned(), "[]".to_owned()]),
    ];
    for (clause, values) in cases {
        for value in values {
            // Every value of `capture.where` fits with allowed slams.
            let slam = if clause == "grand_slam" { "" } else { "grand_slam = \"allowed\"" };
            let base = format!("name = \"x\"\nbase = \"modiar\"\n{slam}\n");
            let dotted = parse(&format!("{base}{clause} = {value}")).expect("rules").rules;
            let entry = dotted.entries().into_iter().find(|(name, _)| *name == clause).expect("the clause");
            let plain = if value == "[]" { "none".to_owned() } else { value.replace(['"', '[', ']', ' '], "") };
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
        ("capture.counts = \"none\"", "numbers of seeds from 1 to 127, like 2,4,6, or none"),
        ("start = []", "line 3: start cannot be \"[]\""),
        ("capture.on_first_move = \"false\"", "it is true or false"),
        ("\n\nstart = [2, 1, 0]", "line 5: start cannot be"),
        ("start = [0, 0, 0, 0]", "1 to 127 seeds"),
        ("start = [1, 1, 1, 1, 1, 1]", "line 3: start has 6 pits, but a board with pits = 2 has 4"),
        ("start = [1, 1, 1, 1]\nseeds_per_pit = 1", "line 4: seeds_per_pit and start both"),
        ("seeds_per_pit = 32", "line 3: 2 x 2 pits with 32 seeds each make 128 seeds"),
        ("grand_slam = \"forbidden\"", "line 3: grand_slam = forbidden does not fit with capture.where = own: nothing"),
        (
            "repetition = \"opponent_takes\"",
            "line 3: repetition cannot be \"opponent_takes\"; it is one of: split, open, own_row; with any other rule",
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
            // Previous changes may have left nothing.
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

/// The game of a file in the folder.
fn of_the_folder(name: &str) -> Rules {
    let text = std::fs::read_to_string(format!("{FOLDER}/{name}.toml")).expect("a file");
    parse(&text).unwrap_or_else(|error| panic!("{name}: {error}")).rules
}

/// The lines of Nano-Wari that its inventors published, by the number of seeds in each pit: North's seeds and South's after
/// each move (A. Deledicq and A. Popova, Wari et solo, 1977, pages 177-179, as Mancala World has them). With four seeds they say
/// only that the position repeats itself every two moves.
const NANO_WARI: [(u8, &str); 3] = [(1, "1/1 2/0 1/1"), (2, "2/2 3/1 1/3 3/1"), (3, "3/3 5/1 2/4 4/2 2/4")];

#[test]
fn nano_wari_goes_round_as_published() {
    let rules = of_the_folder("nano-wari");
    let line = |seeds: u8| {
        let rules = rules.with(|draft| draft.start = Start::SeedsPerPit(seeds)).expect("rules");
        let mut game = Game::new(rules, Position::start(&rules)).expect("a game");
        while let [play] = game.legal()[..] {
            assert_eq!(play.captured, Seeds::NONE);
            game.play(&play).expect("a legal move");
        }
        assert_eq!(game.end(), Some(End::Repetition));
        let table = solve::table(rules.clauses(), rules.seeds()).expect("a table");
        let value = |position: &Position| table.probe(position.board).expect("a board of the table");
        assert!(game.positions().iter().all(|position| value(position) == Value::DRAW));
        let pits = |position: &Position| {
            let board = if position.side == Side::North { position.board } else { position.board.turned() };
            board.pits().map(|pit| pit.to_string()).collect::<Vec<_>>().join("/")
        };
        game.positions().iter().map(pits).collect::<Vec<_>>()
    };
    for (seeds, published) in NANO_WARI {
        assert_eq!(line(seeds).join(" "), published);
    }
    let four = line(rules.seeds().count() as u8 / 2);
    assert_eq!((four[0].as_str(), &four[1], four.len()), ("4/4", &four[3], 4));
}

#[test]
fn khrour_has_a_seed_in_each_pit_for_every_pit() {
    for pits in [2, 3, 4] {
        let rules = of_the_folder(&format!("khrour-{pits}"));
        assert_eq!(rules.clauses().pits(), pits);
        assert_eq!(rules.start_clause(), Start::SeedsPerPit(2 * pits));
        assert_eq!(Ok(rules), of_the_folder("khrour-2").resized(pits, 2 * pits));
    }
    // Its largest board has more seeds than a margin can count.
    assert!(matches!(of_the_folder("khrour-2").resized(6, 12), Err(RulesError::TooManySeeds { seeds: 144, .. })));
}
