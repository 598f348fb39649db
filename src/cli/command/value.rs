//! `tihbat value`: what a position is worth

use std::io::Write;

use clap::Args;
use serde_json::{Value as Json, json};

use crate::cli::failure::Failure;
use crate::cli::question::{Asked, Question, Reply};
use crate::cli::{colour, draw, output};

/// Say what a position is worth under perfect play.
///
/// The margin is what the side to move still gets minus what the other still gets. The distance counts the plies to
/// the next capture or the end of the game.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tihbat value\n  tihbat value modiar --json\n  tihbat value tihbat 1-2-1-1\n  tihbat value tihbat 1-2-1-1 --moves \"B b\"    the game in progress: exact, repetitions counted\n  tihbat value modiar - < positions.txt                one answer a line"
)]
pub(in crate::cli) struct ValueOf {
    #[command(flatten)]
    question: Question,
}

impl ValueOf {
    /// False if one of many questions has no answer.
    pub(super) fn run(self) -> Result<bool, Failure> {
        self.question.ask(&self)
    }
}

impl Reply for ValueOf {
    fn json(&self, asked: &Asked<'_>) -> Result<Json, Failure> {
        let answer = asked.value()?;
        Ok(json!({
            "margin": answer.value.margin().seeds(),
            "outcome": answer.outcome.name(),
            "distance": output::distance(answer.value),
            "final": output::totals(answer.finals),
        }))
    }

    fn text(&self, asked: &Asked<'_>, out: &mut dyn Write) -> Result<(), Failure> {
        let position = &asked.position;
        let answer = asked.value()?;
        writeln!(out, "{}", draw::board(position))?;
        if let Some(end) = asked.over() {
            return output::over(out, end, answer.finals);
        }
        let value = colour::by_sign(answer.value.margin(), output::value(answer.value));
        writeln!(out, "{} to move: {value}; {}", position.side, output::ending(answer.finals))?;
        if answer.first_move {
            writeln!(out, "This is the first move of the game, which captures nothing.")?;
        }
        Ok(())
    }

    fn short(&self, asked: &Asked<'_>, out: &mut dyn Write) -> Result<(), Failure> {
        let answer = asked.value()?;
        Ok(write!(out, "{}; {}", output::value(answer.value), output::ending(answer.finals))?)
    }
}
