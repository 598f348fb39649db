//! What the program does to files that are there already, and to what is no regular file.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::manifest;
use crate::program::Program;
use tihbat::figures::count;

/// Every command that writes a file or a folder, and a file of it that a user may have too.
const WRITERS: [(&str, &str); 14] = [
    ("solve tihbat --max-seeds 6 -o t.mtb", "t.mtb"),
    ("export tihbat --max-seeds 6 -o t.mtb", "t.mtb"),
    ("export tihbat --max-seeds 6 -o t.csv", "t.csv"),
    ("export tihbat --max-seeds 6 -o t.csv.gz", "t.csv.gz"),
    ("export tihbat --max-seeds 6 -o t.jsonl", "t.jsonl"),
    ("export tihbat --positions -o t.jsonl.gz", "t.jsonl.gz"),
    ("export tihbat --max-seeds 6 --format npy -o npy", "npy/margin.npy"),
    ("export tihbat --max-seeds 6 --format npy -o npy", "npy/npy-manifest.json"),
    ("export tihbat --max-seeds 6 --format bin -o bin", "bin/margin.i8"),
    ("export tihbat --max-seeds 6 --format bin -o bin", "bin/manifest.json"),
    ("site tihbat -o site", "site/index.html"),
    ("site tihbat -o site", "site/files.json"),
    ("atlas tihbat --pits 1 --svg t.svg", "t.svg"),
    ("man -o man", "man/tihbat.1"),
];

/// All files below a folder, with their bytes; hidden ones too.
fn everything(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(below) = folders.pop() {
        for entry in below.read_dir().expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("below").display().to_string();
                files.push((name, fs::read(path).expect("a file")));
            }
        }
    }
    files.sort();
    files
}

#[test]
fn what_the_program_wrote_is_replaced_and_nothing_else_unless_forced() {
    for (line, file) in WRITERS {
        let program = Program::new();
        let path = program.path().join(file);
        // A table stays beside the exports, so that each finds the same.
        program.fine(line);
        let first = everything(program.path());
        assert!(first.iter().any(|(name, _)| name == file), "{line}");
        program.fine(line);
        assert!(everything(program.path()) == first, "{line}: the second run wrote something else");
        fs::write(&path, "mine\n").expect("written");
        let mine = everything(program.path());
        let error = program.refused(line);
        let expected =
            format!("{file} exists and was not written by this program; choose another name, or use --force");
        assert!(error.contains(&expected), "{line}: {error}");
        assert!(everything(program.path()) == mine, "{line}: a refused command wrote something");
        program.fine(&format!("{line} --force"));
        assert!(everything(program.path()) == first, "{line}: --force wrote something else");
    }
}

#[test]
fn the_rule_is_in_the_help_of_every_command_that_writes() {
    let program = Program::new();
    for command in ["solve", "export", "site", "atlas", "judge", "man"] {
        let help = program.fine(&format!("{command} --help"));
        let words: Vec<_> = help.split_whitespace().collect();
        let rule = "An existing file is replaced only if this program wrote it; --force replaces any";
        assert!(words.join(" ").contains(rule), "{command}");
    }
}

#[test]
fn a_saved_game_replaces_a_saved_game() {
    let program = Program::new();
    fs::write(program.path().join("mine"), "mine").expect("written");
    for _ in 0..2 {
        let answer = program.fed("play --side both", "A\nsave game.ogn\n");
        assert_eq!(answer.code, 0, "{}", answer.err);
    }
    assert_eq!(program.fed("play --side both", "save mine\n").code, 2);
    assert_eq!(fs::read(program.path().join("mine")).expect("there"), b"mine");
    assert_eq!(program.fed("play --side both", "save! mine\n").code, 0);
    assert!(fs::read_to_string(program.path().join("mine")).expect("there").contains("[Program \"tihbat "));
}

