//! How numbers and answers are written

use std::io::{self, BufWriter, Stdout, Write};

use serde_json::Value as Json;
use tihbat::game::End;
use tihbat::position::{Side, Totals};
use tihbat::value::Value;

use super::colour;
use super::failure::Failure;

/// Standard output for programs, written in large pieces; for people it is [`colour::out`].
pub(super) fn out() -> BufWriter<Stdout> {
    BufWriter::new(io::stdout())
}

/// Writes an answer as JSON.
pub(super) fn json(answer: &Json) -> Result<(), Failure> {
    let mut out = out();
    serde_json::to_writer_pretty(&mut out, answer).map_err(io::Error::from)?;
    writeln!(out)?;
    Ok(out.flush()?)
}

/// A number with its thousands apart: `4,426,165,368`.
pub(super) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut apart = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            apart.push(',');
        }
        apart.push(digit);
    }
    apart
}

/// A number of bytes: `24.5 MB`.
pub(super) fn bytes(number: u64) -> String {
    indicatif::DecimalBytes(number).to_string()
}

/// A stretch of time: `0.4 s`, `12 min`.
pub(super) fn time(seconds: f64) -> String {
    match seconds {
        ..0.1 => format!("{:.0} ms", (1000.0 * seconds).ceil()),
        ..120.0 => format!("{seconds:.1} s"),
        ..7200.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.0} h", seconds / 3600.0),
    }
}

/// A margin and its distance: `-2 in 10 plies`.
pub(super) fn value(value: Value) -> String {
    match value.distance.map(|distance| distance.plies()) {
        None => value.margin.to_string(),
        Some(1) => format!("{} in 1 ply", value.margin),
        Some(plies) => format!("{} in {plies} plies", value.margin),
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

/// A total as JSON: a whole number wherever it is one.
pub(super) fn total(seeds: f64) -> Json {
    if seeds.fract() == 0.0 { Json::from(seeds as u64) } else { Json::from(seeds) }
}

/// Both totals as JSON.
pub(super) fn totals(totals: Totals) -> Json {
    serde_json::json!({ "south": total(totals.of(Side::South)), "north": total(totals.of(Side::North)) })
}

/// A distance as JSON, null for margin 0.
pub(super) fn distance(value: Value) -> Json {
    value.distance.map_or(Json::Null, |distance| Json::from(distance.plies()))
}

/// Tells the user something that is not part of the answer.
pub(super) fn note(text: &str) {
    // Whoever has closed standard error does not want to hear it.
    let _ = writeln!(colour::err(), "{} {text}", colour::note());
}
