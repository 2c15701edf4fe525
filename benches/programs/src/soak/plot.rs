//! The run over time: throughput, times of calls, and memory, one below the other.

use crate::seconds::{QUANTILES, Second};
use anyhow::{Result, anyhow};
use plotters::coord::combinators::IntoLogRange;
use plotters::prelude::*;
use std::path::Path;

type Fallible = Result<(), Box<dyn std::error::Error>>;

/// A line of a panel.
struct Line {
    name: &'static str,
    points: Vec<(f64, f64)>,
}

const SIZE: (u32, u32) = (1000, 1050);
const LEGEND_WIDTH: u32 = 150;

/// Okabe and Ito's colors, told apart by people with any color vision.
const COLORS: [RGBColor; 4] =
    [RGBColor(0x00, 0x72, 0xB2), RGBColor(0xD5, 0x5E, 0x00), RGBColor(0x00, 0x9E, 0x73), RGBColor(0xCC, 0x79, 0xA7)];

/// Draws the samples of a run.
pub(crate) fn draw(seconds: &[Second], svg: &Path) -> Result<()> {
    // The plotting crate's errors borrow what they can't have here.
    draw_panels(seconds, svg).map_err(|error| anyhow!("{}: {error}", svg.display()))
}

fn draw_panels(seconds: &[Second], svg: &Path) -> Fallible {
    let line = |name, value: &dyn Fn(&Second) -> f64| Line {
        name,
        points: seconds.iter().map(|s| (s.at, value(s))).collect(),
    };
    let root = SVGBackend::new(svg, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let panels = root.split_evenly((3, 1));
    let rates = [line("answers", &|s| s.answers_per_second), line("grids", &|s| s.grids_per_second)];
    panel(&panels[0], "Answers, and grids created and destroyed", "in a second", &rates)?;
    let times: Vec<Line> = (0..QUANTILES.len()).map(|at| line(QUANTILES[at].0, &|s| s.microseconds[at])).collect();
    logarithmic_panel(&panels[1], "Time of a call", "microseconds", &times)?;
    let memory = [line("resident", &|s| s.resident as f64 / 1e6), line("workers", &|s| s.scratch_bytes as f64 / 1e6)];
    panel(&panels[2], "Memory", "MB", &memory)?;
    Ok(root.present()?)
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn ends(lines: &[Line]) -> (f64, f64, f64) {
    let points = || lines.iter().flat_map(|line| &line.points);
    let most = |value: fn(&(f64, f64)) -> f64| points().map(value).fold(f64::MIN_POSITIVE, f64::max);
    let least = points().map(|point| point.1).filter(|&value| value > 0.0).fold(f64::MAX, f64::min);
    (most(|point| point.0), least, most(|point| point.1))
}

fn panel(area: &Area, title: &str, unit: &str, lines: &[Line]) -> Fallible {
    let (end, _, most) = ends(lines);
    let mut chart = builder(area, title).build_cartesian_2d(0.0..end, 0.0..most * 1.1)?;
    let mut mesh = chart.configure_mesh();
    mesh.x_desc("seconds").y_desc(unit).label_style(("sans-serif", 14)).draw()?;
    for (line, color) in lines.iter().zip(COLORS) {
        chart.draw_series(LineSeries::new(line.points.iter().copied(), color.stroke_width(1)))?;
    }
    legend(area, lines)
}

fn logarithmic_panel(area: &Area, title: &str, unit: &str, lines: &[Line]) -> Fallible {
    let (end, least, most) = ends(lines);
    let height = (least.min(most) / 1.2..most * 1.2).log_scale();
    let mut chart = builder(area, title).build_cartesian_2d(0.0..end, height)?;
    let mut mesh = chart.configure_mesh();
    mesh.x_desc("seconds").y_desc(unit).label_style(("sans-serif", 14)).draw()?;
    for (line, color) in lines.iter().zip(COLORS) {
        let points = line.points.iter().copied().filter(|point| point.1 > 0.0);
        chart.draw_series(LineSeries::new(points, color.stroke_width(1)))?;
    }
    legend(area, lines)
}

fn builder<'a, 'b>(area: &'b Area<'a>, title: &str) -> ChartBuilder<'b, 'a, SVGBackend<'a>> {
    let mut builder = ChartBuilder::on(area);
    builder.caption(title, ("sans-serif", 20)).margin(12).margin_right(LEGEND_WIDTH);
    builder.x_label_area_size(40).y_label_area_size(80);
    builder
}

/// Names stand at the right, beside the lines and not upon them.
fn legend(area: &Area, lines: &[Line]) -> Fallible {
    let left = (SIZE.0 - LEGEND_WIDTH) as i32 + 10;
    for ((line, color), top) in lines.iter().zip(COLORS).zip((50..).step_by(22)) {
        area.draw(&PathElement::new(vec![(left, top + 7), (left + 20, top + 7)], color.stroke_width(3)))?;
        area.draw(&Text::new(line.name, (left + 26, top), ("sans-serif", 14)))?;
    }
    Ok(())
}
