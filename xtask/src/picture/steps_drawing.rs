//! A search step by step, drawn as the viewer in a scene shows it: in each cell that was reached g, h and F from top to bottom, beside
//! them an arrow to the cell it was reached from and, in closed cells, a small square.

use super::PAPER;
use super::canvas::{Canvas, Color, TextSize};
use super::steps::{Frame, Kind, Search, ShownCell, StepsReport};
use super::steps_panel::{self, Panel};
use anyhow::Result;
use std::collections::HashMap;

/// Side of a cell, in pixels: three digits, a gap, an arrow.
const CELL: u32 = 46;
/// Free pixels around the cells.
const MARGIN: u32 = 16;
const LINES: Color = Color(0xC9, 0xCC, 0xD1);
/// From one line of text in a cell to the next.
const LINE: u32 = 14;

/// A picture that goes from frame to frame: only what changes is drawn anew.
pub(super) struct StepsDrawing<'a> {
    colors: &'a HashMap<Kind, (Color, Color)>,
    canvas: Canvas,
    panel: Panel<'a>,
    columns: usize,
    shown: Vec<Option<ShownCell>>,
    pub(super) width: u32,
    pub(super) height: u32,
}

impl<'a> StepsDrawing<'a> {
    pub(super) fn new(report: &'a StepsReport, search: &'a Search) -> Result<Self> {
        let (map_width, map_height) = (search.width as u32 * CELL + 1, search.height as u32 * CELL + 1);
        let width = map_width + steps_panel::WIDTH + 3 * MARGIN;
        let height = map_height.max(steps_panel::HEIGHT) + 2 * MARGIN;
        let mut canvas = Canvas::new(width, height, PAPER)?;
        canvas.rect(MARGIN as f32, MARGIN as f32, map_width as f32, map_height as f32, LINES);
        let panel = Panel {
            left: map_width + 2 * MARGIN,
            upper: MARGIN,
            lower: height - MARGIN,
            title: &search.title,
            colors: &report.colors,
        };
        let shown = vec![None; search.width * search.height];
        Ok(Self { colors: &report.colors, canvas, panel, columns: search.width, shown, width, height })
    }

    pub(super) fn draw(&mut self, frame: &Frame) -> &Canvas {
        for (index, cell) in frame.cells.iter().enumerate() {
            if self.shown[index].as_ref() != Some(cell) {
                let corner = |place: usize| MARGIN + place as u32 * CELL + 1;
                let (x, y) = (corner(index % self.columns), corner(index / self.columns));
                draw_cell(&mut self.canvas, x, y, cell, self.colors[&cell.kind]);
                self.shown[index] = Some(cell.clone());
            }
        }
        self.panel.draw(&mut self.canvas, frame);
        &self.canvas
    }
}

/// A cell whose upper left pixel is given; the line around it belongs to nobody.
pub(super) fn draw_cell(canvas: &mut Canvas, x: u32, y: u32, cell: &ShownCell, (color, ink): (Color, Color)) {
    let side = CELL - 1;
    canvas.rect(x as f32, y as f32, side as f32, side as f32, color);
    for (line, text) in (0..).zip(&cell.texts) {
        let is_sum = line == 2;
        // Numbers end below each other, as in a sum.
        let left = x + 25 - (text.len() as u32 * TextSize::SMALL.letter()).min(23);
        canvas.text(left, y + 1 + line * LINE, text, TextSize::SMALL, is_sum, ink);
    }
    let middle = x as f32 + 36.0;
    if cell.is_closed {
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
    canvas.polygon(&corners, color);
}

#[cfg(test)]
mod tests {
    use super::super::steps::tests::small_report;
    use super::*;

    #[test]
    fn a_frame_drawn_after_others_is_the_one_drawn_alone() {
        let report = small_report();
        let search = &report.searches[0];
        let mut drawing = StepsDrawing::new(&report, search).unwrap();
        for frame in &search.frames {
            let pixels: Vec<_> = drawing.draw(frame).pixels().collect();
            let mut alone = StepsDrawing::new(&report, search).unwrap();
            assert!(pixels == alone.draw(frame).pixels().collect::<Vec<_>>());
        }
    }

    #[test]
    fn every_arrow_and_every_number_stays_inside_its_cell() {
        let colors = (Color(1, 1, 1), Color(9, 9, 9));
        for arrow in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            for digits in ["0", "1888", "88.8", "88888"] {
                let mut canvas = Canvas::new(3 * CELL, 3 * CELL, Color::WHITE).unwrap();
                let texts = vec![digits.to_owned(); 3];
                let cell = ShownCell { kind: Kind::Closed, is_closed: true, arrow, texts };
                draw_cell(&mut canvas, CELL, CELL, &cell, colors);
                let width = 3 * CELL;
                for (index, color) in (0..).zip(canvas.pixels()) {
                    let is_inside = |place: u32| (CELL..2 * CELL - 1).contains(&place);
                    let is_cell = is_inside(index % width) && is_inside(index / width);
                    assert!(is_cell || color == Color::WHITE, "{digits} {arrow:?} at {index}");
                }
            }
        }
    }
}
