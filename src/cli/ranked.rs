//! Ranked moves as text

use tihbat::analysis::{KnownMove, RankedMove};
use tihbat::board::Seeds;
use tihbat::position::Position;
use tihbat::value::AnyValue;

use super::{bounds, colour, output};

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

/// What is known of a move: `+4 in 3 plies`, what each side forces, or `unknown`.
pub(super) fn known_worth(known: &KnownMove) -> String {
    let before = known.after.board.total().count() + known.play.captured.count();
    match known.worth {
        None => "unknown".to_owned(),
        Some(AnyValue::Margin(value)) => output::value(value),
        Some(AnyValue::Bounds(found)) => bounds::forces(found, Seeds::new(before).unwrap_or(Seeds::MAX)),
    }
}

/// Moves of a position above the layers of a table, as lines of text for people.
pub(super) fn known_lines(moves: &[KnownMove]) -> String {
    let bounds = moves.iter().any(|known| matches!(known.worth, Some(AnyValue::Bounds(_))));
    let width = if bounds { 58 } else { 18 };
    let line = |known: &KnownMove| {
        let name = known.name();
        let name = if known.best { colour::best(format_args!("* {name:<6}")) } else { format!("  {name:<6}") };
        let worth = format!("{:<width$}", known_worth(known));
        let worth = match known.worth {
            Some(AnyValue::Margin(value)) => colour::by_sign(value.margin(), worth),
            _ => worth,
        };
        format!("{name}{worth}{}\n", known.after)
    };
    moves.iter().map(line).collect()
}
