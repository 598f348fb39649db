//! A game in progress

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};
use tihbat::analysis::AnyAnalysis;
use tihbat::board::Seeds;
use tihbat::files::read_up_to;
use tihbat::game::{End, Game};
use tihbat::position::{Position, Side};
use tihbat::progress::Progress;
use tihbat::record::{MAX_BYTES, Record};
use tihbat::solve::{Plan, SolveTarget, table_with};
use tihbat::store::GameSpec;
use tihbat::text::shown;

use crate::boards;
use crate::failure::{Answer, Failure, shielded};
use crate::judged::PyJudgedGame;
use crate::machine;
use crate::moves::PyMove;
use crate::picture;
use crate::position::PyPosition;
use crate::rules::PyRules;
use crate::table::PyTable;
use crate::value::{AnyValue, PyBounds, PyValue};
use crate::work::Work;

/// A game in progress: its moves so far, and what it is worth with its history.
///
/// rules: the name of a game, a rules file, its text, or Rules.
/// table: a table of these rules. Without one, the game is solved in memory when it is first asked what something is worth; give one table
///     to all games if there are several.
/// position: where the game begins, as a text or a Position; None for the start of the game.
///
/// `value`, `best` and `line` are exact for this game: the opening rule holds for its first move, and a position that was seen before ends
/// the game. A table knows neither.
///
/// >>> game = tihbat.Game("tihbat")
/// >>> game.push("A")
/// >>> game
/// <Game of tihbat: A; 2-9-9-8-0-0-N>
/// >>> game.legal_moves, game.value
/// (['a', 'b'], Value(margin=2, distance=9))
#[pyclass(frozen, name = "Game", module = "tihbat")]
pub struct PyGame {
    spec: GameSpec,
    table: Option<Py<PyTable>>,
    /// What answers, once that was needed.
    analysis: OnceLock<AnyAnalysis>,
    game: Mutex<Game>,
}

impl PyGame {
    fn with(py: Python<'_>, spec: GameSpec, table: Option<Py<PyTable>>, game: Game) -> Answer<Self> {
        if let Some(table) = &table {
            table.bind(py).get().table.serves(spec.rules.clauses(), Seeds::NONE)?;
        }
        Ok(Self { spec, table, analysis: OnceLock::new(), game: Mutex::new(game) })
    }

    /// The game now. Nobody asks Python anything while holding it.
    fn now(&self) -> MutexGuard<'_, Game> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What answers questions about the game: the table that was given, or one that is solved now.
    fn analysis(&self, py: Python<'_>) -> Answer<AnyAnalysis> {
        if let Some(known) = self.analysis.get() {
            return Ok(known.clone());
        }
        let rules = self.spec.rules;
        let table = match &self.table {
            Some(table) => table.bind(py).get().table.clone(),
            None => {
                let seeds = self.now().positions()[0].board.total();
                let plan = Plan::new(rules.clauses(), seeds, rayon::current_num_threads());
                plan.check_memory(SolveTarget::Memory, machine::available_memory())?;
                Work::QUIET.run(py, |progress| table_with(rules.clauses(), seeds, progress))??
            }
        };
        let limit = machine::boards_to_solve_again(rules.clauses(), 1);
        let found = AnyAnalysis::new(rules, &table)?.with_limit(limit);
        Ok(self.analysis.get_or_init(|| found).clone())
    }

    /// Asks about the game now.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&AnyAnalysis, &Game, Progress<'_>) -> Result<T, tihbat::analysis::AnalysisError> + Send,
    ) -> Answer<T> {
        let analysis = self.analysis(py)?;
        let game = self.now().clone();
        Ok(Work::QUIET.run(py, |progress| question(&analysis, &game, progress))??)
    }
}

/// The bytes of a record: a text, bytes, or a file.
fn bytes_of(record: &Bound<'_, PyAny>) -> Answer<Vec<u8>> {
    if let Ok(text) = record.cast::<PyString>() {
        return Ok(text.to_str()?.as_bytes().to_vec());
    }
    if let Ok(bytes) = record.cast::<PyBytes>() {
        return Ok(bytes.as_bytes().to_vec());
    }
    Ok(read_up_to(record.extract::<PathBuf>()?, MAX_BYTES, "a record")?)
}

