//! The files of the web page, which are part of the program

use tihbat::answer::Solved;
use tihbat::store::GameSpec;

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
    "game.html",
    "style.css",
    "icon.svg",
    "mtb.js",
    "moves.js",
    "position.js",
    "history.js",
    "analysis.js",
    "record.js",
    "dom.js",
    "site.js",
    "board.js",
    "clauses.js",
    "explorer.js",
    "game.js",
];

/// Finds the table of a game, or makes one, and checks it to the last byte.
pub(super) fn solved(game: GameSpec, source: &SourceArgs) -> Result<Solved, Failure> {
    let table = source.table(&game, game.rules.seeds())?;
    table.check_values(table.max_seeds())?;
    Ok(Solved { game, table })
}
