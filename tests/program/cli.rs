//! The program as a user meets it: answers, files, errors and exit codes.

use crate::common;
use std::io::{BufRead, BufReader, Write};
use std::process::{Output, Stdio};

use crate::program::Program;
use serde_json::Value as Json;

#[test]
fn solving_writes_the_table_and_says_the_value() {
    let program = Program::new();
    let out = program.fine("solve tihbat");
    for expected in [
        "  South [  7 |  7 ]  captured 0, to move",
        "theoretical value  -2 for South: North wins 15 to 13",
        "first moves      * A     -2 in 10 plies",
        "boards             35,960 in the layers of 0 to 28 seeds",
        "reachable          39,878 positions on 5,426 boards",
    ] {
        assert!(out.contains(expected), "{expected:?} is missing in\n{out}");
    }
    let committed = concat!(env!("CARGO_MANIFEST_DIR"), "/data/tihbat.mtb");
    let made = std::fs::read(program.path().join("data/tihbat.mtb")).expect("a table");
    assert!(made == std::fs::read(committed).expect("the committed table"));
    assert!(!program.path().join("data/tihbat.mtb.work").exists());
}

#[test]
fn json_answers_have_their_names() {
    let program = Program::new();
    let value = program.json("value");
    assert_eq!(
        value,
        serde_json::json!({
            "game": "tihbat", "position": "7-7-7-7-0-0-S", "margin": -2, "outcome": "loss", "distance": 10,
            "final": { "south": 13, "north": 15 },
        })
    );
    let best = program.json("best tihbat 1-2-1-1");
    let moves = best["moves"].as_array().expect("moves");
    for name in ["move", "margin", "distance", "captured", "position", "best"] {
        assert!(moves.iter().all(|one| one.get(name).is_some()), "{name} is missing in {best}");
    }
    let layers = program.json("layers");
    let last = &layers.as_array().expect("layers")[28];
    for (name, expected) in [("seeds", 28), ("boards", 4495), ("drawn", 1298), ("max_distance", 27)] {
        assert_eq!(last[name], expected, "{name} in {last}");
    }
    assert_eq!(layers[0]["max_distance"], Json::Null);
    let reach = program.json("reach");
    assert_eq!((&reach["positions"], &reach["boards_with_side"]), (&39878.into(), &10852.into()));
    assert_eq!(reach["boards"], 5426);
    assert_eq!(
        reach["layers"].as_array().expect("layers").iter().map(|l| l["positions"].as_u64()).sum::<Option<u64>>(),
        Some(39878)
    );
    let line = program.json("line");
    assert_eq!(line["final"], value["final"]);
    assert_eq!(line["end"], "repetition");
}

#[test]
fn odd_seeds_may_end_in_halves() {
    let program = Program::new();
    assert_eq!(program.json("value tihbat 1-2-1-1")["final"], serde_json::json!({ "south": 2.5, "north": 2.5 }));
}

#[test]
fn outcome_goes_by_final_totals() {
    let program = Program::new();
    let value = program.json("value tihbat 0-0-0-0-28-0-N");
    assert_eq!((&value["margin"], &value["outcome"]), (&0.into(), &"loss".into()));
}

#[test]
fn a_first_move_without_captures_is_said_to_be_one() {
    let program = Program::new();
    for command in ["value", "best", "line"] {
        let json = program.json(&format!("{command} modiar --pits 2 --seeds-per-pit 3"));
        assert_eq!(json["first_move"], true, "{command}");
        assert_eq!(json["game"], "modiar-2x3");
    }
    assert_eq!(program.json("value tihbat").get("first_move"), None);
}

