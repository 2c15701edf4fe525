//! Taking cells by hand, and asking what is taken.

use super::object::with_reservations;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::flag;
use crate::ffi::boundary::pointers::{Out, input};
use crate::ffi::boundary::status::GridstarStatus;
use crate::grid::Cell;

/// Takes cells at the ticks from `first_tick` to `last_tick`, both included, which must lie in the window: from its
/// first tick to `window` ticks later. For whatever no plan moves: a closing gate, a tower about to fall, an agent of
/// another system. A cell may be taken by hand and by a plan: it is free again when both have given it up.
///
/// Plans keep out of these cells. They may still swap cells with something that moves from one taken cell to another,
/// because cells are taken here, not moves.
///
/// Takes all cells or, after an error, none. Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, CELL_OUTSIDE,
/// BAD_TICK, OUT_OF_MEMORY or POISONED. Thread-safe. Other calls for the reservations wait until this call returns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_reservations_take(
    reservations: u64,
    cells: *const Cell,
    count: u32,
    first_tick: u32,
    last_tick: u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let cells = unsafe { input(cells, count) }?;
        with_reservations(reservations, |object, reservations| {
            cells.iter().try_for_each(|&cell| object.check(cell))?;
            Ok(reservations.take(cells, first_tick, last_tick)?)
        })
    })
}

/// Gives up what the plans of one owner have taken: of an agent that has arrived, died, or is planned anew alone. What
/// others have taken stays taken, also where both have taken the same cell.
///
/// - With `of_batch` = 0, `owner` is the number that was given to gridstar_reservations_find_path. GRIDSTAR_BY_HAND
///   gives up what was taken by hand.
/// - With `of_batch` = 1, it is the index of an agent of the last gridstar_reservations_plan. Agents of that call whose
///   cells overlap at the first tick stand; each gives up its own claim of the cells that they share.
///
/// Returns OK, also if nothing was taken for the owner. Fails with INVALID_ID, BAD_FLAG (of `of_batch`) or POISONED.
/// Takes no memory. Thread-safe. Other calls for the reservations wait until this call returns.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_reservations_release(reservations: u64, owner: u32, of_batch: u32) -> GridstarStatus {
    fence(|| {
        let of_batch = flag(of_batch)?;
        with_reservations(reservations, |_, reservations| {
            match of_batch {
                true => reservations.release_planned(owner),
                false => reservations.release(owner),
            }
            Ok(())
        })
    })
}

/// Writes 1 if a cell is taken at a tick of the window, by hand or by a plan, else 0.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, CELL_OUTSIDE, BAD_TICK or POISONED. Thread-safe. Other
/// calls for the reservations wait until this call returns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_reservations_is_taken(
    reservations: u64,
    x: i32,
    y: i32,
    tick: u32,
    taken_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let taken_out = unsafe { Out::new(taken_out) }?;
        with_reservations(reservations, |object, reservations| {
            let cell = Cell::new(x, y);
            object.check(cell)?;
            taken_out.ok(reservations.is_taken(cell, tick)?.into())
        })
    })
}
