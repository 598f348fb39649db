//! The margin over a game as a picture

use plotters::prelude::*;

use super::{PictureError, marked};

/// Pixels.
const SIZE: (u32, u32) = (900, 450);

/// What South has more than North, before the first move or after one.
#[derive(Clone, Copy)]
pub struct MarginPoint {
    /// At the end, by perfect play, in seeds.
    pub end: f64,
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
    let [ends, captured] = [|point: &MarginPoint| point.end, |point: &MarginPoint| point.captured]
        .map(|height| points.iter().map(height).collect::<Vec<f64>>());
    let most = ends.iter().chain(&captured).fold(4.0_f64, |most, height| most.max(height.abs())) + 1.0;
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
        .x_desc("moves made")
        .y_desc("seeds of South minus North")
        .x_label_formatter(&whole)
        .y_label_formatter(&|number| if number.abs() < 0.5 { "0".to_owned() } else { format!("{number:+.0}") })
        .draw()?;
    chart.draw_series(LineSeries::new([(0.0, 0.0), (last, 0.0)], BLACK))?;
    let grey = RGBColor(150, 150, 150);
    for (name, colour, heights) in [("captured so far", grey, captured), ("in the end, by perfect play", BLUE, ends)] {
        let line = heights.into_iter().enumerate().map(|(at, height)| (at as f64, height));
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
