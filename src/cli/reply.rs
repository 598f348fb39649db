//! How a command answers a question about a position

use std::io::Write;

use serde::Serialize;
use tihbat::analysis::AnalysisError;
use tihbat::answer::Asked;

use super::failure::Failure;

/// How a command answers.
pub(super) trait Reply {
    /// What `--json` prints.
    type Answer: Serialize;

    /// The answer for programs.
    fn answer(&self, asked: &Asked<'_>) -> Result<Self::Answer, AnalysisError>;

    /// For people.
    fn text(&self, asked: &Asked<'_>, out: &mut dyn Write) -> Result<(), Failure>;

    /// In one line, without its end.
    fn short(&self, asked: &Asked<'_>, out: &mut dyn Write) -> Result<(), Failure>;
}
