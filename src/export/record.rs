//! A row in names and words, for the text formats

use std::io;

use serde::Serialize;

use crate::parallel;
use crate::position::Side;

use super::row::Row;
use super::source::Kind;

/// The columns of a row about a board.
const BOARD_COLUMNS: &[&str] = &["index", "seeds", "board", "margin", "distance", "outcome", "best"];

/// The columns of a row about a position.
const POSITION_COLUMNS: &[&str] = &[
    "index",
    "seeds",
    "board",
    "margin",
    "distance",
    "outcome",
    "best",
    "side",
    "captured_south",
    "captured_north",
    "final_south",
    "final_north",
];

/// The names of the columns.
pub(super) fn columns(kind: Kind) -> &'static [&'static str] {
    match kind {
        Kind::Boards => BOARD_COLUMNS,
        Kind::Positions => POSITION_COLUMNS,
    }
}

/// A row in names and words. The fields are the columns, in their order.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum ExportRecord<'a> {
    Board(BoardRecord<'a>),
    Position(PositionRecord<'a>),
}

#[derive(Serialize)]
pub(super) struct BoardRecord<'a> {
    index: u64,
    seeds: u8,
    board: &'a str,
    margin: i8,
    distance: Option<u16>,
    outcome: &'static str,
    best: &'a str,
}

#[derive(Serialize)]
pub(super) struct PositionRecord<'a> {
    index: u64,
    seeds: u8,
    board: &'a str,
    margin: i8,
    distance: Option<u16>,
    outcome: &'static str,
    best: &'a str,
    side: char,
    captured_south: u8,
    captured_north: u8,
    final_south: f64,
    final_north: f64,
}

/// Rows that one thread puts in text at a time.
const PIECE: usize = 1 << 11;

/// The text of some rows, in pieces to be written in order: making text takes longer than working out what it says, so
/// it is made in parallel. `append` puts rows in text.
pub(super) fn texts(
    rows: &[Row],
    append: impl Fn(&[Row], &mut Words, &mut Vec<u8>) -> io::Result<()> + Sync,
) -> io::Result<Vec<Vec<u8>>> {
    let text = |rows: &[Row]| {
        let mut text = Vec::new();
        append(rows, &mut Words::default(), &mut text).map(|()| text)
    };
    parallel::map(rows.chunks(PIECE), text).collect()
}

/// Room for the words of one row after the other.
#[derive(Default)]
pub(super) struct Words {
    board: String,
    best: String,
}

impl Words {
    /// Puts a row in words.
    pub(super) fn record(&mut self, row: &Row) -> ExportRecord<'_> {
        use std::fmt::Write;

        self.board.clear();
        self.best.clear();
        let _ = write!(self.board, "{}", row.board).and_then(|()| row.best.write(row.side(), &mut self.best));
        let (board, best) = (self.board.as_str(), self.best.as_str());
        let index = row.number;
        let seeds = row.board.total().into();
        let margin = row.value.margin().seeds();
        let distance = row.value.distance().map(|distance| distance.plies());
        let outcome = row.value.margin().outcome().name();
        match row.standing {
            None => ExportRecord::Board(BoardRecord { index, seeds, board, margin, distance, outcome, best }),
            Some(standing) => {
                let [captured_south, captured_north] = standing.position.captured.map(u8::from);
                let [final_south, final_north] = Side::BOTH.map(|side| standing.finals.of(side));
                ExportRecord::Position(PositionRecord {
                    index,
                    seeds,
                    board,
                    margin,
                    distance,
                    outcome,
                    best,
                    side: standing.position.side.letter(),
                    captured_south,
                    captured_north,
                    final_south,
                    final_north,
                })
            }
        }
    }
}
