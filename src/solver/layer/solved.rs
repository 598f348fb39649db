//! A solved layer, as it is handed out

use std::borrow::Cow;
use std::ops::Range;

use crate::board::Seeds;
use crate::value::{Bounds, Distance, Margin, Value};

use super::distances::Distances;

/// A solved layer: the margin and the distance of every board, by rank; or its bounds, each with a distance.
pub struct Layer<'a> {
    seeds: Seeds,
    /// Margins; or F, then G.
    columns: Vec<Column<'a>>,
    max_distance: Distance,
}

/// A value and a distance of every board, by rank.
struct Column<'a> {
    values: Cow<'a, [i8]>,
    distances: Distances,
}

impl<'a> Layer<'a> {
    /// A layer with these columns: values, and distances in the same order.
    pub(in crate::solver) fn new<V: Into<Cow<'a, [i8]>>>(
        seeds: Seeds,
        values: impl IntoIterator<Item = V>,
        distances: impl IntoIterator<Item = Distances>,
        max_distance: Distance,
    ) -> Self {
        let column = |(values, distances): (V, _)| Column { values: values.into(), distances };
        Self { seeds, columns: values.into_iter().zip(distances).map(column).collect(), max_distance }
    }

    /// Returns the number of seeds on each of its boards.
    pub fn seeds(&self) -> Seeds {
        self.seeds
    }

    /// Returns the number of its boards.
    pub fn boards(&self) -> u64 {
        self.columns[0].values.len() as u64
    }

    /// Returns the longest distance in plies, or 0 if no board has one. Of a layer that was solved for both sides: the longest of
    /// both.
    pub fn max_distance(&self) -> Distance {
        self.max_distance
    }

    /// Returns a column as the bytes of a table, by rank: column 0 has the margins in the view of the mover, or the seeds F that
    /// the mover can force; column 1 the seeds G that the opponent can force.
    ///
    /// # Panics
    /// If a layer of this kind has no such column.
    pub fn column(&self, column: usize) -> &[i8] {
        &self.columns[column].values
    }

    /// Returns the distances in plies that belong to a column, of the boards with these ranks. Where the margin, F or G is 0 the
    /// distance is 0.
    ///
    /// # Panics
    /// If a layer of this kind has no such column.
    pub fn distances(&self, column: usize, ranks: Range<usize>) -> impl ExactSizeIterator<Item = u16> {
        self.columns[column].distances.range(ranks)
    }

    /// Returns the margin and the distance of the board with this rank, in the view of the mover.
    ///
    /// # Panics
    /// If the layer has bounds.
    pub fn value(&self, rank: u64) -> Value {
        let [column] = &self.columns[..] else { panic!("a layer of margins") };
        let margin = Margin::from_byte(column.values[rank as usize]).expect("labels are margins");
        Value::new(margin, column.distance(rank))
    }

    /// Returns the bounds of the board with this rank.
    ///
    /// # Panics
    /// If the layer has margins.
    pub fn bounds(&self, rank: u64) -> Bounds {
        let [forced, forced_other] = &self.columns[..] else { panic!("a layer of bounds") };
        let of = |column: &Column<'_>| (column.values[rank as usize] as u8, column.distance(rank));
        Bounds::new(of(forced), of(forced_other)).expect("at most 127 seeds are forced")
    }

    /// Returns the two columns as layers of their own.
    pub(in crate::solver) fn split(self) -> [Self; 2] {
        let Self { seeds, columns, max_distance } = self;
        let mut columns = columns.into_iter();
        [(); 2].map(|()| {
            let column = columns.next().expect("a layer of two columns");
            Self { seeds, columns: vec![column], max_distance }
        })
    }

    /// Returns the same layer with columns of its own.
    pub(in crate::solver) fn into_owned(self) -> Layer<'static> {
        let own = |Column { values, distances }| Column { values: Cow::Owned(values.into_owned()), distances };
        Layer { columns: self.columns.into_iter().map(own).collect(), ..self }
    }
}

impl Column<'_> {
    fn distance(&self, rank: u64) -> Distance {
        Distance::new(self.distances.get(rank as usize))
    }
}
