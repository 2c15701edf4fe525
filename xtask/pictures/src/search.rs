//! Searches step by step, as the C# program wrote them down: what its view shows in each cell and says beside the map.

use serde::Deserialize;
use std::collections::HashMap;

/// What decides a cell's color.
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

/// One picture of a search, which its title names.
#[derive(Deserialize)]
pub(crate) struct Frame {
    pub(crate) title: String,
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) colors: Colors,
    /// The search is going on; else the path is being laid.
    searching: bool,
    /// Lines of "name: value".
    pub(crate) summary: String,
    /// A line for each open cell, the next one first.
    pub(crate) open: String,
    /// All but the plain walkable ones, row by row.
    pub(crate) cells: Vec<ShownCell>,
}

/// How long a frame is shown: a whole search takes about ten seconds, a cell of the path 0.2.
pub(crate) fn seconds(frames: &[Frame], frame: &Frame) -> f32 {
    let steps = frames.iter().filter(|frame| frame.searching).count();
    if frame.searching { (10.0 / steps as f32).clamp(0.05, 0.4) } else { 0.2 }
}

/// What the pictures of a search are called, by its title.
pub(crate) fn file_name(title: &str) -> &'static str {
    match title.chars().next() {
        Some('D') => "dijkstra",
        Some('G') => "greedy",
        _ => "a-star",
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A search on 2 x 1 cells: a start, a goal, and the first step.
    pub(crate) fn small_search() -> Vec<Frame> {
        const KINDS: &str = "Walkable Open Closed Expanded Added Improved Path Obstacle Goal Start";
        let color = |(index, kind)| format!("\"{kind}\": [{}, 0]", 0x102030 * (index + 1));
        let colors: Vec<String> = KINDS.split(' ').enumerate().map(color).collect();
        let frame = |searching: bool, summary: &str, closed: bool, dx: i32| {
            let cell = |x: i32, kind: &str, dx: i32| {
                format!(
                    r#"{{"x": {x}, "y": 0, "kind": "{kind}", "closed": {closed}, "arrow": [{dx}, 0], "text": "9\n8"}}"#
                )
            };
            let json = format!(
                r#"{{"title": "A*, Octile", "width": 2, "height": 1, "searching": {searching},
                    "summary": "{summary}", "open": "(0, 0)  g 0", "cells": [{}, {}], "colors": {{{}}}}}"#,
                cell(0, "Start", 0),
                cell(1, "Goal", dx),
                colors.join(", ")
            );
            serde_json::from_str(&json).unwrap()
        };
        vec![frame(true, "expansions: 0", false, 0), frame(true, "cost: 10", true, -1), frame(false, "", true, 0)]
    }

    #[test]
    fn a_short_search_is_shown_slowly_and_its_path_faster() {
        let frames = small_search();
        assert_eq!(frames[0].colors[&Kind::Open], (0x204060, 0));
        assert_eq!([0, 2].map(|at| seconds(&frames, &frames[at])), [0.4, 0.2]);
    }
}
