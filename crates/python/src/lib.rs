//! The Python package: tables of perfect play as arrays
//!
//! A thin rim of the library, like the command line: it reads what Python gives, asks, and hands out numbers, arrays and answers. The
//! module `tihbat` (in `python/tihbat/`) adds the exceptions and the named tuples, and everything else is here. Each file is a class
//! or one thing that several classes do:
//!
//! | file | what it does |
//! |---|---|
//! | `rules`, `position`, `table`, `layer`, `game`, `judged`, `atlas` | the classes |
//! | `value`, `moves` | what they return |
//! | `boards`, `keywords` | from Python's objects to boards and clauses |
//! | `columns` | arrays that view a table without a copy; the only file with `unsafe` |
//! | `bulk` | questions about an array of boards |
//! | `solve`, `work` | long work: threads, progress, interrupts |
//! | `picture`, `json` | pictures of boards; answers as dictionaries |
//! | `failure` | from errors to exceptions |

mod atlas;
mod boards;
mod bulk;
mod columns;
mod failure;
mod game;
mod json;
mod judged;
mod keywords;
mod layer;
// What the command line knows of the machine, too.
#[path = "../../../src/cli/machine.rs"]
mod machine;
mod moves;
mod picture;
mod position;
mod rules;
mod solve;
mod table;
mod value;
mod work;

use pyo3::prelude::*;

/// What `tihbat` is made of: see there.
#[pymodule(gil_used = false)]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::atlas::{PyAtlas, atlas};
    #[pymodule_export]
    use super::game::PyGame;
    #[pymodule_export]
    use super::judged::PyJudgedGame;
    #[pymodule_export]
    use super::layer::PyLayer;
    #[pymodule_export]
    use super::moves::PyMove;
    #[pymodule_export]
    use super::position::PyPosition;
    #[pymodule_export]
    use super::rules::{PyRules, games};
    #[pymodule_export]
    use super::solve::solve;
    #[pymodule_export]
    use super::table::{PyTable, open};
    #[pymodule_export]
    use super::value::{PyBounds, PyValue};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
