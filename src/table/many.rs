//! The values of many boards at once: for programs that look millions of boards up in random order
//!
//! A large table does not fit into the caches of a processor, so a probe in random order mostly waits for memory. Here the places of
//! many boards are found first, and then all their bytes are read. No read depends on another one, so the processor waits for many at
//! the same time.

use crate::board::{BoardArray, Seeds};
use crate::shape::Shape;
use crate::value::TableKind;

use super::Table;
use super::error::TableError;
use super::layout::BLOCK;

/// Boards whose places are found before their bytes are read.
const TOGETHER: usize = 64;

impl Table {
    /// Writes the margins and the distances of many boards, for their movers, like [`Table::probe`] for each of them but faster. A
    /// distance is in plies, 0 where there is none. The boards are those from number `first` on, one for each margin.
    ///
    /// ```
    /// use tihbat::board::BoardArray;
    /// use tihbat::{rules::TIHBAT, solve};
    ///
    /// let table = solve::table(TIHBAT.clauses(), TIHBAT.seeds())?;
    /// let boards = BoardArray::new(table.index().shape(), vec![0, 0, 0, 1, 7, 7, 7, 7])?;
    /// let (mut margins, mut distances) = ([0; 2], [0; 2]);
    /// table.probe_many(&boards, 0, &mut margins, &mut distances)?;
    /// assert_eq!((margins, distances), ([0, -2], [0, 10]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Like [`Table::probe`], for a board that has no value. Some numbers were written then.
    ///
    /// # Panics
    /// If there are fewer boards than margins, or another number of distances.
    pub fn probe_many(
        &self,
        boards: &BoardArray,
        first: usize,
        margins: &mut [i8],
        distances: &mut [u16],
    ) -> Result<(), TableError> {
        self.check_kind(TableKind::Margins)?;
        let (expected, found) = (self.index().shape().pits(), boards.shape().pits());
        if expected != found {
            return Err(TableError::Shape { expected, found });
        }
        assert_eq!(margins.len(), distances.len(), "one distance for each margin");
        let seeds = &boards.seeds()[first * found..][..margins.len() * found];
        let groups = margins.chunks_mut(TOGETHER).zip(distances.chunks_mut(TOGETHER));
        for (group, (seeds, (margins, distances))) in seeds.chunks(TOGETHER * found).zip(groups).enumerate() {
            if self.probe_group(seeds, margins, distances).is_none() {
                // Each on its own: this checks blocks, reads parts of the file, and finds what is wrong.
                let start = first + group * TOGETHER;
                let group = boards.boards(start..start + margins.len());
                for (board, (margin, plies)) in group.zip(margins.iter_mut().zip(distances.iter_mut())) {
                    let value = self.probe(board)?;
                    (*margin, *plies) =
                        (value.margin().seeds(), value.distance().map_or(0, |distance| distance.plies()));
                }
            }
        }
        Ok(())
    }

