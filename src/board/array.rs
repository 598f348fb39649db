//! Many boards as one run of bytes: for programs that ask about millions at once

use std::ops::Range;

use super::{Board, BoardError};
use crate::shape::{Any, MAX_SEEDS, Shape, Word};

/// Boards of one shape, one after the other, a byte for each pit. Every board was checked.
///
/// ```
/// use tihbat::board::BoardArray;
/// use tihbat::shape::Any;
///
/// let array = BoardArray::new(Any::new(2).expect("a size"), vec![7, 7, 7, 7, 1, 2, 0, 4])?;
/// assert_eq!(array.iter().map(|board| board.to_string()).collect::<Vec<_>>(), ["7-7-7-7", "1-2-0-4"]);
/// # Ok::<(), tihbat::board::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardArray {
    shape: Any,
    seeds: Vec<u8>,
}

impl BoardArray {
    /// Takes the seeds of many boards, board by board, each in sowing order with the mover's row first.
    ///
    /// # Errors
    /// The first board with more than 127 seeds, or a last board with fewer pits than the shape has.
    pub fn new(shape: Any, seeds: Vec<u8>) -> Result<Self, BoardError> {
        let boards = seeds.chunks_exact(shape.pits());
        if !boards.remainder().is_empty() {
            return Err(BoardError::Pits { found: boards.remainder().len() });
        }
        let total = |board: &[u8]| board.iter().map(|&seeds| u16::from(seeds)).sum::<u16>();
        match boards.map(total).find(|&total| total > u16::from(MAX_SEEDS)) {
            Some(found) => Err(BoardError::Seeds { found: found.into() }),
            None => Ok(Self { shape, seeds }),
        }
    }

    /// The shape of the boards.
    pub fn shape(&self) -> Any {
        self.shape
    }

    /// The number of boards.
    pub fn len(&self) -> usize {
        self.seeds.len() / self.shape.pits()
    }

    /// Whether there are no boards.
    pub fn is_empty(&self) -> bool {
        self.seeds.is_empty()
    }

    /// The seeds of all boards, board by board.
    pub(crate) fn seeds(&self) -> &[u8] {
        &self.seeds
    }

    /// The boards in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Board> {
        self.boards(0..self.len())
    }

    /// The boards with these numbers, counted from 0.
    ///
    /// # Panics
    /// If there are not that many boards.
    pub fn boards(&self, numbers: Range<usize>) -> impl ExactSizeIterator<Item = Board> {
        let pits = self.shape.pits();
        self.seeds[numbers.start * pits..numbers.end * pits].chunks_exact(pits).map(|seeds| {
            let word = seeds.iter().rev().fold(0, |word: u128, &seeds| word.up(1) | u128::from(seeds));
            Board::from_word(word, self.shape)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn array(row: usize, seeds: &[u8]) -> Result<BoardArray, BoardError> {
        BoardArray::new(Any::new(row).expect("a size"), seeds.to_vec())
    }

    #[test]
    fn they_are_the_boards_that_are_made_one_by_one() {
        for row in 1..=8_u8 {
            let seeds: Vec<u8> = (0..6 * row).map(|at| at % 7).collect();
            let array = array(row.into(), &seeds).expect("boards");
            let one_by_one = seeds.chunks(2 * usize::from(row)).map(|seeds| Board::new(seeds).expect("a board"));
            assert_eq!((array.len(), array.is_empty()), (3, false));
            assert!(array.iter().eq(one_by_one));
            assert_eq!(array.boards(1..2).next(), array.iter().nth(1));
        }
        assert!(array(3, &[]).expect("no boards").is_empty());
    }

    #[test]
    fn a_row_that_is_no_board_is_refused() {
        assert_eq!(array(1, &[127, 0, 100, 28, 255, 255]), Err(BoardError::Seeds { found: 128 }));
        assert_eq!(array(2, &[1, 2, 3, 4, 5]), Err(BoardError::Pits { found: 1 }));
        assert!(array(8, &[255; 16]).is_err());
    }
}
