//! The output for people, kept word for word in `tests/snapshots/`, so that reviews show every change.
//!
//! Times, sizes and versions are masked, because they vary. `INSTA_UPDATE=always cargo test --test program snapshots` accepts
//! the current output; `git diff tests/snapshots` then shows the changes.

use crate::program::{Answer, Program};
use insta::Settings;

/// A record of a game that South wins although North was ahead.
const RECORD: &str = "[Variant \"Tihbat\"]\n[South \"Amina\"]\n\n1. A b { a mistake } 2. B a 3. A a 4. A b 5. B+4 *\n";

/// The parts that vary with the run, the machine, the version or (one command) the features.
const MASKS: [(&str, &str); 7] = [
    (r" *\b\d+(\.\d+)? (ms|s|min|h)\b", " [time]"),
    (r"\b\d+(\.\d+)? ([kMGT]?B)\b", "[size]"),
    (r"\b[\d,]+ bytes\b", "[size]"),
    (r#""seconds": [\d.e-]+"#, r#""seconds": [seconds]"#),
    (r"(?m)^(.*,solved,.*),[\d.e-]+$", "$1,[seconds]"),
    (r"(?m)^  serve  .*\n(?:   .*\n)*", ""),
    (r"\btihbat \d+\.\d+\.\d+", "tihbat [version]"),
];

/// A program, and the commands and outputs so far.
struct Session {
    program: Program,
    seen: String,
}

impl Session {
    fn new() -> Self {
        Self { program: Program::new(), seen: String::new() }
    }

    /// Runs a command.
    fn run(&mut self, line: &str) -> &mut Self {
        let answer = self.program.run(line);
        self.note(line, "", &answer)
    }

    /// Runs a command with something on standard input.
    fn feed(&mut self, line: &str, input: &str) -> &mut Self {
        let answer = self.program.fed(line, input);
        self.note(line, input, &answer)
    }

    fn note(&mut self, line: &str, input: &str, answer: &Answer) -> &mut Self {
        let Answer { code, out, err } = answer;
        let fed: String = input.lines().map(|line| format!("< {line}\n")).collect();
        let line = format!("tihbat {line}");
        self.seen += &format!("$ {}\n{fed}{out}", line.trim_end());
        if !err.is_empty() {
            self.seen += &format!("[standard error]\n{err}");
        }
        if *code != 0 {
            self.seen += &format!("[exit code {code}]\n");
        }
        self.seen.push('\n');
        self
    }

    /// Compares the outputs with the snapshot of this name.
    fn check(&self, name: &str) {
        let mut settings = Settings::clone_current();
        settings.set_snapshot_path("../snapshots");
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        for (varies, mask) in MASKS {
            settings.add_filter(varies, mask);
        }
        settings.bind(|| insta::assert_snapshot!(name, self.seen));
    }
}

#[test]
fn help_of_every_command() {
    let program = Program::new();
    // A command may be missing without its feature.
    for command in program.commands().into_iter().filter(|command| command != "serve") {
        let line = format!("{command} --help");
        let name = format!("help {command}").trim_end().replace(' ', "-");
        Session::new().run(line.trim_start()).check(&name);
    }
    Session::new().run("").run("--version").run("value -h").check("help-short");
}

#[test]
fn questions() {
    Session::new().run("value").run("value tihbat 1-2-1-1 --moves B,b").run("value modiar --pits 2").check("value");
    Session::new().run("best").run("best tihbat 1-2-1-1 --moves B,b").run("best tihbat 0-0-0-0").check("best");
    Session::new().run("line").run("line tihbat 1-1-1-1").check("line");
    let lines = "7-7-7-7\n1-2-1-1 B b\nx-7-7-7\n";
    Session::new()
        .feed("value tihbat -", lines)
        .feed("best tihbat -", lines)
        .feed("line tihbat -", lines)
        .feed("best tihbat - --json", lines)
        .check("many-positions");
}

#[test]
fn answers_in_json() {
    let mut session = Session::new();
    session.program.fine("solve tihbat -o t.mtb");
    for line in
        ["value", "best", "line tihbat 1-1-1-1", "layers --max-seeds 2", "reach tihbat --seeds-per-pit 1", "rules"]
    {
        session.run(&format!("{line} --json"));
    }
    session.check("json");
}

#[test]
fn tables() {
    Session::new()
        .run("solve tihbat")
        .run("solve awari --max-seeds 4")
        .run("solve tihbat --dry-run --threads 1")
        .check("solve");
    Session::new().run("layers").run("layers --max-seeds 4 --csv").check("layers");
    Session::new().run("layers --max-seeds 12 --histogram").check("layers-histogram");
    Session::new().run("reach").check("reach");
    let mut session = Session::new();
    session.program.fine("solve tihbat");
    session.run("verify data/tihbat.mtb").run("verify data/tihbat.mtb --json").check("verify");
    let mut session = Session::new();
    session.program.fine("solve tihbat --max-seeds 6 -o t.mtb");
    session.run("info t.mtb").check("info");
    let mut session = Session::new();
    session.run("export tihbat -o out.csv").run("export tihbat --seeds 1..1 --format csv -o -");
    session.run("export tihbat --max-seeds 3 -o t.mtb").run("export tihbat -o columns.xyz").check("export");
}

#[test]
fn rules_and_readings() {
    Session::new().run("rules").check("rules");
    Session::new().run("rules show").run("rules show modiar --set lift.min=1").check("rules-show");
    Session::new()
        .run("atlas tihbat --pits 1..2 --seeds-per-pit 1..3 --threads 1")
        .run("atlas tihbat --vary capture.chain --threads 1")
        .run("atlas tihbat --vary capture.chain --csv --threads 1")
        .check("atlas");
}

#[test]
fn games() {
    let mut session = Session::new();
    std::fs::write(session.program.path().join("game.ogn"), RECORD).expect("a file");
    session.run("judge game.ogn").feed("judge -", "1. A A").feed("judge -", "1. A a 14-14 1. B b+2 * 1. A x");
    session
        .run("solve --max-seeds 24 -o end.mtb")
        .run("judge game.ogn --table end.mtb")
        .run("best --table end.mtb")
        .check("judge");
    Session::new()
        .feed("play --seed 1", "A\nhint\nundo\n?\nswitch\nrecord\nsave game.ogn\nresign\n")
        .feed("play --side both --seed 1 --position 1-1-1-1", "A b")
        .feed("play --side both --seed 1", "A\nc")
        .check("play");
}

#[test]
fn errors() {
    let mut session = Session::new();
    std::fs::write(session.program.path().join("no-table.mtb"), "no table").expect("a file");
    std::fs::write(
        session.program.path().join("bad.toml"),
        "name = \"mine\"\nbase = \"tihbat\"\nfeeding = \"always\"\n",
    )
    .expect("a file");
    for line in [
        "vlaue",
        "best --jsn",
        "value tibat",
        "value 7-7-7-7",
        "value tihbat 7-7-7",
        "value tihbat 7-7-7-7-0-0-X",
        "value tihbat 7-7-7-7 --moves A,B",
        "value tihbat --set capture.chian=none",
        "value tihbat --set capture.chain=backward",
        "value bad.toml",
        "value --table no-table.mtb",
        "value --color pink",
        "solve tihbat --pits 9",
        "solve tihbat --max-seeds 29",
        "solve tihbat -o .",
        "verify nowhere.mtb",
        "info no-table.mtb",
        "export tihbat",
        "judge nowhere.ogn",
        "play --strength 11",
        "completions bsh",
        "man -o no-table.mtb",
    ] {
        session.run(line);
    }
    session.check("errors");
}

#[test]
fn bounds() {
    let mut session = Session::new();
    session.run("value oware-2x3").run("value oware-2x3 --json").run("best oware-2x3").run("line oware-2x3");
    session
        .run("value tihbat --set repetition=own_row")
        .run("value oware-2x3 --moves A,a")
        .run("line oware-2x1 --json");
    session.run("solve modiar-2x4 --set repetition=open -o table.mtb").run("verify table.mtb").run("layers oware-2x3");
    session
        .feed("judge - oware-2x3", "1. A a 2. B b *")
        .feed("play oware-2x3 --side both --seed 1", "hint\nA")
        .check("bounds");
}
