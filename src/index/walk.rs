//! A walk through a layer in rank order
//!
//! The first pits of a board run through all their fillings before any later pit changes. So a layer is a sequence of
//! *blocks*. The boards of a block agree on the later pits, and their first pits share the remaining seeds. The fillings of
//! the first pits, the *prefixes*, are listed once for all blocks. Each board is the sum of a prefix and the later pits of its
//! block, so that one addition and one load find it.
//!
//! A *route* has a block of the layer now and then, so that a walk can start anywhere and skip boards that nobody wants.

use crate::board::{Board, Seeds};
use crate::shape::{Shape, Word};

use super::{Index, boards_below};

/// The most prefixes, so that their list stays in the cache.
const MAX_PREFIXES: u64 = 1 << 16;

/// Ranks between the blocks of a route.
const APART: usize = 1 << 9;

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

    /// Lists the blocks from which walks through the layer of `seeds` seeds start.
    pub(crate) fn route<S: Shape<Word = W>>(&self, index: &Index<S>, seeds: Seeds) -> Route<W> {
        let mut block = self.first_block(index.shape(), seeds);
        let ranks = (0..index.layer_boards(seeds)).step_by(APART);
        let blocks = ranks.map(|rank| {
            while rank >= block.end {
                self.next_block(&mut block);
            }
            block
        });
        Route { blocks: blocks.collect() }
    }

    /// Starts a walk through the layer that `route` belongs to.
    ///
    /// # Panics
    /// If the layer has no board with rank `first`.
    pub(crate) fn walk<'a>(&'a self, route: &'a Route<W>, first: usize) -> Walk<'a, W> {
        let block = route.blocks[first / APART];
        Walk { prefixes: self, route, block, shift: self.shift(block) }
    }

    /// Returns the block in which only the prefixes hold seeds.
    fn first_block<S: Shape<Word = W>>(&self, shape: S, seeds: Seeds) -> Block<W> {
        let first = Board::first(shape, seeds).word();
        let seeds = first.prefix_sums().byte(self.pits - 1);
        let mut block = Block { later_pits: first & (!W::ZERO).up(self.pits), seeds, end: 0 };
        block.end += self.boards_of(block);
        block
    }

    fn next_block(&self, block: &mut Block<W>) {
        // The lowest filled later pit gives one seed to the pit before it, and all seeds of the prefix go to the same pit.
        let from = block.later_pits.lowest_filled();
        block.later_pits = block.later_pits.minus(W::at(from, 1));
        block.seeds += 1;
        if from > self.pits {
            block.later_pits = block.later_pits.plus(W::at(from - 1, block.seeds));
            block.seeds = 0;
        }
        block.end += self.boards_of(*block);
    }

    fn boards_of(&self, block: Block<W>) -> u64 {
        let seeds = usize::from(block.seeds);
        (self.starts[seeds + 1] - self.starts[seeds]) as u64
    }

    /// Returns the position of the last prefix of a block minus the rank of its board, modulo the word size.
    fn shift(&self, block: Block<W>) -> usize {
        self.starts[usize::from(block.seeds) + 1].wrapping_sub(block.end as usize)
    }
}

/// Boards with the same later pits.
#[derive(Clone, Copy)]
struct Block<W> {
    /// The pits after the prefix.
    later_pits: W,
    /// The seeds of each prefix.
    seeds: u8,
    /// The rank of the first board after the block.
    end: u64,
}

/// Blocks of a layer: those of every [`APART`]th rank.
pub(crate) struct Route<W> {
    blocks: Vec<Block<W>>,
}

/// A walk through a layer by rising rank.
pub(crate) struct Walk<'a, W> {
    prefixes: &'a Prefixes<W>,
    route: &'a Route<W>,
    block: Block<W>,
    /// The position of a prefix is the rank of its board plus this, modulo the word size.
    shift: usize,
}

impl<W: Word> Walk<'_, W> {
    /// Returns the board with this rank. Ranks must not fall from call to call.
    #[inline(always)]
    pub(crate) fn board(&mut self, rank: usize) -> W {
        if rank as u64 >= self.block.end {
            self.go_on(rank);
        }
        self.block.later_pits.plus(self.prefixes.words[rank.wrapping_add(self.shift)])
    }

    /// Enters the block of a later board.
    #[cold]
    #[inline(never)]
    fn go_on(&mut self, rank: usize) {
        let ahead = self.route.blocks[rank / APART];
        if ahead.end > self.block.end {
            self.block = ahead;
        }
        while rank as u64 >= self.block.end {
            self.prefixes.next_block(&mut self.block);
        }
        self.shift = self.prefixes.shift(self.block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Any, Fixed};

    /// From several starts, all boards or few, against stepping.
    fn walks<S: Shape>(shape: S, most: usize) {
        let index = Index::new(shape);
        let most = Seeds::new(most).expect("a layer");
        let prefixes = Prefixes::new(shape, most);
        for seeds in most.layers() {
            let boards = index.layer_boards(seeds) as usize;
            let route = prefixes.route(&index, seeds);
            let all = std::iter::successors(Some(Board::first(shape, seeds)), |board| Some(board.next()));
            let words: Vec<_> = all.take(boards).map(Board::word).collect();
            for (first, step) in [(0, 1), (0, 7), (boards / 3, 1), (boards / 2, 7), (boards / 5, 900), (boards - 1, 1)]
            {
                let mut walk = prefixes.walk(&route, first);
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
