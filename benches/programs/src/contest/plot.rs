//! The plots, as SVG: a query's time against its path's length, and against the size of the map.

use super::engines::Engine;
use super::figures::{GrowthPoint, MapFigures};
use super::table::distinct;
use crate::timing::mean;
use anyhow::{Result, anyhow, ensure};
use plotters::coord::combinators::IntoLogRange;
use plotters::prelude::*;
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
const COLORS: [u32; 13] = [
    0x1A1A1A, 0xD55E00, 0x0072B2, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x8C564B, 0x7F7F7F, 0xBCBD22, 0x9467BD,
    0xE377C2, 0x17BECF,
];

/// How many points a line has between a length and twice that.
const BINS_PER_DOUBLING: f64 = 2.0;
/// Fewer queries than this make no point.
const QUERIES_PER_BIN: usize = 3;

/// Engines that a reader compares. The table has the others.
const BY_LENGTH: [&str; 4] =
    ["GridStar default", "GridStar landmarks", "pathfinding", "grid_pathfinding (cuts corners)"];

/// Microseconds against path length: each point is the geometric mean of queries of about one length, from all maps.
pub(crate) fn by_length(engines: &[Engine], figures: &[MapFigures], svg: &Path) -> Result<()> {
    let is_drawn = |engine: &Engine| BY_LENGTH.contains(&engine.name.as_str());
    let lines = engines.iter().enumerate().filter(|(_, engine)| is_drawn(engine)).map(|(at, engine)| {
        let mut bins: BTreeMap<i32, Vec<f64>> = BTreeMap::new();
        for sample in figures.iter().flat_map(|map| map.samples(at)).filter(|sample| sample.cost >= 1.0) {
            let bin = (sample.cost.log2() * BINS_PER_DOUBLING).floor() as i32;
            bins.entry(bin).or_default().push(sample.nanoseconds / 1e3);
        }
        let middle = |bin: i32| ((f64::from(bin) + 0.5) / BINS_PER_DOUBLING).exp2();
        let full = bins.into_iter().filter(|(_, times)| times.len() >= QUERIES_PER_BIN);
        let points = full.filter_map(|(bin, times)| Some((middle(bin), mean(times)?))).collect();
        Line { name: engine.name.clone(), color: color(at), is_hollow: false, points }
    });
    draw("A query's time by the length of its path", "length of the path", lines.collect(), svg)
}

/// Microseconds against the side of the map, a line for each kind of map and engine: engines have colors, kinds have
/// dots or circles.
pub(crate) fn growth(points: &[GrowthPoint], svg: &Path) -> Result<()> {
    let engines = distinct(points.iter().map(|point| point.engine));
    let lines = distinct(points.iter().map(|point| (point.kind, point.engine))).into_iter().map(|(kind, engine)| {
        let own = points.iter().filter(|point| (point.kind, point.engine) == (kind, engine));
        Line {
            name: format!("{kind}: {engine}"),
            color: color(engines.iter().position(|other| *other == engine).unwrap_or(0)),
            is_hollow: kind != points[0].kind,
            points: own.map(|point| (f64::from(point.side), point.microseconds)).collect(),
        }
    });
    draw("A query's time by the size of the map", "cells a side", lines.collect(), svg)
}

fn color(at: usize) -> RGBColor {
    let [_, red, green, blue] = COLORS[at % COLORS.len()].to_be_bytes();
    RGBColor(red, green, blue)
}

/// Both axes are logarithmic.
fn draw(title: &str, x_axis: &str, mut lines: Vec<Line>, svg: &Path) -> Result<()> {
    lines.retain(|line| !line.points.is_empty());
    ensure!(!lines.is_empty(), "{title}: there is nothing to draw");
    // The slowest line's name first, as the lines lie.
    let height = |line: &Line| line.points.last().map_or(0.0, |point| point.1);
    lines.sort_by(|one, other| height(other).total_cmp(&height(one)));
    // The plotting crate's errors borrow what they can't have here.
    draw_chart(title, x_axis, &lines, svg).map_err(|error| anyhow!("{}: {error}", svg.display()))
}

fn draw_chart(title: &str, x_axis: &str, lines: &[Line], svg: &Path) -> Result<(), Box<dyn std::error::Error>> {
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
    // Names stand at the right, beside the lines and not upon them.
    let left = (SIZE.0 - LEGEND_WIDTH) as i32 + 10;
    for (line, top) in lines.iter().zip((60..).step_by(22)) {
        let filling = if line.is_hollow { WHITE } else { line.color }.filled();
        chart.draw_series(LineSeries::new(line.points.iter().copied(), line.color.stroke_width(2)))?;
        chart.draw_series(line.points.iter().map(|&at| Circle::new(at, 3, filling)))?;
        chart.draw_series(line.points.iter().map(|&at| Circle::new(at, 3, line.color)))?;
        root.draw(&PathElement::new(vec![(left, top + 7), (left + 20, top + 7)], line.color.stroke_width(2)))?;
        root.draw(&Circle::new((left + 10, top + 7), 4, filling))?;
        root.draw(&Circle::new((left + 10, top + 7), 4, line.color))?;
        root.draw(&Text::new(line.name.clone(), (left + 26, top), ("sans-serif", 14)))?;
    }
    Ok(root.present()?)
}

/// From the least to the greatest value, with a little room.
fn range(lines: &[Line], value: fn(&(f64, f64)) -> f64) -> Range<f64> {
    let values = || lines.iter().flat_map(|line| &line.points).map(value);
    let (least, greatest) = (values().fold(f64::MAX, f64::min), values().fold(0.0, f64::max));
    if least > greatest { 1.0..10.0 } else { least / 1.2..greatest * 1.2 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contest::engines;

    #[test]
    fn the_lines_by_length_are_engines_and_few() {
        let engines = engines::all(true);
        for name in BY_LENGTH {
            assert!(engines.iter().any(|engine| engine.name == name), "{name}");
        }
        assert!(BY_LENGTH.len() < engines.len());
    }
}
