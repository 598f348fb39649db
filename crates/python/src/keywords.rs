//! Clauses as keywords: `capture_chain="backwards"` is the clause `capture.chain`

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyInt, PyString};
use tihbat::rules::{Rules, did_you_mean};
use tihbat::store::Change;
use tihbat::text::shown;

use crate::failure::{Answer, Failure};

/// The clause that a keyword names: its own name, with an underscore for every dot.
///
/// # Errors
/// If there is no such clause, with the keyword that may be meant.
pub fn clause(keyword: &str) -> Answer<&'static str> {
    let known = || Rules::CLAUSES.into_iter().map(|clause| clause.replace('.', "_"));
    if let Some(at) = known().position(|known| known == keyword) {
        return Ok(Rules::CLAUSES[at]);
    }
    let known: Vec<_> = known().collect();
    let meant = did_you_mean(keyword, known.iter().map(String::as_str));
    Err(Failure::rules(format!(
        "there is no clause \"{}\"{meant}; the clauses are {}",
        shown(keyword),
        known.join(", ")
    )))
}

/// The value of a clause in words: a text, a number, True or False, or a sequence of numbers.
///
/// # Errors
/// If it is none of these.
pub fn words(keyword: &str, value: &Bound<'_, PyAny>) -> Answer<String> {
    if let Ok(truth) = value.cast::<PyBool>() {
        return Ok(truth.is_true().to_string());
    }
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_str()?.to_owned());
    }
    if value.cast::<PyInt>().is_ok() {
        return Ok(value.str()?.to_str()?.to_owned());
    }
    let numbers = value.extract::<Vec<u8>>().map_err(|_| {
        let kind = value.get_type().name().map_or_else(|_| "something else".to_owned(), |name| name.to_string());
        Failure::rules(format!(
            "{keyword} is a text, a number, True or False, or a sequence of numbers from 0 to 255, not {kind}"
        ))
    })?;
    let none = numbers.is_empty().then(|| "none".to_owned());
    Ok(none.unwrap_or_else(|| numbers.iter().map(u8::to_string).collect::<Vec<_>>().join(",")))
}

/// The changes that keywords ask for.
///
/// # Errors
/// If a keyword is no clause, or its value is none.
pub fn changes(keywords: Option<&Bound<'_, PyDict>>) -> Answer<Vec<Change>> {
    let Some(keywords) = keywords else { return Ok(Vec::new()) };
    let change = |(keyword, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        let keyword = keyword.extract::<String>()?;
        Ok((clause(&keyword)?.to_owned(), words(&keyword, &value)?))
    };
    keywords.iter().map(change).collect()
}
