//! A command that writes files, and what its files may be

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::disturbance::{Disturbance, Ended, end, in_shell, judge, program};
use super::manifest;

/// What is typed, if the command reads standard input.
const TYPED: &str = "typed.txt";

/// The files of a folder by their names, with those in folders below.
type Files = BTreeMap<String, Vec<u8>>;

/// A command with a few lists of arguments that write to the same targets.
pub struct Scenario {
    name: &'static str,
    /// What the command reads.
    inputs: Files,
    runs: Vec<Run>,
    /// The command continues a stopped run from a file with this ending.
    work: Option<&'static str>,
}

/// A list of arguments.
struct Run {
    arguments: Vec<String>,
    /// Arguments that let the command begin from nothing.
    fresh: Vec<String>,
    /// The files that it writes if nothing disturbs it.
    files: Files,
    /// How long it takes then.
    time: Duration,
}

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

fn read(folder: &Path) -> Files {
    let mut files = Files::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(below) = folders.pop() {
        for entry in fs::read_dir(below).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("a path below").to_string_lossy().into_owned();
                let bytes = fs::read(&path).expect("a file");
                let bytes = if name.ends_with(KEEP) { kept(&bytes) } else { bytes };
                files.insert(name, bytes);
            }
        }
    }
    files
}

/// The end of the name of an atlas's results. They grow from run to run and hold times, so all complete files are the same here.
const KEEP: &str = ".keep";

const COMPLETE: &[u8] = b"complete";

/// Whether the results of an atlas are complete, by their checksum.
fn kept(bytes: &[u8]) -> Vec<u8> {
    let end = bytes.iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |end| end + 1);
    let sum = format!("checksum {:08x}\n", crc32fast::hash(&bytes[end..]));
    if bytes[..end].ends_with(sum.as_bytes()) { COMPLETE.to_vec() } else { bytes.to_vec() }
}

fn write(folder: &Path, files: &Files) {
    for (name, bytes) in files {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        // The results of an atlas cannot be made out of the fact that they are complete.
        if !name.ends_with(KEEP) {
            fs::write(path, bytes).expect("written");
        }
    }
}

