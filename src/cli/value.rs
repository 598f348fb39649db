//! `tihbat value`: what a position is worth

use std::io::Write;

use clap::Args;
use serde_json::json;
use tihbat::analysis::Analysis;

use super::args::GameArgs;
use super::failure::Failure;
use super::source::SourceArgs;
use super::{draw, output};

/// Say what a position is worth under perfect play.
///
/// The margin is what the side to move still gets minus what the other still gets. The distance counts the plies to
/// the next capture or the end of the game.
#[derive(Args)]
#[command(after_help = "Examples:\n  tihbat value\n  tihbat value modiar --json\n  tihbat value tihbat 1-2-1-1")]
pub(super) struct ValueOf {
    #[command(flatten)]
    game: GameArgs,

    /// The position, or the pits alone [default: the start]
    position: Option<String>,

    #[command(flatten)]
    source: SourceArgs,

    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

impl ValueOf {
    pub(super) fn run(self) -> Result<(), Failure> {
        let game = self.game.game()?;
        let position = game.position(self.position.as_deref())?;
        let table = self.source.table(&game, position.board.total())?;
        let answer = Analysis::new(game.rules, &table)?.value(&position)?;
        if self.json {
            let mut json = json!({
                "game": game.name,
                "position": position.to_string(),
                "margin": answer.value.margin.seeds(),
                "outcome": answer.outcome.name(),
                "distance": output::distance(answer.value),
                "final": output::totals(answer.finals),
            });
            if answer.first_move {
                json["first_move"] = true.into();
            }
            return output::json(&json);
        }
        let mut out = output::out();
        writeln!(out, "{}", draw::board(&position))?;
        writeln!(out, "{} to move: {}; {}", position.side, output::value(answer.value), output::ending(answer.finals))?;
        if answer.first_move {
            writeln!(out, "This is the first move of the game, which captures nothing.")?;
        }
        Ok(out.flush()?)
    }
}
