//! What stands beside a search that is shown step by step: the counts, the open cells in order, and what the colors
//! mean.

use crate::canvas::{Canvas, Color, INK, PALE_INK, PAPER, TextSize};
use crate::search::{Frame, Kind, ShownCell};
use crate::search_cell;

/// In pixels.
pub(crate) const WIDTH: u32 = 236;
/// What it needs at least.
pub(crate) const HEIGHT: u32 = 690;

const LINE: u32 = 20;
/// Height of the part that is the same in all frames.
const LEGEND: u32 = 190;

const NAMES: [(Kind, &str); 10] = [
    (Kind::Start, "start"),
    (Kind::Goal, "goal"),
    (Kind::Obstacle, "obstacle"),
    (Kind::Walkable, "not reached"),
    (Kind::Path, "path"),
    (Kind::Open, "open"),
    (Kind::Closed, "closed"),
    (Kind::Expanded, "expanded now"),
    (Kind::Added, "added now"),
    (Kind::Improved, "improved now"),
];

/// Its place in the picture, in pixels.
pub(crate) struct Panel {
    pub(crate) left: u32,
    pub(crate) upper: u32,
    pub(crate) lower: u32,
}

impl Panel {
    pub(crate) fn draw(&self, canvas: &mut Canvas, frame: &Frame) {
        let mut small = |canvas: &mut Canvas, x, y, text: &str, color| {
            canvas.text(x, y, text, TextSize::SMALL, false, color);
        };
        canvas.rect(self.left as f32, self.upper as f32, WIDTH as f32, (self.lower - self.upper) as f32, PAPER);
        canvas.text(self.left, self.upper, &frame.title, TextSize::TITLE, true, INK);
        let first = self.upper + 34;
        for (line, said) in (0..).zip(frame.summary.lines()) {
            // The values stand below each other.
            let (name, value) = said.split_once(": ").unwrap_or((said, ""));
            small(canvas, self.left, first + line * LINE, name, PALE_INK);
            let column = self.left + 13 * TextSize::SMALL.letter();
            canvas.text(column, first + line * LINE, value, TextSize::SMALL, true, INK);
        }
        // Where the longest summary would end, so that nothing jumps.
        let second = first + 7 * LINE + 14;
        small(canvas, self.left, second, "open cells, the next one first", PALE_INK);
        for (line, open) in (1..).zip(frame.open.lines()) {
            small(canvas, self.left, second + line * LINE, open, INK);
        }
        self.draw_legend(canvas, self.lower - LEGEND, frame, &mut small);
    }

    fn draw_legend(
        &self,
        canvas: &mut Canvas,
        upper: u32,
        frame: &Frame,
        small: &mut impl FnMut(&mut Canvas, u32, u32, &str, Color),
    ) {
        let text = "g\nh\nF".to_owned();
        let cell = ShownCell { x: 0, y: 0, kind: Kind::Closed, closed: true, arrow: (-1, -1), text };
        canvas.rect(self.left as f32, upper as f32, 47.0, 47.0, PALE_INK);
        search_cell::draw(canvas, self.left + 1, upper + 1, &cell, &frame.colors);
        for (line, text) in (0..).zip(["the square: it is closed", "the arrow: reached from", "F: g + h"]) {
            small(canvas, self.left + 58, upper + line * 16, text, PALE_INK);
        }
        for (index, (kind, name)) in (0..).zip(NAMES) {
            let (x, y) = (self.left + index / 5 * 118, upper + 66 + index % 5 * 25);
            canvas.rect(x as f32, y as f32, 18.0, 18.0, PALE_INK);
            canvas.rect(x as f32 + 1.0, y as f32 + 1.0, 16.0, 16.0, Color::from_number(frame.colors[&kind].0));
            small(canvas, x + 26, y + 1, name, INK);
        }
    }
}
