//! The costs of a field in color, with arrows along which agents go, and a unit's range.

use crate::color::{Color, INK, PALE_INK};
use crate::map_file::MapFile;
use crate::report::read_lines;
use crate::sheet::{Cell, Sheet};
use anyhow::{Result, ensure};
use serde::Deserialize;
use std::path::Path;

/// A field to a goal, and a range of a unit.
#[derive(Deserialize)]
pub(crate) struct Field {
    pub(crate) goal: Cell,
    pub(crate) unit: Cell,
    /// Points that the unit can spend, and how many cells it reaches.
    points: f64,
    reached: u32,
    /// The largest cost.
    most: f32,
    cells: Vec<Cell>,
    costs: Vec<f32>,
    /// Column, row and direction.
    arrows: Vec<(u32, u32, f32, f32)>,
    /// Corners of the range's border: pairs, each the ends of a straight part.
    border: Vec<Cell>,
}

/// The width of a small map, about, in pixels.
const WIDTH: usize = 1024;
/// Letters of the longest line.
const LETTERS: u32 = 96;
/// Length of an arrow in cells of a map of 256 cells a side.
const ARROW: f32 = 6.0;
const SIDE: f32 = 256.0;

const GOAL: Color = Color(0x1A, 0x1A, 0x1A);
const UNIT: Color = Color(0xD5, 0x5E, 0x00);
/// Dark on the light end of the gradient and still seen on its dark end.
const WAY: Color = Color(0x1E, 0x1E, 0x28);

/// Draws the field of a report.
pub fn draw_field(map: &MapFile, report: &Path, png: &Path) -> Result<()> {
    let fields: Vec<Field> = read_lines(report)?;
    let field = &fields[0];
    let mut sheet = field_on_map(map, field, 3, LETTERS)?;
    draw_legend(&mut sheet, map, field);
    let figures = format!("{} cells, farthest {:.2}, range {}", field.cells.len(), field.most, field.reached);
    sheet.canvas.save(png, &figures)
}

/// The field without a legend, with room for lines of text.
pub(crate) fn field_on_map(map: &MapFile, field: &Field, lines: u32, letters: u32) -> Result<Sheet> {
    ensure!(field.cells.len() == field.costs.len(), "the report has another number of costs than cells");
    let shares: Vec<(Cell, f32)> =
        field.cells.iter().zip(&field.costs).map(|(&cell, cost)| (cell, cost / field.most.max(1.0))).collect();
    let mut sheet = Sheet::with_shares(map, WIDTH, lines, letters, &shares)?;
    for &arrow in &field.arrows {
        draw_arrow(&mut sheet, arrow, ARROW * map.width.max(map.height) as f32 / SIDE);
    }
    for part in field.border.chunks_exact(2) {
        let ends = [part[0], part[1]].map(|(x, y)| sheet.point((x as f32, y as f32)));
        sheet.canvas.line(ends, 5.0, Color::WHITE);
    }
    for part in field.border.chunks_exact(2) {
        let ends = [part[0], part[1]].map(|(x, y)| sheet.point((x as f32, y as f32)));
        sheet.canvas.line(ends, 2.5, UNIT);
    }
    sheet.start_mark(sheet.center(field.unit), "U", UNIT);
    sheet.goal_mark(sheet.center(field.goal), "G", GOAL);
    Ok(sheet)
}

/// A shaft and a head around the middle of a cell.
fn draw_arrow(sheet: &mut Sheet, (x, y, dx, dy): (u32, u32, f32, f32), length: f32) {
    let (x, y) = (x as f32 + 0.5, y as f32 + 0.5);
    let at = |along: f32, beside: f32| {
        let along = along * length;
        let beside = beside * length;
        sheet.point((x + dx * along - dy * beside, y + dy * along + dx * beside))
    };
    let (shaft, head) = ([at(-0.5, 0.0), at(0.2, 0.0)], [at(0.5, 0.0), at(0.12, 0.2), at(0.12, -0.2)]);
    sheet.canvas.line(shaft, 1.6, WAY);
    sheet.canvas.polygon(head, WAY);
}

fn draw_legend(sheet: &mut Sheet, map: &MapFile, field: &Field) {
    sheet.text(0, &format!("GridStar on {}: a field", map.name), INK);
    sheet.text(map.name.len() as u32 + 24, "the cost of the cheapest path from each cell to G, and the way", PALE_INK);
    sheet.next_line();
    sheet.text(0, "cost 0", INK);
    sheet.gradient([8, 40], Color::WHITE);
    sheet.text(42, &format!("{:.0}, the farthest of {} cells", field.most, field.cells.len()), INK);
    sheet.next_line();
    let reach = format!("U can spend {:.1} and reaches the {} cells inside ", field.points, field.reached);
    sheet.text(0, &reach, INK);
    sheet.text(reach.len() as u32, "the orange border", UNIT);
}
