//! A table, open for questions

use std::path::PathBuf;

use numpy::{PyArray2, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tihbat::answer::InfoAnswer;
use tihbat::board::{Board, Seeds};
use tihbat::shape::{Any, Shape};
use tihbat::store::GameSpec;
use tihbat::table::{ColumnOf, Table};
use tihbat::text::shown;
use tihbat::value::TableKind;
use tihbat::verify::verify;

use crate::boards::{self, Boards};
use crate::bulk;
use crate::columns;
use crate::failure::{Answer, Failure, raised, shielded};
use crate::json;
use crate::layer::PyLayer;
use crate::picture::escaped;
use crate::value::{PyBounds, PyValue};
use crate::work::Work;

/// A table of perfect play: a margin and a distance for every board of its layers, or what each side can force.
///
/// A board is a text ("1-2-1-1"), a sequence of seeds, or a position; many boards are an array of shape (n, pits). Every board is seen
/// by its mover: the mover's row first, in sowing order.
///
/// The value of a board is that of ordinary play from this board on. For the start of a game with an opening rule (Modiar: the first move
/// captures nothing) this is not the value of the game: ask Game(...).value.
///
/// >>> table = tihbat.solve("tihbat")
/// >>> table
/// <Table of tihbat: margins of 35,960 boards with up to 28 seeds>
/// >>> table.probe("7-7-7-7")
/// Value(margin=-2, distance=10)
#[pyclass(frozen, name = "Table", module = "tihbat")]
pub struct PyTable {
    /// The table.
    pub table: Table,
    /// The absolute name of its file; none for a table in memory.
    pub path: Option<PathBuf>,
}

/// Opens the file of a table. Small tables are read whole; large ones are mapped, so that opening takes no time and no memory. Every block
/// is compared with its checksum when it is first used.
///
/// Replace tables by rename only: if a file is cut short in place while it is open, the system ends the process.
#[pyfunction]
pub fn open(py: Python<'_>, path: PathBuf) -> Answer<PyTable> {
    let path = std::path::absolute(&path).map_err(PyErr::from)?;
    let table = py.detach(|| shielded(|| Table::open(&path).map_err(|error| Failure::of_file(&path, error))))?;
    Ok(PyTable { table, path: Some(path) })
}

impl PyTable {
    /// # Errors
    /// If the table has bounds.
    pub fn check_margins(&self) -> Answer<()> {
        Ok(self.table.check_kind(TableKind::Margins)?)
    }

    /// # Errors
    /// If the table has margins.
    pub fn check_bounds(&self) -> Answer<()> {
        Ok(self.table.check_kind(TableKind::Bounds)?)
    }

    fn shape(&self) -> Any {
        self.table.index().shape()
    }

    fn all(&self) -> std::ops::RangeInclusive<Seeds> {
        Seeds::NONE..=self.table.max_seeds()
    }

    fn value_of<'py>(&self, py: Python<'py>, board: Board) -> Answer<Bound<'py, PyAny>> {
        Ok(match self.table.kind() {
            TableKind::Margins => PyValue(self.table.probe(board)?).into_pyobject(py)?.into_any(),
            TableKind::Bounds => PyBounds(self.table.probe_bounds(board)?).into_pyobject(py)?.into_any(),
        })
    }

    fn game(&self) -> String {
        GameSpec::of_clauses(self.table.clauses(), None).map_or_else(|| "other rules".to_owned(), |spec| spec.name)
    }
}

#[pymethods]
impl PyTable {
    /// The file; None for a table in memory.
    #[getter]
    fn path(&self) -> Option<&PathBuf> {
        self.path.as_ref()
    }

