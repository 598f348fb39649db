//! Board <-> index, board <-> rank
//!
//! Every board has an *index*: its number among all boards of its shape. Boards with fewer seeds have lower indices, so each
//! layer is one contiguous range. The *rank* of a board is its number in its own layer. Both count from 0. Let S_j be the
//! seeds in the first j of P pits. The index of a board is
//!
//! ```text
//!     C(S_1, 1) + C(S_2 + 1, 2) + ... + C(S_P + P - 1, P)
//! ```
//!
//! The last term depends on the total alone: it is the index of the first board of the layer. Without the last term the sum
//! is the rank. A layer of n seeds has C(n + P - 1, P - 1) boards. [`Board::next`] steps from each board to the next one.

mod walk;

use crate::board::{Board, Seeds};
use crate::shape::{Any, MAX_ROW, Shape, Word};

pub(crate) use walk::{Prefixes, Route, Walk};

/// The index of all boards of one shape.
#[derive(Clone)]
pub struct Index<S: Shape = Any> {
    shape: S,
    /// `terms[j][s]` = C(s + j, j + 1), the term of the first j + 1 pits when they hold s seeds.
    terms: Box<[[u64; 256]; 2 * MAX_ROW]>,
}

/// Returns C(seeds + pits - 1, pits), the number of boards of `pits` pits with fewer than `seeds` seeds. Saturates at
/// `u64::MAX`.
fn boards_below(seeds: usize, pits: usize) -> u64 {
    let mut count: u128 = 1;
    for step in 1..=pits as u128 {
        // Exact: the product of `step` consecutive numbers is divisible by step!.
        count = count * (seeds as u128 + step - 1) / step;
    }
    u64::try_from(count).unwrap_or(u64::MAX)
}

impl<S: Shape> Index<S> {
    /// Prepares the index for boards of this shape.
    pub fn new(shape: S) -> Self {
        let mut terms = Box::new([[0_u64; 256]; 2 * MAX_ROW]);
        for pit in 0..shape.pits() {
            for seeds in 1..=Seeds::MAX.count() {
                // Boards whose last pit is empty, and boards that lose a seed if their last pit loses one.
                let empty = if pit == 0 { 1 } else { terms[pit - 1][seeds] };
                terms[pit][seeds] = empty.saturating_add(terms[pit][seeds - 1]);
            }
        }
        Self { shape, terms }
    }

    /// The shape of the boards.
    pub fn shape(&self) -> S {
        self.shape
    }

    /// Returns the number of boards with exactly this many seeds.
    ///
    /// Saturates at `u64::MAX`, like every count of boards here. No file or memory is that large.
    pub fn layer_boards(&self, seeds: Seeds) -> u64 {
        boards_below(seeds.count() + 1, self.shape.pits() - 1)
    }

    /// Returns the index of the first board of a layer. It equals the number of boards with fewer seeds.
    #[inline(always)]
    pub fn layer_start(&self, seeds: Seeds) -> u64 {
        self.terms[self.shape.pits() - 1][seeds.count()]
    }

    /// Returns the number of boards with at most this many seeds.
    pub fn boards(&self, seeds: Seeds) -> u64 {
        boards_below(seeds.count() + 1, self.shape.pits())
    }

    /// Returns the number of a board in its layer, from 0.
    #[inline(always)]
    pub fn rank_of(&self, board: Board<S>) -> u64 {
        self.sum_terms(board, self.shape.pits() - 1)
    }

    /// Returns the number of a board in the whole table, from 0.
    #[inline(always)]
    pub fn index_of(&self, board: Board<S>) -> u64 {
        self.sum_terms(board, self.shape.pits())
    }

    #[inline(always)]
    fn sum_terms(&self, board: Board<S>, pits: usize) -> u64 {
        let sums = board.word().prefix_sums().bytes();
        self.terms.iter().zip(sums).take(pits).map(|(terms, sum)| terms[usize::from(sum)]).sum()
    }

