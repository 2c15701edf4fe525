//! Creating and destroying reservations, and moving their window.

use super::object::{RESERVATIONS, ReservationsObject, with_reservations};
use super::structs::GridstarReservationsInfo;
use crate::cooperative::Reservations;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{Out, OutStruct, SizedStruct};
use crate::ffi::boundary::poisonable::Poisonable;
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::object::GridObject;

/// Creates reservations of a grid's cells and writes their id, which is never 0: which cells are taken at which ticks,
/// in a window of 1 <= window <= GRIDSTAR_MAX_WINDOW ticks. Nothing is taken, and the first tick is 0. The reservations
/// live until gridstar_destroy or gridstar_destroy_all. They refer to the grid and do not own
/// it.
///
/// A tick is the time of one step, straight or diagonal. A step over weighted ground takes as many ticks as its cost
/// counts for each unit of its length, rounded up: with multipliers of 2 and 3 at its ends, 3 ticks.
///
/// Memory: 32 to 64 bytes for each cell that is taken at a tick and for each place that is passed during one, and twice
/// as much for plans; 8 bytes per cell of the grid; and about 120 bytes for each cell, at each tick, that the largest
/// search reached. It is kept until the reservations are destroyed.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID (of the grid), BAD_WINDOW or OUT_OF_MEMORY. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_reservations_create(
    grid: u64,
    window: u32,
    reservations_out: *mut u64,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let reservations_out = unsafe { Out::new(reservations_out) }?;
        let size = GridObject::of(grid)?.grid.size();
        let reservations = Poisonable::new(Reservations::new(window).ok_or(GridstarStatus::BadWindow)?);
        let object = ReservationsObject { grid, size, reservations };
        reservations_out.ok(RESERVATIONS.insert(object)?)
    })
}

/// Writes the state of reservations. Set `info_out->struct_size` first.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, BAD_STRUCT_SIZE, INVALID_ID or POISONED. Thread-safe. Other calls for
/// the reservations wait until this call returns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_reservations_get_info(
    reservations: u64,
    info_out: *mut GridstarReservationsInfo,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let info_out = unsafe { OutStruct::new(info_out) }?;
        with_reservations(reservations, |object, reservations| {
            info_out.ok(GridstarReservationsInfo {
                window: reservations.window(),
                tick: reservations.tick(),
                grid: object.grid,
                claims: reservations.claims(),
                bytes: reservations.bytes(),
                ..GridstarReservationsInfo::DEFAULT
            })
        })
    })
}

/// Frees everything that is taken, also by plans. The first tick stays, and the memory is kept.
///
/// Fails with INVALID_ID or POISONED. Thread-safe. Other calls for the reservations wait until this call returns.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_reservations_clear(reservations: u64) -> GridstarStatus {
    fence(|| {
        with_reservations(reservations, |_, reservations| {
            reservations.clear();
            Ok(())
        })
    })
}

/// Moves the window on by a number of ticks. What was taken before its first tick is forgotten; nothing is taken at its
/// new last ticks.
///
/// Fails with INVALID_ID, BAD_TICK (the first tick would come above 2^32 - 257) or POISONED. Thread-safe. Other calls
/// for the reservations wait until this call returns.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_reservations_advance(reservations: u64, ticks: u32) -> GridstarStatus {
    fence(|| with_reservations(reservations, |_, reservations| Ok(reservations.advance(ticks)?)))
}
