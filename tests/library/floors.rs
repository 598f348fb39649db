//! Imports point down only: each file of the library stands on a floor, and uses files of lower floors or its own.

use std::path::{Path, PathBuf};

/// The floors from the ground up. A file belongs to the floor that names it or its folder.
const FLOORS: [&[&str]; 6] = [
    &["figures", "files", "progress", "shape", "board", "rules", "value"],
    &["moves", "index", "position", "game", "record"],
    &["table"],
    &["solver"],
    &["solve"],
    &["analysis", "atlas", "judge", "partner", "census", "reach", "verify", "export", "store", "pictures"],
];

/// What a floor may not use although it stands below: the proof must not trust the solver.
const FORBIDDEN: [(&str, &str); 1] = [("verify", "solver")];

fn floor(module: &str) -> Option<usize> {
    FLOORS.iter().position(|floor| floor.contains(&module))
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The modules that a source file uses by `crate::`, in its code outside of tests and documentation.
fn uses(source: &str) -> Vec<String> {
    let code = source.split("#[cfg(test)]").next().unwrap_or_default();
    let code: Vec<_> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join("\n");
    let word = |text: &str| text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    code.match_indices("crate::").map(|(at, found)| word(&code[at + found.len()..])).collect()
}

#[test]
fn imports_point_down() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    sources(&root, &mut files);
    let mut checked = 0;
    for path in files {
        let inside = path.strip_prefix(&root).expect("a source");
        let first = inside.iter().next().and_then(|part| part.to_str()).expect("a name");
        let module = first.trim_end_matches(".rs");
        if ["cli", "main", "lib"].contains(&module) {
            continue;
        }
        let own = floor(module).unwrap_or_else(|| panic!("{} stands on no floor: name it in FLOORS", inside.display()));
        for used in uses(&std::fs::read_to_string(&path).expect("a source")) {
            let other =
                floor(&used).unwrap_or_else(|| panic!("{}: crate::{used} stands on no floor", inside.display()));
            assert!(other <= own, "{} uses {used}, which stands above it", inside.display());
            assert!(!FORBIDDEN.contains(&(module, used.as_str())), "{} uses {used}", inside.display());
            checked += 1;
        }
    }
    assert!(checked > 30, "only {checked} imports were looked at");
}
