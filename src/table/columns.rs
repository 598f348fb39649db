//! The columns of a table as arrays: for programs that work on all boards at once
//!
//! A column has one number for each board, in the order of the index. Where the file has the numbers as they are needed, a column is
//! the table's own bytes; where they are spread over two columns of bytes, or the table is read part by part, it is a copy.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use crate::board::Seeds;
use crate::value::TableKind;

use super::Table;
use super::cache::Keep;
use super::error::TableError;
use super::layout::ColumnKind;
use super::values::reserve;

/// Whose number of each board a column of values has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnOf {
    /// The margin of the mover, or what the mover can force.
    Mover,
    /// What the opponent can force. Only tables of bounds have this column.
    Opponent,
}

/// Distances of consecutive layers, in plies, 0 where there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayerColumn<'a> {
    /// None is longer than 255 plies.
    Bytes(Cow<'a, [u8]>),
    /// Some may be longer.
    Words(Vec<u16>),
}

impl Table {
    /// The values of all boards of some layers, in the order of the index, checked: margins, signed; or
    /// seeds that can be forced. They are the table's own bytes if it is in memory or mapped.
    ///
    /// ```
    /// use tihbat::{board::Seeds, rules::TIHBAT, solve, table::ColumnOf};
    ///
    /// let table = solve::table(TIHBAT.clauses(), TIHBAT.seeds())?;
    /// let margins = table.column(ColumnOf::Mover, Seeds::NONE..=table.max_seeds())?;
    /// assert_eq!(margins[table.index().index_of(TIHBAT.start()) as usize], -2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the table has fewer layers, or no such column, or the file is damaged or was changed, or a copy does not fit into memory.
    pub fn column(&self, of: ColumnOf, layers: RangeInclusive<Seeds>) -> Result<Cow<'_, [i8]>, TableError> {
        self.check_columns(of, *layers.end())?;
        Ok(match self.bytes_of(ColumnKind::Value(of as usize), layers)? {
            Cow::Borrowed(bytes) => Cow::Borrowed(bytemuck::cast_slice(bytes)),
            Cow::Owned(bytes) => Cow::Owned(bytes.into_iter().map(|byte| byte as i8).collect()),
        })
    }

    /// The distances that belong to [`Table::column`]. They are the table's own bytes if no distance of these layers is longer than 255
    /// plies, otherwise a copy, which takes two bytes for each board.
    ///
    /// # Errors
    /// Like [`Table::column`].
    pub fn distances(&self, of: ColumnOf, layers: RangeInclusive<Seeds>) -> Result<LayerColumn<'_>, TableError> {
        self.check_columns(of, *layers.end())?;
        let low = self.bytes_of(ColumnKind::DistanceLow(of as usize), layers.clone())?;
        let layout = &self.opened.layout;
        let high_kind = ColumnKind::DistanceHigh(of as usize);
        let Some(from) = layout.column(high_kind).map(|high| high.from).filter(|from| from <= layers.end()) else {
            return Ok(LayerColumn::Bytes(low));
        };
        let first = from.max(*layers.start());
        let high = self.bytes_of(high_kind, first..=*layers.end())?;
        let without = low.len() - high.len();
        let mut words = Vec::new();
        reserve(&mut words, low.len() as u64)?;
        words.extend(low[..without].iter().map(|&low| u16::from(low)));
        words.extend(low[without..].iter().zip(&*high).map(|(&low, &high)| u16::from_le_bytes([low, high])));
        Ok(LayerColumn::Words(words))
    }

    fn check_columns(&self, of: ColumnOf, last: Seeds) -> Result<(), TableError> {
        if of == ColumnOf::Opponent {
            self.check_kind(TableKind::Bounds)?;
        }
        if last > self.max_seeds() {
            return Err(TableError::TooFewSeeds { expected: last, found: self.max_seeds() });
        }
        Ok(())
    }

    /// The bytes of a column of some layers, which all have it, checked.
    fn bytes_of(&self, kind: ColumnKind, layers: RangeInclusive<Seeds>) -> Result<Cow<'_, [u8]>, TableError> {
        let layout = &self.opened.layout;
        let (first, last) = layers.into_inner();
        let boards = layout.index.layer_start(first)..layout.index.boards(last);
        let in_order = || last.layers().skip(first.count());
        if let Ok(bytes) = self.opened.access.whole() {
            for seeds in in_order() {
                self.blocks_of(seeds).try_for_each(|block| self.block(seeds, block, Keep::IfThereIsRoom).map(drop))?;
            }
            let range = layout.column(kind).map_or(0..0, |column| column.bytes(boards));
            return Ok(Cow::Borrowed(&bytes[range.start as usize..range.end as usize]));
        }
        let mut copy = Vec::new();
        reserve(&mut copy, boards.end.saturating_sub(boards.start))?;
        for seeds in in_order() {
            for block in self.blocks_of(seeds) {
                copy.extend_from_slice(self.block(seeds, block, Keep::IfThereIsRoom)?.column(kind));
            }
        }
        Ok(Cow::Owned(copy))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Clauses, TIHBAT};
    use crate::solve;
    use crate::table::TableAccess;

    fn seeds(count: usize) -> Seeds {
        Seeds::new(count).expect("in range")
    }

    /// The table itself, and the same read part by part.
    fn tables(clauses: &Clauses, folder: &std::path::Path) -> [Table; 2] {
        let table = solve::table(clauses, seeds(9)).expect("a table");
        let path = folder.join("table.mtb");
        std::fs::write(&path, table.read_range(0..table.bytes()).expect("bytes")).expect("a file");
        let guarded = Table::open_file(&path, 0, TableAccess::Guarded { cache_bytes: 1000 }).expect("a table");
        [table, guarded]
    }

    #[test]
    fn columns_are_what_probes_say() {
        let folder = tempfile::tempdir().expect("a folder");
        for table in tables(TIHBAT.clauses(), folder.path()) {
            for layers in [seeds(0)..=seeds(9), seeds(4)..=seeds(4), seeds(3)..=seeds(7)] {
                let margins = table.column(ColumnOf::Mover, layers.clone()).expect("margins");
                let LayerColumn::Bytes(distances) =
                    table.distances(ColumnOf::Mover, layers.clone()).expect("distances")
                else {
                    panic!("no distance is that long");
                };
                let values: Vec<_> =
                    layers.end().layers().skip(layers.start().count()).flat_map(|n| table.layer(n)).collect();
                assert_eq!((margins.len(), distances.len()), (values.len(), values.len()));
                for ((value, &margin), &distance) in values.into_iter().zip(&*margins).zip(&*distances) {
                    let value = value.expect("a value");
                    let plies = value.distance().map_or(0, |distance| distance.plies());
                    assert_eq!((value.margin().seeds(), plies), (margin, distance.into()));
                }
            }
        }
    }

    #[test]
    fn a_table_of_bounds_has_two_columns() {
        let folder = tempfile::tempdir().expect("a folder");
        let open = TIHBAT.clauses().changed("repetition", "open").expect("clauses");
        for table in tables(&open, folder.path()) {
            let columns =
                [ColumnOf::Mover, ColumnOf::Opponent].map(|of| table.column(of, seeds(8)..=seeds(9)).expect("seeds"));
            let bounds = [8, 9].into_iter().flat_map(|n| table.layer_bounds(seeds(n)));
            for (at, bounds) in bounds.enumerate() {
                let bounds = bounds.expect("bounds");
                let found = [bounds.forced, bounds.forced_other].map(|forced| forced.seeds().count() as i8);
                assert_eq!(found, [columns[0][at], columns[1][at]]);
            }
        }
    }

    #[test]
    fn what_a_table_does_not_have_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        for table in tables(TIHBAT.clauses(), folder.path()) {
            assert!(matches!(table.column(ColumnOf::Opponent, seeds(0)..=seeds(1)), Err(TableError::OtherKind { .. })));
            assert!(matches!(
                table.distances(ColumnOf::Mover, seeds(0)..=seeds(10)),
                Err(TableError::TooFewSeeds { .. })
            ));
        }
    }
}
