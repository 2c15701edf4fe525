//! Paths over hexagons: a map whose odd rows are shifted by half a cell.

use crate::canvas::{Canvas, TextSize};
use crate::color::{Color, INK, PALE_INK, PAPER};
use crate::map_file::MapFile;
use crate::paths::{FoundPath, colors, thousands};
use crate::report::read_lines;
use crate::sheet::{Cell, MARGIN, gradient_on};
use anyhow::Result;
use std::path::Path;

/// The width of a small map, about, in pixels, and the least and largest width of a hexagon.
const WIDTH: f32 = 1280.0;
const SMALLEST: f32 = 2.0;
const LARGEST: f32 = 48.0;
/// From one row to the next, in widths of a hexagon: the square root of 3/4.
const ROW: f32 = 0.866_025_4;
/// Corners of a hexagon around its center, in its widths.
const CORNERS: [(f32, f32); 6] =
    [(0.0, -0.57735), (0.5, -0.288_675), (0.5, 0.288_675), (0.0, 0.57735), (-0.5, 0.288_675), (-0.5, -0.288_675)];

/// Where hexagons lie in the picture.
struct Place {
    /// Pixels along the width of a hexagon.
    scale: f32,
}

impl Place {
    fn center(&self, (x, y): Cell) -> (f32, f32) {
        let shift = if y % 2 == 1 { 1.0 } else { 0.5 };
        let from_top = 0.57735 + y as f32 * ROW;
        (MARGIN as f32 + (x as f32 + shift) * self.scale, MARGIN as f32 + from_top * self.scale)
    }
}

/// Draws the paths of a report over its map.
pub fn draw_hexagons(map: &MapFile, report: &Path, png: &Path) -> Result<()> {
    let paths: Vec<FoundPath> = read_lines(report)?;
    let text = TextSize::TITLE;
    let lines = 2 + paths.len() as u32;
    let (mut canvas, legend_y) = paths_on_hexagons(map, &paths, lines * text.line())?;
    let mut line = legend_y;
    let title = format!("GridStar on {}, {} x {} hexagons", map.name, map.width, map.height);
    canvas.text(MARGIN, line, &title, text, true, INK);
    for (path, color) in paths.iter().zip(colors()) {
        line += text.line();
        let cost = path.cost.map_or("no path".into(), |cost| format!("{cost} steps"));
        let told = format!("{}  {cost}, {} cells expanded", path.label, thousands(path.expansions));
        canvas.text(MARGIN, line, &told, text, false, color);
    }
    let first = paths.first().map_or("", |path| &path.label);
    let expanded = format!("round: start, square: goal; in color: the cells that the search of path {first} expanded");
    canvas.text(MARGIN, line + text.line(), &expanded, text, false, PALE_INK);
    let figures: Vec<_> =
        paths.iter().map(|path| format!("{} {:?} expanded {}", path.label, path.cost, path.expansions)).collect();
    canvas.save(png, &figures.join(", "))
}

/// The paths over their map, with room below; and where the room begins.
pub(crate) fn paths_on_hexagons(map: &MapFile, paths: &[FoundPath], room: u32) -> Result<(Canvas, u32)> {
    let place = Place { scale: (WIDTH / map.width as f32).round().clamp(SMALLEST, LARGEST) };
    let (right, bottom) = place.center((map.width as u32, map.height as u32));
    let text = TextSize::TITLE;
    let legend_y = bottom as u32 + MARGIN / 2;
    let mut canvas = Canvas::new(right as u32 + MARGIN, legend_y + room + MARGIN, PAPER)?;
    draw_ground(&mut canvas, &place, map, paths.first().map_or(&[][..], |path| &path.expanded));
    let width = (place.scale * 0.6).clamp(3.0, 8.0);
    for (path, color) in paths.iter().zip(colors()) {
        let points: Vec<_> = path.cells.iter().map(|&cell| place.center(cell)).collect();
        canvas.line(points.iter().copied(), width + 2.5, Color::WHITE);
        canvas.line(points, width, color);
    }
    for (path, color) in paths.iter().zip(colors()) {
        canvas.start_mark(place.center(path.start), &path.label, text, color);
        canvas.goal_mark(place.center(path.goal), &path.label, text, color);
    }
    Ok((canvas, legend_y))
}

fn draw_ground(canvas: &mut Canvas, place: &Place, map: &MapFile, expanded: &[Cell]) {
    let mut shares = vec![None; map.width * map.height];
    let last = expanded.len().saturating_sub(1).max(1) as f32;
    for (index, &(x, y)) in expanded.iter().enumerate() {
        shares[y as usize * map.width + x as usize] = Some(index as f32 / last);
    }
    for (index, share) in shares.into_iter().enumerate() {
        let (x, y) = (index % map.width, index / map.width);
        let ground = map.terrain(x, y).color;
        let color = share.map_or(ground, |share| gradient_on(ground, share));
        let (center_x, center_y) = place.center((x as u32, y as u32));
        // A line of the paper between cells, where they are large enough.
        let size = if place.scale >= 4.0 { place.scale - 0.5 } else { place.scale };
        canvas.polygon(CORNERS.map(|(x, y)| (center_x + x * size, center_y + y * size)), color);
    }
}
