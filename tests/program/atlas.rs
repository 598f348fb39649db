//! An atlas agrees with a naive solver on every game, keeps finished games, and shows which cells are empty.

use std::collections::HashMap;

use crate::common::{naive, naive_rules};
use crate::program::Program;
use serde_json::Value as Json;
use tihbat::rules::{Rules, TIHBAT};

/// The rules of a game in an atlas.
fn rules(game: &Json) -> Rules {
    let mut rules = TIHBAT.draft();
    for (clause, value) in game["rules"].as_object().expect("clauses") {
        rules.set(clause, value.as_str().expect("a text")).expect("a value");
    }
    rules.check().expect("rules")
}

/// The games that were solved.
fn solved(games: &Json) -> Vec<&Json> {
    games.as_array().expect("games").iter().filter(|game| game["status"] == "solved").collect()
}

/// The results of the naive solver: margin, distance, best first moves; boards and drawn boards, in all layers and in the
/// last one; the longest distance.
fn naive_summary(rules: &Rules) -> Json {
    let plain = naive_rules(rules.clauses());
    let seeds = rules.seeds().count() as u32;
    let table = naive::solve(&plain, seeds);
    let start: Vec<u8> = rules.start().pits().collect();
    let (margin, distance, best) = naive_start(&plain, &start, rules.captures_on_first_move(), &table);
    let last = || table.iter().filter(|(board, _)| board.iter().map(|&pit| u32::from(pit)).sum::<u32>() == seeds);
    serde_json::json!({
        "margin": margin,
        "distance": distance,
        "best": best,
        "boards": table.len(),
        "drawn": table.values().filter(|entry| entry.margin == 0).count(),
        "last_boards": last().count(),
        "last_drawn": last().filter(|(_, entry)| entry.margin == 0).count(),
        "longest": table.values().filter_map(|entry| entry.distance).max(),
    })
}

/// Margin and distance of the start, and the moves that keep both. With an opening rule only the margin, by search of whole
/// games with the start as a seen position.
fn naive_start(
    rules: &naive::Rules,
    start: &[u8],
    captures: bool,
    table: &HashMap<Vec<u8>, naive::Entry>,
) -> (i32, Json, Json) {
    if !captures {
        let margins = naive::legal_moves(rules, start, false).into_iter().map(|play| {
            let mut seen = naive::Seen::from([(start.to_vec(), naive::Side::South)]);
            -naive::history_value(rules, &naive::swapped(&play.after), &mut seen, naive::Side::North, table)
        });
        return (margins.max().unwrap_or_else(|| naive::ended(rules, start).unwrap_or(0)), Json::Null, Json::Null);
    }
    let entry = table[start];
    let keeps = |play: &naive::Play| {
        let theirs = table[&naive::swapped(&play.after)];
        let distance = if play.captured > 0 { Some(1) } else { theirs.distance.map(|plies| plies + 1) };
        let margin = play.captured as i32 - theirs.margin;
        margin == entry.margin && (margin == 0 || distance == entry.distance)
    };
    let moves = naive::successors(rules, start).into_iter().filter(keeps);
    let names = moves.map(|play| if play.pit == naive::PASS { "pass" } else { ["A", "B", "C"][play.pit] });
    (entry.margin, entry.distance.into(), names.collect::<Vec<_>>().into())
}

#[test]
fn every_number_is_that_of_the_naive_solver() {
    let program = Program::new();
    let mut compared = 0;
    for line in [
        "tihbat --pits 1..2 --seeds-per-pit 1..5",
        "modiar --pits 1..2 --seeds-per-pit 1..4 --set capture.on_first_move=true",
        "awari --pits 1..3 --seeds-per-pit 1..2",
        "tihbat --pits 2 --seeds-per-pit 3..4 --vary capture.chain --vary sowing.origin_on_laps --vary lift.min=1,2",
        "modiar --pits 2 --seeds-per-pit 2..3 --set capture.on_first_move=true --vary grand_slam --vary feeding --vary no_move --each",
        "tihbat --set start=2,1,0,0 --vary capture.where --vary capture.counts=2,4/1,3",
        "tihbat --pits 3 --seeds-per-pit 1 --vary no_move",
    ] {
        let games = program.json(&format!("atlas {line}"));
        for game in solved(&games) {
            let expected = naive_summary(&rules(game));
            for (name, value) in expected.as_object().expect("numbers") {
                assert_eq!(game[name], *value, "{name} of {game}");
            }
            let margin = game["margin"].as_i64().expect("a margin");
            let outcome = ["loss", "draw", "win"][(margin.signum() + 1) as usize];
            assert_eq!(game["outcome"], outcome);
            compared += 1;
        }
    }
    assert!(compared >= 60, "only {compared} games were compared");
}

