//! A cell of a search that is shown step by step: if it was reached g, h and F from top to bottom, beside them an arrow
//! to the cell it was reached from and, in closed cells, a small square.

use crate::canvas::{Canvas, Color, TextSize};
use crate::search::{Colors, ShownCell};

/// Side of a cell, in pixels: three digits, a gap, an arrow.
pub(crate) const SIDE: u32 = 46;
/// From one line of text in a cell to the next.
const LINE: u32 = 14;

/// A cell whose upper left pixel is given; the line around it belongs to nobody.
pub(crate) fn draw(canvas: &mut Canvas, x: u32, y: u32, cell: &ShownCell, colors: &Colors) {
    let side = SIDE - 1;
    let (color, ink) = colors[&cell.kind];
    let ink = Color::from_number(ink);
    canvas.rect(x as f32, y as f32, side as f32, side as f32, Color::from_number(color));
    for (line, text) in (0..).zip(cell.text.lines()) {
        let is_sum = line == 2;
        // Numbers end below each other, as in a sum.
        let left = x + 25 - (text.len() as u32 * TextSize::SMALL.letter()).min(23);
        canvas.text(left, y + 1 + line * LINE, text, TextSize::SMALL, is_sum, ink);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Kind;

    #[test]
    fn every_arrow_and_every_number_stays_inside_its_cell() {
        let colors = Colors::from([(Kind::Closed, (0x010101, 0x090909))]);
        for arrow in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            for digits in ["0", "1888", "88.8", "88888"] {
                let mut canvas = Canvas::new(3 * SIDE, 3 * SIDE, Color::WHITE).unwrap();
                let text = [digits; 3].join("\n");
                let cell = ShownCell { x: 1, y: 1, kind: Kind::Closed, closed: true, arrow, text };
                draw(&mut canvas, SIDE, SIDE, &cell, &colors);
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
