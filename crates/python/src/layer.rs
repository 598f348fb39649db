//! One layer of a table

use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tihbat::board::Seeds;
use tihbat::table::ColumnOf;

use crate::bulk;
use crate::columns;
use crate::failure::Answer;
use crate::table::PyTable;

/// All boards with one number of seeds: read-only arrays, in the order of the index, that view the table without a copy.
///
/// >>> layer = tihbat.solve("tihbat").layer(4)
/// >>> layer
/// <Layer of 4 seeds: 35 boards, from index 35>
/// >>> int(layer.margins.max()), layer.boards()[layer.margins.argmax()].tolist()
/// (2, [1, 0, 0, 3])
#[pyclass(frozen, name = "Layer", module = "tihbat")]
pub struct PyLayer {
    /// The table.
    pub owner: Py<PyTable>,
    /// The seeds of each board.
    pub seeds: Seeds,
}

impl PyLayer {
    fn values<'py>(&self, py: Python<'py>, of: ColumnOf) -> Answer<Bound<'py, PyAny>> {
        columns::values(self.owner.bind(py), of, self.seeds..=self.seeds)
    }

    fn column_of_distances<'py>(&self, py: Python<'py>, of: ColumnOf) -> Answer<Bound<'py, PyAny>> {
        columns::distances(self.owner.bind(py), of, self.seeds..=self.seeds)
    }
}

#[pymethods]
impl PyLayer {
    /// The seeds on each of the boards.
    #[getter]
    fn seeds(&self) -> usize {
        self.seeds.count()
    }

    /// The index of the first board.
    #[getter]
    fn first(&self) -> u64 {
        self.owner.get().table.index().layer_start(self.seeds)
    }

    /// The longest distance of the layer, in plies, as the table's record says.
    #[getter]
    fn max_distance(&self) -> u16 {
        self.owner.get().table.max_distance(self.seeds).plies()
    }

    /// The margins of all boards, for the mover. TableError for a table of bounds.
    #[getter]
    fn margins<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyAny>> {
        self.owner.get().check_margins()?;
        self.values(py, ColumnOf::Mover)
    }

    /// The distances of all boards, in plies, 0 where the margin is 0.
    #[getter]
    fn distances<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyAny>> {
        self.owner.get().check_margins()?;
        self.column_of_distances(py, ColumnOf::Mover)
    }

    /// The seeds that the mover can force. TableError for a table of margins, as for the next three.
    #[getter]
    fn forced<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyAny>> {
        self.owner.get().check_bounds()?;
        self.values(py, ColumnOf::Mover)
    }

    /// The distances that belong to `forced`, in plies, 0 where nothing is forced.
    #[getter]
    fn forced_distances<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyAny>> {
        self.owner.get().check_bounds()?;
        self.column_of_distances(py, ColumnOf::Mover)
    }

    /// The seeds that the opponent can force.
    #[getter]
    fn forced_other<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyAny>> {
        self.owner.get().check_bounds()?;
        self.values(py, ColumnOf::Opponent)
    }

    /// The distances that belong to `forced_other`, in plies, 0 where nothing is forced.
    #[getter]
    fn forced_other_distances<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyAny>> {
        self.owner.get().check_bounds()?;
        self.column_of_distances(py, ColumnOf::Opponent)
    }

    /// The boards themselves: an array of shape (n, pits), the mover's row first.
    fn boards<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyArray2<u8>>> {
        bulk::boards(py, self.owner.get().table.index().shape(), self.seeds.count())
    }

    fn __len__(&self) -> Answer<usize> {
        let boards = self.owner.get().table.index().layer_boards(self.seeds);
        usize::try_from(boards).map_err(|_| crate::failure::Failure::memory(format!("{boards} boards are too many")))
    }

    fn __repr__(&self) -> Answer<String> {
        Ok(format!("<Layer of {} seeds: {} boards, from index {}>", self.seeds, self.__len__()?, self.first()))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let (py, this) = (slf.py(), slf.get());
        (this.owner.getattr(py, "layer")?, (this.seeds.count(),)).into_pyobject(py)
    }
}
