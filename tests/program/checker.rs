//! The checker in C99 proves right tables of every kind, refuses every planted error, and survives any bytes.
//!
//! It shares no code with the program: `checker/checker.c` was written from `docs/format.md` alone. So these tests also compare
//! the page with the program.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::common::forge::Forged;
use crate::common::{family, high_bytes, table_bytes};
use crate::program::{Answer, Program};
use crate::tool::is_there;
use fastrand::Rng;
use tempfile::{NamedTempFile, TempDir};
use tihbat::rules::{AWARI, BUILT_IN, Clauses, MODIAR, TIHBAT};
use tihbat::value::TableKind;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");
const SOURCE: &str = "checker/checker.c";
const SANITIZED: [&str; 3] = ["-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

/// The checker, compiled, and a folder for tables.
struct Checker {
    folder: TempDir,
    program: PathBuf,
}

impl Checker {
    /// Compiles the checker with more flags; none if there is no C compiler, or it has not got these flags.
    fn compiled(more: &[&str]) -> Option<Self> {
        if !is_there("cc", &["--version"]) {
            return None;
        }
        let folder = TempDir::new().expect("a folder");
        if !more.is_empty() {
            let empty = folder.path().join("empty.c");
            std::fs::write(&empty, "int main(void) { return 0; }\n").expect("a file");
            let paths = [empty, folder.path().join("empty")].map(|path| path.display().to_string());
            let trial = [more, &["-o", &paths[1], &paths[0]]].concat();
            is_there("cc", &trial).then_some(())?;
        }
        let program = folder.path().join("checker");
        let strict = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror", "-o"];
        let mut compile = Command::new("cc");
        let output = compile.args(more).args(strict).args([&program, &Path::new(ROOT).join(SOURCE)]).output();
        let output = output.expect("a compiler");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Some(Self { folder, program })
    }

    /// What the checker says of a table.
    fn says(&self, bytes: &[u8]) -> Answer {
        // A file of its own: tests run side by side.
        let mut table = NamedTempFile::new_in(self.folder.path()).expect("a file");
        table.write_all(bytes).expect("a file");
        self.says_of(table.path())
    }

    fn says_of(&self, path: &Path) -> Answer {
        answer(Command::new(&self.program).arg(path))
    }
}

fn answer(command: &mut Command) -> Answer {
    let output = command.output().expect("a command that runs");
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Answer { code: output.status.code().unwrap_or_else(|| panic!("ended by a signal: {out}{err}")), out, err }
}

/// The checker as a user compiles it; none without a C compiler.
fn checker() -> Option<&'static Checker> {
    static CHECKER: OnceLock<Option<Checker>> = OnceLock::new();
    CHECKER.get_or_init(|| Checker::compiled(&[])).as_ref()
}

fn proven(checker: &Checker, clauses: &Clauses, seeds: usize) {
    let said = checker.says(&table_bytes(clauses, seeds));
    assert!(said.code == 0 && said.out.contains("\nPROVEN: all "), "{}{}{:?}", said.out, said.err, clauses.entries());
    assert_eq!(said.out.matches(" boards proven").count(), seeds + 1, "a line for each layer");
}

/// The clauses with the other kind of table, if they fit with it.
fn open(clauses: &Clauses) -> Option<Clauses> {
    clauses.changed("repetition", "open").ok()
}

/// The table of a file in `data/rules` with the layers of up to `seeds`, solved by the program.
fn solved(program: &Program, rules: &Path, seeds: usize) -> Vec<u8> {
    let table = program.path().join("rules.mtb");
    program.fine(&format!(
        "solve {} --seeds-per-pit {seeds} --max-seeds {seeds} --fresh --force -o rules.mtb",
        rules.display()
    ));
    std::fs::read(table).expect("a table")
}

