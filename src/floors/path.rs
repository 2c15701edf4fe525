//! A path through floors, and its cells.

use super::links::FloorCell;
use super::memory::{Arrival, FloorMemory};
use crate::grid::Cell;
use crate::movement::StepCosts;
use crate::search::OutOfMemory;

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
    fn new(floor: u32, cell: Cell, link: u32) -> Self {
        Self { floor, x: cell.x, y: cell.y, link }
    }

    /// The cell on its floor.
    pub fn at(&self) -> FloorCell {
        FloorCell::new(self.floor, self.x, self.y)
    }
}

/// A path, stored in the memory of the search that found it.
#[derive(Clone, Copy, Debug)]
pub struct FloorPath<'a> {
    memory: &'a FloorMemory,
    length: u32,
    link_count: u32,
    fine_cost: u128,
    bound: f32,
}

impl<'a> FloorPath<'a> {
    /// The path along the memory's chain of nodes. Fails for a path of more than 2^32 - 1 cells.
    pub(super) fn new(memory: &'a FloorMemory, fine_cost: u128, bound: f32) -> Result<Self, OutOfMemory> {
        let mut path = Self { memory, length: 1, link_count: 0, fine_cost, bound };
        for &node in &memory.chain[1..] {
            let cells = match memory.reached[node as usize].way {
                Arrival::Link(_) => {
                    path.link_count += 1;
                    1
                }
                Arrival::Leg(leg) => path.corners(leg).windows(2).map(|part| steps_between(part[0], part[1])).sum(),
            };
            path.length = path.length.checked_add(cells).ok_or(OutOfMemory)?;
        }
        Ok(path)
    }

    /// Number of cells, both ends included: at least 1.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// Number of links that the path takes.
    pub fn link_count(&self) -> u32 {
        self.link_count
    }

    /// The path costs at most this many times as much as an optimal one, as far as the search can tell.
    pub fn bound(&self) -> f32 {
        self.bound
    }

    /// Cost of all steps and links, on the scale of the query's costs.
    pub fn cost(&self, costs: &StepCosts) -> f64 {
        costs.cost_of_fine(self.fine_cost)
    }

    /// Copies the cells, from start to goal, until the path or the buffer ends.
    pub fn copy_to(&self, steps: &mut [FloorStep]) {
        self.write_to(steps, |step| step);
    }

    /// Writes what `make` turns the cells into, from start to goal, until the path or the buffer ends.
    pub fn write_to<T>(&self, places: &mut [T], make: impl Fn(FloorStep) -> T) {
        for (place, step) in places.iter_mut().zip(self.steps()) {
            *place = make(step);
        }
    }

    /// The cells from start to goal.
    pub fn to_vec(&self) -> Vec<FloorStep> {
        let mut steps = vec![FloorStep::default(); self.length as usize];
        self.copy_to(&mut steps);
        steps
    }

    fn steps(&self) -> impl Iterator<Item = FloorStep> + '_ {
        let start = self.memory.graph.node(self.memory.chain[0]).at;
        let first = FloorStep::new(start.floor, start.cell, 0);
        std::iter::once(first).chain(self.memory.chain[1..].iter().flat_map(|&node| self.steps_to(node)))
    }

    /// The cells after the previous node of the chain, up to and including `node`.
    fn steps_to(&self, node: u32) -> impl Iterator<Item = FloorStep> + '_ {
        let at = self.memory.graph.node(node).at;
        let (link, corners) = match self.memory.reached[node as usize].way {
            Arrival::Link(edge) => (Some(self.memory.graph.edge(edge).link), &[][..]),
            Arrival::Leg(leg) => (None, self.corners(leg)),
        };
        let linked = link.map(|link| FloorStep::new(at.floor, at.cell, link));
        let leg_cells = corners.windows(2).flat_map(|part| cells_after(part[0], part[1]));
        linked.into_iter().chain(leg_cells.map(move |cell| FloorStep::new(at.floor, cell, 0)))
    }

    fn corners(&self, leg: u32) -> &'a [Cell] {
        &self.memory.corners[self.memory.legs[leg as usize].clone()]
    }
}

/// The cells on a straight or diagonal line from `from`, excluded, to `to`, included.
fn cells_after(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let (dx, dy) = ((to.x - from.x).signum(), (to.y - from.y).signum());
    (1..=steps_between(from, to) as i32).map(move |i| Cell::new(from.x + dx * i, from.y + dy * i))
}

fn steps_between(from: Cell, to: Cell) -> u32 {
    from.x.abs_diff(to.x).max(from.y.abs_diff(to.y))
}
