//! Boards by rising rank
//!
//! The first pits of a board run through all their fillings before the pits behind them change. So a layer is a row of
//! *blocks*: the boards that agree on the pits behind the first few, with as many seeds left for these. The fillings of
//! the first pits, the *fronts*, are listed once for all blocks, and a board is the sum of a front and of what lies behind.

use crate::board::{Board, Seeds};
use crate::index::{Index, boards_below};
use crate::shape::{Shape, Word};

/// Fronts at most, so that a list of them stays in the cache.
const MOST: u64 = 1 << 16;

/// The fillings of the first pits, in the order of the index.
pub(super) struct Fronts<W> {
    /// How many pits those are.
    pits: usize,
    words: Vec<W>,
    /// Where those of as many seeds begin, and where they all end.
    starts: Vec<usize>,
}

impl<W: Word> Fronts<W> {
    /// For layers of at most `most` seeds: the fronts of as many pits as there is room for.
    pub(super) fn new<S: Shape<Word = W>>(shape: S, most: Seeds) -> Self {
        let few = |&pits: &usize| boards_below(most.count() + 1, pits) <= MOST;
        let pits = (2..shape.pits()).take_while(few).last().unwrap_or(1);
        let (mut words, mut starts) = (Vec::new(), vec![0]);
        for seeds in most.layers() {
            let mut front = Board::from_word(W::at(pits - 1, seeds.into()), shape);
            words.push(front.word());
            while front.word().byte(0) < seeds.into() {
                front = front.next();
                words.push(front.word());
            }
            starts.push(words.len());
        }
        Self { pits, words, starts }
    }

    /// Walks along the layer of `seeds` seeds, from the board with rank `first` on.
    ///
    /// # Panics
    /// If there is no such board.
    pub(super) fn walk<S: Shape<Word = W>>(&self, index: &Index<S>, seeds: Seeds, first: usize) -> Walk<'_, S> {
        let board = index.ranked(seeds, first as u64).expect("a walk begins inside its layer");
        let seeds = board.word().prefix_sums().byte(self.pits - 1);
        let back = board.word() & (!W::ZERO).up(self.pits);
        let start = index.rank(Board::from_word(back.plus(W::at(self.pits - 1, seeds)), board.shape()));
        let mut walk = Walk { fronts: self, back, seeds, end: start as usize, shift: 0 };
        walk.block();
        walk
    }
}

/// A walk along a layer.
pub(super) struct Walk<'a, S: Shape> {
    fronts: &'a Fronts<S::Word>,
    /// What lies behind the fronts of this block.
    back: S::Word,
    /// The seeds of its fronts.
    seeds: u8,
    /// The rank behind its last board.
    end: usize,
    /// How far a front lies behind the rank of its board.
    shift: usize,
}

impl<S: Shape> Walk<'_, S> {
    /// The board with this rank, which is not below the one before.
    #[inline(always)]
    pub(super) fn board(&mut self, rank: usize) -> S::Word {
        while rank >= self.end {
            self.next_block();
        }
        self.back.plus(self.fronts.words[rank.wrapping_add(self.shift)])
    }

    #[cold]
    #[inline(never)]
    fn next_block(&mut self) {
        // The lowest filled pit behind the front gives a seed to the pit before it, and the seeds of the front go along.
        let from = self.back.lowest_filled();
        self.back = self.back.minus(S::Word::at(from, 1));
        self.seeds += 1;
        if from > self.fronts.pits {
            self.back = self.back.plus(S::Word::at(from - 1, self.seeds));
            self.seeds = 0;
        }
        self.block();
    }

    /// Goes to the end of the block that begins where the last one ended.
    #[inline(always)]
    fn block(&mut self) {
        let seeds = usize::from(self.seeds);
        self.shift = self.fronts.starts[seeds].wrapping_sub(self.end);
        self.end += self.fronts.starts[seeds + 1] - self.fronts.starts[seeds];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Any, Fixed};

    /// From several starts, all boards and every seventh, against stepping.
    fn walks<S: Shape>(shape: S, most: usize) {
        let index = Index::new(shape);
        let most = Seeds::new(most).expect("a layer");
        let fronts = Fronts::new(shape, most);
        for seeds in most.layers() {
            let boards = index.layer_boards(seeds) as usize;
            let all = std::iter::successors(Some(Board::first(shape, seeds)), |board| Some(board.next()));
            let words: Vec<_> = all.take(boards).map(Board::word).collect();
            for (first, step) in [(0, 1), (0, 7), (boards / 3, 1), (boards / 2, 7), (boards - 1, 1)] {
                let mut walk = fronts.walk(&index, seeds, first);
                for rank in (first..boards).step_by(step) {
                    assert_eq!(walk.board(rank), words[rank], "{seeds} seeds, from {first} to {rank}");
                }
            }
        }
    }

    #[test]
    fn a_walk_comes_by_every_board() {
        walks(Fixed::<1>, 127);
        walks(Fixed::<2>, 40);
        walks(Fixed::<3>, 20);
        walks(Fixed::<4>, 10);
        walks(Fixed::<6>, 6);
        // With several pits behind the fronts.
        walks(Fixed::<2>, 75);
        walks(Fixed::<4>, 14);
        walks(Any::new(8).expect("in range"), 4);
    }
}
