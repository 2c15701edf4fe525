//! Fields: creating and building them, bringing them up to date, and combining them.

use super::object::{CombinedParts, FIELDS, FieldObject};
use crate::OutOfMemory;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::Numbered;
use crate::ffi::boundary::pointers::{Out, OutStruct, SizedStruct, input};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::{GridstarQueryDef, query_def_or_default};
use crate::ffi::work::pool::pool;
use crate::ffi::work::task::{FieldBuilding, Task};
use crate::field::{Combination, Sense};
use crate::grid::Cell;
use crate::try_arc::TryArc;

/// A flag of gridstar_field_create: the cells are starts, and the field tells the costs of paths from the nearest start
/// to each cell. Without the flag the cells are goals, and paths lead to them. The two
/// differ with the charge ENTERED, one-way steps and blocked cells.
pub const GRIDSTAR_FIELD_FROM_STARTS: u32 = 1;

/// The largest weight of a field.
const MAX_WEIGHT: f64 = 1024.0;

/// The state of a field.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarFieldInfo {
    /// Size of this struct.
    pub struct_size: u32,
    /// A value of GridstarStatus: OK if the field shows what was asked for last, STILL_RUNNING while it is being built,
    /// or the error of gridstar_field_advance.
    pub status: i32,
    /// The id of the field's grid.
    pub grid: u64,
    /// The revision of the grid that the answers show; 0 before the field is built for the first time.
    pub revision: u64,
    /// Memory of the field in bytes.
    pub bytes: u64,
    /// How often the field was built from its goals, the first time included.
    pub builds: u64,
    /// Number of different goals or starts that the field shows; 0 before it is built.
    pub goal_count: u32,
    /// A sum of GRIDSTAR_FIELD_ flags.
    pub flags: u32,
    /// The rectangle outside of which no cell has a cost; empty before the field is built. First column.
    pub x: i32,
    /// First row of the rectangle.
    pub y: i32,
    /// Columns of the rectangle.
    pub width: u32,
    /// Rows of the rectangle.
    pub height: u32,
}

// SAFETY: repr(C), a u32 first, and fields of integers without padding between them.
unsafe impl SizedStruct for GridstarFieldInfo {
    const SIZES: &'static [u32] = &[64];
}

/// Creates a field and writes its id: the costs of optimal paths from every cell to the nearest of `goal_count` goals,
/// for any number of agents. With GRIDSTAR_FIELD_FROM_STARTS in `flags` the cells are starts instead: with a max_cost,
/// the field is what a unit can reach.
///
/// The costs are those of gridstar_grid_find_path; order, heuristic, weight and limit of expansions do not matter.
/// Cells beyond a max_cost have no cost.
///
/// `max_visits` limits the work of this call, as in gridstar_field_advance. STILL_RUNNING:
/// gridstar_field_advance or gridstar_field_submit go on.
///
/// A field shows one revision of the grid, until gridstar_field_update, also once the grid is destroyed. It takes 6 to
/// 14 bytes for each cell that paths within the max_cost can pass, and more after an update.
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
        let (goals, def, field_out) =
            (input(goals, goal_count)?, query_def_or_default(query_def)?, Out::new(field_out)?);
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

/// Writes the state of a field.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_field_get_info(field: u64, info_out: *mut GridstarFieldInfo) -> GridstarStatus {
    fence(|| {
        let info_out = OutStruct::new(info_out)?;
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

/// Goes on building a field until about `max_visits` cells were read or written; 0 for all that is left. 100,000 visits
/// take about a millisecond. The field in the end does not depend on how it was built.
///
/// - STILL_RUNNING: the field does not show what was asked for last. Answers are those of before, if there were any.
/// - INVALID_ID, INVALID_PROFILE, INVALID_COVER, NOT_READY: an update can't begin, because the grid, the profile, the
///   cover or a combined field was destroyed. The field answers as before.
/// - OUT_OF_MEMORY: the field answers as before, and the next call begins again.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_field_advance(field: u64, max_visits: u32) -> GridstarStatus {
    fence(|| FieldObject::of(field)?.advance(max_visits.into()))
}

/// Has a field built by the worker threads, or by gridstar_work_run. Work with a larger
/// `priority` goes first, as for gridstar_ticket_submit. gridstar_field_get_info tells when it is built.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_field_submit(field: u64, priority: i32) -> GridstarStatus {
    fence(|| {
        let task = Task::Field(FieldBuilding::new(FieldObject::of(field)?));
        Ok(pool()?.submit(TryArc::try_new(task)?, priority)?)
    })
}

