//! The imports between source files
//!
//! A file is named by its module, as in `table::work_file`; a folder's `mod.rs` has the name of the folder. An import counts
//! for the file that defines the item, even if another file re-exports it. A re-export alone is no import.

use std::collections::{BTreeMap, BTreeSet};

/// Which file imports which.
pub type Imports = BTreeMap<String, BTreeSet<String>>;

/// Names of a file's `use` items with the paths that they stand for.
type Names = BTreeMap<String, Vec<String>>;

struct File {
    names: Names,
    /// Every path in the file, absolute.
    paths: Vec<Vec<String>>,
}

/// Reads the imports of sources, which are given by their path below `src` and their text.
pub fn read(sources: &[(String, String)]) -> Imports {
    let modules: BTreeSet<String> = sources.iter().map(|(path, _)| module(path)).collect();
    let files: BTreeMap<String, File> =
        sources.iter().map(|(path, text)| (module(path), file(&module(path), &code(text), &modules))).collect();
    let imports = files.iter().map(|(name, file)| {
        let used = file.paths.iter().filter_map(|path| resolve(path, &files, 0));
        (name.clone(), used.filter(|used| used != name && !used.is_empty()).collect())
    });
    imports.collect()
}

/// The module of a path: `table/work.rs` is `table::work_file`, `table/mod.rs` is `table`, `lib.rs` and `main.rs` are the root.
fn module(path: &str) -> String {
    let path = path.trim_end_matches(".rs");
    let path = path.strip_suffix("/mod").unwrap_or(path);
    if ["lib", "main"].contains(&path) { String::new() } else { path.replace('/', "::") }
}

/// The text without comments and without tests.
fn code(text: &str) -> String {
    let lines = text.lines().map(|line| line.split_once("//").map_or(line, |(code, _)| code));
    let mut code = lines.collect::<Vec<_>>().join("\n");
    // A visibility is no import.
    while let Some(at) = code.find("(in ") {
        let end = code[at..].find(')').map_or(code.len(), |end| at + end + 1);
        code.replace_range(at..end, "");
    }
    while let Some(at) = code.find("#[cfg(test)]") {
        let end = end_of_item(&code[at..]);
        code.replace_range(at..at + end, "");
    }
    code
}

