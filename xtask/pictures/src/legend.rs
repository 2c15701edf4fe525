//! The strip below the map: what is shown, and what each search cost.

use crate::canvas::{Canvas, Color, INK, PALE_INK};
use crate::found::FoundPath;
use crate::layout::Layout;
use crate::map_file::{MapFile, TERRAINS};
use crate::overlay::{self, path_color};

/// What the C# program searches by for the picture.
const RULE: &str = "no corner cut, costs 1 and sqrt(2)";

/// Writes at places that are counted in letters and lines.
struct Strip<'a> {
    canvas: &'a mut Canvas,
    layout: &'a Layout,
    line: u32,
}

impl Strip<'_> {
    fn left(&self, column: u32) -> u32 {
        self.layout.margin + column * self.layout.text.letter()
    }

    fn upper(&self) -> u32 {
        self.layout.legend_y + self.line * self.layout.text.line()
    }

    /// The height of the middle of the line's letters.
    fn middle(&self) -> f32 {
        self.upper() as f32 + self.layout.text.height() as f32 / 2.0
    }

    fn text(&mut self, column: u32, text: &str, bold: bool, color: Color) {
        let (x, y) = (self.left(column), self.upper());
        self.canvas.text(x, y, text, self.layout.text, bold, color);
    }

    /// Ends in front of a column.
    fn text_before(&mut self, column: u32, text: &str, color: Color) {
        self.text(column.saturating_sub(text.len() as u32), text, false, color);
    }
}

pub(crate) fn draw(canvas: &mut Canvas, layout: &Layout, map: &MapFile, paths: &[FoundPath]) {
    let mut strip = Strip { canvas, layout, line: 0 };
    let title = format!("GridStar on {}, {} x {} cells", map.name, map.width, map.height);
    strip.text(0, &title, true, INK);
    strip.text(title.len() as u32 + 3, RULE, false, PALE_INK);
    strip.line += 1;
    draw_head(&mut strip, paths);
    for (index, path) in paths.iter().enumerate() {
        strip.line += 1;
        draw_path(&mut strip, path, path_color(index));
    }
    strip.line += 1;
    draw_gradient(&mut strip, paths);
    strip.line += 1;
    draw_terrains(&mut strip, map);
}

/// Columns of the table, each by where it ends.
const COST: u32 = 22;
const EXPANDED: u32 = 35;
const FIRST_ENGINE: u32 = 56;
const ENGINE: u32 = 19;

/// What the longest line of the strip has room for.
pub(crate) const LETTERS: u32 = FIRST_ENGINE + 2 * ENGINE + 3;

fn engine_column(index: usize) -> u32 {
    FIRST_ENGINE + ENGINE * index as u32
}

fn draw_head(strip: &mut Strip, paths: &[FoundPath]) {
    strip.text(0, "start, goal", false, PALE_INK);
    strip.text_before(COST, "cost", PALE_INK);
    strip.text_before(EXPANDED, "expanded", PALE_INK);
    for (index, engine) in paths.first().iter().flat_map(|path| path.engines.iter().enumerate()) {
        strip.text_before(engine_column(index), &engine.name, PALE_INK);
    }
}

fn draw_path(strip: &mut Strip, path: &FoundPath, color: Color) {
    let middle = strip.middle();
    let mark = strip.layout.text.height() as f32;
    let (first, second) = (strip.left(1) as f32 + mark / 4.0, strip.left(9) as f32);
    strip.canvas.line([(first, middle), (second, middle)], mark / 4.0, color);
    overlay::start_mark(strip.canvas, strip.layout, (first, middle), &path.label, color);
    overlay::goal_mark(strip.canvas, strip.layout, (second, middle), &path.label, color);
    let cost = path.cost.map_or("no path".into(), |cost| format!("{cost:.2}"));
    strip.text_before(COST, &cost, INK);
    strip.text_before(EXPANDED, &thousands(path.expansions), INK);
    for (index, engine) in path.engines.iter().enumerate() {
        let more = if engine.stopped { "> " } else { "" };
        strip.text_before(engine_column(index), &format!("{more}{}", milliseconds(engine.seconds)), INK);
    }
}

fn draw_gradient(strip: &mut Strip, paths: &[FoundPath]) {
    let Some(first) = paths.first() else { return };
    strip.text(0, &format!("cells that the search of path {} expanded:", first.label), false, PALE_INK);
    let begin = 41 + first.label.len() as u32 + 1;
    strip.text(begin, "first", false, INK);
    strip.text(begin + 28, "last", false, INK);
    let (from, to) = (strip.left(begin + 6), strip.left(begin + 27));
    let upper = strip.upper();
    for x in from..to {
        let share = (x - from) as f32 / (to - from) as f32;
        let color = overlay::gradient_on(TERRAINS[0].color, share, 1.0);
        for y in upper..upper + strip.layout.text.height() {
            strip.canvas.set(x, y, color);
        }
    }
}

fn draw_terrains(strip: &mut Strip, map: &MapFile) {
    let mut column = 0;
    for terrain in map.terrains() {
        let (x, y) = (strip.left(column) as f32, strip.upper() as f32);
        let side = strip.layout.text.height() as f32;
        strip.canvas.rect(x, y, side, side, PALE_INK);
        strip.canvas.rect(x + 1.0, y + 1.0, side - 2.0, side - 2.0, terrain.color);
        strip.text(column + 3, terrain.name, false, INK);
        column += terrain.name.len() as u32 + 6;
    }
}

fn milliseconds(seconds: f64) -> String {
    let milliseconds = seconds * 1e3;
    match milliseconds {
        ..0.01 => format!("{milliseconds:.5} ms"),
        0.01..10.0 => format!("{milliseconds:.2} ms"),
        _ => thousands(milliseconds.round() as u64) + " ms",
    }
}

/// 12,345.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_three_digits() {
        assert_eq!([0, 999, 1000, 1234567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!(
            [4.1e-7, 0.0000704, 0.0095, 1.6].map(milliseconds),
            ["0.00041 ms", "0.07 ms", "9.50 ms", "1,600 ms"]
        );
    }
}
