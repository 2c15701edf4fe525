//! Creating, placing and destroying covers, and reading what they cover.

use super::object;
use crate::bits::bit_rows::reserved;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{Out, input};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::GridstarRect;
use crate::grid::{MAX_COVERS, Rect};

/// The most covers that a grid can have.
pub const GRIDSTAR_MAX_COVERS: u32 = 65535;

const _: () = assert!(GRIDSTAR_MAX_COVERS == MAX_COVERS);

/// Creates a cover on a grid and writes its id, which is never 0. A cover is what stands on cells and is not a part of
/// the map, such as a unit or a crate: the cells under at least one cover are blocked for every agent, whatever their
/// type and the profile. A new cover covers nothing; see gridstar_cover_set_rects.
///
/// Cell types do not change. gridstar_grid_get_cell and its like read the map alone, and edits of cells change the map
/// alone, under covers too. So the cells under a cover that goes are as the map then says. Use one cover for each thing
/// that moves.
///
/// The cover lives until gridstar_destroy, or until its grid is destroyed. A grid has at most GRIDSTAR_MAX_COVERS
/// covers.
///
/// Memory: a grid with covered cells holds 17 bits more per cell, one of them with rows rounded up to multiples of 64
/// cells. A cover holds about 12 bytes for each row of its rectangles, and 1 byte for each cell if it is no rectangle.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID (of the grid), TOO_MANY_COVERS or OUT_OF_MEMORY.
/// Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_cover_create(grid: u64, cover_out: *mut u64) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let cover_out = unsafe { Out::new(cover_out) }?;
        cover_out.ok(object::create(grid)?)
    })
}

/// Puts the cells of `count` rectangles in the place of what a cover covers. Rectangles may overlap, be empty, and lie
/// outside the grid in part or entirely: what lies outside is left out. With a count of 0 the cover covers nothing.
///
/// A search sees the cells before or after the call. The call counts as one edit in the grid's revision if the cells
/// that change lie close together, else as several. It does not count if none changes. Covers of one grid do not wait
/// for searches.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_COVER, OUT_OF_MEMORY or POISONED. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_cover_set_rects(
    cover: u64,
    rects: *const GridstarRect,
    count: u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let rects = unsafe { input(rects, count) }?;
        let mut list = reserved(rects.len())?;
        list.extend(rects.iter().map(|&rect| Rect::from(rect)));
        object::set_rects(cover, &list)
    })
}
