//! What can be wrong with a set of clauses

use crate::text::shown;

/// What can be wrong with a set of clauses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RulesError {
    /// An unknown clause.
    #[error("there is no clause \"{}\"{}; the clauses are {expected}", shown(found), did_you_mean(.found, .expected.split(", ")))]
    Clause {
        /// The name that is not one.
        found: String,
        /// The names there are.
        expected: String,
    },
    /// A value that the clause does not have.
    #[error("{clause} cannot be \"{}\"; it is {expected}{}", shown(found), why_only(.clause))]
    Value {
        /// The clause.
        clause: &'static str,
        /// The value that it does not have.
        found: String,
        /// The values that it has, as the end of "it is".
        expected: String,
    },
    /// A rule that ends the game at a majority.
    #[error(
        "{} is not a clause: an end at a majority depends on what was captured so far, and a table is keyed by the board alone, so its values would be wrong",
        shown(found)
    )]
    Majority {
        /// The name of the clause.
        found: String,
    },
    /// Two clauses that do not fit together.
    #[error("{one} does not fit with {other}: {why}")]
    Conflict {
        /// One clause with its value.
        one: String,
        /// The other clause with its value.
        other: String,
        /// The reason.
        why: &'static str,
    },
    /// A start board of another size.
    #[error("start has {found} pits, but a board with pits = {pits} has {}", 2 * .pits)]
    StartPits {
        /// Pits a side.
        pits: u8,
        /// Pits of the start board.
        found: usize,
    },
    /// A board with more seeds than a margin can count.
    #[error(
        "2 x {pits} pits with {seeds_per_pit} seeds each make {seeds} seeds; a game has at most 127, because a margin is a signed byte"
    )]
    TooManySeeds {
        /// Pits a side.
        pits: u8,
        /// Seeds a pit.
        seeds_per_pit: u8,
        /// Seeds in all.
        seeds: usize,
    },
}

impl RulesError {
    /// The clause that is wrong, or those that do not fit together; none for one that does not exist.
    pub fn clauses(&self) -> Vec<&str> {
        match self {
            Self::Clause { .. } | Self::Majority { .. } => vec![],
            Self::Value { clause, .. } => vec![clause],
            Self::Conflict { one, other, .. } => {
                [one, other].iter().filter_map(|one| one.split(" = ").next()).collect()
            }
            Self::StartPits { .. } => vec!["start", "pits"],
            Self::TooManySeeds { .. } => vec!["seeds_per_pit", "pits"],
        }
    }
}

/// Why a clause has no more values, where that needs saying.
fn why_only(clause: &str) -> &'static str {
    match clause {
        "repetition" => {
            "; with any other rule the pay-off would depend on where the loop closes, so on the moves already played, and a table is keyed by the board alone; the bounds of open hold for every rule"
        }
        _ => "",
    }
}

/// ` (did you mean "..."?)` with the known name that is most like the one found; empty if none is.
pub fn did_you_mean<'a>(found: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    const ALIKE: f64 = 0.8;
    const LONGEST_NAME: usize = 100;
    // A long text is no name with a slip in it, and comparing takes time.
    if found.len() > LONGEST_NAME {
        return String::new();
    }
    // The known names are ASCII.
    let found = found.to_ascii_lowercase();
    let rated = known.into_iter().map(|name| (strsim::jaro_winkler(&found, name), name));
    let best = rated.filter(|(alike, _)| *alike > ALIKE).max_by(|one, other| one.0.total_cmp(&other.0));
    best.map_or_else(String::new, |(_, name)| format!(" (did you mean \"{name}\"?)"))
}
