//! A house with walls between its cells, and paths through it.

use crate::canvas::{Canvas, TextSize};
use crate::color::{Color, INK, PALE_INK, PAPER};
use crate::paths::colors;
use crate::sheet::{Cell, MARGIN};
use anyhow::{Context, Result, bail};
use serde::Deserialize;
use std::path::Path;

/// The side of a cell in pixels, and in the small picture.
const SIDE: f32 = 72.0;
const SMALL_SIDE: f32 = 30.0;
const LEDGE: Color = Color(0x7A, 0x55, 0x20);
/// Shadow of a ledge.
const SHADOW: Color = Color(0x20, 0x30, 0x40);

/// The first line of the report.
#[derive(Deserialize)]
struct House {
    width: u32,
    height: u32,
    /// Row by row.
    types: Vec<u8>,
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
    let (house, ways) = read(report)?;
    let letters = TextSize::TITLE;
    let (width, height) = (house.width as f32 * SIDE, house.height as f32 * SIDE);
    let room = (2 + ways.len() as u32) * letters.line();
    let legend = MARGIN + height as u32 + MARGIN / 2;
    let canvas = Canvas::new(2 * MARGIN + width as u32, legend + room + MARGIN, PAPER)?;
    let mut plan = Plan { canvas, side: SIDE, margin: MARGIN as f32, letters };
    plan.draw(&house, &ways);
    let mut canvas = plan.canvas;
    let title = format!("GridStar in a house of {} x {} cells with walls between them", house.width, house.height);
    canvas.text(MARGIN, legend, &title, letters, true, INK);
    let mut line = legend;
    for (way, color) in ways.iter().zip(colors().skip(1)) {
        line += letters.line();
        let cost = way.cost.map_or("no path".into(), |cost| format!("cost {cost:.1}"));
        canvas.text(MARGIN, line, &format!("{}  {}: {cost}", way.label, way.what), letters, false, color);
    }
    let marks = "round: start, square: goal; an arrow where a side is open in one direction only";
    canvas.text(MARGIN, line + letters.line(), marks, letters, false, PALE_INK);
    let figures: Vec<_> = ways.iter().map(|way| format!("{} {:?}", way.label, way.cost)).collect();
    canvas.save(png, &figures.join(", "))
}

/// The house with its first two paths and without margins, and what they cost.
pub(crate) fn small_house(report: &Path) -> Result<(Canvas, [f64; 2])> {
    let (house, ways) = read(report)?;
    let ways = ways.first_chunk().context("the report has less than two paths")?;
    let [Way { cost: Some(up), .. }, Way { cost: Some(down), .. }] = ways else { bail!("a path is missing") };
    let canvas = Canvas::new(house.width * SMALL_SIDE as u32, house.height * SMALL_SIDE as u32, PAPER)?;
    let mut plan = Plan { canvas, side: SMALL_SIDE, margin: 0.0, letters: TextSize::SMALL };
    plan.draw(&house, ways);
    Ok((plan.canvas, [*up, *down]))
}

fn read(report: &Path) -> Result<(House, Vec<Way>)> {
    let text = std::fs::read_to_string(report).with_context(|| report.display().to_string())?;
    let mut lines = text.lines();
    let house: House = serde_json::from_str(lines.next().context("the report is empty")?)?;
    let ways: Vec<Way> = lines.map(serde_json::from_str).collect::<serde_json::Result<_>>()?;
    Ok((house, ways))
}

/// Color of a cell and of the lines around it.
fn ground(of_type: u8) -> (Color, Color) {
    match of_type {
        2 => (Color(0xDF, 0xD0, 0xAE), Color(0xD2, 0xC2, 0x9E)),
        3 => (Color(0xCF, 0xC6, 0xBE), Color(0xC1, 0xB7, 0xAE)),
        _ => (Color(0xE9, 0xEC, 0xDD), Color(0xD5, 0xD8, 0xC9)),
    }
}

/// A house on a canvas.
struct Plan {
    canvas: Canvas,
    /// The side of a cell, and what lies left of the first one, in pixels.
    side: f32,
    margin: f32,
    letters: TextSize,
}

impl Plan {
    /// All but the texts.
    fn draw(&mut self, house: &House, ways: &[Way]) {
        self.draw_cells(house);
        for (way, color) in ways.iter().zip(colors().skip(1)) {
            let points: Vec<_> = way.cells.iter().map(|&cell| self.center(cell)).collect();
            self.canvas.line(points.iter().copied(), self.side / 12.0 + 3.0, Color::WHITE);
            self.canvas.line(points, self.side / 12.0 + 0.5, color);
        }
        house.sides.iter().for_each(|side| self.draw_side(side));
        for (way, color) in ways.iter().zip(colors().skip(1)).filter(|(way, _)| way.cost.is_some()) {
            self.draw_ends(way, color);
        }
    }

    fn center(&self, (x, y): Cell) -> (f32, f32) {
        (self.margin + (x as f32 + 0.5) * self.side, self.margin + (y as f32 + 0.5) * self.side)
    }

    fn draw_cells(&mut self, house: &House) {
        let cells = (0..house.height).flat_map(|y| (0..house.width).map(move |x| (x, y)));
        for (cell, &of_type) in cells.zip(&house.types) {
            let ((x, y), (color, lines)) = (self.center(cell), ground(of_type));
            self.canvas.square(x, y, self.side / 2.0, lines);
            self.canvas.square(x, y, self.side / 2.0 - 1.0, color);
        }
        for &[from, to, _] in house.sides.iter().filter(|[_, _, (kind, _)]| *kind == 2) {
            let ([first, last], (way_x, way_y)) = (self.ends(from, to), self.way(from, to));
            let shaded = [first, last].map(|(x, y)| (x + way_x / 4.0, y + way_y / 4.0));
            self.canvas.polygon([first, last, shaded[1], shaded[0]], ground(0).0.mixed(SHADOW, 0.22));
        }
    }

    /// From the center of a cell to the center of its neighbor.
    fn way(&self, from: Cell, to: Cell) -> (f32, f32) {
        let ((x, y), (to_x, to_y)) = (self.center(from), self.center(to));
        (to_x - x, to_y - y)
    }

    /// Ends of the side between two cells.
    fn ends(&self, from: Cell, to: Cell) -> [(f32, f32); 2] {
        let ((x, y), (way_x, way_y)) = (self.center(from), self.way(from, to));
        [1.0, -1.0].map(|turn| (x + (way_x + turn * way_y) / 2.0, y + (way_y - turn * way_x) / 2.0))
    }

    /// Draws a wall as a thick line, and a side that is open in one direction as a thin one with an arrow.
    fn draw_side(&mut self, &[from, to, (kind, _)]: &[Cell; 3]) {
        let ends = self.ends(from, to);
        if kind == 1 {
            self.canvas.line(ends, self.side / 9.0, INK);
            return;
        }
        self.canvas.line(ends, self.side / 14.0, LEDGE);
        let ((x, y), (way_x, way_y)) = (self.center(from), self.way(from, to));
        let corner = |along: f32, across: f32| (x + way_x * along - way_y * across, y + way_y * along + way_x * across);
        self.canvas.polygon([corner(0.74, 0.0), corner(0.4, 0.2), corner(0.4, -0.2)], LEDGE);
    }

    fn draw_ends(&mut self, way: &Way, color: Color) {
        let (start, goal) = (self.center(way.start), self.center(way.goal));
        self.canvas.start_mark(start, &way.label, self.letters, color);
        self.canvas.goal_mark(goal, &way.label, self.letters, color);
    }
}
