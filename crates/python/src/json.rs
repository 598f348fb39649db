//! Answers as dictionaries: what the command line prints as JSON

use pyo3::prelude::*;
use pyo3::types::PyString;
use serde::Serialize;

use crate::failure::{Answer, Failure};

/// The answer as dictionaries, lists, texts and numbers.
///
/// # Errors
/// If Python refuses.
pub fn dictionary<'py>(py: Python<'py>, answer: &impl Serialize) -> Answer<Bound<'py, PyAny>> {
    let text = serde_json::to_string(answer).map_err(|error| Failure::memory(error.to_string()))?;
    Ok(py.import("json")?.call_method1("loads", (PyString::new(py, &text),))?)
}
