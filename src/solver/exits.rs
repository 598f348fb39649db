//! Boards by the size of their best exit
//!
//! Labelling takes up the margins one after the other, and begins each with the boards that have an exit of that size.
//! They are kept sorted, as words, run by run, so that nothing has to be searched and no board found by its number.

use crate::board::Seeds;
use crate::shape::Word;

/// The boards of one run that an exit alone may decide, by the size of that exit.
pub(super) struct Exits<W> {
    /// Boards with an exit of size t are `boards[ends[t - 1]..ends[t]]`; the first are those of size 0, of which there
    /// are none.
    ends: Vec<u32>,
    boards: Vec<W>,
}

impl<W: Word> Exits<W> {
    /// Sorts what a forward pass found in a layer of `seeds` seeds.
    pub(super) fn sort(seeds: Seeds, found: &[(u8, W)]) -> Self {
        let mut ends = vec![0; seeds.count() + 1];
        for &(size, _) in found {
            ends[usize::from(size)] += 1;
        }
        let mut from = 0;
        for end in &mut ends {
            from += std::mem::replace(end, from);
        }
        let mut boards = vec![W::ZERO; found.len()];
        for &(size, board) in found {
            let at = &mut ends[usize::from(size)];
            boards[*at as usize] = board;
            *at += 1;
        }
        Self { ends, boards }
    }

    pub(super) fn of_size(&self, size: usize) -> &[W] {
        &self.boards[self.ends[size - 1] as usize..self.ends[size] as usize]
    }
}
