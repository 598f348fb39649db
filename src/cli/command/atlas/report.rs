//! The results of an atlas as a table, as CSV and as JSON

use std::io::Write;

use tihbat::answer::{AtlasOutcome, AtlasRow};
use tihbat::atlas::{AtlasResult, GameSummary, Sweep};
use tihbat::export::OVER;
use tihbat::text::shown;

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
    writeln!(
        out,
        "{}: the margin of the start for South, who moves first, and South's best first moves;",
        shown(&sweep.game)
    )?;
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

/// The columns of results. Those that a game has not are empty.
const RESULTS: [&str; 12] = [
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

pub(super) fn csv(sweep: &Sweep, results: &[AtlasResult]) -> Result<(), Failure> {
    let mut out = csv::Writer::from_writer(output::out());
    let written = |error: csv::Error| Failure::Output(error.into());
    let varied: Vec<&str> = varied(sweep);
    out.write_record(["game", "pits", "start"].into_iter().chain(varied.iter().copied()).chain(RESULTS))
        .map_err(written)?;
    for (game, result) in sweep.games.iter().zip(results) {
        let row = AtlasRow::new(sweep, game, result);
        let reading = varied.iter().map(|clause| row.reading.get(clause).unwrap_or_default().to_owned());
        let cells = [row.game.clone(), row.pits.to_string(), row.start.clone()].into_iter().chain(reading);
        out.write_record(cells.chain(result_cells(&row.outcome))).map_err(written)?;
    }
    out.flush()?;
    Ok(())
}

fn result_cells(outcome: &AtlasOutcome) -> [String; 12] {
    let plies = |plies: &Option<u16>| plies.map_or_else(String::new, |plies| plies.to_string());
    let mut cells = <[String; 12]>::default();
    match outcome {
        AtlasOutcome::Unfit { why } => (cells[0], cells[1]) = ("unfit".to_owned(), why.clone()),
        AtlasOutcome::LeftOut { boards } => {
            let boards = boards.map_or_else(String::new, |boards| boards.to_string());
            (cells[0], cells[6]) = ("left_out".to_owned(), boards);
        }
        AtlasOutcome::Solved {
            margin,
            outcome,
            distance,
            best,
            boards,
            drawn,
            last_boards,
            last_drawn,
            longest,
            seconds,
        } => {
            cells = [
                "solved".to_owned(),
                String::new(),
                margin.to_string(),
                (*outcome).to_owned(),
                plies(distance),
                if best.is_empty() { OVER.to_owned() } else { best.join(" ") },
                boards.to_string(),
                drawn.to_string(),
                last_boards.to_string(),
                last_drawn.to_string(),
                plies(longest),
                seconds.to_string(),
            ];
        }
    }
    cells
}

pub(super) fn json(sweep: &Sweep, results: &[AtlasResult]) -> Result<(), Failure> {
    let games = sweep.games.iter().zip(results).map(|(game, result)| AtlasRow::new(sweep, game, result));
    output::json(&games.collect::<Vec<_>>())
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