    /// "margins" or "bounds".
    #[getter]
    fn kind(&self) -> &'static str {
        match self.table.kind() {
            TableKind::Margins => "margins",
            TableKind::Bounds => "bounds",
        }
    }

    /// Pits of a board.
    #[getter]
    fn pits(&self) -> usize {
        self.shape().pits()
    }

    /// Seeds of the last layer.
    #[getter]
    fn max_seeds(&self) -> usize {
        self.table.max_seeds().count()
    }

    /// What the table is, as `tihbat info --json` prints it: clauses, layers, checksums.
    #[getter]
    fn info<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyAny>> {
        let file = self.path.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
        json::dictionary(py, &InfoAnswer::new(&file, &self.table))
    }

    /// The margins of all boards, for the mover, in the order of the index: a read-only array that views the table. The first use
    /// compares the whole table with its checksums; `layer` and `probe` only look at what they need. TableError for a table of bounds.
    #[getter]
    fn margins<'py>(slf: &Bound<'py, Self>) -> Answer<Bound<'py, PyAny>> {
        slf.get().check_margins()?;
        columns::values(slf, ColumnOf::Mover, slf.get().all())
    }

    /// The distances of all boards, in plies, 0 where the margin is 0: a view, or, if the table has distances of more than 255 plies, a
    /// copy that takes two bytes for each board.
    #[getter]
    fn distances<'py>(slf: &Bound<'py, Self>) -> Answer<Bound<'py, PyAny>> {
        slf.get().check_margins()?;
        columns::distances(slf, ColumnOf::Mover, slf.get().all())
    }

    /// The seeds that the mover can force on each board. TableError for a table of margins, as for the next three.
    #[getter]
    fn forced<'py>(slf: &Bound<'py, Self>) -> Answer<Bound<'py, PyAny>> {
        slf.get().check_bounds()?;
        columns::values(slf, ColumnOf::Mover, slf.get().all())
    }

    /// The distances that belong to `forced`, in plies, 0 where nothing is forced.
    #[getter]
    fn forced_distances<'py>(slf: &Bound<'py, Self>) -> Answer<Bound<'py, PyAny>> {
        slf.get().check_bounds()?;
        columns::distances(slf, ColumnOf::Mover, slf.get().all())
    }

    /// The seeds that the opponent can force on each board.
    #[getter]
    fn forced_other<'py>(slf: &Bound<'py, Self>) -> Answer<Bound<'py, PyAny>> {
        slf.get().check_bounds()?;
        columns::values(slf, ColumnOf::Opponent, slf.get().all())
    }

    /// The distances that belong to `forced_other`, in plies, 0 where nothing is forced.
    #[getter]
    fn forced_other_distances<'py>(slf: &Bound<'py, Self>) -> Answer<Bound<'py, PyAny>> {
        slf.get().check_bounds()?;
        columns::distances(slf, ColumnOf::Opponent, slf.get().all())
    }

    /// The layer of all boards with this number of seeds. MissingLayer if the table does not have it.
    fn layer(slf: &Bound<'_, Self>, seeds: usize) -> Answer<PyLayer> {
        let seeds = bulk::layer_of(&slf.get().table, seeds)?;
        Ok(PyLayer { owner: slf.clone().unbind(), seeds })
    }

    /// The value of a board, or of every board of an array: Value or Bounds, or arrays of margins and distances (0 where there is none).
    /// MissingLayer if a board has more seeds than the table's last layer.
    ///
    /// >>> table = tihbat.solve("tihbat", max_seeds=8)
    /// >>> table.probe([5, 1, 2, 0])
    /// Value(margin=2, distance=1)
    /// >>> table.probe(table.boards(1)).margins.tolist()
    /// [0, 0, 0, 0]
    fn probe<'py>(&self, boards: &Bound<'py, PyAny>) -> Answer<Bound<'py, PyAny>> {
        let py = boards.py();
        shielded(|| match boards::read(boards, self.shape())? {
            Boards::One(board) => self.value_of(py, board),
            Boards::Many(rows) => bulk::probe(py, &self.table, &rows),
        })
    }

    /// The same, but returns `default` if the table does not have the layer.
    #[pyo3(signature = (boards, default=None))]
    fn get<'py>(
        &self,
        boards: &Bound<'py, PyAny>,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.probe(boards).map_err(PyErr::from) {
            Ok(value) => Ok(Some(value)),
            Err(error) if error.is_instance_of::<raised::MissingLayer>(boards.py()) => Ok(default),
            Err(error) => Err(error),
        }
    }

    /// The index of a board, or of every board of an array.
    fn index<'py>(&self, boards: &Bound<'py, PyAny>) -> Answer<Bound<'py, PyAny>> {
        let py = boards.py();
        shielded(|| match boards::read(boards, self.shape())? {
            Boards::One(board) => {
                boards::check_pits(board, self.shape().pits())?;
                Ok(self.table.index().index_of(board).into_pyobject(py).map_err(PyErr::from)?.into_any())
            }
            Boards::Many(rows) => bulk::indices(py, self.table.index(), &rows),
        })
    }

    /// The board with this index, as a tuple, or the boards with the indices of an array, a board in each row.
    fn board<'py>(&self, index: &Bound<'py, PyAny>) -> Answer<Bound<'py, PyAny>> {
        let (py, most) = (index.py(), self.table.max_seeds());
        if let Ok(array) = index.cast::<PyUntypedArray>()
            && array.ndim() > 0
        {
            let kind = array.dtype().getattr("kind")?.extract::<String>()?;
            if array.ndim() != 1 || !["i", "u"].contains(&kind.as_str()) {
                return Err(PyTypeError::new_err("indices are an array of whole numbers with one dimension").into());
            }
            if kind == "i" && array.len() > 0 && array.call_method0("min")?.lt(0)? {
                return Err(bulk::no_board(array.call_method0("min")?, self.table.boards()));
            }
            let indices = array.call_method1("astype", ("uint64",))?;
            let indices: Vec<u64> =
                indices.cast::<numpy::PyArray1<u64>>()?.readonly().as_array().iter().copied().collect();
            return bulk::boards_at(py, self.table.index(), &indices, most);
        }
        let boards = self.table.boards();
        let number = index.extract::<u64>();
        let number = match number {
            Ok(number) => number,
            Err(error) if error.is_instance_of::<PyTypeError>(py) => return Err(error.into()),
            Err(_) => return Err(bulk::no_board(index, boards)),
        };
        let board = self.table.index().board(number).filter(|_| number < boards);
        let board = board.ok_or_else(|| bulk::no_board(number, boards))?;
        Ok(boards::tuple(py, board)?.into_any())
    }

    /// All boards with this number of seeds, in the order of the index: an array of shape (n, pits).
    fn boards<'py>(&self, py: Python<'py>, seeds: usize) -> Answer<Bound<'py, PyArray2<u8>>> {
        bulk::layer_of(&self.table, seeds)?;
        bulk::boards(py, self.table.index().shape(), seeds)
    }

    /// Proves that every number of the table is right, without trusting the solver. WrongTable names the first board that is wrong.
    ///
    /// progress: called about ten times a second with the boards that were looked at and their number.
    #[pyo3(signature = (progress=None, threads=None))]
    fn verify(&self, py: Python<'_>, progress: Option<&Bound<'_, PyAny>>, threads: Option<usize>) -> Answer<()> {
        let work = Work { threads, progress, steps: self.table.boards() };
        Ok(work.run(py, |progress| verify(&self.table, progress))??)
    }

    fn __len__(&self) -> Answer<usize> {
        let boards = self.table.boards();
        usize::try_from(boards).map_err(|_| Failure::memory(format!("{boards} boards are too many")))
    }

    /// Whether the table has an entry for the board.
    fn __contains__(&self, board: &Bound<'_, PyAny>) -> Answer<bool> {
        match boards::read(board, self.shape())? {
            Boards::One(board) => {
                Ok(board.shape().pits() == self.shape().pits() && board.total() <= self.table.max_seeds())
            }
            Boards::Many(_) => Err(PyTypeError::new_err("ask about one board").into()),
        }
    }

    fn __repr__(&self) -> String {
        let (boards, seeds) = (tihbat::figures::count(self.table.boards()), self.table.max_seeds());
        format!("<Table of {}: {} of {boards} boards with up to {seeds} seeds>", shown(&self.game()), self.kind())
    }

    fn _repr_html_(&self) -> String {
        let file = self.path.as_ref().map_or_else(|| "in memory".to_owned(), |path| path.display().to_string());
        let table = &self.table;
        let rows = [
            ("game", self.game()),
            ("holds", self.kind().to_owned()),
            ("boards", tihbat::figures::count(table.boards())),
            ("layers", format!("0 to {} seeds", table.max_seeds())),
            ("bytes", tihbat::figures::bytes(table.bytes())),
            ("made by", table.made_by().to_owned()),
            ("file", file),
        ];
        let row = |(name, value): (&str, String)| format!("<tr><td>{name}</td><td>{}</td></tr>", escaped(&value));
        format!("<table>{}</table>", rows.into_iter().map(row).collect::<String>())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let Some(path) = &self.path else {
            return Err(PyTypeError::new_err(
                "a table in memory cannot be pickled; solve it into a file: solve(..., path=\"game.mtb\")",
            ));
        };
        (py.import("tihbat")?.getattr("open")?, (path,)).into_pyobject(py)
    }
}
