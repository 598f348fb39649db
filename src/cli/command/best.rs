//! `tihbat best`: every legal move, best first

use std::io::Write;

use clap::Args;
use serde_json::{Value as Json, json};

use crate::cli::failure::Failure;
use crate::cli::question::{Asked, Question, Reply};
use crate::cli::{draw, output, ranked};

/// List every legal move of a position, best first.
///
/// Margin and distance are those of the side to move, the move itself counted; the best moves are marked. With --moves
/// every move is worth what it is worth in that game: one that leads to a position seen before ends it.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tihbat best modiar\n  tihbat best tihbat 9-9-8-2-0-0-N --json\n  tihbat best modiar --moves \"C b\"    in the middle of a game\n  tihbat best modiar - < positions.txt    one answer a line"
)]
pub(in crate::cli) struct Best {
    #[command(flatten)]
    question: Question,
}

impl Best {
    /// False if one of many questions has no answer.
    pub(super) fn run(self) -> Result<bool, Failure> {
        self.question.ask(&self)
    }
}

impl Reply for Best {
    fn json(&self, asked: &Asked<'_>) -> Result<Json, Failure> {
        let listed = asked.best()?.into_iter().map(|ranked| {
            let mut json = ranked::move_json(&asked.position, &ranked);
            if let Some(value) = asked.table_says(&ranked)? {
                json["table"] = json!({ "margin": value.margin().seeds(), "distance": output::distance(value) });
            }
            Ok(json)
        });
        Ok(json!({ "moves": listed.collect::<Result<Vec<_>, Failure>>()? }))
    }

    fn text(&self, asked: &Asked<'_>, out: &mut dyn Write) -> Result<(), Failure> {
        let position = &asked.position;
        writeln!(out, "{}", draw::board(position))?;
        if let Some(end) = asked.over() {
            return output::over(out, end, asked.value()?.finals);
        }
        let moves = asked.best()?;
        for (line, ranked) in ranked::move_lines(position, &moves).lines().zip(&moves) {
            let table = asked.table_says(ranked)?.filter(|&value| value != ranked.value);
            let note = table.map(|value| format!("  by the table alone {}", output::value(value))).unwrap_or_default();
            writeln!(out, "{line}{note}")?;
        }
        Ok(())
    }

    fn short(&self, asked: &Asked<'_>, out: &mut dyn Write) -> Result<(), Failure> {
        let listed = asked.best()?.into_iter().map(|ranked| {
            let mark = if ranked.best { "*" } else { "" };
            format!("{mark}{} {}", asked.position.move_name(&ranked.play), output::value(ranked.value))
        });
        let listed: Vec<_> = listed.collect();
        match asked.over() {
            Some(end) => write!(out, "the game is over: {}", end.words())?,
            None => write!(out, "{}", listed.join(", "))?,
        }
        Ok(())
    }
}
