//! Walls between cells, and steps that lead in one direction only.
//!
//! A wall belongs to the edge between two neighbors: set from either side, it is the same wall. A straight step crosses
//! its edge. A diagonal step goes around the corner by either of two ways of two straight steps: NEVER is never legal,
//! BOTH_FREE asks that both ways are free, AT_MOST_ONE_BLOCKED that one is, and ALWAYS that one crosses no wall. No
//! wall crosses the body of a wide agent, where it stands or on its way. Lines of sight, ways out of obstacles and
//! crowds cross none either.

use super::cells::{GridstarRect, of_rect, rect_or_all};
use super::object::GridObject;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::Numbered;
use crate::ffi::boundary::pointers::{Out, optional, read};
use crate::ffi::boundary::status::GridstarStatus;
use crate::grid::{Cell, CellData, Edit, Passage, Rect, Sides};

/// Sets how two cells can be passed between that share a side: GridstarPassage, as `from` sees it. BAD_PASSAGE if they
/// share none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_set_passage(
    grid: u64,
    from: *const Cell,
    to: *const Cell,
    passage: u32,
) -> GridstarStatus {
    fence(|| {
        let ends = [read(from)?, read(to)?];
        let (object, passage) = (GridObject::of(grid)?, Passage::of_number(passage)?);
        ends.iter().try_for_each(|&end| object.check(end))?;
        let edit = Edit::set_passage(object.grid.size(), object.layout, ends, passage);
        Ok(object.grid.edit(&edit.ok_or(GridstarStatus::BadPassage)?)?)
    })
}

/// Writes how two cells can be passed between that share a side: GridstarPassage, as `from` sees it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_get_passage(
    grid: u64,
    from: *const Cell,
    to: *const Cell,
    passage_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        let (ends, passage_out) = ([read(from)?, read(to)?], Out::new(passage_out)?);
        let object = GridObject::of(grid)?;
        ends.iter().try_for_each(|&end| object.check(end))?;
        let edge = object.layout.edge_between(ends[0], ends[1]).ok_or(GridstarStatus::BadPassage)?;
        let (Cell { x, y }, mut byte) = (edge.owner, [0]);
        object
            .grid
            .read_data(CellData::Passages, Rect { x, y, width: 1, height: 1 }, || Ok::<_, GridstarStatus>(&mut byte))?;
        passage_out.ok(edge.passage(byte[0]).number())
    })
}

/// Sets how cells of a rectangle can be passed between and neighbors outside it, as the cells inside see it: a wall
/// around a room, or a fence along one side of a row. `sides` adds up GRIDSTAR_SIDE_ constants.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_grid_set_passages(
    grid: u64,
    rect: *const GridstarRect,
    sides: u32,
    passage: u32,
) -> GridstarStatus {
    fence(|| {
        let (rect, object) = (optional(rect)?, GridObject::of(grid)?);
        let (rect, passage) = (rect_or_all(&object, rect), Passage::of_number(passage)?);
        let sides = Sides::of_number(sides).ok_or(GridstarStatus::BadFlag)?;
        object.grid.set_outline(object.layout, rect, sides, passage).map_err(|error| of_rect(error.into()))
    })
}
