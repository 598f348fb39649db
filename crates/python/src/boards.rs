//! From Python's objects to boards, and back
//!
//! One board is a text (`"1-2-1-1"`), a sequence of seeds, or a position. Many boards are an array with a board in each row.

use numpy::{PyArray2, PyArrayDyn, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use tihbat::board::{Board, BoardArray};
use tihbat::shape::{Any, Shape};

use crate::failure::{Answer, Failure};
use crate::position::PyPosition;

/// One board, or many.
pub enum Boards {
    /// A board.
    One(Board),
    /// An array of boards.
    Many(BoardArray),
}

/// Reads one board, or many of this shape.
///
/// # Errors
/// If it is none.
pub fn read(boards: &Bound<'_, PyAny>, shape: Any) -> Answer<Boards> {
    if let Ok(text) = boards.cast::<PyString>() {
        return Ok(Boards::One(of_text(text.to_str()?)?));
    }
    if let Ok(position) = boards.cast::<PyPosition>() {
        return Ok(Boards::One(position.get().position.board));
    }
    if let Ok(array) = boards.cast::<PyUntypedArray>()
        && array.ndim() != 1
    {
        return Ok(Boards::Many(rows(array, shape)?));
    }
    let seeds = boards.extract::<Vec<u8>>().map_err(|error| {
        Failure::position(format!(
            "a board is a text like \"1-2-1-1\", a sequence of seeds from 0 to 127, or a row of a two-dimensional array ({error})"
        ))
    })?;
    Ok(Boards::One(Board::new(&seeds)?))
}

/// Reads many boards only.
///
/// # Errors
/// If it is no array of boards.
pub fn read_rows(boards: &Bound<'_, PyAny>, shape: Any) -> Answer<BoardArray> {
    match boards.cast::<PyUntypedArray>() {
        Ok(array) => rows(array, shape),
        Err(_) => Err(Failure::position(format!(
            "expected a numpy array of shape (n, {}), a board in each row",
            shape.pits()
        ))),
    }
}

fn of_text(text: &str) -> Answer<Board> {
    if text.contains(',') && !text.contains('-') {
        let dashes = text.split(',').map(str::trim).collect::<Vec<_>>().join("-");
        return Ok(dashes.parse()?);
    }
    Ok(text.trim().parse()?)
}

/// The boards of an array with two dimensions, of any type of whole numbers. They are copied, so that nobody changes them meanwhile.
fn rows(array: &Bound<'_, PyUntypedArray>, shape: Any) -> Answer<BoardArray> {
    let (found, pits) = (array.shape(), shape.pits());
    if found.len() != 2 || found[1] != pits {
        let found = found.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        return Err(Failure::position(format!(
            "expected an array of shape (n, {pits}), a board in each row, not one of shape ({found})"
        )));
    }
    if let Ok(array) = array.cast::<PyArray2<u8>>() {
        let array = array.readonly();
        let seeds = match array.as_slice() {
            Ok(seeds) if array.is_c_contiguous() => seeds.to_vec(),
            // Pit by pit in memory, or with strides.
            _ => array.as_array().iter().copied().collect(),
        };
        return Ok(BoardArray::new(shape, seeds)?);
    }
    let kind = array.dtype().getattr("kind")?.extract::<String>()?;
    if !["i", "u"].contains(&kind.as_str()) {
        return Err(Failure::position(format!(
            "seeds are whole numbers, so the array cannot be of type {}",
            array.dtype()
        )));
    }
    let wide = array.call_method1("astype", ("int64", "C"))?;
    let wide = wide.cast::<PyArrayDyn<i64>>()?.readonly();
    let wide = wide.as_slice().map_err(PyErr::from)?;
    if let Some(found) = wide.iter().find(|&&seeds| u8::try_from(seeds).is_err()) {
        return Err(Failure::position(format!("a pit holds a number of seeds from 0 to 127, not {found}")));
    }
    Ok(BoardArray::new(shape, wide.iter().map(|&seeds| seeds as u8).collect())?)
}

/// A board as a tuple of seeds, the mover's row first.
pub fn tuple<'py>(py: Python<'py>, board: Board) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, board.pits())
}

/// Refuses a board with another number of pits.
///
/// # Errors
/// If it has.
pub fn check_pits(board: Board, pits: usize) -> Answer<()> {
    match board.shape().pits() {
        found if found == pits => Ok(()),
        found => Err(Failure::position(format!("the board has {found} pits, expected {pits}"))),
    }
}
