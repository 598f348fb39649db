//! The universal web API: the types that the front end of GamesCrafters declares, and what the command line answers.
//!
//! The types are those of `src/scripts/apis/gamesCrafters/types.ts` in their repository GamesmanUni (2026-12-01).

use serde_json::{Value as Json, json};

use crate::serve::{boards, program};
use crate::server::Server;

/// A type of a field.
#[derive(Clone, Copy, Debug)]
enum Type {
    Text,
    Number,
    Flag,
    List,
    Object,
}

use Type::{Flag, List, Number, Object, Text};

/// Fields of their types by name.
const CHILD: [(&str, Type); 8] = [
    ("position", Text),
    ("autoguiPosition", Text),
    ("positionValue", Text),
    ("remoteness", Number),
    ("winby", Number),
    ("mex", Text),
    ("drawLevel", Number),
    ("drawRemoteness", Number),
];
const MOVE: [(&str, Type); 4] =
    [("move", Text), ("autoguiMove", Text), ("moveValue", Text), ("deltaRemoteness", Number)];

/// Checks that an object has these fields, each of its type, and no other.
fn check(object: &Json, fields: &[(&str, Type)]) {
    let found = object.as_object().unwrap_or_else(|| panic!("no object: {object}"));
    for (name, of) in fields {
        let field = &found.get(*name).unwrap_or_else(|| panic!("{name} is missing in {object}"));
        let fits = match of {
            Text => field.is_string(),
            Number => field.is_number(),
            Flag => field.is_boolean(),
            List => field.is_array(),
            Object => field.is_object(),
        };
        assert!(fits, "{name} is no {of:?}: {field}");
    }
    assert_eq!(found.len(), fields.len(), "{object}");
}

fn text<'a>(object: &'a Json, field: &str) -> &'a str {
    object[field].as_str().unwrap_or_else(|| panic!("{field} in {object}"))
}

fn list(json: &Json) -> &Vec<Json> {
    json.as_array().expect("a list")
}

/// Checks that a board is what their front end reads, and returns its numbers.
fn numbers(board: &str) -> (char, Vec<u32>) {
    let (head, numbers) = board.split_once('~').expect("numbers");
    let (side, points) = head.split_once('_').expect("a side");
    assert!(["1", "2"].contains(&side), "{board}");
    let legal = |letter: char| letter.is_ascii_alphanumeric() || "-.~".contains(letter);
    assert!(points.chars().all(legal) && numbers.chars().all(legal), "{board}");
    let numbers: Vec<_> = numbers.split('~').map(|number| number.parse().expect("a number")).collect();
    assert_eq!(points.matches('.').count(), numbers.len());
    (side.chars().next().expect("a side"), numbers)
}

/// A position of a board with South to move: the seeds that are not on the board are captured, about the same number by each.
fn position(board: &str, seeds: usize) -> String {
    let on_board: usize = board.split('-').map(|pit| pit.parse::<usize>().expect("a number")).sum();
    let captured = seeds - on_board;
    format!("{board}-{}-{}-S", captured / 2, captured.div_ceil(2))
}

/// The value of a position for the side that has moved to it.
fn turned(value: &str) -> &str {
    match value {
        "win" => "lose",
        "lose" => "win",
        same => same,
    }
}

#[test]
fn games_and_variants_have_their_types() {
    let server = Server::start("tihbat modiar-2x5 oware-3x2");
    let games = server.get("/uwapi/").json();
    assert_eq!(list(&games).len(), 3);
    for game in list(&games) {
        check(game, &[("id", Text), ("name", Text), ("type", Text), ("gui", Text)]);
        let id = text(game, "id");
        let game = server.get(&format!("/uwapi/{id}/")).json();
        let flags = [("allowCustomVariantCreation", Flag), ("supportsWinBy", Flag)];
        check(&game, &[&[("id", Text), ("name", Text), ("variants", List)], &flags[..]].concat());
        for variant in list(&game["variants"]) {
            check(variant, &[("id", Text), ("name", Text), ("gui", Text)]);
            let path = format!("/uwapi/{id}/{}/", text(variant, "id"));
            let variant = server.get(&path).json();
            let image = &variant["imageAutoGUIData"];
            let starts = [("startPosition", Text), ("autoguiStartPosition", Text), ("imageAutoGUIData", Object)];
            check(&variant, &[&[("id", Text), ("name", Text), ("gui", Text)], &starts[..]].concat());
            let theme = &image["themes"][text(image, "defaultTheme")];
            let [width, height] = [0, 1].map(|at| theme["space"][at].as_f64().expect("a length"));
            for center in list(&theme["centers"]) {
                let [x, y] = [0, 1].map(|at| center[at].as_f64().expect("a number"));
                assert!((0.0..width).contains(&x) && (0.0..height).contains(&y), "{center} of {width} x {height}");
            }
            let points = text(&variant, "autoguiStartPosition").split(['_', '~']).nth(1).expect("points");
            let pictures = points.chars().filter(|&point| point != '.');
            for picture in pictures {
                check(&theme["charImages"][picture.to_string()], &[("image", Text), ("scale", Number)]);
            }
            let instructions = server.get(&format!("{path}instructions/?locale=en")).json();
            check(&instructions, &[("instructions", Text)]);
            assert!(text(&instructions, "instructions").contains("capture.where"));
        }
    }
}

