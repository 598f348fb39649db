//! Traps: positions whose largest capture gives seeds away
//!
//! The largest capture looks like the best move. If two captures are equally large, the better one counts, so nobody is
//! trapped by a choice between them.

use crate::analysis::{Analysis, AnalysisError, RankedMove};
use crate::board::{Board, Seeds};
use crate::moves::Moves;
use crate::position::Position;
use crate::progress::Progress;
use crate::table::TableError;
use crate::value::Value;

use super::layer_range::{LayerRange, boards, position_on};

/// A position whose largest capture gives seeds away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptureTrap {
    /// The position.
    pub position: Position,
    /// All moves, best first.
    pub moves: Vec<RankedMove>,
    /// The number, from 0, of the largest capture among these moves.
    pub tempting: usize,
    /// Seeds of the margin that the largest capture gives away, at least 1.
    pub given_away: u32,
}

/// Finds the boards of some layers whose largest capture gives most away, the worst first; of equally bad ones those with fewer
/// seeds, then those with a lower rank. `progress` is called with the number of boards just searched.
///
/// # Errors
/// If the table is damaged.
pub fn worst(
    analysis: &Analysis,
    layers: LayerRange,
    count: usize,
    progress: Progress<'_>,
) -> Result<Vec<CaptureTrap>, AnalysisError> {
    let (rules, table) = (analysis.rules(), analysis.table());
    let moves = Moves::shared(rules.clauses());
    let mut found: Vec<(u32, Position)> = Vec::new();
    for seeds in layers.iter() {
        for (board, value) in boards(table.index(), seeds).zip(table.layer(seeds)) {
            let value = value?;
            let Some(tempted) = largest_capture(&moves, board, |after| table.probe(after))? else { continue };
            let given_away = (i32::from(value.margin().seeds()) - tempted).max(0) as u32;
            let least = if found.len() < count { 0 } else { found.last().map_or(u32::MAX, |&(least, _)| least) };
            if given_away > least {
                let at = found.partition_point(|&(other, _)| other >= given_away);
                found.insert(at, (given_away, position_on(board, rules)));
                found.truncate(count);
            }
        }
        progress.add(table.index().layer_boards(seeds));
    }
    found.into_iter().map(|(given_away, position)| CaptureTrap::new(analysis, position, given_away)).collect()
}

/// Returns the margin of the largest capture of a board, for the mover; none if no move captures.
fn largest_capture(
    moves: &Moves,
    board: Board,
    probe: impl Fn(Board) -> Result<Value, TableError>,
) -> Result<Option<i32>, TableError> {
    let mut largest = Seeds::NONE;
    let mut margin: Result<Option<i32>, TableError> = Ok(None);
    moves.for_each(board, |_, captured, after| {
        if captured == Seeds::NONE || captured < largest || margin.is_err() {
            return;
        }
        match probe(after) {
            Ok(theirs) => {
                let worth = captured.count() as i32 - i32::from(theirs.margin().seeds());
                let equal = margin.as_ref().ok().copied().flatten().filter(|_| captured == largest);
                margin = Ok(Some(equal.map_or(worth, |other| other.max(worth))));
                largest = captured;
            }
            Err(error) => margin = Err(error),
        }
    });
    margin
}

impl CaptureTrap {
    fn new(analysis: &Analysis, position: Position, given_away: u32) -> Result<Self, AnalysisError> {
        let moves = analysis.best(&position)?;
        // The first of the largest captures is the best of them.
        let largest = moves.iter().map(|ranked| ranked.play.captured).max().unwrap_or(Seeds::NONE);
        let tempting = moves.iter().position(|ranked| ranked.play.captured == largest).unwrap_or(0);
        Ok(Self { position, moves, tempting, given_away })
    }
}
