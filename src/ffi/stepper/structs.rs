//! Structs of steppers. Sizes and fields follow the rules of `grid::structs`.

use crate::ffi::boundary::pointers::SizedStruct;

/// The state of a stepper. Set struct_size before the call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarStepperInfo {
    /// Size of this struct in bytes, set by the caller.
    pub struct_size: u32,
    /// A value of GridstarStatus: STILL_RUNNING, or how the search ended. OK means that a path was found.
    pub status: i32,
    /// Column of the start.
    pub start_x: i32,
    /// Row of the start.
    pub start_y: i32,
    /// Column of the goal.
    pub goal_x: i32,
    /// Row of the goal.
    pub goal_y: i32,
    /// Columns of the grid.
    pub width: u32,
    /// Rows of the grid.
    pub height: u32,
    /// Number of expanded cells, which equals the number of closed cells.
    pub expansions: u32,
    /// Number of open cells.
    pub open_count: u32,
    /// Number of changes that gridstar_stepper_get_changes writes.
    pub change_count: u32,
    /// The largest number of cells that the search may expand; 0: no limit.
    pub max_expansions: u32,
    /// Revision of the grid when the search began, which the stepper searches.
    pub revision: u64,
    /// Memory of the stepper in bytes, without the state of the grid that it holds.
    pub bytes: u64,
    /// A value of GridstarOrder, never DEFAULT.
    pub order: u32,
    /// A value of GridstarHeuristic, never DEFAULT.
    pub heuristic: u32,
    /// Factor of the heuristic in the order A_STAR, after rounding.
    pub heuristic_weight: f64,
}

/// A cell in a search. Costs are on the scale of the query's costs.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GridstarSearchCell {
    /// Cost of the best path to the cell so far; 0 if unseen.
    pub g: f64,
    /// Estimate of the remaining cost; 0 if unseen.
    pub h: f64,
    /// g + heuristic_weight * h, in every order; 0 if unseen.
    pub f: f64,
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
    /// A value of GridstarSearchCellState.
    pub state: u32,
    /// Column of the cell's parent minus the column of the cell: -1, 0 or 1. Both offsets are 0 for the start and if
    /// unseen.
    pub parent_dx: i32,
    /// Row of the cell's parent minus the row of the cell: -1, 0 or 1.
    pub parent_dy: i32,
    /// A value of GridstarCellType: the type when the search began.
    pub cell_type: u32,
}

/// One effect of an expansion.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GridstarSearchChange {
    /// Column of the cell.
    pub x: i32,
    /// Row of the cell.
    pub y: i32,
    /// A value of GridstarSearchChangeKind.
    pub kind: u32,
    /// Number of the expansion, counted from 1 since the search began; 0 for the start, which is added before any
    /// expansion.
    pub expansion: u32,
}

// SAFETY: repr(C), a u32 first, and fields of integers and floats without padding between them.
unsafe impl SizedStruct for GridstarStepperInfo {
    const SIZES: &'static [u32] = &[80];
}
