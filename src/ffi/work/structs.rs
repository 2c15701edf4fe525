//! Structs of batches and of the worker pool.

use crate::ffi::boundary::pointers::SizedStruct;

/// One query of a batch. 24 bytes, without padding: an array of these is what C# calls a blittable array.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GridstarPathRequest {
    /// Column of the first cell of the path.
    pub start_x: i32,
    /// Row of the first cell of the path.
    pub start_y: i32,
    /// Column of the last cell of the path.
    pub goal_x: i32,
    /// Row of the last cell of the path.
    pub goal_y: i32,
    /// The number of the query def in the array of defs that the call gets. 0 if the call gets none.
    pub def_index: u32,
    /// Must be 0. A later version may use it.
    pub reserved: u32,
}

/// The answer to one query of a batch. 32 bytes, without padding.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GridstarPathReply {
    /// The status that gridstar_grid_find_path would return, or CANCELLED.
    pub status: i32,
    /// Number of cells of the path, both ends included; 0 without a path.
    pub length: u32,
    /// Where the path begins in the buffer of cells.
    pub first: u32,
    /// The engine that answered, a value of GridstarEngine. AUTO if no search was needed, and for NO_PATH.
    pub engine: u32,
    /// Cost of the path, on the scale of the query's costs; 0 without a path.
    pub cost: f64,
    /// Number of expanded cells; see GridstarPathResult.
    pub expansions: u32,
    /// How far from optimal the path can be; see GridstarPathResult. 0 without a path.
    pub bound: f32,
}

/// How far a batch has come. Set struct_size before the call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarTicketInfo {
    /// Size of this struct in bytes, set by the caller.
    pub struct_size: u32,
    /// Number of queries.
    pub count: u32,
    /// Revision of the grid that the queries see: that of their submission.
    pub revision: u64,
    /// Number of cells of all paths, which is the capacity that their buffer needs. 0 before the end.
    pub cell_count: u64,
    /// The ticket, as long as it is valid, else 0.
    pub ticket: u64,
    /// Sum of the queries' expansions. 0 before the end.
    pub expansions: u64,
    /// At most this number of queries have not been answered yet.
    pub running: u32,
    /// Must be 0. A later version may use it.
    pub reserved: u32,
}

/// State of the worker threads. Set struct_size before the call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarWorkInfo {
    /// Size of this struct in bytes, set by the caller.
    pub struct_size: u32,
    /// Number of threads for queries that the library may have: see gridstar_work_set_threads.
    pub wanted_threads: u32,
    /// Number of threads that live now. One more than wanted while a background preparation is under way.
    pub threads: u32,
    /// Number of parts of batches, and of preparations, that threads work on now.
    pub running: u32,
    /// Number of batches and preparations of which a part waits for a thread.
    pub waiting: u32,
    /// Number of living tickets.
    pub tickets: u32,
    /// Memory of all searching threads of the library, and of gridstar_work_run, in bytes.
    pub scratch_bytes: u64,
}

// SAFETY: repr(C), a u32 first, and fields of integers without padding between them.
unsafe impl SizedStruct for GridstarTicketInfo {
    const SIZES: &'static [u32] = &[48];
}

// SAFETY: repr(C), a u32 first, and fields of integers without padding between them.
unsafe impl SizedStruct for GridstarWorkInfo {
    const SIZES: &'static [u32] = &[32];
}