/// What South and North can force from the start on, by the naive solver. With an opening rule by search of whole games.
fn naive_least(rules: &Rules) -> [u32; 2] {
    let plain = naive_rules(rules.clauses());
    let start: Vec<u8> = rules.start().pits().collect();
    let seeds = rules.seeds().count() as u32;
    let bounds = naive::bounds::bounds(&plain, seeds);
    if rules.captures_on_first_move() {
        return [bounds[&start].forced, bounds[&start].other];
    }
    if let Some(margin) = naive::ended(&plain, &start) {
        let south = (seeds as i32 + margin) as u32 / 2;
        return [south, seeds - south];
    }
    let plays = naive::legal_moves(&plain, &start, false);
    let mut after: Vec<_> = plays.iter().map(|play| naive::swapped(&play.after)).collect();
    if after.is_empty() {
        // South passes.
        after.push(naive::swapped(&start));
    }
    let forced = |next: &Vec<u8>, holder| {
        let mut seen = naive::Seen::from([(start.clone(), naive::Side::South)]);
        naive::bounds::history_bound(&plain, next, &mut seen, naive::Side::North, holder, &bounds)
    };
    let south = after.iter().map(|next| forced(next, naive::Side::South)).max();
    let north = after.iter().map(|next| forced(next, naive::Side::North)).min();
    [south.expect("a move"), north.expect("a move")]
}

#[test]
fn bounds_are_those_of_the_naive_solver_and_agree_with_the_margins() {
    let program = Program::new();
    let (mut compared, mut without, mut survived) = (0, 0, HashMap::new());
    for line in [
        "tihbat --pits 1..2 --seeds-per-pit 1..4 --bounds",
        "tihbat --pits 1 --seeds-per-pit 1..4 --set capture.on_first_move=false --vary lift.min=1,2 --bounds",
        "modiar --pits 1..2 --seeds-per-pit 1..2 --bounds",
        "modiar --pits 2 --seeds-per-pit 2..4 --set capture.on_first_move=true --vary no_move --bounds",
        "tihbat --pits 2 --seeds-per-pit 2..3 --vary capture.chain --vary sowing.origin_on_laps --vary lift.min=1,2 --bounds",
        "oware --pits 1..3 --seeds-per-pit 1..2",
        "tihbat --pits 2 --seeds-per-pit 3 --vary repetition",
    ] {
        let games = program.json(&format!("atlas {line}"));
        for game in solved(&games) {
            let rules = rules(game);
            let Some(bounds) = game["bounds"].as_object() else {
                let is_open = rules.clauses().changed("repetition", "open").is_ok();
                assert!(!is_open || !line.contains("--bounds"), "{game} has bounds");
                without += 1;
                continue;
            };
            let least = naive_least(&rules);
            let seeds = rules.seeds().count() as u32;
            assert_eq!([&bounds["least_south"], &bounds["least_north"]], least, "{game}");
            let open = seeds - least[0] - least[1];
            assert_eq!(bounds["open"], open);
            let decided = least.map(|least| 2 * least > seeds);
            let survives = match (open, decided) {
                (0, _) => "margin",
                (_, [false, false]) => "nothing",
                _ => "outcome",
            };
            assert_eq!(bounds["survives"], survives, "{game}");
            *survived.entry(survives).or_insert(0) += 1;
            if let Some(margin) = game["margin"].as_i64() {
                let [south, north, seeds] = [least[0], least[1], seeds].map(i64::from);
                assert!((2 * south - seeds..=seeds - 2 * north).contains(&margin), "{game}");
                assert!(survives == "nothing" || bounds["outcome"] == game["outcome"], "{game}");
            } else {
                assert_ne!(game["rules"]["repetition"], "split");
                assert!(
                    ["margin", "outcome", "distance", "drawn", "last_drawn"].iter().all(|name| game[name].is_null())
                );
                assert_eq!(game["best"], bounds["best"]);
            }
            compared += 1;
        }
    }
    assert!(compared >= 50 && without >= 3, "{compared} games were compared, {without} had no bounds");
    assert!(["margin", "nothing"].iter().all(|survives| survived.contains_key(survives)), "{survived:?}");
}