/// Two exports to one file: what is there in the end is one of them.
#[test]
fn two_exports_to_one_file_do_not_mix() {
    let program = Program::new();
    let lines = ["export tihbat --seeds 0..24 -o ex.csv", "export tihbat --seeds 20..25 -o ex.csv"];
    let alone = lines.map(|line| {
        program.fine(line);
        fs::read(program.path().join("ex.csv")).expect("a file")
    });
    fs::write(program.path().join("ex.csv.part"), "mine").expect("written");
    for pause in 0..6 {
        let start = |line: &str| program.command(line).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut first = start(lines[0]).expect("the program runs");
        std::thread::sleep(Duration::from_millis(10 * pause));
        let mut second = start(lines[1]).expect("the program runs");
        assert!(first.wait().expect("an end").success() && second.wait().expect("an end").success());
        assert!(alone.contains(&fs::read(program.path().join("ex.csv")).expect("a file")));
    }
    assert_eq!(fs::read(program.path().join("ex.csv.part")).expect("there"), b"mine");
}

/// A full disk leaves a folder of columns, and a site, as it was.
#[cfg(target_os = "linux")]
#[test]
fn an_export_of_several_files_is_all_or_nothing() {
    for (small, large) in [
        ("export tihbat --max-seeds 6 --format npy -o out", "export tihbat --format npy -o out"),
        ("export tihbat --max-seeds 6 --format bin -o out", "export tihbat --format bin -o out"),
        ("site tihbat-2x1 -o out", "site tihbat -o out"),
    ] {
        let program = Program::new();
        program.fine(small);
        let before = everything(program.path());
        // The limit of the shell counts kilobytes. A write beyond it is an error if the signal is ignored.
        let script = format!("trap '' XFSZ; ulimit -f 60; exec {} {large}", env!("CARGO_BIN_EXE_tihbat"));
        let output = Command::new("bash").current_dir(program.path()).args(["-c", &script]).output().expect("a shell");
        assert_eq!(output.status.code(), Some(2), "{large}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(everything(program.path()) == before, "{large}");
    }
}

/// Raw columns have no mark of their own. An export that was killed between its columns and its manifest left some columns of
/// one export and some of another; the next export replaces them all.
#[test]
fn raw_columns_of_a_killed_export_are_replaced_by_the_next() {
    let program = Program::new();
    let export = "export tihbat --max-seeds 6 --format bin -o bin";
    program.fine(export);
    let first = everything(program.path());
    let path = |name: &str| program.path().join("bin").join(name);
    let killed = || {
        fs::rename(path("manifest.json"), path(".manifest.json.abc123.tihbat-part")).expect("renamed");
        fs::write(path("margin.i8"), "12").expect("written");
    };
    killed();
    program.fine(export);
    assert!(everything(program.path()) == first);
    // The same beside the manifest of an older export.
    let manifest = fs::read(path("manifest.json")).expect("a manifest");
    killed();
    fs::write(path("manifest.json"), manifest).expect("written");
    program.fine(export);
    assert!(everything(program.path()) == first);
}

/// Every state between the renames of two exports to the same folder, and what its manifest says about it.
#[test]
fn a_mixture_of_two_exports_does_not_match_its_manifest() {
    for [first, second] in [
        ["export tihbat --max-seeds 6 --format npy -o out", "export tihbat --seeds 5..7 --format npy -o out"],
        ["export tihbat --positions --format npy -o out", "export tihbat --format npy -o out"],
        ["export tihbat --max-seeds 6 --format bin -o out", "export tihbat --max-seeds 7 --format bin -o out"],
        ["export tihbat --positions --format bin -o out", "export tihbat --max-seeds 6 --format bin -o out"],
        ["site tihbat-2x1 -o out", "site tihbat-2x1 tihbat-2x2 -o out"],
        ["site tihbat-2x2 -o out", "site modiar-2x1 -o out"],
    ] {
        let [old, new] = [first, second].map(|line| {
            let program = Program::new();
            program.fine(line);
            everything(program.path()).into_iter().collect::<BTreeMap<_, _>>()
        });
        let names = |files| manifest::named(files, "out").expect("a manifest");
        assert!(names(&old).len() == old.len() && names(&new).len() == new.len(), "a file is in no manifest");
        let (mut mixed, order) = (0, names(&new));
        for renamed in 0..=order.len() {
            let mut folder = old.clone();
            folder.extend(order[..renamed].iter().map(|name| (name.clone(), new[name].clone())));
            let is_old = names(&old).iter().all(|name| folder[name] == old[name]);
            let is_one = is_old || renamed == order.len();
            assert_eq!(manifest::is_whole(&folder, "out"), is_one, "{second}: {renamed} renamed");
            mixed += usize::from(!is_one);
        }
        assert!(mixed > 0, "{second}: no mixture");
        // The program itself gets from the one to the other, over any state in between.
        let program = Program::new();
        program.fine(first);
        for name in &order[..order.len() / 2] {
            fs::write(program.path().join(name), &new[name]).expect("written");
        }
        program.fine(&format!("{second} --force"));
        let found: BTreeMap<_, _> = everything(program.path()).into_iter().collect();
        assert!(manifest::is_whole(&found, "out") && order.iter().all(|name| found[name] == new[name]), "{second}");
    }
}

/// Runs a command that must end by itself.
#[cfg(unix)]
fn ends(program: &Program, line: &str) -> (i32, String) {
    let mut child = program
        .command(line)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    for _ in 0..1200 {
        if child.try_wait().expect("a child").is_some() {
            let output = child.wait_with_output().expect("an end");
            let code = output.status.code().expect("no signal");
            return (code, String::from_utf8_lossy(&output.stderr).into_owned());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    let _ = child.kill();
    panic!("{line} hangs");
}

#[cfg(unix)]
#[test]
fn what_is_no_regular_file_is_refused_by_its_kind() {
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    let program = Program::new();
    assert!(Command::new("mkfifo").arg(program.path().join("pipe")).status().expect("mkfifo runs").success());
    let _socket = UnixListener::bind(program.path().join("socket")).expect("a socket");
    fs::create_dir(program.path().join("folder")).expect("a folder");
    symlink("nothing", program.path().join("dangling")).expect("a link");
    fs::write(program.path().join("game.ogn"), "[Variant \"Tihbat\"]\n\n1. A\n").expect("written");
    let kinds = [("pipe", "a pipe"), ("socket", "a pipe"), ("/dev/zero", "a device"), ("folder", "a folder")];
    // Reading.
    for line in [
        "info FILE",
        "verify FILE",
        "value --table FILE",
        "export tihbat --table FILE -o x.csv",
        "solve tihbat --from FILE -o x.mtb",
        "value --rules FILE",
        "judge FILE",
        "judge game.ogn --table FILE",
        "play --load FILE",
        "play --table FILE",
        "atlas tihbat --pits 1 --keep FILE",
    ] {
        for (name, kind) in kinds {
            let line = line.replace("FILE", name);
            let (code, error) = ends(&program, &line);
            assert!(code == 2 && error.contains(name) && error.contains(kind), "{line}: {code} {error}");
        }
        if !line.contains("--keep") {
            let line = line.replace("FILE", "dangling");
            let (code, error) = ends(&program, &line);
            assert!(code == 2 && error.contains("dangling: No such file"), "{line}: {code} {error}");
        }
    }
    // Writing: tables and folders only to files and folders, the rest also to devices and pipes.
    for line in
        ["solve tihbat --max-seeds 3 --force -o FILE", "export tihbat --max-seeds 3 --force --format mtb -o FILE"]
    {
        for (name, kind) in kinds {
            let line = line.replace("FILE", name);
            let (code, error) = ends(&program, &line);
            assert!(code == 2 && error.contains(name) && error.contains(kind), "{line}: {code} {error}");
        }
    }
    for line in ["export tihbat --format npy -o FILE", "export tihbat --format bin -o FILE", "site tihbat -o FILE"] {
        for name in ["pipe", "socket", "/dev/zero"] {
            let line = line.replace("FILE", name);
            let (code, error) = ends(&program, &line);
            assert!(code == 2 && error.contains(name), "{line}: {code} {error}");
        }
    }
    for line in ["export tihbat --format csv -o FILE", "atlas tihbat --pits 1 --svg FILE", "judge game.ogn --svg FILE"]
    {
        let (code, error) = ends(&program, &line.replace("FILE", "/dev/null"));
        assert_eq!(code, 0, "{line}: {error}");
        let (code, error) = ends(&program, &line.replace("FILE", "folder"));
        assert!(code == 2 && error.contains("folder is a folder"), "{line}: {error}");
        // The link stays, and its target is made.
        let (code, error) = ends(&program, &line.replace("FILE", "dangling"));
        assert_eq!(code, 0, "{line}: {error}");
        assert!(program.path().join("dangling").is_symlink());
        fs::remove_file(program.path().join("nothing")).expect("the target of the link");
    }
}

#[cfg(unix)]
#[test]
fn streams_are_written_as_they_come() {
    let program = Program::new();
    let expected = program.fine("export tihbat --max-seeds 6 --format csv -o -");
    assert_eq!(program.fine("export tihbat --max-seeds 6 --format csv -o /dev/stdout"), expected);
    assert!(Command::new("mkfifo").arg(program.path().join("pipe")).status().expect("mkfifo runs").success());
    let mut reader =
        Command::new("cat").arg(program.path().join("pipe")).stdout(Stdio::piped()).spawn().expect("cat runs");
    program.fine("export tihbat --max-seeds 6 --format csv -o pipe");
    let mut read = String::new();
    std::io::Read::read_to_string(&mut reader.stdout.take().expect("a pipe"), &mut read).expect("text");
    reader.wait().expect("an end");
    assert_eq!(read, expected);
    // What others have written to the same open file stays.
    let script = format!(
        "(echo first; {} export tihbat --max-seeds 6 --format csv -o /dev/stdout) > out.txt",
        env!("CARGO_BIN_EXE_tihbat")
    );
    assert!(
        Command::new("bash").current_dir(program.path()).args(["-c", &script]).status().expect("a shell").success()
    );
    let text = fs::read_to_string(program.path().join("out.txt")).expect("a file");
    assert_eq!(text, format!("first\n{expected}"));
}

/// What is read whole has a limit.
#[test]
fn a_file_of_any_length_is_not_read_whole() {
    let program = Program::new();
    for (line, file, limit) in [
        ("play --load FILE", "long.ogn", 16 << 20),
        ("judge FILE", "long.ogn", 16 << 20),
        ("atlas tihbat --keep FILE", "long.keep", 64 << 20),
        ("value FILE", "long.toml", 1 << 20),
    ] {
        // A hole: it takes no disk.
        let long = fs::File::create(program.path().join(file)).expect("a file");
        long.set_len(1 << 40).expect("a hole");
        let error = program.refused(&line.replace("FILE", file));
        assert!(error.contains(&format!("{file} has more than {limit} bytes, the most that ")), "{line}: {error}");
        assert!(documented(limit), "{limit}");
    }
    // Standard input has the same limit as a file.
    let answer = program.fed_bytes("judge -", &vec![b' '; (16 << 20) + 1]);
    assert_eq!((answer.code, answer.err.contains("standard input has more than 16777216 bytes")), (2, true));
    let line = program.fed_bytes("value tihbat -", &vec![b'1'; (1 << 16) + 1]);
    assert!(line.code == 2 && line.err.contains("a line has at most 65536 bytes") && documented(1 << 16));
}

/// Whether a limit is in the documentation.
fn documented(limit: u64) -> bool {
    let limits = include_str!("../../docs/format.md").split_once("## Limits").expect("the section").1;
    limits.contains(&format!("| {} bytes", count(limit)))
}