#[test]
fn it_is_short_and_needs_nothing() {
    let source = std::fs::read_to_string(Path::new(ROOT).join(SOURCE)).expect("the source");
    assert!(source.lines().count() <= 400, "it can be read in an evening");
    let includes: Vec<_> = source.lines().filter(|line| line.starts_with("#include")).collect();
    assert_eq!(includes, ["inttypes.h", "stdio.h", "stdlib.h", "string.h"].map(|name| format!("#include <{name}>")));
}

#[test]
fn it_proves_the_games() {
    let Some(checker) = checker() else { return };
    let said = checker.says_of(&Path::new(ROOT).join("data/tihbat.mtb"));
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.starts_with("pits = 2\nsowing.first = origin\n"), "{}", said.out);
    assert!(said.out.ends_with("\nPROVEN: all 35960 boards of layers 0 to 28\n"), "{}", said.out);
    for (name, rules) in BUILT_IN {
        let seeds = match name {
            "tihbat" => 28,
            "modiar" => 20,
            _ => 9,
        };
        proven(checker, rules.clauses(), seeds);
        if let Some(clauses) = open(rules.clauses()) {
            proven(checker, &clauses, seeds.min(16));
        }
    }
}

#[test]
fn it_proves_every_rules_file() {
    let Some(checker) = checker() else { return };
    let program = Program::new();
    let mut proven = 0;
    for entry in std::fs::read_dir(Path::new(ROOT).join("data/rules")).expect("rules files") {
        let rules = entry.expect("an entry").path();
        let said = checker.says(&solved(&program, &rules, 8));
        assert_eq!(said.code, 0, "{}: {}{}", rules.display(), said.out, said.err);
        proven += 1;
    }
    assert!(proven >= 14, "only {proven} files");
}

/// Several hundred sets of clauses, on boards of almost every width.
#[test]
fn it_proves_every_clause() {
    let Some(checker) = checker() else { return };
    let mut rules = 0;
    for (pits, seeds, step) in
        [(1, 24, 2), (1, 127, 40), (2, 9, 5), (2, 17, 29), (3, 6, 11), (4, 5, 23), (5, 4, 43), (6, 4, 67), (8, 3, 31)]
    {
        for clauses in family(pits).into_iter().step_by(step) {
            proven(checker, &clauses, seeds);
            rules += 1;
            if let Some(clauses) = open(&clauses) {
                proven(checker, &clauses, seeds);
                rules += 1;
            }
        }
    }
    assert!(rules > 300, "only {rules} sets of clauses");
}

/// An entry that is not the right one: another value, another distance, or both.
fn another(rng: &mut Rng, (value, distance): (i8, u8), most: i8) -> (i8, u8) {
    let entries = std::iter::repeat_with(|| {
        let value = if rng.bool() { value } else { rng.i8(-most..=most) };
        let distance = match rng.u8(..4) {
            0 => distance.wrapping_add(1),
            1 => distance.wrapping_sub(1),
            2 => rng.u8(..),
            _ => distance,
        };
        (value, distance)
    });
    let mut others = entries.filter(|&entry| entry != (value, distance));
    others.next().expect("an endless iterator")
}

/// The equations have one solution, so no planted error is harmless: each is refused, and its board or one that leads to it is shown.
#[test]
fn it_refuses_every_planted_error() {
    let Some(checker) = checker() else { return };
    let mut rng = Rng::with_seed(1);
    let mut tried = 0;
    for (pits, seeds, step) in [(1, 14, 9), (2, 7, 23), (3, 5, 41)] {
        let margins = family(pits).into_iter().step_by(step);
        for clauses in margins.flat_map(|clauses| [Some(clauses), open(&clauses)]).flatten() {
            let right = Forged::of(table_bytes(&clauses, seeds));
            let columns = if clauses.kind() == TableKind::Bounds { 2 } else { 1 };
            for errors in [1, 1, 1, 1, 1, 1, 2, 5] {
                let mut wrong = right.clone();
                let (column, first) = (rng.usize(..columns), rng.usize(..right.boards()));
                for board in first..right.boards().min(first + errors) {
                    wrong.set_entry(column, board, another(&mut rng, right.entry(column, board), seeds as i8));
                }
                wrong.hide();
                wrong.seal();
                let said = checker.says(&wrong.bytes);
                assert_eq!(said.code, 1, "board {first}: {}{}{:?}", said.out, said.err, clauses.entries());
                assert!(
                    said.out.contains("WRONG: the equations do not hold on board ")
                        && said.out.contains("the equations want  "),
                    "{}",
                    said.out
                );
                tried += 1;
            }
        }
    }
    assert!(tried > 500, "only {tried} errors");
}

