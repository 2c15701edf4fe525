//! The ticks of crowds.

use super::object::CrowdObject;
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{Out, OutBuffer, input, take};
use crate::ffi::boundary::status::GridstarStatus;

/// Moves the agents of a crowd for a time of 0.001 to 1 seconds, and writes where they are and how they move. A time of
/// 0 moves nobody: the call only reads.
///
/// All arrays are by number, two floats each, x and y, in cells and in cells per second: the same place of each array
/// belongs to the same agent. Numbers without an agent get zeros. `wishes` has the velocity that each agent wishes for,
/// of `wish_count` numbers; agents beyond wish to stand. A wish is finite, and counts up to the agent's max_speed.
/// `positions_out` and `velocities_out` have `capacity` places each, and `count_out` gets the number of them that is
/// needed, which gridstar_crowd_get_info tells too. A velocity is how an agent has really moved in the tick, pushes and
/// walls included, by its seconds; after a call with a time of 0, in the tick before.
///
/// The worker threads and the calling thread share the tick. The result does not depend on the number of threads, and
/// the same calls give the same positions on every platform. A tick reads the map around agents, where they have come
/// to other ground or an edit has changed walls: its time does not grow with the map. It takes memory only there.
///
/// A tick is cut into steps in which no agent goes more than 0.45 cells: as many as the fastest agent needs, as it
/// moves or wishes to move within its max_speed, and 16 at the most. If these are not enough, faster agents move less,
/// and hold up nobody. Positions are counted in 1/65536 of a cell, and what is left of a smaller move is added to the
/// next one.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID (the crowd or its grid was destroyed), BAD_CROWD_NUMBER (the
/// seconds or a wish), BUFFER_TOO_SMALL (no agent has moved; only `count_out` is written), INVALID_PROFILE,
/// INVALID_COVER (the profile or the cover of the crowd was destroyed), OUT_OF_MEMORY or POISONED. Thread-safe. Other
/// calls for the crowd wait until this call returns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_crowd_tick(
    crowd: u64,
    seconds: f32,
    wishes: *const f32,
    wish_count: u32,
    positions_out: *mut f32,
    velocities_out: *mut f32,
    capacity: u32,
    count_out: *mut u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function; an array of floats has the alignment of a float.
        let (wishes, mut positions_out) = unsafe {
            (input(wishes.cast::<[f32; 2]>(), wish_count)?, OutBuffer::new(positions_out.cast::<[f32; 2]>(), capacity)?)
        };
        // SAFETY: as above.
        let (mut velocities_out, count_out) =
            unsafe { (OutBuffer::new(velocities_out.cast::<[f32; 2]>(), capacity)?, Out::new(count_out)?) };
        CrowdObject::of(crowd)?.with_walls(|call| {
            let count = call.read(crate::crowd::Crowd::slots);
            if !positions_out.fits(count) {
                count_out.write(count as u32);
                return Err(GridstarStatus::BufferTooSmall);
            }
            if seconds != 0.0 {
                call.tick(seconds, wishes)?;
            }
            let (positions, velocities) = (take(&mut positions_out, count, &count_out)?, velocities_out.take(count)?);
            call.read(|crowd| {
                for (number, (position, velocity)) in positions.iter_mut().zip(velocities).enumerate() {
                    (*position, *velocity) = (crowd.position(number as u32), crowd.velocity(number as u32));
                }
            });
            Ok(())
        })
    })
}
