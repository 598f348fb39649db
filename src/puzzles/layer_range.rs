//! The layers that a search goes through

use crate::board::{Board, Seeds};
use crate::index::Index;
use crate::position::{Position, Side};
use crate::rules::Rules;
use crate::table::Table;

/// A range of layers of a game: at least one seed, at most those of the game and of its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerRange {
    least: Seeds,
    most: Seeds,
}

impl LayerRange {
    /// The layers from `least` to `most` seeds that the game has and the table holds; none if there is no such layer.
    pub fn new(rules: &Rules, table: &Table, least: Seeds, most: Seeds) -> Option<Self> {
        let most = most.min(rules.seeds()).min(table.max_seeds());
        let least = least.max(Seeds::new(1)?);
        (least <= most).then_some(Self { least, most })
    }

    /// All layers that have at most this number of boards together, beginning with the smallest; none if the first is
    /// larger already.
    pub fn up_to_boards(rules: &Rules, table: &Table, boards: u64) -> Option<Self> {
        let most = table.max_seeds().layers().take_while(|&seeds| table.index().boards(seeds) <= boards).last()?;
        Self::new(rules, table, Seeds::NONE, most)
    }

    /// The layers, the smallest first.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Seeds> {
        self.most.layers().filter(move |&seeds| seeds >= self.least)
    }
}

/// A board of a game as a position with South to move, whose captured seeds are divided as evenly as possible.
pub(super) fn position_on(board: Board, rules: &Rules) -> Position {
    let captured = rules.seeds().count().saturating_sub(board.total().count());
    let part = |seeds| Seeds::new(seeds).expect("at most the seeds of a game");
    Position { board, side: Side::South, captured: [part(captured.div_ceil(2)), part(captured / 2)] }
}

/// The boards of a layer in the order of their ranks.
pub(super) fn boards(index: &Index, seeds: Seeds) -> impl Iterator<Item = Board> {
    let count = index.layer_boards(seeds);
    let first = Board::first(index.shape(), seeds);
    let boards = std::iter::successors(Some(first), |board| Some(board.next()));
    (0..count).zip(boards).map(|(_, board)| board)
}
