//! A judged game

use pyo3::prelude::*;
use tihbat::analysis::AnyAnalysis;
use tihbat::answer::JudgeAnswer;
use tihbat::game::Game;
use tihbat::judge::Verdict;
use tihbat::pictures::margins::{self, MarginPoint};
use tihbat::position::{Position, Prospect, Side};
use tihbat::record::Record;

use crate::failure::Answer;
use crate::json;

/// What every move of a game was worth, and what it gave away.
#[pyclass(frozen, name = "JudgedGame", module = "tihbat")]
pub struct PyJudgedGame {
    name: String,
    analysis: AnyAnalysis,
    game: Game,
    verdict: Verdict,
}

impl PyJudgedGame {
    /// A verdict on a game.
    pub fn new(name: String, analysis: AnyAnalysis, game: Game, verdict: Verdict) -> Self {
        Self { name, analysis, game, verdict }
    }

    /// What South has more than North, before the first move and after each.
    fn points(&self) -> Vec<MarginPoint> {
        let moves = self.verdict.moves.iter().map(|judged| judged.prospect);
        let point = |(position, prospect): (&Position, Option<Prospect>)| {
            let [south, north] = position.captured.map(|seeds| seeds.count() as f64);
            MarginPoint { end: prospect.map(Prospect::lead_of_south), captured: south - north }
        };
        self.game.positions().iter().zip(std::iter::once(self.verdict.start).chain(moves)).map(point).collect()
    }
}

#[pymethods]
impl PyJudgedGame {
    /// The judged game as `tihbat judge --json` prints it: a dictionary with "moves", "south", "north", "turns" and more.
    #[getter]
    fn answer<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyAny>> {
        let record = Record::of_game(&self.game, &self.name);
        json::dictionary(py, &JudgeAnswer::new(&self.name, &self.analysis, &record, &self.game, &self.verdict))
    }

    /// The margin over the game as a picture.
    fn svg(&self) -> Answer<String> {
        Ok(margins::draw(&format!("{}: the margin over the game", self.name), &self.points())?)
    }

    fn _repr_svg_(&self) -> Answer<String> {
        self.svg()
    }

    fn __repr__(&self) -> String {
        let given = Side::BOTH.map(|side| self.verdict.summary(side).given_away);
        format!(
            "<JudgedGame of {}: {} moves; South gave away {} seeds, North {}>",
            tihbat::text::shown(&self.name),
            self.verdict.moves.len(),
            given[0],
            given[1]
        )
    }
}
