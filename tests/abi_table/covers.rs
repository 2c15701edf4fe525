//! Covers, and reading what they cover.

#![allow(clippy::undocumented_unsafe_blocks, reason = "a `Case` gives only pointers with which a call is sound")]

use crate::given::Given::*;
use crate::table::*;
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use std::ptr::null;

/// Rectangles beside the grid, far outside, and empty: the fixture's cover covers nothing, whatever their number.
static RECTS: [GridstarRect; 4] = [
    GridstarRect { x: 0, y: 0, width: 0, height: 3 },
    GridstarRect { x: i32::MAX, y: i32::MIN, width: u32::MAX, height: u32::MAX },
    GridstarRect { x: -3, y: 2, width: 3, height: 9 },
    GridstarRect { x: 0, y: 4, width: 1, height: 1 },
];

pub(crate) fn functions() -> Vec<Function> {
    let create = Function::new("gridstar_cover_create", Ok, |c| unsafe {
        gridstar_cover_create(c.id("grid"), c.out("cover_out", 0)) as i32
    })
    .bad_id("grid", InvalidId)
    .bad_pointer("cover_out");

    let set = Function::new("gridstar_cover_set_rects", Ok, |c| unsafe {
        gridstar_cover_set_rects(c.id("cover"), c.input("rects", &RECTS), c.size("count", 3)) as i32
    })
    .bad_id("cover", InvalidCover)
    .bad_pointer("rects")
    .bad("count", &[Zero, OneTooSmall, OneTooLarge], Ok)
    .special("count", Null, Ok, |c| unsafe { gridstar_cover_set_rects(c.id("cover"), null(), 0) as i32 });

    vec![create, set]
}
