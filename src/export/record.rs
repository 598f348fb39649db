//! A row in names and words, for the text formats

use std::io;

use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::parallel;
use crate::position::Side;
use crate::value::{Distance, TableKind};

use super::row::{Ending, Row, Worth};
use super::source::Kind;

/// The names of the columns.
pub(super) fn columns(kind: Kind, table: TableKind) -> Vec<&'static str> {
    let worth: &[_] = match table {
        TableKind::Margins => &["margin", "distance", "outcome"],
        TableKind::Bounds => &["forced", "forced_distance", "forced_other", "forced_other_distance"],
    };
    let position: &[_] = match (kind, table) {
        (Kind::Boards, _) => &[],
        (Kind::Positions, TableKind::Margins) => {
            &["side", "captured_south", "captured_north", "final_south", "final_north"]
        }
        (Kind::Positions, TableKind::Bounds) => {
            &["side", "captured_south", "captured_north", "least_south", "least_north"]
        }
    };
    [&["index", "seeds", "board"], worth, &["best"], position].concat()
}

/// A row in names and words. The fields are the columns, in their order.
pub(super) struct ExportRecord<'a> {
    row: &'a Row,
    board: &'a str,
    best: &'a str,
}

impl Serialize for ExportRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let row = self.row;
        let worth = if matches!(row.worth, Worth::Margin(_)) { 3 } else { 4 };
        let mut fields = serializer.serialize_struct("row", 4 + worth + row.position.map_or(0, |_| 5))?;
        fields.serialize_field("index", &row.number)?;
        fields.serialize_field("seeds", &u8::from(row.board.total()))?;
        fields.serialize_field("board", self.board)?;
        match row.worth {
            Worth::Margin(value) => {
                fields.serialize_field("margin", &value.margin().seeds())?;
                fields.serialize_field("distance", &value.distance().map(Distance::plies))?;
                fields.serialize_field("outcome", value.margin().outcome().name())?;
            }
            Worth::Bounds(bounds) => {
                fields.serialize_field("forced", &u8::from(bounds.forced.seeds()))?;
                fields.serialize_field("forced_distance", &bounds.forced.distance().map(Distance::plies))?;
                fields.serialize_field("forced_other", &u8::from(bounds.forced_other.seeds()))?;
                fields
                    .serialize_field("forced_other_distance", &bounds.forced_other.distance().map(Distance::plies))?;
            }
        }
        fields.serialize_field("best", self.best)?;
        if let Some(position) = row.position {
            let [south, north] = position.captured.map(u8::from);
            fields.serialize_field("side", &position.side.letter())?;
            fields.serialize_field("captured_south", &south)?;
            fields.serialize_field("captured_north", &north)?;
        }
        match row.ending() {
            None => {}
            Some(Ending::Finals(totals)) => {
                fields.serialize_field("final_south", &totals.of(Side::South))?;
                fields.serialize_field("final_north", &totals.of(Side::North))?;
            }
            Some(Ending::Least([south, north])) => {
                fields.serialize_field("least_south", &u8::from(south))?;
                fields.serialize_field("least_north", &u8::from(north))?;
            }
        }
        fields.end()
    }
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
    pub(super) fn record<'a>(&'a mut self, row: &'a Row) -> ExportRecord<'a> {
        use std::fmt::Write;

        self.board.clear();
        self.best.clear();
        let _ = write!(self.board, "{}", row.board).and_then(|()| row.best.write(row.side(), &mut self.best));
        ExportRecord { row, board: &self.board, best: &self.best }
    }
}
