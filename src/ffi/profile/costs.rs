//! Setting and reading what cell types cost by a profile.
//!
//! A change is atomic: a query sees the whole change or nothing of it, and a failed call changes nothing.

use super::object::ProfileObject;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::{self, Numbered};
use crate::ffi::boundary::pointers::{Out, OutBuffer, input, write_list};
use crate::ffi::boundary::status::GridstarStatus;
use crate::grid::CellType;
use crate::movement::{Charge, Multiplier, Profile};

/// Sets what cells of one type cost: 1/128 <= multiplier <= 1024. Multiples of 1/64 and of 1/100 are kept as they are;
/// other multipliers are rounded to the nearest multiple of 1/100, and at least 1/100. gridstar_profile_get_costs tells
/// the rounded ones. 0 blocks the type. A step costs its length times the mean of the multipliers of the two cells that
/// it joins, unless gridstar_profile_set_charge says otherwise.
///
/// Queries that have begun, tickets and steppers continue with the profile as it was. The next query on a grid derives
/// the grid's data for the changed profile anew, unless it still has data for these costs: see
/// gridstar_profile_create. A call that leaves all costs as they are changes nothing.
///
/// Fails with INVALID_PROFILE, BAD_CELL_TYPE, BAD_MULTIPLIER or OUT_OF_MEMORY. Thread-safe.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_profile_set_cost(profile: u64, cell_type: u32, multiplier: f64) -> GridstarStatus {
    fence(|| {
        let first = numbers::cell_type(cell_type)?;
        ProfileObject::of(profile)?.change(|profile| set(profile, first, &[multiplier]))
    })
}

/// Sets what cells of `count` types cost, from type `first_type` on, in one atomic change: first_type + count <= 256.
/// Each multiplier is as in gridstar_profile_set_cost.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_PROFILE, BAD_CELL_TYPE, WRONG_COUNT (0, or too many),
/// BAD_MULTIPLIER or OUT_OF_MEMORY. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_profile_set_costs(
    profile: u64,
    first_type: u32,
    multipliers: *const f64,
    count: u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let multipliers = unsafe { input(multipliers, count) }?;
        let object = ProfileObject::of(profile)?;
        let first = checked_types(first_type, count)?;
        object.change(|profile| set(profile, first, multipliers))
    })
}

/// Writes the multipliers of `count` types, from type `first_type` on: first_type + count <= 256. 0 stands for a
/// blocked type. `count_out` gets `count`.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_PROFILE, BAD_CELL_TYPE, WRONG_COUNT (0, or too many) or
/// BUFFER_TOO_SMALL (only `count_out` is written). Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_profile_get_costs(
    profile: u64,
    first_type: u32,
    count: u32,
    multipliers_out: *mut f64,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (out, count_out) = unsafe { (OutBuffer::new(multipliers_out, capacity)?, Out::new(count_out)?) };
        let current = ProfileObject::of(profile)?.current();
        let first = checked_types(first_type, count)?;
        let multiplier = |number| current.multiplier(CellType(number)).map_or(0.0, Multiplier::get);
        write_list(out, &count_out, count as usize, (first.0..=255).map(multiplier))
    })
}

/// Sets which multipliers a step counts, a value of GridstarCharge. Default: MEAN.
///
/// Fails with INVALID_PROFILE, UNKNOWN_CHARGE or OUT_OF_MEMORY. Thread-safe.
#[unsafe(no_mangle)]
pub extern "C" fn gridstar_profile_set_charge(profile: u64, charge: u32) -> GridstarStatus {
    fence(|| {
        let charge = Charge::of_number(charge)?;
        ProfileObject::of(profile)?.change(|profile| {
            profile.set_charge(charge);
            Ok(())
        })
    })
}

/// Writes which multipliers a step counts, a value of GridstarCharge.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER or INVALID_PROFILE. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_profile_get_charge(profile: u64, charge_out: *mut u32) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let charge_out = unsafe { Out::new(charge_out) }?;
        charge_out.ok(ProfileObject::of(profile)?.current().charge().number())
    })
}

/// The first of `count` cell types, all of which exist.
fn checked_types(first: u32, count: u32) -> Result<CellType, GridstarStatus> {
    let cell_type = numbers::cell_type(first)?;
    if (1..=256 - first).contains(&count) { Ok(cell_type) } else { Err(GridstarStatus::WrongCount) }
}

fn set(profile: &mut Profile, first: CellType, multipliers: &[f64]) -> Result<(), GridstarStatus> {
    for (number, &multiplier) in (first.0..=255).zip(multipliers) {
        let multiplier = if multiplier == 0.0 { None } else { Some(Multiplier::new(multiplier)?) };
        profile.set(CellType(number), multiplier);
    }
    Ok(())
}
