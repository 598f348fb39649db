//! Rows about the reachable positions of a game

use std::sync::Arc;

use crate::analysis::{AnalysisError, AnyAnalysis};
use crate::moves::Moves;
use crate::parallel;
use crate::position::Position;
use crate::progress::Progress;
use crate::reach;
use crate::rules::Rules;
use crate::sealed::Sealed;
use crate::table::{Table, TableError};

use super::error::ExportError;
use super::layers::Layers;
use super::row::{Best, Row, Worth};
use super::source::{About, Kind, LayerRows, Source};

/// Positions that are worked out before they are written.
const BATCH: usize = 1 << 14;

/// Positions that one thread works out at a time.
const RUN: usize = 1 << 9;

/// The reachable positions of a game in some layers, with a table of its clauses.
///
/// A row says what play from the position on gives, as [`Analysis::value`] does: the start of a game whose first move
/// captures nothing is the one row that is not what the table says about its board.
pub struct PositionRows<'a> {
    rules: Rules,
    table: &'a Table,
    moves: Arc<Moves>,
    start: Row,
    about: About,
}

impl<'a> PositionRows<'a> {
    /// Walks through the game once to count its positions. `progress` is called with the number of boards just looked
    /// at.
    ///
    /// # Errors
    /// If the table is of other rules, or has too few layers.
    pub fn new(rules: &Rules, table: &'a Table, layers: Layers, progress: Progress<'_>) -> Result<Self, AnalysisError> {
        table.serves(rules.clauses(), rules.seeds())?;
        let mut counts = Vec::new();
        let Ok(()) = reach::walk::<std::convert::Infallible>(rules, progress, |layer| {
            if layers.holds(layer.seeds()) {
                let rows = layer.counts().positions;
                counts.push(LayerRows { seeds: layer.seeds(), rows, whole_from: None });
            }
            Ok(())
        });
        let about = About {
            kind: Kind::Positions,
            clauses: *table.clauses(),
            made_by: table.made_by().to_owned(),
            layers: counts,
        };
        let moves = Moves::shared(table.clauses());
        let start = start(rules, table)?;
        Ok(Self { rules: *rules, table, moves, start, about })
    }

    fn row(&self, position: Position) -> Result<Row, TableError> {
        if self.start.position == Some(position) {
            return Ok(self.start);
        }
        Row::of_position(self.table, &self.moves, position)
    }
}

/// The row about the start of a game.
fn start(rules: &Rules, table: &Table) -> Result<Row, AnalysisError> {
    let position = Position::start(rules);
    let (worth, best): (_, Vec<_>) = match AnyAnalysis::new(*rules, table)? {
        AnyAnalysis::Margins(analysis) => {
            let moves = analysis.best(&position)?.into_iter().filter(|ranked| ranked.best);
            (Worth::Margin(analysis.value(&position)?.value), moves.map(|ranked| ranked.play.pit).collect())
        }
        AnyAnalysis::Bounds(analysis) => {
            let game = analysis.in_game(analysis.game(position)?, Progress::NONE)?;
            let moves = game.best()?.into_iter().filter(|ranked| ranked.best);
            (Worth::Bounds(game.value()?.bounds), moves.map(|ranked| ranked.play.pit).collect())
        }
    };
    Ok(Row {
        number: table.index().index_of(position.board),
        board: position.board,
        worth,
        best: best.into_iter().fold(Best::default(), Best::with),
        position: Some(position),
    })
}

impl Sealed for PositionRows<'_> {}

impl Source for PositionRows<'_> {
    fn about(&self) -> &About {
        &self.about
    }

    fn for_each_run(&self, visit: &mut dyn FnMut(&[Row]) -> Result<(), ExportError>) -> Result<(), ExportError> {
        reach::walk(&self.rules, Progress::NONE, |layer| {
            if !self.about.layers.iter().any(|about| about.seeds == layer.seeds()) {
                return Ok(());
            }
            let mut positions = layer.positions();
            loop {
                let batch: Vec<_> = positions.by_ref().take(BATCH).collect();
                if batch.is_empty() {
                    return Ok(());
                }
                let row = |position: &Position| self.row(*position);
                let runs = parallel::map(batch.chunks(RUN), |run| run.iter().map(row).collect::<Result<Vec<_>, _>>());
                let rows = runs.collect::<Result<Vec<_>, _>>()?.concat();
                // A byte may have changed after its block was checked.
                self.table.check_unchanged()?;
                visit(&rows)?;
            }
        })
    }
}