#[test]
fn positions_have_their_types_and_the_values_of_the_command_line() {
    let server = Server::start("tihbat modiar-2x5");
    let mut seen = std::collections::BTreeMap::<String, usize>::new();
    for (id, flags, pits, seeds) in
        [("tihbat", "tihbat", 4, 28), ("modiar-2x5", "modiar --pits 2 --seeds-per-pit 5", 4, 20)]
    {
        let variant = server.get(&format!("/uwapi/{id}/regular/")).json();
        let centers = list(&variant["imageAutoGUIData"]["themes"]["regular"]["centers"]).len();
        let ask = |position: &str| server.get(&format!("/uwapi/{id}/regular/positions/?p={position}")).json();
        let start = text(&variant, "startPosition").to_owned();
        let mut asked: Vec<_> = boards(pits, seeds, 12).iter().map(|board| position(board, seeds)).collect();
        asked.push(start.clone());
        for position in asked {
            let answer = ask(&position);
            check(&answer, &[&CHILD[..], &[("moves", List)]].concat());
            assert_eq!(answer["position"], position.as_str());
            let (side, numbers) = numbers(text(&answer, "autoguiPosition"));
            assert_eq!((side, numbers.len()), ('1', pits + 2));
            let (game, options) = flags.split_once(' ').unwrap_or((flags, ""));
            let said = program(&format!("value {game} {position} {options}"), None);
            let total = |side: &str| said["final"][side].as_f64().expect("a total");
            let difference = total("south") - total("north");
            assert_eq!(answer["winby"].as_f64(), Some(difference.abs()), "{position}");
            let value = text(&answer, "positionValue");
            let expected: &[_] = match said["outcome"].as_str().expect("an outcome") {
                "win" => &["win"],
                "loss" => &["lose"],
                _ => &["tie", "draw"],
            };
            assert!(expected.contains(&value), "{position}: {value}, {said}");
            *seen.entry(value.to_owned()).or_default() += 1;

            let line = program(&format!("line {game} {position} {options}"), None);
            let plies = list(&line["moves"]).len() as i64;
            let remoteness = answer["remoteness"].as_i64().expect("plies");
            match (line["end"].as_str().expect("an end"), value) {
                ("repetition", "draw") => assert_eq!(remoteness, -200),
                ("repetition", _) => assert_eq!(remoteness, -100),
                _ => assert_eq!(remoteness, plies, "{position}"),
            }
            let names: Vec<_> = list(&answer["moves"]).iter().map(|made| text(made, "move")).collect();
            let best = program(&format!("best {game} {position} {options}"), None);
            let expected: Vec<_> = list(&best["moves"]).iter().map(|made| text(made, "move")).collect();
            assert_eq!(names, expected, "{position}");
            for made in list(&answer["moves"]) {
                check(made, &[&CHILD[..], &MOVE[..]].concat());
                assert_eq!(text(made, "moveValue"), turned(text(made, "positionValue")));
                assert!(made["deltaRemoteness"].as_i64().expect("plies") >= 0, "{made}");
                let button = text(made, "autoguiMove");
                if let Some(center) = button.strip_prefix("A_-_") {
                    assert!(center.parse::<usize>().expect("a number") < centers, "{button}");
                } else {
                    assert_eq!(button, "pass");
                }
                if position != start {
                    let child = ask(text(made, "position"));
                    for (field, _) in CHILD {
                        assert_eq!(child[field], made[field], "{field} after {} on {position}", text(made, "move"));
                    }
                }
            }
            if let Some(first) = list(&answer["moves"]).first() {
                assert_eq!(text(first, "moveValue"), value, "{position}");
            } else {
                assert_eq!(remoteness, 0, "{position}");
            }
        }
    }
    assert!(["win", "lose", "draw"].iter().all(|value| seen[*value] >= 3), "{seen:?}");
}

#[test]
fn what_depends_on_the_repetition_rule_is_unsolved() {
    let server = Server::start("oware-3x2");
    let mut found = [0; 2];
    for board in boards(6, 12, 20) {
        let answer = server.get(&format!("/uwapi/oware-3x2/regular/positions/?p={board}")).json();
        let said = program(&format!("value oware {board} --pits 3 --seeds-per-pit 2"), None);
        let expected = match said["outcome"].as_str() {
            None => "unsolved",
            Some("win") => "win",
            Some("loss") => "lose",
            Some(_) => "tie",
        };
        assert_eq!(answer["positionValue"], expected, "{board}");
        found[usize::from(expected == "unsolved")] += 1;
    }
    assert!(found.iter().all(|&count| count > 2), "{found:?}");
}

#[test]
fn what_is_not_there_is_an_error_with_its_sentence() {
    let server = Server::start("tihbat");
    for (path, status, words) in [
        ("/uwapi/chess/", 404, "there is no game"),
        ("/uwapi/tihbat/large/", 404, "has no variant"),
        ("/uwapi/tihbat/regular/positions/", 400, "is missing"),
        ("/uwapi/tihbat/regular/positions/?p=7-7-7", 400, "position \\\"7-7-7\\\""),
        ("/uwapi/tihbat/regular/positions/?p=7-7-7-7&p=7-7-7-7", 400, "twice"),
        ("/uwapi/tihbat/regular/positions/?q=7-7-7-7", 400, "there is no parameter"),
        ("/uwapi/tihbat/regular/?p=1", 400, "no parameter"),
        ("/uwapi/%ff/", 400, ""),
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, status, "{path}: {}", answer.text());
        assert!(answer.text().contains(words), "{path}: {}", answer.text());
        if status == 404 || path.contains("positions") {
            assert!(answer.json()["error"].is_string() && answer.json()["error"] == answer.json()["detail"], "{path}");
        }
    }
    let problem = server.get("/api/v1/games/chess").json();
    assert_eq!(problem.get("error"), None, "{}", json!(problem));
}
