//! A search step by step, drawn as the viewer in a scene shows it.

use crate::animation::Animation;
use crate::canvas::{Canvas, TextSize};
use crate::color::{Color, INK, PALE_INK, PAPER};
use crate::report::read_lines;
use crate::search::{Colors, Frame, Kind, ShownCell, seconds};
use anyhow::{Result, ensure};
use std::path::Path;

/// Free pixels around the cells.
const MARGIN: u32 = 16;
const LINES: Color = Color(0xC9, 0xCC, 0xD1);

/// Seconds for which the end of the animation is shown.
const END: f32 = 3.0;

/// Draws all frames of a report into an animation, and two into pictures of their own: that with one number, and the
/// last.
pub fn draw_search(report: &Path, png: &Path, still: usize, still_png: &Path, last_png: &Path) -> Result<()> {
    let frames: Vec<Frame> = read_lines(report)?;
    let (width, height) = size(&frames[0])?;
    let mut animation = Animation::new(width, height);
    let steps = frames.iter().filter(|frame| frame.searching).count();
    for (index, frame) in frames.iter().enumerate() {
        let canvas = drawn(frame, width, height)?;
        animation.add(&canvas, if index + 1 == frames.len() { END } else { seconds(steps, frame.searching) });
        if index == still {
            canvas.save(still_png, &frame.figures(index))?;
        }
    }
    let last = frames.len() - 1;
    animation.save(png, last_png, &frames[last].figures(last))
}

/// Width and height of the cells with the lines around them.
fn map_size(frame: &Frame) -> (u32, u32) {
    (frame.width as u32 * SIDE + 1, frame.height as u32 * SIDE + 1)
}

/// Size of all pictures of the search to which a frame belongs.
fn size(frame: &Frame) -> Result<(u32, u32)> {
    let is_size = |side: usize| (1..=1024).contains(&side);
    ensure!(is_size(frame.width) && is_size(frame.height), "no map of {} x {}", frame.width, frame.height);
    let (map_width, map_height) = map_size(frame);
    Ok((map_width + PANEL_WIDTH + 3 * MARGIN, map_height.max(PANEL_HEIGHT) + 2 * MARGIN))
}

fn drawn(frame: &Frame, width: u32, height: u32) -> Result<Canvas> {
    let mut canvas = Canvas::new(width, height, PAPER)?;
    let (map_width, map_height) = map_size(frame);
    canvas.rect(MARGIN as f32, MARGIN as f32, map_width as f32, map_height as f32, LINES);
    let mut listed = frame.cells.iter().peekable();
    for (x, y) in (0..frame.height).flat_map(|y| (0..frame.width).map(move |x| (x, y))) {
        let cell = listed.next_if(|cell| (cell.x, cell.y) == (x, y)).cloned().unwrap_or_else(|| ShownCell::plain(x, y));
        let corner = |place: usize| MARGIN + place as u32 * SIDE + 1;
        draw_cell(&mut canvas, corner(x), corner(y), &cell, &frame.colors);
    }
    draw_panel(&mut canvas, width - MARGIN - PANEL_WIDTH, MARGIN, height - MARGIN, frame);
    Ok(canvas)
}

/// Side of a cell, in pixels: three digits, a gap, an arrow.
const SIDE: u32 = 46;
/// From one line of text in a cell to the next.
const CELL_LINE: u32 = 14;

/// A cell whose upper left pixel is given; the line around it belongs to nobody. If it was reached it has g, h and F
/// from top to bottom, beside them an arrow to the cell it was reached from and, in closed cells, a small square.
fn draw_cell(canvas: &mut Canvas, x: u32, y: u32, cell: &ShownCell, colors: &Colors) {
    let side = SIDE - 1;
    let (color, ink) = colors[&cell.kind];
    let ink = Color::from_number(ink);
    canvas.rect(x as f32, y as f32, side as f32, side as f32, Color::from_number(color));
    for (line, text) in (0..).zip(cell.text.lines()) {
        let is_sum = line == 2;
        // Numbers end below each other, as in a sum.
        let left = x + 25 - (text.len() as u32 * TextSize::SMALL.letter()).min(23);
        canvas.text(left, y + 1 + line * CELL_LINE, text, TextSize::SMALL, is_sum, ink);
    }
    let middle = x as f32 + 36.0;
    if cell.closed {
        canvas.square(middle, y as f32 + 9.5, 3.0, ink);
    }
    if cell.arrow != (0, 0) {
        draw_arrow(canvas, middle, y as f32 + 27.0, cell.arrow, ink);
    }
}

/// A shaft and a head around a middle, 15 pixels long.
fn draw_arrow(canvas: &mut Canvas, x: f32, y: f32, (dx, dy): (i32, i32), color: Color) {
    let length = ((dx * dx + dy * dy) as f32).sqrt();
    let (along_x, along_y) = (dx as f32 / length, dy as f32 / length);
    let at = |along: f32, aside: f32| (x + along_x * along - along_y * aside, y + along_y * along + along_x * aside);
    let corners =
        [at(-7.5, -1.1), at(1.0, -1.1), at(1.0, -4.6), at(7.5, 0.0), at(1.0, 4.6), at(1.0, 1.1), at(-7.5, 1.1)];
    canvas.polygon(corners, color);
}

/// Beside the cells stand the counts, the open cells in order, and the meaning of the colors. In pixels.
const PANEL_WIDTH: u32 = 236;
/// The least height of the panel.
const PANEL_HEIGHT: u32 = 690;

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

/// Draws the panel between an upper and a lower edge, all in pixels.
fn draw_panel(canvas: &mut Canvas, left: u32, upper: u32, lower: u32, frame: &Frame) {
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
    draw_cell(canvas, left + 1, upper + 1, &cell, colors);
    for (line, text) in (0..).zip(["the square: it is closed", "the arrow: reached from", "F: g + h"]) {
        small(canvas, left + 58, upper + line * 16, text, PALE_INK);
    }
    for (index, (kind, name)) in (0..).zip(NAMES) {
        let (x, y) = (left + index / 5 * 118, upper + 66 + index % 5 * 25);
        canvas.sample(x, y, 18, PALE_INK, Color::from_number(colors[&kind].0));
        small(canvas, x + 26, y + 1, name, INK);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_arrow_and_every_number_stays_inside_its_cell() {
        let colors = Colors::from([(Kind::Closed, (0x010101, 0x090909))]);
        for arrow in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            for digits in ["0", "1888", "88.8", "88888"] {
                let mut canvas = Canvas::new(3 * SIDE, 3 * SIDE, Color::WHITE).unwrap();
                let text = [digits; 3].join("\n");
                let cell = ShownCell { x: 1, y: 1, kind: Kind::Closed, closed: true, arrow, text };
                draw_cell(&mut canvas, SIDE, SIDE, &cell, &colors);
                let width = 3 * SIDE;
                for (index, color) in (0..).zip(canvas.pixels()) {
                    let is_inside = |place: u32| (SIDE..2 * SIDE - 1).contains(&place);
                    let is_cell = is_inside(index % width) && is_inside(index / width);
                    assert!(is_cell || color == Color::WHITE, "{digits} {arrow:?} at {index}");
                }
            }
        }
    }
}
