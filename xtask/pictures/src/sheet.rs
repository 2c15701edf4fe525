//! A map with what was drawn on it, and lines of text below.

use crate::canvas::{Canvas, TextSize};
use crate::color::{Color, INK, PALE_INK, PAPER};
use crate::map_file::{MapFile, Terrain};
use anyhow::Result;

/// A cell by column and row.
pub(crate) type Cell = (u32, u32);

/// Wide enough for the marks of ends at the map's edge, in pixels.
pub(crate) const MARGIN: u32 = 24;
/// The longest side of a map, in pixels: a pixel of a larger map shows one cell of several.
const LARGEST_SIDE: usize = 4096;
/// The legend needs this width for its smallest letters.
const SMALLEST_WIDTH: u32 = 850;

/// Colors of expanded cells, from the first one to the last: light to dark, so that they read without color too.
const GRADIENT: [Color; 5] = [
    Color(0xFD, 0xE7, 0x25),
    Color(0x6C, 0xCE, 0x59),
    Color(0x21, 0x90, 0x8C),
    Color(0x31, 0x68, 0x8E),
    Color(0x44, 0x2A, 0x7A),
];
/// How much of the gradient covers the ground.
const COVERAGE: f32 = 0.58;

/// Text stands at places that are counted in letters and lines.
pub(crate) struct Sheet {
    pub(crate) canvas: Canvas,
    pub(crate) text: TextSize,
    /// Pixels along the side of a cell.
    scale: f32,
    map_x: u32,
    legend_y: u32,
    line: u32,
}

impl Sheet {
    /// A map about as wide as `width` pixels, with room for a number of lines of up to `letters` letters. Expanded
    /// cells show their order.
    pub(crate) fn new(map: &MapFile, width: usize, lines: u32, letters: u32, expanded: &[Cell]) -> Result<Self> {
        let last = expanded.len().saturating_sub(1).max(1) as f32;
        let shares: Vec<_> = expanded.iter().enumerate().map(|(index, &cell)| (cell, index as f32 / last)).collect();
        Self::with_shares(map, width, lines, letters, &shares)
    }

    /// Returns a sheet with cells that have colors of their own: shares of the gradient, 0 to 1.
    pub(crate) fn with_shares(
        map: &MapFile,
        width: usize,
        lines: u32,
        letters: u32,
        shares: &[(Cell, f32)],
    ) -> Result<Self> {
        let largest = LARGEST_SIDE as f32 / map.width.max(map.height) as f32;
        let wanted = ((width + map.width / 2) / map.width).max(1) as f32;
        let scale = if largest >= 1.0 { wanted.min(largest.floor()) } else { largest };
        let [map_width, map_height] = [map.width, map.height].map(|cells| (cells as f32 * scale).ceil() as u32);
        let width = map_width.max(SMALLEST_WIDTH - 2 * MARGIN) + 2 * MARGIN;
        let text = TextSize::fitting(letters, width - 2 * MARGIN);
        let legend_y = map_height + 2 * MARGIN;
        let canvas = Canvas::new(width, legend_y + lines * text.line() + MARGIN, PAPER)?;
        let mut sheet = Self { canvas, text, scale, map_x: (width - map_width) / 2, legend_y, line: 0 };
        sheet.draw_ground(map, map_width, map_height, shares);
        Ok(sheet)
    }

