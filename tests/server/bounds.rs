//! Games whose rules leave open what a repetition pays: their answers equal those of the command line, and nothing is a server fault.

use std::path::Path;

use serde_json::Value as Json;
use tempfile::TempDir;

use crate::serve::{boards, program, refusal, together};
use crate::server::Server;

/// Rules files of such games: a name, the rules, and the pits and seeds of the board.
const GAMES: [(&str, &str, usize, usize); 4] = [
    ("open", "base = \"tihbat\"\nrepetition = \"open\"", 4, 28),
    ("row", "base = \"tihbat\"\nrepetition = \"own_row\"", 4, 28),
    ("first", "base = \"modiar\"\npits = 2\nseeds_per_pit = 4\nrepetition = \"open\"", 4, 16),
    (
        "firstrow",
        "base = \"tihbat\"\nseeds_per_pit = 4\ncapture.on_first_move = false\nrepetition = \"own_row\"",
        4,
        16,
    ),
];

/// A server of these games and of a small oware; their names, as the command line has them, with pits and seeds.
fn served(folder: &Path) -> (Server, Vec<(&'static str, String, usize, usize)>) {
    let mut games = vec![("oware-3x2", "oware --pits 3 --seeds-per-pit 2".to_owned(), 6, 12)];
    let mut words = "oware-3x2".to_owned();
    for (name, rules, pits, seeds) in GAMES {
        let file = folder.join(name).with_extension("toml");
        std::fs::write(&file, format!("name = \"{name}\"\n{rules}\n")).expect("a file");
        words += &format!(" {}", file.display());
        games.push((name, file.display().to_string(), pits, seeds));
    }
    (Server::start(&words), games)
}

/// The command line about a game: the game, a board, then the options.
fn line(command: &str, game: &str, board: &str) -> String {
    let (game, options) = game.split_once(' ').unwrap_or((game, ""));
    format!("{command} {game} {board} {options}")
}

#[test]
fn bounds_are_those_of_the_command_line() {
    let folder = TempDir::new().expect("a folder");
    let (server, games) = served(folder.path());
    let mut client = server.client();
    for (name, game, pits, seeds) in &games {
        let api = format!("/api/v1/games/{name}");
        let some = boards(*pits, *seeds, 12);
        for board in some.iter().map(String::as_str).chain([""]) {
            let asked = |command: &str| program(&line(command, game, board), None);
            let answer = client.ask("GET", &format!("{api}/position?position={board}"), &[], b"");
            assert_eq!(answer.status, 200, "{}", answer.text());
            assert_eq!(answer.json(), together([asked("value"), asked("best")]), "{name} {board}");
            assert!(answer.json()["forced"].is_u64() && answer.json()["margin"].is_null(), "{name} {board}");
            let answer = client.ask("GET", &format!("{api}/line?position={board}"), &[], b"");
            assert_eq!(answer.json(), asked("line"), "{name} {board}");
        }
        let body: String = some.iter().map(|board| format!("{{\"position\": \"{board}\"}}\n")).collect();
        let answer = client.ask("POST", &format!("{api}/positions"), &[], body.as_bytes());
        let lines: Vec<Json> = answer.text().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(lines.len(), some.len());
        for (line, board) in lines.iter().zip(&some) {
            let single = client.ask("GET", &format!("{api}/position?position={board}"), &[], b"");
            assert_eq!(line, &single.json(), "{name} {board}");
        }
        let layers = client.ask("GET", &format!("{api}/layers"), &[], b"").json();
        assert_eq!(layers["layers"], program(&line("layers", game, ""), None), "{name}");
        let dependent = layers["layers"].as_array().expect("layers").iter().any(|layer| layer["dependent"] != 0);
        // In this small Modiar every board has the same value under every repetition rule.
        assert_eq!(dependent, *name != "first", "{name}");
        let entry = client.ask("GET", &api, &[], b"").json();
        let start = together([program(&line("value", game, ""), None), program(&line("best", game, ""), None)]);
        for (field, value) in start.as_object().expect("an object") {
            assert_eq!(&entry["start"][field], value, "{name} {field}");
        }
        assert_eq!(entry["start"]["line"], program(&line("line", game, ""), None), "{name}");
        let repetition = if name.ends_with("row") { "own_row" } else { "open" };
        assert_eq!(entry["rules"]["repetition"], repetition, "{name}");
    }
    let metrics = server.get("/metrics");
    assert!(!metrics.text().contains("status=\"5"), "{}", metrics.text());
}

#[test]
fn bounds_inside_a_game_know_what_was_seen() {
    let folder = TempDir::new().expect("a folder");
    let (server, games) = served(folder.path());
    let mut client = server.client();
    let (mut over, mut seen, mut refused, mut first) = (0, 0, 0, 0);
    for (name, game, pits, _) in &games {
        let api = format!("/api/v1/games/{name}");
        let ones = vec!["1"; *pits].join("-");
        let lone = [vec!["1"; 2], vec!["0"; pits - 2]].concat().join("-");
        for (board, moves) in [
            ("", ""),
            ("", "A"),
            ("", "A a"),
            ("", "B b A"),
            ("", "A b B a"),
            (&*ones, "A"),
            (&ones, "A a"),
            (&ones, "A b B"),
            (&lone, "A pass"),
            (&lone, "A pass A"),
            (&lone, "B"),
        ] {
            let path = |what: &str| format!("{api}/{what}?position={board}&moves={}", moves.replace(' ', "."));
            let answer = client.ask("GET", &path("position"), &[], b"");
            let main_line = client.ask("GET", &path("line"), &[], b"");
            if answer.status != 200 {
                assert_eq!((answer.status, main_line.status), (400, 400), "{}", answer.text());
                let words = line("value", game, board);
                let words: Vec<_> = words.split_whitespace().chain(["--moves", moves]).collect();
                assert_eq!(answer.json()["detail"], refusal(&words).as_str(), "{name} {board} {moves}");
                refused += 1;
                continue;
            }
            let asked = |command: &str| program(&line(command, game, board), Some(moves));
            let said = together([asked("value"), asked("best")]);
            assert_eq!(answer.json(), said, "{name} {board} {moves}");
            assert_eq!(main_line.json(), asked("line"), "{name} {board} {moves}");
            over += usize::from(said["over"] == "repetition");
            seen += usize::from(said["seen"] != 0);
            first += usize::from(said["first_move"] == true);
        }
    }
    assert!(over > 0 && seen > 0 && refused > 0 && first > 0, "{over} {seen} {refused} {first}");
    let metrics = server.get("/metrics");
    assert!(!metrics.text().contains("status=\"5"), "{}", metrics.text());
}

#[test]
fn a_table_of_bounds_is_served_byte_for_byte() {
    let folder = TempDir::new().expect("a folder");
    let (server, _) = served(folder.path());
    let list = server.get("/games.json").json();
    for entry in list["games"].as_array().expect("games") {
        let table = server.get(&format!("/{}", entry["table"]["file"].as_str().expect("a path")));
        assert_eq!((table.status, &table.body[8..12]), (200, &[2, 0, 0, 0][..]));
        assert_eq!(entry["table"]["bytes"], table.body.len());
        let statistics = server.get(&format!("/{}", entry["table"]["statistics"].as_str().expect("a path")));
        assert_eq!(statistics.json()["game"], entry["name"]);
    }
}
