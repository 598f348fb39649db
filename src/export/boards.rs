//! Rows about boards, in the order of the index

use std::sync::Arc;

use crate::board::{Board, Seeds};
use crate::index::Index;
use crate::moves::Moves;
use crate::parallel;
use crate::progress::Progress;
use crate::reach;
use crate::rules::Rules;
use crate::sealed::Sealed;
use crate::table::{Table, TableError};

use super::error::ExportError;
use super::layers::Layers;
use super::row::Row;
use super::source::{About, Kind, LayerRows, Source};

/// Boards that one thread works out at a time.
const RUN: u64 = 1 << 11;

/// Boards that are worked out before they are written: enough to keep every thread busy, few enough to stay small.
const BATCH: u64 = 1 << 15;

/// The boards that can be reached from the start of a game, whoever is to move and whatever was captured.
pub struct Reached {
    /// A bit for every board, by number.
    bits: Vec<u64>,
}

impl Reached {
    /// Walks through a game, see [`reach::walk`].
    pub fn walk(rules: &Rules, progress: Progress<'_>) -> Self {
        let index = Index::new(rules.clauses().shape());
        let mut bits = vec![0; index.boards(rules.seeds()).div_ceil(64) as usize];
        let Ok(()) = reach::walk::<std::convert::Infallible>(rules, progress, |layer| {
            for position in layer.positions() {
                let number = index.index_of(position.board);
                bits[(number / 64) as usize] |= 1 << (number % 64);
            }
            Ok(())
        });
        Self { bits }
    }

    /// Whether the board with this number can be reached.
    pub fn holds(&self, number: u64) -> bool {
        self.bits.get((number / 64) as usize).is_some_and(|bits| bits >> (number % 64) & 1 == 1)
    }
}

/// The boards of some layers of a table.
pub struct BoardRows<'a> {
    table: &'a Table,
    moves: Arc<Moves>,
    reached: Option<Reached>,
    about: About,
}

impl<'a> BoardRows<'a> {
    /// The boards of these layers; only those in `reached`, if it is given.
    ///
    /// # Errors
    /// If the table has too few layers.
    pub fn new(table: &'a Table, layers: Layers, reached: Option<Reached>) -> Result<Self, TableError> {
        table.serves(table.clauses(), layers.last)?;
        let index = table.index();
        let layer = |seeds: Seeds| {
            let start = index.layer_start(seeds);
            let boards = index.layer_boards(seeds);
            let rows = reached
                .as_ref()
                .map(|reached| (start..start + boards).filter(|&number| reached.holds(number)).count() as u64);
            LayerRows { seeds, rows: rows.unwrap_or(boards), whole_from: rows.is_none().then_some(start) }
        };
        let about = About {
            kind: Kind::Boards,
            clauses: *table.clauses(),
            made_by: table.made_by().to_owned(),
            layers: layers.iter().map(layer).collect(),
        };
        let moves = Moves::shared(table.clauses());
        Ok(Self { table, moves, reached, about })
    }

    /// The rows about a layer's boards from `rank` on, up to [`RUN`] boards or the end of the layer.
    fn run(&self, seeds: Seeds, rank: u64) -> Result<Vec<Row>, TableError> {
        let index = self.table.index();
        let boards = RUN.min(index.layer_boards(seeds) - rank);
        let first = index.layer_start(seeds) + rank;
        let mut rows = Vec::with_capacity(boards as usize);
        let mut next = index.board_at(seeds, rank);
        for number in first..first + boards {
            let Some(board) = next else { break };
            if self.reached.as_ref().is_none_or(|reached| reached.holds(number)) {
                rows.push(Row::of_board(self.table, &self.moves, board)?);
            }
            next = Some(Board::next(board));
        }
        Ok(rows)
    }
}

impl Sealed for BoardRows<'_> {}

impl Source for BoardRows<'_> {
    fn about(&self) -> &About {
        &self.about
    }

    fn for_each_run(&self, visit: &mut dyn FnMut(&[Row]) -> Result<(), ExportError>) -> Result<(), ExportError> {
        for layer in &self.about.layers {
            let boards = self.table.index().layer_boards(layer.seeds);
            for batch in (0..boards).step_by(BATCH as usize) {
                let runs = (batch..boards.min(batch + BATCH)).step_by(RUN as usize).collect::<Vec<_>>();
                let runs = parallel::map(runs.into_iter(), |rank| self.run(layer.seeds, rank));
                let rows = runs.collect::<Result<Vec<_>, _>>()?.concat();
                // A byte may have changed after its block was checked.
                self.table.check_unchanged()?;
                visit(&rows)?;
            }
        }
        Ok(())
    }
}