#[test]
fn questions_use_the_table_that_is_there() {
    let program = Program::new();
    program.fine("solve awari --max-seeds 5");
    assert!(program.path().join("data/awari-n5.mtb").exists());
    // Too large to be solved on the spot, so only a table can answer; this table has too few layers.
    for line in ["value awari", "value awari --table data/awari-n5.mtb"] {
        assert!(program.fine(line).contains("The position is unknown: 48 seeds are on the board"), "{line}");
    }
    assert!(program.refused("value awari --data-dir nowhere").contains("of memory"));
    let error = program.refused("value modiar 1-1-1-1-1-1 --table data/awari-n5.mtb");
    assert!(error.contains("the table is of awari on 2 x 6 pits, not of modiar on 2 x 3 pits"), "{error}");
    program.fine("value awari 0-0-0-0-0-1-1-0-0-0-0-0 --table data/awari-n5.mtb");
    program.fine("solve awari --max-seeds 6 --from data/awari-n5.mtb -o from.mtb");
    program.fine("solve awari --max-seeds 6 -o whole.mtb");
    let [from, whole] =
        ["from.mtb", "whole.mtb"].map(|file| std::fs::read(program.path().join(file)).expect("a table"));
    assert!(from == whole);
    // A damaged default file is skipped; a damaged file given by name is refused.
    std::fs::write(program.path().join("data/tihbat.mtb"), "no table").expect("a file");
    assert_eq!(program.json("value")["margin"], -2);
    assert!(program.run("value").err.contains("data/tihbat.mtb is skipped: this is not a tihbat table"));
    assert!(program.refused("value --table data/tihbat.mtb").contains("not a tihbat table"));
}

#[test]
fn a_dry_run_says_what_a_solve_would_take_and_writes_nothing() {
    let program = Program::new();
    let plan = program.json("solve tihbat --pits 4 --dry-run");
    assert_eq!(plan["boards"], 4_426_165_368_u64);
    assert!(program.fine("solve tihbat --dry-run").contains("35,960"));
    assert_eq!(std::fs::read_dir(program.path()).expect("the folder").count(), 0);
    assert!(program.refused("solve awari --pits 8").contains("of memory"));
}

#[test]
fn bad_input_gets_one_clear_sentence() {
    let program = Program::new();
    std::fs::write(program.path().join("a-file"), "").expect("a file");
    for (line, expected) in [
        ("value chess", "there is no game \"chess\"; the games are tihbat, modiar, awari"),
        ("value 7-7-7-7", "to ask about a position, name the game before it"),
        ("value tihbat 7-7-7", "4 pits joined by dashes"),
        ("value tihbat 100-28-0-0", "at most 127 seeds, not 128"),
        ("value tihbat 7-7-7-7-1-0-S", "make 29, but the game has 28"),
        ("value tihbat 7-7-7-7-0-0-X", "the side to move is S or N, not \"X\""),
        ("value tihbat x-7-7-7", "not \"x\""),
        ("value tihbat --table nowhere.mtb", "nowhere.mtb: "),
        ("solve tihbat --pits 9", "pits cannot be \"9\""),
        ("solve tihbat --seeds-per-pit 0", "seeds_per_pit cannot be \"0\""),
        ("solve tihbat --seeds-per-pit 32", "128 seeds"),
        ("solve tihbat --max-seeds 29", "more than the 28 seeds of tihbat"),
        ("layers tihbat --max-seeds 200", "more than the 28 seeds of tihbat"),
        ("solve tihbat -o .", "is a folder"),
        ("solve tihbat -o a-file/x.mtb", "a-file cannot be written"),
        ("reach --format jsonl", "--list"),
        ("dance", "unrecognized subcommand"),
    ] {
        let error = program.refused(line);
        assert!(error.contains(expected), "{line}: {error}");
    }
}

#[test]
fn reachable_positions_are_listed_one_a_line() {
    let program = Program::new();
    let csv = program.fine("reach --list");
    assert_eq!(csv.lines().count(), 39_879);
    assert!(csv.contains("\n7-7-7-7-0-0-S,-2,A,10,13,15\n"), "the start is listed");
    let jsonl = program.fine("reach --list --format jsonl");
    for (line, row) in csv.lines().skip(1).zip(jsonl.lines()) {
        let row: Json = serde_json::from_str(row).expect("JSON");
        let cells: Vec<_> = line.split(',').collect();
        assert_eq!(row["position"], cells[0]);
        assert_eq!(row["margin"].to_string(), cells[1]);
        assert_eq!(row["best"].as_str().unwrap_or("over"), cells[2]);
        assert_eq!(row["final"]["south"].to_string(), cells[4]);
    }
}

