//! Games that leave open what a repetition pays: what each side can force, on the command line.

use crate::common::forge::Forged;
use crate::program::Program;
use serde_json::Value as Json;
use tihbat::Table;

const GAMES: [(&str, u64); 3] =
    [("oware-2x3", 12), ("tihbat-2x3 --set repetition=open", 12), ("modiar-2x4 --set repetition=own_row", 16)];

fn number(answer: &Json, name: &str) -> u64 {
    answer[name].as_u64().unwrap_or_else(|| panic!("no number {name} in {answer}"))
}

#[test]
fn what_is_forced_and_what_is_open_make_all_seeds() {
    let program = Program::new();
    for (game, seeds) in GAMES {
        let value = program.json(&format!("value {game}"));
        assert_eq!(
            number(&value, "forced") + number(&value, "forced_other") + number(&value, "open"),
            seeds,
            "{value}"
        );
        for side in ["south", "north"] {
            assert_eq!(
                number(&value["least"], side) + number(&value, "open"),
                number(&value["most"], side),
                "{game}: {value}"
            );
        }
        assert_eq!(number(&value["least"], "south"), number(&value, "forced"), "South moves, nothing is captured");
        let best = program.json(&format!("best {game}"));
        let forced: Vec<_> = best["moves"].as_array().expect("moves").iter().map(|of| number(of, "forced")).collect();
        assert!(forced[0] == number(&value, "forced") && forced.is_sorted_by(|one, other| one >= other), "{best}");
        let line = program.json(&format!("line {game}"));
        assert_eq!(line["moves"][0]["holder"], "south");
        assert!(number(&line["captured"], "south") >= number(&value["least"], "south"), "{game}: {line}");
        let taken = number(&line["captured"], "south") + number(&line["captured"], "north");
        assert_eq!(taken + number(&line, "left"), seeds, "{game}: {line}");
    }
}

#[test]
fn a_batch_and_single_questions_have_the_same_answers() {
    let program = Program::new();
    for command in ["value", "best", "line"] {
        let batch = program.fed(&format!("{command} oware-2x2 - --json"), "2-2-2-2\n0-1-1-0\n2-2-2-2-0-0-S A b\n");
        let lines: Vec<Json> = batch.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let alone = ["2-2-2-2", "0-1-1-0", "2-2-2-2-0-0-S --moves A,b"];
        let alone = alone.map(|position| program.json(&format!("{command} oware-2x2 {position}")));
        assert_eq!((batch.code, &lines[..]), (0, &alone[..]), "{command}");
    }
}

/// The same bytes from one solve, from a smaller table, and from a work file.
#[test]
fn a_table_of_bounds_is_made_whole_or_step_by_step() {
    let program = Program::new();
    program.fine("solve oware-3x3 -o whole.mtb");
    program.fine("solve oware-3x3 --max-seeds 9 -o part.mtb");
    program.fine("solve oware-3x3 --from part.mtb -o more.mtb --threads 1");
    let bytes = |name: &str| std::fs::read(program.path().join(name)).expect("a table");
    let whole = bytes("whole.mtb");
    assert!(whole == bytes("more.mtb"));
    // As if a solve had been stopped: the work file of the whole table, without the records of its last layers.
    let records = u64::from_le_bytes(whole[40..48].try_into().expect("eight bytes")) as usize;
    let mut work = whole.clone();
    work[3] = b'W';
    work[records + 8 * 12..records + 8 * 19].fill(0);
    let mut work = Forged::of(work);
    work.seal();
    std::fs::write(program.path().join("again.mtb.work"), work.bytes).expect("a work file");
    let resumed = program.run("solve oware-3x3 -o again.mtb --verify");
    assert!(resumed.code == 0 && resumed.err.contains("the layer of 11 seeds"), "{}", resumed.err);
    assert!(whole == bytes("again.mtb"));
    let table = Table::open(program.path().join("whole.mtb")).expect("a table");
    assert_eq!((table.version(), table.max_seeds().count()), (2, 18));
    let proof = program.fine("verify whole.mtb");
    assert!(proof.starts_with("whole.mtb: every bound and every distance is right"), "{proof}");
    let layers = program.json("layers oware-3x3 --table whole.mtb");
    for layer in layers.as_array().expect("layers") {
        assert_eq!(number(layer, "independent") + number(layer, "dependent"), number(layer, "boards"), "{layer}");
    }
}

#[test]
fn a_table_of_bounds_serves_no_game_with_margins() {
    let program = Program::new();
    program.fine("solve oware-2x3 -o bounds.mtb");
    let error = program.refused("value oware-2x3 --set repetition=split --table bounds.mtb");
    assert!(error.contains("repetition = split") && error.contains("open"), "{error}");
}

#[test]
fn games_whose_repetitions_pay_nobody_knows_what_are_judged_and_played() {
    let program = Program::new();
    std::fs::write(program.path().join("game.ogn"), "1. A a 2. B b *\n").expect("a record");
    let judged = program.json("judge game.ogn oware-2x3");
    for at in 0..4 {
        let judged = &judged["moves"][at];
        let certain = |bounds: &Json| number(bounds, "forced") as i64 - number(bounds, "forced_other") as i64;
        let given = certain(&judged["bounds"]) - certain(&judged["bounds_of_move"]);
        assert_eq!(judged["gives_away"], given, "{judged}");
        let best = judged["best"].as_array().expect("moves");
        assert_eq!(judged["is_best"], best.contains(&judged["move"]), "{judged}");
    }
    let played = program.fed("play oware-2x3 --side none --seed 1 --json", "");
    assert_eq!(played.code, 0, "{}", played.err);
    let over = played.out.lines().last().expect("an event");
    assert!(over.contains("\"event\":\"over\""), "{over}");
}

/// At a repetition each player takes their own row, or nobody knows.
#[test]
fn a_repetition_pays_what_the_rules_say() {
    let program = Program::new();
    for (repetition, least, open) in [("own_row", [2, 0], 0), ("open", [0, 0], 2)] {
        let line = format!("value tihbat --set repetition={repetition} 1-1-0-0 --moves A,pass");
        let value = program.json(&line);
        assert_eq!(value["over"], "repetition", "{value}");
        assert_eq!(["south", "north"].map(|side| number(&value["least"], side)), least, "{value}");
        assert_eq!(number(&value, "open"), open, "{value}");
    }
}
