//! A move and what it is worth

use pyo3::prelude::*;
use tihbat::analysis::{BoundedMove, RankedMove};
use tihbat::board::Pit;
use tihbat::moves::Play;

use crate::value::{AnyValue, PyBounds, PyValue};

/// A legal move and what it is worth.
///
/// >>> tihbat.Game("tihbat").best[0]
/// <Move A: -2 in 10 plies, best>
#[pyclass(frozen, name = "Move", module = "tihbat")]
pub struct PyMove {
    name: String,
    pit: Option<usize>,
    captured: usize,
    value: Worth,
    best: bool,
}

/// What a move is worth to the side that makes it.
enum Worth {
    Margin(PyValue),
    Bounds(PyBounds),
}

impl PyMove {
    fn new(name: String, play: &Play, value: Worth, best: bool) -> Self {
        Self { name, pit: play.pit.map(Pit::number), captured: play.captured.count(), value, best }
    }

    /// The move as it is written.
    pub fn text(&self) -> &str {
        &self.name
    }
}

impl From<&RankedMove> for PyMove {
    fn from(ranked: &RankedMove) -> Self {
        Self::new(ranked.name(), &ranked.play, Worth::Margin(PyValue(ranked.value)), ranked.best)
    }
}

impl From<&BoundedMove> for PyMove {
    fn from(bounded: &BoundedMove) -> Self {
        Self::new(bounded.name(), &bounded.play, Worth::Bounds(PyBounds(bounded.bounds)), bounded.best)
    }
}

#[pymethods]
impl PyMove {
    /// How the move is written: "B", "B+4" or "pass".
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The number of the pit in the mover's row, from 0; None for a pass.
    #[getter]
    fn pit(&self) -> Option<usize> {
        self.pit
    }

    /// Seeds that the move captures.
    #[getter]
    fn captured(&self) -> usize {
        self.captured
    }

    /// What the move is worth to the player who makes it, this ply counted.
    #[getter]
    fn value(&self) -> AnyValue {
        match self.value {
            Worth::Margin(value) => AnyValue::Margin(value),
            Worth::Bounds(bounds) => AnyValue::Bounds(bounds),
        }
    }

    /// Whether no other move is better.
    #[getter]
    fn best(&self) -> bool {
        self.best
    }

    fn __str__(&self) -> &str {
        &self.name
    }

    fn __repr__(&self) -> String {
        let value = match &self.value {
            Worth::Margin(value) => value.0.to_string(),
            Worth::Bounds(bounds) => format!("forces {}, leaves {}", bounds.0.forced, bounds.0.forced_other),
        };
        format!("<Move {}: {value}{}>", self.name, if self.best { ", best" } else { "" })
    }
}
