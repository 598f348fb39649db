//! The totals of both players at the end of a game

use serde::Serialize;

use crate::position::{Side, Totals};

/// A total in seeds: a whole number, or one with a half where an odd number is split.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Total {
    /// A whole number.
    Whole(u64),
    /// A number with a half.
    Half(f64),
}

/// The totals of both players at the end.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub struct FinalTotals {
    /// South's seeds.
    #[cfg_attr(feature = "serve", schema(value_type = f64, example = 13))]
    pub south: Total,
    /// North's seeds.
    #[cfg_attr(feature = "serve", schema(value_type = f64, example = 15))]
    pub north: Total,
}

impl From<Totals> for FinalTotals {
    fn from(totals: Totals) -> Self {
        let [south, north] = Side::BOTH.map(|side| match totals.of(side) {
            seeds if seeds.fract() == 0.0 => Total::Whole(seeds as u64),
            seeds => Total::Half(seeds),
        });
        Self { south, north }
    }
}

impl std::fmt::Display for Total {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Whole(seeds) => seeds.fmt(f),
            Self::Half(seeds) => seeds.fmt(f),
        }
    }
}
