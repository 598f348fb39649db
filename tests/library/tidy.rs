//! Names and words: no two types share a name, texts use the project's terms, and the files that they name exist.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Where people read: sources, pages and rules files. The rest is data.
const READ: [&str; 19] = [
    "README.md",
    "CONTRIBUTING.md",
    "checker",
    "scripts",
    "src",
    "crates/wasm/src",
    "crates/wasm/npm",
    "crates/python/README.md",
    "crates/python/bench.py",
    "crates/python/python",
    "crates/python/src",
    "crates/python/tests",
    "tests",
    "benches",
    "examples",
    "fuzz/fuzz_targets",
    "web",
    "docs",
    "data/rules",
];

/// Phrases that are not used, and what is written instead. Each is a sequence of whole words in any case.
const BANNED: [(&str, &str); 21] = [
    ("behind", "next or previous; after"),
    ("past", "after, beyond, above"),
    ("as many", "the same number of"),
    ("so many", "the number itself"),
    ("such as differ", "a sentence with its own subject"),
    ("stands", "is, is written, holds"),
    ("the answer is the", "Returns the"),
    ("the answer is a", "Returns a"),
    ("of the answer is", "of the result is"),
    ("taken back", "unmove; undone"),
    ("take back", "unmove; undo"),
    ("takes back", "unmove; undo"),
    ("boards before", "predecessors"),
    ("labelling", "retrograde pass"),
    ("quiet start", "opening rule"),
    ("list without captures", "opening rule"),
    ("naive reference", "naive solver"),
    ("passed over", "skipped"),
    ("he", "they, the mover, the opponent"),
    ("him", "them, the mover, the opponent"),
    ("his", "their, the mover's, the opponent's"),
];

/// Texts that contain a banned phrase for a reason: sources of the rules are quoted word for word.
const QUOTED: [&str; 2] =
    ["if both home pits are empty, he passes", "each player collects the stones left in his own three pits"];

fn files(path: &Path, found: &mut Vec<(String, String)>) {
    if path.is_dir() {
        let entries = std::fs::read_dir(path).expect("a folder").map(|entry| entry.expect("an entry").path());
        let mut entries: Vec<PathBuf> = entries.collect();
        entries.sort();
        entries.iter().for_each(|entry| files(entry, found));
    } else if let Ok(text) = std::fs::read_to_string(path) {
        let name = path.strip_prefix(ROOT).unwrap_or(path).display().to_string();
        // This file names what is banned, and pictures are drawn by the program.
        if !name.ends_with("tidy.rs") && !name.ends_with(".svg") {
            found.push((name, text));
        }
    }
}

/// The words of a text in lower case, each with its line from 1. A phrase may go on in the next line of a comment.
fn words(text: &str) -> Vec<(usize, String)> {
    let lines = text.lines().zip(1..).filter(|(line, _)| !QUOTED.iter().any(|quoted| line.contains(quoted)));
    let words = |line: &str| line.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase).collect::<Vec<_>>();
    lines
        .flat_map(|(line, at)| words(line).into_iter().map(move |word| (at, word)))
        .filter(|(_, word)| !word.is_empty())
        .collect()
}

/// The banned phrases of a text, as complaints.
fn banned(name: &str, text: &str) -> Vec<String> {
    let words = words(text);
    let complain = |(phrase, instead): &(&str, &str)| {
        let parts: Vec<_> = phrase.split(' ').collect();
        let hits = words.windows(parts.len()).filter(|window| window.iter().map(|(_, word)| word).eq(&parts));
        hits.map(|hit| format!("{name}:{}: \"{phrase}\"; write: {instead}", hit[0].0)).collect::<Vec<_>>()
    };
    BANNED.iter().flat_map(complain).collect()
}

/// The types of a source file that other files can see. Tests are left out.
fn types(source: &str) -> Vec<&str> {
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    code.lines().filter_map(declared).collect()
}