    /// Draws the ground, with a light from the north so that walls stand up from it, and the colored cells.
    fn draw_ground(&mut self, map: &MapFile, width: u32, height: u32, colored: &[(Cell, f32)]) {
        let mut shares = vec![None; map.width * map.height];
        for &((x, y), share) in colored {
            shares[y as usize * map.width + x as usize] = Some(share);
        }
        for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
            let cell = |pixel: u32, count: usize| ((pixel as f32 / self.scale) as usize).min(count - 1);
            let (x, y) = (cell(column, map.width), cell(row, map.height));
            let ground = ground(map, x, y, self.scale as u32, row - (y as f32 * self.scale) as u32);
            let color = shares[y * map.width + x].map_or(ground, |share| gradient_on(ground, share));
            self.canvas.set(self.map_x + column, MARGIN + row, color);
        }
    }

    /// Goes on with the middle of the picture and other lines of text below it.
    pub(crate) fn cut(&mut self, width: u32, height: u32, lines_height: u32, text: TextSize) -> Result<()> {
        let middle = self.canvas.middle(width, height)?;
        self.canvas = middle.with_room_below(lines_height, PAPER)?;
        (self.text, self.line, self.legend_y) = (text, 0, middle.size().1 + text.height() / 2);
        Ok(())
    }

    /// The point at a place of the map, which is given in cells.
    pub(crate) fn point(&self, (x, y): (f32, f32)) -> (f32, f32) {
        (self.map_x as f32 + x * self.scale, MARGIN as f32 + y * self.scale)
    }

    /// The middle of a cell.
    pub(crate) fn center(&self, (x, y): Cell) -> (f32, f32) {
        self.point((x as f32 + 0.5, y as f32 + 0.5))
    }

    /// How wide a path is drawn, in pixels.
    pub(crate) fn path_width(&self) -> f32 {
        (self.scale * 0.7).clamp(3.0, 6.0) * (self.canvas.size().0 as f32 / 1600.0).max(1.0)
    }

    /// The white edge of a path that is `width` pixels wide. The path's own line lies on top.
    pub(crate) fn path_edge(&mut self, cells: &[Cell], width: f32) {
        self.path_line(cells, width + 2.5, Color::WHITE);
    }

    pub(crate) fn path_line(&mut self, cells: &[Cell], width: f32, color: Color) {
        let points: Vec<_> = cells.iter().map(|&cell| self.center(cell)).collect();
        self.canvas.line(points, width, color);
    }

    /// A disc with the path's letter.
    pub(crate) fn start_mark(&mut self, at: (f32, f32), label: &str, color: Color) {
        self.canvas.start_mark(at, label, self.text, color);
    }

    /// A square with the path's letter.
    pub(crate) fn goal_mark(&mut self, at: (f32, f32), label: &str, color: Color) {
        self.canvas.goal_mark(at, label, self.text, color);
    }

    pub(crate) fn next_line(&mut self) {
        self.line += 1;
    }

    fn left(&self, column: u32) -> u32 {
        MARGIN + column * self.text.letter()
    }

    fn upper(&self) -> u32 {
        self.legend_y + self.line * self.text.line()
    }

    pub(crate) fn text(&mut self, column: u32, text: &str, color: Color) {
        let (x, y) = (self.left(column), self.upper());
        self.canvas.text(x, y, text, self.text, self.line == 0 && column == 0, color);
    }

    /// A text that ends in front of a column.
    pub(crate) fn text_before(&mut self, column: u32, text: &str, color: Color) {
        self.text(column.saturating_sub(text.len() as u32), text, color);
    }

    /// The marks of a path's ends and the line between them, in ten columns from one on.
    pub(crate) fn path_sample(&mut self, column: u32, label: &str, color: Color) {
        let mark = self.text.height() as f32;
        let middle = self.upper() as f32 + mark / 2.0;
        let first = (self.left(column + 1) as f32 + mark / 4.0, middle);
        let second = (self.left(column + 9) as f32, middle);
        self.canvas.line([first, second], mark / 4.0, color);
        self.start_mark(first, label, color);
        self.goal_mark(second, label, color);
    }

    /// A terrain's color and name, from a column on. Returns the column behind them.
    pub(crate) fn terrain(&mut self, column: u32, color: Color, name: &str) -> u32 {
        let (x, y, side) = (self.left(column), self.upper(), self.text.height());
        self.canvas.sample(x, y, side, PALE_INK, color);
        self.text(column + 3, name, INK);
        column + name.len() as u32 + 6
    }

    /// The colors of expanded cells on ground of a color, between two columns.
    pub(crate) fn gradient(&mut self, columns: [u32; 2], ground: Color) {
        let [from, to] = columns.map(|column| self.left(column));
        for x in from..to {
            let color = gradient_on(ground, (x - from) as f32 / (to - from) as f32);
            self.canvas.rect(x as f32, self.upper() as f32, 1.0, self.text.height() as f32, color);
        }
    }
}

/// The color at `share` of the gradient, 0 to 1, on ground of a color.
pub(crate) fn gradient_on(ground: Color, share: f32) -> Color {
    let place = share.clamp(0.0, 1.0) * (GRADIENT.len() - 1) as f32;
    let index = (place as usize).min(GRADIENT.len() - 2);
    ground.mixed(GRADIENT[index].mixed(GRADIENT[index + 1], place - index as f32), COVERAGE)
}

/// The color of a row of a cell's pixels.
fn ground(map: &MapFile, x: usize, y: usize, cell: u32, row: u32) -> Color {
    let here = map.terrain(x, y);
    let edge = cell / 3;
    let ends_here = || y + 1 == map.height || !std::ptr::eq(map.terrain(x, y + 1), here);
    match here.side {
        Some(side) if row + edge >= cell && ends_here() => side,
        _ if row < edge && y > 0 && casts_shadow(map.terrain(x, y - 1), here) => {
            here.color.mixed(Color(0x20, 0x30, 0x40), 0.22)
        }
        _ => here.color,
    }
}

/// Whether what stands to the north shades this cell, or the shore shades the water.
fn casts_shadow(north: &Terrain, here: &Terrain) -> bool {
    here.side.is_none() && if here.is_water { !north.is_water } else { north.side.is_some() }
}
