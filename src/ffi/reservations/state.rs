//! The states of reservations: hashed, copied, saved and loaded.

use super::{RESERVATIONS, ReservationsObject, ground_of, with_reservations};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{Out, OutBuffer, input, write_bytes};
use crate::ffi::boundary::poisonable::Poisonable;
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::object::GridObject;
use crate::saved::{read_reservations, write_reservations};

/// Writes a hash of all on which later plans depend, but the grid.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_reservations_get_hash(reservations: u64, hash_out: *mut u64) -> GridstarStatus {
    fence(|| {
        let hash_out = Out::new(hash_out)?;
        let hash = with_reservations(reservations, |_, reservations| Ok(reservations.hash()))?;
        hash_out.ok(hash)
    })
}

/// Gives reservations the state of other ones on a grid of the same size and layout (DIFFERENT_GRIDS).
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_reservations_copy_from(reservations: u64, other: u64) -> GridstarStatus {
    fence(|| {
        ReservationsObject::of(reservations)?.copy_from(&*ReservationsObject::of(other)?)?;
        Ok(GridstarStatus::Ok)
    })
}

/// Writes the state that gridstar_reservations_get_hash counts as bytes for gridstar_reservations_load.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_reservations_save(
    reservations: u64,
    bytes_out: *mut u8,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        let (out, count_out) = (OutBuffer::new(bytes_out, capacity)?, Out::new(count_out)?);
        let bytes = with_reservations(reservations, |object, reservations| {
            Ok(write_reservations(&object.ground, reservations)?)
        })?;
        write_bytes(bytes.bytes(), out, &count_out)
    })
}

/// Creates reservations in a state that gridstar_reservations_save wrote, on a grid of the same size and layout
/// (DIFFERENT_GRIDS). Other bytes: FOREIGN_BYTES, NEWER_BYTES, DAMAGED_BYTES.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_reservations_load(
    grid: u64,
    bytes: *const u8,
    count: u32,
    reservations_out: *mut u64,
) -> GridstarStatus {
    fence(|| {
        let (bytes, reservations_out) = (input(bytes, count)?, Out::new(reservations_out)?);
        let ground = ground_of(&*GridObject::of(grid)?);
        let reservations = Poisonable::new(read_reservations(&ground, bytes)?);
        reservations_out.ok(RESERVATIONS.insert(ReservationsObject { grid, ground, reservations })?)
    })
}

impl ReservationsObject {
    /// Takes over the state of other reservations.
    fn copy_from(&self, from: &Self) -> Result<(), GridstarStatus> {
        if std::ptr::eq(self, from) {
            return self.reservations.with(|_| Ok(()));
        }
        if self.ground != from.ground {
            return Err(GridstarStatus::DifferentGrids);
        }
        self.reservations.with_two(&from.reservations, |to, from| Ok(to.copy_from(from)?))
    }
}
