//! The strip below the map: what is shown, and what each search cost.

use crate::canvas::{Canvas, TextSize};
use crate::color::{Color, INK, PALE_INK};
use crate::found::FoundPath;
use crate::layout::Layout;
use crate::map_file::{MapFile, TERRAINS};
use crate::overlay::{self, path_color};

/// What the C# program searches by for the picture.
const RULE: &str = "no corner cut, costs 1 and sqrt(2)";

/// Columns of the table, each by where it ends, in letters. Times are not in it: they belong to a machine.
const COST: u32 = 22;
const EXPANDED: u32 = 35;

/// What the longest line of the strip has room for: the gradient's.
pub(crate) const LETTERS: u32 = 97;
/// The columns of a path's marks.
const SAMPLE: u32 = 10;

/// Number of lines: the title, the table with its head, the gradient, the terrains.
pub(crate) fn lines(paths: usize) -> u32 {
    4 + paths as u32
}

/// Writes at places that are counted in letters and lines.
pub(crate) struct Strip<'a> {
    pub(crate) canvas: &'a mut Canvas,
    pub(crate) layout: &'a Layout,
    pub(crate) line: u32,
}

impl Strip<'_> {
    pub(crate) fn left(&self, column: u32) -> u32 {
        self.layout.margin + column * self.layout.text.letter()
    }

    pub(crate) fn upper(&self) -> u32 {
        self.layout.legend_y + self.line * self.layout.text.line()
    }

    pub(crate) fn text(&mut self, column: u32, text: &str, color: Color) {
        let (x, y) = (self.left(column), self.upper());
        self.canvas.text(x, y, text, self.layout.text, self.line == 0 && column == 0, color);
    }

    /// A text that ends in front of a column.
    pub(crate) fn text_before(&mut self, column: u32, text: &str, color: Color) {
        self.text(column.saturating_sub(text.len() as u32), text, color);
    }

    /// The marks of a path's ends and the line between them, in ten columns from one on.
    pub(crate) fn path_sample(&mut self, column: u32, label: &str, color: Color) {
        let mark = self.layout.text.height() as f32;
        let middle = self.upper() as f32 + mark / 2.0;
        let (first, second) =
            ((self.left(column + 1) as f32 + mark / 4.0, middle), (self.left(column + 9) as f32, middle));
        self.canvas.line([first, second], mark / 4.0, color);
        overlay::start_mark(self.canvas, self.layout, first, label, color);
        overlay::goal_mark(self.canvas, self.layout, second, label, color);
    }

    /// A terrain's color and its name, from a column on.
    pub(crate) fn terrain(&mut self, column: u32, color: Color, name: &str) {
        let (x, y, side) = (self.left(column), self.upper(), self.layout.text.height());
        self.canvas.sample(x, y, side, PALE_INK, color);
        self.text(column + 3, name, INK);
    }

    /// A row of the table: texts that end in front of their columns.
    fn row(&mut self, cost: &str, expanded: &str, color: Color) {
        self.text_before(COST, cost, color);
        self.text_before(EXPANDED, expanded, color);
    }
}

pub(crate) fn draw(canvas: &mut Canvas, layout: &Layout, map: &MapFile, paths: &[FoundPath]) {
    let mut strip = Strip { canvas, layout, line: 0 };
    let title = format!("GridStar on {}, {} x {} cells", map.name, map.width, map.height);
    strip.text(0, &title, INK);
    strip.text(title.len() as u32 + 3, RULE, PALE_INK);
    strip.line += 1;
    strip.text(0, "start, goal", PALE_INK);
    strip.row("cost", "expanded", PALE_INK);
    for (index, path) in paths.iter().enumerate() {
        strip.line += 1;
        draw_path(&mut strip, path, path_color(index));
    }
    strip.line += 1;
    if let Some(first) = paths.first() {
        draw_gradient(&mut strip, &first.label);
    }
    strip.line += 1;
    draw_terrains(&mut strip, map);
}

/// Height of the legend of a wide picture, in pixels.
pub(crate) fn short_height() -> u32 {
    2 * TextSize::TITLE.line() + TextSize::TITLE.height()
}

/// What colors and marks mean, below a wide picture's map.
pub(crate) fn draw_short(canvas: &mut Canvas, layout: &Layout, upper: u32, paths: &[FoundPath]) {
    let text = TextSize::TITLE;
    let layout = Layout { text, legend_y: upper + text.height() / 2, ..*layout };
    let mut strip = Strip { canvas, layout: &layout, line: 0 };
    let mut column = 0;
    for (index, path) in paths.iter().enumerate() {
        strip.path_sample(column, &path.label, path_color(index));
        column += SAMPLE + 2;
    }
    strip.text(column + 1, "start (round), path, goal (square)", PALE_INK);
    strip.line += 1;
    if let Some(first) = paths.first() {
        draw_gradient(&mut strip, &first.label);
    }
}

fn draw_path(strip: &mut Strip, path: &FoundPath, color: Color) {
    strip.path_sample(0, &path.label, color);
    let cost = path.cost.map_or("no path".into(), |cost| format!("{cost:.2}"));
    strip.row(&cost, &thousands(path.expansions), INK);
}

fn draw_gradient(strip: &mut Strip, label: &str) {
    strip.text(0, &format!("cells that the search of path {label} expanded:"), PALE_INK);
    let begin = 41 + label.len() as u32 + 1;
    strip.text(begin, "first", INK);
    strip.text(begin + 28, "last", INK);
    let (from, to) = (strip.left(begin + 6), strip.left(begin + 27));
    for x in from..to {
        let share = (x - from) as f32 / (to - from) as f32;
        let color = overlay::gradient_on(TERRAINS[0].color, share, 1.0);
        strip.canvas.rect(x as f32, strip.upper() as f32, 1.0, strip.layout.text.height() as f32, color);
    }
}

fn draw_terrains(strip: &mut Strip, map: &MapFile) {
    let mut column = 0;
    for terrain in map.terrains() {
        let name = terrain.name.to_owned() + if terrain.is_blocked { " (blocked)" } else { "" };
        strip.terrain(column, terrain.color, &name);
        column += name.len() as u32 + 6;
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
    }
}
