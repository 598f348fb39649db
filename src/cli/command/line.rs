//! `tihbat line`: perfect play by both sides, to the end

use std::io::Write;

use clap::Args;
use tihbat::analysis::AnalysisError;
use tihbat::answer::{Asked, AskedPartial, LineAnswer, PartialAnswer, moves_of_line};

use crate::cli::batch;
use crate::cli::failure::Failure;
use crate::cli::question::QuestionArgs;
use crate::cli::reply::Reply;
use crate::cli::{bounds, colour, draw, output};

/// Show perfect play by both sides, move by move, to the end of the game or the first repetition.
#[derive(Args)]
#[command(
    after_help = batch::help("Examples:\n  tihbat line\n  tihbat line modiar --json\n  tihbat line tihbat 3-1-2-2\n  tihbat line tihbat --moves \"A b\"    continue from the middle of a game\n  tihbat line tihbat - < positions.txt    one answer on each line")
)]
pub(in crate::cli) struct LineArgs {
    #[command(flatten)]
    question: QuestionArgs,
}

impl LineArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        self.question.ask(&self)
    }
}

impl Reply for LineArgs {
    type Answer = LineAnswer;

    fn answer(&self, asked: &Asked<'_>) -> Result<LineAnswer, AnalysisError> {
        asked.line_answer()
    }

    fn text(&self, asked: &Asked<'_>, out: &mut dyn Write) -> Result<(), Failure> {
        let asked = match asked {
            Asked::Margins(asked) => asked,
            Asked::Bounds(asked) => return bounds::line(asked, out),
        };
        let start = asked.position();
        let line = asked.line()?;
        writeln!(out, "{}", draw::board(start))?;
        for (ply, (before, ranked)) in moves_of_line(start, &line).enumerate() {
            let (side, name) = (before.side, before.move_name(&ranked.play));
            let value = colour::by_sign(ranked.value.margin(), format_args!("{:<18}", output::value(ranked.value)));
            writeln!(out, "{:>4}  {side}  {name:<6}{value}{}", ply + 1, ranked.after)?;
        }
        if let Some(last) = line.moves.last() {
            writeln!(out, "\n{}", draw::board(&last.after))?;
        }
        output::over(out, line.end, line.finals)
    }

    fn short(&self, asked: &Asked<'_>, out: &mut dyn Write) -> Result<(), Failure> {
        let asked = match asked {
            Asked::Margins(asked) => asked,
            Asked::Bounds(asked) => return bounds::short_line(asked, out),
        };
        let line = asked.line()?;
        for (before, ranked) in moves_of_line(asked.position(), &line) {
            write!(out, "{} ", before.move_name(&ranked.play))?;
        }
        Ok(write!(out, "({}); {}", line.end.name(), output::ending(line.finals))?)
    }

    fn answer_above(&self, asked: &AskedPartial<'_>) -> Result<PartialAnswer, AnalysisError> {
        Ok(asked.line_answer())
    }
}
