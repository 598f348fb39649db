//! Records as people have them, and tables that cover only the end of a game.

use serde_json::{Value as Json, json};
use tihbat::game::Game;
use tihbat::position::Position;
use tihbat::record::Record;
use tihbat::rules::OWARE;

use crate::program::Program;

/// A program with the records of `data/records/` in its folder.
fn program() -> Program {
    let program = Program::new();
    let records = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("data/records");
    for entry in std::fs::read_dir(records).expect("a folder") {
        let path = entry.expect("an entry").path();
        std::fs::copy(&path, program.path().join(path.file_name().expect("a name"))).expect("a copy");
    }
    program
}

/// A whole game of oware from its start, with moves chosen by a number.
fn whole_game(mut random: u64) -> Game {
    let mut game = Game::new(OWARE, Position::start(&OWARE)).expect("a game");
    while game.end().is_none() {
        let legal = game.legal();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        game.play(&legal[(random >> 33) as usize % legal.len()]).expect("a legal move");
    }
    game
}

#[test]
fn games_that_another_program_ended_are_judged() {
    let program = program();
    program.fine("solve oware --max-seeds 5 -o end.mtb");
    let judge = |name: &str| program.json(&format!("judge {name}.ogn oware --table end.mtb"));
    let result = |name: &str| judge(name)["result"].clone();
    let of = |end: &str, claimed: &str, expected: Option<(u64, u64)>, agrees: Option<bool>| {
        let expected = expected.map(|(south, north)| json!({"south": south, "north": north}));
        json!({"end": end, "claimed": claimed, "expected": expected, "agrees": agrees})
    };
    assert_eq!(result("majority"), of("majority", "25-22", Some((25, 23)), Some(true)));
    assert_eq!(result("nobody-to-feed"), of("no_move", "25-23", Some((25, 23)), Some(true)));
    // What a repetition pays is left open, and by the record each player has a seed of it.
    assert_eq!(result("own-rows"), of("repetition", "24-24", None, None));
    for rule in ["own_row", "split"] {
        let json = program.json(&format!("judge own-rows.ogn oware --set repetition={rule}"));
        assert_eq!(json["result"], of("repetition", "24-24", Some((24, 24)), Some(true)));
    }
    let best = program.fed("best oware - --table end.mtb", "1-1-0-0-0-0-0-0-0-0-0-0-23-23-S\n");
    assert!(best.out.contains("the game is over: the player to move has no legal move"), "{}", best.out);
    let value = program.fed("value oware - --table end.mtb --json", "1-1-0-0-0-0-0-0-0-0-0-0-23-23-S\n");
    let value: Json = serde_json::from_str(&value.out).expect("JSON");
    assert_eq!(
        (value["least"].clone(), value["forced_distance"].clone()),
        (json!({"south": 25, "north": 23}), json!(0))
    );
}

#[test]
fn a_result_that_differs_is_told_and_not_refused() {
    let program = program();
    let judged = |text: &str| {
        let answer = program.fed("judge - oware --set repetition=split", text);
        assert_eq!(answer.code, 0, "{}", answer.err);
        answer.out
    };
    let told = judged("[FEN \"1-0-0-0-0-0-0-0-0-0-0-1-23-23-N\"] 1. f 24-24");
    assert!(told.contains("Recorded 24-24; under this game's rules 25-23."), "{told}");
    let told = judged("[Result \"25-23\"][FEN \"1-0-0-0-0-0-0-0-0-0-0-1-23-23-N\"] 1. f 24-24");
    assert!(told.contains("The tag Result says 25-23."), "{told}");
    let told = judged("[FEN \"0-0-0-0-1-1-1-0-0-1-0-0-23-21-S\"] 1. F+2 24-24");
    assert!(
        told.contains("South has 25 of 48 seeds, a majority.") && told.contains("Recorded 24-24; that does not fit"),
        "{told}"
    );
    let told = judged("[FEN \"0-0-0-0-1-1-1-0-0-1-0-0-22-22-S\"] 1. E 24-24");
    assert!(told.contains("Recorded 24-24, with 4 seeds still in play: the players ended the game."), "{told}");
}

