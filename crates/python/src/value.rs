//! What a board is worth, for Python

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tihbat::board::Seeds;
use tihbat::value::{Bounds, Distance, Margin, Value};

use crate::failure::{Answer, Failure};

/// What perfect play gives on a board, for the player to move.
///
/// >>> tihbat.Value(-2, 10)
/// Value(margin=-2, distance=10)
/// >>> print(tihbat.Value(-2, 10))
/// -2 in 10 plies
#[pyclass(frozen, eq, hash, name = "Value", module = "tihbat")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct PyValue(pub Value);

#[pymethods]
impl PyValue {
    #[new]
    #[pyo3(signature = (margin, distance=None))]
    fn new(margin: i32, distance: Option<u16>) -> Answer<Self> {
        let margin = Margin::new(margin)
            .ok_or_else(|| Failure::position(format!("a margin is a number from -127 to 127, not {margin}")))?;
        if distance.is_some() == (margin == Margin::ZERO) {
            return Err(Failure::position("a margin has a distance exactly if it is not 0".to_owned()));
        }
        Ok(Self(Value::new(margin, distance.map_or(Distance::ENDED, Distance::new))))
    }

    /// Seeds that the mover still gets minus seeds that the opponent still gets.
    #[getter]
    fn margin(&self) -> i8 {
        self.0.margin().seeds()
    }

    /// Plies to the next capture or the end of the game; None where the margin is 0.
    #[getter]
    fn distance(&self) -> Option<u16> {
        self.0.distance().map(Distance::plies)
    }

    /// "win", "draw" or "loss" for the mover, by the margin alone.
    #[getter]
    fn outcome(&self) -> &'static str {
        self.0.margin().outcome().name()
    }

    fn __repr__(&self) -> String {
        let distance = self.distance().map_or_else(|| "None".to_owned(), |plies| plies.to_string());
        format!("Value(margin={}, distance={distance})", self.margin())
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (py.get_type::<Self>(), (self.margin(), self.distance())).into_pyobject(py)
    }
}

/// What each side can force on a board, whatever a repetition pays: in seeds, each with a distance in plies.
///
/// >>> tihbat.Bounds(4, 3, 2, 1)
/// Bounds(forced=4, forced_distance=3, forced_other=2, forced_other_distance=1)
#[pyclass(frozen, eq, name = "Bounds", module = "tihbat")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PyBounds(pub Bounds);

#[pymethods]
impl PyBounds {
    #[new]
    #[pyo3(signature = (forced, forced_distance, forced_other, forced_other_distance))]
    fn new(
        forced: u8,
        forced_distance: Option<u16>,
        forced_other: u8,
        forced_other_distance: Option<u16>,
    ) -> Answer<Self> {
        let of = |seeds: u8, distance: Option<u16>| {
            if distance.is_some() == (seeds == 0) {
                return Err(Failure::position("seeds have a distance exactly if they are not 0".to_owned()));
            }
            Ok((seeds, distance.map_or(Distance::ENDED, Distance::new)))
        };
        let bounds = Bounds::new(of(forced, forced_distance)?, of(forced_other, forced_other_distance)?);
        bounds.map(Self).ok_or_else(|| Failure::position("a board holds at most 127 seeds".to_owned()))
    }

    /// Seeds that the mover can force.
    #[getter]
    fn forced(&self) -> usize {
        self.0.forced.seeds().count()
    }

    /// Plies to the conversion that secures them; None if they are 0.
    #[getter]
    fn forced_distance(&self) -> Option<u16> {
        self.0.forced.distance().map(Distance::plies)
    }

    /// Seeds that the opponent can force.
    #[getter]
    fn forced_other(&self) -> usize {
        self.0.forced_other.seeds().count()
    }

    /// Plies to the conversion that secures them; None if they are 0.
    #[getter]
    fn forced_other_distance(&self) -> Option<u16> {
        self.0.forced_other.distance().map(Distance::plies)
    }

    /// Seeds that neither side can force on a board of `seeds` seeds.
    fn open(&self, seeds: usize) -> Answer<usize> {
        let seeds = Seeds::new(seeds)
            .ok_or_else(|| Failure::position(format!("a board holds at most 127 seeds, not {seeds}")))?;
        Ok(self.0.open(seeds).count())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let plies = |distance: Option<u16>| distance.map_or_else(|| "None".to_owned(), |plies| plies.to_string());
        format!(
            "Bounds(forced={}, forced_distance={}, forced_other={}, forced_other_distance={})",
            self.forced(),
            plies(self.forced_distance()),
            self.forced_other(),
            plies(self.forced_other_distance())
        )
    }

    fn __str__(&self) -> String {
        format!("the mover forces {}, the opponent {}", self.0.forced, self.0.forced_other)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let parts = (self.forced(), self.forced_distance(), self.forced_other(), self.forced_other_distance());
        (py.get_type::<Self>(), parts).into_pyobject(py)
    }
}

/// A value of either kind, as Python gets it.
#[derive(IntoPyObject)]
pub enum AnyValue {
    /// A margin with its distance.
    Margin(PyValue),
    /// What each side can force.
    Bounds(PyBounds),
}
