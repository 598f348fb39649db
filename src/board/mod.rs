//! The pits, the mover's row first
//!
//! A board says how many seeds are in each pit, in sowing (counter-clockwise) order. The pits of the mover come first. A board
//! does not know which player the mover is, nor what was captured: positions that differ only in those share one board and one
//! entry of a table. A turned board is the opponent's view.
//!
//! ```text
//!           pit 3 | pit 2        the opponent's row
//!           pit 0 | pit 1        the mover's row, sown from left to right
//! ```

mod array;

use std::fmt;
use std::str::FromStr;

use crate::shape::{Any, MAX_ROW, MAX_SEEDS, Shape, Word};
use crate::text::shown;

pub use array::BoardArray;

/// A pit, numbered in sowing order from 0. The mover's pits come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pit(u8);

impl Pit {
    /// Pit number `number`, from 0.
    pub const fn new(number: usize) -> Self {
        debug_assert!(number < 2 * MAX_ROW);
        Self(number as u8)
    }

    /// The number, from 0.
    pub const fn number(self) -> usize {
        self.0 as usize
    }
}

/// A number of seeds, 0 to 127. Also the name of a layer, which is all boards with this number of seeds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seeds(u8);

impl Seeds {
    /// No seed.
    pub const NONE: Self = Self(0);
    /// The most that a board may hold.
    pub const MAX: Self = Self(MAX_SEEDS);

    /// `count` seeds, or none if that is more than [`Seeds::MAX`].
    pub fn new(count: usize) -> Option<Self> {
        (count <= usize::from(MAX_SEEDS)).then_some(Self(count as u8))
    }

    /// The number of seeds in a byte of a checked board.
    #[inline(always)]
    pub(crate) const fn from_byte(count: u8) -> Self {
        debug_assert!(count <= MAX_SEEDS);
        Self(count)
    }

    /// Returns the number of seeds.
    #[inline(always)]
    pub const fn count(self) -> usize {
        self.0 as usize
    }

    /// Returns every layer, from the empty board to this number of seeds.
    pub fn layers(self) -> impl DoubleEndedIterator<Item = Self> {
        (0..=self.0).map(Self)
    }
}

impl From<Seeds> for u8 {
    fn from(seeds: Seeds) -> Self {
        seeds.0
    }
}

impl fmt::Display for Seeds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Seeds per pit, the mover's row first.
///
/// ```
/// use tihbat::board::Board;
///
/// let board: Board = "1-2-0-4".parse()?;
/// assert_eq!(board.total().count(), 7);
/// assert_eq!(board.turned().to_string(), "0-4-1-2");
/// # Ok::<(), tihbat::board::BoardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board<S: Shape = Any> {
    word: S::Word,
    shape: S,
}

impl Board {
    /// Makes the board with these seeds, in sowing order, the mover's row first.
    ///
    /// # Errors
    /// If the number of pits is not even and from 2 to 16, or if there are more than 127 seeds.
    pub fn new(pits: &[u8]) -> Result<Self, BoardError> {
        let shape = match pits.len() {
            odd if odd % 2 == 1 => return Err(BoardError::Pits { found: odd }),
            even => Any::new(even / 2).ok_or(BoardError::Pits { found: even })?,
        };
        let seeds = pits.iter().map(|&seeds| usize::from(seeds)).sum();
        if seeds > usize::from(MAX_SEEDS) {
            return Err(BoardError::Seeds { found: seeds });
        }
        let word = pits.iter().rev().fold(0, |word: u128, &seeds| word.up(1) | u128::from(seeds));
        Ok(Self { word, shape })
    }

    /// Returns the same board for code that knows the number of pits.
    #[inline]
    pub fn fixed<S: Shape>(self, shape: S) -> Board<S> {
        debug_assert_eq!(self.shape.row(), shape.row());
        Board { word: S::Word::narrow(self.word), shape }
    }
}

impl<S: Shape> Board<S> {
    /// The board whose seeds are the bytes of `word`. They add up to at most 127, and the bytes after the last pit are 0.
    #[inline(always)]
    pub(crate) fn from_word(word: S::Word, shape: S) -> Self {
        let board = Self { word, shape };
        debug_assert!(board.word & !(shape.own() | shape.opposite()) == S::Word::ZERO);
        debug_assert!(board.pits().map(usize::from).sum::<usize>() <= usize::from(MAX_SEEDS));
        board
    }

    /// Returns the seeds, one byte for each pit.
    #[inline(always)]
    pub(crate) fn word(self) -> S::Word {
        self.word
    }

    /// Returns the number of pits.
    #[inline(always)]
    pub fn shape(self) -> S {
        self.shape
    }

    /// Returns the first board of a layer: all seeds are in the opponent's last pit.
    pub fn first(shape: S, seeds: Seeds) -> Self {
        Self::from_word(S::Word::narrow(u128::from(seeds.0)).up(shape.pits() - 1), shape)
    }

