//! Rules of a game

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use numpy::PyArray2;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use tihbat::position::Position;
use tihbat::rules::BUILT_IN;
use tihbat::store::{Change, GameSpec};
use tihbat::text::shown;
use tihbat::value::TableKind;

use crate::boards;
use crate::bulk;
use crate::failure::{Answer, Failure, shielded};
use crate::keywords;
use crate::picture::escaped;
use crate::position::PyPosition;

/// The rules of a game: a built-in game, a rules file or its text, with clauses changed by keyword.
///
/// A keyword is the name of a clause with an underscore for every dot. Its value is a text, a number, True or False, or a sequence of
/// numbers (capture_counts, start). `clauses` has the names and values of all clauses.
///
/// >>> tihbat.Rules("modiar", pits=2, seeds_per_pit=5)
/// <Rules modiar-2x5: 2 x 2 pits, 5 seeds a pit, 20 in all>
/// >>> tihbat.Rules("tihbat", capture_chian="backwards")
/// Traceback (most recent call last):
/// ...
/// tihbat.RulesError: there is no clause "capture_chian" (did you mean "capture_chain"?); the clauses are ...
#[pyclass(frozen, eq, name = "Rules", module = "tihbat")]
pub struct PyRules {
    /// The game.
    pub spec: GameSpec,
}

impl PartialEq for PyRules {
    fn eq(&self, other: &Self) -> bool {
        self.spec.rules == other.spec.rules
    }
}

/// The built-in games by name.
///
/// >>> list(tihbat.games())
/// ['tihbat', 'modiar', 'awari', 'oware']
#[pyfunction]
pub fn games(py: Python<'_>) -> Answer<Bound<'_, PyDict>> {
    let games = PyDict::new(py);
    for (name, _) in BUILT_IN {
        games.set_item(name, PyRules { spec: GameSpec::named(name, &[])? })?;
    }
    Ok(games)
}

impl PyRules {
    /// The game that Python names: Rules, the name of a game, a rules file, or its text.
    ///
    /// # Errors
    /// If there is no such game.
    pub fn of(game: &Bound<'_, PyAny>) -> Answer<GameSpec> {
        Self::changed(game, &[])
    }

    fn changed(game: &Bound<'_, PyAny>, changes: &[Change]) -> Answer<GameSpec> {
        if let Ok(rules) = game.cast::<Self>() {
            let spec = &rules.get().spec;
            return if changes.is_empty() {
                Ok(spec.clone())
            } else {
                Ok(GameSpec::from_text(&spec.toml(), changes)?.0)
            };
        }
        if let Ok(name) = game.cast::<PyString>() {
            let name = name.to_str()?;
            // A name has neither: the text of a rules file has both.
            let is_text = name.contains(['\n', '=']);
            return Ok(if is_text { GameSpec::from_text(name, changes)?.0 } else { GameSpec::named(name, changes)? });
        }
        match game.extract::<PathBuf>() {
            Ok(path) => Ok(GameSpec::from_file(path, changes)?),
            Err(_) => {
                let kind = game.get_type().name()?.to_string();
                Err(Failure::rules(format!(
                    "rules are Rules, the name of a game, a rules file or its text, not {}",
                    shown(&kind)
                )))
            }
        }
    }

    fn row(&self) -> usize {
        self.spec.rules.clauses().pits().into()
    }
}

#[pymethods]
impl PyRules {
    #[new]
    #[pyo3(signature = (game, /, **clauses))]
    fn new(game: &Bound<'_, PyAny>, clauses: Option<&Bound<'_, PyDict>>) -> Answer<Self> {
        let changes = keywords::changes(clauses)?;
        shielded(|| Ok(Self { spec: Self::changed(game, &changes)? }))
    }

    /// The name of the game, with every change.
    #[getter]
    fn name(&self) -> &str {
        &self.spec.name
    }

    /// Pits of the whole board: twice the clause "pits".
    #[getter]
    fn pits(&self) -> usize {
        2 * self.row()
    }

    /// Seeds of the whole game.
    #[getter]
    fn seeds(&self) -> usize {
        self.spec.rules.seeds().count()
    }

    /// The position at the start.
    #[getter]
    fn start(&self) -> PyPosition {
        PyPosition { position: Position::start(&self.spec.rules) }
    }

    /// Whether the first move of the game captures nothing. The start of such a game is worth something else than its board in a table:
    /// ask a Game about it.
    #[getter]
    fn has_opening_rule(&self) -> bool {
        self.spec.rules.has_opening_rule()
    }

    /// What a table of these rules holds: "margins" or "bounds".
    #[getter]
    fn kind(&self) -> &'static str {
        match self.spec.rules.clauses().kind() {
            TableKind::Margins => "margins",
            TableKind::Bounds => "bounds",
        }
    }

    /// The name and the value of every clause, as in a rules file.
    #[getter]
    fn clauses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let clauses = PyDict::new(py);
        self.spec.rules.entries().into_iter().try_for_each(|(name, value)| clauses.set_item(name, value))?;
        Ok(clauses)
    }

    /// The rules as a rules file, with the meaning and the source of each clause.
    fn toml(&self) -> String {
        self.spec.toml()
    }

    /// Reads a position: "7-7-7-7-0-0-S" is the pits of South and of North, the seeds captured by South and by North, and the side to
    /// move. The pits alone mean South to move and nothing captured.
    fn position(&self, text: &str) -> Answer<PyPosition> {
        shielded(|| Ok(PyPosition { position: self.spec.position(Some(text))? }))
    }

    /// All successors of many boards, without regard to an opening rule.
    ///
    /// boards: an array of shape (n, pits), a board in each row, the mover's row first.
    ///
    /// Returns Successors(captured, boards). captured[i, j] is the number of seeds that the move from pit j captures on board i, or -1 if
    /// there is no such move; the last j is the pass. boards[i, j] is the board after the move as the opponent sees it. If every
    /// captured[i] is -1, the game is over on board i.
    fn successors<'py>(&self, py: Python<'py>, boards: &Bound<'py, PyAny>) -> Answer<Bound<'py, PyAny>> {
        let rows = boards::read_rows(boards, self.spec.rules.clauses().shape())?;
        shielded(|| bulk::successors(py, self.spec.rules.clauses(), &rows))
    }

    /// The number of boards with exactly this number of seeds.
    fn count(&self, seeds: usize) -> Answer<u64> {
        bulk::count(self.spec.rules.clauses().shape(), seeds)
    }

    /// All boards with exactly this number of seeds, in the order of the index: an array of shape (n, pits).
    fn boards<'py>(&self, py: Python<'py>, seeds: usize) -> Answer<Bound<'py, PyArray2<u8>>> {
        bulk::boards(py, self.spec.rules.clauses().shape(), seeds)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.spec.rules.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!("<Rules {}: {}>", shown(&self.spec.name), self.spec.size())
    }

    fn _repr_html_(&self) -> String {
        let row = |(name, value): (&str, String)| format!("<tr><td>{name}</td><td>{}</td></tr>", escaped(&value));
        let rows: String = self.spec.rules.entries().into_iter().map(row).collect();
        let (name, size) = (escaped(&self.spec.name), escaped(&self.spec.size()));
        format!("<table><caption>{name}: {size}</caption><tr><th>clause</th><th>value</th></tr>{rows}</table>")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (py.get_type::<Self>(), (self.spec.toml(),)).into_pyobject(py)
    }
}
