//! What the searches did, over the map: expanded cells, paths, starts and goals.

use super::canvas::{Canvas, Color};
use super::layout::Layout;
use super::report::{CellAt, FoundPath};

/// From the first expanded cell to the last one: light to dark and yellow to violet, so that it reads without color too.
const GRADIENT: [Color; 5] = [
    Color(0xFD, 0xE7, 0x25),
    Color(0x6C, 0xCE, 0x59),
    Color(0x21, 0x90, 0x8C),
    Color(0x31, 0x68, 0x8E),
    Color(0x44, 0x2A, 0x7A),
];

/// How much of the gradient covers the ground.
const COVERAGE: f32 = 0.58;

/// `share` runs from 0 to 1.
pub(super) fn gradient(share: f32) -> Color {
    let place = share.clamp(0.0, 1.0) * (GRADIENT.len() - 1) as f32;
    let index = (place as usize).min(GRADIENT.len() - 2);
    GRADIENT[index].mixed(GRADIENT[index + 1], place - index as f32)
}

/// The color of the gradient as it looks on ground of a color.
pub(super) fn gradient_on(ground: Color, share: f32) -> Color {
    ground.mixed(gradient(share), COVERAGE)
}

/// Colors the cells of a search; long lists may lack all but every second cell, or third, and so on.
pub(super) fn expanded_cells(canvas: &mut Canvas, layout: &Layout, path: &FoundPath) {
    if layout.cells_per_pixel > 1 {
        expanded_shares(canvas, layout, path);
        return;
    }
    for (index, cell) in path.expanded.iter().enumerate() {
        let color = gradient(place(index, &path.expanded));
        let (left, upper) = layout.corner(cell.x, cell.y);
        for y in upper..upper + layout.cell {
            for x in left..left + layout.cell {
                canvas.tint(x, y, color, COVERAGE);
            }
        }
    }
}

/// The same where a pixel shows several cells: it is covered by the share of them that was expanded.
fn expanded_shares(canvas: &mut Canvas, layout: &Layout, path: &FoundPath) {
    let mut pixels = vec![(0_u32, 0.0_f32); (layout.map_width * layout.map_height) as usize];
    for (index, cell) in path.expanded.iter().enumerate() {
        let (x, y) = (cell.x / layout.cells_per_pixel, cell.y / layout.cells_per_pixel);
        let pixel = &mut pixels[(y * layout.map_width + x) as usize];
        *pixel = (pixel.0 + 1, pixel.1 + place(index, &path.expanded));
    }
    let cells_a_listed_one = path.expansions as f32 / path.expanded.len().max(1) as f32;
    let cells_a_pixel = (layout.cells_per_pixel * layout.cells_per_pixel) as f32;
    for (index, (count, sum)) in (0..).zip(pixels) {
        if count > 0 {
            let share = (count as f32 * cells_a_listed_one / cells_a_pixel).min(1.0);
            let (x, y) = (index % layout.map_width, index / layout.map_width);
            canvas.tint(layout.map_x + x, layout.map_y + y, gradient(sum / count as f32), COVERAGE * share);
        }
    }
}

/// 0 for the first cell of a list, 1 for the last.
fn place(index: usize, cells: &[CellAt]) -> f32 {
    index as f32 / (cells.len().saturating_sub(1).max(1)) as f32
}

/// Thickness of a path's line without its white border, in pixels.
fn line_width(layout: &Layout) -> f32 {
    (layout.cell as f32 * 0.7).clamp(3.0, 6.0) * (layout.width as f32 / 1600.0).max(1.0)
}

pub(super) fn path_line(canvas: &mut Canvas, layout: &Layout, cells: &[CellAt], color: Color) {
    let points = || cells.iter().map(|cell| layout.center(cell.x, cell.y));
    let width = line_width(layout);
    canvas.line(points(), width + 2.5, Color::WHITE);
    canvas.line(points(), width, color);
}

pub(super) fn ends(canvas: &mut Canvas, layout: &Layout, path: &FoundPath, color: Color) {
    let (x, y) = layout.center(path.start.x, path.start.y);
    start_mark(canvas, layout, x, y, &path.label, color);
    let (x, y) = layout.center(path.goal.x, path.goal.y);
    goal_mark(canvas, layout, x, y, &path.label, color);
}

/// A disc with the path's letter.
pub(super) fn start_mark(canvas: &mut Canvas, layout: &Layout, x: f32, y: f32, label: &str, color: Color) {
    let radius = layout.text.height() as f32 * 0.62;
    canvas.disc(x, y, radius + 2.0, Color::WHITE);
    canvas.disc(x, y, radius, color);
    letter(canvas, layout, x, y, label);
}

/// A square with the path's letter.
pub(super) fn goal_mark(canvas: &mut Canvas, layout: &Layout, x: f32, y: f32, label: &str, color: Color) {
    let half = layout.text.height() as f32 * 0.58;
    canvas.square(x, y, half + 2.0, Color::WHITE);
    canvas.square(x, y, half, color);
    letter(canvas, layout, x, y, label);
}

fn letter(canvas: &mut Canvas, layout: &Layout, x: f32, y: f32, label: &str) {
    let left = (x - layout.text.letter() as f32 / 2.0).max(0.0).round() as u32;
    let upper = (y - layout.text.height() as f32 / 2.0).max(0.0).round() as u32;
    canvas.text(left, upper, label, layout.text, true, Color::WHITE);
}