impl Scenario {
    /// All commands that write files.
    pub fn all() -> Vec<Self> {
        let folder = TempDir::new().expect("a folder");
        for line in ["solve tihbat -o in.mtb", "solve tihbat --max-seeds 16 -o small.mtb"] {
            let output = program(folder.path(), &words(line)).output().expect("the program runs");
            assert_eq!(judge(&output, false, line), Ended::Well, "{line}");
        }
        let tables = read(folder.path());
        let text = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_vec());
        let games =
            ["[Variant \"tihbat\"]\n\n1. A a 2. B b *\n", "[Variant \"modiar\"]\n[FEN \"1-2-1-1-0-2\"]\n\n1. B *\n"];
        let records = Files::from([text("one.ogn", games[0]), text("two.ogn", games[1])]);
        let typed = Files::from([text(TYPED, "A\nB\nsave out.ogn\nquit\n")]);
        let none = Files::new();
        let work = Some(".work");
        let solves = [
            "solve tihbat -o out.mtb",
            "solve tihbat --max-seeds 22 -o out.mtb --verify",
            "solve awari --pits 3 --max-seeds 14 -o out.mtb",
            "solve tihbat --from small.mtb -o out.mtb",
        ];
        let tables_of = ["export in.mtb --max-seeds 24 -o out.mtb", "export in.mtb --max-seeds 12 -o out.mtb"];
        let mut all = vec![
            Self::new("solve", &tables, work, "--fresh", &solves),
            Self::new("export mtb", &tables, work, "", &tables_of),
            Self::new(
                "atlas",
                &none,
                None,
                "--fresh",
                &[
                    "atlas tihbat --pits 1..2 --seeds-per-pit 1..3 --keep out.keep --svg out.svg",
                    "atlas awari --pits 1..2 --seeds-per-pit 2..3 --keep out.keep --svg out.svg",
                ],
            ),
            Self::new("judge", &records, None, "", &["judge one.ogn --svg out.svg", "judge two.ogn --svg out.svg"]),
            Self::new(
                "play",
                &typed,
                None,
                "",
                &["play tihbat --seeds-per-pit 2 --seed 1", "play modiar --seeds-per-pit 2 --seed 3 --strength 0"],
            ),
            Self::new("site", &none, None, "", &["site -o out tihbat-2x2", "site -o out awari-2x2 tihbat-2x3"]),
            Self::new("man", &none, None, "", &["man -o out"]),
            Self::new(
                "print",
                &tables,
                None,
                "",
                &["completions bash", "man", "value tihbat", "layers --table in.mtb", "rules show", "info in.mtb"],
            ),
        ];
        for (name, endings) in [
            ("export rows", &[".csv", ".csv.gz", ".jsonl"][..]),
            ("export npy", &[" --format npy"]),
            ("export bin", &[" --format bin"]),
            #[cfg(feature = "parquet")]
            ("export parq", &[".parquet"]),
        ] {
            let layers = ["", " --seeds 0..24", " --seeds 20..25"];
            let lines: Vec<_> = endings
                .iter()
                .flat_map(|ending| layers.map(|layers| format!("export in.mtb -o out{ending}{layers}")))
                .collect();
            all.push(Self::new(name, &tables, None, "", &lines.iter().map(String::as_str).collect::<Vec<_>>()));
        }
        all
    }

    fn new(name: &'static str, inputs: &Files, work: Option<&'static str>, fresh: &str, lines: &[&str]) -> Self {
        let run = |line: &&str| {
            let (arguments, fresh) = (words(line), words(fresh));
            let folder = TempDir::new().expect("a folder");
            write(folder.path(), inputs);
            let begun = Instant::now();
            let output = program(folder.path(), &arguments).output().expect("the program runs");
            let time = begun.elapsed();
            assert_eq!(judge(&output, false, line), Ended::Well, "{line}: {output:?}");
            let mut files = read(folder.path());
            files.retain(|name, _| !inputs.contains_key(name));
            assert_eq!(files.is_empty(), name == "print", "{line} writes files");
            Run { arguments, fresh, files, time }
        };
        Self { name, inputs: inputs.clone(), runs: lines.iter().map(run).collect(), work }
    }

    pub fn name(&self) -> &'static str {
        self.name
    }

    /// What may happen to this command. What only prints can fail only there.
    pub fn disturbance(&self, random: &mut fastrand::Rng) -> Disturbance {
        let chosen = Disturbance::ALL[random.usize(..Disturbance::ALL.len())];
        if self.name == "print" { Disturbance::FullOutput } else { chosen }
    }

    /// One round: see the [tests](super). Returns how the disturbed runs ended.
    pub fn round(&self, disturbance: Disturbance, random: &mut fastrand::Rng, at: &str) -> Vec<Ended> {
        let mut all_ended = Vec::new();
        let folder = TempDir::new().expect("a folder");
        let folder = folder.path();
        write(folder, &self.inputs);
        if !random.u8(..).is_multiple_of(4) {
            write(folder, &random.choice(&self.runs).expect("a run").files);
        }
        // Several disturbed runs, one after the other: what one leaves, the next one finds.
        for _ in 0..random.usize(1..4) {
            let before = self.outputs(folder);
            let run = random.choice(&self.runs).expect("a run");
            // In the others the targets are not what they were before the last run.
            let is_alone = disturbance.signal().is_some_and(|_| disturbance != Disturbance::KilledRace)
                || matches!(disturbance, Disturbance::SmallFiles | Disturbance::FullDisk);
            let ended = match disturbance {
                Disturbance::Race | Disturbance::KilledRace => self.race(disturbance, folder, random, at),
                Disturbance::Damage => self.damaged(run, folder, random, at),
                Disturbance::Foreign => vec![self.foreign(run, folder, random, at)],
                Disturbance::FullDisk => vec![self.full_disk(run, folder, random, at)],
                Disturbance::SmallFiles => vec![self.small_files(run, folder, random, at)],
                Disturbance::FullOutput => vec![self.full_output(run, folder, at)],
                Disturbance::Kill | Disturbance::Interrupt | Disturbance::Terminate => {
                    let child = self.command(run, folder, random).spawn().expect("the program runs");
                    vec![end(child, disturbance.signal().map(|signal| (signal, moment(run, random))), at)]
                }
            };
            let after = self.outputs(folder);
            self.check(&after, at);
            let is_same = before
                .iter()
                .chain(&after)
                .all(|(name, _)| name.ends_with(KEEP) || before.get(name) == after.get(name));
            if ended == [Ended::Refused] && is_alone {
                assert!(is_same, "{at}: a command that failed has changed its target");
            }
            all_ended.extend(ended);
        }
        write(folder, &self.inputs);
        // Every run cleans up its own targets, so that nothing is left after all of them.
        let mut order: Vec<_> = self.runs.iter().collect();
        random.shuffle(&mut order);
        for run in &order {
            self.undisturbed(run, folder, at);
        }
        for (name, bytes) in read(folder) {
            let known = self.inputs.contains_key(&name) || self.runs.iter().any(|run| run.files.contains_key(&name));
            assert!(known, "{at}: {name} is left, {} bytes", bytes.len());
        }
        all_ended
    }

    fn undisturbed(&self, run: &Run, folder: &Path, at: &str) {
        let mut arguments = run.arguments.clone();
        arguments.extend_from_slice(&run.fresh);
        if run.fresh.is_empty() {
            // A command that continues what an earlier run has begun does not continue the work of another.
            self.work.inspect(|work| self.remove(folder, work));
        }
        let output = program(folder, &arguments).output().expect("the program runs");
        assert_eq!(judge(&output, false, at), Ended::Well, "{at}: {output:?}");
        let left = read(folder);
        for (name, bytes) in &run.files {
            assert!(left.get(name) == Some(bytes), "{at}: {name} is not what {arguments:?} writes");
        }
    }

    fn remove(&self, folder: &Path, ending: &str) {
        for name in self.runs.iter().flat_map(|run| run.files.keys()) {
            let _ = fs::remove_file(folder.join(format!("{name}{ending}")));
        }
    }

    /// The targets that there are. Files with other names are temporary or work files.
    fn outputs(&self, folder: &Path) -> Files {
        let mut files = read(folder);
        files.retain(|name, _| self.runs.iter().any(|run| run.files.contains_key(name)));
        files
    }

    /// Every target is a complete file of some run.
    fn check(&self, outputs: &Files, at: &str) {
        for (name, bytes) in outputs {
            let known = self.runs.iter().any(|run| run.files.get(name) == Some(bytes));
            assert!(known, "{at}: {name} is no file of any run: {} bytes", bytes.len());
        }
        if manifest::is_whole(outputs, "out") {
            let names = manifest::named(outputs, "out").expect("a manifest");
            let of = |run: &Run| names.iter().all(|name| run.files.get(name) == outputs.get(name));
            assert!(self.runs.iter().any(of), "{at}: a mixture matches its manifest");
        }
    }

    /// The command, which sometimes begins from nothing.
    fn command(&self, run: &Run, folder: &Path, random: &mut fastrand::Rng) -> std::process::Command {
        let mut arguments = run.arguments.clone();
        if random.bool() {
            arguments.extend_from_slice(&run.fresh);
        }
        program(folder, &arguments)
    }

    fn race(&self, disturbance: Disturbance, folder: &Path, random: &mut fastrand::Rng, at: &str) -> Vec<Ended> {
        let mut children = Vec::new();
        for _ in 0..random.usize(2..5) {
            let run = random.choice(&self.runs).expect("a run");
            let child = self.command(run, folder, random).spawn().expect("the program runs");
            let signal = disturbance.signal().filter(|_| random.bool());
            children.push((child, signal.map(|signal| (signal, moment(run, random)))));
            std::thread::sleep(moment(run, random) / 4);
        }
        children.into_iter().map(|(child, signal)| end(child, signal, at)).collect()
    }

    fn damaged(&self, run: &Run, folder: &Path, random: &mut fastrand::Rng, at: &str) -> Vec<Ended> {
        // The work file of a stopped run is read, too.
        if self.work.is_some() {
            let child = self.command(run, folder, random).spawn().expect("the program runs");
            end(child, Some(("KILL", moment(run, random))), at);
        }
        let mut read = read(folder);
        read.retain(|name, _| name != TYPED && self.runs.iter().all(|run| !run.files.contains_key(name)));
        // A changed record may be a record of another game.
        read.retain(|name, _| !name.ends_with(".ogn"));
        let names: Vec<_> = read.keys().cloned().collect();
        let Some(name) = random.choice(&names) else { return Vec::new() };
        let bytes = read.get_mut(name).expect("a file");
        if !bytes.is_empty() {
            let place = random.usize(..bytes.len());
            if random.u8(..).is_multiple_of(4) { bytes.truncate(place) } else { bytes[place] ^= 1 << random.u8(..8) }
        }
        let before = self.outputs(folder);
        fs::write(folder.join(name), bytes).expect("written");
        let output = program(folder, &run.arguments).output().expect("the program runs");
        let ended = judge(&output, false, at);
        if ended == Ended::Refused {
            assert!(before == self.outputs(folder), "{at}: a command that failed has changed its target");
        }
        write(folder, &self.inputs);
        vec![ended]
    }

    fn small_files(&self, run: &Run, folder: &Path, random: &mut fastrand::Rng, at: &str) -> Ended {
        let longest = run.files.values().map(Vec::len).max().unwrap_or(0);
        // The limit of the shell counts kilobytes. A write beyond it is an error if the signal is ignored.
        let limit = random.usize(..longest.div_ceil(1024) + 2).to_string();
        let script = "trap '' XFSZ; ulimit -f $LIMIT; exec \"$@\"";
        let output = in_shell(folder, script, &[("LIMIT", &limit)], &run.arguments).output().expect("the program runs");
        judge(&output, false, at)
    }

    /// A file system in memory that only this run sees; what it leaves there is copied back.
    fn full_disk(&self, run: &Run, folder: &Path, random: &mut fastrand::Rng, at: &str) -> Ended {
        let size = |files: &Files| files.values().map(|bytes| bytes.len().div_ceil(4096) * 4 + 4).sum::<usize>();
        let (there, new) = (size(&read(folder)), size(&run.files));
        // From too little for anything to enough for all.
        let kilobytes = (there + 8 + random.usize(..new + 8)).to_string();
        let disk = TempDir::new().expect("a folder");
        let script = "mount -t tmpfs -o size=${SIZE}k none \"$DISK\" || exit 77
            cp -r . \"$DISK\" && cd \"$DISK\" || exit 77
            \"$@\"; code=$?
            find \"$BACK\" -mindepth 1 -delete; cp -r . \"$BACK\" || exit 78; exit $code";
        let (disk, back) = (disk.path().to_string_lossy(), folder.to_string_lossy());
        let variables = [("SIZE", kilobytes.as_str()), ("DISK", &disk), ("BACK", &back)];
        let inside = in_shell(folder, script, &variables, &run.arguments);
        let mut command = std::process::Command::new("unshare");
        command.args(["--map-root-user", "--mount", "bash"]).args(inside.get_args()).current_dir(folder);
        command.envs(inside.get_envs().filter_map(|(name, value)| Some((name, value?))));
        match command.output() {
            // Where nobody may mount anything, the limit on files has to do.
            Err(_) => self.small_files(run, folder, random, at),
            Ok(output) if matches!(output.status.code(), Some(1 | 77)) => self.small_files(run, folder, random, at),
            Ok(output) => judge(&output, false, at),
        }
    }

    /// A file that another program has written stays, unless the user says otherwise.
    fn foreign(&self, run: &Run, folder: &Path, random: &mut fastrand::Rng, at: &str) -> Ended {
        let names: Vec<_> = run.files.keys().filter(|name| !name.ends_with(KEEP)).collect();
        let path = folder.join(random.choice(&names).expect("a target"));
        fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        let old = fs::read(&path);
        fs::write(&path, "theirs").expect("written");
        let output = program(folder, &run.arguments).output().expect("the program runs");
        let ended = judge(&output, false, at);
        // A refusal does not end a game.
        assert!(ended == Ended::Refused || self.name == "play", "{at}: {output:?}");
        assert_eq!(fs::read(&path).expect("a file"), b"theirs", "{at}: {}", path.display());
        match old {
            Ok(old) => fs::write(&path, old).expect("written"),
            Err(_) => fs::remove_file(&path).expect("removed"),
        }
        ended
    }

    fn full_output(&self, run: &Run, folder: &Path, at: &str) -> Ended {
        let script = "exec \"$@\" > /dev/full";
        let output = in_shell(folder, script, &[], &run.arguments).output().expect("the program runs");
        let ended = judge(&output, false, at);
        assert_eq!(ended, Ended::Refused, "{at}: {output:?}");
        ended
    }
}

/// A moment during a run, or shortly after its end.
fn moment(run: &Run, random: &mut fastrand::Rng) -> Duration {
    run.time.mul_f64(1.2 * random.f64())
}
