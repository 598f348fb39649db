//! A position: a board, the side to move, and the captured seeds

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tihbat::board::{Board, Seeds};
use tihbat::position::{Position, Side};

use crate::boards;
use crate::failure::{Answer, Failure};
use crate::picture;

/// A board, the side to move, and the seeds that each side has captured.
///
/// >>> position = tihbat.Rules("tihbat").position("1-2-3-4-10-8-N")
/// >>> position.board, position.mover, position.captured
/// ((3, 4, 1, 2), 'North', (10, 8))
#[pyclass(frozen, eq, hash, name = "Position", module = "tihbat")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PyPosition {
    /// The position.
    pub position: Position,
}

/// The side that a name means.
fn side(name: &str) -> Answer<Side> {
    let known = Side::BOTH.into_iter().find(|side| side.name() == name);
    known.ok_or_else(|| Failure::position("the mover is South or North".to_owned()))
}

#[pymethods]
impl PyPosition {
    #[new]
    #[pyo3(
        signature = (board, mover="South", captured=(0, 0)),
        text_signature = "(board, mover='South', captured=(0, 0))"
    )]
    fn new(board: Vec<u8>, mover: &str, captured: (usize, usize)) -> Answer<Self> {
        let seeds = |count: usize| {
            Seeds::new(count)
                .ok_or_else(|| Failure::position(format!("a captured total is a number from 0 to 127, not {count}")))
        };
        let captured = [seeds(captured.0)?, seeds(captured.1)?];
        Ok(Self { position: Position { board: Board::new(&board)?, side: side(mover)?, captured } })
    }

    /// The seeds of each pit, the mover's row first, in sowing order: what a table is asked about.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        boards::tuple(py, self.position.board)
    }

    /// The seeds of each pit, South's row first.
    #[getter]
    fn pits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        boards::tuple(py, self.position.from_south())
    }

    /// "South" or "North".
    #[getter]
    fn mover(&self) -> &'static str {
        self.position.side.name()
    }

    /// The seeds captured by South and by North.
    #[getter]
    fn captured(&self) -> (usize, usize) {
        let [south, north] = self.position.captured.map(Seeds::count);
        (south, north)
    }

    fn __str__(&self) -> String {
        self.position.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Position {}>", self.position)
    }

    fn _repr_svg_(&self) -> String {
        picture::board(&self.position, "")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (py.get_type::<Self>(), (self.board(py)?, self.mover(), self.captured())).into_pyobject(py)
    }
}
