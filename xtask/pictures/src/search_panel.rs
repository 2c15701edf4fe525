//! What stands beside a search that is shown step by step: the counts, the open cells in order, and what the colors
//! mean.

use crate::canvas::{Canvas, Color, INK, PALE_INK, PAPER, TextSize};
use crate::search::{Colors, Frame, Kind, ShownCell};
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

/// Draws it between an upper and a lower edge, all in pixels.
pub(crate) fn draw(canvas: &mut Canvas, left: u32, upper: u32, lower: u32, frame: &Frame) {
    canvas.rect(left as f32, upper as f32, WIDTH as f32, (lower - upper) as f32, PAPER);
    canvas.text(left, upper, &frame.title, TextSize::TITLE, true, INK);
    let first = upper + 34;
    for (line, said) in (0..).zip(frame.summary.lines()) {
        // The values stand below each other.
        let (name, value) = said.split_once(": ").unwrap_or((said, ""));
        small(canvas, left, first + line * LINE, name, PALE_INK);
        let column = left + 13 * TextSize::SMALL.letter();
        canvas.text(column, first + line * LINE, value, TextSize::SMALL, true, INK);
    }
    // Where the longest summary would end, so that nothing jumps.
    let second = first + 7 * LINE + 14;
    small(canvas, left, second, "open cells, the next one first", PALE_INK);
    for (line, open) in (1..).zip(frame.open.lines()) {
        small(canvas, left, second + line * LINE, open, INK);
    }
    draw_legend(canvas, left, lower - LEGEND, &frame.colors);
}

fn small(canvas: &mut Canvas, x: u32, y: u32, text: &str, color: Color) {
    canvas.text(x, y, text, TextSize::SMALL, false, color);
}

fn draw_legend(canvas: &mut Canvas, left: u32, upper: u32, colors: &Colors) {
    let cell = ShownCell {
        kind: Kind::Closed,
        closed: true,
        arrow: (-1, -1),
        text: "g\nh\nF".to_owned(),
        ..ShownCell::plain(0, 0)
    };
    canvas.rect(left as f32, upper as f32, 47.0, 47.0, PALE_INK);
    search_cell::draw(canvas, left + 1, upper + 1, &cell, colors);
    for (line, text) in (0..).zip(["the square: it is closed", "the arrow: reached from", "F: g + h"]) {
        small(canvas, left + 58, upper + line * 16, text, PALE_INK);
    }
    for (index, (kind, name)) in (0..).zip(NAMES) {
        let (x, y) = (left + index / 5 * 118, upper + 66 + index % 5 * 25);
        canvas.sample(x, y, 18, PALE_INK, Color::from_number(colors[&kind].0));
        small(canvas, x + 26, y + 1, name, INK);
    }
}