/// Where the item at the beginning of a text ends: after its block, or after a semicolon if it has none.
fn end_of_item(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' if depth == 1 => return at + 1,
            b'}' => depth = depth.saturating_sub(1),
            b';' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn file(module: &str, code: &str, modules: &BTreeSet<String>) -> File {
    let own: Vec<String> = module.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let is_child = |name: &str| modules.contains(&[own.join("::").as_str(), name].join("::")) && !own.is_empty();
    let absolute = |path: &[String]| absolute(path, &own, &is_child);
    let (mut names, mut paths, mut rest) = (Names::new(), Vec::new(), String::new());
    let mut left = code;
    let mut exported = Vec::new();
    while let Some((before, is_public, tree, after)) = next_use(left) {
        rest += before;
        for (path, alias) in expand(tree) {
            let Some(path) = absolute(&path) else { continue };
            if is_public {
                exported.push((alias.clone(), path.clone()))
            } else {
                paths.push(path.clone())
            }
            names.insert(alias, path);
        }
        left = after;
    }
    rest += left;
    // What is re-exported and also used here is an import too.
    let words: BTreeSet<&str> = rest.split(|c| !is_word(c)).collect();
    paths.extend(exported.into_iter().filter(|(alias, _)| words.contains(alias.as_str())).map(|(_, path)| path));
    paths.extend(inline(&rest).iter().filter_map(|path| absolute(path)));
    File { names, paths }
}

/// The next `use` item: the text before it, whether it re-exports, its tree, and the text after it.
fn next_use(code: &str) -> Option<(&str, bool, &str, &str)> {
    let starts = code.match_indices("use ").map(|(at, _)| at);
    let at = starts.into_iter().find(|&at| {
        let line = code[..at].rsplit('\n').next().unwrap_or_default().trim();
        line.is_empty() || line.starts_with("pub")
    })?;
    let line = code[..at].rsplit('\n').next().unwrap_or_default();
    let end = at + code[at..].find(';')?;
    Some((&code[..at - line.len()], line.trim().starts_with("pub"), &code[at + 4..end], &code[end + 1..]))
}

/// The paths of a `use` tree, each with the name that it gets.
fn expand(tree: &str) -> Vec<(Vec<String>, String)> {
    let tree = tree.trim();
    let Some((prefix, group)) = tree.split_once('{') else {
        let (path, alias) = tree.split_once(" as ").unwrap_or((tree, ""));
        let path: Vec<String> =
            path.split("::").map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect();
        let alias = if alias.is_empty() { path.last().cloned().unwrap_or_default() } else { alias.trim().to_owned() };
        return vec![(path, alias)];
    };
    let prefix: Vec<String> =
        prefix.split("::").map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned).collect();
    let group = &group[..group.rfind('}').unwrap_or(group.len())];
    let (mut depth, mut from, mut parts) = (0, 0, Vec::new());
    for (at, byte) in group.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            b',' if depth == 0 => {
                parts.push(&group[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&group[from..]);
    let inner = parts.into_iter().filter(|part| !part.trim().is_empty()).flat_map(expand);
    inner
        .map(|(path, alias)| {
            let is_self = path.first().is_some_and(|part| part == "self");
            let alias = if is_self && alias == "self" { prefix.last().cloned().unwrap_or_default() } else { alias };
            let path = if is_self { Vec::new() } else { path };
            (prefix.iter().cloned().chain(path).collect(), alias)
        })
        .collect()
}

/// Paths in the code outside of `use` items.
fn inline(code: &str) -> Vec<Vec<String>> {
    let mut paths = Vec::new();
    let mut path: Vec<String> = Vec::new();
    let mut left = code;
    while let Some(start) = left.find(is_word) {
        let begins = !left[..start].ends_with("::");
        left = &left[start..];
        let word = &left[..left.find(|c| !is_word(c)).unwrap_or(left.len())];
        left = &left[word.len()..];
        if begins {
            path.clear();
        }
        path.push(word.to_owned());
        if !left.starts_with("::") && path.len() > 1 {
            paths.push(std::mem::take(&mut path));
        }
    }
    paths
}

/// The path from the root; none if it leads out of this project.
fn absolute(path: &[String], own: &[String], is_child: &impl Fn(&str) -> bool) -> Option<Vec<String>> {
    let (first, rest) = path.split_first()?;
    let mut from = match first.as_str() {
        "crate" | "tihbat" => return Some(rest.to_vec()),
        "self" => own.to_vec(),
        "super" => own[..own.len().saturating_sub(1)].to_vec(),
        name if is_child(name) => return Some(own.iter().cloned().chain(path.to_vec()).collect()),
        _ => return None,
    };
    for part in rest {
        if part == "super" {
            from.pop();
        } else {
            from.push(part.clone());
        }
    }
    Some(from)
}

/// The file that defines what a path names.
fn resolve(path: &[String], files: &BTreeMap<String, File>, depth: usize) -> Option<String> {
    let long = (0..=path.len()).rev().find(|&long| files.contains_key(&path[..long].join("::")))?;
    let module = path[..long].join("::");
    let exported = path.get(long).and_then(|item| files[&module].names.get(item));
    match exported {
        Some(exported) if depth < 8 => {
            let full: Vec<String> = exported.iter().chain(&path[long + 1..]).cloned().collect();
            resolve(&full, files, depth + 1).or(Some(module))
        }
        _ => Some(module),
    }
}

/// Every file that a file imports, directly or through others.
pub fn reached(imports: &Imports, from: &str) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut open = vec![from.to_owned()];
    while let Some(file) = open.pop() {
        for used in imports.get(&file).into_iter().flatten() {
            if reached.insert(used.clone()) {
                open.push(used.clone());
            }
        }
    }
    reached
}

/// The groups of files that import each other, directly or through others.
pub fn cycles(imports: &Imports) -> Vec<Vec<String>> {
    let all: BTreeMap<&String, BTreeSet<String>> = imports.keys().map(|file| (file, reached(imports, file))).collect();
    let mut groups = BTreeSet::new();
    for (&file, reached) in &all {
        if reached.contains(file) {
            let back = reached.iter().filter(|other| all.get(other).is_some_and(|back| back.contains(file)));
            groups.insert(back.cloned().collect::<Vec<_>>());
        }
    }
    groups.into_iter().collect()
}
