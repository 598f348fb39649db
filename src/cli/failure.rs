//! Why a command has no answer, and how the user hears of it

use std::error::Error;
use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use tihbat::solve::PlanError;
use tihbat::text::{shown_path, shown_whole};

use super::colour;

/// Anything that ends a command early.
pub(crate) enum Failure {
    /// Standard output does not take any more.
    Output(io::Error),
    /// Bad usage or bad input: one sentence to act on.
    Input(String),
    /// Bad input that the user has been told about.
    Told,
}

impl Failure {
    /// A failure that says `message`.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self::Input(message.into())
    }

    /// An error about a file, with the file's name in front.
    pub(super) fn about(path: &std::path::Path, error: impl Error) -> Self {
        Self::Input(format!("{}: {error}", shown_path(path)))
    }

    /// The same failure with the name of a file in front.
    pub(super) fn at(self, path: &std::path::Path) -> Self {
        match self {
            Self::Input(message) => Self::Input(format!("{}: {message}", shown_path(path))),
            other => other,
        }
    }

    /// The same failure with more at the end of its sentence.
    pub(super) fn then(self, more: &str) -> Self {
        match self {
            Self::Input(message) => Self::Input(message + more),
            other => other,
        }
    }

    /// The sentence about bad input.
    ///
    /// # Errors
    /// Any other failure, which is not about the input.
    pub(super) fn message(self) -> Result<String, Self> {
        match self {
            Self::Input(message) => Ok(message),
            other => Err(other),
        }
    }

    /// Tells the user, and answers the exit code: a closed pipe ends quietly.
    pub(super) fn report(self) -> ExitCode {
        let message = match self {
            Self::Output(error) if error.kind() == ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Self::Output(error) => format!("standard output cannot be written: {error}"),
            Self::Input(message) => message,
            Self::Told => return ExitCode::from(2),
        };
        // If standard error is closed, the exit code is all there is.
        let _ = writeln!(colour::err(), "{} {}", colour::error(), shown_whole(&message));
        ExitCode::from(2)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Errors of the library are sentences to act on already.
macro_rules! input {
    ($($error:ty),*) => {
        $(impl From<$error> for Failure {
            fn from(error: $error) -> Self {
                Self::Input(error.to_string())
            }
        })*
    };
}

/// For the commands that have these options.
impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Self {
        let option = match error {
            PlanError::Memory { fits: Some(fits), .. } => format!(" (--max-seeds {fits})"),
            PlanError::Disk { .. } => " (--max-seeds, -o)".to_owned(),
            _ => String::new(),
        };
        Self::Input(format!("{error}{option}"))
    }
}

input!(
    tihbat::analysis::AnalysisError,
    tihbat::answer::QuestionError,
    tihbat::atlas::SavedError,
    tihbat::atlas::SweepError,
    tihbat::export::ExportError,
    tihbat::files::FileError,
    tihbat::game::GameError,
    tihbat::game::MoveError,
    tihbat::pictures::PictureError,
    tihbat::position::PositionError,
    tihbat::record::RecordError,
    tihbat::rules::RulesError,
    tihbat::solver::SolveError,
    tihbat::solve::FileSolveError,
    tihbat::store::SpecError,
    tihbat::store::StoreError,
    tihbat::table::TableError,
    tihbat::table::WorkError
);
