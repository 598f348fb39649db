//! The licence of every crate that the program or its tests are built from fits with "MIT OR Apache-2.0".

use std::process::Command;

use serde_json::Value as Json;

/// Licences that let anyone use, change and pass on a program that contains the crate.
const ALLOWED: [&str; 12] = [
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Whether a licence expression can be fulfilled by allowed licences alone.
fn is_allowed(expression: &str) -> bool {
    let expression = expression.trim();
    // The operators outside of all brackets, the weakest first. Old crates write "/" for "OR".
    for (operator, all) in [(" OR ", false), ("/", false), (" AND ", true)] {
        let parts = split(expression, operator);
        if parts.len() > 1 {
            return if all { parts.into_iter().all(is_allowed) } else { parts.into_iter().any(is_allowed) };
        }
    }
    match expression.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
        Some(inner) => is_allowed(inner),
        None => ALLOWED.contains(&expression),
    }
}

fn split<'a>(expression: &'a str, operator: &str) -> Vec<&'a str> {
    let (mut parts, mut begin) = (Vec::new(), 0);
    for (at, _) in expression.match_indices(operator) {
        let before = &expression[..at];
        if before.matches('(').count() == before.matches(')').count() {
            parts.push(&expression[begin..at]);
            begin = at + operator.len();
        }
    }
    parts.push(&expression[begin..]);
    parts
}

#[test]
fn expressions_are_understood() {
    for fine in ["MIT", "MIT/Apache-2.0", "(MIT OR GPL-3.0) AND Unicode-3.0", "GPL-2.0 OR Zlib OR LGPL-2.1"] {
        assert!(is_allowed(fine), "{fine}");
    }
    for other in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT OR Apache-2.0) AND MPL-2.0", "Apache-2.0 WITH GCC-exception"]
    {
        assert!(!is_allowed(other), "{other}");
    }
}

#[test]
fn every_crate_may_be_used_here() {
    let folder = env!("CARGO_MANIFEST_DIR");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["metadata", "--format-version", "1", "--locked", "--all-features"]);
    let output = cargo.current_dir(folder).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Json = serde_json::from_slice(&output.stdout).expect("JSON");
    let crates = metadata["packages"].as_array().expect("crates");
    assert!(crates.len() > 50);
    for package in crates {
        let licence = package["license"].as_str().unwrap_or_default();
        assert!(is_allowed(licence), "{}: \"{licence}\"", package["name"]);
    }
}
