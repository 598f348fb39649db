//! What the layers of a table hold

use std::collections::BTreeMap;

use serde::Serialize;

use crate::board::Seeds;
use crate::census::{self, BoundsCounts, LayerCounts};
use crate::table::{Table, TableError};
use crate::value::{Margin, TableKind};

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

/// The boards of one layer of a table of bounds by whether their value depends on what a repetition pays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub struct BoundsLayerAnswer {
    /// Seeds of the layer.
    pub seeds: usize,
    /// All boards.
    pub boards: u64,
    /// Boards with the same value under every repetition rule.
    pub independent: u64,
    /// Boards whose value depends on what a repetition pays.
    pub dependent: u64,
    /// Boards on which neither side can force anything.
    pub nothing_forced: u64,
    /// The most seeds that the mover can force on a board.
    pub max_forced: usize,
    /// The longest distance, in plies; null if nothing is forced on any board.
    #[cfg_attr(feature = "serve", schema(required))]
    pub max_distance: Option<u16>,
}

/// The number of boards of one number of open seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct OpenBoards {
    /// The seeds that neither side can force.
    pub open: usize,
    /// Its boards.
    pub boards: u64,
}

/// The number of boards of each number of open seeds of one layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpenHistogramAnswer {
    /// Seeds of the layer.
    pub seeds: usize,
    /// The numbers of open seeds that occur, the smallest first.
    pub open: Vec<OpenBoards>,
}

/// Everything that is said of one layer on the web page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum LayerStatistics {
    /// Of a table of margins.
    Margins(MarginLayerStatistics),
    /// Of a table of bounds.
    Bounds(BoundsLayerAnswer),
}

/// Everything that is said of one layer of margins on the web page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "serve", derive(utoipa::ToSchema))]
pub struct MarginLayerStatistics {
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

impl From<&BoundsCounts> for BoundsLayerAnswer {
    fn from(counts: &BoundsCounts) -> Self {
        Self {
            seeds: counts.seeds.count(),
            boards: counts.boards,
            independent: counts.independent,
            dependent: counts.boards - counts.independent,
            nothing_forced: counts.nothing_forced,
            max_forced: counts.max_forced.count(),
            max_distance: counts.max_distance.map(|distance| distance.plies()),
        }
    }
}

impl OpenHistogramAnswer {
    /// The histogram of one layer.
    pub fn new(seeds: Seeds, histogram: &BTreeMap<Seeds, u64>) -> Self {
        let open = |(open, &boards): (&Seeds, &u64)| OpenBoards { open: open.count(), boards };
        Self { seeds: seeds.count(), open: histogram.iter().map(open).collect() }
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
            if table.kind() == TableKind::Bounds {
                return Ok(LayerStatistics::Bounds(BoundsLayerAnswer::from(&census::count_bounds(table, seeds)?)));
            }
            let histogram = census::histogram(table, seeds)?;
            Ok(LayerStatistics::Margins(MarginLayerStatistics {
                counts: LayerAnswer::from(&census::count(table, seeds)?),
                margins: histogram.iter().map(|(margin, &boards)| (margin.seeds(), boards)).collect(),
                longest: census::longest(table, seeds)?.map(|board| board.to_string()),
            }))
        };
        let layers: Result<_, TableError> = table.max_seeds().layers().map(layer).collect();
        Ok(Self { game: game.to_owned(), layers: layers? })
    }
}
