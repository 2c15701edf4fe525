//! The path that a search found.

use super::links::FloorCell;
use crate::grid::Cell;
use crate::search::PathForm;

/// A cell of a path through floors, and the link by which the path enters the cell.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FloorStep {
    /// Number of the floor.
    pub floor: u32,
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
    /// Number of the link from the previous cell to this cell; 0 for a step within the floor and for the start.
    pub link: u32,
}

impl FloorStep {
    pub(super) fn new(floor: u32, cell: Cell, link: u32) -> Self {
        Self { floor, x: cell.x, y: cell.y, link }
    }

    /// The cell on its floor.
    pub fn at(&self) -> FloorCell {
        FloorCell::new(self.floor, self.x, self.y)
    }
}

/// A path. Its corners lie in the memory of the search that found it.
#[derive(Clone, Copy, Debug)]
pub struct FloorPath<'a> {
    /// Start, goal, the ends of the links, and the cells between them at which the path may turn. In the form of cells,
    /// the path goes straight or diagonally from each cell to the next one of the same floor. In the other forms these
    /// are the points to write.
    corners: &'a [FloorStep],
    form: PathForm,
    length: u32,
    link_count: u32,
    cost: f64,
    bound: f32,
}

impl<'a> FloorPath<'a> {
    /// The path along some corners. `None` for one of more than 2^32 - 1 cells.
    pub(super) fn new(corners: &'a [FloorStep], form: PathForm, (cost, bound): (f64, f32)) -> Option<Self> {
        let steps = |pair: &[FloorStep]| match form {
            PathForm::Cells => steps_between(pair[0], pair[1]),
            _ => 1,
        };
        let length = corners.windows(2).try_fold(1_u32, |length, pair| length.checked_add(steps(pair)))?;
        let link_count = corners.iter().filter(|step| step.link != 0).count() as u32;
        Some(Self { corners, form, length, link_count, cost, bound })
    }

    /// Number of cells to write, both ends included: at least 1.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// Number of links among these cells.
    pub fn link_count(&self) -> u32 {
        self.link_count
    }

    /// The path costs at most this many times as much as an optimal one, as far as the search can tell.
    pub fn bound(&self) -> f32 {
        self.bound
    }

    /// Cost of all steps and links, on the scale of the query's costs.
    pub fn cost(&self) -> f64 {
        self.cost
    }

    /// The path without its corners, for keeping beyond the search.
    pub fn without_cells(&self) -> FloorPath<'static> {
        FloorPath { corners: &[], ..*self }
    }

    /// Returns this path with the corners that were kept for it.
    pub(crate) fn with_corners<'b>(&self, corners: &'b [FloorStep]) -> FloorPath<'b> {
        FloorPath { corners, ..*self }
    }

    /// The corners, from start to goal.
    pub(crate) fn corners(&self) -> &'a [FloorStep] {
        self.corners
    }

    /// Copies the cells, from start to goal, until the path or the buffer ends.
    pub fn copy_to(&self, steps: &mut [FloorStep]) {
        if self.form != PathForm::Cells {
            steps.iter_mut().zip(self.corners).for_each(|(place, &point)| *place = point);
            return;
        }
        let (Some(&first), Some((place, mut rest))) = (self.corners.first(), steps.split_first_mut()) else { return };
        *place = first;
        for leg in self.corners.windows(2) {
            let (from, to) = (leg[0], leg[1]);
            let (dx, dy) = match to.link {
                0 => ((to.x - from.x).signum(), (to.y - from.y).signum()),
                _ => (to.x - from.x, to.y - from.y),
            };
            let count = (steps_between(from, to) as usize).min(rest.len());
            let (now, later) = rest.split_at_mut(count);
            let mut at = from;
            // Cell by cell, as most legs are short.
            for place in now {
                at = FloorStep { x: at.x + dx, y: at.y + dy, ..to };
                *place = at;
            }
            rest = later;
        }
    }

    /// The cells from start to goal.
    pub fn to_vec(&self) -> Vec<FloorStep> {
        let mut steps = vec![FloorStep::default(); self.length as usize];
        self.copy_to(&mut steps);
        steps
    }
}

/// The cell that lies a number of steps before `to` on the straight or diagonal line from `from`.
pub(super) fn along(from: FloorStep, to: FloorStep, before: u32) -> FloorStep {
    let (dx, dy) = ((to.x - from.x).signum(), (to.y - from.y).signum());
    FloorStep { x: to.x - dx * before as i32, y: to.y - dy * before as i32, ..to }
}

/// A link is one step.
pub(super) fn steps_between(from: FloorStep, to: FloorStep) -> u32 {
    if to.link != 0 { 1 } else { from.x.abs_diff(to.x).max(from.y.abs_diff(to.y)) }
}
