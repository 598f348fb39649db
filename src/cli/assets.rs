//! The files of the web page, which are part of the program

use tihbat::answer::Solved;
use tihbat::pictures;
use tihbat::store::GameSpec;
use tihbat::table::TableAccess;

use super::failure::Failure;
use super::source::SourceArgs;

macro_rules! assets {
    ($($name:literal),+ $(,)?) => {
        &[$(($name, include_bytes!(concat!("../../web/", $name)))),+]
    };
}

/// Every file of the web page, by name.
pub(crate) const ASSETS: &[(&str, &[u8])] = assets![
    "index.html",
    "play.html",
    "game.html",
    "puzzles.html",
    "rules.html",
    "tihbat.wasm",
    "style.css",
    "board.css",
    "charts.css",
    "icon.svg",
    "address.js",
    "answers.js",
    "board.js",
    "charts.js",
    "dom.js",
    "engine.js",
    "example.js",
    "figures.js",
    "forms.js",
    "gamelist.js",
    "graph.js",
    "howto.js",
    "kept.js",
    "keys.js",
    "lab.js",
    "landing.js",
    "layout.js",
    "movelist.js",
    "mtb.js",
    "now.js",
    "offered.js",
    "opening.js",
    "play.js",
    "practice.js",
    "puzzles.js",
    "result.js",
    "seeds.js",
    "session.js",
    "settings.js",
    "share.js",
    "site.js",
    "solver.js",
    "stepper.js",
    "view.js",
    "words.js",
    "worker.js",
    "worth.js",
];

/// By these a file of the page is known as one: scripts and sheets begin with a mark, pages, pictures and the solver contain one.
const FIRST_WORDS: [&[u8]; 2] = [b"// tihbat: ", b"/* tihbat: "];
const GENERATOR: &[u8] = b"<meta name=\"generator\" content=\"tihbat\">";
/// A WebAssembly module, and the function that `worker.js` gives to the solver: names with their lengths.
const MODULE: &[u8] = b"\0asm";
const IMPORT: &[u8] = b"\x06tihbat\x08progress";

/// Whether a file begins as one of the web page, of this version or another.
pub(super) fn is_asset(head: &[u8]) -> bool {
    let is_solver = head.starts_with(MODULE) && contains(head, IMPORT);
    FIRST_WORDS.iter().any(|words| head.starts_with(words))
        || is_solver
        || contains(head, GENERATOR)
        || pictures::is_own(head)
}

/// Whether some bytes contain others.
pub(super) fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// Finds the table of a game, or makes one, and checks it to the last byte. A large file is not mapped, so
/// that it cannot stop a server; up to `cache_bytes` bytes of it are kept in memory.
pub(super) fn solved(game: GameSpec, source: &SourceArgs, cache_bytes: usize) -> Result<Solved, Failure> {
    let access = TableAccess::Guarded { cache_bytes };
    let table = source.table_by(&game, game.rules.seeds(), access)?;
    table.check_values(table.max_seeds())?;
    Ok(Solved { game, table })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_is_known_as_one() {
        for (name, bytes) in ASSETS {
            assert!(is_asset(&bytes[..bytes.len().min(4096)]), "{name}");
        }
        assert!(!is_asset(b"<!doctype html>\n<title>My own page</title>") && !is_asset(b"// my script"));
        assert!(!is_asset(b"\0asm\x01\0\0\0"));
    }
}
