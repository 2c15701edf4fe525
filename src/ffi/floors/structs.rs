//! Structs of floors and links. Sizes and fields follow the rules of `grid::structs`.

use crate::ffi::boundary::pointers::SizedStruct;
use crate::ffi::boundary::status::GridstarStatus;
use crate::floors::FloorCell;

/// Settings of a link between two cells. Fill it with gridstar_link_def_default, then change what you need.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarLinkDef {
    /// Size of this struct in bytes.
    pub struct_size: u32,
    /// Number of the floor where the link begins. Default: 0.
    pub from_floor: u32,
    /// Column of the cell where the link begins. Default: 0.
    pub from_x: i32,
    /// Row of the cell where the link begins. Default: 0.
    pub from_y: i32,
    /// Number of the floor where the link ends; may equal `from_floor`. Default: 0.
    pub to_floor: u32,
    /// Column of the cell where the link ends. Default: 0.
    pub to_x: i32,
    /// Row of the cell where the link ends. Default: 0.
    pub to_y: i32,
    /// 1: the link leads from its beginning to its end only. 0: it leads both ways. Default: 0.
    pub one_way: u32,
    /// Cost of taking the link, on the scale of the query's step costs: finite, cost >= 0. Default: 0. Searches round
    /// it to half millionths of a cost unit; a straight step has at most 8000 units, and 5 units with costs of 1 and
    /// 1.4. A cost above 10^9 straight steps counts as 10^9 straight steps.
    pub cost: f64,
    /// 1: no path takes the link for now, like a closed door. 0: the link is open. Default: 0.
    pub closed: u32,
    /// Must be 0. A later version may use it.
    pub reserved: u32,
}

/// A cell of one floor.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GridstarFloorCell {
    /// Number of the floor.
    pub floor: u32,
    /// Column.
    pub x: i32,
    /// Row.
    pub y: i32,
    /// Must be 0. A later version may use it.
    pub reserved: u32,
}

impl GridstarFloorCell {
    pub(super) fn checked(self) -> Result<FloorCell, GridstarStatus> {
        let Self { floor, x, y, reserved } = self;
        if reserved == 0 { Ok(FloorCell::new(floor, x, y)) } else { Err(GridstarStatus::BadFlag) }
    }
}

impl From<FloorCell> for GridstarFloorCell {
    fn from(FloorCell { floor, cell }: FloorCell) -> Self {
        Self { floor, x: cell.x, y: cell.y, reserved: 0 }
    }
}

/// The state of a floors object. Set struct_size before the call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarFloorsInfo {
    /// Size of this struct in bytes, set by the caller.
    pub struct_size: u32,
    /// Number of floors. Their numbers are 0 to floor_count - 1.
    pub floor_count: u32,
    /// Number of links.
    pub link_count: u32,
    /// 0.
    pub reserved: u32,
    /// Number of changes to floors and links. Edits of their grids do not count.
    pub revision: u64,
    /// Memory of floors and links in bytes, without the grids.
    pub bytes: u64,
}

/// Result of a search through floors. Set struct_size before the call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarFloorPathResult {
    /// Size of this struct in bytes, set by the caller.
    pub struct_size: u32,
    /// Number of cells of the path, both ends included; 0 without a path.
    pub length: u32,
    /// Cost of the path's steps and links, on the scale of the query's costs; 0 without a path. Infinity if costs of
    /// 10^280 or more overflow.
    pub cost: f64,
    /// Revision of the floors and links that the search saw: it tells which of their changes the path knows.
    pub revision: u64,
    /// Number of expanded cells on all floors: see GridstarPathResult. 0 unless the status is OK or LIMIT_REACHED.
    pub expansions: u32,
    /// Number of searches within floors. 0 unless the status is OK or LIMIT_REACHED.
    pub walks: u32,
    /// Number of links on the path.
    pub links: u32,
    /// How far from optimal the path can be: it costs at most `bound` times as much as an optimal one. The largest
    /// bound of a searched leg, so 1 if all legs are optimal. See GridstarPathResult. 0 without a path.
    pub bound: f32,
}

// SAFETY: repr(C), a u32 first, and fields of integers and floats without padding between them.
unsafe impl SizedStruct for GridstarLinkDef {
    const SIZES: &'static [u32] = &[48];
}

// SAFETY: repr(C), a u32 first, and fields of integers and floats without padding between them.
unsafe impl SizedStruct for GridstarFloorsInfo {
    const SIZES: &'static [u32] = &[32];
}

// SAFETY: repr(C), a u32 first, and fields of integers and floats without padding between them.
unsafe impl SizedStruct for GridstarFloorPathResult {
    const SIZES: &'static [u32] = &[40];
}
