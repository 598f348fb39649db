//! How numbers and answers are written

use std::io::{self, BufWriter, Stdout, Write};

use serde::Serialize;
pub(super) use tihbat::figures::{bytes, count, time};
use tihbat::game::End;
use tihbat::position::{Side, Totals};
use tihbat::text::{shown_json, shown_whole};
use tihbat::value::Value;

use super::colour;
use super::failure::Failure;

/// Standard output for programs, written in large pieces; for people it is [`colour::out`].
pub(crate) fn out() -> BufWriter<Stdout> {
    BufWriter::new(io::stdout())
}

/// Writes an answer as JSON.
pub(super) fn json(answer: &impl Serialize) -> Result<(), Failure> {
    let mut out = out();
    writeln!(out, "{}", shown_json(serde_json::to_string_pretty(answer).map_err(io::Error::from)?))?;
    Ok(out.flush()?)
}

/// A margin and its distance: `-2 in 10 plies`.
pub(super) fn value(value: Value) -> String {
    match value.distance().map(|distance| distance.plies()) {
        None => value.margin().to_string(),
        Some(1) => format!("{} in 1 ply", value.margin()),
        Some(plies) => format!("{} in {plies} plies", value.margin()),
    }
}

/// How a game ends: `North wins 15 to 13`.
pub(super) fn ending(totals: Totals) -> String {
    let [south, north] = Side::BOTH.map(|side| totals.of(side));
    if south > north {
        format!("South wins {south} to {north}")
    } else if north > south {
        format!("North wins {north} to {south}")
    } else {
        format!("a draw, {south} to {north}")
    }
}

/// Tells that a game is over, why, and how it ends.
pub(super) fn over(out: &mut dyn Write, end: End, totals: Totals) -> Result<(), Failure> {
    writeln!(out, "The game is over: {}.", end.words())?;
    writeln!(out, "In the end {}.", ending(totals))?;
    Ok(())
}

/// Writes an answer as JSON in one line.
pub(super) fn json_line(out: &mut dyn Write, answer: &impl Serialize) -> Result<(), Failure> {
    Ok(writeln!(out, "{}", shown_json(serde_json::to_string(answer).map_err(io::Error::from)?))?)
}

/// Tells the user something that is not part of the answer.
pub(super) fn note(text: &str) {
    // Whoever has closed standard error does not want to hear it.
    let _ = writeln!(colour::err(), "{} {}", colour::note(), shown_whole(text));
}
