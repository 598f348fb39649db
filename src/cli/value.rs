//! `tihbat value`: what a position is worth

use std::io::Write;

use clap::Args;
use serde_json::json;

use super::failure::Failure;
use super::question::{Asked, Question};
use super::{draw, output};

/// Say what a position is worth under perfect play.
///
/// The margin is what the side to move still gets minus what the other still gets. The distance counts the plies to
/// the next capture or the end of the game.
#[derive(Args)]
#[command(after_help = "Examples:\n  tihbat value\n  tihbat value modiar --json\n  tihbat value tihbat 1-2-1-1")]
pub(super) struct ValueOf {
    #[command(flatten)]
    question: Question,
}

impl ValueOf {
    pub(super) fn run(self) -> Result<(), Failure> {
        self.question.ask(|asked| self.answer(asked))
    }

    fn answer(&self, asked: &Asked<'_>) -> Result<(), Failure> {
        let position = &asked.position;
        let answer = asked.analysis.value(position)?;
        if self.question.json {
            return output::json(&asked.json(json!({
                "margin": answer.value.margin.seeds(),
                "outcome": answer.outcome.name(),
                "distance": output::distance(answer.value),
                "final": output::totals(answer.finals),
            })));
        }
        let mut out = output::out();
        writeln!(out, "{}", draw::board(position))?;
        writeln!(out, "{} to move: {}; {}", position.side, output::value(answer.value), output::ending(answer.finals))?;
        if answer.first_move {
            writeln!(out, "This is the first move of the game, which captures nothing.")?;
        }
        Ok(out.flush()?)
    }
}
