//! The cells that a search has reached, and which of them comes next.

use crate::OutOfMemory;
use crate::grid::Cell;
use crate::search::engine::Progress;

/// A step to a neighbor.
#[derive(Clone, Copy)]
pub(super) struct Step<C> {
    /// The cell to which it leads, and its index.
    pub(super) to: Cell,
    pub(super) index: usize,
    pub(super) cost: C,
    /// How the cell is reached, for its own steps.
    pub(super) arrival: usize,
}

/// A cell that comes next.
#[derive(Clone, Copy)]
pub(super) struct Taken<C> {
    pub(super) cell: Cell,
    pub(super) index: usize,
    /// Cost of the best way here so far.
    pub(super) g: C,
    /// How the cell was reached.
    pub(super) arrival: usize,
    /// Its number among the reached cells, and its key in the open list.
    pub(super) number: u32,
    pub(super) f: u32,
}

/// How a way to a cell compares with the way known so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search) enum CellReached {
    /// The first way to the cell.
    Added,
    /// Cheaper than the known way.
    Improved,
    /// No cheaper, or the cell is closed or left out.
    Kept,
}

/// Reached cells: the open ones, in the order in which they are expanded, and the closed ones.
pub(super) trait OpenCells {
    type Cost: Copy + Into<u64>;

    /// Reserves memory for the cells of one expansion.
    fn reserve(&mut self) -> Result<(), OutOfMemory>;

    /// Takes the first open cell and closes it.
    fn take(&mut self) -> Option<Taken<Self::Cost>>;

    /// Puts the cell that was taken last back to the front.
    fn put_back(&mut self, taken: &Taken<Self::Cost>);

    /// Records a step from a cell that was taken, if it is the first or a cheaper way. There must be
    /// [memory](Self::reserve).
    fn reach(&mut self, from: &Taken<Self::Cost>, step: &Step<Self::Cost>, estimate: impl Fn() -> u32) -> CellReached;

    /// The end of a search in which no cell comes next.
    fn end(&self) -> Progress {
        Progress::NoPath
    }

    /// Writes the way to a reached cell, from there back to the start.
    fn write_way(&self, cell: Cell, cells: &mut Vec<Cell>) -> Result<(), OutOfMemory>;
}
