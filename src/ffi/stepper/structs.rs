//! Structs of steppers.

use crate::ffi::boundary::pointers::SizedStruct;

/// How a search that is stepped stands. Set struct_size before the call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarStepperInfo {
    /// Size of this struct in bytes, set by the caller.
    pub struct_size: u32,
    /// A number of GridstarStatus: STILL_RUNNING, or how the search has ended; OK where there is a path.
    pub status: i32,
    /// First cell of the path that is looked for, x.
    pub start_x: i32,
    /// The same, y.
    pub start_y: i32,
    /// Last cell of that path, x.
    pub goal_x: i32,
    /// The same, y.
    pub goal_y: i32,
    /// Columns of the grid.
    pub width: u32,
    /// Rows of the grid.
    pub height: u32,
    /// How many cells were expanded: as many are closed.
    pub expansions: u32,
    /// How many cells are open.
    pub open_count: u32,
    /// How many changes gridstar_stepper_get_changes writes.
    pub change_count: u32,
    /// Limit of expansions of the query; 0: none.
    pub max_expansions: u32,
    /// The revision of the grid that is searched: that of the beginning.
    pub revision: u64,
    /// Memory that the stepper holds, in bytes. That of the grid's state, which it shares or keeps, is not in it.
    pub bytes: u64,
    /// A number of GridstarOrder, never DEFAULT.
    pub order: u32,
    /// A number of GridstarHeuristic, never DEFAULT.
    pub heuristic: u32,
    /// By what estimates are multiplied in the order A_STAR, rounded as it is used.
    pub heuristic_weight: f64,
}

/// A cell as a search sees it. Costs are on the scale of the query's costs.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GridstarSearchCell {
    /// Cost of the best way to it so far; 0 while it is unseen.
    pub g: f64,
    /// Estimate of what is left; 0 while it is unseen.
    pub h: f64,
    /// g + heuristic_weight * h, in every order; 0 while it is unseen.
    pub f: f64,
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
    /// A number of GridstarSearchCellState.
    pub state: u32,
    /// The step from it to the cell before it on its best way, x: -1, 0 or 1. Both are 0 at the start and while it is
    /// unseen.
    pub parent_dx: i32,
    /// The same, y.
    pub parent_dy: i32,
    /// A number of GridstarCellType: what it was when the search began.
    pub cell_type: u32,
}

/// Something that an expansion did.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GridstarSearchChange {
    /// Column of the cell.
    pub x: i32,
    /// Its row.
    pub y: i32,
    /// A number of GridstarSearchChangeKind.
    pub kind: u32,
    /// The number of the expansion, counted from 1 since the search began; 0 for the start, which is added at the
    /// beginning.
    pub expansion: u32,
}

// SAFETY: repr(C), a u32 first, and fields of integers and floats without padding between them.
unsafe impl SizedStruct for GridstarStepperInfo {
    const SIZES: &'static [u32] = &[80];
    const DEFAULT: Self = Self {
        struct_size: size_of::<Self>() as u32,
        status: 0,
        start_x: 0,
        start_y: 0,
        goal_x: 0,
        goal_y: 0,
        width: 0,
        height: 0,
        expansions: 0,
        open_count: 0,
        change_count: 0,
        max_expansions: 0,
        revision: 0,
        bytes: 0,
        order: 0,
        heuristic: 0,
        heuristic_weight: 0.0,
    };
}