    /// Returns the next board of the layer in the order of the [index](crate::index). The first filled pit after pit 0 gives
    /// one seed to the pit before it, and all seeds of pit 0 go to the same pit.
    ///
    /// Has no meaning on the last board of a layer, so count the steps.
    #[inline(always)]
    pub fn next(self) -> Self {
        let first = self.word & !(!S::Word::ZERO).up(1);
        let rest = self.word.minus(first);
        if rest == S::Word::ZERO {
            return self;
        }
        let one = S::Word::narrow(1);
        let from = rest.lowest_filled();
        let moved = first.plus(one).up(from - 1);
        Self::from_word(rest.minus(one.up(from)).plus(moved), self.shape)
    }

    /// Returns the same board in the opponent's view.
    #[inline(always)]
    pub fn turned(self) -> Self {
        let row = self.shape.row();
        let word = self.word.down(row) | (self.word & self.shape.own()).up(row);
        Self { word, shape: self.shape }
    }

    /// Returns the number of seeds in a pit.
    #[inline(always)]
    pub fn seeds(self, pit: Pit) -> Seeds {
        Seeds::from_byte(self.word.byte(pit.number()))
    }

    /// Returns the number of seeds in each pit, in sowing order, the mover's row first.
    pub fn pits(self) -> impl DoubleEndedIterator<Item = u8> + ExactSizeIterator {
        (0..self.shape.pits()).map(move |pit| self.word.byte(pit))
    }

    /// Returns the number of seeds on the board, which is its layer.
    #[inline(always)]
    pub fn total(self) -> Seeds {
        Seeds(self.word.prefix_sums().byte(self.shape.pits() - 1))
    }

    /// Returns the number of seeds in the mover's row.
    pub fn own_seeds(self) -> Seeds {
        Seeds(self.word.prefix_sums().byte(self.shape.row() - 1))
    }

    /// Returns the same board for code that serves all sizes.
    #[inline]
    pub fn any(self) -> Board {
        let shape = Any::new(self.shape.row()).expect("every shape has a legal size");
        Board { word: self.word.widen(), shape }
    }
}

impl<S: Shape> fmt::Display for Board<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (pit, seeds) in self.pits().enumerate() {
            if pit > 0 {
                f.write_str("-")?;
            }
            seeds.fmt(f)?;
        }
        Ok(())
    }
}

impl<S: Shape> fmt::Debug for Board<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

impl FromStr for Board {
    type Err = BoardError;

    fn from_str(text: &str) -> Result<Self, BoardError> {
        let mut pits = [0; 2 * MAX_ROW];
        let mut count = 0;
        for part in text.split('-') {
            let number = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
            let seeds =
                part.parse().ok().filter(|_| number).ok_or_else(|| BoardError::Number { found: part.to_owned() })?;
            if let Some(pit) = pits.get_mut(count) {
                *pit = seeds;
            }
            count += 1;
        }
        Self::new(pits.get(..count).ok_or(BoardError::Pits { found: count })?)
    }
}

/// What can be wrong with the text or the seeds of a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// Not a number of seeds.
    #[error("a pit holds a number of seeds from 0 to 127, not \"{}\"", shown(found))]
    Number {
        /// The text found.
        found: String,
    },
    /// An impossible number of pits.
    #[error("a board has an even number of pits from 2 to 16, not {found}")]
    Pits {
        /// The number of pits.
        found: usize,
    },
    /// Too many seeds.
    #[error("a board holds at most 127 seeds, not {found}")]
    Seeds {
        /// The number of seeds.
        found: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Board {
        text.parse().expect("a board")
    }

    #[test]
    fn text_and_board_go_both_ways() {
        for text in ["7-7-7-7", "0-0", "127-0", "1-2-3-4-5-6-7-8-9-10-11-12-13-14-15-7"] {
            assert_eq!(board(text).to_string(), text);
        }
    }

    #[test]
    fn bad_text_is_refused_with_what_was_found() {
        let error = |text: &str| text.parse::<Board>().expect_err("not a board");
        assert_eq!(error("7-7-7"), BoardError::Pits { found: 3 });
        assert_eq!(error("1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1"), BoardError::Pits { found: 18 });
        assert_eq!(error("100-28"), BoardError::Seeds { found: 128 });
        assert_eq!(error("7--7-7"), BoardError::Number { found: String::new() });
        assert_eq!(error("7-+7"), BoardError::Number { found: "+7".into() });
        assert_eq!(error("7-256"), BoardError::Number { found: "256".into() });
        assert_eq!(error(""), BoardError::Number { found: String::new() });
    }

    #[test]
    fn turning_twice_changes_nothing() {
        assert_eq!(board("1-2-3-4-5-6").turned(), board("4-5-6-1-2-3"));
        assert_eq!(board("1-2-3-4-5-6").turned().turned(), board("1-2-3-4-5-6"));
    }

    #[test]
    fn the_next_board_moves_one_seed_down() {
        assert_eq!(board("0-0-0-2").next(), board("0-0-1-1"));
        assert_eq!(board("0-2-0-0").next(), board("1-1-0-0"));
        assert_eq!(board("3-0-0-1").next(), board("0-0-4-0"));
    }
}