#[test]
fn bounds_complete_a_sweep_that_was_kept_without_them() {
    let program = Program::new();
    let line = "atlas tihbat --pits 1..2 --seeds-per-pit 1..4";
    let kept = || std::fs::read_to_string(program.path().join("data/atlas.keep")).expect("a file");
    let without = program.json(line);
    let before = kept();
    let with = program.json(&format!("{line} --bounds"));
    let after = kept();
    assert!(before.lines().skip(1).all(|line| after.contains(line)), "margins were solved again");
    assert_eq!(after.lines().count(), 2 * before.lines().count() - 1);
    assert_eq!(program.json(&format!("{line} --bounds")), with);
    assert_eq!(program.json(line), without);
    assert_eq!(kept(), after);
    // A table of bounds serves every reading of repetition that has bounds.
    let readings = program.json("atlas tihbat --pits 2 --seeds-per-pit 4 --vary repetition --bounds");
    assert_eq!(kept(), after);
    let last = solved(&with).last().expect("a game")["bounds"].clone();
    assert!(solved(&readings).iter().all(|game| game["bounds"] == last), "{readings}");
    assert_eq!(solved(&readings).len(), 3);
}

#[test]
fn a_game_without_bounds_has_dashes() {
    let program = Program::new();
    let text = program.fine("atlas tihbat --pits 2 --seeds-per-pit 2 --vary no_move=pass,split --bounds");
    let line = |reading: &str| text.lines().find(|line| line.starts_with(reading)).expect("a line").to_owned();
    assert!(text.contains("South  North  survives"), "{text}");
    assert!(line("no_move = split").contains("      -      -  -   "), "{text}");
    assert!(!line("no_move = pass ").contains(" -  "), "{text}");
    let open = program.fine("atlas tihbat --pits 2 --seeds-per-pit 2 --set repetition=own_row");
    assert!(open.contains("South  North  survives") && open.contains("     -  -  "), "{open}");
}

#[test]
fn quiet_first_moves_are_those_of_search_of_whole_games() {
    let program = Program::new();
    let games = program.json(
        "atlas tihbat --set capture.on_first_move=false --pits 1 --seeds-per-pit 1..4 --vary capture.where --vary lift.min=1,2",
    );
    let small = program.json("atlas modiar --pits 2 --seeds-per-pit 1..2 --vary grand_slam");
    let mut compared = 0;
    for game in solved(&games).into_iter().chain(solved(&small)) {
        let expected = naive_summary(&rules(game));
        for name in ["margin", "boards", "drawn", "last_drawn", "longest"] {
            assert_eq!(game[name], expected[name], "{name} of {game}");
        }
        compared += 1;
    }
    assert!(compared >= 30, "only {compared} games were compared");
}

/// The output without the parts that differ from run to run.
fn timeless(mut games: Json) -> Json {
    for game in games.as_array_mut().expect("games") {
        game["seconds"] = Json::Null;
    }
    games
}

#[test]
fn a_stopped_sweep_goes_on_with_what_is_kept() {
    let program = Program::new();
    let half = program.json("atlas tihbat --pits 1..2 --seeds-per-pit 1..4");
    let whole = program.json("atlas tihbat --pits 1..2 --seeds-per-pit 1..6");
    assert!(program.path().join("data/atlas.keep").exists());
    // A kept game has the time of its first run.
    for game in solved(&half) {
        assert!(solved(&whole).contains(&game), "{game} was solved again");
    }
    // Other files and other numbers of threads give the same results, except for the time.
    let alone = program.json("atlas tihbat --pits 1..2 --seeds-per-pit 1..6 --keep alone --threads 1");
    let crowd =
        program.json("atlas tihbat --pits 1..2 --seeds-per-pit 1..6 --keep crowd --threads 7 --max-boards 30000");
    assert_eq!(timeless(alone.clone()), timeless(whole.clone()));
    assert_eq!(timeless(crowd), timeless(whole.clone()));
    assert_ne!(alone, whole, "times down to the nanosecond agree only if nothing was solved");
    let fresh = program.json("atlas tihbat --pits 1..2 --seeds-per-pit 1..6 --fresh");
    assert_ne!(fresh, whole);
    assert_eq!(program.json("atlas tihbat --pits 1..2 --seeds-per-pit 1..6"), fresh);
}

