//! An atlas as a picture: a grid of sizes for every reading
//!
//! Where there is but one size, the last two of several clauses make the grids.
//!
//! Blue cells are South's, orange ones North's, and the number in a cell says the same without colour. The stronger the
//! colour, the larger the share of all seeds that the margin is.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use crate::atlas::{AtlasGame, AtlasResult, Sweep};

use super::{PictureError, marked};

const FONT: &str = "sans-serif";
const SOUTH: RGBColor = RGBColor(33, 102, 172);
const NORTH: RGBColor = RGBColor(179, 88, 6);
const EVEN: RGBColor = RGBColor(238, 238, 238);
/// Pixels of the picture's width, unless one grid alone is wider.
const WIDTH: i32 = 1000;
const GAP: i32 = 16;
const LINE: i32 = 17;
const HEAD: i32 = 58;
const FOOT: i32 = 30;

/// What the grids show. Games come grid by grid, row by row, column by column.
struct Grids {
    /// The lines over each grid.
    titles: Vec<Vec<String>>,
    /// The word before each row.
    rows: Vec<String>,
    /// The word under each column.
    columns: Vec<String>,
    /// What the columns are.
    under: &'static str,
}

impl Grids {
    fn new(sweep: &Sweep) -> Self {
        let readings = 0..sweep.readings.len();
        if sweep.pits.len() * sweep.starts.len() > 1 {
            return Self {
                titles: readings.map(|reading| sweep.words(reading)).collect(),
                rows: sweep.pits.iter().map(|pits| format!("2\u{d7}{pits}")).collect(),
                columns: sweep.starts.iter().map(ToString::to_string).collect(),
                under: "seeds a pit",
            };
        }
        if let [before @ .., row, column] = &sweep.combined[..] {
            let cells = row.values.len() * column.values.len();
            let title = |reading| sweep.words(reading).into_iter().take(before.len()).collect();
            return Self {
                titles: readings.step_by(cells).map(title).collect(),
                rows: row.values.iter().map(|value| format!("{} = {value}", row.clause)).collect(),
                columns: column.values.clone(),
                under: column.clause,
            };
        }
        let titles = readings.map(|reading| sweep.words(reading)).collect();
        Self { titles, rows: vec![String::new()], columns: vec![String::new()], under: "" }
    }
}

/// The layout of the picture, in pixels.
struct Plan {
    cell: (i32, i32),
    /// A grid without its words.
    grid: (i32, i32),
    /// A grid with its words and the gap to the next.
    panel: (i32, i32),
    /// Lines over a grid.
    lines: i32,
    /// Room for the words before the rows.
    left: i32,
    /// Grids beside each other.
    across: i32,
    size: (i32, i32),
}

/// Room for the longest of these words.
fn room<'a>(words: impl IntoIterator<Item = &'a String>) -> i32 {
    words.into_iter().map(|word| word.chars().count() as i32).max().unwrap_or(0) * 13 / 2
}

impl Plan {
    fn new(grids: &Grids) -> Self {
        let cell = (44.max(room(&grids.columns) + 12), 30);
        let grid = (cell.0 * grids.columns.len() as i32, cell.1 * grids.rows.len() as i32);
        let lines = grids.titles.iter().map(Vec::len).max().unwrap_or(0) as i32;
        let left = match room(&grids.rows) {
            0 => 0,
            room => room + 16,
        };
        let foot = if grids.under.is_empty() { 0 } else { 2 * LINE + 6 };
        let wide = (left + grid.0).max(room(grids.titles.iter().flatten()));
        let panel = (wide + GAP, LINE * lines + 6 + grid.1 + foot + GAP);
        let number = grids.titles.len() as i32;
        let across = ((WIDTH - GAP) / panel.0).clamp(1, number);
        let down = (number + across - 1) / across;
        let size = ((GAP + across * panel.0).max(560), HEAD + down * panel.1 + FOOT);
        Self { cell, grid, panel, lines, left, across, size }
    }
}

/// A colour between white and another.
fn mixed(colour: RGBColor, share: f64) -> RGBColor {
    let mix = |part: u8| (255.0 - (255.0 - f64::from(part)) * share) as u8;
    RGBColor(mix(colour.0), mix(colour.1), mix(colour.2))
}