#[test]
fn a_closed_pipe_ends_quietly() {
    let program = Program::new();
    let mut command = program.command("reach --list");
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    let mut first = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut first).expect("a line");
    let Output { status, stderr, .. } = child.wait_with_output().expect("the program ends");
    assert_eq!(first, "position,margin,best,distance,south,north\n");
    assert_eq!((status.code(), stderr.as_slice()), (Some(0), &[][..]));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_output_is_an_error() {
    let program = Program::new();
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a full device");
    let output = program.command("reach --list").stdout(full).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("standard output cannot be written"));
}

#[test]
fn help_has_examples_for_every_command() {
    let program = Program::new();
    let commands = program.commands();
    for known in ["", "solve", "rules show", "man"] {
        assert!(commands.iter().any(|command| command == known), "{known:?} is missing in {commands:?}");
    }
    for command in commands {
        assert!(program.fine(&format!("{command} --help")).contains("Examples:"), "{command}");
    }
}

#[test]
fn a_slip_of_the_pen_gets_a_suggestion() {
    let program = Program::new();
    for (line, meant) in [
        ("vlaue", "value"),
        ("lyers", "layers"),
        ("rules shwo", "show"),
        ("best --jsn", "--json"),
        ("value --color nevr", "never"),
        ("completions bsh", "bash"),
        ("value tibat", "tihbat"),
        ("value tihbat --set capture.chian=none", "capture.chain"),
    ] {
        let error = program.refused(line);
        assert!(error.contains(meant), "{line}: {error}");
    }
}

/// The same with these environment variables.
fn with(program: &Program, line: &str, variables: &[(&str, &str)]) -> (String, String) {
    let output = program.command(line).envs(variables.iter().copied()).output().expect("the program runs");
    (String::from_utf8(output.stdout).expect("text"), String::from_utf8(output.stderr).expect("text"))
}

/// The text without colour escape sequences.
fn bare(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |bare, part| bare + part.split_once('m').expect("the end of a sequence").1)
}

#[test]
fn colour_is_there_when_it_is_wanted_and_says_nothing_of_its_own() {
    let program = Program::new();
    std::fs::write(program.path().join("game.ogn"), RECORD).expect("a file");
    let (forced, never) = (("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1"));
    for line in ["best", "value", "line", "value --moves A,b", "judge game.ogn", "best chess", "dance", "--help"] {
        let said = |flag: &str, variables: &[(&str, &str)]| with(&program, &format!("{line} {flag}"), variables);
        let plain = said("", &[]);
        for (flag, variables) in
            [("--color never", &[][..]), ("--color never", &[forced]), ("--color=auto", &[]), ("", &[forced, never])]
        {
            assert_eq!(said(flag, variables), plain, "{line} {flag} {variables:?}");
        }
        for (flag, variables) in [("--color always", &[][..]), ("--color=always", &[never]), ("", &[forced])] {
            let (out, err) = said(flag, variables);
            assert_eq!((bare(&out), bare(&err)), plain, "{line} {flag} {variables:?}");
            assert!(out.contains('\u{1b}') || err.contains('\u{1b}'), "{line} {flag} {variables:?}: {out}{err}");
        }
        assert!(!plain.0.contains('\u{1b}') && !plain.1.contains('\u{1b}'));
    }
}

#[cfg(unix)]
#[test]
fn a_terminal_is_coloured_unasked() {
    let program = Program::new();
    let seen = |line: &str, variable: (&str, &str)| {
        let mut command = program.command(line);
        command.env("TERM", "xterm").env(variable.0, variable.1);
        let mut terminal = rexpect::session::spawn_command(command, Some(20_000)).expect("a terminal");
        terminal.exp_eof().expect("the end").contains("\u{1b}[31m-2 in 10 plies")
    };
    assert!(seen("best", ("TERM", "xterm")));
    assert!(!seen("best", ("NO_COLOR", "1")) && !seen("best", ("TERM", "dumb")));
    assert!(!seen("best --color never", ("TERM", "xterm")) && !seen("best --json", ("TERM", "xterm")));
}

