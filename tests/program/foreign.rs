//! Text from elsewhere: nothing of it commands a terminal, and it means the same in every encoding.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;
use std::process::{Output, Stdio};

use crate::common::forge::Forged;
use crate::program::Program;

/// What a terminal would obey: the title, colours, a forged line, a cleared screen in two ways, turned writing, DEL.
const EVIL: &str = "\u{1b}]0;title\u{7}\u{1b}[31m\rforged\u{9b}2J\u{202e}\u{7f}";

/// The bytes of both streams, however the program ends.
fn streams(program: &Program, words: &[String], input: &str) -> [Vec<u8>; 2] {
    let mut command = program.command("");
    let pipes = command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("the program runs");
    let _ = std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), input.as_bytes());
    let Output { stdout, stderr, .. } = child.wait_with_output().expect("the program ends");
    [stdout, stderr]
}

/// Checks that what the program writes has no control characters but line feeds, and an end.
fn check_harmless(program: &Program, words: &[String], input: &str) {
    let written = streams(program, words, input);
    assert!(written.iter().any(|bytes| !bytes.is_empty()), "{words:?}");
    for bytes in written {
        let text = String::from_utf8(bytes).expect("text");
        let obeyed = |c: &char| c.is_control() && *c != '\n' || ('\u{202a}'..='\u{202e}').contains(c);
        assert_eq!(text.chars().find(obeyed), None, "{words:?} {input:?}: {text:?}");
        assert!(!text.lines().any(|line| line.starts_with("forged")), "{words:?}: {text:?}");
    }
}

fn words(line: &str, evil: &str) -> Vec<String> {
    line.split(' ').map(|word| word.replace('@', evil)).collect()
}

#[test]
fn no_way_in_leads_to_the_terminal() {
    let program = Program::new();
    for line in [
        "@",
        "value @",
        "value @.toml",
        "value tihbat @",
        "value tihbat @ --json",
        "value tihbat 7-7-7-@",
        "value tihbat 7-7-7-7-@-0-S",
        "value tihbat 7-7-7-7-0-0-@",
        "value tihbat --moves @",
        "value tihbat --moves A,b+@",
        "value tihbat --table @",
        "value tihbat --data-dir @ --table @.mtb",
        "value tihbat --set @",
        "value tihbat --set @=1",
        "value tihbat --set capture.chain=@",
        "value tihbat --rules @",
        "value tihbat --pits @",
        "value --rules @.toml",
        "value --@",
        "value tihbat --threads @",
        "layers tihbat --max-seeds @",
        "solve tihbat -o @/@",
        "solve tihbat --from @",
        "solve tihbat --dry-run --json --pits @",
        "export @ -o x.csv",
        "export tihbat -o @",
        "export tihbat -o @.csv",
        "export tihbat -o @.csv --json",
        "export tihbat --seeds @ -o x.csv",
        "export tihbat --format @ -o x.csv",
        "site -o @ tihbat",
        "site -o @ @",
        "info @",
        "verify @",
        "judge @",
        "judge @ --json",
        "play --load @",
        "play --position @",
        "play --seed 1 --strength @",
        "man -o @",
        "completions @",
        "rules @",
        "rules show @",
        "atlas --vary @",
        "atlas --vary capture.chain=@",
        "atlas --keep @ --max-boards 1",
        "atlas --pits @",
    ] {
        check_harmless(&program, &words(line, EVIL), "");
    }
    for (line, input) in [
        ("value tihbat -", format!("{EVIL}\n1-2-1-1 {EVIL}\n")),
        ("value tihbat - --json", format!("1-2-1-1\n7-7-7-{EVIL}\n")),
        ("play --seed 1 --side both", EVIL.to_owned()),
        ("play --seed 1 --side both", format!("save {EVIL}")),
        ("play --seed 1 --side both --json", format!("strength {EVIL}")),
        ("play --seed 1 --side both", format!("undo {EVIL}")),
        ("judge -", format!("[South \"{EVIL}\"]\n[North \"{EVIL}\"]\n\n1. A *")),
        ("judge - --json", format!("[South \"{EVIL}\"]\n\n1. A *")),
        ("judge -", format!("[Variant \"{EVIL}\"]\n\n1. A *")),
        ("judge -", format!("[FEN \"{EVIL}\"]\n\n1. A *")),
        ("judge -", format!("[{EVIL}]\n\n1. A *")),
        ("judge -", format!("1. {EVIL} *")),
        ("judge -", format!("1. A * {EVIL}")),
        ("judge - --json", format!("1. {EVIL} *")),
    ] {
        check_harmless(&program, &words(line, ""), &input);
    }
}

