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
    pub(crate) searching: bool,
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

/// How long a frame is shown: a whole search of a number of steps takes about ten seconds, a cell of the path 0.2.
pub(crate) fn seconds(steps: usize, is_searching: bool) -> f32 {
    if is_searching { (10.0 / steps as f32).clamp(0.05, 0.4) } else { 0.2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_search_is_shown_slowly_and_its_path_faster() {
        assert_eq!([seconds(2, true), seconds(2, false), seconds(1000, true)], [0.4, 0.2, 0.05]);
    }
}
