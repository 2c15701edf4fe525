//! Building fields, and bringing them up to date.

use super::object::FieldObject;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::input;
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::work::pool::pool;
use crate::ffi::work::task::{FieldBuilding, Task};
use crate::grid::Cell;
use crate::try_arc::TryArc;

/// Goes on building a field until about `max_visits` cells were read or written; 0 for all that is left. A share of a
/// frame: 100,000 cells take about a millisecond.
///
/// - OK: the field shows what it was built for.
/// - STILL_RUNNING: it is not built yet. Answers are those of before, if there were any.
/// - OUT_OF_MEMORY: the field answers as before, and the next call begins again.
/// - INVALID_ID, POISONED: errors.
///
/// What the field shows in the end does not depend on how it was built. Thread-safe; waits for other calls that build
/// the field.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_field_advance(field: u64, max_visits: u32) -> GridstarStatus {
    fence(|| FieldObject::of(field)?.advance(max_visits.into()))
}

/// Has a field built by the worker threads, or by gridstar_work_run, while the caller goes on. Work with a larger
/// `priority` goes first, as for gridstar_ticket_submit. gridstar_field_get_info tells when it is built.
///
/// Fails with INVALID_ID or OUT_OF_MEMORY. Thread-safe; never waits.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_field_submit(field: u64, priority: i32) -> GridstarStatus {
    fence(|| {
        let task = Task::Field(FieldBuilding::new(FieldObject::of(field)?));
        Ok(pool()?.submit(TryArc::try_new(task)?, priority)?)
    })
}

/// Brings a field up to date with the edits of its grid and the changes of its profile. Takes a time that grows with
/// what the edits change: the cells whose costs they raise or lower. On a map of 512 x 512 cells with small rooms, a
/// door takes about 0.02 ms. `max_visits` is that of gridstar_field_create. Until the call or those that go on are
/// through, the field answers as before.
///
/// The field is built anew from its goals, which `builds` of GridstarFieldInfo counts, where
/// - the profile, or the grid's rule or costs, have changed;
/// - the agent can stand on a goal where it could not, or the other way; or a start is blocked;
/// - penalties or multipliers are there for the first time, or count in other fractions than before;
/// - more than 1/16 of the cells changed or lost their costs, or 1/4 where cells cost differently.
///
/// The costs are the same in both cases. The first update keeps a second field of the same size.
///
/// - OK: the field shows the grid of this call.
/// - STILL_RUNNING: it does not show it yet.
/// - INVALID_ID: the field or its grid was destroyed.
/// - INVALID_PROFILE, INVALID_COVER: the profile or cover of its query def was destroyed.
/// - OUT_OF_MEMORY: the field answers as before, and the next call begins again.
/// - POISONED: an error.
///
/// Does nothing if nothing has changed. Thread-safe; waits for other calls that build the field.
///
/// Source: Ramalingam and Reps, "An Incremental Algorithm for a Generalization of the Shortest-Path Problem", 1996.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_field_update(field: u64, max_visits: u32) -> GridstarStatus {
    fence(|| FieldObject::of(field)?.update(max_visits.into()))
}

/// Gives a field other goals or starts, for the grid as it is now, and builds it anew. All else is as for
/// gridstar_field_update.
///
/// Statuses are those of gridstar_field_update, and NULL_POINTER, MISALIGNED_POINTER, CELL_OUTSIDE and
/// UNSUPPORTED_QUERY (a field of gridstar_field_combine). Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_field_set_goals(
    field: u64,
    goals: *const Cell,
    goal_count: u32,
    max_visits: u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let goals = unsafe { input(goals, goal_count) }?;
        let object = FieldObject::of(field)?;
        if object.parts.is_some() {
            return Err(GridstarStatus::UnsupportedQuery);
        }
        object.set_goals(goals, max_visits.into())
    })
}
