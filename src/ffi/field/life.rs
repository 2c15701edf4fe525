//! Creating and destroying fields, and what they are.

use super::object::{FIELDS, FieldObject};
use super::structs::{GRIDSTAR_FIELD_FROM_STARTS, GridstarFieldInfo};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{Out, OutStruct, input};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::structs::{GridstarQueryDef, query_def_or_default};
use crate::field::Sense;
use crate::grid::Cell;

/// Creates a field and writes its id, which is never 0: the costs of optimal paths from every cell to the nearest of
/// `goal_count` goals, and the next cell of each of these paths. One field answers for any number of agents, so that
/// a thousand agents on their way to one goal need one field and no search. With GRIDSTAR_FIELD_FROM_STARTS in `flags`
/// the cells are starts instead: with a max_cost, the field is what a unit can reach.
///
/// The costs are those of the paths of gridstar_grid_find_path with the same query def: its rule, costs, profile, size,
/// penalties and cover apply. Its order, heuristic, weight and limit of expansions do not matter, but must be valid. A
/// null `query_def` means the grid's own settings. With a max_cost, cells beyond have no cost, and the field holds only
/// the rectangle that paths within the limit can pass. Goals on which the agent can't stand are reached by no path;
/// those on which it could after an edit are reached after gridstar_field_update.
///
/// `max_visits` is about the number of cells that are read or written until building pauses: OK if the field is built,
/// else STILL_RUNNING, and gridstar_field_advance, which says more about visits, or gridstar_field_submit go on. 0
/// builds it in this call.
///
/// - OK, STILL_RUNNING: the field exists until gridstar_destroy or gridstar_destroy_all.
/// - NULL_POINTER, CELL_OUTSIDE, the errors of a query def, UNSUPPORTED_QUERY (a path form other than CELLS, max_cells,
///   GRIDSTAR_QUERY_PARTIAL_PATH or GRIDSTAR_QUERY_LEAVE_BLOCKED): errors. No field exists.
///
/// A field shows one revision of the grid. Edits do not change it: see gridstar_field_update. It refers to the grid and
/// does not own it. Once the grid is destroyed, the field still answers.
///
/// Memory: 6 bytes for each cell of the rectangle, 10 where a path costs 2^32 units or more, and 4 more where cells
/// cost differently. While it is built, 24 for each cell that waits. After an update or other goals, 4 more for each
/// cell, 8 where costs are long or cells cost differently, 12 where both hold.
///
/// Source: Dijkstra, 1959, in canonical order: Sturtevant and Rabin, 2016. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_field_create(
    grid: u64,
    goals: *const Cell,
    goal_count: u32,
    flags: u32,
    max_visits: u32,
    query_def: *const GridstarQueryDef,
    field_out: *mut u64,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (goals, def, field_out) =
            unsafe { (input(goals, goal_count)?, query_def_or_default(query_def)?, Out::new(field_out)?) };
        let sense = match flags {
            0 => Sense::ToGoals,
            GRIDSTAR_FIELD_FROM_STARTS => Sense::FromStarts,
            _ => return Err(GridstarStatus::BadFlag),
        };
        let (object, status) = FieldObject::begin(grid, goals, (sense, None), def, max_visits.into())?;
        field_out.write(FIELDS.insert(object)?);
        Ok(status)
    })
}

/// Writes the state of a field. Set `info_out->struct_size` first.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE, INVALID_ID or POISONED. Thread-safe; waits for nobody.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_field_get_info(field: u64, info_out: *mut GridstarFieldInfo) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let info_out = unsafe { OutStruct::new(info_out) }?;
        let object = FieldObject::of(field)?;
        let (progress, shown) = (object.progress()?, object.shown().ok());
        let area = shown.as_ref().map(|shown| shown.area());
        info_out.ok(GridstarFieldInfo {
            struct_size: 0,
            status: progress.status as i32,
            grid: object.grid,
            revision: shown.as_ref().map_or(0, |shown| shown.revision()),
            bytes: progress.bytes + shown.as_ref().map_or(0, |shown| shown.bytes()),
            builds: progress.builds,
            goal_count: shown.as_ref().map_or(0, |shown| shown.goals().len() as u32),
            flags: if object.sense == Sense::FromStarts { GRIDSTAR_FIELD_FROM_STARTS } else { 0 },
            x: area.map_or(0, |area| area.x),
            y: area.map_or(0, |area| area.y),
            width: area.map_or(0, |area| area.width),
            height: area.map_or(0, |area| area.height),
        })
    })
}
