//! `tihbat value`: what a position is worth

use std::io::Write;

use clap::Args;
use tihbat::analysis::AnalysisError;
use tihbat::answer::{Asked, AskedPartial, PartialAnswer, ValueAnswer};

use crate::cli::batch;
use crate::cli::failure::Failure;
use crate::cli::question::QuestionArgs;
use crate::cli::reply::Reply;
use crate::cli::{bounds, colour, draw, output};

/// Print the value of a position under perfect play.
///
/// The margin is the number of seeds that the side to move still gets, minus the number that the other side still gets.
/// The distance is the number of plies to the next capture or the end of the game.
#[derive(Args)]
#[command(
    after_help = batch::help("Examples:\n  tihbat value\n  tihbat value modiar --json\n  tihbat value tihbat 1-2-1-1\n  tihbat value tihbat 1-2-1-1 --moves \"B b\"    the game in progress: exact, repetitions counted\n  tihbat value modiar - < positions.txt                one answer on each line")
)]
pub(in crate::cli) struct ValueOf {
    #[command(flatten)]
    question: QuestionArgs,
}

impl ValueOf {
    pub(super) fn run(self) -> Result<(), Failure> {
        self.question.ask(&self)
    }
}

impl Reply for ValueOf {
    type Answer = ValueAnswer;

    fn answer(&self, asked: &Asked<'_>) -> Result<ValueAnswer, AnalysisError> {
        asked.value_answer()
    }

    fn text(&self, asked: &Asked<'_>, out: &mut dyn Write) -> Result<(), Failure> {
        let asked = match asked {
            Asked::Margins(asked) => asked,
            Asked::Bounds(asked) => return bounds::value(asked, out),
        };
        let position = asked.position();
        let answer = asked.value()?;
        writeln!(out, "{}", draw::board(position))?;
        if let Some(end) = asked.over()? {
            return output::over(out, end, answer.finals);
        }
        let value = colour::by_sign(answer.value.margin(), output::value(answer.value));
        writeln!(out, "{} to move: {value}; {}", position.side, output::ending(answer.finals))?;
        if answer.by_opening_rule {
            writeln!(out, "This is the first move of the game, which captures nothing.")?;
        }
        Ok(())
    }

    fn short(&self, asked: &Asked<'_>, out: &mut dyn Write) -> Result<(), Failure> {
        let asked = match asked {
            Asked::Margins(asked) => asked,
            Asked::Bounds(asked) => return bounds::short_value(asked, out),
        };
        let answer = asked.value()?;
        Ok(write!(out, "{}; {}", output::value(answer.value), output::ending(answer.finals))?)
    }

    fn answer_above(&self, asked: &AskedPartial<'_>) -> Result<PartialAnswer, AnalysisError> {
        Ok(asked.value_answer())
    }
}
