//! What can be wrong with a set of clauses

/// What can be wrong with a set of clauses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// An unknown clause.
    #[error("there is no clause \"{found}\"; the clauses are {expected}")]
    Clause {
        /// The name that is not one.
        found: String,
        /// The names there are.
        expected: String,
    },
    /// A value that the clause does not have.
    #[error("{clause} cannot be \"{found}\"; it is one of: {expected}")]
    Value {
        /// The clause.
        clause: &'static str,
        /// The value that it does not have.
        found: String,
        /// The values that it has.
        expected: String,
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
