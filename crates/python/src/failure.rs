//! From errors to exceptions
//!
//! Every error of the library becomes an exception with the library's message. What Python has an exception for gets that one: files,
//! memory. A panic is an error of this program; it becomes a `RuntimeError`, which a caller can catch like any other.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use pyo3::exceptions::{PyMemoryError, PyOSError, PyRuntimeError};
use pyo3::prelude::*;
use tihbat::analysis::AnalysisError;
use tihbat::atlas::SweepError;
use tihbat::board::BoardError;
use tihbat::files::FileError;
use tihbat::game::{GameError, MoveError};
use tihbat::pictures::PictureError;
use tihbat::position::PositionError;
use tihbat::record::RecordError;
use tihbat::rules::RulesError;
use tihbat::solve::{FileSolveError, PlanError};
use tihbat::solver::SolveError;
use tihbat::store::SpecError;
use tihbat::table::{TableError, WorkError};
use tihbat::text::shown_path;
use tihbat::verify::VerifyError;

/// The exceptions that the Python part of the package defines.
pub mod raised {
    pyo3::import_exception!(tihbat._errors, Error);
    pyo3::import_exception!(tihbat._errors, MissingLayer);
    pyo3::import_exception!(tihbat._errors, MoveError);
    pyo3::import_exception!(tihbat._errors, PositionError);
    pyo3::import_exception!(tihbat._errors, RecordError);
    pyo3::import_exception!(tihbat._errors, RulesError);
    pyo3::import_exception!(tihbat._errors, TableError);
    pyo3::import_exception!(tihbat._errors, WrongTable);
}

/// An exception that is to be raised.
#[derive(Debug)]
pub struct Failure(PyErr);

/// What functions return to Python.
pub type Answer<T> = Result<T, Failure>;

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> Self {
        failure.0
    }
}

impl From<PyErr> for Failure {
    fn from(error: PyErr) -> Self {
        Self(error)
    }
}

impl<'a, 'py> From<pyo3::CastError<'a, 'py>> for Failure {
    fn from(error: pyo3::CastError<'a, 'py>) -> Self {
        Self(error.into())
    }
}

/// Errors that become an exception of this package, with their message.
macro_rules! raise {
    ($($error:ty => $raised:ident,)+) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self(raised::$raised::new_err(error.to_string()))
            }
        })+
    };
}

raise! {
    BoardError => PositionError,
    GameError => PositionError,
    MoveError => MoveError,
    PictureError => Error,
    PositionError => PositionError,
    RulesError => RulesError,
    SolveError => Error,
    SweepError => RulesError,
}

impl Failure {
    /// An exception of this package about rules.
    pub fn rules(message: String) -> Self {
        Self(raised::RulesError::new_err(message))
    }

    /// An exception of this package about boards and positions.
    pub fn position(message: String) -> Self {
        Self(raised::PositionError::new_err(message))
    }

    /// The failure of opening a table.
    pub fn of_file(path: &Path, error: TableError) -> Self {
        match error {
            TableError::Io(source) => Self::os(path, source),
            other => Self(raised::TableError::new_err(format!("{}: {other}", shown_path(path)))),
        }
    }

    /// An `OSError`, of the class that belongs to the error number if there is one.
    fn os(path: &Path, error: io::Error) -> Self {
        match error.raw_os_error() {
            Some(number) => {
                let words = error.to_string();
                let words = words.split(" (os error").next().unwrap_or_default().to_owned();
                Self(PyOSError::new_err((number, words, path.to_path_buf())))
            }
            None => Self(PyOSError::new_err(format!("{}: {error}", shown_path(path)))),
        }
    }

    /// Numbers that do not fit into memory.
    pub fn memory(message: String) -> Self {
        Self(PyMemoryError::new_err(message))
    }

    /// A panic, which is an error of this program.
    pub fn panic(payload: &(dyn std::any::Any + Send)) -> Self {
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message");
        Self(PyRuntimeError::new_err(format!("an error of the package tihbat, please report it: {text}")))
    }
}

impl From<TableError> for Failure {
    fn from(error: TableError) -> Self {
        let message = error.to_string();
        match error {
            TableError::Io(source) => Self(source.into()),
            TableError::TooFewSeeds { .. } => Self(raised::MissingLayer::new_err(message)),
            _ => Self(raised::TableError::new_err(message)),
        }
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Io { path, source } => Self::os(&path, source),
            other => Self(PyOSError::new_err(other.to_string())),
        }
    }
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Self {
        match error {
            SpecError::Read(error) => error.into(),
            SpecError::Position { .. } => Self::position(error.to_string()),
            other => Self::rules(other.to_string()),
        }
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Self {
        Self(raised::RecordError::new_err((error.to_string(), error.place.line)))
    }
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Self {
        let message = error.to_string();
        match error {
            PlanError::Memory { .. } => Self::memory(message),
            _ => Self(PyOSError::new_err(message)),
        }
    }
}

impl From<WorkError> for Failure {
    fn from(error: WorkError) -> Self {
        match error {
            WorkError::Write { path, source } => Self::os(&path, source),
            WorkError::Target(error) => error.into(),
            other => Self(raised::TableError::new_err(other.to_string())),
        }
    }
}

impl From<FileSolveError> for Failure {
    fn from(error: FileSolveError) -> Self {
        match error {
            FileSolveError::Solve(error) => error.into(),
            FileSolveError::Work(error) => error.into(),
            FileSolveError::Table(error) => error.into(),
            other => Self(raised::Error::new_err(other.to_string())),
        }
    }
}

impl From<AnalysisError> for Failure {
    fn from(error: AnalysisError) -> Self {
        let message = error.to_string();
        match error {
            AnalysisError::Game(error) => error.into(),
            AnalysisError::Move(error) => error.into(),
            AnalysisError::Table(error) => error.into(),
            AnalysisError::Limit { .. } => Self::memory(message),
            AnalysisError::OtherRules { .. } => Self::rules(message),
            _ => Self(raised::Error::new_err(message)),
        }
    }
}

impl From<VerifyError> for Failure {
    fn from(error: VerifyError) -> Self {
        match error {
            VerifyError::Table(error) => error.into(),
            wrong => Self(raised::WrongTable::new_err(wrong.to_string())),
        }
    }
}

/// Does work that must not panic. If it does, the panic becomes an exception.
pub fn shielded<T>(work: impl FnOnce() -> Answer<T>) -> Answer<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|payload| Err(Failure::panic(&*payload)))
}
