//! A house with walls between its cells, and paths through it.

use crate::canvas::{Canvas, TextSize};
use crate::color::{Color, INK, PALE_INK, PAPER};
use crate::paths::colors;
use crate::sheet::{Cell, MARGIN};
use anyhow::{Context, Result};
use serde::Deserialize;
use std::path::Path;

/// The side of a cell in pixels.
const SIDE: f32 = 72.0;
const GROUND: Color = Color(0xE9, 0xEC, 0xDD);
const LINES: Color = Color(0xD5, 0xD8, 0xC9);
const LEDGE: Color = Color(0x8A, 0x6D, 0x3B);

/// The first line of the report.
#[derive(Deserialize)]
struct House {
    width: u32,
    height: u32,
    /// The cells on both sides, and 1 for a wall or 2 for a way from the first to the second one, with a 0.
    sides: Vec<[Cell; 3]>,
}

#[derive(Deserialize)]
struct Way {
    label: String,
    what: String,
    start: Cell,
    goal: Cell,
    /// `None`: there is no path.
    cost: Option<f64>,
    cells: Vec<Cell>,
}

/// Draws the house of a report with its paths.
pub fn draw_walls(report: &Path, png: &Path) -> Result<()> {
    let text = std::fs::read_to_string(report).with_context(|| report.display().to_string())?;
    let mut lines = text.lines();
    let house: House = serde_json::from_str(lines.next().context("the report is empty")?)?;
    let ways: Vec<Way> = lines.map(serde_json::from_str).collect::<serde_json::Result<_>>()?;
    let letters = TextSize::TITLE;
    let (width, height) = (house.width as f32 * SIDE, house.height as f32 * SIDE);
    let room = (2 + ways.len() as u32) * letters.line();
    let legend = MARGIN + height as u32 + MARGIN / 2;
    let mut canvas = Canvas::new(2 * MARGIN + width as u32, legend + room + MARGIN, PAPER)?;
    draw_cells(&mut canvas, &house);
    for (way, color) in ways.iter().zip(colors()) {
        canvas.line(way.cells.iter().map(|&cell| center(cell)), 9.0, Color::WHITE);
        canvas.line(way.cells.iter().map(|&cell| center(cell)), 6.0, color);
    }
    house.sides.iter().for_each(|side| draw_side(&mut canvas, side));
    for (way, color) in ways.iter().zip(colors()).filter(|(way, _)| way.cost.is_some()) {
        draw_ends(&mut canvas, way, color);
    }
    let title = format!("GridStar in a house of {} x {} cells with walls between them", house.width, house.height);
    canvas.text(MARGIN, legend, &title, letters, true, INK);
    let mut line = legend;
    for (way, color) in ways.iter().zip(colors()) {
        line += letters.line();
        let cost = way.cost.map_or("no path".into(), |cost| format!("cost {cost:.1}"));
        canvas.text(MARGIN, line, &format!("{}  {}: {cost}", way.label, way.what), letters, false, color);
    }
    let marks = "round: start, square: goal; an arrow where a side is open in one direction only";
    canvas.text(MARGIN, line + letters.line(), marks, letters, false, PALE_INK);
    let figures: Vec<_> = ways.iter().map(|way| format!("{} {:?}", way.label, way.cost)).collect();
    canvas.save(png, &figures.join(", "))
}

fn center((x, y): Cell) -> (f32, f32) {
    (MARGIN as f32 + (x as f32 + 0.5) * SIDE, MARGIN as f32 + (y as f32 + 0.5) * SIDE)
}

fn draw_cells(canvas: &mut Canvas, house: &House) {
    for (x, y) in (0..house.height).flat_map(|y| (0..house.width).map(move |x| (x, y))) {
        let (x, y) = center((x, y));
        canvas.square(x, y, SIDE / 2.0, LINES);
        canvas.square(x, y, SIDE / 2.0 - 1.0, GROUND);
    }
}

/// Draws a wall as a thick line, and a side that is open in one direction as a thin one with an arrow.
fn draw_side(canvas: &mut Canvas, &[from, to, (kind, _)]: &[Cell; 3]) {
    let ((x, y), (to_x, to_y)) = (center(from), center(to));
    let (middle_x, middle_y) = ((x + to_x) / 2.0, (y + to_y) / 2.0);
    // Half the side runs across the way between the centers.
    let (along_x, along_y) = ((y - to_y) / 2.0, (to_x - x) / 2.0);
    let ends = [(middle_x - along_x, middle_y - along_y), (middle_x + along_x, middle_y + along_y)];
    if kind == 1 {
        canvas.line(ends, 8.0, INK);
        return;
    }
    canvas.line(ends, 3.0, LEDGE);
    let (way_x, way_y) = ((to_x - x) * 0.16, (to_y - y) * 0.16);
    let corners = [
        (middle_x + way_x, middle_y + way_y),
        (middle_x - way_x + along_x * 0.3, middle_y - way_y + along_y * 0.3),
        (middle_x - way_x - along_x * 0.3, middle_y - way_y - along_y * 0.3),
    ];
    canvas.polygon(corners, LEDGE);
}

fn draw_ends(canvas: &mut Canvas, way: &Way, color: Color) {
    let ((x, y), (goal_x, goal_y)) = (center(way.start), center(way.goal));
    canvas.disc(x, y, 17.0, Color::WHITE);
    canvas.disc(x, y, 15.0, color);
    canvas.square(goal_x, goal_y, 16.0, Color::WHITE);
    canvas.square(goal_x, goal_y, 14.0, color);
    let letters = TextSize::TITLE;
    for (x, y) in [(x, y), (goal_x, goal_y)] {
        let left = (x - letters.letter() as f32 / 2.0).round() as u32;
        let upper = (y - letters.height() as f32 / 2.0).round() as u32;
        canvas.text(left, upper, &way.label, letters, true, Color::WHITE);
    }
}
