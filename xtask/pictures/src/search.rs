//! A search step by step, as the C# program wrote it down: the contents of each cell, and the text beside the map.

use serde::Deserialize;
use std::collections::HashMap;

/// It decides a cell's color.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
pub(crate) enum Kind {
    Walkable,
    Open,
    Closed,
    Expanded,
    Added,
    Improved,
    Path,
    Obstacle,
    Goal,
    Start,
}

/// Colors of cells and of what is written on them, as 0xRRGGBB.
pub(crate) type Colors = HashMap<Kind, (u32, u32)>;

/// A cell as it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct ShownCell {
    pub(crate) x: usize,
    pub(crate) y: usize,
    pub(crate) kind: Kind,
    pub(crate) closed: bool,
    /// The step to the cell it was reached from; (0, 0): no arrow.
    pub(crate) arrow: (i32, i32),
    /// g, h and F, a line each, or nothing.
    pub(crate) text: String,
}

impl ShownCell {
    /// A cell that the report does not name.
    pub(crate) fn plain(x: usize, y: usize) -> Self {
        Self { x, y, kind: Kind::Walkable, closed: false, arrow: (0, 0), text: String::new() }
    }
}

/// One picture of a search, which its title names.
#[derive(Deserialize)]
pub(crate) struct Frame {
    pub(crate) title: String,
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) colors: Colors,
    /// Whether the search is going on; else the path is being laid.
    searching: bool,
    /// Lines of "name: value".
    pub(crate) summary: String,
    /// A line for each open cell, the next one first.
    pub(crate) open: String,
    /// All cells but the plain walkable ones, row by row.
    pub(crate) cells: Vec<ShownCell>,
}

impl Frame {
    /// The numbers in the picture.
    pub(crate) fn figures(&self, step: usize) -> String {
        format!("step {step}, {}", self.summary.replace('\n', ", "))
    }
}

/// How long a frame is shown: a whole search takes about ten seconds, a cell of the path 0.2.
pub(crate) fn seconds(frames: &[Frame], frame: &Frame) -> f32 {
    let steps = frames.iter().filter(|frame| frame.searching).count();
    if frame.searching { (10.0 / steps as f32).clamp(0.05, 0.4) } else { 0.2 }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use serde_json::json;

    /// A search on 2 x 1 cells: a start, a goal, and the first step.
    pub(crate) fn small_search() -> Vec<Frame> {
        let kinds = "Walkable Open Closed Expanded Added Improved Path Obstacle Goal Start".split(' ');
        let colors: HashMap<&str, (u32, u32)> = kinds.zip(1..).map(|(kind, at)| (kind, (0x102030 * at, 0))).collect();
        let frame = |searching: bool, closed: bool, dx: i32| {
            let start = json!({"x": 0, "y": 0, "kind": "Start", "closed": closed, "arrow": [0, 0], "text": "0\n1\n1"});
            let goal = json!({"x": 1, "y": 0, "kind": "Goal", "closed": false, "arrow": [dx, 0], "text": ""});
            let frame = json!({
                "title": "A*, Octile", "width": 2, "height": 1, "searching": searching, "summary": "cost: 10",
                "open": "(0, 0)  g 0", "cells": [start, goal], "colors": colors
            });
            serde_json::from_value(frame).unwrap()
        };
        vec![frame(true, false, 0), frame(true, true, -1), frame(false, true, 0)]
    }

    #[test]
    fn a_short_search_is_shown_slowly_and_its_path_faster() {
        let frames = small_search();
        assert_eq!(frames[0].colors[&Kind::Open], (0x204060, 0));
        assert_eq!([0, 2].map(|at| seconds(&frames, &frames[at])), [0.4, 0.2]);
    }
}
