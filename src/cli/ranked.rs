//! Ranked moves as text

use tihbat::analysis::RankedMove;
use tihbat::position::Position;

use super::{colour, output};

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
