//! A search step by step, drawn as the viewer in a scene shows it.

use super::PAPER;
use super::canvas::{Canvas, Color};
use super::steps::{Frame, Kind, Search, ShownCell, StepsReport};
use super::steps_cell::{self, SIDE};
use super::steps_panel::{self, Panel};
use anyhow::Result;
use std::collections::HashMap;

/// Free pixels around the cells.
const MARGIN: u32 = 16;
const LINES: Color = Color(0xC9, 0xCC, 0xD1);

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
        let (map_width, map_height) = (search.width as u32 * SIDE + 1, search.height as u32 * SIDE + 1);
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
                let corner = |place: usize| MARGIN + place as u32 * SIDE + 1;
                let (x, y) = (corner(index % self.columns), corner(index / self.columns));
                steps_cell::draw(&mut self.canvas, x, y, cell, self.colors[&cell.kind]);
                self.shown[index] = Some(cell.clone());
            }
        }
        self.panel.draw(&mut self.canvas, frame);
        &self.canvas
    }
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
}