#[test]
fn what_programs_read_is_never_coloured() {
    let program = Program::new();
    std::fs::write(program.path().join("game.ogn"), RECORD).expect("a file");
    for line in [
        "solve --json",
        "value --json",
        "best --json",
        "line --moves A,b --json",
        "judge game.ogn --json",
        "layers --csv",
        "reach --list",
        "export --format csv -o -",
        "atlas --csv",
        "rules show",
        "completions bash",
        "man",
    ] {
        let text = program.fine(&format!("{line} --color always"));
        assert!(!text.contains('\u{1b}'), "{line}");
    }
    for line in ["play --json --side none --seed 1", "value tihbat -", "best tihbat - --json"] {
        let answer = program.fed(&format!("{line} --color always"), "7-7-7-7\n");
        assert!(answer.out.starts_with(['{', '7']) && !answer.out.contains('\u{1b}'), "{line}: {}", answer.err);
    }
    assert!(program.fed("play --side both --color always", "hint").out.contains("\u{1b}[31m-2 in 10 plies"));
}

#[test]
fn every_shell_gets_a_script_with_every_command() {
    let program = Program::new();
    let commands = program.commands();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = program.fine(&format!("completions {shell}"));
        for word in commands.iter().flat_map(|command| command.split(' ')).chain(["seeds-per-pit"]) {
            assert!(script.contains(word), "{shell}: {word} is missing");
        }
    }
}

/// The completions of bash for the last of these words; `None` without bash.
#[cfg(unix)]
fn completed(script: &std::path::Path, words: &[&str]) -> Option<Vec<String>> {
    let ask = "source \"$1\"; shift; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); \
               _tihbat tihbat \"${COMP_WORDS[COMP_CWORD]}\" \"${COMP_WORDS[COMP_CWORD - 1]}\"; printf '%s\\n' \"${COMPREPLY[@]}\"";
    let mut bash = std::process::Command::new("bash");
    let Output { status, stdout, stderr } =
        bash.args(["--norc", "-c", ask, "bash"]).arg(script).args(words).output().ok()?;
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    Some(String::from_utf8(stdout).expect("text").lines().map(str::to_owned).collect())
}

