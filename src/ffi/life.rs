//! The end of objects of all kinds, and how many live.

use crate::ffi::boundary::fence::{fence, fence_or};
use crate::ffi::boundary::kinds::GridstarKind::{self, *};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::cover::{self, object::COVERS};
use crate::ffi::crowd::object::CROWDS;
use crate::ffi::field::object::FIELDS;
use crate::ffi::floors::field_object::FLOOR_FIELDS;
use crate::ffi::floors::object::FLOORS;
use crate::ffi::grid::object::GRIDS;
use crate::ffi::profile::PROFILES;
use crate::ffi::reservations::RESERVATIONS;
use crate::ffi::stepper::STEPPERS;
use crate::ffi::ticket::object::TICKETS;

/// Destroys an object of any kind. Calls, steppers and tickets that have begun keep what they use. A second call for an
/// id is refused as for any stale id. Takes no memory.
///
/// - A grid ends with its covers. What else refers to it stays, and says so when it is used.
/// - The cells of a cover are as the map and other covers say.
/// - Queries of a ticket that run now end first, and no others begin.
/// - Floors and their links end, but not their grids.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_destroy(id: u64) -> GridstarStatus {
    fence(|| destroy(id))
}

/// Tells whether an id names a living object of a kind, a value of GridstarKind; ANY accepts every kind. The status is
/// the one that a call for such an object would give.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_is_valid(id: u64, kind: u32) -> GridstarStatus {
    fence(|| {
        let (kind, actual) = (GridstarKind::of_number(kind)?, GridstarKind::of_id(id));
        let wanted = if kind == Any { actual } else { kind };
        if wanted == actual && lives(actual, id) { Ok(()) } else { Err(wanted.missing()) }
    })
}

/// Returns the number of living objects of a kind in this process, a value of GridstarKind. ANY counts all objects, and
/// unknown numbers none.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_live_count(kind: u32) -> u32 {
    fence_or(0, || GridstarKind::of_number(kind).map_or(0, live_count))
}

/// Destroys every object of a kind in this process and returns how many of this kind there were; kinds are as for
/// gridstar_live_count. For hosts that keep the library loaded while scripts reload, such as the Unity Editor. An
/// object that another thread creates meanwhile may survive. Takes no memory.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_destroy_all(kind: u32) -> u32 {
    fence_or(0, || GridstarKind::of_number(kind).map_or(0, destroy_all))
}

/// All kinds, those that refer to others first.
const KINDS: [GridstarKind; 10] =
    [Ticket, Crowd, FloorField, Field, Stepper, Reservations, Floors, Cover, Grid, Profile];

fn destroy(id: u64) -> Result<(), GridstarStatus> {
    let kind = GridstarKind::of_id(id);
    let removed = match kind {
        Any => None,
        Grid => GRIDS.remove(id).map(|grid| _ = cover::end_covers(&grid)),
        Floors => FLOORS.remove(id).map(drop),
        Stepper => STEPPERS.remove(id).map(drop),
        Profile => PROFILES.remove(id).map(drop),
        Ticket => TICKETS.remove(id).map(drop),
        Reservations => RESERVATIONS.remove(id).map(drop),
        Cover => COVERS.remove(id).map(|cover| cover::end(id, &cover)),
        Field => FIELDS.remove(id).map(drop),
        Crowd => CROWDS.remove(id).map(drop),
        FloorField => FLOOR_FIELDS.remove(id).map(drop),
    };
    removed.ok_or(kind.missing())
}

fn lives(kind: GridstarKind, id: u64) -> bool {
    match kind {
        Any => false,
        Grid => GRIDS.get(id).is_some(),
        Floors => FLOORS.get(id).is_some(),
        Stepper => STEPPERS.get(id).is_some(),
        Profile => PROFILES.get(id).is_some(),
        Ticket => TICKETS.get(id).is_some(),
        Reservations => RESERVATIONS.get(id).is_some(),
        Cover => COVERS.get(id).is_some(),
        Field => FIELDS.get(id).is_some(),
        Crowd => CROWDS.get(id).is_some(),
        FloorField => FLOOR_FIELDS.get(id).is_some(),
    }
}

fn live_count(kind: GridstarKind) -> u32 {
    match kind {
        Any => KINDS.into_iter().map(live_count).sum(),
        Grid => GRIDS.live_count(),
        Floors => FLOORS.live_count(),
        Stepper => STEPPERS.live_count(),
        Profile => PROFILES.live_count(),
        Ticket => TICKETS.live_count(),
        Reservations => RESERVATIONS.live_count(),
        Cover => COVERS.live_count(),
        Field => FIELDS.live_count(),
        Crowd => CROWDS.live_count(),
        FloorField => FLOOR_FIELDS.live_count(),
    }
}

fn destroy_all(kind: GridstarKind) -> u32 {
    match kind {
        Any => KINDS.into_iter().map(destroy_all).sum(),
        Grid => GRIDS.clear_after(|_, grid| _ = cover::end_covers(grid)),
        Floors => FLOORS.clear(),
        Stepper => STEPPERS.clear(),
        Profile => PROFILES.clear(),
        Ticket => TICKETS.clear(),
        Reservations => RESERVATIONS.clear(),
        Cover => COVERS.clear_after(cover::end),
        Field => FIELDS.clear(),
        Crowd => CROWDS.clear(),
        FloorField => FLOOR_FIELDS.clear(),
    }
}