    /// Writes the margins and the distances of up to [`TOGETHER`] boards of the right shape. None, and any numbers, if the table is read
    /// part by part, or a block was not checked yet, or a board has no value.
    fn probe_group(&self, seeds: &[u8], margins: &mut [i8], distances: &mut [u16]) -> Option<()> {
        let opened = &*self.opened;
        let bytes = opened.access.whole().ok()?;
        let (index, pits) = (&opened.layout.index, opened.layout.index.shape().pits());
        let mut places = [(Seeds::NONE, 0); TOGETHER];
        let mut most = Seeds::NONE;
        for (place, board) in places.iter_mut().zip(seeds.chunks_exact(pits)) {
            *place = index.place_of(board);
            most = most.max(place.0);
        }
        if most > self.max_seeds() {
            return None;
        }
        let mut indices = [0; TOGETHER];
        let mut checked = 1;
        for (at, &(seeds, rank)) in indices.iter_mut().zip(&places).take(margins.len()) {
            checked &= opened.checked(opened.layout.first_block(seeds) + rank / BLOCK);
            *at = index.layer_start(seeds) + rank;
        }
        if checked == 0 {
            return None;
        }
        let mut legal = true;
        for (&at, (margin, plies)) in indices.iter().zip(margins.iter_mut().zip(distances)) {
            (*margin, *plies) = opened.offsets.margin_and_plies(bytes, at);
            legal &= *margin != i8::MIN;
        }
        legal.then_some(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::Write;
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;
    use crate::board::Board;
    use crate::rules::{MODIAR, TIHBAT};
    use crate::solve;
    use crate::table::TableAccess;
    use crate::value::Value;

    fn seeds(count: usize) -> Seeds {
        Seeds::new(count).expect("in range")
    }

    /// Makes a table check its blocks again, like one that is too large to be checked at opening.
    fn forget_checks(table: &Table) {
        table.opened.checked.iter().for_each(|blocks| blocks.store(0, Relaxed));
    }

    fn array(boards: &[Board]) -> BoardArray {
        let seeds = boards.iter().flat_map(|board| board.pits()).collect();
        BoardArray::new(boards[0].shape(), seeds).expect("boards")
    }

    /// The values of the boards from number `first` on, from one call.
    fn at_once(table: &Table, array: &BoardArray, first: usize) -> Result<Vec<(i8, u16)>, TableError> {
        let (mut margins, mut distances) = (vec![1; array.len() - first], vec![1; array.len() - first]);
        table.probe_many(array, first, &mut margins, &mut distances)?;
        Ok(margins.into_iter().zip(distances).collect())
    }

    fn one_by_one(table: &Table, board: Board) -> (i8, u16) {
        let plies = |value: &Value| value.distance().map_or(0, |distance| distance.plies());
        let value = table.probe(board).expect("a value");
        (value.margin().seeds(), plies(&value))
    }

    #[test]
    fn many_boards_have_the_values_that_each_of_them_has() {
        let folder = tempfile::tempdir().expect("a folder");
        for (clauses, most) in [(TIHBAT.clauses(), 28), (MODIAR.clauses(), 13)] {
            let solved = solve::table(clauses, seeds(most)).expect("a table");
            let path = folder.path().join("table.mtb");
            std::fs::write(&path, solved.read_range(0..solved.bytes()).expect("bytes")).expect("a file");
            let guarded = TableAccess::Guarded { cache_bytes: 100_000 };
            let tables = [TableAccess::Mapped, guarded].map(|way| Table::open_file(&path, 0, way).expect("a table"));
            tables.iter().for_each(forget_checks);
            // In an order without a pattern, and some boards again.
            let boards: Vec<Board> = (0..solved.boards())
                .map(|step| step.wrapping_mul(0x9e37_79b9) % solved.boards())
                .map(|index| solved.index().board(index).expect("a board"))
                .collect();
            let (array, expected) = (array(&boards), boards.iter().map(|&board| one_by_one(&solved, board)));
            let expected: Vec<_> = expected.collect();
            for table in [&solved, &tables[0], &tables[1]] {
                assert_eq!(at_once(table, &array, 0).expect("values"), expected);
                assert_eq!(at_once(table, &array, boards.len() - 65).expect("values"), expected[boards.len() - 65..]);
                assert_eq!(at_once(table, &array, boards.len()).expect("no values"), []);
            }
        }
    }

    #[test]
    fn a_board_that_a_table_does_not_have_is_refused() {
        let table = solve::table(TIHBAT.clauses(), seeds(9)).expect("a table");
        let error = |texts: [&str; 2]| {
            at_once(&table, &array(&texts.map(|text| text.parse().expect("a board"))), 0).expect_err("no values")
        };
        assert!(
            matches!(error(["1-2-1-1", "7-7-7-7"]), TableError::TooFewSeeds { expected, .. } if expected == seeds(28))
        );
        assert!(matches!(error(["1-1-1-1-1-1", "1-1-1-1-1-1"]), TableError::Shape { expected: 4, found: 6 }));
        let open = TIHBAT.clauses().changed("repetition", "open").expect("clauses");
        let bounds = solve::table(&open, seeds(3)).expect("a table");
        let refused = at_once(&bounds, &array(&["1-1-1-0".parse().expect("a board")]), 0);
        assert!(matches!(refused, Err(TableError::OtherKind { .. })));
    }

    #[test]
    fn a_damaged_block_is_found() {
        let solved = solve::table(MODIAR.clauses(), seeds(6)).expect("a table");
        let mut bytes = solved.read_range(0..solved.bytes()).expect("bytes");
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("table.mtb");
        std::fs::write(&path, &bytes).expect("a file");
        let modified = std::fs::metadata(&path).and_then(|metadata| metadata.modified()).expect("a time");
        let table = Table::open_file(&path, 0, TableAccess::Mapped).expect("a table");
        forget_checks(&table);
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        let file = File::options().write(true).open(&path).expect("a table");
        (&file).write_all(&bytes).expect("written");
        file.set_modified(modified).expect("a time");
        let boards = ["1-0-0-0-0-0", "0-0-0-0-0-6"].map(|text| text.parse().expect("a board"));
        assert!(at_once(&table, &array(&boards[..1]), 0).is_ok());
        assert!(matches!(at_once(&table, &array(&boards), 0), Err(TableError::Block { .. })));
    }
}
