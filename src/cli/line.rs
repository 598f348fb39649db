//! `tihbat line`: perfect play by both sides, to the end

use std::io::Write;

use clap::Args;
use serde_json::json;
use tihbat::analysis::End;

use super::failure::Failure;
use super::question::{Asked, Question};
use super::{draw, output};

/// Show perfect play by both sides, move by move, to the end of the game or the first repetition.
#[derive(Args)]
#[command(after_help = "Examples:\n  tihbat line\n  tihbat line modiar --json\n  tihbat line tihbat 3-1-2-2")]
pub(super) struct Line {
    #[command(flatten)]
    question: Question,
}

/// Why a game is over, in words.
fn end_words(end: End) -> &'static str {
    match end {
        End::AllCaptured => "all seeds are captured",
        End::NoMove => "the player to move has no legal move",
        End::Repetition => "the board came again with the same player to move, the seeds left are split",
    }
}

impl Line {
    pub(super) fn run(self) -> Result<(), Failure> {
        self.question.ask(|asked| self.answer(asked))
    }

    fn answer(&self, asked: &Asked<'_>) -> Result<(), Failure> {
        let start = asked.position;
        let line = asked.analysis.line(&start)?;
        let befores = std::iter::once(start).chain(line.moves.iter().map(|ranked| ranked.after));
        let plies = befores.zip(&line.moves);
        if self.question.json {
            let moves: Vec<_> = plies.map(|(before, ranked)| super::best::move_json(&before, ranked)).collect();
            return output::json(&asked.json(json!({
                "moves": moves,
                "end": line.end.name(),
                "final": output::totals(line.finals),
            })));
        }
        let mut out = output::out();
        writeln!(out, "{}", draw::board(&start))?;
        for (ply, (before, ranked)) in plies.enumerate() {
            let (side, name) = (before.side, before.move_name(&ranked.play));
            let value = output::value(ranked.value);
            writeln!(out, "{:>4}  {side}  {name:<6}{value:<18}{}", ply + 1, ranked.after)?;
        }
        let last = line.moves.last().map_or(start, |ranked| ranked.after);
        writeln!(out, "\n{}", draw::board(&last))?;
        writeln!(out, "The game is over: {}.", end_words(line.end))?;
        writeln!(out, "In the end {}.", output::ending(line.finals))?;
        Ok(out.flush()?)
    }
}