/// The content of a cell: its colour, its text, and whether the text is white.
fn look(cell: &AtlasGame, found: &AtlasResult) -> (RGBColor, String, bool) {
    let AtlasResult::Solved(solved) = found else {
        let sign = if matches!(found, AtlasResult::Unfit(_)) { "\u{d7}" } else { "?" };
        return (WHITE, sign.to_owned(), false);
    };
    let Some(summary) = &solved.margins else {
        // Without a margin: what South and North can force.
        let least = solved.bounds.as_ref().map(|bounds| bounds.least);
        return (EVEN, least.map_or_else(String::new, |[south, north]| format!("{south}:{north}")), false);
    };
    let margin = summary.value.margin();
    let seeds = cell.rules.as_ref().map_or(1, |rules| rules.seeds().count());
    let share = (f64::from(margin.seeds().unsigned_abs()) / seeds as f64).sqrt();
    let share = 0.15 + 0.85 * share;
    let colour = match margin.seeds() {
        0 => EVEN,
        1.. => mixed(SOUTH, share),
        _ => mixed(NORTH, share),
    };
    (colour, margin.to_string().replace('-', "\u{2212}"), margin.seeds() != 0 && share > 0.6)
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;
type Drawn = Result<(), DrawingAreaErrorKind<<SVGBackend<'static> as DrawingBackend>::ErrorType>>;

fn write(area: &Area<'_>, text: &str, at: (i32, i32), size: i32, colour: &RGBColor, across: HPos) -> Drawn {
    let style = (FONT, size).into_font().color(colour).pos(Pos::new(across, VPos::Center));
    area.draw(&Text::new(text.to_owned(), at, style))
}

fn box_at(area: &Area<'_>, (x, y): (i32, i32), (wide, high): (i32, i32), colour: RGBColor) -> Drawn {
    let corners = [(x, y), (x + wide, y + high)];
    area.draw(&Rectangle::new(corners, colour.filled()))?;
    area.draw(&Rectangle::new(corners, RGBColor(120, 120, 120)))
}

/// Draws an atlas as SVG.
///
/// # Errors
/// If drawing fails.
pub fn draw(sweep: &Sweep, results: &[AtlasResult]) -> Result<String, PictureError> {
    let grids = Grids::new(sweep);
    let plan = Plan::new(&grids);
    let mut svg = String::new();
    let area = SVGBackend::with_string(&mut svg, (plan.size.0 as u32, plan.size.1 as u32)).into_drawing_area();
    let drawn = head(&area, sweep)
        .and_then(|()| panels(&area, &plan, &grids, sweep, results))
        .and_then(|()| foot(&area, &plan, results))
        .and_then(|()| area.present());
    drop(area);
    drawn.map_err(|error| PictureError::new(&error))?;
    Ok(marked(svg))
}

fn head(area: &Area<'_>, sweep: &Sweep) -> Drawn {
    area.fill(&WHITE)?;
    write(area, &format!("{}: the value of the start", sweep.game), (GAP, 18), 19, &BLACK, HPos::Left)?;
    let legend = [
        (mixed(SOUTH, 0.7), "+ South, who moves first, wins"),
        (EVEN, "0 a draw"),
        (mixed(NORTH, 0.7), "\u{2212} North wins"),
    ];
    let mut x = GAP;
    for (colour, words) in legend {
        box_at(area, (x, 34), (14, 14), colour)?;
        write(area, words, (x + 20, 41), 13, &BLACK, HPos::Left)?;
        x += 40 + 6 * words.chars().count() as i32;
    }
    write(area, "by this many seeds", (x, 41), 13, &BLACK, HPos::Left)
}

fn foot(area: &Area<'_>, plan: &Plan, results: &[AtlasResult]) -> Drawn {
    let unfit = results.iter().any(|found| matches!(found, AtlasResult::Unfit(_)));
    let left_out = results.iter().any(|found| matches!(found, AtlasResult::LeftOut { .. }));
    let signs = [(unfit, "\u{d7} there is no such game"), (left_out, "? too large, left out")];
    let words: Vec<_> = signs.into_iter().filter(|(there, _)| *there).map(|(_, words)| words).collect();
    write(area, &words.join("     "), (GAP, plan.size.1 - FOOT / 2 - 4), 13, &BLACK, HPos::Left)
}

fn panels(area: &Area<'_>, plan: &Plan, grids: &Grids, sweep: &Sweep, results: &[AtlasResult]) -> Drawn {
    let columns = grids.columns.len();
    let cells = grids.rows.len() * columns;
    let games: Vec<_> = sweep.games.iter().zip(results).collect();
    for ((number, title), games) in grids.titles.iter().enumerate().zip(games.chunks(cells)) {
        let at = number as i32;
        let corner = (GAP + at % plan.across * plan.panel.0, HEAD + at / plan.across * plan.panel.1);
        for (line, words) in title.iter().enumerate() {
            write(area, words, (corner.0, corner.1 + LINE * line as i32 + 8), 13, &BLACK, HPos::Left)?;
        }
        let grid = (corner.0 + plan.left, corner.1 + LINE * plan.lines + 6);
        axes(area, plan, grids, grid)?;
        for (at, (cell, found)) in games.iter().enumerate() {
            let (column, row) = ((at % columns) as i32, (at / columns) as i32);
            let place = (grid.0 + column * plan.cell.0, grid.1 + row * plan.cell.1);
            let (colour, text, white) = look(cell, found);
            box_at(area, place, plan.cell, colour)?;
            let middle = (place.0 + plan.cell.0 / 2, place.1 + plan.cell.1 / 2);
            write(area, &text, middle, 14, if white { &WHITE } else { &BLACK }, HPos::Center)?;
        }
    }
    Ok(())
}

/// The words before the rows and under the columns.
fn axes(area: &Area<'_>, plan: &Plan, grids: &Grids, grid: (i32, i32)) -> Drawn {
    for (row, words) in grids.rows.iter().enumerate() {
        let y = grid.1 + plan.cell.1 * row as i32 + plan.cell.1 / 2;
        write(area, words, (grid.0 - 8, y), 13, &BLACK, HPos::Right)?;
    }
    let bottom = grid.1 + plan.grid.1;
    for (column, words) in grids.columns.iter().enumerate() {
        let x = grid.0 + plan.cell.0 * column as i32 + plan.cell.0 / 2;
        write(area, words, (x, bottom + 10), 13, &BLACK, HPos::Center)?;
    }
    write(area, grids.under, (grid.0 + plan.grid.0 / 2, bottom + 10 + LINE), 13, &BLACK, HPos::Center)
}
