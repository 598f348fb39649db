//! Ranked moves as text and as JSON

use serde_json::{Value as Json, json};
use tihbat::analysis::RankedMove;
use tihbat::position::Position;

use super::{colour, output};

/// A ranked move as JSON.
pub(super) fn move_json(position: &Position, ranked: &RankedMove) -> Json {
    json!({
        "move": position.move_name(&ranked.play),
        "margin": ranked.value.margin().seeds(),
        "distance": output::distance(ranked.value),
        "captured": ranked.play.captured.count(),
        "position": ranked.after.to_string(),
        "best": ranked.best,
    })
}

/// Ranked moves as lines of text for people.
pub(super) fn move_lines(position: &Position, moves: &[RankedMove]) -> String {
    let line = |ranked: &RankedMove| {
        let name = position.move_name(&ranked.play);
        let name = if ranked.best { colour::best(format_args!("* {name:<6}")) } else { format!("  {name:<6}") };
        let value = colour::by_sign(ranked.value.margin(), format_args!("{:<18}", output::value(ranked.value)));
        format!("{name}{value}{}\n", ranked.after)
    };
    moves.iter().map(line).collect()
}