#[cfg(unix)]
#[test]
fn bash_completes_commands_games_and_flags() {
    let program = Program::new();
    let script = program.path().join("tihbat.bash");
    std::fs::write(&script, program.fine("completions bash")).expect("a file");
    for (words, expected) in [
        (&["tihbat", "val"][..], &["value"][..]),
        (&["tihbat", "best", "mod"], &["modiar"]),
        (&["tihbat", "best", "--js"], &["--json"]),
        (&["tihbat", "rules", "show", "aw"], &["awari"]),
        (&["tihbat", "solve", "--color", "al"], &["always"]),
        (&["tihbat", "completions", "z"], &["zsh"]),
    ] {
        let Some(offered) = completed(&script, words) else { return };
        assert_eq!(offered, expected, "{words:?}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let program = Program::new();
    assert_eq!(program.fine("man -o pages/man1"), format!("pages/man1: {} pages\n", program.commands().len()));
    let page = |name: &str| std::fs::read_to_string(program.path().join("pages/man1").join(name)).expect("a page");
    for command in program.commands() {
        let name = format!("tihbat {command}").trim_end().replace(' ', "-");
        let page = page(&format!("{name}.1"));
        assert!(page.contains(&format!(".TH {name} 1")), "{name}: {page}");
        for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES"] {
            assert!(page.contains(&format!("\n.SH {section}\n")), "{name}: no {section}");
        }
    }
    assert_eq!(program.fine("man"), page("tihbat.1"));
    std::fs::write(program.path().join("a-file"), "").expect("a file");
    assert!(program.refused("man -o a-file").contains("a-file is a file; give the name of a folder"));
}

#[test]
fn verify_proves_a_right_table_and_draws_the_board_of_a_wrong_one() {
    let program = Program::new();
    program.fine("solve tihbat -o right.mtb");
    let out = program.fine("verify right.mtb");
    assert!(out.contains("every margin and every distance is right") && out.contains("35,960"), "{out}");
    assert_eq!(program.json("verify right.mtb")["game"], "tihbat");

    let mut forged = common::forge::Forged::of(std::fs::read(program.path().join("right.mtb")).expect("a table"));
    let (margin, distance) = (forged.margin(20_000), forged.distance(20_000));
    forged.set(20_000, margin, distance + 1);
    std::fs::write(program.path().join("damaged.mtb"), &forged.bytes).expect("a file");
    assert!(program.refused("verify damaged.mtb").contains("the file is damaged"));
    forged.seal();
    std::fs::write(program.path().join("wrong.mtb"), &forged.bytes).expect("a file");
    let answer = program.run("verify wrong.mtb");
    assert_eq!(answer.code, 1, "{}", answer.err);
    assert!(answer.out.contains("the table says margin") && answer.out.contains("  South ["), "{}", answer.out);
    assert_eq!(program.run("verify wrong.mtb --json").code, 1);
    assert!(program.refused("verify .").contains(".: this is a folder"));
}

#[test]
fn the_moves_so_far_count() {
    let program = Program::new();
    let value = program.json("value tihbat 1-2-1-1 --moves B,b");
    assert_eq!((&value["margin"], &value["table"]["margin"]), (&0.into(), &(-2).into()));
    assert_eq!((&value["history_matters"], &value["seen"]), (&true.into(), &2.into()));
    assert_eq!((&value["from"], &value["played"]), (&"1-2-1-1-0-0-S".into(), &serde_json::json!(["B", "b"])));
    assert_eq!(value["final"], serde_json::json!({ "south": 2.5, "north": 2.5 }));
    let text = program.fine("value tihbat 1-2-1-1 --moves B,b");
    assert!(text.contains("Without them, by the table alone: -2 in"), "{text}");

    let best = program.fine("best tihbat 1-2-1-1 --moves B,b");
    assert!(best.contains("by the table alone"), "{best}");
    let best = program.json("best tihbat 1-2-1-1 --moves B,b");
    assert_eq!(best["moves"][0]["margin"], 0);
    let line = program.json("line tihbat 1-2-1-1 --moves B,b");
    assert_eq!((&line["final"], &line["end"]), (&value["final"], &"repetition".into()));
    assert_eq!(program.json("value modiar --pits 2 --seeds-per-pit 3 --moves A")["seen"], 1);
}

#[test]
fn a_game_that_is_over_says_why_and_how_it_ended() {
    let program = Program::new();
    for command in ["value", "best", "line"] {
        let text = program.fine(&format!("{command} tihbat 1-1-1-1 --moves A,b"));
        assert!(text.contains("The game is over: the board came again with the same player to move"), "{text}");
        assert!(text.contains("In the end a draw, 2 to 2."), "{text}");
        let json = program.json(&format!("{command} tihbat 1-1-1-1 --moves A,b"));
        assert_eq!(json["over"], "repetition");
    }
    for (moves, expected) in [
        ("A,b,A", "move 3: the game was over before \"A\": the board came again"),
        ("A,B", "move 2: North is to move and cannot play \"B\"; the legal moves are a, b"),
        ("A+2", "move 1: A captures 0 seeds here, not 2"),
        ("A,x+y", "move 2: a move is a pit's letter"),
    ] {
        let error = program.refused(&format!("value tihbat 1-1-1-1 --moves {moves}"));
        assert!(error.contains(expected), "{moves}: {error}");
    }
}

/// A record of a game that South wins although North was ahead.
const RECORD: &str = "[Variant \"Tihbat\"]\n[South \"Amina\"]\n\n1. A b { a mistake } 2. B a 3. A a 4. A b 5. B+4 *\n";

#[test]
fn a_game_is_judged_move_by_move() {
    let program = Program::new();
    std::fs::write(program.path().join("game.ogn"), RECORD).expect("a file");
    let text = program.fine("judge game.ogn --svg game.svg");
    for expected in [
        "tihbat, South Amina",
        "By perfect play: North wins 15 to 13.",
        "  2 N b           +2     -2           4       4       0-0       15-13  a\n",
        "The game turned with move 2, North b: South wins from there.",
        "most with move 7 (A, 4 for B).",
        "The game is not over; by perfect play South wins 16 to 12.",
    ] {
        assert!(text.contains(expected), "{expected:?} is missing in\n{text}");
    }
    let picture = std::fs::read_to_string(program.path().join("game.svg")).expect("a picture");
    assert!(picture.starts_with("<svg ") && picture.contains("by perfect play") && picture.ends_with("</svg>\n"));
    let json = program.json("judge game.ogn");
    assert_eq!((&json["legal"], &json["moves"][1]["gives_away"]), (&true.into(), &4.into()));
    assert_eq!(json["turns"][0], serde_json::json!({ "ply": 2, "then": "South wins" }));
    assert_eq!(json["final"], serde_json::json!({ "south": 16, "north": 12 }));
    let from_input = program.fed("judge - --json", RECORD);
    assert_eq!((from_input.code, serde_json::from_str::<Json>(&from_input.out).expect("JSON")), (0, json));
}

#[test]
fn a_game_that_cannot_have_been_played_is_a_no() {
    let program = Program::new();
    for (text, expected) in [
        (
            "1. A A",
            "standard input: line 1, column 6: move 2: North is to move and cannot play \"A\"; the legal moves are a, b",
        ),
        ("1. A\n   b+2", "standard input: line 2, column 4: move 2: b captures 0 seeds here, not 2"),
    ] {
        let answer = program.fed("judge -", text);
        assert_eq!(answer.code, 1, "{text}: {}", answer.err);
        assert!(answer.out.contains(expected), "{text}: {}", answer.out);
        let json: Json = serde_json::from_str(&program.fed("judge - --json", text).out).expect("JSON");
        assert_eq!(json["legal"], false);
    }
    for (text, expected) in [
        ("1. A what", "standard input: line 1, column 6: expected a move"),
        ("[FEN \"1-1\"]", "line 1, column 1: the start position: a position of this game is 4 pits"),
        ("[Variant \"chess\"]", "the record is of \"chess\", which is no game that is built in"),
    ] {
        let answer = program.fed("judge -", text);
        assert_eq!((answer.code, answer.out.as_str()), (2, ""));
        assert!(answer.err.contains(expected), "{text}: {}", answer.err);
    }
    assert_eq!(program.fed("judge - modiar", "[Variant \"chess\"] 1. C").code, 0);
    assert!(program.refused("judge nowhere.ogn").contains("nowhere.ogn: "));
}

#[test]
fn many_positions_are_answered_one_a_line() {
    let program = Program::new();
    let input = "7-7-7-7-0-0-S\n\n1-2-1-1 B b\r\nx-7-7-7\n1-1-1-1 A b\n30-30-30-30\n1-2-1-1";
    let answer = program.fed("value tihbat -", input);
    assert_eq!(answer.code, 2, "{}", answer.err);
    let expected = [
        "7-7-7-7-0-0-S: -2 in 10 plies; North wins 15 to 13",
        "",
        "1-1-2-1-0-0-S: 0; a draw, 2.5 to 2.5",
        "error",
        "1-1-1-1-0-0-S: 0; a draw, 2 to 2",
    ];
    let lines: Vec<_> = answer.out.lines().collect();
    assert_eq!((lines.len(), &lines[..5]), (7, &expected[..]));
    assert!(lines[5].starts_with("30-30-30-30-0-0-S: ") && lines[6].starts_with("1-2-1-1-0-0-S: "), "{}", answer.out);
    let why = "error: line 4: position \"x-7-7-7\": a pit holds a number of seeds from 0 to 127, not \"x\"\n";
    assert_eq!(answer.err, why);

    for command in ["value", "best", "line"] {
        let answer = program.fed(&format!("{command} tihbat - --json"), input);
        assert_eq!((answer.code, answer.err.as_str()), (2, why));
        let lines: Vec<Json> = answer.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!((lines.len(), &lines[1], &lines[3]["line"]), (7, &Json::Null, &4.into()));
        assert_eq!(format!("error: line 4: {}\n", lines[3]["error"].as_str().expect("a message")), why);
        for (line, alone) in
            [(0, "7-7-7-7"), (2, "1-2-1-1 --moves B,b"), (4, "1-1-1-1 --moves A,b"), (5, "30-30-30-30")]
        {
            assert_eq!(lines[line], program.json(&format!("{command} tihbat {alone}")), "{command} {alone}");
        }
    }
    let answer = program.fed("best tihbat -", "7-7-7-7\n1-1-1-1 A b\n");
    assert_eq!(answer.out.lines().next(), Some("7-7-7-7-0-0-S: *A -2 in 10 plies, B -2 in 6 plies"));
    assert!(answer.out.contains("the game is over: the board came again"), "{}", answer.out);
    let answer = program.fed("line tihbat -", "1-1-1-1");
    assert_eq!((answer.code, answer.out.as_str()), (0, "1-1-1-1-0-0-S: A a (repetition); a draw, 2 to 2\n"));
    assert_eq!(program.fed("value tihbat -", "").out, "");
    assert!(program.refused("value tihbat - --moves A").contains("--moves is for one position"));
}

#[test]
fn any_bytes_as_a_line_are_answered() {
    let program = Program::new();
    let long = "1".repeat(200_000);
    let answer = program.fed_bytes("value tihbat -", format!("{long}\n7-7-7-7\n").as_bytes());
    assert_eq!(answer.err, "error: line 1: a line has at most 65536 bytes, this one has more\n");
    assert_eq!(answer.out, "error\n7-7-7-7-0-0-S: -2 in 10 plies; North wins 15 to 13\n");
    let answer = program.fed_bytes("value tihbat -", b"\xff\xfe\0\n7-7-7-7");
    assert!(answer.err.starts_with("error: line 1: expected text in UTF-8, found UTF-16"), "{}", answer.err);
    assert_eq!((answer.code, answer.out.lines().count()), (2, 2));
}

#[test]
fn a_program_that_asks_line_by_line_is_answered_line_by_line() {
    let program = Program::new();
    let mut command = program.command("value tihbat -");
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut answers = BufReader::new(child.stdout.take().expect("a pipe"));
    for (position, expected) in [("7-7-7-7\n", "7-7-7-7-0-0-S: -2"), ("1-1-1-1\n", "1-1-1-1-0-0-S: 0")] {
        stdin.write_all(position.as_bytes()).expect("a pipe");
        let mut answer = String::new();
        answers.read_line(&mut answer).expect("an answer");
        assert!(answer.starts_with(expected), "{answer}");
    }
    drop(stdin);
    assert!(child.wait().expect("the program ends").success());
}

#[cfg(not(feature = "serve"))]
#[test]
fn a_program_without_the_server_says_how_it_is_built() {
    let program = Program::new();
    for line in ["serve", "serve modiar", "serve tihbat --bind 127.0.0.1:8000", "serve --help"] {
        let refused = program.refused(line);
        assert!(refused.contains("built without the server"), "{line}: {refused}");
        assert!(refused.contains("cargo install --path . --features serve"), "{line}: {refused}");
    }
    assert!(!program.commands().contains(&"serve".to_owned()));
}

#[test]
fn what_one_part_writes_every_part_reads() {
    let program = Program::new();
    let value = program.fine("value tihbat 1-2-1-1");
    for line in [
        "value tihbat 1,2,1,1",
        "value --position 1-2-1-1",
        "value tihbat --position 1,2,1,1",
        "value tihbat-2x7 1-2-1-1",
    ] {
        assert_eq!(program.fine(line), value, "{line}");
    }
    assert_eq!(program.fine("value tihbat 9-9-8-2-0-0-n"), program.fine("value tihbat 9-9-8-2-0-0-N"));
    assert_eq!(program.fine("value modiar --pits 2 --moves A.a"), program.fine("value modiar --pits 2 --moves A,a"));
    assert_eq!(program.fine("value awari-3x2"), program.fine("value awari --pits 3 --seeds-per-pit 2"));
    assert_eq!(program.json("value awari-3x2")["game"], "awari-3x2");
    let played = program.fed("play tihbat 1-2-1-1 --seed 1 --side both", "record\n").out;
    assert!(played.contains("1-2-1-1-0-0-S: \n"), "{played}");
    assert_eq!(program.fed("play --position 1,2,1,1 --seed 1 --side both", "record\n").out, played);
    for (line, expected) in [
        (
            "value data/tihbat.mtb",
            "there is no game \"data/tihbat.mtb\"; the games are tihbat, modiar, awari, oware; a table is named with --table",
        ),
        ("value awari-3x4 --pits 2", "the name \"awari-3x4\" says the size already; leave out pits"),
        ("value awari-9x4", "pits cannot be \"9\"; it is a number from 1 to 8"),
        ("value awarri-3x4", "there is no game \"awarri-3x4\""),
        ("value tihbat --seeds-per-pit 999", "seeds_per_pit cannot be \"999\"; it is a number from 1 to 127"),
        ("value tihbat --pits 999", "pits cannot be \"999\"; it is a number from 1 to 8"),
        ("solve tihbat --max-seeds 999", "--max-seeds 999 is more than the 28 seeds of tihbat"),
        ("value tihbat 1-2-1-1 --position 1-2-1-1", "cannot be used with"),
    ] {
        let error = program.refused(line);
        assert!(error.contains(expected), "{line}: {error}");
    }
}

#[test]
fn numbers_that_are_too_large_are_not_told_as_facts() {
    let program = Program::new();
    for line in ["value tihbat --pits 8 --seeds-per-pit 7", "solve tihbat --pits 8 --seeds-per-pit 7"] {
        let error = program.refused(line);
        assert!(error.contains("more than 18 quintillion boards need about more than 18 EB of memory"), "{error}");
        assert!(!error.contains("18,446"), "{error}");
    }
    let plan = program.fine("solve tihbat --pits 8 --seeds-per-pit 7 --dry-run");
    assert!(plan.contains("boards   more than 18 quintillion") && plan.contains("years"), "{plan}");
    let plan = program.json("solve tihbat --pits 8 --seeds-per-pit 7 --dry-run");
    assert_eq!((&plan["boards"], &plan["memory"], &plan["disk"]), (&Json::Null, &Json::Null, &Json::Null));
}

#[test]
fn a_memory_error_names_what_fits_by_options_that_the_command_has() {
    let program = Program::new();
    for (line, has_max_seeds) in [
        ("solve awari-8x7", true),
        ("layers awari-8x7", true),
        ("export awari-8x7 -o x.csv", true),
        ("value awari-8x7", false),
        ("best awari-8x7", false),
    ] {
        let error = program.refused(line);
        let (_, fits) = error.split_once("; the layers of up to ").expect("what fits");
        let seeds = fits.split_once(" seeds fit").expect("what fits").0;
        assert!((1..112).contains(&seeds.parse::<u8>().expect("a number")), "{error}");
        assert_eq!(error.contains(&format!("(--max-seeds {seeds})")), has_max_seeds, "{line}: {error}");
        assert_eq!(error.contains("--table"), !line.starts_with("solve"), "{line}: {error}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_solve_says_what_is_kept() {
    let program = Program::new();
    let solve = program.command("solve awari --threads 1 --max-seeds 18");
    // Whoever runs the tests in the background of a shell has told it to ignore interrupts, and programs inherit that.
    let mut command = std::process::Command::new("env");
    command.arg("--default-signal=INT").arg(solve.get_program()).args(solve.get_args()).current_dir(program.path());
    command.envs(solve.get_envs().filter_map(|(name, value)| Some((name, value?))));
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    let work = program.path().join("data/awari-n18.mtb.work");
    while !work.exists() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    // The handler is set right after the work file.
    std::thread::sleep(std::time::Duration::from_millis(300));
    let signal = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(signal.expect("a shell's kill").success());
    let Output { status, stderr, .. } = child.wait_with_output().expect("the program ends");
    let err = String::from_utf8(stderr).expect("text");
    assert_eq!(status.code(), Some(130), "{err}");
    assert!(err.contains("note: interrupted; "), "{err}");
    assert!(err.contains("data/awari-n18.mtb.work") && err.contains("the same command"), "{err}");
    assert!(work.exists());
}

/// Text in the form of a terminal of this width: no line is longer, so none is broken inside a word.
#[test]
fn a_narrow_terminal_gets_whole_words() {
    let program = Program::new();
    for command in program.commands() {
        let line = format!("{command} --help");
        let output = program.command(&line).env("COLUMNS", "60").output().expect("the program runs");
        let help = String::from_utf8(output.stdout).expect("text");
        let wide = program.fine(&line);
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&help), words(&wide), "{line}");
        if let Some(long) = help.lines().find(|line| line.chars().count() > 60) {
            // Only what is one word, or a command to be typed, may be longer.
            assert!(long.trim_start().starts_with("tihbat ") || long.split_whitespace().count() == 1, "{line}: {long}");
        }
    }
}
