//! What stands beside a search that is shown step by step: the counts, the open cells in order, and what the colors mean.

use super::PAPER;
use super::canvas::{Canvas, Color, TextSize};
use super::steps::{Frame, Kind, ShownCell};
use super::steps_cell;
use std::collections::HashMap;

/// In pixels.
pub(super) const WIDTH: u32 = 236;
/// What it needs at least.
pub(super) const HEIGHT: u32 = 690;

const INK: Color = Color(0x22, 0x26, 0x2C);
const PALE_INK: Color = Color(0x5C, 0x62, 0x6B);
const LINE: u32 = 20;
/// Height of the part that is the same in all frames.
const LEGEND: u32 = 190;

const NAMES: [[(Kind, &str); 5]; 2] = [
    [
        (Kind::Start, "start"),
        (Kind::Goal, "goal"),
        (Kind::Obstacle, "obstacle"),
        (Kind::Walkable, "not reached"),
        (Kind::Path, "path"),
    ],
    [
        (Kind::Open, "open"),
        (Kind::Closed, "closed"),
        (Kind::Expanded, "expanded now"),
        (Kind::Added, "added now"),
        (Kind::Improved, "improved now"),
    ],
];

pub(super) struct Panel<'a> {
    pub(super) left: u32,
    pub(super) upper: u32,
    pub(super) lower: u32,
    pub(super) title: &'a str,
    pub(super) colors: &'a HashMap<Kind, (Color, Color)>,
}

impl Panel<'_> {
    pub(super) fn draw(&self, canvas: &mut Canvas, frame: &Frame) {
        let (x, y) = (self.left as f32, self.upper as f32);
        canvas.rect(x, y, WIDTH as f32, (self.lower - self.upper) as f32, PAPER);
        canvas.text(self.left, self.upper, self.title, TextSize::TITLE, true, INK);
        let mut line = self.upper + 34;
        for said in &frame.summary {
            self.draw_count(canvas, line, said);
            line += LINE;
        }
        // Where the longest summary would end, so that nothing jumps.
        line = self.upper + 34 + 7 * LINE + 14;
        canvas.text(self.left, line, "open cells, the next one first", TextSize::SMALL, false, PALE_INK);
        for open in &frame.open {
            line += LINE;
            canvas.text(self.left, line, open, TextSize::SMALL, false, INK);
        }
        self.draw_legend(canvas, self.lower - LEGEND);
    }

    /// "name: value", the values below each other.
    fn draw_count(&self, canvas: &mut Canvas, y: u32, said: &str) {
        let (name, value) = said.split_once(": ").unwrap_or((said, ""));
        canvas.text(self.left, y, name, TextSize::SMALL, false, PALE_INK);
        canvas.text(self.left + 13 * TextSize::SMALL.letter(), y, value, TextSize::SMALL, true, INK);
    }

    fn draw_legend(&self, canvas: &mut Canvas, upper: u32) {
        let cell = ShownCell {
            kind: Kind::Closed,
            is_closed: true,
            arrow: (-1, -1),
            texts: ["g", "h", "F"].map(str::to_owned).to_vec(),
        };
        canvas.rect(self.left as f32, upper as f32, 47.0, 47.0, PALE_INK);
        steps_cell::draw(canvas, self.left + 1, upper + 1, &cell, self.colors[&Kind::Closed]);
        for (line, text) in (0..).zip(["the square: it is closed", "the arrow: reached from", "F: g + h"]) {
            canvas.text(self.left + 58, upper + line * 16, text, TextSize::SMALL, false, PALE_INK);
        }
        for (column, names) in (0..).zip(NAMES) {
            for (row, (kind, name)) in (0..).zip(names) {
                self.draw_name(canvas, self.left + column * 118, upper + 66 + row * 25, kind, name);
            }
        }
    }

    fn draw_name(&self, canvas: &mut Canvas, x: u32, y: u32, kind: Kind, name: &str) {
        canvas.rect(x as f32, y as f32, 18.0, 18.0, PALE_INK);
        canvas.rect(x as f32 + 1.0, y as f32 + 1.0, 16.0, 16.0, self.colors[&kind].0);
        canvas.text(x + 26, y + 1, name, TextSize::SMALL, false, INK);
    }
}