#[test]
fn every_form_of_a_record_is_read() {
    let program = program();
    let moves = |name: &str, game: &Json| {
        let moves = game["moves"].as_array().unwrap_or_else(|| panic!("{name}: {game}"));
        let letter = |judged: &Json| judged["move"].as_str().expect("a move")[..1].to_owned();
        moves.iter().map(letter).collect::<String>()
    };
    let expected = [
        ("glyphs", "AaBb"),
        ("tight", "AaBb"),
        ("comments", "AaBb"),
        ("latin1", "Aa"),
        ("bom-cr", "Aa"),
        ("title", "A"),
    ];
    for (name, played) in expected {
        assert_eq!(moves(name, &program.json(&format!("judge {name}.ogn tihbat"))), played, "{name}");
    }
    let two = program.json("judge two-games.ogn tihbat");
    let games = two["games"].as_array().expect("games");
    assert_eq!(games.iter().map(|game| moves("two-games", game)).collect::<Vec<_>>(), ["Aa", "Bb"]);
    assert_eq!(
        (two["judged"].clone(), two["refused"].clone(), two["given_away"].clone()),
        (json!(2), json!(0), json!(4))
    );
    let told = program.fine("judge two-games.ogn tihbat");
    assert!(told.starts_with("Game 1 of 2\n") && told.contains("\n2 games: 2 judged, 0 refused"), "{told}");
    assert!(program.refused("judge two-games.ogn tihbat --svg game.svg").contains("the file has 2"));
    assert!(program.refused("play tihbat --load two-games.ogn").contains("found 2 games"));
    // Another reader of records takes every form too.
    let loaded = program.fed("play tihbat --side both --load comments.ogn", "record\n");
    assert!(loaded.out.contains("7-7-7-7-0-0-S: A a B b+4"), "{}", loaded.out);
}

#[test]
fn one_bad_game_does_not_hide_the_others() {
    let program = program();
    let text = "[South \"One\"]\n1. A what *\n\n[South \"Two\"]\n1. A A *\n\n[South \"Three\"]\n1. A a *\n";
    let answer = program.fed("judge - tihbat --json", text);
    assert_eq!(answer.code, 2, "{}", answer.err);
    let json: Json = serde_json::from_str(&answer.out).expect("JSON");
    let place = |at: usize| (json["games"][at]["line"].clone(), json["games"][at]["column"].clone());
    assert_eq!([place(0), place(1)], [(json!(2), json!(6)), (json!(5), json!(6))]);
    assert_eq!((json["judged"].clone(), json["refused"].clone()), (json!(1), json!(2)));
    let illegal = program.fed("judge - tihbat", &text[text.find("[South \"Two").expect("the second")..]);
    assert_eq!(illegal.code, 1, "{}", illegal.err);
}

