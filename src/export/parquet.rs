//! Apache Parquet: the columns of the CSV in one file, with types
//!
//! Rows are gathered into row groups and written column by column. The clauses of the table stand in the metadata of
//! the file.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::Compression;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, FloatType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;

use crate::position::{Position, Side};
use crate::value::{Bounds, Distance, TableKind, Value};

use super::error::ExportError;
use super::row::{Ending, Row, Worth};
use super::source::{About, Kind, Sink};

/// Rows of a group: enough to compress well, few enough to wait in memory.
const GROUP: usize = 1 << 17;

/// The schema of rows.
fn schema(about: &About) -> String {
    let worth = match about.table_kind() {
        TableKind::Margins => {
            "required int32 margin (INTEGER(8, true));
            optional int32 distance (INTEGER(16, false));
            required binary outcome (STRING);"
        }
        TableKind::Bounds => {
            "required int32 forced (INTEGER(8, false));
            optional int32 forced_distance (INTEGER(16, false));
            required int32 forced_other (INTEGER(8, false));
            optional int32 forced_other_distance (INTEGER(16, false));"
        }
    };
    let position = match about.kind {
        Kind::Boards => "",
        Kind::Positions => {
            "required binary side (STRING);
            required int32 captured_south (INTEGER(8, false));
            required int32 captured_north (INTEGER(8, false));"
        }
    };
    let ending = match (about.kind, about.table_kind()) {
        (Kind::Boards, _) => "",
        (Kind::Positions, TableKind::Margins) => "required float final_south; required float final_north;",
        (Kind::Positions, TableKind::Bounds) => {
            "required int32 least_south (INTEGER(8, false)); required int32 least_north (INTEGER(8, false));"
        }
    };
    format!(
        "message rows {{
            required int64 index (INTEGER(64, false));
            required int32 seeds (INTEGER(8, false));
            required binary board (STRING);
            {worth}
            required binary best (STRING);
            {position}
            {ending}
        }}"
    )
}

/// Writes rows as Parquet.
pub(super) struct Parquet<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    /// Rows of the group that is not full yet.
    waiting: Vec<Row>,
}

/// Whether a file begins and ends as one that was written here: the clauses are in the metadata at its end.
pub(super) fn is_own(head: &[u8], tail: &[u8]) -> bool {
    const MARK: &[u8] = b"tihbat.";
    head.starts_with(b"PAR1") && tail.ends_with(b"PAR1") && tail.windows(MARK.len()).any(|bytes| bytes == MARK)
}

/// The reason of an error, with a closed pipe still to be told from other failures.
fn reason(error: ParquetError) -> ExportError {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => (*error).into(),
            Err(inner) => ExportError::Parquet { why: inner.to_string() },
        },
        error => ExportError::Parquet { why: error.to_string() },
    }
}

impl<W: Write + Send> Parquet<W> {
    pub(super) fn new(out: W, about: &About) -> Result<Self, ExportError> {
        let schema = parse_message_type(&schema(about)).map_err(reason)?;
        let clauses = about.clauses.entries().map(|(name, value)| KeyValue::new(format!("tihbat.{name}"), value));
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(about.made_by.clone())
            .set_key_value_metadata(Some(clauses.into()))
            .build();
        let writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties)).map_err(reason)?;
        Ok(Self { writer, waiting: Vec::with_capacity(GROUP) })
    }

    /// Writes the rows that wait.
    fn write_group(&mut self) -> Result<(), ParquetError> {
        let rows = &self.waiting;
        let mut group = self.writer.next_row_group()?;
        write::<Int64Type>(&mut group, &rows.iter().map(|row| row.number as i64).collect::<Vec<_>>())?;
        write::<Int32Type>(&mut group, &rows.iter().map(|row| u8::from(row.board.total()).into()).collect::<Vec<_>>())?;
        write::<ByteArrayType>(
            &mut group,
            &rows.iter().map(|row| row.board.to_string().as_str().into()).collect::<Vec<_>>(),
        )?;
        write_worths(&mut group, rows)?;
        write::<ByteArrayType>(&mut group, &rows.iter().map(best).collect::<Vec<_>>())?;
        let positions: Vec<_> = rows.iter().filter_map(|row| row.position).collect();
        if !positions.is_empty() {
            write_positions(&mut group, &positions)?;
            write_endings(&mut group, &rows.iter().filter_map(Row::ending).collect::<Vec<_>>())?;
        }
        group.close()?;
        self.waiting.clear();
        Ok(())
    }
}

