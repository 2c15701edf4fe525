//! Structs of fields. Sizes and fields follow the rules of `grid::structs`.

use crate::ffi::boundary::pointers::SizedStruct;

/// A flag of gridstar_field_create: the cells are starts, and the field tells the costs of paths from the nearest start
/// to each cell: what a unit can reach. Without the flag the cells are goals, and paths lead to them.
///
/// The two differ only where a path costs another sum the other way: with the charge ENTERED, and at blocked cells. A
/// path may begin on a blocked cell and leave it, but not enter one.
pub const GRIDSTAR_FIELD_FROM_STARTS: u32 = 1;

/// The state of a field. Set struct_size before the call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarFieldInfo {
    /// Size of this struct in bytes, set by the caller.
    pub struct_size: u32,
    /// A value of GridstarStatus: OK if the field shows what was asked for last, STILL_RUNNING while it is being built
    /// or brought up to date, or the error of gridstar_field_advance that keeps it from beginning what was asked for.
    pub status: i32,
    /// The id of the field's grid.
    pub grid: u64,
    /// The revision of the grid that the answers show; 0 before the field is built for the first time.
    pub revision: u64,
    /// Memory of the field in bytes.
    pub bytes: u64,
    /// How often the field was built from its goals, the first time included.
    pub builds: u64,
    /// Number of goals or starts of what the field shows, each counted once; 0 before it is built.
    pub goal_count: u32,
    /// A sum of GRIDSTAR_FIELD_ flags.
    pub flags: u32,
    /// The rectangle outside of which no cell has a cost: the grid, or with a max_cost what paths within it can pass.
    /// Empty before the field is built.
    pub x: i32,
    /// First row of the rectangle.
    pub y: i32,
    /// Columns of the rectangle.
    pub width: u32,
    /// Rows of the rectangle.
    pub height: u32,
}

/// A cell and a cost.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GridstarFieldCell {
    /// Cost on the scale of the query's costs; infinity without a path.
    pub cost: f64,
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
}

/// A goal of a list, and what the path to it costs.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GridstarGoalCost {
    /// Cost on the scale of the query's costs.
    pub cost: f64,
    /// Index of the goal in the list.
    pub index: u32,
    /// 0. A later version may use it.
    pub reserved: u32,
}

// SAFETY: repr(C), a u32 first, and fields of integers without padding between them.
unsafe impl SizedStruct for GridstarFieldInfo {
    const SIZES: &'static [u32] = &[64];
}
