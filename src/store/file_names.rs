//! How the files of tables are named
//!
//! The name of a default file says which clauses its table has, so no two games share a file: `tihbat.mtb`,
//! `tihbat-3x7.mtb`, `tihbat-n12.mtb` for built-in clauses, and a digest of all others, as in
//! `own-game-1c2a73f0-n28.mtb`.

use crate::board::Seeds;
use crate::checksum;
use crate::rules::{Rules, Start};

use super::built_in::built_in_with;

/// How the tables of a game are named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum FileNames {
    /// A built-in game on a board of any size: its name with the size.
    BuiltIn(String),
    /// The first layers of a built-in game on its own board.
    Layers(&'static str),
    /// Any other clauses: a name with a digest of them.
    Other(String),
}

impl FileNames {
    /// The names for the game called `base`, whose rules have become `rules`.
    pub(super) fn of(base: &str, rules: &Rules) -> Self {
        match (built_in_with(base, rules.clauses()), rules.start_clause()) {
            (Some((name, own)), Start::SeedsPerPit(seeds)) => {
                let pits = rules.clauses().pits();
                let own_size = (pits, rules.start_clause()) == (own.clauses().pits(), own.start_clause());
                Self::BuiltIn(if own_size { name.to_owned() } else { format!("{name}-{pits}x{seeds}") })
            }
            (Some((name, own)), Start::Board(_)) if own.clauses() == rules.clauses() => Self::Layers(name),
            _ => {
                let words: Vec<_> =
                    base.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
                let words: String = words.join("-").chars().take(40).collect();
                let entries =
                    rules.clauses().of_table().entries().map(|(name, value)| format!("{name} = {value}\n")).concat();
                Self::Other(format!("{words}-{:08x}", checksum::hash(entries.as_bytes())))
            }
        }
    }

    /// The default file of layers 0 to `max_seeds`, for a game of `seeds` seeds.
    pub(super) fn of_layers(&self, max_seeds: Seeds, seeds: Seeds) -> String {
        match self {
            Self::BuiltIn(name) if max_seeds == seeds => format!("{name}.mtb"),
            Self::BuiltIn(name) | Self::Other(name) => format!("{name}-n{max_seeds}.mtb"),
            Self::Layers(name) => format!("{name}-n{max_seeds}.mtb"),
        }
    }

    /// All default files that may hold what is asked of a game of `seeds` seeds: its own file, then those of its first
    /// layers, the largest first, then that of a larger game with the same clauses.
    pub(super) fn all(&self, seeds: Seeds) -> Vec<String> {
        let own = seeds.layers().rev().map(|layer| self.of_layers(layer, seeds));
        let larger = match self {
            Self::Layers(name) => Some(format!("{name}.mtb")),
            _ => None,
        };
        own.chain(larger).collect()
    }
}
