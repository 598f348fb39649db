//! `tihbat best`: every legal move, best first

use std::io::Write;

use clap::Args;
use tihbat::analysis::AnalysisError;
use tihbat::answer::{Asked, AskedPartial, MovesAnswer, PartialAnswer};

use crate::cli::batch;
use crate::cli::failure::Failure;
use crate::cli::question::QuestionArgs;
use crate::cli::reply::Reply;
use crate::cli::{bounds, draw, output, ranked};

/// List every legal move of a position, best first.
///
/// Margin and distance are in the view of the side to move and count the move itself. The best moves are marked. With
/// --moves the values are exact in that game: a move to a position seen before ends the game.
#[derive(Args)]
#[command(
    after_help = batch::help("Examples:\n  tihbat best modiar\n  tihbat best tihbat 9-9-8-2-0-0-N --json\n  tihbat best modiar --moves \"C b\"    in the middle of a game\n  tihbat best modiar - < positions.txt    one answer on each line")
)]
pub(in crate::cli) struct BestArgs {
    #[command(flatten)]
    question: QuestionArgs,
}

impl BestArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        self.question.ask(&self)
    }
}

impl Reply for BestArgs {
    type Answer = MovesAnswer;

    fn answer(&self, asked: &Asked<'_>) -> Result<MovesAnswer, AnalysisError> {
        asked.moves_answer()
    }

    fn text(&self, asked: &Asked<'_>, out: &mut dyn Write) -> Result<(), Failure> {
        let asked = match asked {
            Asked::Margins(asked) => asked,
            Asked::Bounds(asked) => return bounds::best(asked, out),
        };
        let position = asked.position();
        writeln!(out, "{}", draw::board(position))?;
        if let Some(end) = asked.over()? {
            return output::over(out, end, asked.value()?.finals);
        }
        let moves = asked.best()?;
        for (line, ranked) in ranked::move_lines(position, &moves).lines().zip(&moves) {
            let table = asked.table_value_of(ranked)?.filter(|&value| value != ranked.value);
            let note = table.map(|value| format!("  by the table alone {}", output::value(value))).unwrap_or_default();
            writeln!(out, "{line}{note}")?;
        }
        Ok(())
    }

    fn short(&self, asked: &Asked<'_>, out: &mut dyn Write) -> Result<(), Failure> {
        let asked = match asked {
            Asked::Margins(asked) => asked,
            Asked::Bounds(asked) => return bounds::short_best(asked, out),
        };
        let listed = asked.best()?.into_iter().map(|ranked| {
            let mark = if ranked.best { "*" } else { "" };
            format!("{mark}{} {}", asked.position().move_name(&ranked.play), output::value(ranked.value))
        });
        let listed: Vec<_> = listed.collect();
        match asked.over()? {
            Some(end) => write!(out, "the game is over: {}", end.words())?,
            None => write!(out, "{}", listed.join(", "))?,
        }
        Ok(())
    }

    fn answer_above(&self, asked: &AskedPartial<'_>) -> Result<PartialAnswer, AnalysisError> {
        asked.moves_answer()
    }

    fn text_above(&self, asked: &AskedPartial<'_>, out: &mut dyn Write) -> Result<(), Failure> {
        Ok(write!(out, "{}", ranked::known_lines(&asked.moves()?))?)
    }

    fn short_above(&self, asked: &AskedPartial<'_>, out: &mut dyn Write) -> Result<(), Failure> {
        for known in asked.moves()? {
            write!(out, ", {} {}", known.name(), ranked::known_worth(&known))?;
        }
        Ok(())
    }
}
