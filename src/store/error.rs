//! Why there is no such game, or no table that answers

use std::io;
use std::path::{Path, PathBuf};

use crate::files::FileError;
use crate::position::PositionError;
use crate::rules::{BUILT_IN, RulesError, did_you_mean};
use crate::solve::PlanError;
use crate::solver::SolveError;
use crate::table::TableError;
use crate::text::{TextError, shown, shown_path};

/// Why a game spec names no game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SpecError {
    /// No game has this name.
    #[error("there is no game \"{}\"{}; the games are {}{}", shown(name), meant(name), known().join(", "), hint(name))]
    Name {
        /// The name.
        name: String,
    },
    /// The size is in the name and in a changed clause.
    #[error("the name \"{}\" says the size already; leave out {clause}, or the size in the name", shown(name))]
    TwoSizes {
        /// The name.
        name: String,
        /// The clause.
        clause: String,
    },
    /// The changed clauses do not fit together, or a value is none of its clause.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The rules file cannot be read.
    #[error(transparent)]
    Read(FileError),
    /// The rules file is not text.
    #[error("{}: {source}", shown_path(path))]
    Text {
        /// The rules file.
        path: PathBuf,
        /// Why its bytes are no text.
        source: TextError,
    },
    /// The rules file says something that it cannot say.
    #[cfg(feature = "toml")]
    #[error("{}: {source}", shown_path(path))]
    File {
        /// The rules file.
        path: PathBuf,
        /// What is wrong with it.
        source: crate::rules::file::RulesFileError,
    },
    /// The text of a rules file says something that it cannot say.
    #[cfg(feature = "toml")]
    #[error("the rules file: {source}")]
    RulesText {
        /// What is wrong with it.
        source: crate::rules::file::RulesFileError,
    },
    /// The text is no position of the game.
    #[error("position \"{}\": {source}", shown(text))]
    Position {
        /// The text.
        text: String,
        /// What is wrong with it.
        source: PositionError,
    },
}

fn known() -> Vec<&'static str> {
    BUILT_IN.into_iter().map(|(name, _)| name).collect()
}

fn meant(name: &str) -> String {
    did_you_mean(name, known())
}

fn hint(name: &str) -> &'static str {
    if name.contains('-') && name.bytes().all(|byte| b"0123456789-SNsn".contains(&byte)) {
        "; to ask about a position, name the game before it"
    } else if name.to_ascii_lowercase().ends_with(".mtb") {
        "; a table is named with --table, after its game"
    } else {
        "; a rules file ends in .toml or is given with --rules"
    }
}

/// Why no table answers.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The table that was named is not one of the game, or cannot be read.
    #[error("{}: {source}", shown_path(path))]
    Table {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: TableError,
    },
    /// There is no file, and the game is too large to be solved on the spot.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// There is no file, and the threads to solve the game cannot be started.
    #[error("threads cannot be started: {0}")]
    Threads(io::Error),
    /// There is no file, and the game cannot be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl StoreError {
    pub(super) fn table(path: &Path) -> impl Fn(TableError) -> Self + '_ {
        |source| Self::Table { path: path.to_owned(), source }
    }
}