#[test]
fn no_file_leads_to_the_terminal() {
    let program = Program::new();
    let put = |name: &str, text: &str| std::fs::write(program.path().join(name), text).expect("a file");
    for (at, text) in [
        format!("name = \"{EVIL}\"\nbase = \"tihbat\""),
        "name = \"a\\u001b]0;title\\u0007\\u202e\"\nbase = \"tihbat\"".to_owned(),
        "name = \"a\\u202eb\"\nbase = \"tihbat\"".to_owned(),
        format!("name = \"x\"\nbase = \"{EVIL}\""),
        "name = \"x\"\nbase = \"\\u001b[31m\"".to_owned(),
        "name = \"x\"\nbase = \"tihbat\"\n\"\\u001b[31m\" = 1".to_owned(),
        "name = \"x\"\nbase = \"tihbat\"\ncapture.chain = \"\\u001b[31m\"".to_owned(),
        format!("{EVIL} = {EVIL}"),
    ]
    .into_iter()
    .enumerate()
    {
        put(&format!("{at}.toml"), &text);
        for command in ["value", "solve", "layers", "rules show", "line", "judge game.ogn", "atlas"] {
            put("game.ogn", "1. A *");
            check_harmless(&program, &words(&format!("{command} {at}.toml"), ""), "");
        }
    }
    // A header that says it was made by a program with a name that no program writes.
    program.fine("solve tihbat -o right.mtb");
    let bytes = std::fs::read(program.path().join("right.mtb")).expect("a table");
    for evil in ["\u{1b}[31m\u{7}", "\nmade by", "\u{202e}abcde"] {
        std::fs::write(program.path().join("evil.mtb"), Forged::of(bytes.clone()).made_by(evil)).expect("a file");
        for command in ["info evil.mtb", "verify evil.mtb", "value --table evil.mtb", "export evil.mtb -o x.csv"] {
            let answer = program.run(command);
            assert_eq!(answer.code, 2, "{command}: {}", answer.out);
            assert!(answer.err.contains("no program writes such a name"), "{command}: {}", answer.err);
            check_harmless(&program, &words(command, ""), "");
        }
    }
}

#[test]
fn a_message_has_an_end() {
    let program = Program::new();
    let long = "x".repeat(100_000);
    for line in
        ["@", "value @", "value tihbat @", "value tihbat --moves @", "value --@", "value --pits @", "rules show @"]
    {
        let [out, err] = streams(&program, &words(line, &long), "");
        assert!(out.is_empty() && err.len() < 2000, "{}: {} bytes", &line, err.len());
    }
    for (line, input) in [
        ("judge -", format!("1. {long}")),
        ("judge -", format!("[Variant \"{long}\"] 1. A")),
        ("judge -", format!("[South \"{long}\"] 1. A")),
        ("judge -", format!("A * {long}")),
        ("judge -", format!("[{long} \"\"] [{long} \"\"]")),
        ("value tihbat -", long[..60_000].to_owned()),
        ("play --seed 1", long[..60_000].to_owned()),
    ] {
        let [out, err] = streams(&program, &words(line, ""), &input);
        assert!(out.len() + err.len() < 3000, "{line}: {} and {} bytes", out.len(), err.len());
    }
}

#[test]
fn arguments_that_are_no_text_are_refused_harmlessly() {
    let program = Program::new();
    for bytes in [&b"\xff\x1b[31m"[..], b"7-7-7-\xff"] {
        let output = program.command("value tihbat").arg(OsString::from_vec(bytes.to_vec())).output();
        let Output { status, stderr, .. } = output.expect("the program runs");
        assert_eq!(status.code(), Some(2));
        assert!(!stderr.contains(&0x1b), "{}", String::from_utf8_lossy(&stderr));
    }
}

