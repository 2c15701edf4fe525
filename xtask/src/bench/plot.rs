//! The plots, as SVG: a query's time against its path's length, and against the size of the map.

use super::engines::Engine;
use super::statistics::{GrowthPoint, MapFigures, geometric_mean};
use anyhow::{Result, anyhow};
use plotters::coord::combinators::IntoLogRange;
use plotters::prelude::*;
use plotters::style::RGBColor;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

/// A line with its name.
struct Line {
    name: String,
    color: RGBColor,
    /// Its points are circles and not dots.
    is_hollow: bool,
    points: Vec<(f64, f64)>,
}

const SIZE: (u32, u32) = (960, 640);
const LEGEND_WIDTH: u32 = 240;

/// Okabe and Ito's colors, told apart by people with any color vision, and further ones for the rest.
const COLORS: [RGBColor; 13] = [
    RGBColor(0x1A, 0x1A, 0x1A),
    RGBColor(0xD5, 0x5E, 0x00),
    RGBColor(0x00, 0x72, 0xB2),
    RGBColor(0x00, 0x9E, 0x73),
    RGBColor(0xCC, 0x79, 0xA7),
    RGBColor(0xE6, 0x9F, 0x00),
    RGBColor(0x56, 0xB4, 0xE9),
    RGBColor(0x8C, 0x56, 0x4B),
    RGBColor(0x7F, 0x7F, 0x7F),
    RGBColor(0xBC, 0xBD, 0x22),
    RGBColor(0x94, 0x67, 0xBD),
    RGBColor(0xE3, 0x77, 0xC2),
    RGBColor(0x17, 0xBE, 0xCF),
];

/// How many points a line has between a length and twice that.
const BINS_PER_DOUBLING: f64 = 2.0;
/// Fewer queries than this make no point.
const QUERIES_PER_BIN: usize = 3;

/// Microseconds against path length: each point is the geometric mean of queries of about one length, from all maps.
pub(super) fn by_length(engines: &[Engine], figures: &[MapFigures], svg: &Path) -> Result<()> {
    let lines = engines.iter().enumerate().map(|(at, engine)| {
        let mut bins: BTreeMap<i32, Vec<f64>> = BTreeMap::new();
        for (_, sample) in figures.iter().flat_map(|map| map.samples(at)).filter(|(_, sample)| sample.cost >= 1.0) {
            let bin = (sample.cost.log2() * BINS_PER_DOUBLING).floor() as i32;
            bins.entry(bin).or_default().push(sample.nanoseconds / 1e3);
        }
        let middle = |bin: i32| ((f64::from(bin) + 0.5) / BINS_PER_DOUBLING).exp2();
        let full = bins.into_iter().filter(|(_, times)| times.len() >= QUERIES_PER_BIN);
        let points = full.filter_map(|(bin, times)| Some((middle(bin), geometric_mean(times)?))).collect();
        Line { name: engine.name.clone(), color: color(at), is_hollow: false, points }
    });
    draw("A query's time by the length of its path", "length of the path", &lines.collect::<Vec<_>>(), svg)
}

/// Microseconds against the side of the map, a line for each kind of map and engine: engines have colors, kinds have dots or circles.
pub(super) fn growth(points: &[GrowthPoint], svg: &Path) -> Result<()> {
    let mut lines: Vec<Line> = Vec::new();
    let mut engines: Vec<&str> = Vec::new();
    for point in points {
        if !engines.contains(&point.engine.as_str()) {
            engines.push(&point.engine);
        }
        let name = format!("{}: {}", point.kind, point.engine);
        let place = (f64::from(point.side), point.nanoseconds / 1e3);
        match lines.iter_mut().find(|line| line.name == name) {
            Some(line) => line.points.push(place),
            None => lines.push(Line {
                name,
                color: color(engines.iter().position(|engine| *engine == point.engine).unwrap_or(0)),
                is_hollow: point.kind != points[0].kind,
                points: vec![place],
            }),
        }
    }
    draw("A query's time by the size of the map", "cells a side", &lines, svg)
}

fn color(at: usize) -> RGBColor {
    COLORS[at % COLORS.len()]
}

/// Both axes are logarithmic.
fn draw(title: &str, x_axis: &str, lines: &[Line], svg: &Path) -> Result<()> {
    let lines: Vec<&Line> = lines.iter().filter(|line| !line.points.is_empty()).collect();
    // The plotting crate's errors borrow what they can't have here.
    draw_chart(title, x_axis, &lines, svg).map_err(|error| anyhow!("{}: {error}", svg.display()))
}

fn draw_chart(
    title: &str,
    x_axis: &str,
    lines: &[&Line],
    svg: &Path,
) -> std::result::Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::new(svg, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(title, ("sans-serif", 22))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(70)
        .margin_right(LEGEND_WIDTH)
        .build_cartesian_2d(range(lines, |point| point.0).log_scale(), range(lines, |point| point.1).log_scale())?;
    let number = |value: &f64| if *value >= 1.0 { format!("{value:.0}") } else { format!("{value}") };
    let mut mesh = chart.configure_mesh();
    mesh.x_desc(x_axis).y_desc("microseconds").x_label_formatter(&number).y_label_formatter(&number);
    mesh.label_style(("sans-serif", 14)).draw()?;
    for line in lines {
        let points = || line.points.iter().copied();
        let dot = |at| if line.is_hollow { (at, WHITE.filled()) } else { (at, line.color.filled()) };
        chart.draw_series(LineSeries::new(points(), line.color.stroke_width(2)))?;
        chart.draw_series(points().map(dot).map(|(at, style)| Circle::new(at, 3, style)))?;
        chart.draw_series(points().map(|at| Circle::new(at, 3, line.color)))?;
    }
    draw_legend(&root, lines)?;
    root.present()?;
    Ok(())
}

/// Names at the right, beside the lines and not upon them; the slowest line's first, as the lines lie.
fn draw_legend(
    root: &DrawingArea<SVGBackend, plotters::coord::Shift>,
    lines: &[&Line],
) -> std::result::Result<(), Box<dyn std::error::Error>> {
    let height = |line: &Line| line.points.last().map_or(0.0, |point| point.1);
    let mut lines = lines.to_vec();
    lines.sort_by(|one, other| height(other).total_cmp(&height(one)));
    let left = (SIZE.0 - LEGEND_WIDTH) as i32 + 10;
    for (line, top) in lines.into_iter().zip((60..).step_by(22)) {
        root.draw(&PathElement::new(vec![(left, top + 7), (left + 20, top + 7)], line.color.stroke_width(2)))?;
        let style = if line.is_hollow { WHITE.filled() } else { line.color.filled() };
        root.draw(&Circle::new((left + 10, top + 7), 4, style))?;
        root.draw(&Circle::new((left + 10, top + 7), 4, line.color))?;
        root.draw(&Text::new(line.name.clone(), (left + 26, top), ("sans-serif", 14)))?;
    }
    Ok(())
}

/// From the least to the greatest value, with a little room.
fn range(lines: &[&Line], value: fn(&(f64, f64)) -> f64) -> Range<f64> {
    let values = || lines.iter().flat_map(|line| &line.points).map(value);
    let (least, greatest) = (values().fold(f64::MAX, f64::min), values().fold(0.0, f64::max));
    if least > greatest { 1.0..10.0 } else { least / 1.2..greatest * 1.2 }
}
