//! Writing a path: corners of legs one after the other, in the query's form.

use super::path::{FloorStep, along, steps_between};
use super::view::FloorsView;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::search;

/// Adds cells of a floor to the corners of a path. Leaves out the first one if the path is there already.
pub(super) fn push_corners(steps: &mut Vec<FloorStep>, floor: u32, cells: &[Cell]) -> Result<(), OutOfMemory> {
    let is_there = match (steps.last(), cells.first()) {
        (Some(last), Some(&first)) => last.at().floor == floor && last.at().cell == first,
        _ => false,
    };
    let cells = &cells[usize::from(is_there)..];
    steps.try_reserve(cells.len())?;
    steps.extend(cells.iter().map(|&cell| FloorStep::new(floor, cell, 0)));
    Ok(())
}

/// Cuts a path in the form of cells after `most` cells. Returns whether it had as many.
pub(super) fn cut(steps: &mut Vec<FloorStep>, most: u32) -> bool {
    // Steps left for the cells after the first one.
    let mut left = most - 1;
    for i in 1..steps.len() {
        let length = steps_between(steps[i - 1], steps[i]);
        if length > left {
            steps[i] = along(steps[i - 1], steps[i], length - left);
            // Without steps, the corner would be there twice.
            steps.truncate(if left == 0 { i } else { i + 1 });
            return true;
        }
        left -= length;
    }
    left == 0
}

/// Leaves the cells at which the path turns, and the ends of its links.
pub(super) fn keep_turns(
    view: &FloorsView,
    steps: &mut Vec<FloorStep>,
    cells: &mut Vec<Cell>,
) -> Result<(), OutOfMemory> {
    let (mut kept, mut begin) = (0, 0);
    while begin < steps.len() {
        let (floor, link) = (steps[begin].floor, steps[begin].link);
        let end = (begin + 1..steps.len()).find(|&i| steps[i].link != 0).unwrap_or(steps.len());
        cells.clear();
        cells.try_reserve(end - begin)?;
        cells.extend(steps[begin..end].iter().map(|step| step.at().cell));
        if let Some(layer) = view.layer(floor) {
            search::keep_turns(layer.layout(), cells);
        }
        for (i, &cell) in cells.iter().enumerate() {
            // No more corners are left than were there.
            steps[kept] = FloorStep::new(floor, cell, if i == 0 { link } else { 0 });
            kept += 1;
        }
        begin = end;
    }
    steps.truncate(kept);
    Ok(())
}
