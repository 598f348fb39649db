//! The results of an atlas as a table, as CSV and as JSON

use std::io::Write;

use tihbat::answer::{AtlasOutcome, AtlasRow};
use tihbat::atlas::{AtlasResult, BoundsSummary, SolvedGame, Sweep};
use tihbat::export::OVER;
use tihbat::text::shown;

use crate::cli::failure::Failure;
use crate::cli::{colour, output};

/// A share in percent.
fn share(part: u64, whole: u64) -> String {
    format!("{:.1}%", 100.0 * part as f64 / whole as f64)
}

/// The numbers of a game, under the heads of [`HEADS`], and [`BOUNDS_HEADS`] if there are bounds.
fn numbers(found: &AtlasResult, with_bounds: bool) -> String {
    match found {
        AtlasResult::Unfit(why) => format!("     -  {why}"),
        AtlasResult::LeftOut { boards: u64::MAX } => "     -  left out: more boards than can be counted".to_owned(),
        AtlasResult::LeftOut { boards } => {
            format!("     -  left out: {} boards (see --max-boards)", output::count(*boards))
        }
        AtlasResult::Solved(solved) => solved_numbers(solved, with_bounds),
    }
}

const HEADS: &str = "margin  outcome  first moves      boards   drawn  last layer  longest";

const BOUNDS_HEADS: &str = "  South  North  survives";

/// The numbers of a game that was solved. What it has not is `-`.
fn solved_numbers(solved: &SolvedGame, with_bounds: bool) -> String {
    let dash = || "-".to_owned();
    let SolvedGame { margins, bounds, seconds } = solved;
    let (margins, bounds) = (margins.as_ref(), bounds.as_ref());
    let (best, boards, longest) = margins
        .map(|found| (&found.best, found.boards, found.longest))
        .or(bounds.map(|found| (&found.best, found.boards, found.longest)))
        .map_or_else(Default::default, |(best, boards, longest)| (best.join(" "), boards, longest));
    let margin = margins.map_or_else(
        || format!("{:>6}", "-"),
        |found| colour::by_sign(found.value.margin(), format_args!("{:>6}", found.value.margin())),
    );
    let outcome = margins.map_or("-", |found| found.outcome.name());
    let drawn = margins.map_or_else(dash, |found| share(found.drawn, found.boards));
    let last = margins.map_or_else(dash, |found| share(found.last_drawn, found.last_boards));
    let longest = longest.map_or_else(dash, |plies| plies.to_string());
    let forced = if with_bounds { bounds_numbers(bounds) } else { String::new() };
    let (boards, time) = (output::count(boards), output::time(*seconds));
    format!("{margin}  {outcome:<7}  {best:<11} {boards:>11}  {drawn:>6}  {last:>10}  {longest:>7}{forced}  {time:>7}")
}

fn bounds_numbers(bounds: Option<&BoundsSummary>) -> String {
    let cells = bounds.map(|bounds| {
        let [south, north] = bounds.least.map(|seeds| seeds.to_string());
        [south, north, bounds.survives().name().to_owned()]
    });
    let [south, north, survives] = cells.unwrap_or_else(|| ["-"; 3].map(ToOwned::to_owned));
    format!("  {south:>5}  {north:>5}  {survives:<8}")
}

/// The heads of a line.
fn heads(with_bounds: bool) -> String {
    format!("{HEADS}{}     time", if with_bounds { BOUNDS_HEADS } else { "" })
}

pub(super) fn text(sweep: &Sweep, results: &[AtlasResult], bounds: bool) -> Result<(), Failure> {
    let has_bounds = |found: &AtlasResult| matches!(found, AtlasResult::Solved(solved) if solved.bounds.is_some());
    let bounds = bounds || results.iter().any(has_bounds);
    let heads = heads(bounds);
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
    if bounds {
        writeln!(out, "the seeds that South and North can force, and what survives every repetition rule")?;
    }
    let games = sweep.games.iter().zip(results);
    if sweep.pits.len() * sweep.starts.len() == 1 {
        // One size: a line a reading.
        let names: Vec<_> = (0..sweep.readings.len()).map(|reading| sweep.words(reading).join(", ")).collect();
        let wide = names.iter().map(String::len).max().unwrap_or(0);
        writeln!(out, "\n{:wide$}  {heads}", "")?;
        for (cell, found) in games {
            writeln!(out, "{:wide$}  {}", names[cell.reading], numbers(found, bounds))?;
        }
        return Ok(out.flush()?);
    }
    let wide = sweep.starts.iter().map(|start| start.to_string().len()).max().unwrap_or(0).max(5);
    let mut reading = None;
    for (cell, found) in games {
        if reading != Some(cell.reading) {
            reading = Some(cell.reading);
            writeln!(out, "\n{}", sweep.words(cell.reading).join(", "))?;
            writeln!(out, "  pits  {:>wide$}  {heads}", cell.start.clause().split('_').next().unwrap_or_default())?;
        }
        writeln!(out, "  {:>4}  {:>wide$}  {}", cell.pits, cell.start.to_string(), numbers(found, bounds))?;
    }
    Ok(out.flush()?)
}

/// The columns of results. Those that a game has not are empty.
const RESULTS: [&str; 16] = [
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
    "least_south",
    "least_north",
    "open",
    "survives",
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

fn result_cells(outcome: &AtlasOutcome) -> [String; 16] {
    fn number(number: Option<impl ToString>) -> String {
        number.map_or_else(String::new, |number| number.to_string())
    }
    let mut cells = <[String; 16]>::default();
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
            bounds,
            seconds,
        } => {
            let bounds = bounds.as_ref();
            cells = [
                "solved".to_owned(),
                String::new(),
                number(*margin),
                number(*outcome),
                number(*distance),
                if best.is_empty() { OVER.to_owned() } else { best.join(" ") },
                boards.to_string(),
                number(*drawn),
                last_boards.to_string(),
                number(*last_drawn),
                number(*longest),
                number(bounds.map(|bounds| bounds.least_south)),
                number(bounds.map(|bounds| bounds.least_north)),
                number(bounds.map(|bounds| bounds.open)),
                number(bounds.map(|bounds| bounds.survives)),
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