#[test]
fn the_end_of_a_whole_game_is_judged_by_a_table_of_the_end() {
    let program = program();
    program.fine("solve oware --max-seeds 7 -o end.mtb");
    let mut judged_moves = 0;
    for random in 0..6 {
        let game = whole_game(random);
        std::fs::write(program.path().join("game.ogn"), Record::of_game(&game, "oware").to_string()).expect("a record");
        let json = program.json("judge game.ogn --table end.mtb");
        assert_eq!((&json["known_up_to"], &json["perfect"]), (&json!(7), &Json::Null));
        let seeds = |at: usize| game.positions()[at].board.total().count();
        let first = (0..game.plays().len()).find(|&at| seeds(at) <= 7);
        assert_eq!(json["judged_from"], json!(first.map(|at| at + 1)));
        for (at, judged) in json["moves"].as_array().expect("moves").iter().enumerate() {
            let known = seeds(at) <= 7;
            assert_eq!(judged["bounds"].is_null(), !known, "{judged}");
            assert_eq!(judged["gives_away"].is_null(), !known, "{judged}");
            assert_eq!(judged["unknown"].is_null(), known, "{judged}");
        }
        // The second road: a record that begins where the knowledge begins.
        let Some(first) = first.filter(|&at| at > 0) else { continue };
        let mut tail = Game::new(OWARE, game.positions()[first]).expect("a game");
        game.plays()[first..].iter().for_each(|play| tail.play(play).expect("a legal move"));
        std::fs::write(program.path().join("tail.ogn"), Record::of_game(&tail, "oware").to_string()).expect("a record");
        let alone = program.json("judge tail.ogn --table end.mtb");
        for (judged, alone) in
            json["moves"].as_array().expect("moves")[first..].iter().zip(alone["moves"].as_array().expect("moves"))
        {
            for field in ["position", "move", "bounds", "bounds_of_move", "best", "gives_away", "final"] {
                assert_eq!(judged[field], alone[field], "{field}");
            }
            judged_moves += 1;
        }
        let text = program.fine("judge game.ogn --table end.mtb");
        assert!(text.contains(&format!("Moves are judged from move {} on", first + 1)), "{text}");
    }
    assert!(judged_moves > 20, "only {judged_moves} moves");
}

#[test]
fn a_table_of_the_end_says_what_it_does_not_know() {
    let program = program();
    program.fine("solve awari --max-seeds 5 -o end.mtb");
    let above = "0-0-0-0-0-1-1-1-1-0-1-1";
    let value = program.json(&format!("value awari {above} --table end.mtb"));
    assert_eq!((&value["margin"], &value["distance"], &value["known_up_to"]), (&Json::Null, &Json::Null, &json!(5)));
    assert_eq!(value["unknown"], "6 seeds are on the board, and the table goes up to 5");
    let line = program.json(&format!("line awari {above} --table end.mtb"));
    assert_eq!((&line["moves"], &line["margin"]), (&json!([]), &Json::Null));
    // F captures two seeds, which leads into the table.
    let best = program.json(&format!("best awari {above} --table end.mtb"));
    assert_eq!(best["moves"].as_array().map(Vec::len), Some(1));
    let whole = program.json(&format!("best awari {above}"));
    for field in ["move", "margin", "distance", "captured", "position"] {
        assert_eq!(best["moves"][0][field], whole["moves"][0][field]);
    }
    assert_eq!(best["moves"][0]["best"], true);
    let best = program.json("best awari --table end.mtb");
    let moves = best["moves"].as_array().expect("moves");
    assert!(
        moves.len() == 6 && moves.iter().all(|known| known["margin"].is_null() && known["best"] == false),
        "{best}"
    );
    // In the middle of a game, and one line each.
    assert_eq!(program.json("value awari --moves F --table end.mtb")["played"], json!(["F"]));
    let many = program.fed("best awari - --table end.mtb", &format!("{above}\n1-0-0-0-0-0-0-0-0-0-0-1\n"));
    assert_eq!((many.code, many.out.lines().count()), (0, 2), "{}", many.err);
    assert!(many.out.starts_with("0-0-0-0-0-1-1-1-1-0-1-1-0-0-S: unknown, 6 seeds"), "{}", many.out);
    let text = program.fine(&format!("value awari {above} --table end.mtb"));
    assert!(text.contains("The position is unknown: 6 seeds are on the board, and the table goes up to 5."), "{text}");
    // A game that fits into no memory: the default file of its last layers answers, or its absence is told with a command that exists.
    let error = program.refused("value oware");
    assert!(error.contains("tihbat solve GAME --max-seeds 13") && !error.contains("(--max-seeds"), "{error}");
    program.fine("solve oware --max-seeds 4");
    assert_eq!(program.json("value oware")["known_up_to"], 4);
}
