//! Statistics of the layers of a table

use std::collections::BTreeMap;

use crate::board::{Board, Seeds};
use crate::table::{Table, TableError};
use crate::value::{Bounds, Distance, Margin, Outcome};

/// The boards of one layer by what they are worth to the player to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerCounts {
    /// The layer.
    pub seeds: Seeds,
    /// All its boards.
    pub boards: u64,
    /// Boards with a positive margin.
    pub won: u64,
    /// Boards with margin 0.
    pub drawn: u64,
    /// Boards with a negative margin.
    pub lost: u64,
    /// The largest margin.
    pub max_margin: Margin,
    /// The longest distance; none if every board of the layer is drawn.
    pub max_distance: Option<Distance>,
}

/// The first board, in the order of the index, of those with the longest distance of a layer; none if every board is drawn.
///
/// # Errors
/// If the table is damaged there.
pub fn longest(table: &Table, seeds: Seeds) -> Result<Option<Board>, TableError> {
    let mut longest: Option<(Distance, usize)> = None;
    for (rank, value) in table.layer(seeds).enumerate() {
        let distance = value?.distance();
        if let Some(distance) = distance.filter(|&distance| longest.is_none_or(|(most, _)| distance > most)) {
            longest = Some((distance, rank));
        }
    }
    Ok(longest.and_then(|(_, rank)| table.index().board_at(seeds, rank as u64)))
}

/// Counts the boards of one layer of a table.
///
/// # Errors
/// If the table is damaged there.
pub fn count(table: &Table, seeds: Seeds) -> Result<LayerCounts, TableError> {
    let mut counts = LayerCounts {
        seeds,
        boards: table.index().layer_boards(seeds),
        won: 0,
        drawn: 0,
        lost: 0,
        max_margin: Margin::new(-127).expect("in range"),
        max_distance: None,
    };
    for value in table.layer(seeds) {
        let value = value?;
        match value.margin().outcome() {
            Outcome::Win => counts.won += 1,
            Outcome::Draw => counts.drawn += 1,
            Outcome::Loss => counts.lost += 1,
        }
        counts.max_margin = counts.max_margin.max(value.margin());
        counts.max_distance = counts.max_distance.max(value.distance());
    }
    table.check_unchanged()?;
    Ok(counts)
}

/// The number of boards of each margin in one layer of a table; margins that no board has are left out.
///
/// # Errors
/// If the table is damaged there.
pub fn histogram(table: &Table, seeds: Seeds) -> Result<BTreeMap<Margin, u64>, TableError> {
    let mut boards = BTreeMap::new();
    for value in table.layer(seeds) {
        let value = value?;
        *boards.entry(value.margin()).or_default() += 1;
    }
    table.check_unchanged()?;
    Ok(boards)
}

/// The boards of one layer by whether their value depends on what a repetition pays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundsCounts {
    /// The layer.
    pub seeds: Seeds,
    /// All its boards.
    pub boards: u64,
    /// Boards with the same value under every repetition rule: the bounds add up to all seeds.
    pub independent: u64,
    /// Boards on which neither side can force anything.
    pub nothing_forced: u64,
    /// The most seeds that the mover can force on a board.
    pub max_forced: Seeds,
    /// The longest distance; none if nothing is forced on any board.
    pub max_distance: Option<Distance>,
}

/// Counts the boards of one layer of a table of bounds.
///
/// # Errors
/// If the table is damaged there, or holds margins.
pub fn count_bounds(table: &Table, seeds: Seeds) -> Result<BoundsCounts, TableError> {
    let mut counts = BoundsCounts {
        seeds,
        boards: table.index().layer_boards(seeds),
        independent: 0,
        nothing_forced: 0,
        max_forced: Seeds::NONE,
        max_distance: None,
    };
    for bounds in table.layer_bounds(seeds) {
        let bounds = bounds?;
        counts.independent += u64::from(bounds.open(seeds) == Seeds::NONE);
        counts.nothing_forced += u64::from(bounds == Bounds::NOTHING);
        counts.max_forced = counts.max_forced.max(bounds.forced.seeds());
        counts.max_distance = counts.max_distance.max(bounds.forced.distance()).max(bounds.forced_other.distance());
    }
    table.check_unchanged()?;
    Ok(counts)
}

/// The number of boards of each number of open seeds, those that neither side can force, in one layer of a table of bounds.
///
/// # Errors
/// If the table is damaged there, or holds margins.
pub fn open_histogram(table: &Table, seeds: Seeds) -> Result<BTreeMap<Seeds, u64>, TableError> {
    let mut boards = BTreeMap::new();
    for bounds in table.layer_bounds(seeds) {
        let bounds = bounds?;
        *boards.entry(bounds.open(seeds)).or_default() += 1;
    }
    table.check_unchanged()?;
    Ok(boards)
}
