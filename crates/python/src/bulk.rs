//! Questions about many boards at once
//!
//! Boards come as a copy of an array, and results leave as new arrays, so the work between is done without Python's lock.

use numpy::ndarray::{Array2, Array3};
use numpy::{IntoPyArray, PyArray2};
use pyo3::prelude::*;
use tihbat::board::{Board, BoardArray, Seeds};
use tihbat::index::Index;
use tihbat::moves::Moves;
use tihbat::rules::Clauses;
use tihbat::shape::{Any, Shape};
use tihbat::table::{Table, TableError};
use tihbat::value::{Distance, Forced, TableKind};

use crate::failure::{Answer, Failure};

/// Boards that are looked up between two looks at whether there was an interrupt.
const RUN: usize = 1 << 20;

/// Makes a named tuple of the Python part of the package.
fn named_tuple<'py>(
    py: Python<'py>,
    name: &str,
    parts: impl pyo3::call::PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("tihbat._arrays")?.getattr(name)?.call1(parts)
}

/// Makes room for this number of elements.
fn room<T: Clone>(count: usize, fill: T) -> Answer<Vec<T>> {
    let mut vector = Vec::new();
    let refused = |_| Failure::memory(format!("an array of {count} elements does not fit into memory"));
    vector.try_reserve_exact(count).map_err(refused)?;
    vector.resize(count, fill);
    Ok(vector)
}

/// Works on many boards, run by run, without Python's lock, and lets an interrupt in now and then.
fn in_runs(
    py: Python<'_>,
    rows: &BoardArray,
    mut work: impl FnMut(std::ops::Range<usize>) -> Answer<()> + Send,
) -> Answer<()> {
    for start in (0..rows.len()).step_by(RUN) {
        py.check_signals()?;
        py.detach(|| work(start..rows.len().min(start + RUN)))?;
    }
    Ok(())
}

/// Does something for each board, like [`in_runs`].
fn for_each(py: Python<'_>, rows: &BoardArray, mut visit: impl FnMut(usize, Board) -> Answer<()> + Send) -> Answer<()> {
    in_runs(py, rows, |run| run.clone().zip(rows.boards(run)).try_for_each(|(at, board)| visit(at, board)))
}

/// The margins and distances of many boards, or the four numbers of a table of bounds.
///
/// # Errors
/// If a board is none of the table, or its entry is damaged.
pub fn probe<'py>(py: Python<'py>, table: &Table, rows: &BoardArray) -> Answer<Bound<'py, PyAny>> {
    let count = rows.len();
    let plies = |distance: Option<Distance>| distance.map_or(0, Distance::plies);
    match table.kind() {
        TableKind::Margins => {
            let (mut margins, mut distances) = (room(count, 0_i8)?, room(count, 0_u16)?);
            in_runs(py, rows, |run| {
                Ok(table.probe_many(rows, run.start, &mut margins[run.clone()], &mut distances[run])?)
            })?;
            Ok(named_tuple(py, "Margins", (margins.into_pyarray(py), distances.into_pyarray(py)))?)
        }
        TableKind::Bounds => {
            let mut seeds = [room(count, 0_i8)?, room(count, 0_i8)?];
            let mut distances = [room(count, 0_u16)?, room(count, 0_u16)?];
            for_each(py, rows, |at, board| {
                let bounds = table.probe_bounds(board)?;
                let of = |forced: Forced| (u8::from(forced.seeds()) as i8, plies(forced.distance()));
                for (side, forced) in [bounds.forced, bounds.forced_other].into_iter().enumerate() {
                    (seeds[side][at], distances[side][at]) = of(forced);
                }
                Ok(())
            })?;
            let [forced, forced_other] = seeds.map(|column| column.into_pyarray(py));
            let [distances, other_distances] = distances.map(|column| column.into_pyarray(py));
            Ok(named_tuple(py, "ForcedSeeds", (forced, distances, forced_other, other_distances))?)
        }
    }
}

/// The indices of many boards.
///
/// # Errors
/// If one is no board.
pub fn indices<'py>(py: Python<'py>, index: &Index, rows: &BoardArray) -> Answer<Bound<'py, PyAny>> {
    let mut indices = room(rows.len(), 0_u64)?;
    for_each(py, rows, |at, board| {
        indices[at] = index.index_of(board);
        Ok(())
    })?;
    Ok(indices.into_pyarray(py).into_any())
}