/// The values of one game in the table of another: they agree with each other, but not with the clauses.
#[test]
fn it_refuses_the_values_of_other_rules() {
    let Some(checker) = checker() else { return };
    for (clause, value) in [
        ("sowing.first", "next"),
        ("sowing.origin_on_laps", "skipped"),
        ("lift.min", "1"),
        ("capture.counts", "2,4"),
        ("capture.where", "opponent"),
        ("capture.chain", "none"),
        ("feeding", "none"),
        ("feeding", "if_able_or_over"),
        ("grand_slam", "allowed"),
        ("grand_slam", "forbidden_unless_only"),
        ("grand_slam", "takes_nothing"),
        ("grand_slam", "takes_nothing_if_only"),
        ("no_move", "pass"),
        ("no_move", "opponent_takes"),
        ("no_move", "split"),
    ] {
        let other = MODIAR.clauses().changed(clause, value).expect("rules");
        let mut table = Forged::of(table_bytes(&other, 18));
        table.graft(&Forged::of(table_bytes(MODIAR.clauses(), 18)));
        table.hide();
        table.seal();
        let said = checker.says(&table.bytes);
        assert_eq!(said.code, 1, "{clause} = {value}: {}{}", said.out, said.err);
    }
}

#[test]
fn it_shows_the_first_wrong_board() {
    let Some(checker) = checker() else { return };
    let mut table = Forged::of(std::fs::read(Path::new(ROOT).join("data/tihbat.mtb")).expect("the table"));
    // The board 1-2-1-1, whose margin is 0. The board 1-1-1-2 leads to it and comes first.
    table.set_entry(0, 97, (1, 3));
    table.hide();
    table.seal();
    let said = checker.says(&table.bytes);
    let (_, shown) = said.out.split_once("WRONG: ").unwrap_or_else(|| panic!("{}{}", said.out, said.err));
    let expected = [
        "the equations do not hold on board 84",
        "",
        "  opponent    2   1",
        "  mover       1   1",
        "",
        "the table claims    margin 0, distance 0",
        "the equations want  margin -1, distance 4",
        "  pit 1 takes 0, leads to board 97: worth -1, length 4",
        "  pit 2 takes 0, leads to board 97: worth -1, length 4",
    ];
    assert_eq!(shown.lines().collect::<Vec<_>>(), expected);
}

/// Made-up distances of more than 255 plies, whose bytes are right: the header is accepted, and the proof finds them.
#[test]
fn it_reads_high_bytes() {
    let Some(checker) = checker() else { return };
    for clauses in [*TIHBAT.clauses(), open(TIHBAT.clauses()).expect("rules")] {
        let said = checker.says(&high_bytes::lengthened(&table_bytes(&clauses, 28), 11, 300));
        assert_eq!(said.code, 1, "{}{}", said.out, said.err);
        assert!(said.out.contains("layer  10: "), "the layers below are right: {}", said.out);
        let plies = said.out.split_once("distance ").and_then(|(_, rest)| rest.rsplit_once("the equations want"));
        assert!(plies.is_some() && said.out.contains(", distance 30"), "{}", said.out);
    }
}

