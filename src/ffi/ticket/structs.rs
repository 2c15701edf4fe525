//! Queries of a batch, their answers, and the state of a ticket.

use crate::ffi::boundary::pointers::SizedStruct;

/// One query of a batch. This struct never changes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GridstarPathRequest {
    /// Column of the start.
    pub start_x: i32,
    /// Row of the start.
    pub start_y: i32,
    /// Column of the goal.
    pub goal_x: i32,
    /// Row of the goal.
    pub goal_y: i32,
    /// Index of the query def in the array of the call; 0 without defs.
    pub def_index: u32,
    /// Must be 0.
    pub reserved: u32,
}

/// Answer to one query of a batch. This struct never changes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GridstarPathReply {
    /// Status that gridstar_grid_find_path would return, or CANCELLED.
    pub status: i32,
    /// Number of cells of the path, both ends included; 0 without a path.
    pub length: u32,
    /// Index of the path's first cell in the buffer of cells.
    pub first: u32,
    /// Engine that answered, a value of GridstarEngine. AUTO if no search was needed, and for NO_PATH.
    pub engine: u32,
    /// Cost of the path; 0 without a path.
    pub cost: f64,
    /// Number of expanded cells: see GridstarPathResult.
    pub expansions: u32,
    /// The path costs at most `bound` times as much as an optimal one. 0 without a path.
    pub bound: f32,
}

/// State of a ticket.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarTicketInfo {
    /// Size of this struct.
    pub struct_size: u32,
    /// Number of queries.
    pub count: u32,
    /// Revision of the grid that the queries see.
    pub revision: u64,
    /// Number of cells of all paths: the capacity that they need. 0 before the end.
    pub cell_count: u64,
    /// The ticket while it is valid, else 0.
    pub ticket: u64,
    /// Sum of the queries' expansions. 0 before the end.
    pub expansions: u64,
    /// Upper bound of the number of queries without an answer.
    pub running: u32,
    /// Must be 0.
    pub reserved: u32,
}

// SAFETY: repr(C), a u32 first, and fields of integers without padding between them.
unsafe impl SizedStruct for GridstarTicketInfo {
    const SIZES: &'static [u32] = &[48];
}
