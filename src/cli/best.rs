//! `tihbat best`: every legal move, best first

use std::io::Write;

use clap::Args;
use serde_json::{Value as Json, json};
use tihbat::analysis::RankedMove;
use tihbat::position::Position;

use super::failure::Failure;
use super::question::{Asked, Question};
use super::{draw, output};

/// List every legal move of a position, best first.
///
/// Margin and distance are those of the side to move, the move itself counted; the best moves are marked.
#[derive(Args)]
#[command(after_help = "Examples:\n  tihbat best modiar\n  tihbat best tihbat 9-9-8-2-0-0-N --json")]
pub(super) struct Best {
    #[command(flatten)]
    question: Question,
}

/// A ranked move as JSON.
pub(super) fn move_json(position: &Position, ranked: &RankedMove) -> Json {
    json!({
        "move": position.move_name(&ranked.play),
        "margin": ranked.value.margin.seeds(),
        "distance": output::distance(ranked.value),
        "captured": ranked.play.captured.count(),
        "position": ranked.after.to_string(),
        "best": ranked.best,
    })
}

/// Ranked moves as lines of text.
pub(super) fn move_lines(position: &Position, moves: &[RankedMove]) -> String {
    let line = |ranked: &RankedMove| {
        let mark = if ranked.best { '*' } else { ' ' };
        let name = position.move_name(&ranked.play);
        format!("{mark} {name:<6}{:<18}{}\n", output::value(ranked.value), ranked.after)
    };
    moves.iter().map(line).collect()
}

impl Best {
    pub(super) fn run(self) -> Result<(), Failure> {
        self.question.ask(|asked| self.answer(asked))
    }

    fn answer(&self, asked: &Asked<'_>) -> Result<(), Failure> {
        let position = &asked.position;
        let moves = asked.analysis.best(position)?;
        if self.question.json {
            let listed: Vec<_> = moves.iter().map(|ranked| move_json(position, ranked)).collect();
            return output::json(&asked.json(json!({ "moves": listed })));
        }
        let mut out = output::out();
        writeln!(out, "{}", draw::board(position))?;
        if moves.is_empty() {
            writeln!(out, "The game is over: {}.", output::ending(asked.analysis.value(position)?.finals))?;
        }
        write!(out, "{}", move_lines(position, &moves))?;
        Ok(out.flush()?)
    }
}