#[test]
fn a_sweep_that_is_killed_keeps_what_was_finished() {
    let program = Program::new();
    let path = program.path().join("data/atlas.keep");
    let kept = || std::fs::read_to_string(&path).unwrap_or_default();
    let mut child = program.command("atlas tihbat --pits 1..3 --seeds-per-pit 1..9").spawn().expect("the program runs");
    let begun = std::time::Instant::now();
    while kept().lines().count() < 2 && begun.elapsed().as_secs() < 60 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    child.kill().expect("a running program");
    child.wait().expect("an end");
    let before = kept();
    let mut found = 0;
    for game in solved(&program.json("atlas tihbat --pits 1..2 --seeds-per-pit 1..9")) {
        let rules = game["rules"].as_object().expect("clauses").iter();
        let rules: String =
            rules.map(|(clause, value)| format!("{clause} = {}; ", value.as_str().expect("text"))).collect();
        let Some(kept) = before.lines().find(|line| line.contains(&rules)) else { continue };
        assert!(kept.contains(&format!("\"seconds\":{}", game["seconds"])), "{game} was solved again");
        found += 1;
    }
    assert!(found > 0, "nothing was kept in\n{before}");
}

#[test]
fn a_damaged_keep_file_is_refused() {
    let program = Program::new();
    program.fine("atlas tihbat --seeds-per-pit 1..2 --bounds");
    let path = program.path().join("data/atlas.keep");
    let right = std::fs::read(&path).expect("a file");
    let mut refused = 0;
    for at in (0..right.len()).step_by(3) {
        let mut wrong = right.clone();
        wrong[at] ^= 1 << (at % 8);
        for damaged in [&wrong[..], &right[..at]] {
            std::fs::write(&path, damaged).expect("a file");
            let error = program.refused("atlas tihbat --seeds-per-pit 1..2");
            assert!(error.contains("atlas.keep: ") && error.contains("--keep"), "{error}");
            refused += 1;
        }
        assert_eq!(std::fs::read(&path).expect("a file"), &right[..at], "a file that is refused stays as it is");
    }
    assert!(refused > 100);
    let other = String::from_utf8(right).expect("text").replacen(env!("CARGO_PKG_VERSION"), "0.0.0", 1);
    std::fs::write(&path, other).expect("a file");
    assert!(program.refused("atlas tihbat").contains("another version"));
    std::fs::remove_file(&path).expect("a file");
    program.fine("atlas tihbat");
}

#[test]
fn what_there_is_not_is_shown_as_such() {
    let program = Program::new();
    let games = program.json("atlas tihbat --vary grand_slam --vary capture.where --pits 1..3 --max-boards 40000");
    let of = |status: &str| games.as_array().expect("games").iter().filter(|game| game["status"] == status).count();
    // 4 values of grand_slam do not fit with captures in the mover's row, in 3 sizes; 2 x 3 pits with 42 seeds have 12 million boards.
    assert_eq!((of("unfit"), of("left_out"), of("solved")), (12, 11, 22));
    let text = program.fine("atlas tihbat --vary grand_slam --pits 2..3 --max-boards 40000");
    assert!(
        text.contains("left out: 12,271,512 boards") && text.contains("does not fit with capture.where = own"),
        "{text}"
    );
    assert!(program.fine("atlas tihbat --pits 8").contains("left out: more boards than can be counted"));
    // A size beyond the limit of seeds is not a game either.
    let sizes = program.json("atlas tihbat --pits 1..2 --seeds-per-pit 31..33 --max-boards 1000");
    let last = sizes.as_array().and_then(|games| games.last()).expect("a game");
    assert!(last["why"].as_str().is_some_and(|why| why.contains("132 seeds")), "{last}");
    let csv = program.fine("atlas tihbat --vary grand_slam --pits 2..3 --max-boards 40000 --csv");
    assert_eq!(csv.lines().count(), 11);
    assert!(csv.lines().all(|line| line.matches('"').count() > 0 || line.matches(',').count() == 19), "{csv}");
}

