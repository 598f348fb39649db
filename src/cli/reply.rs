//! How a command answers a question about a position

use std::io::Write;

use serde::Serialize;
use tihbat::analysis::AnalysisError;
use tihbat::answer::{Asked, AskedPartial, PartialAnswer};

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

    /// The answer for programs about a position above the layers of the table.
    fn answer_above(&self, asked: &AskedPartial<'_>) -> Result<PartialAnswer, AnalysisError>;

    /// The same for people, after the board.
    fn text_above(&self, _: &AskedPartial<'_>, _: &mut dyn Write) -> Result<(), Failure> {
        Ok(())
    }

    /// The same in one line, after the reason why the position is unknown.
    fn short_above(&self, _: &AskedPartial<'_>, _: &mut dyn Write) -> Result<(), Failure> {
        Ok(())
    }
}