/// Brings a field up to date with the edits of its grid and the changes of its profile. The time grows with the number
/// of cells whose costs change. Until it is through, the field answers as before. `max_visits` and errors are those of
/// gridstar_field_advance, which goes on.
///
/// An update during earlier work follows it, with the grid as it is by then.
///
/// STILL_RUNNING: the field does not show the grid of this call yet.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_field_update(field: u64, max_visits: u32) -> GridstarStatus {
    fence(|| FieldObject::of(field)?.update(max_visits.into()))
}

/// Gives a field other goals or starts, for the grid as it is now, and builds it anew. All else is as for
/// gridstar_field_update; with a `max_visits` of 0 earlier work is left out. UNSUPPORTED_QUERY: a field of
/// gridstar_field_combine. Statuses are those of gridstar_field_update.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_field_set_goals(
    field: u64,
    goals: *const Cell,
    goal_count: u32,
    max_visits: u32,
) -> GridstarStatus {
    fence(|| {
        let goals = input(goals, goal_count)?;
        let object = FieldObject::of(field)?;
        if object.parts.is_some() {
            return Err(GridstarStatus::UnsupportedQuery);
        }
        object.set_goals(goals, max_visits.into())
    })
}

/// Creates a field that leads to the best place by the costs of other fields of the grid, and writes its id. It is read
/// like a field of goals.
///
/// Each cell has a value: the costs of the `field_count` fields there, each times its weight from -1024 to 1024, as one
/// number by `operation`, a value of GridstarFieldOperation. The cost of a cell is the least sum of a value and the
/// cost of the path to its cell, counted from the best place of the grid.
///
/// - Flee: one field of threats, and a weight of -1.2.
/// - Meet: the sum or the maximum of fields from several agents.
/// - Choose: the minimum of fields leads to the nearest goal of any.
///
/// A cell beyond the max_cost of a field counts as that cost; one without a cost for another reason has no value.
///
/// gridstar_field_update follows the grid; update the fields first. STILL_RUNNING as in
/// gridstar_field_create.
///
/// UNSUPPORTED_QUERY: a field of another grid or with other step costs, or a max_cost. NOT_READY: a field was not
/// built.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_field_combine(
    grid: u64,
    fields: *const u64,
    weights: *const f64,
    field_count: u32,
    operation: u32,
    max_visits: u32,
    query_def: *const GridstarQueryDef,
    field_out: *mut u64,
) -> GridstarStatus {
    fence(|| {
        let (ids, weights) = (input(fields, field_count)?, input(weights, field_count)?);
        let (def, field_out) = (query_def_or_default(query_def)?, Out::new(field_out)?);
        let how = Combination::of_number(operation)?;
        if !weights.iter().all(|weight| weight.abs() <= MAX_WEIGHT) {
            return Err(GridstarStatus::BadWeight);
        }
        let mut fields = Vec::new();
        fields.try_reserve_exact(ids.len()).map_err(OutOfMemory::from)?;
        fields.extend(ids.iter().copied().zip(weights.iter().copied()));
        let parts = Some(CombinedParts { how, fields });
        let (object, status) = FieldObject::begin(grid, &[], (Sense::ToGoals, parts), def, max_visits.into())?;
        field_out.write(FIELDS.insert(object)?);
        Ok(status)
    })
}
