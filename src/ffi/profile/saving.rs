//! Profiles as bytes.

use super::object::{PROFILES, ProfileObject};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::numbers::Numbered;
use crate::ffi::boundary::pointers::{Out, OutBuffer, input, write_bytes};
use crate::ffi::boundary::status::GridstarStatus;
use crate::movement::Charge;
use crate::saved::{read_profile, write_profile};

/// Writes a profile as bytes, for gridstar_profile_load: the multipliers of all types, and which of them a step counts.
/// `count_out` gets the number of bytes: about 60 for a few types with costs of their own. Bytes are the same on every
/// platform.
///
/// Fails with NULL_POINTER, INVALID_PROFILE, BUFFER_TOO_SMALL (only `count_out` is written), MISALIGNED_POINTER or
/// OUT_OF_MEMORY. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_profile_save(
    profile: u64,
    bytes_out: *mut u8,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (out, count_out) = unsafe { (OutBuffer::new(bytes_out, capacity)?, Out::new(count_out)?) };
        let current = ProfileObject::of(profile)?.current();
        write_bytes(write_profile(&current, current.charge().number())?.bytes(), out, &count_out)
    })
}

/// Creates a profile from bytes of gridstar_profile_save and writes its id, which is never 0. Queries with it find the
/// same paths as with the saved one. The bytes are copied. The profile lives until gridstar_destroy or
/// gridstar_destroy_all.
///
/// A call that fails creates nothing. All bytes are checked, like those of gridstar_grid_load.
///
/// - FOREIGN_BYTES: these are no bytes of gridstar_profile_save.
/// - NEWER_BYTES: a newer version of the library saved them.
/// - DAMAGED_BYTES: they were cut off or changed.
/// - NULL_POINTER, MISALIGNED_POINTER, OUT_OF_MEMORY: errors.
///
/// Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_profile_load(bytes: *const u8, count: u32, profile_out: *mut u64) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (bytes, profile_out) = unsafe { (input(bytes, count)?, Out::new(profile_out)?) };
        let (mut profile, charge) = read_profile(bytes)?;
        profile.set_charge(Charge::of_number(charge).map_err(|_| GridstarStatus::DamagedBytes)?);
        profile_out.ok(PROFILES.insert(ProfileObject::new(profile)?)?)
    })
}
