//! What each side can force, as text

use std::io::Write;

use tihbat::analysis::{BoundedMove, BoundsAnswer, ForcingLine};
use tihbat::answer::AskedBounds;
use tihbat::board::Seeds;
use tihbat::game::End;
use tihbat::position::Side;
use tihbat::rules::Repetition;
use tihbat::value::{Bounds, Outcome};

use super::failure::Failure;
use super::{colour, draw};

/// What both sides get: `South gets at least 9 and North at least 13, whatever a repetition pays: North wins by 4`.
pub(super) fn ending(answer: &BoundsAnswer, mover: Side) -> String {
    let [south, north] = answer.least.map(Seeds::count);
    if answer.open == Seeds::NONE {
        let result = match (south.abs_diff(north), south > north) {
            (0, _) => "a draw".to_owned(),
            (by, true) => format!("South wins by {by}"),
            (by, false) => format!("North wins by {by}"),
        };
        return format!("South gets at least {south} and North at least {north}, whatever a repetition pays: {result}");
    }
    let [most_south, most_north] = answer.most;
    let winner = match answer.outcome {
        Some(Outcome::Win) => format!("; {mover} wins in any case"),
        Some(Outcome::Loss) => format!("; {} wins in any case", mover.other()),
        Some(Outcome::Draw) | None => String::new(),
    };
    format!(
        "South gets between {south} and {most_south}, North between {north} and {most_north}, depending on what a repetition pays{winner}"
    )
}

/// What the mover and the opponent force: `forces 4 in 3 plies, leaves 2`.
pub(super) fn forces(bounds: Bounds, seeds: Seeds) -> String {
    let open = bounds.open(seeds);
    let open = if open == Seeds::NONE { String::new() } else { format!(", {open} open") };
    format!("forces {}, the opponent {}{open}", bounds.forced, bounds.forced_other)
}

/// Ranked moves as lines of text for people.
pub(super) fn move_lines(moves: &[BoundedMove]) -> String {
    let line = |ranked: &BoundedMove| {
        let name = ranked.name();
        let name = if ranked.best { colour::best(format_args!("* {name:<6}")) } else { format!("  {name:<6}") };
        format!("{name}{:<58}{}\n", forces(ranked.bounds, seeds_before(ranked)), ranked.after)
    };
    moves.iter().map(line).collect()
}

/// The seeds on the board before a move.
fn seeds_before(ranked: &BoundedMove) -> Seeds {
    Seeds::new(ranked.after.board.total().count() + ranked.play.captured.count()).unwrap_or(Seeds::MAX)
}

/// Why bounds are shown, in a sentence.
fn why(asked: &AskedBounds<'_>) -> &'static str {
    match asked.rules().clauses().repetition() {
        Repetition::OwnRow => {
            "What a repetition pays depends on the moves before it, so this is what each side can force, whatever it pays."
        }
        Repetition::Open | Repetition::Split => {
            "The rules leave open what a repetition pays, so this is what each side can force, whatever it pays."
        }
    }
}

/// The answer of `tihbat value`.
pub(super) fn value(asked: &AskedBounds<'_>, out: &mut dyn Write) -> Result<(), Failure> {
    let position = asked.position();
    let answer = asked.value()?;
    writeln!(out, "{}", draw::board(position))?;
    if let Some(end) = asked.over() {
        return over(out, end, &answer, position.side);
    }
    let bounds = forces(answer.bounds, position.board.total());
    writeln!(out, "{} to move: {bounds}", position.side)?;
    writeln!(out, "{}", ending(&answer, position.side))?;
    writeln!(out, "{}", why(asked))?;
    if answer.by_opening_rule {
        writeln!(out, "This is the first move of the game, which captures nothing.")?;
    }
    Ok(())
}

/// The same in one line.
pub(super) fn short_value(asked: &AskedBounds<'_>, out: &mut dyn Write) -> Result<(), Failure> {
    let answer = asked.value()?;
    let bounds = forces(answer.bounds, asked.position().board.total());
    Ok(write!(out, "{bounds}; {}", ending(&answer, asked.position().side))?)
}

/// The answer of `tihbat best`.
pub(super) fn best(asked: &AskedBounds<'_>, out: &mut dyn Write) -> Result<(), Failure> {
    let position = asked.position();
    writeln!(out, "{}", draw::board(position))?;
    if let Some(end) = asked.over() {
        return over(out, end, &asked.value()?, position.side);
    }
    write!(out, "{}", move_lines(&asked.best()?))?;
    Ok(writeln!(out, "{}", why(asked))?)
}

/// The same in one line.
pub(super) fn short_best(asked: &AskedBounds<'_>, out: &mut dyn Write) -> Result<(), Failure> {
    let seeds = asked.position().board.total();
    let listed = asked.best()?.into_iter().map(|ranked| {
        let mark = if ranked.best { "*" } else { "" };
        format!("{mark}{} {}", ranked.name(), forces(ranked.bounds, seeds))
    });
    let listed: Vec<_> = listed.collect();
    match asked.over() {
        Some(end) => write!(out, "the game is over: {}", end.cause())?,
        None => write!(out, "{}", listed.join("; "))?,
    }
    Ok(())
}

/// The answer of `tihbat line`.
pub(super) fn line(asked: &AskedBounds<'_>, out: &mut dyn Write) -> Result<(), Failure> {
    let line = asked.line()?;
    writeln!(out, "{}", draw::board(asked.position()))?;
    for (ply, made) in line.moves.iter().enumerate() {
        let (side, name) = (made.ranked.after.side.other(), made.ranked.name());
        let forced = format!("{} forces {}", made.holder, made.forced());
        writeln!(out, "{:>4}  {side}  {name:<6}{forced:<28}{}", ply + 1, made.ranked.after)?;
    }
    if let Some(last) = line.moves.last() {
        writeln!(out, "\n{}", draw::board(&last.ranked.after))?;
    }
    match line.end {
        Some(end) => writeln!(out, "The game is over: {}.", end.cause())?,
        None => writeln!(out, "Neither side can force anything more.")?,
    }
    Ok(writeln!(out, "{}.", line_ending(&line))?)
}

/// The same in one line.
pub(super) fn short_line(asked: &AskedBounds<'_>, out: &mut dyn Write) -> Result<(), Failure> {
    let line = asked.line()?;
    for made in &line.moves {
        write!(out, "{} ", made.ranked.name())?;
    }
    let end = line.end.map_or("nothing_forced", End::name);
    Ok(write!(out, "({end}); {}", line_ending(&line))?)
}

/// What each side has at the end of a line.
fn line_ending(line: &ForcingLine) -> String {
    let [south, north] = line.captured;
    let left = match line.left.count() {
        0 => String::new(),
        left => format!("; who gets the {left} seeds left depends on what a repetition pays"),
    };
    format!("South has {south} and North {north}{left}")
}

/// Tells that a game is over, why, and what each side gets.
fn over(out: &mut dyn Write, end: End, answer: &BoundsAnswer, mover: Side) -> Result<(), Failure> {
    writeln!(out, "The game is over: {}.", end.cause())?;
    Ok(writeln!(out, "{}.", ending(answer, mover))?)
}
