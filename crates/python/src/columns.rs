//! Arrays that view a table without a copy
//!
//! The bytes of a table never move as long as the table is open: they are mapped, or in a vector that nobody changes. An array that
//! views them has the `Table` as its base object, so Python keeps the table open as long as an array is alive. All arrays are
//! read-only. Where the file does not have the numbers as they are (distances of more than 255 plies), the array is a copy.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use numpy::ndarray::ArrayView1;
use numpy::{Element, IntoPyArray, PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use tihbat::board::Seeds;
use tihbat::table::{ColumnOf, LayerColumn};

use crate::failure::Answer;
use crate::table::PyTable;

/// The margins, or the seeds that the mover or the opponent can force, of all boards of some layers.
///
/// # Errors
/// If the table has no such layer or column, or is damaged or changed.
pub fn values<'py>(
    owner: &Bound<'py, PyTable>,
    of: ColumnOf,
    layers: RangeInclusive<Seeds>,
) -> Answer<Bound<'py, PyAny>> {
    let table = &owner.get().table;
    let column = owner.py().detach(|| table.column(of, layers))?;
    Ok(array(owner, column))
}

/// The distances that belong to [`values`], in plies, 0 where there is none: of one byte each, or of two.
///
/// # Errors
/// Like [`values`].
pub fn distances<'py>(
    owner: &Bound<'py, PyTable>,
    of: ColumnOf,
    layers: RangeInclusive<Seeds>,
) -> Answer<Bound<'py, PyAny>> {
    let table = &owner.get().table;
    Ok(match owner.py().detach(|| table.distances(of, layers))? {
        LayerColumn::Bytes(bytes) => array(owner, bytes),
        LayerColumn::Words(words) => array(owner, Cow::Owned(words)),
    })
}

/// A read-only array of numbers that are borrowed from the table of `owner`, or were copied.
#[expect(unsafe_code, reason = "numpy reads the bytes of the table where they are")]
fn array<'py, T: Element + Clone>(owner: &Bound<'py, PyTable>, numbers: Cow<'_, [T]>) -> Bound<'py, PyAny> {
    let array: Bound<'py, PyArray1<T>> = match numbers {
        // SAFETY: the numbers are bytes of the table of `owner`: both callers get them from there. A table is frozen, and its bytes stay
        // where they are until its last handle is dropped. `owner` holds a handle and becomes the base object of the array, so the bytes
        // live longer than the array. Nobody writes to them through the array, because it is made read-only before anybody has it.
        Cow::Borrowed(numbers) => unsafe {
            PyArray1::borrow_from_array(&ArrayView1::from(numbers), owner.clone().into_any())
        },
        Cow::Owned(numbers) => numbers.into_pyarray(owner.py()),
    };
    array.readwrite().make_nonwriteable();
    array.into_any()
}
