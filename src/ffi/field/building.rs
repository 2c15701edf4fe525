//! Building fields, and bringing them up to date.

use super::object::FieldObject;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::input;
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::work::pool;
use crate::ffi::work::task::{FieldBuilding, Task};
use crate::grid::Cell;
use crate::try_arc::TryArc;

/// Goes on building a field until about `max_visits` visits were made; 0 for all that is left. A visit is a cell that
/// is read, written, copied or cleared, or work that takes about as long, so that a call takes a share of a frame on a
/// map of any size: 100,000 visits take about a millisecond. A call makes at most a few rows more than it is given. The
/// first call after edits also makes the edits that wait, like any call that reads the grid. The call that ends an
/// update of a whole map where cells cost differently may give memory back to the system all at once, which takes 0.8
/// ms for 1024 x 1024 cells and 9 ms for 4096 x 4096.
///
/// - OK: the field shows what was asked for last, by gridstar_field_create, gridstar_field_combine,
///   gridstar_field_update or gridstar_field_set_goals.
/// - STILL_RUNNING: it does not show it yet. Answers are those of before, if there were any.
/// - OUT_OF_MEMORY: the field answers as before, and the next call begins again.
/// - INVALID_ID, INVALID_PROFILE, INVALID_COVER, NOT_READY: an update that was asked for during earlier work can't
///   begin, because the grid, the profile, the cover, or a field that is combined was destroyed. The field answers as
///   before.
/// - INVALID_ID (of the field), POISONED: errors.
///
/// The field in the end does not depend on how it was built. Thread-safe; waits for other calls that build
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
/// door takes about 0.02 ms. `max_visits` is that of gridstar_field_advance, which goes on. Until these calls are
/// through, the field answers as before.
///
/// While earlier work is under way, the update is remembered: the earlier work goes on to its end and is shown, and
/// then the field follows the grid as it is by then. So a game that edits and updates in every frame sees new states
/// however few visits it gives, each of them at most as old as two builds take. A build takes 2 to 5 visits a cell on
/// most maps, and ten for a combined field: with 10,000 visits a call, what a field of 512 x 512 cells shows is at
/// most about 260 calls old, and far newer if edits change little.
///
/// The field is built anew from its goals, which `builds` of GridstarFieldInfo counts, where
/// - the profile, or the grid's rule or costs, have changed;
/// - the agent can stand on a goal where it could not, or the other way; or a start is blocked;
/// - penalties or multipliers are there for the first time, or count in other fractions than before;
/// - more than 1/16 of the cells changed or lost their costs, or 1/4 where cells cost differently.
///
/// The costs are the same in both cases. The first update keeps a second field of the same size.
///
/// - OK: the field shows the grid of this call, or a later one.
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
/// gridstar_field_update: while earlier work is under way, the goals of the last call are remembered, so that a field
/// whose goal moves in every frame shows where it was a little earlier. With a `max_visits` of 0 earlier work is left
/// out.
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
