//! The margin over a game as a picture

use plotters::prelude::*;

use super::{PictureError, marked};

/// Marks on the axis of moves at most.
const MOST_LABELS: usize = 11;

/// Pixels.
const SIZE: (u32, u32) = (900, 450);

/// What South has more than North, before the first move or after one.
#[derive(Clone, Copy)]
pub struct MarginPoint {
    /// At the end, by perfect play, in seeds; none if it is unknown.
    pub end: Option<f64>,
    /// Captured so far, in seeds.
    pub captured: f64,
}

/// Draws what South has more than North, move by move, as SVG.
///
/// # Errors
/// If drawing fails.
pub fn draw(title: &str, points: &[MarginPoint]) -> Result<String, PictureError> {
    let mut picture = String::new();
    plot(&mut picture, title, points).map_err(|error| PictureError::new(&error))?;
    Ok(marked(picture))
}

fn plot(picture: &mut String, title: &str, points: &[MarginPoint]) -> Result<(), Box<dyn std::error::Error>> {
    let [ends, captured] = [|point: &MarginPoint| point.end, |point: &MarginPoint| Some(point.captured)]
        .map(|height| points.iter().map(height).collect::<Vec<Option<f64>>>());
    let most = ends.iter().chain(&captured).flatten().fold(4.0_f64, |most, height| most.max(height.abs())) + 1.0;
    let last = points.len().saturating_sub(1).max(1) as f64;
    let area = SVGBackend::with_string(picture, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(55)
        .build_cartesian_2d(0.0..last, -most..most)?;
    let whole = |number: &f64| format!("{number:.0}");
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        // Whole numbers of moves only: more marks would repeat them.
        .x_labels(points.len().clamp(2, MOST_LABELS))
        .x_desc("moves made")
        .y_desc("seeds of South minus North")
        .x_label_formatter(&whole)
        .y_label_formatter(&|number| if number.abs() < 0.5 { "0".to_owned() } else { format!("{number:+.0}") })
        .draw()?;
    chart.draw_series(LineSeries::new([(0.0, 0.0), (last, 0.0)], BLACK))?;
    let grey = RGBColor(150, 150, 150);
    for (name, colour, heights) in [("captured so far", grey, captured), ("in the end, by perfect play", BLUE, ends)] {
        // Only the beginning of a game can be unknown, so the line has no gap.
        let line = heights.into_iter().enumerate().filter_map(|(at, height)| Some((at as f64, height?)));
        chart
            .draw_series(LineSeries::new(line, colour.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], colour.stroke_width(2)));
    }
    let corner = SeriesLabelPosition::LowerLeft;
    chart.configure_series_labels().position(corner).background_style(WHITE).border_style(BLACK).draw()?;
    area.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of a picture that are whole numbers without a sign.
    fn marks(points: usize) -> Vec<usize> {
        let picture = draw("a game", &vec![MarginPoint { end: Some(2.0), captured: 0.0 }; points]).expect("a picture");
        picture
            .lines()
            .map(str::trim)
            .filter(|word| word.bytes().all(|byte| byte.is_ascii_digit()))
            .filter_map(|word| word.parse().ok())
            .collect()
    }

    #[test]
    fn no_number_of_moves_is_marked_twice() {
        for points in [1, 2, 3, 4, 5, 6, 12, 13, 40, 300] {
            let mut marks = marks(points);
            // The axis of seeds has its 0 too; all its other marks have a sign.
            let all = marks.len();
            marks.sort_unstable();
            marks.dedup();
            assert!(marks.len() + 1 >= all, "{points}: {marks:?} of {all}");
            assert!(marks.len() >= 2 && marks.contains(&0), "{points}: {marks:?}");
        }
        assert!([0, 1, 2, 3, 4].iter().all(|move_made| marks(5).contains(move_made)), "{:?}", marks(5));
    }
}
