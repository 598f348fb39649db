//! A solved layer, as it is handed out

use std::borrow::Cow;
use std::ops::Range;

use crate::board::Seeds;
use crate::value::{Distance, Margin, Value};

use super::distances::Distances;

/// A solved layer: the margin and the distance of every board, by rank.
pub struct Layer<'a> {
    seeds: Seeds,
    margins: Cow<'a, [i8]>,
    distances: Distances,
    max_distance: Distance,
}

impl<'a> Layer<'a> {
    pub(in crate::solver) fn new(
        seeds: Seeds,
        margins: impl Into<Cow<'a, [i8]>>,
        distances: Distances,
        max_distance: Distance,
    ) -> Self {
        Self { seeds, margins: margins.into(), distances, max_distance }
    }

    /// Returns the number of seeds on each of its boards.
    pub fn seeds(&self) -> Seeds {
        self.seeds
    }

    /// Returns the number of its boards.
    pub fn boards(&self) -> u64 {
        self.margins.len() as u64
    }

    /// Returns the longest distance in plies, or 0 if no board has one. Of a layer that was solved for both sides: the longest of
    /// both.
    pub fn max_distance(&self) -> Distance {
        self.max_distance
    }

    /// Returns the margins of all boards by rank, each in the view of the mover, as the bytes of a table.
    pub fn margins(&self) -> &[i8] {
        &self.margins
    }

    /// Returns the distances in plies of the boards with these ranks. Where the margin is 0 the distance is 0.
    pub fn distances(&self, ranks: Range<usize>) -> impl ExactSizeIterator<Item = u16> {
        self.distances.range(ranks)
    }

    /// Returns the value of the board with this rank, in the view of the mover.
    pub fn value(&self, rank: u64) -> Value {
        let margin = Margin::from_byte(self.margins[rank as usize]).expect("labels are margins");
        Value::new(margin, Distance::new(self.distances.get(rank as usize)))
    }

    /// Returns the same layer with margins of its own.
    pub(in crate::solver) fn into_owned(self) -> Layer<'static> {
        Layer { margins: Cow::Owned(self.margins.into_owned()), ..self }
    }
}