/// The name of the type that a line declares for other files.
fn declared(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub")?;
    let rest = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map_or(rest, |(_, rest)| rest);
    let (kind, rest) = rest.trim_start().split_once(' ')?;
    let name = rest.split(|c: char| !c.is_alphanumeric()).next()?;
    (["struct", "enum", "trait", "type", "union"].contains(&kind) && !name.is_empty()).then_some(name)
}

/// The names that several files give to a type.
fn shared(sources: &[(String, String)]) -> Vec<String> {
    let mut places: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, text) in sources.iter().filter(|(name, _)| name.starts_with("src/")) {
        types(text).into_iter().for_each(|found| places.entry(found).or_default().push(name));
    }
    let shared = places.iter().filter(|(_, places)| places.len() > 1);
    shared.map(|(name, places)| format!("{name} is a type in {}", places.join(" and in "))).collect()
}

/// The files of the project that a text names but that do not exist. The changelog names old ones.
fn missing(name: &str, text: &str) -> Vec<String> {
    let part = |c: char| c.is_ascii_alphanumeric() || "_-./".contains(c);
    let source = |path: &&str| [".rs", ".js", ".md", ".toml", ".py"].iter().any(|ending| path.ends_with(ending));
    let named = text.split(|c| !part(c)).map(|path| path.trim_end_matches('.')).filter(source);
    let root = |folder: &str| Path::new(ROOT).join(folder);
    let ours = |path: &&str| {
        let folder = path.split_once('/').map_or("", |(folder, _)| folder);
        READ.contains(&folder)
            || (name.ends_with(".md") && !["", ".", ".."].contains(&folder) && root("src").join(folder).is_dir())
    };
    let gone = |path: &&str| !root(path).exists() && !root("src").join(path).exists();
    let found = named.filter(ours).filter(gone).filter(|_| name != "docs/changelog.md");
    found.map(|path| format!("{name}: there is no {path}")).collect()
}

#[test]
fn names_and_words_are_in_order() {
    let mut read = Vec::new();
    READ.iter().for_each(|path| files(&Path::new(ROOT).join(path), &mut read));
    assert!(read.len() > 150, "only {} files were read", read.len());
    let mut complaints = shared(&read);
    complaints.extend(read.iter().flat_map(|(name, text)| [banned(name, text), missing(name, text)].concat()));
    assert!(complaints.is_empty(), "{} complaints\n{}", complaints.len(), complaints.join("\n"));
}

/// What a page writes as the name of a file or folder: code with a slash, and no command.
fn named(page: &str) -> Vec<&str> {
    let code = page.split('`').skip(1).step_by(2);
    code.filter(|code| code.contains('/') && !code.contains(|c: char| c.is_whitespace() || c == '*')).collect()
}

#[test]
fn the_walks_name_files_that_exist() {
    let page = std::fs::read_to_string(Path::new(ROOT).join("CONTRIBUTING.md")).expect("the page");
    let named = named(&page);
    assert!(named.len() > 40, "only {} names: {named:?}", named.len());
    let gone: Vec<_> = named.into_iter().filter(|name| !Path::new(ROOT).join(name).exists()).collect();
    assert!(gone.is_empty(), "there is no {}", gone.join(", "));
}

#[test]
fn the_checks_can_fail() {
    let text = "/// The pit behind\n/// it, with as\n/// many seeds. Hishe behinds.\nlet moves_taken_back = 1;\n// \"if both home pits are empty, he passes\"";
    let found = banned("x.rs", text);
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[0].starts_with("x.rs:1: \"behind\"") && found[1].starts_with("x.rs:2: \"as many\""), "{found:?}");
    let source = |name: &str, text: &str| (format!("src/{name}.rs"), text.to_owned());
    let sources = [
        source("one", "pub struct A;\npub(super) enum B<T> {}\nstruct C;"),
        source("two", "pub trait B {}\npub fn c() {}"),
    ];
    assert_eq!(shared(&sources), ["B is a type in src/one.rs and in src/two.rs"]);
    assert_eq!(missing("x.md", "see `src/no/such.rs`, and src/lib.rs."), ["x.md: there is no src/no/such.rs"]);
}