/// The boards with these indices, a board in each row.
///
/// # Errors
/// If an index is larger than that of every board of `most` seeds.
pub fn boards_at<'py>(py: Python<'py>, index: &Index, indices: &[u64], most: Seeds) -> Answer<Bound<'py, PyAny>> {
    let pits = index.shape().pits();
    let mut seeds = room(indices.len() * pits, 0_u8)?;
    py.detach(|| {
        let boards = index.boards(most);
        for (row, &at) in seeds.chunks_exact_mut(pits).zip(indices) {
            let board = index.board(at).filter(|_| at < boards).ok_or_else(|| no_board(at, boards))?;
            row.iter_mut().zip(board.pits()).for_each(|(pit, seeds)| *pit = seeds);
        }
        Ok::<_, Failure>(())
    })?;
    Ok(as_rows(py, seeds, pits)?.into_any())
}

/// The failure of an index without a board.
pub fn no_board(index: impl std::fmt::Display, boards: u64) -> Failure {
    Failure::from(pyo3::exceptions::PyIndexError::new_err(format!(
        "there is no board with the index {index}; the table has {boards} boards"
    )))
}

/// A layer of boards of some shape.
///
/// # Errors
/// If a board never has this number of seeds.
pub fn layer(seeds: usize) -> Answer<Seeds> {
    let too_many = || Failure::position(format!("a board holds at most 127 seeds, not {seeds}"));
    Seeds::new(seeds).ok_or_else(too_many)
}

/// The number of boards of a layer.
///
/// # Errors
/// If there is no such layer.
pub fn count(shape: Any, seeds: usize) -> Answer<u64> {
    Ok(Index::new(shape).layer_boards(layer(seeds)?))
}

/// All boards of a layer in the order of the index, a board in each row.
///
/// # Errors
/// If there is no such layer, or it does not fit into memory.
pub fn boards<'py>(py: Python<'py>, shape: Any, seeds: usize) -> Answer<Bound<'py, PyArray2<u8>>> {
    let (count, pits) = (count(shape, seeds)?, shape.pits());
    let bytes = usize::try_from(count).ok().and_then(|count| count.checked_mul(pits));
    let bytes = bytes.ok_or_else(|| Failure::memory(format!("{count} boards do not fit into memory")))?;
    let (mut all, first) = (room(bytes, 0_u8)?, Board::first(shape, layer(seeds)?));
    py.detach(|| {
        let mut board = first;
        for row in all.chunks_exact_mut(pits) {
            row.iter_mut().zip(board.pits()).for_each(|(pit, seeds)| *pit = seeds);
            board = board.next();
        }
    });
    as_rows(py, all, pits)
}

fn as_rows(py: Python<'_>, seeds: Vec<u8>, pits: usize) -> Answer<Bound<'_, PyArray2<u8>>> {
    let shape = (seeds.len() / pits, pits);
    Ok(Array2::from_shape_vec(shape, seeds).map_err(|error| Failure::memory(error.to_string()))?.into_pyarray(py))
}

/// All successors of many boards.
///
/// # Errors
/// If one is no board.
pub fn successors<'py>(py: Python<'py>, clauses: &Clauses, rows: &BoardArray) -> Answer<Bound<'py, PyAny>> {
    let moves = Moves::shared(clauses);
    let (row, pits) = (clauses.shape().row(), clauses.shape().pits());
    // A column for each pit of the mover, and one for the pass.
    let columns = row + 1;
    let mut captured = room(rows.len() * columns, -1_i8)?;
    let mut boards = room(rows.len() * columns * pits, 0_u8)?;
    for_each(py, rows, |at, board| {
        moves.for_each(board, |pit, taken, after| {
            let place = at * columns + pit.map_or(row, |pit| pit.number());
            captured[place] = u8::from(taken) as i8;
            let target = &mut boards[place * pits..][..pits];
            target.iter_mut().zip(after.pits()).for_each(|(pit, seeds)| *pit = seeds);
        });
        Ok(())
    })?;
    let shape_error = |error: numpy::ndarray::ShapeError| Failure::memory(error.to_string());
    let captured = Array2::from_shape_vec((rows.len(), columns), captured).map_err(shape_error)?.into_pyarray(py);
    let boards = Array3::from_shape_vec((rows.len(), columns, pits), boards).map_err(shape_error)?.into_pyarray(py);
    Ok(named_tuple(py, "Successors", (captured, boards))?)
}

/// The layer of a table.
///
/// # Errors
/// If the table does not have it.
pub fn layer_of(table: &Table, seeds: usize) -> Answer<Seeds> {
    let seeds = layer(seeds)?;
    if seeds > table.max_seeds() {
        return Err(TableError::TooFewSeeds { expected: seeds, found: table.max_seeds() }.into());
    }
    Ok(seeds)
}