fn best(row: &Row) -> ByteArray {
    let mut text = String::new();
    let _ = row.best.write(row.side(), &mut text);
    text.as_str().into()
}

/// Writes the next column of a group.
fn write<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    values: &[T::T],
) -> Result<(), ParquetError> {
    let mut column = next(group)?;
    column.typed::<T>().write_batch(values, None, None)?;
    column.close()
}

/// Writes what the boards are worth. All rows are of one kind, so one of the two lists is empty.
fn write_worths(group: &mut SerializedRowGroupWriter<'_, impl Write + Send>, rows: &[Row]) -> Result<(), ParquetError> {
    let (mut values, mut bounds) = (Vec::new(), Vec::new());
    for row in rows {
        match row.worth {
            Worth::Margin(value) => values.push(value),
            Worth::Bounds(both) => bounds.push(both),
        }
    }
    if !values.is_empty() {
        write::<Int32Type>(group, &values.iter().map(|value| value.margin().seeds().into()).collect::<Vec<_>>())?;
        write_distances(group, &values.iter().map(|value| value.distance()).collect::<Vec<_>>())?;
        let outcome = |value: &Value| ByteArray::from(value.margin().outcome().name());
        write::<ByteArrayType>(group, &values.iter().map(outcome).collect::<Vec<_>>())?;
    }
    if !bounds.is_empty() {
        for of in [|bounds: &Bounds| bounds.forced, |bounds: &Bounds| bounds.forced_other] {
            let forced: Vec<_> = bounds.iter().map(of).collect();
            write::<Int32Type>(group, &forced.iter().map(|one| u8::from(one.seeds()).into()).collect::<Vec<_>>())?;
            write_distances(group, &forced.iter().map(|one| one.distance()).collect::<Vec<_>>())?;
        }
    }
    Ok(())
}

fn write_distances(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    distances: &[Option<Distance>],
) -> Result<(), ParquetError> {
    let present: Vec<i16> = distances.iter().map(|distance| distance.is_some().into()).collect();
    let values: Vec<i32> = distances.iter().flatten().map(|some| some.plies().into()).collect();
    let mut column = next(group)?;
    column.typed::<Int32Type>().write_batch(&values, Some(&present), None)?;
    column.close()
}

fn write_positions(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    positions: &[Position],
) -> Result<(), ParquetError> {
    let side = |position: &Position| ByteArray::from(position.side.letter().to_string().as_str());
    write::<ByteArrayType>(group, &positions.iter().map(side).collect::<Vec<_>>())?;
    for side in Side::BOTH {
        let captured = |position: &Position| u8::from(position.captured[side as usize]).into();
        write::<Int32Type>(group, &positions.iter().map(captured).collect::<Vec<_>>())?;
    }
    Ok(())
}

/// Writes the last columns of positions. All rows are of one kind.
fn write_endings(
    group: &mut SerializedRowGroupWriter<'_, impl Write + Send>,
    endings: &[Ending],
) -> Result<(), ParquetError> {
    for side in Side::BOTH {
        let (mut finals, mut least) = (Vec::new(), Vec::<i32>::new());
        for ending in endings {
            match ending {
                // Halves of at most 127 seeds are exact.
                Ending::Finals(totals) => finals.push(totals.of(side) as f32),
                Ending::Least(seeds) => least.push(u8::from(seeds[side as usize]).into()),
            }
        }
        if least.is_empty() {
            write::<FloatType>(group, &finals)?;
        } else {
            write::<Int32Type>(group, &least)?;
        }
    }
    Ok(())
}

fn next<'a>(
    group: &'a mut SerializedRowGroupWriter<'_, impl Write + Send>,
) -> Result<parquet::file::writer::SerializedColumnWriter<'a>, ParquetError> {
    group.next_column()?.ok_or_else(|| ParquetError::General("the schema has fewer columns than a row".to_owned()))
}

impl<W: Write + Send> Sink for Parquet<W> {
    type Done = W;

    fn rows(&mut self, rows: &[Row]) -> Result<(), ExportError> {
        for row in rows {
            self.waiting.push(*row);
            if self.waiting.len() == GROUP {
                self.write_group().map_err(reason)?;
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Result<W, ExportError> {
        if !self.waiting.is_empty() {
            self.write_group().map_err(reason)?;
        }
        self.writer.into_inner().map_err(reason)
    }
}
