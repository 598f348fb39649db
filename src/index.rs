//! Board <-> number
//!
//! Every board has a number, and boards with fewer seeds have lower numbers. With S_j the seeds in the first j of P
//! pits, the number of a board is
//!
//! ```text
//!     C(S_1, 1) + C(S_2 + 1, 2) + ... + C(S_P + P - 1, P)
//! ```
//!
//! The last term depends on the total alone: it is where the layer of that many seeds begins, and C(n + P - 1, P - 1)
//! is its size. So one formula serves a layer (all terms but the last: the *rank*) and the whole table (all terms:
//! the *number*), and a layer is one contiguous run. [`Board::next`] walks it in this order.

use crate::board::{Board, Seeds};
use crate::shape::{Any, MAX_ROW, Shape, Word};

/// The terms of the formula for boards of one shape.
#[derive(Clone)]
pub struct Index<S: Shape = Any> {
    shape: S,
    /// `terms[j][s]` = C(s + j, j + 1), the term of the first j + 1 pits when they hold s seeds.
    terms: Box<[[u64; 256]; 2 * MAX_ROW]>,
}

/// C(seeds + pits - 1, pits): the boards of `pits` pits with fewer than `seeds` seeds; `u64::MAX` if that is more
/// than a `u64` holds.
pub(crate) fn boards_below(seeds: usize, pits: usize) -> u64 {
    let mut count: u128 = 1;
    for step in 1..=pits as u128 {
        // Exact: the product of `step` neighbouring numbers is divisible by step!.
        count = count * (seeds as u128 + step - 1) / step;
    }
    u64::try_from(count).unwrap_or(u64::MAX)
}

impl<S: Shape> Index<S> {
    /// The formula for boards of this shape.
    pub fn new(shape: S) -> Self {
        let mut terms = Box::new([[0_u64; 256]; 2 * MAX_ROW]);
        for pit in 0..shape.pits() {
            for seeds in 1..=Seeds::MAX.count() {
                // Boards whose last pit is empty, and those that have one seed less if it gives one away.
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

    /// The number of boards with exactly this many seeds.
    ///
    /// Saturates at `u64::MAX`, like every count of boards here; no file or memory is that large.
    pub fn layer_boards(&self, seeds: Seeds) -> u64 {
        boards_below(seeds.count() + 1, self.shape.pits() - 1)
    }

    /// The number of the layer's first board, which is the number of boards with fewer seeds.
    #[inline(always)]
    pub fn layer_start(&self, seeds: Seeds) -> u64 {
        self.terms[self.shape.pits() - 1][seeds.count()]
    }

    /// The number of boards with at most this many seeds.
    pub fn boards(&self, seeds: Seeds) -> u64 {
        boards_below(seeds.count() + 1, self.shape.pits())
    }

    /// The place of a board in its layer, from 0.
    #[inline(always)]
    pub fn rank(&self, board: Board<S>) -> u64 {
        self.sum_terms(board, self.shape.pits() - 1)
    }

    /// The number of a board among all boards.
    #[inline(always)]
    pub fn number(&self, board: Board<S>) -> u64 {
        self.sum_terms(board, self.shape.pits())
    }

    #[inline(always)]
    fn sum_terms(&self, board: Board<S>, pits: usize) -> u64 {
        let sums = board.word().prefix_sums().bytes();
        self.terms.iter().zip(sums).take(pits).map(|(terms, sum)| terms[usize::from(sum)]).sum()
    }

    /// The board with this number; none if even boards of 127 seeds have lower ones.
    pub fn board(&self, number: u64) -> Option<Board<S>> {
        let mut rest = number;
        let mut most = usize::from(u8::from(Seeds::MAX));
        if number >= self.boards(Seeds::MAX) {
            return None;
        }
        let mut word = S::Word::ZERO;
        for pit in (0..self.shape.pits()).rev() {
            // The largest number of seeds in the first pits whose term still fits.
            let fitting = self.terms[pit][..=most].partition_point(|&term| term <= rest) - 1;
            rest -= self.terms[pit][fitting];
            if pit + 1 < self.shape.pits() {
                word = word.plus(S::Word::narrow((most - fitting) as u128).up(pit + 1));
            }
            most = fitting;
        }
        Some(Board::from_word(word.plus(S::Word::narrow(most as u128)), self.shape))
    }

    /// The board of a layer with this rank.
    pub fn ranked(&self, seeds: Seeds, rank: u64) -> Option<Board<S>> {
        if rank >= self.layer_boards(seeds) { None } else { self.board(self.layer_start(seeds) + rank) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Fixed;

    /// Every board of layers 0..=seeds, by enumeration, has the number of its turn, and the number finds it again.
    fn round_trip<S: Shape>(shape: S, seeds: usize) {
        let index = Index::new(shape);
        let mut number = 0;
        for layer in Seeds::new(seeds).expect("in range").layers() {
            assert_eq!(index.layer_start(layer), number);
            let mut board = Board::first(shape, layer);
            for rank in 0..index.layer_boards(layer) {
                assert_eq!(board.total(), layer);
                assert_eq!((index.rank(board), index.number(board)), (rank, number), "{board}");
                assert_eq!(index.board(number), Some(board));
                number += 1;
                board = board.next();
            }
        }
        assert_eq!(index.boards(Seeds::new(seeds).expect("in range")), number);
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
    fn numbers_past_the_last_board_have_none() {
        let index = Index::new(Fixed::<1>);
        let boards = index.boards(Seeds::MAX);
        assert!(index.board(boards - 1).is_some());
        assert_eq!(index.board(boards), None);
        assert_eq!(index.ranked(Seeds::NONE, 1), None);
    }
}