/// The position that Python names, or the start.
fn position_of(spec: &GameSpec, position: Option<&Bound<'_, PyAny>>) -> Answer<Position> {
    let Some(position) = position else { return Ok(spec.position(None)?) };
    if let Ok(position) = position.cast::<PyPosition>() {
        return Ok(position.get().position);
    }
    if let Ok(text) = position.cast::<PyString>() {
        return Ok(spec.position(Some(text.to_str()?))?);
    }
    match boards::read(position, spec.rules.clauses().shape())? {
        boards::Boards::One(board) => Ok(Position::of_board(board)),
        boards::Boards::Many(_) => Err(Failure::position("a game begins with one position".to_owned())),
    }
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(signature = (rules, table=None, position=None))]
    fn new(
        py: Python<'_>,
        rules: &Bound<'_, PyAny>,
        table: Option<Py<PyTable>>,
        position: Option<&Bound<'_, PyAny>>,
    ) -> Answer<Self> {
        shielded(|| {
            let spec = PyRules::of(rules)?;
            let game = Game::new(spec.rules, position_of(&spec, position)?)?;
            Self::with(py, spec, table, game)
        })
    }

    /// Reads a game from a record in the OGN form of the oware program Aualé: its text, its bytes, or the name of a file as a Path. Every
    /// move must be legal. Without rules, the game is the one that the record names.
    #[staticmethod]
    #[pyo3(signature = (record, rules=None, table=None))]
    fn from_ogn(
        py: Python<'_>,
        record: &Bound<'_, PyAny>,
        rules: Option<&Bound<'_, PyAny>>,
        table: Option<Py<PyTable>>,
    ) -> Answer<Self> {
        let bytes = bytes_of(record)?;
        shielded(|| {
            let record = Record::parse(&bytes)?;
            let spec = match (rules, record.tag("Variant")) {
                (Some(rules), _) => PyRules::of(rules)?,
                (None, variant) => variant.and_then(GameSpec::called).ok_or_else(|| {
                    let named = variant.map_or_else(|| "no game".to_owned(), |name| format!("\"{}\"", shown(name)));
                    Failure::rules(format!("the record names {named}, which is not built in; give rules"))
                })?,
            };
            let game = record.replay(&spec.rules)?;
            Self::with(py, spec, table, game)
        })
    }

    /// The game as a record in the OGN form. Keywords set tags: South="Amina".
    #[pyo3(signature = (**tags))]
    fn to_ogn(&self, tags: Option<&Bound<'_, PyDict>>) -> Answer<String> {
        let mut given = Vec::new();
        for (name, value) in tags.into_iter().flatten() {
            let (name, value) = (name.extract::<String>()?, value.str()?.to_str()?.to_owned());
            if name.is_empty() || !name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_') {
                return Err(Failure::rules("the name of a tag has letters, digits and _ only".to_owned()));
            }
            given.push((name, value));
        }
        shielded(|| {
            let mut record = Record::of_game(&self.now(), &self.spec.name);
            given.iter().for_each(|(name, value)| record.set_tag(name, value));
            Ok(record.to_string())
        })
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> PyRules {
        PyRules { spec: self.spec.clone() }
    }

    /// The position now.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition { position: *self.now().position() }
    }

    /// The seeds of each pit now, the mover's row first: what a table is asked about.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let board = self.now().position().board;
        boards::tuple(py, board)
    }

    /// "South" or "North".
    #[getter]
    fn mover(&self) -> &'static str {
        self.now().position().side.name()
    }

    /// The seeds captured by South and by North.
    #[getter]
    fn captured(&self) -> (usize, usize) {
        let [south, north] = self.now().position().captured.map(Seeds::count);
        (south, north)
    }

    /// The legal moves in the order of the pits; empty if the game is over.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        let game = self.now();
        game.legal().iter().map(|play| game.position().move_name(play)).collect()
    }

    /// The moves made so far.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.now().names().collect()
    }

    /// Makes a move: "B", "B+4" or "pass", or a Move. MoveError if it is not legal.
    fn push(&self, r#move: &Bound<'_, PyAny>) -> Answer<()> {
        let name = match r#move.cast::<PyMove>() {
            Ok(made) => made.get().text().to_owned(),
            Err(_) => r#move.extract::<String>()?,
        };
        shielded(|| Ok(self.now().play_named(&name).map(drop)?))
    }

    /// Undoes the last move and returns it. IndexError if there is none.
    fn pop(&self) -> Answer<String> {
        let mut game = self.now();
        let last = game.names().last();
        if !game.undo() {
            return Err(pyo3::exceptions::PyIndexError::new_err("there is no move to undo").into());
        }
        Ok(last.unwrap_or_default())
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self) -> bool {
        self.now().end().is_some()
    }

    /// Why the game is over: "all_captured", "no_move" or "repetition"; None if it goes on.
    #[getter]
    fn end(&self) -> Option<&'static str> {
        self.now().end().map(End::name)
    }

    /// The seeds of South and of North at the end; None if the game is not over, or the rules leave open what a repetition pays.
    #[getter]
    fn result(&self) -> Option<(f64, f64)> {
        let finals = self.now().finals()?;
        Some((finals.of(Side::South), finals.of(Side::North)))
    }

    /// What the position is worth to the mover in this game: Value, or Bounds if the rules leave open what a repetition pays.
    #[getter]
    fn value(&self, py: Python<'_>) -> Answer<AnyValue> {
        self.ask(py, |analysis, game, progress| {
            Ok(match analysis {
                AnyAnalysis::Margins(analysis) => {
                    AnyValue::Margin(PyValue(analysis.in_game(game, progress)?.value()?.value))
                }
                AnyAnalysis::Bounds(analysis) => {
                    AnyValue::Bounds(PyBounds(analysis.in_game(game.clone(), progress)?.value()?.bounds))
                }
            })
        })
    }

    /// Every legal move with what it is worth in this game, best first. A move is among the best if its `best` is True.
    #[getter]
    fn best(&self, py: Python<'_>) -> Answer<Vec<PyMove>> {
        self.ask(py, |analysis, game, progress| {
            Ok(match analysis {
                AnyAnalysis::Margins(analysis) => {
                    analysis.in_game(game, progress)?.best()?.iter().map(PyMove::from).collect()
                }
                AnyAnalysis::Bounds(analysis) => {
                    analysis.in_game(game.clone(), progress)?.best()?.iter().map(PyMove::from).collect()
                }
            })
        })
    }

    /// How the game goes on if both sides play perfectly; for bounds the moves by which the mover gets what they can force.
    #[getter]
    fn line(&self, py: Python<'_>) -> Answer<Vec<PyMove>> {
        self.ask(py, |analysis, game, progress| {
            Ok(match analysis {
                AnyAnalysis::Margins(analysis) => {
                    analysis.in_game(game, progress)?.line()?.moves.iter().map(PyMove::from).collect()
                }
                AnyAnalysis::Bounds(analysis) => {
                    let line = analysis.in_game(game.clone(), progress)?.line()?;
                    line.moves.iter().map(|made| PyMove::from(&made.ranked)).collect()
                }
            })
        })
    }

    /// Judges every move made so far: what it was worth, and what it gave away. For games with margins only.
    fn judge(&self, py: Python<'_>) -> Answer<PyJudgedGame> {
        let analysis = self.analysis(py)?;
        let AnyAnalysis::Margins(_) = analysis else {
            return Err(Failure::rules(
                "a game whose rules leave open what a repetition pays has no margins, so its moves cannot be judged"
                    .to_owned(),
            ));
        };
        let game = self.now().clone();
        let verdict = Work::QUIET.run(py, |progress| tihbat::judge::judge(&analysis, &game, progress))??;
        Ok(PyJudgedGame::new(self.spec.name.clone(), analysis, game, verdict))
    }

    /// A copy that goes its own way.
    fn copy(&self, py: Python<'_>) -> Self {
        let table = self.table.as_ref().map(|table| table.clone_ref(py));
        Self { spec: self.spec.clone(), table, analysis: self.analysis.clone(), game: Mutex::new(self.now().clone()) }
    }

    fn __copy__(&self, py: Python<'_>) -> Self {
        self.copy(py)
    }

    fn __repr__(&self) -> String {
        let game = self.now();
        let moves: Vec<_> = game.names().collect();
        let moves = if moves.is_empty() { String::new() } else { format!("{}; ", moves.join(" ")) };
        let over = game.end().map(|end| format!(", over: {end}")).unwrap_or_default();
        format!("<Game of {}: {moves}{}{over}>", shown(&self.spec.name), game.position())
    }

    fn _repr_svg_(&self) -> String {
        let game = self.now();
        let made = game.plays().len();
        let names: Vec<_> = game.names().skip(made.saturating_sub(4)).collect();
        let note = match game.end() {
            Some(_) => game.finals().map_or_else(|| "the game is over".to_owned(), |finals| format!("over: {finals}")),
            None if names.is_empty() => "the first move".to_owned(),
            None => format!("after {made} moves: {}{}", if made > 4 { "... " } else { "" }, names.join(" ")),
        };
        picture::board(game.position(), &note)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.import("tihbat._arrays")?.getattr("restored_game")?;
        let (start, moves) = {
            let game = self.now();
            (PyPosition { position: game.positions()[0] }, game.names().collect::<Vec<_>>())
        };
        (restore, (self.rules(), self.table.as_ref().map(|table| table.clone_ref(py)), start, moves)).into_pyobject(py)
    }
}
