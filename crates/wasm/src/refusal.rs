//! Why a question has no answer

use serde::Serialize;
use tihbat::analysis::AnalysisError;
use tihbat::answer::QuestionError;
use tihbat::record::RecordError;
use tihbat::solve::PlanError;
use tihbat::solver::SolveError;
use tihbat::store::SpecError;
use tihbat::table::TableError;

/// Why a question has no answer: whose fault it is, and a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Refusal {
    kind: Kind,
    message: String,
}

/// What is at fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    /// The rules, position, moves, record or numbers of the question.
    Question,
    /// The bytes of the table.
    Table,
    /// There is not enough memory.
    Memory,
}

impl Refusal {
    /// Refuses a question.
    pub(crate) fn question(message: impl ToString) -> Self {
        Self { kind: Kind::Question, message: message.to_string() }
    }

    /// Refuses a table.
    pub(crate) fn table(error: &TableError) -> Self {
        Self { kind: Kind::Table, message: error.to_string() }
    }

    /// The refusal as JSON: `kind` and `message`.
    pub(crate) fn json(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("a text is written as JSON")
    }
}

impl From<TableError> for Refusal {
    fn from(error: TableError) -> Self {
        match error {
            TableError::TooFewSeeds { .. } => Self::question(error),
            _ => Self::table(&error),
        }
    }
}

impl From<AnalysisError> for Refusal {
    fn from(error: AnalysisError) -> Self {
        match error {
            AnalysisError::Table(error) => error.into(),
            AnalysisError::Limit { .. } => Self { kind: Kind::Memory, message: error.to_string() },
            _ => Self::question(error),
        }
    }
}

impl From<PlanError> for Refusal {
    fn from(error: PlanError) -> Self {
        Self { kind: Kind::Memory, message: error.to_string() }
    }
}

impl From<SolveError> for Refusal {
    fn from(error: SolveError) -> Self {
        Self::question(error)
    }
}

impl From<SpecError> for Refusal {
    fn from(error: SpecError) -> Self {
        Self::question(error)
    }
}

impl From<QuestionError> for Refusal {
    fn from(error: QuestionError) -> Self {
        Self::question(error)
    }
}

impl From<RecordError> for Refusal {
    fn from(error: RecordError) -> Self {
        Self::question(error)
    }
}
