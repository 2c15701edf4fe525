//! The structs of floors and links that cross the boundary: see `structs`.

use crate::ffi::boundary::pointers::{OutStruct, SizedStruct};

/// A link between two cells. Fill it with gridstar_link_def_default, then change what you need.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarLinkDef {
    /// Size of this struct in bytes.
    pub struct_size: u32,
    /// Number of the floor where it begins. Default: 0.
    pub from_floor: u32,
    /// Column of the cell where it begins. Default: 0.
    pub from_x: i32,
    /// Row of the cell where it begins. Default: 0.
    pub from_y: i32,
    /// Number of the floor where it ends; may be the one where it begins. Default: 0.
    pub to_floor: u32,
    /// Column of the cell where it ends. Default: 0.
    pub to_x: i32,
    /// Row of the cell where it ends. Default: 0.
    pub to_y: i32,
    /// 1: it leads from its beginning to its end alone; 0: both ways. Default: 0.
    pub one_way: u32,
    /// What taking it costs, on the scale of the step costs of the query that takes it: finite, at least 0. Default: 0.
    /// Searches count in millionths of a unit (a straight step has at most 8000 units, with costs of 1 and 1.4 it has
    /// 5), to which the cost is rounded; one of more than 10^9 straight steps counts as 10^9.
    pub cost: f64,
    /// 1: it is not taken for now, as a door that is shut; 0: it is open. Default: 0.
    pub closed: u32,
    /// 0: a later version may give it a meaning.
    pub reserved: u32,
}

/// The state of floors. Set struct_size before the call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarFloorsInfo {
    /// Size of this struct in bytes, set by the caller.
    pub struct_size: u32,
    /// How many floors there are; their numbers are the ones below.
    pub floor_count: u32,
    /// How many links there are.
    pub link_count: u32,
    /// 0.
    pub reserved: u32,
    /// Starts at 0 and grows by one with each change of the floors and links. Edits of their grids don't count.
    pub revision: u64,
    /// Memory held for floors and links, in bytes. That of the grids is not in it.
    pub bytes: u64,
}

/// What a search through floors found. Set struct_size before the call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarFloorPathResult {
    /// Size of this struct in bytes, set by the caller.
    pub struct_size: u32,
    /// Number of cells of the path, both ends included; 0 without a path.
    pub length: u32,
    /// Cost of the path's steps and links on the scale of the query's costs; 0 without a path, infinity where costs of
    /// 10^280 and above add up to it.
    pub cost: f64,
    /// The revision of floors and links that was searched: it tells which of their changes the search saw.
    pub revision: u64,
    /// Number of cells that were expanded, on all floors together: see GridstarPathResult. 0 but for a path or
    /// LIMIT_REACHED.
    pub expansions: u32,
    /// How many searches within floors it took. 0 but for a path or LIMIT_REACHED.
    pub walks: u32,
    /// How many links the path takes.
    pub links: u32,
    /// 0.
    pub reserved: u32,
}

impl OutStruct<GridstarFloorPathResult> {
    /// Writes nothing but how many places the path needs.
    pub(crate) fn write_needed_length(&self, length: u32) {
        let result = self.as_ptr();
        // SAFETY: the field lies within the first of `SIZES`, which can be written.
        unsafe { (&raw mut (*result).length).write(length) };
    }
}

// SAFETY: repr(C), a u32 first, and fields of integers and floats without padding between them.
unsafe impl SizedStruct for GridstarLinkDef {
    const SIZES: &'static [u32] = &[48];
    const DEFAULT: Self = Self {
        struct_size: size_of::<Self>() as u32,
        from_floor: 0,
        from_x: 0,
        from_y: 0,
        to_floor: 0,
        to_x: 0,
        to_y: 0,
        one_way: 0,
        cost: 0.0,
        closed: 0,
        reserved: 0,
    };
}

// SAFETY: as above.
unsafe impl SizedStruct for GridstarFloorsInfo {
    const SIZES: &'static [u32] = &[32];
    const DEFAULT: Self = Self {
        struct_size: size_of::<Self>() as u32,
        floor_count: 0,
        link_count: 0,
        reserved: 0,
        revision: 0,
        bytes: 0,
    };
}

// SAFETY: as above.
unsafe impl SizedStruct for GridstarFloorPathResult {
    const SIZES: &'static [u32] = &[40];
    const DEFAULT: Self = Self {
        struct_size: size_of::<Self>() as u32,
        length: 0,
        cost: 0.0,
        revision: 0,
        expansions: 0,
        walks: 0,
        links: 0,
        reserved: 0,
    };
}
