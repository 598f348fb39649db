//! A walk through a layer in rank order
//!
//! The first pits of a board run through all their fillings before any later pit changes. So a layer is a sequence of
//! *blocks*. The boards of a block agree on the later pits, and their first pits share the remaining seeds. The fillings of
//! the first pits, the *prefixes*, are listed once for all blocks. Each board is the sum of a prefix and the later pits of its
//! block, so that one addition and one load find it.

use crate::board::{Board, Seeds};
use crate::shape::{Shape, Word};

use super::{Index, boards_below};

/// The most prefixes, so that their list stays in the cache.
const MAX_PREFIXES: u64 = 1 << 16;

/// All fillings of the first pits, in the order of the index.
pub(crate) struct Prefixes<W> {
    /// The number of pits in a prefix.
    pits: usize,
    words: Vec<W>,
    /// By number of seeds: the position of the first prefix with that many seeds. The last entry is the number of prefixes.
    starts: Vec<usize>,
}

impl<W: Word> Prefixes<W> {
    /// Lists the prefixes for layers of at most `most` seeds. They have the largest number of pits that
    /// [`MAX_PREFIXES`] permits.
    pub(crate) fn new<S: Shape<Word = W>>(shape: S, most: Seeds) -> Self {
        let few = |&pits: &usize| boards_below(most.count() + 1, pits) <= MAX_PREFIXES;
        let pits = (2..shape.pits()).take_while(few).last().unwrap_or(1);
        let (mut words, mut starts) = (Vec::new(), vec![0]);
        for seeds in most.layers() {
            let mut prefix = Board::from_word(W::at(pits - 1, seeds.into()), shape);
            words.push(prefix.word());
            while prefix.word().byte(0) < seeds.into() {
                prefix = prefix.next();
                words.push(prefix.word());
            }
            starts.push(words.len());
        }
        Self { pits, words, starts }
    }

    /// Starts a walk through the layer of `seeds` seeds at the board with rank `first`.
    ///
    /// # Panics
    /// If the layer has no such board.
    pub(crate) fn walk<S: Shape<Word = W>>(&self, index: &Index<S>, seeds: Seeds, first: usize) -> Walk<'_, S> {
        let board = index.board_at(seeds, first as u64).expect("a walk starts inside its layer");
        let seeds = board.word().prefix_sums().byte(self.pits - 1);
        let later_pits = board.word() & (!W::ZERO).up(self.pits);
        let start = index.rank_of(Board::from_word(later_pits.plus(W::at(self.pits - 1, seeds)), board.shape()));
        let mut walk = Walk { prefixes: self, later_pits, seeds, end: start as usize, shift: 0 };
        walk.enter_block();
        walk
    }
}

/// A walk through a layer by rising rank.
pub(crate) struct Walk<'a, S: Shape> {
    prefixes: &'a Prefixes<S::Word>,
    /// The pits after the prefix, the same in the whole block.
    later_pits: S::Word,
    /// The seeds of each prefix in the block.
    seeds: u8,
    /// The rank of the first board after the block.
    end: usize,
    /// The position of a prefix is the rank of its board plus this, modulo the word size.
    shift: usize,
}

impl<S: Shape> Walk<'_, S> {
    /// Returns the board with this rank. Ranks must not fall from call to call.
    #[inline(always)]
    pub(crate) fn board(&mut self, rank: usize) -> S::Word {
        while rank >= self.end {
            self.next_block();
        }
        self.later_pits.plus(self.prefixes.words[rank.wrapping_add(self.shift)])
    }

    #[cold]
    #[inline(never)]
    fn next_block(&mut self) {
        // The lowest filled later pit gives one seed to the pit before it, and all seeds of the prefix go to the same pit.
        let from = self.later_pits.lowest_filled();
        self.later_pits = self.later_pits.minus(S::Word::at(from, 1));
        self.seeds += 1;
        if from > self.prefixes.pits {
            self.later_pits = self.later_pits.plus(S::Word::at(from - 1, self.seeds));
            self.seeds = 0;
        }
        self.enter_block();
    }

    /// Enters the block that starts where the last one ended.
    #[inline(always)]
    fn enter_block(&mut self) {
        let seeds = usize::from(self.seeds);
        self.shift = self.prefixes.starts[seeds].wrapping_sub(self.end);
        self.end += self.prefixes.starts[seeds + 1] - self.prefixes.starts[seeds];
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
        let prefixes = Prefixes::new(shape, most);
        for seeds in most.layers() {
            let boards = index.layer_boards(seeds) as usize;
            let all = std::iter::successors(Some(Board::first(shape, seeds)), |board| Some(board.next()));
            let words: Vec<_> = all.take(boards).map(Board::word).collect();
            for (first, step) in [(0, 1), (0, 7), (boards / 3, 1), (boards / 2, 7), (boards - 1, 1)] {
                let mut walk = prefixes.walk(&index, seeds, first);
                for rank in (first..boards).step_by(step) {
                    assert_eq!(walk.board(rank), words[rank], "{seeds} seeds, from {first} to {rank}");
                }
            }
        }
    }

    #[test]
    fn a_walk_reaches_every_board() {
        walks(Fixed::<1>, 127);
        walks(Fixed::<2>, 40);
        walks(Fixed::<3>, 20);
        walks(Fixed::<4>, 10);
        walks(Fixed::<6>, 6);
        // With several pits after the prefix.
        walks(Fixed::<2>, 75);
        walks(Fixed::<4>, 14);
        walks(Any::new(8).expect("in range"), 4);
    }
}
