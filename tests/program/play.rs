//! Games against the program: whole games on standard input, and a person at a terminal.

use crate::program::Program;
use serde_json::Value as Json;

#[test]
fn a_whole_game_can_be_piped_in() {
    let program = Program::new();
    let input = "A b\n\nB a\nundo\nundo\nB a\nA,a A b\nhint\nB+4\nrecord\nsave game.ogn\nresign\n";
    let answer = program.fed("play tihbat --side both", input);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""));
    for expected in [
        "tihbat. The program plays nobody at strength 10",
        "South plays A.\n",
        "North plays b.\n",
        "Undone.",
        "* B+4   +4 in 1 ply       8-0-9-7-4-0-N\n",
        "7-7-7-7-0-0-S: A b B a A a A b B+4\n",
        "Saved to game.ogn.",
        "The game is over: North gives up, South wins.",
    ] {
        assert!(answer.out.contains(expected), "{expected:?} is missing in\n{}", answer.out);
    }
    let judged = program.json("judge game.ogn");
    assert_eq!(judged["moves"].as_array().expect("moves").len(), 9);
    let again = program.fed("play tihbat --side both --load game.ogn", "record\n");
    assert!(again.out.contains("7-7-7-7-0-0-S: A b B a A a A b B+4\n"), "{}", again.out);
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let program = Program::new();
    let play = |seed: u64| program.fed(&format!("play --side none --strength 0 --seed {seed}"), "record\n");
    let [one, same, other] = [1, 1, 2].map(|seed| play(seed).out);
    assert!(one == same && one != other);
    assert!(one.contains("The game is over: ") && one.contains("In the end "), "{one}");
    let mut longer = program.fed("play --side none --strength 4 --seed 9", "").out;
    assert_eq!(longer, program.fed("play --side none --strength 4 --seed 9", "").out);
    longer.retain(|c| c == '\n');
    assert!(longer.len() > 20);
}

#[test]
fn why_a_game_is_over_is_told() {
    let program = Program::new();
    let answer = program.fed("play --side both --position 1-1-1-1", "A b\nsave a.ogn\n");
    assert!(
        answer.out.contains("The game is over: the board came again with the same player to move"),
        "{}",
        answer.out
    );
    assert!(answer.out.contains("In the end a draw, 2 to 2."), "{}", answer.out);
    assert_eq!(program.run("judge a.ogn").code, 0);
    let answer = program.fed("play --side both --position 0-0-5-1-12-10-N", "a+2\n");
    assert!(answer.out.contains("North plays a+2.") && answer.code == 0, "{}", answer.out);
    let answer = program.fed("play --side both --position 5-1-0-0", "B pass");
    assert!(answer.out.contains("North has no move and must pass.\n"), "{}", answer.out);
    assert!(answer.out.contains("North has no move and passes.\n"), "{}", answer.out);
    let answer = program.fed("play modiar --side both --position 2-0-0-0-0-0", "A");
    assert!(answer.out.contains("The game is over: the player to move has no legal move."), "{}", answer.out);
    // The answers take account of seen positions: by the table alone South would lose here.
    let answer = program.fed("play --side both --position 1-2-1-1", "B b\nhint\n");
    assert!(answer.out.contains("* A     0 "), "{}", answer.out);
}

#[test]
fn what_cannot_be_done_ends_a_piped_game() {
    let program = Program::new();
    std::fs::write(program.path().join("there.ogn"), "mine").expect("a file");
    for (input, expected) in [
        ("A\nc", "line 2: North is to move and cannot play \"c\"; the legal moves are a, b"),
        ("A+3", "line 1: A captures 0 seeds here, not 3"),
        ("undo", "line 1: there is no move of yours to undo"),
        ("dance", "line 1: South is to move and cannot play \"DANCE\"; the legal moves are A, B"),
        ("strength 11", "line 1: a strength is a number from 0 to 10"),
        ("switch", "line 1: there are no sides to change"),
        (
            "save there.ogn",
            "there.ogn exists and was not written by this program; choose another name, or type save! there.ogn",
        ),
        ("save no/where.ogn", "no/where.ogn: "),
        ("resign\nA", "line 2: the game is over"),
        ("resign\nresign", "line 2: the game is over already"),
    ] {
        let answer = program.fed("play --side both", input);
        assert_eq!(answer.code, 2, "{input}: {}", answer.out);
        assert!(answer.err.contains(expected), "{input}: {}", answer.err);
        assert!(!answer.err.contains("panicked"));
    }
    assert_eq!(std::fs::read_to_string(program.path().join("there.ogn")).expect("a file"), "mine");
    assert!(program.refused("play --load there.ogn").contains("there.ogn: line 1, column "));
    assert!(program.refused("play --strength 11").contains("0..=10"));
    assert_eq!(program.fed_bytes("play --side both", b"\xff\xfe\n").code, 2);
}

#[test]
fn programs_are_told_in_json() {
    let program = Program::new();
    let answer = program.fed("play --side south --seed 3 --json", "A\nhint\nundo\nswitch\nquit\n");
    let events: Vec<Json> = answer.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let kinds: Vec<_> = events.iter().map(|event| event["event"].as_str().expect("a kind")).collect();
    assert_eq!(kinds, ["start", "move", "move", "hint", "undone", "players", "move"], "{}", answer.out);
    assert_eq!((&events[2]["program"], &events[2]["side"]), (&true.into(), &"North".into()));
    // Perfect play by both sides begins like this.
    assert_eq!((&events[2]["move"], &events[6]["side"]), (&"a".into(), &"South".into()));
}

#[cfg(unix)]
#[test]
fn a_person_plays_at_a_terminal() {
    let program = Program::new();
    let mut command = program.command("play --seed 5");
    command.env("NO_COLOR", "1");
    let mut terminal = rexpect::session::spawn_command(command, Some(20_000)).expect("a terminal");
    let mut typed = |line: &str, answers: &[&str]| {
        terminal.send_line(line).expect("a line");
        for answer in answers {
            if let Err(error) = terminal.exp_string(answer) {
                panic!("{line}: {answer:?} did not come: {error}");
            }
        }
    };
    typed("?", &["South (A B)> ", "take your last move back"]);
    typed("x", &["South is to move and cannot play \"X\"; the legal moves are A, B", "South (A B)> "]);
    typed("hint", &["* A     -2 in 10 plies"]);
    typed("a", &["South plays A.", "North, the program, plays a.", "South (A B)> "]);
    typed("undo", &["Undone.", "South [  7 |  7 ]  captured 0, to move", "South (A B)> "]);
    typed("strength 0", &["The program plays North at strength 0."]);
    typed("switch", &["The program plays South at strength 0.", "South, the program, plays", "North ("]);
    typed("save mine.ogn", &["Saved to mine.ogn."]);
    typed("save mine.ogn", &["Saved to mine.ogn."]);
    typed("resign", &["The game is over: North gives up, South wins.", "over> "]);
    typed("new", &["South, the program, plays", "North ("]);
    typed("quit", &[]);
    terminal.exp_eof().expect("the end");
    let record = std::fs::read_to_string(program.path().join("mine.ogn")).expect("a record");
    assert!(record.contains("[South \"tihbat ") && record.contains("strength 0\"]\n[North \"?\"]"), "{record}");
}
