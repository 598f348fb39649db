//! `tihbat best`: every legal move, best first

use std::io::Write;

use clap::Args;
use serde_json::{Value as Json, json};
use tihbat::analysis::{Analysis, RankedMove};
use tihbat::position::Position;

use super::args::GameArgs;
use super::failure::Failure;
use super::source::SourceArgs;
use super::{draw, output};

/// List every legal move of a position, best first.
///
/// Margin and distance are those of the side to move, the move itself counted; the best moves are marked.
#[derive(Args)]
#[command(after_help = "Examples:\n  tihbat best modiar\n  tihbat best tihbat 9-9-8-2-0-0-N --json")]
pub(super) struct Best {
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
        let game = self.game.game()?;
        let position = game.position(self.position.as_deref())?;
        let table = self.source.table(&game, position.board.total())?;
        let analysis = Analysis::new(game.rules, &table)?;
        let moves = analysis.best(&position)?;
        if self.json {
            let listed: Vec<_> = moves.iter().map(|ranked| move_json(&position, ranked)).collect();
            let mut json = json!({ "game": game.name, "position": position.to_string(), "moves": listed });
            if analysis.is_quiet_start(&position) {
                json["first_move"] = true.into();
            }
            return output::json(&json);
        }
        let mut out = output::out();
        writeln!(out, "{}", draw::board(&position))?;
        if moves.is_empty() {
            writeln!(out, "The game is over: {}.", output::ending(analysis.value(&position)?.finals))?;
        }
        write!(out, "{}", move_lines(&position, &moves))?;
        Ok(out.flush()?)
    }
}
