//! The ground of a search: which steps lead from a cell, what they cost, and how the rest of a path is estimated.

use super::open_cells::{OpenCells, Step, Taken};
use crate::OutOfMemory;
use crate::grid::Cell;

/// The next thing that a search does.
pub(super) enum Next {
    Expand,
    /// The cell is not expanded, and the search goes on.
    Skip,
    /// The search has found a path.
    End,
}

/// A map as a search over cells reads it.
pub(super) trait Ground {
    /// The cells that wait, and how they are kept.
    type Open: OpenCells;

    /// Facts of a cell that is expanded, which its steps share.
    type From;

    /// Begins at the start.
    fn begin(&self, open: &mut Self::Open) -> Result<(), OutOfMemory>;

    fn goal(&self) -> Cell;

    /// Looks at a cell that comes next, at a cost so far.
    #[inline(always)]
    fn meet(&mut self, cell: Cell, _: Cost<Self>) -> Result<Next, OutOfMemory> {
        Ok(if cell == self.goal() { Next::End } else { Next::Expand })
    }

    /// The steps to try from a cell, one bit each.
    fn leave(&self, taken: &Taken<Cost<Self>>) -> (u8, Self::From);

    /// The bit of the step that is tried next.
    #[inline(always)]
    fn first_of(steps: u8) -> usize {
        steps.trailing_zeros() as usize
    }

    fn step(&self, from: &Self::From, direction: usize) -> Step<Cost<Self>>;

    /// Lower bound of the cost from the end of a step to the goal.
    fn estimate(&self, from: &Self::From, direction: usize, step: &Step<Cost<Self>>) -> u32;

    /// Parts in a unit of cost.
    fn parts(&self) -> u64;

    /// Lower bound of the cost of every path, in parts, where one of this cost was found.
    fn least(&self, cost: u64) -> u64 {
        cost
    }
}

/// The costs of a ground.
pub(super) type Cost<G> = <<G as Ground>::Open as OpenCells>::Cost;
