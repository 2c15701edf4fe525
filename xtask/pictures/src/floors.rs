//! The storeys of a building, each beside the one below it, with stairs and a path over them.

use crate::canvas::{Canvas, TextSize};
use crate::color::{Color, INK, PALE_INK, PAPER};
use crate::paths::colors;
use crate::report::read_lines;
use anyhow::{Context, Result};
use serde::Deserialize;
use std::path::Path;

/// Storey, column and row.
type Place = (usize, u32, u32);

#[derive(Deserialize)]
struct Building {
    /// The rows of each one, the lowest storey first.
    storeys: Vec<Vec<String>>,
    stairs: Vec<[Place; 2]>,
    path: Vec<Place>,
    cost: f64,
}

/// Half the width of a cell, how far walls stand up, and how thick a storey is, in pixels.
const HALF: f32 = 10.5;
const WALL: f32 = 5.0;
const SLAB: f32 = 5.0;
/// The far corner of the lowest storey, and from each storey to the next one.
const CORNER: (f32, f32) = (118.0, 156.0);
const NEXT: (f32, f32) = (122.0, -72.0);
/// The name of a storey, from its far corner on.
const NAME: (f32, f32) = (52.0, 84.0);
/// The steps of stairs, and how far they reach to both sides, in cells.
const STEPS: u32 = 6;
const STEP: f32 = 0.32;

const GROUND: [Color; 2] = [Color(0xEC, 0xEE, 0xDD), Color(0xE2, 0xE4, 0xD1)];
const SIDE: Color = Color(0xA4, 0xA8, 0x98);
const TOP: Color = Color(0x5A, 0x60, 0x6B);
const TOP_SIDE: Color = Color(0x3B, 0x40, 0x49);
const STAIRS: Color = Color(0x8A, 0x6D, 0x3B);

/// Draws the building of a report, and returns the cost of its path.
pub(crate) fn building(report: &Path, (width, height): (u32, u32)) -> Result<(Canvas, f64)> {
    let buildings: Vec<Building> = read_lines(report)?;
    let building = buildings.first().context("the report is empty")?;
    let (start, goal) = building.path.first().zip(building.path.last()).context("the report has no path")?;
    let mut canvas = Canvas::new(width, height, PAPER)?;
    let color = colors().nth(1).unwrap_or(INK);
    let storeys: Vec<Storey> = (0..).zip(&building.storeys).map(|(number, rows)| Storey { number, rows }).collect();
    for storey in &storeys {
        storey.draw_ground(&mut canvas);
        let walked: Vec<_> =
            building.path.iter().copied().filter(|place| place.0 == storey.number).map(center).collect();
        draw_path(&mut canvas, &walked, color);
        storey.draw_walls(&mut canvas);
        let (x, y) = storey.point(0.0, 0.0);
        let name = format!("floor {}", storey.number);
        canvas.text((x + NAME.0) as u32, (y + NAME.1) as u32, &name, TextSize::SMALL, false, PALE_INK);
    }
    for &[from, to] in &building.stairs {
        draw_stairs(&mut canvas, center(from), center(to));
    }
    for climbed in building.path.windows(2).filter(|pair| pair[0].0 != pair[1].0) {
        draw_path(&mut canvas, &[center(climbed[0]), center(climbed[1])], color);
    }
    canvas.start_mark(center(*start), "A", TextSize::SMALL, color);
    canvas.goal_mark(center(*goal), "A", TextSize::SMALL, color);
    Ok((canvas, building.cost))
}

struct Storey<'a> {
    number: usize,
    rows: &'a [String],
}

impl Storey<'_> {
    fn point(&self, x: f32, y: f32) -> (f32, f32) {
        point(self.number, x, y)
    }

    /// Corners of a cell, from the far one to the right.
    fn diamond(&self, x: usize, y: usize) -> [(f32, f32); 4] {
        let (x, y) = (x as f32, y as f32);
        [(x, y), (x + 1.0, y), (x + 1.0, y + 1.0), (x, y + 1.0)].map(|(x, y)| self.point(x, y))
    }

    fn draw_ground(&self, canvas: &mut Canvas) {
        let (width, height) = (self.rows.first().map_or(0, String::len) as f32, self.rows.len() as f32);
        let [right, near, left] = [(width, 0.0), (width, height), (0.0, height)].map(|(x, y)| self.point(x, y));
        canvas.polygon([right, near, left, lowered(left, SLAB), lowered(near, SLAB), lowered(right, SLAB)], SIDE);
        for (x, y) in self.cells() {
            canvas.polygon(self.diamond(x, y), GROUND[(x + y) % GROUND.len()]);
        }
    }

    fn draw_walls(&self, canvas: &mut Canvas) {
        let mut walls: Vec<_> = self.cells().filter(|&(x, y)| self.rows[y].as_bytes()[x] == b'#').collect();
        walls.sort_by_key(|&(x, y)| x + y);
        for (x, y) in walls {
            let low = self.diamond(x, y);
            let high = low.map(|corner| lowered(corner, -WALL));
            canvas.polygon([high[1], high[2], high[3], low[3], low[2], low[1]], TOP_SIDE);
            canvas.polygon(high, TOP);
        }
    }

    fn cells(&self) -> impl Iterator<Item = (usize, usize)> {
        self.rows.iter().enumerate().flat_map(|(y, row)| (0..row.len()).map(move |x| (x, y)))
    }
}

fn point(storey: usize, x: f32, y: f32) -> (f32, f32) {
    let storey = storey as f32;
    (CORNER.0 + storey * NEXT.0 + (x - y) * HALF, CORNER.1 + storey * NEXT.1 + (x + y) * HALF / 2.0)
}

fn center((storey, x, y): Place) -> (f32, f32) {
    point(storey, x as f32 + 0.5, y as f32 + 0.5)
}

fn lowered((x, y): (f32, f32), by: f32) -> (f32, f32) {
    (x, y + by)
}

fn draw_path(canvas: &mut Canvas, points: &[(f32, f32)], color: Color) {
    canvas.line(points.iter().copied(), 5.5, Color::WHITE);
    canvas.line(points.iter().copied(), 3.0, color);
}

/// Two rails and steps between them, which lie along the columns of both storeys.
fn draw_stairs(canvas: &mut Canvas, (x, y): (f32, f32), (to_x, to_y): (f32, f32)) {
    let at = |share: f32, side: f32| {
        let along = side * STEP * HALF;
        (x + (to_x - x) * share + along, y + (to_y - y) * share + along / 2.0)
    };
    for side in [-1.0, 1.0] {
        canvas.line([at(0.0, side), at(1.0, side)], 2.0, STAIRS);
    }
    for share in (0..=STEPS).map(|step| step as f32 / STEPS as f32) {
        canvas.line([at(share, -1.0), at(share, 1.0)], 2.0, STAIRS);
    }
}
