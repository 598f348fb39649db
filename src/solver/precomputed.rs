//! What every layer of a game is solved with, computed once

use crate::board::{Board, Seeds};
use crate::index::{Index, Prefixes};
use crate::moves::Moves;
use crate::rules::Clauses;
use crate::shape::Shape;

use super::error::SolveError;
use super::memory;

/// Moves, index and walks for boards of one shape under one set of clauses.
pub(super) struct Precomputed<S: Shape> {
    pub(super) moves: Moves<S>,
    pub(super) index: Index<S>,
    /// For walks through a layer.
    pub(super) prefixes: Prefixes<S::Word>,
}

impl<S: Shape> Precomputed<S> {
    /// Prepares for layers of at most `most` seeds.
    ///
    /// # Errors
    /// If no memory can hold these layers.
    pub(super) fn new(clauses: &Clauses, shape: S, most: Seeds) -> Result<Self, SolveError> {
        let index = Index::new(shape);
        if !memory::is_addressable(&index, most) {
            return Err(SolveError::Layer { seeds: most, boards: index.layer_boards(most) });
        }
        Ok(Self { moves: Moves::new(clauses, shape), index, prefixes: Prefixes::new(shape, most) })
    }

    /// Returns the board that a word holds.
    #[inline(always)]
    pub(super) fn board(&self, word: S::Word) -> Board<S> {
        Board::from_word(word, self.index.shape())
    }
}
