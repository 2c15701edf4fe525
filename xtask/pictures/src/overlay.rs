//! The map and what the searches did on it: the ground, expanded cells, paths, starts and goals.

use crate::canvas::Canvas;
use crate::color::Color;
use crate::found::{Cell, FoundPath};
use crate::layout::Layout;
use crate::map_file::{MapFile, Terrain};

/// From the first expanded cell to the last one: light to dark and yellow to violet, so that it reads without color
/// too.
const GRADIENT: [Color; 5] = [
    Color(0xFD, 0xE7, 0x25),
    Color(0x6C, 0xCE, 0x59),
    Color(0x21, 0x90, 0x8C),
    Color(0x31, 0x68, 0x8E),
    Color(0x44, 0x2A, 0x7A),
];

/// How much of the gradient covers the ground.
const COVERAGE: f32 = 0.58;

/// What the paths are drawn in, the first one first: told apart by people with any color vision, also by lightness.
const PATH_COLORS: [Color; 4] =
    [Color(0x1A, 0x1A, 0x1A), Color(0xD5, 0x5E, 0x00), Color(0x00, 0x72, 0xB2), Color(0xB0, 0x3A, 0x86)];

pub(crate) fn path_color(index: usize) -> Color {
    PATH_COLORS[index % PATH_COLORS.len()]
}

/// The color at `share` of the gradient, 0 to 1, as it looks on ground of a color; `covered`, 0 to 1, of which the
/// search expanded.
pub(crate) fn gradient_on(ground: Color, share: f32, covered: f32) -> Color {
    let place = share.clamp(0.0, 1.0) * (GRADIENT.len() - 1) as f32;
    let index = (place as usize).min(GRADIENT.len() - 2);
    ground.mixed(GRADIENT[index].mixed(GRADIENT[index + 1], place - index as f32), COVERAGE * covered)
}

/// Draws the ground, with a light from the north so that walls stand up from it, and the cells that a search expanded.
/// A block is one cell, or all the cells that one pixel shows, with the ground of the first.
pub(crate) fn map(canvas: &mut Canvas, layout: &Layout, map: &MapFile, path: Option<&FoundPath>) {
    let side = layout.cells_per_pixel as usize;
    let (columns, rows) = (map.width.div_ceil(side), map.height.div_ceil(side));
    // How many cells of a block were expanded, and the sum of their places in the gradient.
    let mut expanded = vec![(0_u32, 0.0_f32); columns * rows];
    let mut cells_a_listed_one = 0.0;
    if let Some(path) = path {
        let count = path.expanded.len();
        cells_a_listed_one = path.expansions as f32 / count.max(1) as f32;
        for (index, &(x, y)) in path.expanded.iter().enumerate() {
            let (cells, sum) = &mut expanded[y as usize / side * columns + x as usize / side];
            (*cells, *sum) = (*cells + 1, *sum + index as f32 / count.saturating_sub(1).max(1) as f32);
        }
    }
    for (index, (cells, sum)) in expanded.into_iter().enumerate() {
        let (x, y) = (index % columns * side, index / columns * side);
        let covered = (cells as f32 * cells_a_listed_one / (side * side) as f32).min(1.0);
        let (left, upper) = layout.corner(x as u32, y as u32);
        for row in 0..layout.cell {
            let ground = ground(layout, map, x, y, row);
            let color = if cells > 0 { gradient_on(ground, sum / cells as f32, covered) } else { ground };
            (left..left + layout.cell).for_each(|pixel| canvas.set(pixel, upper + row, color));
        }
    }
}

/// A row of a cell's pixels.
fn ground(layout: &Layout, map: &MapFile, x: usize, y: usize, row: u32) -> Color {
    let here = map.terrain(x, y);
    let edge = layout.cell / 3;
    let ends_here = || y + 1 == map.height || !std::ptr::eq(map.terrain(x, y + 1), here);
    match here.side {
        Some(side) if row + edge >= layout.cell && ends_here() => side,
        _ if row < edge && y > 0 && casts_shadow(map.terrain(x, y - 1), here) => {
            here.color.mixed(Color(0x20, 0x30, 0x40), 0.22)
        }
        _ => here.color,
    }
}

/// Whether there is a shadow of what stands to the north, or of the shore on the water.
fn casts_shadow(north: &Terrain, here: &Terrain) -> bool {
    here.side.is_none() && if here.is_water { !north.is_water } else { north.side.is_some() }
}

/// How wide a path is drawn, in pixels.
pub(crate) fn path_width(layout: &Layout) -> f32 {
    (layout.cell as f32 * 0.7).clamp(3.0, 6.0) * (layout.width as f32 / 1600.0).max(1.0)
}

/// The white edge of a path that is `width` pixels wide. The path's own line lies on top.
pub(crate) fn path_edge(canvas: &mut Canvas, layout: &Layout, cells: &[Cell], width: f32) {
    path_line(canvas, layout, cells, width + 2.5, Color::WHITE);
}

pub(crate) fn path_line(canvas: &mut Canvas, layout: &Layout, cells: &[Cell], width: f32, color: Color) {
    canvas.line(cells.iter().map(|&cell| layout.center(cell)), width, color);
}

pub(crate) fn ends(canvas: &mut Canvas, layout: &Layout, path: &FoundPath, index: usize) {
    start_mark(canvas, layout, layout.center(path.start), &path.label, path_color(index));
    goal_mark(canvas, layout, layout.center(path.goal), &path.label, path_color(index));
}

/// A disc with the path's letter.
pub(crate) fn start_mark(canvas: &mut Canvas, layout: &Layout, (x, y): (f32, f32), label: &str, color: Color) {
    let radius = layout.text.height() as f32 * 0.62;
    canvas.disc(x, y, radius + 2.0, Color::WHITE);
    canvas.disc(x, y, radius, color);
    letter(canvas, layout, x, y, label);
}

/// A square with the path's letter.
pub(crate) fn goal_mark(canvas: &mut Canvas, layout: &Layout, (x, y): (f32, f32), label: &str, color: Color) {
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
