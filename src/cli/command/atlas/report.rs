//! The results of an atlas as a table, as CSV and as JSON

use std::io::Write;

use serde_json::{Map, Value as Json, json};
use tihbat::atlas::{AtlasGame, AtlasResult, GameSummary, Sweep};

use crate::cli::failure::Failure;
use crate::cli::{colour, output};

/// A share in percent.
fn share(part: u64, whole: u64) -> String {
    format!("{:.1}%", 100.0 * part as f64 / whole as f64)
}

/// The numbers of a game, under the heads of [`HEADS`].
fn numbers(found: &AtlasResult) -> String {
    match found {
        AtlasResult::Unfit(why) => format!("     -  {why}"),
        AtlasResult::LeftOut { boards: u64::MAX } => "     -  left out: more boards than can be counted".to_owned(),
        AtlasResult::LeftOut { boards } => {
            format!("     -  left out: {} boards (see --max-boards)", output::count(*boards))
        }
        AtlasResult::Solved(summary, seconds) => {
            let GameSummary { value, outcome, best, boards, drawn, last_boards, last_drawn, longest } = summary;
            let longest = longest.map_or_else(|| "-".to_owned(), |plies| plies.to_string());
            let [drawn, last] = [(drawn, boards), (last_drawn, last_boards)].map(|(part, whole)| share(*part, *whole));
            let margin = colour::by_sign(value.margin(), format_args!("{:>6}", value.margin()));
            let (best, boards, time) = (best.join(" "), output::count(*boards), output::time(*seconds));
            format!("{margin}  {outcome:<7}  {best:<11} {boards:>11}  {drawn:>6}  {last:>10}  {longest:>7}  {time:>7}")
        }
    }
}

const HEADS: &str = "margin  outcome  first moves      boards   drawn  last layer  longest     time";

pub(super) fn text(sweep: &Sweep, results: &[AtlasResult]) -> Result<(), Failure> {
    let mut out = colour::out();
    writeln!(out, "{}: the margin of the start for South, who moves first, and South's best first moves;", sweep.game)?;
    writeln!(
        out,
        "drawn boards of all layers, and of the last layer, which the start is in; the longest distance in plies"
    )?;
    let games = sweep.games.iter().zip(results);
    if sweep.pits.len() * sweep.starts.len() == 1 {
        // One size: a line a reading.
        let names: Vec<_> = (0..sweep.readings.len()).map(|reading| sweep.words(reading).join(", ")).collect();
        let wide = names.iter().map(String::len).max().unwrap_or(0);
        writeln!(out, "\n{:wide$}  {HEADS}", "")?;
        for (cell, found) in games {
            writeln!(out, "{:wide$}  {}", names[cell.reading], numbers(found))?;
        }
        return Ok(out.flush()?);
    }
    let wide = sweep.starts.iter().map(|start| start.to_string().len()).max().unwrap_or(0).max(5);
    let mut reading = None;
    for (cell, found) in games {
        if reading != Some(cell.reading) {
            reading = Some(cell.reading);
            writeln!(out, "\n{}", sweep.words(cell.reading).join(", "))?;
            writeln!(out, "  pits  {:>wide$}  {HEADS}", cell.start.clause().split('_').next().unwrap_or_default())?;
        }
        writeln!(out, "  {:>4}  {:>wide$}  {}", cell.pits, cell.start.to_string(), numbers(found))?;
    }
    Ok(out.flush()?)
}

pub(super) fn csv(sweep: &Sweep, results: &[AtlasResult]) -> Result<(), Failure> {
    let mut out = csv::Writer::from_writer(output::out());
    let written = |error: csv::Error| Failure::Output(error.into());
    let varied: Vec<&str> = varied(sweep);
    let size = ["game", "pits", "start"];
    let numbers = [
        "status",
        "why",
        "margin",
        "outcome",
        "distance",
        "best",
        "boards",
        "drawn",
        "last_boards",
        "last_drawn",
        "longest",
        "seconds",
    ];
    out.write_record(size.into_iter().chain(varied.iter().copied()).chain(numbers)).map_err(written)?;
    for (cell, found) in sweep.games.iter().zip(results) {
        let row = object(sweep, cell, found);
        let text = |value: &Json| match value {
            Json::Null => String::new(),
            Json::String(text) => text.clone(),
            Json::Array(names) => names.iter().filter_map(Json::as_str).collect::<Vec<_>>().join(" "),
            other => other.to_string(),
        };
        let size = size.iter().map(|name| text(&row[*name]));
        let reading = varied.iter().map(|clause| text(&row["reading"][*clause]));
        let numbers = numbers.iter().map(|name| text(row.get(*name).unwrap_or(&Json::Null)));
        out.write_record(size.chain(reading).chain(numbers)).map_err(written)?;
    }
    out.flush()?;
    Ok(())
}

pub(super) fn json(sweep: &Sweep, results: &[AtlasResult]) -> Result<(), Failure> {
    let games = sweep.games.iter().zip(results).map(|(cell, found)| object(sweep, cell, found));
    output::json(&games.collect())
}

/// The clauses that some reading names.
fn varied(sweep: &Sweep) -> Vec<&'static str> {
    let mut clauses = Vec::new();
    for (clause, _) in sweep.readings.iter().flatten() {
        if !clauses.contains(clause) {
            clauses.push(*clause);
        }
    }
    clauses
}

/// One game as JSON.
fn object(sweep: &Sweep, cell: &AtlasGame, found: &AtlasResult) -> Json {
    let reading: Map<String, Json> = sweep.readings[cell.reading]
        .iter()
        .map(|(clause, value)| ((*clause).to_owned(), value.as_str().into()))
        .collect();
    let mut json = json!({
        "game": sweep.game,
        "pits": cell.pits,
        "start": cell.start.to_string(),
        "reading": reading,
    });
    if let Ok(rules) = &cell.rules {
        json["rules"] = rules.entries().into_iter().map(|(name, value)| (name.to_owned(), Json::from(value))).collect();
    }
    let more = match found {
        AtlasResult::Unfit(why) => json!({ "status": "unfit", "why": why }),
        AtlasResult::LeftOut { boards: u64::MAX } => json!({ "status": "left_out", "boards": null }),
        AtlasResult::LeftOut { boards } => json!({ "status": "left_out", "boards": boards }),
        AtlasResult::Solved(summary, seconds) => json!({
            "status": "solved",
            "margin": summary.value.margin().seeds(),
            "outcome": summary.outcome.name(),
            "distance": output::distance(summary.value),
            "best": summary.best,
            "boards": summary.boards,
            "drawn": summary.drawn,
            "last_boards": summary.last_boards,
            "last_drawn": summary.last_drawn,
            "longest": summary.longest.map(tihbat::value::Distance::plies),
            "seconds": seconds,
        }),
    };
    if let (Json::Object(json), Json::Object(more)) = (&mut json, more) {
        json.extend(more);
    }
    json
}
