//! A search step by step, drawn as the viewer in a scene shows it.

use crate::canvas::{Canvas, Color, PAPER};
use crate::search::{Frame, ShownCell};
use crate::search_cell::{self, SIDE};
use crate::search_panel;
use anyhow::{Result, ensure};

/// Free pixels around the cells.
const MARGIN: u32 = 16;
const LINES: Color = Color(0xC9, 0xCC, 0xD1);

/// A picture that goes from frame to frame: only what changes is drawn anew.
pub(crate) struct SearchDrawing {
    canvas: Canvas,
    columns: usize,
    shown: Vec<Option<ShownCell>>,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

impl SearchDrawing {
    /// For all frames of the search to which one belongs.
    pub(crate) fn new(frame: &Frame) -> Result<Self> {
        let is_size = |side: usize| (1..=1024).contains(&side);
        ensure!(is_size(frame.width) && is_size(frame.height), "no map of {} x {}", frame.width, frame.height);
        let (map_width, map_height) = (frame.width as u32 * SIDE + 1, frame.height as u32 * SIDE + 1);
        let width = map_width + search_panel::WIDTH + 3 * MARGIN;
        let height = map_height.max(search_panel::HEIGHT) + 2 * MARGIN;
        let mut canvas = Canvas::new(width, height, PAPER)?;
        canvas.rect(MARGIN as f32, MARGIN as f32, map_width as f32, map_height as f32, LINES);
        let shown = vec![None; frame.width * frame.height];
        Ok(Self { canvas, columns: frame.width, shown, width, height })
    }

    pub(crate) fn draw(&mut self, frame: &Frame) -> &Canvas {
        let mut listed = frame.cells.iter().peekable();
        for (index, shown) in self.shown.iter_mut().enumerate() {
            let (x, y) = (index % self.columns, index / self.columns);
            let cell =
                listed.next_if(|cell| (cell.x, cell.y) == (x, y)).cloned().unwrap_or_else(|| ShownCell::plain(x, y));
            if shown.as_ref() != Some(&cell) {
                let corner = |place: usize| MARGIN + place as u32 * SIDE + 1;
                search_cell::draw(&mut self.canvas, corner(x), corner(y), &cell, &frame.colors);
                *shown = Some(cell);
            }
        }
        let left = self.width - MARGIN - search_panel::WIDTH;
        search_panel::draw(&mut self.canvas, left, MARGIN, self.height - MARGIN, frame);
        &self.canvas
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tests::small_search;

    #[test]
    fn a_frame_drawn_after_others_is_the_one_drawn_alone() {
        let frames = small_search();
        let mut drawing = SearchDrawing::new(&frames[0]).unwrap();
        for frame in &frames {
            let pixels: Vec<_> = drawing.draw(frame).pixels().collect();
            let mut alone = SearchDrawing::new(&frames[0]).unwrap();
            assert!(pixels == alone.draw(frame).pixels().collect::<Vec<_>>());
        }
    }
}
