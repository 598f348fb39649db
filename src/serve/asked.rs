//! Questions about positions, as they come in an address or a batch

use axum::http::StatusCode;
use tihbat::analysis::AnalysisError;
use tihbat::progress::Progress;
use tihbat::table::TableError;

use super::app::Served;
use super::problem::Problem;
use tihbat::answer::{LineAnswer, PositionAnswer, Question};

/// The addresses of questions that may be about games in progress.
pub(super) const ADDRESSES: [&str; 2] = [POSITION, LINE];
/// The address of questions about value and moves.
pub(super) const POSITION: &str = "/api/v1/games/{game}/position";
/// The address of questions about main lines.
pub(super) const LINE: &str = "/api/v1/games/{game}/line";

/// Moves of a game at most.
pub(super) const MAX_MOVES: usize = 1_000;

/// A question about a game that is served.
pub(super) struct AskedPosition(Question);

impl AskedPosition {
    /// Reads a position of a game and the moves since then.
    pub(super) fn parse(served: &Served, position: Option<&str>, moves: Option<&str>) -> Result<Self, Problem> {
        if moves.is_some_and(|moves| Question::names(moves).count() > MAX_MOVES) {
            return Err(Problem::bad(format!("a game has at most {MAX_MOVES} moves here")));
        }
        let question = Question::parse(&served.solved.game, position, moves);
        question.map(Self).map_err(|error| Problem::bad(error.to_string()))
    }

    /// Whether an answer may take the solving of a layer.
    pub(super) fn is_in_game(&self) -> bool {
        self.0.is_in_game()
    }

    /// Value and moves.
    pub(super) fn answer(&self, served: &Served) -> Result<PositionAnswer, Problem> {
        let asked = self.0.ask(&served.solved.game.name, &served.analysis, Progress::NONE);
        asked.and_then(|asked| asked.position_answer()).map_err(|error| refused(served, error))
    }

    /// The main line.
    pub(super) fn line(&self, served: &Served) -> Result<LineAnswer, Problem> {
        let asked = self.0.ask(&served.solved.game.name, &served.analysis, Progress::NONE);
        asked.and_then(|asked| asked.line_answer()).map_err(|error| refused(served, error))
    }
}

/// Why a table does not answer: a board beyond it is the asker's mistake, a layer too large to solve again is not here to
/// be had, a table that cannot be read any more is out of service, anything else is ours.
pub(super) fn refused(served: &Served, error: AnalysisError) -> Problem {
    let detail = format!("{}: {error}", served.solved.game.name);
    match error {
        AnalysisError::Table(TableError::TooFewSeeds { .. }) => Problem::bad(detail),
        AnalysisError::Table(error) => served.break_off(&error),
        AnalysisError::Limit { .. } => Problem::new(StatusCode::NOT_IMPLEMENTED, detail),
        _ => {
            tracing::error!("{detail}");
            Problem::new(StatusCode::INTERNAL_SERVER_ERROR, detail)
        }
    }
}