    /// Returns the layer of the board with these seeds, a number for each pit, and its rank there.
    #[inline(always)]
    pub(crate) fn place_of(&self, board: &[u8]) -> (Seeds, u64) {
        let (mut total, mut rank, mut last) = (0_u8, 0, 0);
        for (terms, &seeds) in self.terms.iter().zip(board) {
            total = total.wrapping_add(seeds);
            rank += last;
            last = terms[usize::from(total)];
        }
        (Seeds::from_byte(total), rank)
    }

    /// Returns the board with this index, or none if no board of up to 127 seeds has it.
    pub fn board(&self, index: u64) -> Option<Board<S>> {
        let mut rest = index;
        let mut most = usize::from(u8::from(Seeds::MAX));
        if index >= self.boards(Seeds::MAX) {
            return None;
        }
        let mut word = S::Word::ZERO;
        for pit in (0..self.shape.pits()).rev() {
            // The most seeds in the pits up to this one whose term still fits.
            let fitting = self.terms[pit][..=most].partition_point(|&term| term <= rest) - 1;
            rest -= self.terms[pit][fitting];
            if pit + 1 < self.shape.pits() {
                word = word.plus(S::Word::narrow((most - fitting) as u128).up(pit + 1));
            }
            most = fitting;
        }
        Some(Board::from_word(word.plus(S::Word::narrow(most as u128)), self.shape))
    }

    /// Returns the board of a layer with this rank, or none if the layer has fewer boards.
    pub fn board_at(&self, seeds: Seeds, rank: u64) -> Option<Board<S>> {
        if rank >= self.layer_boards(seeds) { None } else { self.board(self.layer_start(seeds) + rank) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Fixed;

    /// Enumerates the boards of layers 0..=seeds: each has the next index, and the index leads back to it.
    fn round_trip<S: Shape>(shape: S, seeds: usize) {
        let index = Index::new(shape);
        let mut expected = 0;
        for layer in Seeds::new(seeds).expect("in range").layers() {
            assert_eq!(index.layer_start(layer), expected);
            let mut board = Board::first(shape, layer);
            for rank in 0..index.layer_boards(layer) {
                assert_eq!(board.total(), layer);
                assert_eq!((index.rank_of(board), index.index_of(board)), (rank, expected), "{board}");
                assert_eq!(index.board(expected), Some(board));
                expected += 1;
                board = board.next();
            }
        }
        assert_eq!(index.boards(Seeds::new(seeds).expect("in range")), expected);
    }

    #[test]
    fn every_board_of_tihbat_goes_there_and_back() {
        round_trip(Fixed::<2>, 28);
        round_trip(Any::new(2).expect("in range"), 28);
    }

    #[test]
    fn every_board_of_modiar_goes_there_and_back() {
        round_trip(Fixed::<3>, 42);
    }

    #[test]
    fn every_size_goes_there_and_back() {
        round_trip(Fixed::<1>, 127);
        round_trip(Fixed::<4>, 9);
        round_trip(Fixed::<5>, 7);
        round_trip(Fixed::<8>, 5);
        for row in 1..=MAX_ROW {
            round_trip(Any::new(row).expect("in range"), 4);
        }
    }

    #[test]
    fn the_number_of_boards_of_a_layer_is_a_binomial() {
        let awari = Index::new(Fixed::<6>);
        let layers = [0, 1, 2, 12, 48].map(|seeds| awari.layer_boards(Seeds::new(seeds).expect("in range")));
        assert_eq!(layers, [1, 12, 78, 1_352_078, 279_871_768_995]);
        assert_eq!(Index::new(Fixed::<4>).boards(Seeds::new(56).expect("in range")), 4_426_165_368);
    }

    #[test]
    fn indices_after_the_last_board_have_no_board() {
        let index = Index::new(Fixed::<1>);
        let boards = index.boards(Seeds::MAX);
        assert!(index.board(boards - 1).is_some());
        assert_eq!(index.board(boards), None);
        assert_eq!(index.board_at(Seeds::NONE, 1), None);
    }
}
