//! An atlas: many sizes and readings of a game side by side

use std::time::Instant;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use tihbat::answer::AtlasRow;
use tihbat::atlas::{AtlasResult, GameSummary, NumberRange, SolvedGame, Sweep, Vary};
use tihbat::pictures::atlas::draw;
use tihbat::progress::Progress;
use tihbat::rules::Rules;
use tihbat::solve::{Plan, SolveTarget, table_with};

use crate::failure::{Answer, Failure};
use crate::json;
use crate::keywords;
use crate::machine;
use crate::rules::PyRules;
use crate::work::Work;

/// Games of an atlas with their results.
#[pyclass(frozen, name = "Atlas", module = "tihbat")]
pub struct PyAtlas {
    sweep: Sweep,
    results: Vec<AtlasResult>,
}

/// A number, or the first and the last of a range.
#[derive(FromPyObject)]
pub enum Numbers {
    One(u8),
    Range((u8, u8)),
}

impl Numbers {
    fn range(self) -> Answer<NumberRange> {
        let (first, last) = match self {
            Self::One(number) => (number, number),
            Self::Range(range) => range,
        };
        format!("{first}..{last}").parse().map_err(Failure::rules)
    }
}

/// Solves a game in many sizes and readings.
///
/// pits, seeds_per_pit: a number, or the first and the last of a range; None for the game's own.
/// vary: clauses by keyword, each with its values, or None for all values of the clause.
/// each: vary one clause at a time instead of every combination.
/// max_boards: games with more boards are left out.
///
/// >>> atlas = tihbat.atlas("tihbat", pits=(1, 2), seeds_per_pit=(1, 3))
/// >>> [row["margin"] for row in atlas.rows]
/// [0, -2, 0, 0, 0, 6]
#[pyfunction]
#[pyo3(signature = (rules, pits=None, seeds_per_pit=None, vary=None, each=false, max_boards=20_000_000, threads=None, progress=None))]
#[expect(clippy::too_many_arguments, reason = "keywords in Python")]
pub fn atlas(
    py: Python<'_>,
    rules: &Bound<'_, PyAny>,
    pits: Option<Numbers>,
    seeds_per_pit: Option<Numbers>,
    vary: Option<&Bound<'_, PyDict>>,
    each: bool,
    max_boards: u64,
    threads: Option<usize>,
    progress: Option<&Bound<'_, PyAny>>,
) -> Answer<PyAtlas> {
    let spec = PyRules::of(rules)?;
    let vary = varied(vary)?;
    let [pits, seeds_per_pit] = [pits, seeds_per_pit].map(|numbers| numbers.map(Numbers::range).transpose());
    let sweep = Sweep::new(spec.name, spec.rules, pits?, seeds_per_pit?, &vary, each)?;
    let at_once = threads.unwrap_or_else(rayon::current_num_threads);
    let plan = |rules: &Rules| Plan::new(rules.clauses(), rules.seeds(), at_once);
    let memory = machine::available_memory();
    let fits = |plan: &Plan| plan.boards() <= max_boards && plan.check_memory(SolveTarget::Memory, memory).is_ok();
    let plans = sweep.games.iter().filter_map(|game| game.rules.as_ref().ok()).map(plan).filter(fits);
    let work = Work { threads, progress, steps: plans.map(|plan| plan.steps()).fold(0, u64::saturating_add) };
    let results = work.run(py, |progress| {
        let solved = sweep.games.iter().map(|game| match &game.rules {
            Err(error) => AtlasResult::Unfit(error.to_string()),
            Ok(rules) => match plan(rules) {
                plan if fits(&plan) => summary(rules, progress),
                plan => AtlasResult::LeftOut { boards: plan.boards() },
            },
        });
        solved.collect()
    })?;
    Ok(PyAtlas { sweep, results })
}

/// The clauses to vary, with their values.
fn varied(vary: Option<&Bound<'_, PyDict>>) -> Answer<Vec<Vary>> {
    let mut varied = Vec::new();
    for (keyword, values) in vary.into_iter().flatten() {
        let keyword = keyword.extract::<String>()?;
        let clause = keywords::clause(&keyword)?;
        if values.is_none() {
            varied.push(clause.parse().map_err(Failure::rules)?);
            continue;
        }
        let words = |value: PyResult<Bound<'_, PyAny>>| keywords::words(&keyword, &value?);
        varied.push(Vary { clause, values: values.try_iter()?.map(words).collect::<Answer<_>>()? });
    }
    Ok(varied)
}

fn summary(rules: &Rules, progress: Progress<'_>) -> AtlasResult {
    let begun = Instant::now();
    let summary = table_with(rules.clauses(), rules.seeds(), progress)
        .map_err(|error| error.to_string())
        .and_then(|table| GameSummary::new(*rules, &table).map_err(|error| error.to_string()));
    let (margins, bounds) = match summary {
        Err(why) => return AtlasResult::Unfit(why),
        Ok(GameSummary::Margins(margins)) => (Some(margins), None),
        Ok(GameSummary::Bounds(bounds)) => (None, Some(bounds)),
    };
    AtlasResult::Solved(SolvedGame { margins, bounds, seconds: begun.elapsed().as_secs_f64() })
}

#[pymethods]
impl PyAtlas {
    /// A dictionary for each game, as `tihbat atlas --json` prints it; pandas.DataFrame(atlas.rows) makes a table of them.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> Answer<Bound<'py, PyAny>> {
        let games = self.sweep.games.iter().zip(&self.results);
        let rows: Vec<_> = games.map(|(game, result)| AtlasRow::new(&self.sweep, game, result)).collect();
        json::dictionary(py, &rows)
    }

    /// The atlas as a picture.
    fn svg(&self) -> Answer<String> {
        Ok(draw(&self.sweep, &self.results)?)
    }

    fn _repr_svg_(&self) -> Answer<String> {
        self.svg()
    }

    fn __len__(&self) -> usize {
        self.results.len()
    }

    fn __repr__(&self) -> String {
        format!("<Atlas of {}: {} games>", tihbat::text::shown(&self.sweep.game), self.results.len())
    }
}