#[test]
fn the_picture_has_every_value_in_its_cell() {
    let program = Program::new();
    let games = program.json("atlas tihbat --pits 1..2 --seeds-per-pit 1..5 --vary capture.chain --svg picture.svg");
    let svg = std::fs::read_to_string(program.path().join("picture.svg")).expect("a picture");
    let lines: Vec<_> = svg.lines().map(str::trim).collect();
    let mut margins: Vec<_> = solved(&games).iter().map(|game| game["margin"].as_i64().expect("a margin")).collect();
    let number = |line: &&str| line.replace('\u{2212}', "-").parse::<i64>().ok();
    // The axis of seeds has unsigned numbers, which are subtracted: 1 to 5 under each of two grids.
    let mut drawn: Vec<_> =
        lines.iter().filter(|line| **line == "0" || line.starts_with(['+', '\u{2212}'])).filter_map(number).collect();
    margins.sort_unstable();
    drawn.sort_unstable();
    assert_eq!(drawn, margins);
    assert_eq!(margins.len(), 20);
    for words in ["capture.chain = none", "capture.chain = backwards", "2\u{d7}1", "2\u{d7}2", "seeds a pit"] {
        assert!(lines.contains(&words), "{words}");
    }
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
}

#[test]
fn bad_sweeps_get_one_clear_sentence() {
    let program = Program::new();
    std::fs::write(program.path().join("a-file"), "").expect("a file");
    for (line, expected) in [
        ("--pits 0..3", "expected a number from 1 to 127"),
        ("--pits 4..1", "with the smaller first"),
        ("--pits 9", "pits cannot be \"9\""),
        ("--vary capture.chian", "(did you mean \"capture.chain\"?)"),
        ("--vary pits", "sizes are a range of their own: --pits"),
        ("--vary lift.min", "name some: lift.min=..."),
        ("--vary capture.chain=none,forwards", "capture.chain cannot be \"forwards\""),
        ("--vary feeding --vary feeding=none", "--vary feeding is given twice"),
        ("--each", "--vary"),
        ("--pits 2 --set pits=3", "--pits says that already"),
        ("--svg nowhere/x.svg", "nowhere/x.svg: "),
        ("--keep .", ". is a folder; expected a regular file"),
        ("--keep a-file/x.keep", "a-file/x.keep: "),
    ] {
        let error = program.refused(&format!("atlas tihbat {line}"));
        assert!(error.contains(expected), "{line}: {error}");
    }
    assert!(program.refused("atlas tibhat").contains("(did you mean \"tihbat\"?)"));
}

/// The blocks of `docs/atlas.md` that show a command and its output, without the last column (the time).
fn shown_in_the_documentation() -> Vec<(String, Vec<String>)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/atlas.md");
    let text = std::fs::read_to_string(path).expect("the page");
    let blocks = text.split("```").skip(1).step_by(2).filter_map(|block| block.trim().strip_prefix("$ tihbat "));
    let blocks = blocks.map(|block| {
        let mut lines = block.lines().map(|line| line.trim_end().to_owned());
        (lines.next().expect("a command"), lines.collect())
    });
    blocks.collect()
}

#[test]
fn the_documentation_shows_what_the_commands_print() {
    let program = Program::new();
    let mut compared = 0;
    for (command, shown) in shown_in_the_documentation() {
        // Modiar and many sizes take minutes, and their output comes from the same code.
        if !command.starts_with("atlas tihbat") || command.contains("--pits") {
            continue;
        }
        let (line, picture) = command.split_once(" --svg ").unwrap_or((&command, ""));
        let printed = program.fine(&format!("{line} --svg picture.svg"));
        let timeless = |line: &str| {
            let solved = line.ends_with(" ms") || line.ends_with(" s") || line.ends_with("time");
            let words = line.trim_end_matches(" ms").trim_end_matches(" s");
            let cut = words.rfind(' ').filter(|_| solved).map_or(line, |at| &line[..at]);
            cut.trim_end().to_owned()
        };
        assert_eq!(printed.lines().map(timeless).collect::<Vec<_>>(), shown, "{command}");
        if !picture.is_empty() {
            let drawn = std::fs::read_to_string(program.path().join("picture.svg")).expect("a picture");
            let kept = std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(picture));
            assert!(drawn == kept.expect("the picture of the page"), "{picture}");
        }
        compared += 1;
    }
    assert!(compared >= 2);
}
