//! The agents of crowds: adding, removing, changing and moving them.

use super::object::CrowdObject;
use super::structs::GridstarCrowdAgent;
use crate::crowd::{Crowd, CrowdError};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{OutBuffer, input};
use crate::ffi::boundary::status::GridstarStatus;

/// Adds agents to a crowd and writes their numbers. An agent gets the number of the agent that was removed last, or
/// else the next one from 0 up. Numbers are places in the arrays of gridstar_crowd_tick. An agent whose cell is blocked
/// comes to the nearest free cell.
///
/// `capacity` is at least `count`. With any error no agent is added.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID (the crowd or its grid was destroyed), BUFFER_TOO_SMALL
/// (nothing is written), BAD_CROWD_NUMBER (of an agent), CELL_OUTSIDE (an agent is outside the grid), INVALID_PROFILE,
/// INVALID_COVER (the profile or the cover of the crowd was destroyed), OUT_OF_MEMORY or POISONED. Thread-safe. Other
/// calls for the crowd wait until this call returns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_crowd_add_agents(
    crowd: u64,
    agents: *const GridstarCrowdAgent,
    count: u32,
    numbers_out: *mut u32,
    capacity: u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (agents, mut numbers_out) = unsafe { (input(agents, count)?, OutBuffer::new(numbers_out, capacity)?) };
        CrowdObject::of(crowd)?.with_walls(|call| {
            call.write(|crowd| {
                agents.iter().try_for_each(|agent| crowd.check(&agent.settings(), [agent.x, agent.y]))?;
                crowd.reserve(agents.len())?;
                for (place, agent) in numbers_out.take(agents.len())?.iter_mut().zip(agents) {
                    *place = crowd.add(agent.settings(), [agent.x, agent.y])?;
                }
                Ok(())
            })
        })
    })
}

/// Refuses a list with a number that no agent has.
fn check_numbers(crowd: &Crowd, numbers: &[u32]) -> Result<(), CrowdError> {
    let are_known = numbers.iter().all(|&number| crowd.has(number));
    if are_known { Ok(()) } else { Err(CrowdError::Unknown) }
}

/// Removes agents from a crowd. Their numbers may be given again. A number may be in the list twice.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, UNKNOWN_AGENT (no agent is removed then) or POISONED. Takes
/// no memory. Thread-safe. Other calls for the crowd wait until this call returns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_crowd_remove_agents(crowd: u64, numbers: *const u32, count: u32) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let numbers = unsafe { input(numbers, count) }?;
        CrowdObject::of(crowd)?.with(|call| {
            call.write(|crowd| {
                check_numbers(crowd, numbers)?;
                for &number in numbers {
                    let _ = crowd.remove(number);
                }
                Ok(())
            })
        })
    })
}

/// Changes agents of a crowd: all that GridstarCrowdAgent has but the position, which only has to lie on the grid.
/// `count` is the length of both lists.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID, UNKNOWN_AGENT, BAD_CROWD_NUMBER (of an agent), CELL_OUTSIDE
/// or POISONED; no agent is changed then. Takes no memory. Thread-safe. Other calls for the crowd wait until this call
/// returns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_crowd_set_agents(
    crowd: u64,
    numbers: *const u32,
    agents: *const GridstarCrowdAgent,
    count: u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function.
        let (numbers, agents) = unsafe { (input(numbers, count)?, input(agents, count)?) };
        CrowdObject::of(crowd)?.with(|call| {
            call.write(|crowd| {
                check_numbers(crowd, numbers)?;
                agents.iter().try_for_each(|agent| crowd.check(&agent.settings(), [agent.x, agent.y]))?;
                let mut pairs = numbers.iter().zip(agents);
                Ok(pairs.try_for_each(|(&number, agent)| crowd.set(number, agent.settings()))?)
            })
        })
    })
}

/// Puts agents of a crowd to other places, x and y in cells, two floats each. They stand there until the next tick. An
/// agent whose cell is blocked comes to the nearest free cell. `count` is the number of agents.
///
/// Fails with NULL_POINTER, MISALIGNED_POINTER, INVALID_ID (the crowd or its grid was destroyed), UNKNOWN_AGENT,
/// BAD_CROWD_NUMBER (a position is not finite), CELL_OUTSIDE (no agent is moved then), INVALID_PROFILE, INVALID_COVER
/// (the profile or the cover of the crowd was destroyed), OUT_OF_MEMORY or POISONED. Thread-safe. Other calls for the
/// crowd wait until this call returns.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_crowd_put_agents(
    crowd: u64,
    numbers: *const u32,
    positions: *const f32,
    count: u32,
) -> GridstarStatus {
    fence(|| {
        // SAFETY: the caller upholds the contract of this function; an array of floats has the alignment of a float.
        let (numbers, positions) = unsafe { (input(numbers, count)?, input(positions.cast::<[f32; 2]>(), count)?) };
        CrowdObject::of(crowd)?.with_walls(|call| {
            call.write(|crowd| {
                check_numbers(crowd, numbers)?;
                positions.iter().try_for_each(|&at| crowd.check_position(at))?;
                let mut pairs = numbers.iter().zip(positions);
                Ok(pairs.try_for_each(|(&number, &at)| crowd.put(number, at))?)
            })
        })
    })
}