/// The cases `bom.txt`, `blank-and-bad.txt`, `bom-cr.ogn`, `latin1.ogn`, `title.ogn` and `no-moves.ogn` of the collection of
/// small inputs that once went wrong.
#[test]
fn text_means_the_same_in_every_form() {
    let program = Program::new();
    let draw = "1-2-1-1-0-0-S: -2 in 2 plies; North wins 3.5 to 1.5";
    let plain = program.fed("value tihbat -", "1-2-1-1\n").out;
    assert!(plain.starts_with("1-2-1-1-0-0-S: "), "{plain} {draw}");
    for bytes in [&b"\xef\xbb\xbf1-2-1-1\n"[..], b"1-2-1-1\r", b"1-2-1-1\r\n", b"  1,2,1,1  "] {
        let answer = program.fed_bytes("value tihbat -", bytes);
        assert_eq!((answer.code, &answer.out), (0, &plain), "{bytes:?}: {}", answer.err);
    }
    let answer = program.fed_bytes("value tihbat -", b"1-2-1-1\0\n1-2-1-1\n");
    assert!(answer.err.contains("line 1: ") && answer.err.contains("zero byte"), "{}", answer.err);
    assert_eq!((answer.code, answer.out.as_str()), (2, format!("error\n{plain}").as_str()));

    let answer = program.fed("value tihbat -", "1-2-1-1\n\nbad\n");
    assert_eq!((answer.code, answer.out.as_str()), (2, format!("{plain}\nerror\n").as_str()));
    assert!(answer.err.starts_with("error: line 3: position \"bad\""), "{}", answer.err);

    let answer = program.fed_bytes("judge -", b"\xef\xbb\xbf[South \"One\"]\r\r1. A a *\r");
    assert!(answer.code == 0 && answer.out.starts_with("tihbat, South One\n"), "{}", answer.out);
    let answer = program.fed_bytes("judge -", b"[South \"Jos\xe9\"]\n\n1. A a *\n");
    assert!(answer.code == 0 && answer.out.starts_with("tihbat, South José\n"), "{}", answer.out);
    let answer = program.fed("judge -", "[South \"\u{1b}]0;title\u{7}\"]\n\n1. A *\n");
    assert!(answer.out.starts_with("tihbat, South \\u{1b}]0;title\\u{7}\n"), "{}", answer.out);
    for input in ["", "\n", "[South \"One\"]\n"] {
        let answer = program.fed("judge -", input);
        assert_eq!((answer.code, answer.out.as_str()), (1, "standard input: there is no move to judge\n"));
        assert_eq!(program.fed("judge - --json", input).code, 1);
    }

    let rules = "name = \"three\"\nbase = \"tihbat\"\npits = 3\nseeds_per_pit = 1\n";
    let mut values = Vec::new();
    for bytes in [
        rules.as_bytes().to_vec(),
        format!("\u{feff}{rules}").into_bytes(),
        rules.replace('\n', "\r\n").into_bytes(),
        rules.replace('\n', "\r").into_bytes(),
    ] {
        std::fs::write(program.path().join("three.toml"), bytes).expect("a file");
        values.push(program.fine("value three.toml"));
    }
    assert!(values.iter().all(|value| *value == values[0]));
    std::fs::write(program.path().join("three.toml"), b"name = \"\0\"").expect("a file");
    assert!(program.refused("value three.toml").contains("line 1, column 9: expected text, found a zero byte"));
    std::fs::write(program.path().join("three.toml"), b"\xff\xfen\0").expect("a file");
    assert!(program.refused("value three.toml").contains("found UTF-16; save it as UTF-8"));

    for bytes in [&b"A\nb\nrecord\n"[..], b"\xef\xbb\xbfA\r\nb\r\nrecord\r\n", b"A\rb\rrecord\r", b"A.b\nrecord"] {
        let answer = program.fed_bytes("play --seed 1 --side both", bytes);
        assert!(answer.code == 0 && answer.out.contains("7-7-7-7-0-0-S: A b\n"), "{bytes:?}: {}", answer.err);
    }
}