/// Every byte of a table is under a checksum, or is one, or is a zero.
#[test]
fn it_refuses_damage() {
    let Some(checker) = checker() else { return };
    let mut rng = Rng::with_seed(2);
    for clauses in [*TIHBAT.clauses(), open(AWARI.clauses()).expect("rules")] {
        let right = table_bytes(&clauses, 5);
        for _ in 0..250 {
            let mut wrong = right.clone();
            let at = if rng.bool() { rng.usize(..right.len()) } else { rng.usize(..700) };
            wrong[at] ^= 1 << rng.u8(..8);
            let said = checker.says(&wrong);
            assert!(said.code == 2 && said.err.starts_with("checker: "), "byte {at}: {}{}", said.out, said.err);
        }
        for _ in 0..50 {
            let said = checker.says(&right[..rng.usize(..right.len())]);
            assert!(said.code == 2 && said.err.starts_with("checker: "), "{}{}", said.out, said.err);
        }
        let said = checker.says(&[&right[..], &[0]].concat());
        assert_eq!(said.code, 2, "a byte too many: {}", said.out);
    }
    for path in [checker.folder.path(), Path::new("no/such/file.mtb")] {
        assert_eq!(checker.says_of(path).code, 2);
    }
    assert_eq!(answer(&mut Command::new(&checker.program)).code, 2);
}

/// Edits with checksums computed again reach what is after the checksums. Nothing is undefined there, and what is accepted has the
/// right values.
#[test]
fn it_survives_any_bytes() {
    let Some(checker) = Checker::compiled(&SANITIZED) else { return };
    let mut rng = Rng::with_seed(3);
    let clauses = [*TIHBAT.clauses(), *MODIAR.clauses(), open(AWARI.clauses()).expect("rules")];
    let mut tables: Vec<_> = clauses.iter().map(|clauses| table_bytes(clauses, 4)).collect();
    tables.push(high_bytes::lengthened(&table_bytes(TIHBAT.clauses(), 12), 11, 300));
    let mut codes = [0; 3];
    for round in 0..400 {
        let right = &tables[round % tables.len()];
        let mut wrong = Forged::of(right.clone());
        for _ in 0..rng.usize(1..4) {
            let at = if rng.u8(..4) == 0 { rng.usize(..right.len()) } else { rng.usize(8..420) };
            wrong.bytes[at] = match rng.u8(..3) {
                0 => rng.u8(..),
                1 => rng.choice([0, 1, 255, b'0', b'9', b'\n', b',']).expect("a byte"),
                _ => wrong.bytes[at] ^ 1 << rng.u8(..8),
            };
        }
        if rng.u8(..8) == 0 {
            wrong.bytes.truncate(rng.usize(..right.len()));
        }
        let _ = wrong.try_seal();
        let said = checker.says(&wrong.bytes);
        assert!(!said.err.contains("ERROR: ") && !said.err.contains("runtime error"), "{}", said.err);
        codes[usize::try_from(said.code).expect("a code")] += 1;
    }
    assert!(codes.iter().all(|&count| count > 0), "every exit code occurs: {codes:?}");
    for bytes in [&b""[..], b"\x89MTB\r\n\x1a\n", &[0; 5000], b"\x89MTW\r\n\x1a\n\x01\0\0\0"] {
        assert_eq!(checker.says(bytes).code, 2);
    }
}

#[test]
fn it_uses_no_memory_that_it_has_not_written() {
    let Some(checker) = checker() else { return };
    if !is_there("valgrind", &["--version"]) {
        return;
    }
    let table = checker.folder.path().join("watched.mtb");
    for clauses in [*MODIAR.clauses(), open(AWARI.clauses()).expect("rules")] {
        let mut bytes = table_bytes(&clauses, 5);
        for code in [0, 2] {
            std::fs::write(&table, &bytes).expect("a file");
            let watched = ["--quiet", "--error-exitcode=9"];
            let said = answer(Command::new("valgrind").args(watched).arg(&checker.program).arg(&table));
            assert_eq!(said.code, code, "{}{}", said.out, said.err);
            bytes[300] ^= 1;
        }
    }
}
