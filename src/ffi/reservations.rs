//! Reservations: which cells are taken at which ticks, by hand and by plans of agents that keep apart.

pub(super) mod planning;
pub(super) mod state;

use crate::cooperative::Reservations;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::kinds::GridstarKind;
use crate::ffi::boundary::numbers::{Numbered, flag};
use crate::ffi::boundary::pointers::{Out, OutStruct, SizedStruct, input};
use crate::ffi::boundary::poisonable::Poisonable;
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::object::GridObject;
use crate::grid::Cell;
use crate::handle_table::HandleTable;
use crate::saved::StateGround;
use crate::try_arc::TryArc;

/// The longest window of reservations, in ticks.
pub const GRIDSTAR_MAX_WINDOW: u32 = 256;

const _: () = assert!(GRIDSTAR_MAX_WINDOW == crate::cooperative::MAX_WINDOW);

/// The owner of what gridstar_reservations_take has taken: see gridstar_reservations_release.
pub const GRIDSTAR_BY_HAND: u32 = 0xffff_ffff;

const _: () = assert!(GRIDSTAR_BY_HAND == crate::cooperative::BY_HAND);

/// State of reservations.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarReservationsInfo {
    /// Size of this struct.
    pub struct_size: u32,
    /// Ticks from the first to the last one.
    pub window: u32,
    /// First tick of the window.
    pub tick: u32,
    /// 0.
    pub reserved: u32,
    /// Id of the grid, which may have been destroyed.
    pub grid: u64,
    /// Number of claims: cells at ticks, and places between cells that agents pass.
    pub claims: u64,
    /// Memory of the reservations in bytes, with that of their searches.
    pub bytes: u64,
}

// SAFETY: repr(C), a u32 first, and integers without padding between them.
unsafe impl SizedStruct for GridstarReservationsInfo {
    const SIZES: &'static [u32] = &[40];
}

/// Creates reservations of a grid's cells: which are taken at which ticks, in a window of 1 <= window <=
/// GRIDSTAR_MAX_WINDOW ticks. Nothing is taken, and the first tick is 0.
///
/// A tick is the time of one step, straight or diagonal. A step over weighted ground takes as many ticks as its cost
/// counts for each unit of its length, rounded up: with multipliers of 2 and 3 at its ends, 3 ticks.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_reservations_create(
    grid: u64,
    window: u32,
    reservations_out: *mut u64,
) -> GridstarStatus {
    fence(|| {
        let reservations_out = Out::new(reservations_out)?;
        let ground = ground_of(&*GridObject::of(grid)?);
        let reservations = Poisonable::new(Reservations::new(window).ok_or(GridstarStatus::BadWindow)?);
        reservations_out.ok(RESERVATIONS.insert(ReservationsObject { grid, ground, reservations })?)
    })
}

/// Writes the state of reservations.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_reservations_get_info(
    reservations: u64,
    info_out: *mut GridstarReservationsInfo,
) -> GridstarStatus {
    fence(|| {
        let info_out = OutStruct::new(info_out)?;
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
/// new last ticks. The first tick is at most 2^32 - 257 (BAD_TICK).
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_reservations_advance(reservations: u64, ticks: u32) -> GridstarStatus {
    fence(|| with_reservations(reservations, |_, reservations| Ok(reservations.advance(ticks)?)))
}

/// Takes all cells at the ticks from `first_tick` to `last_tick`, both included and in the window (its first tick to
/// `window` ticks later), for whatever no plan moves: a closing gate, an agent of another system. Plans keep out of
/// them, but may swap cells with something that moves from one taken cell to another: cells are taken, not moves. A
/// cell that a plan has taken too is free when both have given it up.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_reservations_take(
    reservations: u64,
    cells: *const Cell,
    count: u32,
    first_tick: u32,
    last_tick: u32,
) -> GridstarStatus {
    fence(|| {
        let cells = input(cells, count)?;
        with_reservations(reservations, |object, reservations| {
            cells.iter().try_for_each(|&cell| object.check(cell))?;
            Ok(reservations.take(cells, first_tick, last_tick)?)
        })
    })
}

/// Gives up what one owner has taken, if anything: an agent that has arrived or died. What others have taken stays
/// taken.
///
/// - With `of_batch` = 0, `owner` is the number that was given to gridstar_reservations_find_path, or GRIDSTAR_BY_HAND
///   for what was taken by hand.
/// - With `of_batch` = 1, it is the index of an agent of the last gridstar_reservations_plan.
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
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_reservations_is_taken(
    reservations: u64,
    x: i32,
    y: i32,
    tick: u32,
    taken_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        let taken_out = Out::new(taken_out)?;
        with_reservations(reservations, |object, reservations| {
            let cell = Cell::new(x, y);
            object.check(cell)?;
            taken_out.ok(reservations.is_taken(cell, tick)?.into())
        })
    })
}

pub(crate) static RESERVATIONS: HandleTable<ReservationsObject> =
    HandleTable::of_kind(GridstarKind::Reservations as u8);

/// Reservations as callers know them.
#[derive(Debug)]
pub(crate) struct ReservationsObject {
    /// The id of the grid, which may have been destroyed.
    grid: u64,
    ground: StateGround,
    reservations: Poisonable<Reservations>,
}

impl ReservationsObject {
    /// The reservations of an id. The table's lock is released on return.
    fn of(id: u64) -> Result<TryArc<Self>, GridstarStatus> {
        RESERVATIONS.get(id).ok_or(GridstarStatus::InvalidId)
    }

    /// Refuses a cell outside the grid.
    fn check(&self, cell: Cell) -> Result<(), GridstarStatus> {
        if self.ground.size.contains(cell) { Ok(()) } else { Err(GridstarStatus::CellOutside) }
    }
}

/// The part of a grid with which the state of reservations must agree.
fn ground_of(grid: &GridObject) -> StateGround {
    StateGround { size: grid.grid.size(), layout: grid.layout.number() }
}

/// Runs a call for the reservations of an id.
fn with_reservations<R>(
    id: u64,
    call: impl FnOnce(&ReservationsObject, &mut Reservations) -> Result<R, GridstarStatus>,
) -> Result<R, GridstarStatus> {
    let object = ReservationsObject::of(id)?;
    object.reservations.with(|reservations| call(&object, reservations))
}
