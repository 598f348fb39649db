//! What the layers of a table hold

use std::collections::BTreeMap;

use serde::Serialize;

use crate::board::Seeds;
use crate::census::{self, LayerCounts};
use crate::table::{Table, TableError};
use crate::value::Margin;

/// The boards of one layer by what they are worth to the mover.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub struct LayerAnswer {
    /// Seeds of the layer.
    pub seeds: usize,
    /// All boards.
    pub boards: u64,
    /// Boards with a positive margin.
    pub won: u64,
    /// Boards with margin 0.
    pub drawn: u64,
    /// Boards with a negative margin.
    pub lost: u64,
    /// The largest margin, in seeds.
    pub max_margin: i8,
    /// The longest distance, in plies; null if every board is drawn.
    #[cfg_attr(feature = "serve", schema(required))]
    pub max_distance: Option<u16>,
}

/// The number of boards of one margin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MarginBoards {
    /// The margin, in seeds.
    pub margin: i8,
    /// Its boards.
    pub boards: u64,
}

/// The number of boards of each margin of one layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct HistogramAnswer {
    /// Seeds of the layer.
    pub seeds: usize,
    /// The margins that occur, the smallest first.
    pub margins: Vec<MarginBoards>,
}

/// Everything that is said of one layer on the web page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub struct LayerStatistics {
    /// The counts.
    #[serde(flatten)]
    pub counts: LayerAnswer,
    /// The number of boards of each margin that occurs, the smallest first: pairs of margin and boards.
    #[cfg_attr(feature = "serve", schema(value_type = Vec<Vec<i64>>))]
    pub margins: Vec<(i8, u64)>,
    /// The first board with the longest distance; null if every board is drawn.
    #[cfg_attr(feature = "serve", schema(required))]
    pub longest: Option<String>,
}

/// What the layers of a table hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub struct Statistics {
    /// The game.
    pub game: String,
    /// Every layer, the empty one first.
    pub layers: Vec<LayerStatistics>,
}

impl From<&LayerCounts> for LayerAnswer {
    fn from(counts: &LayerCounts) -> Self {
        Self {
            seeds: counts.seeds.count(),
            boards: counts.boards,
            won: counts.won,
            drawn: counts.drawn,
            lost: counts.lost,
            max_margin: counts.max_margin.seeds(),
            max_distance: counts.max_distance.map(|distance| distance.plies()),
        }
    }
}

impl HistogramAnswer {
    /// The histogram of one layer.
    pub fn new(seeds: Seeds, histogram: &BTreeMap<Margin, u64>) -> Self {
        let margin = |(margin, &boards): (&Margin, &u64)| MarginBoards { margin: margin.seeds(), boards };
        Self { seeds: seeds.count(), margins: histogram.iter().map(margin).collect() }
    }
}

impl Statistics {
    /// The statistics of a game's table.
    ///
    /// # Errors
    /// If the table is damaged.
    pub fn new(game: &str, table: &Table) -> Result<Self, TableError> {
        let layer = |seeds| {
            let histogram = census::histogram(table, seeds)?;
            Ok(LayerStatistics {
                counts: LayerAnswer::from(&census::count(table, seeds)?),
                margins: histogram.iter().map(|(margin, &boards)| (margin.seeds(), boards)).collect(),
                longest: census::longest(table, seeds)?.map(|board| board.to_string()),
            })
        };
        let layers: Result<_, TableError> = table.max_seeds().layers().map(layer).collect();
        Ok(Self { game: game.to_owned(), layers: layers? })
    }
}
