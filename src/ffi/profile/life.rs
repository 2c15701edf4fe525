//! Creating and destroying profiles.

use super::object::{PROFILES, ProfileObject};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::Out;
use crate::ffi::boundary::status::GridstarStatus;
use crate::movement::Profile;

/// Creates a traversal profile and writes its id, which is never 0. A profile tells for each of the 256 cell types
/// whether an agent can enter it, and how many times as much a step costs there. A new profile blocks type 1 and gives
/// all other types a multiplier of 1, like queries without a profile.
///
/// Any number of queries on any number of grids may name the profile in GridstarQueryDef. The profile lives until
/// gridstar_destroy or gridstar_destroy_all.
///
/// Memory: about 1 KB. A grid derives data for each profile, and for each size of an agent, that its queries use:
///
/// - For a profile that blocks other types than type 1, or for a larger agent: as much as for queries without a profile
///   (see gridstar_grid_create), without the byte per cell. Profiles that block the same types share this data.
/// - For a profile with different multipliers: at most 64 bytes per cell with LANDMARKS.
///
/// Edits keep the data current. `layer_bytes` of GridstarGridInfo counts it. The least recently used data goes first, in
/// the order of calls; a profile that changes is another one, and what the grid derived for it before goes later, as
/// what it derived for a destroyed profile does:
///
/// - A grid keeps data for at most 64 profiles and sizes, counting one that blocks other types and weighs twice. The
///   data takes at most 512 bytes per cell, or 64 MiB on small grids. A query that derives data for a profile or size
///   anew looks at these bounds, and so does each 64th query with a profile, a larger agent or penalties. Data that a
///   query has just derived may exceed them until then.
/// - 4096 edits in a row without a query that uses the data drop it.
/// - gridstar_grid_prepare with the engine A_STAR drops all of it.
///
/// Queries that have begun, tickets and steppers hold what they use until they have ended.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER or OUT_OF_MEMORY. Thread-safe.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_profile_create(profile_out: *mut u64) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let profile_out = unsafe { Out::new(profile_out) }?;
        profile_out.ok(PROFILES.insert(ProfileObject::new(Profile::default())?)?)
    })
}
