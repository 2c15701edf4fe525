//! Crowds: agents that keep apart while each goes where it wishes.

pub(super) mod object;
pub(super) mod state;
pub(super) mod work;

use crate::crowd::{AgentSettings, Crowd, CrowdError};
use crate::ffi::boundary::fence::fence;
use crate::ffi::boundary::pointers::{Out, OutBuffer, OutStruct, SizedStruct, input, take};
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::grid::{GridstarQueryDef, query_def_or_default};
use object::{CROWDS, CrowdObject};

/// An agent of a crowd. Lengths are in cells and times in seconds. This struct never changes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarCrowdAgent {
    /// Position along a row: column x reaches from x to x + 1.
    pub x: f32,
    /// Position along a column: row y reaches from y to y + 1.
    pub y: f32,
    /// From 1/64 to 4. Only a disc of at most half a cell keeps off walls.
    pub radius: f32,
    /// From 0 to 1024. Agents come out of others and of walls with at least 0.5.
    pub max_speed: f32,
    /// How fast a wish may change the velocity, in cells per second squared: at least 0.000001 and finite; or 0 for 4
    /// times max_speed, at least 1.
    pub max_acceleration: f32,
    /// From -128 to 127; who has more gives way less: 50 % with equal priorities, 5 % with 64 more.
    pub priority: i32,
    /// Layers on which the agent is, as bits; 0 for the first one.
    pub layers: u32,
    /// Layers of agents that it does not avoid, as bits.
    pub ignored: u32,
}

impl GridstarCrowdAgent {
    pub(super) fn settings(&self) -> AgentSettings {
        let max_acceleration = match self.max_acceleration {
            // An agent that can't move has one too.
            0.0 => (4.0 * self.max_speed).max(1.0),
            given => given,
        };
        AgentSettings {
            radius: self.radius,
            max_speed: self.max_speed,
            max_acceleration,
            priority: self.priority,
            layers: if self.layers == 0 { 1 } else { self.layers },
            ignored: self.ignored,
        }
    }
}

/// State of a crowd.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarCrowdInfo {
    /// Size of this struct.
    pub struct_size: u32,
    /// Number of agents.
    pub agent_count: u32,
    /// Length of the arrays of gridstar_crowd_tick: one more than the largest number that an agent has or had.
    pub number_count: u32,
    /// Number of steps so far; a tick is one or several.
    pub steps: u32,
    /// Id of the grid, which may have been destroyed.
    pub grid: u64,
    /// Revision of the grid whose walls the crowd has seen last.
    pub revision: u64,
    /// Hash of gridstar_crowd_get_hash.
    pub hash: u64,
    /// Memory of the crowd in bytes.
    pub bytes: u64,
}

// SAFETY: repr(C), a u32 first, and integers without padding between them.
unsafe impl SizedStruct for GridstarCrowdInfo {
    const SIZES: &'static [u32] = &[48];
}

/// Creates a crowd without agents on a grid of squares: agents that keep apart while each goes where it wishes. They
/// plan nothing: wishes lead around obstacles, such as those of gridstar_field_get_velocities.
///
/// Positions are in cells, x along rows and y along columns: `origin + cell_size * position` in the world along its
/// axes; for other axes, see gridstar_grid_get_place. Velocities of fields are those of the world.
///
/// Walls are the cells that the profile of the query def blocks, and covered ones but those of its cover. No agent's
/// center enters them or passes between two that touch at a corner, at any speed; a disc of at most half a cell keeps
/// off them, and comes out of those in which it began. Edits count at the next tick. An agent whose cell is blocked
/// then, or when it is added or put, comes to the nearest free cell.
///
/// Agents that overlap come apart and keep no speed from it. Passages of one or two cells, at most 128 cells long, let
/// one side through at a time. With a destroyed grid, profile or cover, agents
/// neither move nor come.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_crowd_create(
    grid: u64,
    query_def: *const GridstarQueryDef,
    crowd_out: *mut u64,
) -> GridstarStatus {
    fence(|| {
        let (def, crowd_out) = (query_def_or_default(query_def)?, Out::new(crowd_out)?);
        crowd_out.ok(CROWDS.insert(CrowdObject::new(grid, def)?)?)
    })
}

/// Writes the state of a crowd, in a time that grows with its agents.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_crowd_get_info(crowd: u64, info_out: *mut GridstarCrowdInfo) -> GridstarStatus {
    fence(|| {
        let info_out = OutStruct::new(info_out)?;
        let object = CrowdObject::of(crowd)?;
        let info = object.with(|call| {
            Ok(call.read(|crowd| GridstarCrowdInfo {
                agent_count: crowd.count() as u32,
                number_count: crowd.slots() as u32,
                steps: crowd.step(),
                grid: object.grid,
                revision: call.revision,
                hash: crowd.hash(),
                bytes: crowd.bytes(),
                ..GridstarCrowdInfo::DEFAULT
            }))
        })?;
        info_out.ok(info)
    })
}

/// Adds `count` agents, at most `capacity`, or none, and writes their numbers, which are places in the arrays of
/// gridstar_crowd_tick: that of the agent that was removed last, or else the next one from 0 up. INVALID_ID,
/// INVALID_PROFILE and INVALID_COVER also tell that the crowd's grid, profile or cover was destroyed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_crowd_add_agents(
    crowd: u64,
    agents: *const GridstarCrowdAgent,
    count: u32,
    numbers_out: *mut u32,
    capacity: u32,
) -> GridstarStatus {
    fence(|| {
        let (agents, mut numbers_out) = (input(agents, count)?, OutBuffer::new(numbers_out, capacity)?);
        CrowdObject::of(crowd)?.change_with_walls(|crowd| {
            agents.iter().try_for_each(|agent| crowd.check(&agent.settings(), [agent.x, agent.y]))?;
            crowd.reserve(agents.len())?;
            for (place, agent) in numbers_out.take(agents.len())?.iter_mut().zip(agents) {
                *place = crowd.add(agent.settings(), [agent.x, agent.y])?;
            }
            Ok(())
        })
    })
}

/// Removes agents, or none if a number is no agent's. Numbers are given again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_crowd_remove_agents(crowd: u64, numbers: *const u32, count: u32) -> GridstarStatus {
    fence(|| {
        let numbers = input(numbers, count)?;
        CrowdObject::of(crowd)?.change(|crowd| {
            check_numbers(crowd, numbers)?;
            for &number in numbers {
                let _ = crowd.remove(number);
            }
            Ok(())
        })
    })
}

/// Changes all agents of a list or none: everything of GridstarCrowdAgent but the position, which only has to lie on
/// the grid. `count` is the length of both lists.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_crowd_set_agents(
    crowd: u64,
    numbers: *const u32,
    agents: *const GridstarCrowdAgent,
    count: u32,
) -> GridstarStatus {
    fence(|| {
        let (numbers, agents) = (input(numbers, count)?, input(agents, count)?);
        CrowdObject::of(crowd)?.change(|crowd| {
            check_numbers(crowd, numbers)?;
            agents.iter().try_for_each(|agent| crowd.check(&agent.settings(), [agent.x, agent.y]))?;
            let mut pairs = numbers.iter().zip(agents);
            Ok(pairs.try_for_each(|(&number, agent)| crowd.set(number, agent.settings()))?)
        })
    })
}

/// Puts all agents of a list or none to other places, where they stand until the next tick. `positions` has two floats
/// for each of `count` agents, x and y in cells. Statuses are those of gridstar_crowd_add_agents.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gridstar_crowd_put_agents(
    crowd: u64,
    numbers: *const u32,
    positions: *const f32,
    count: u32,
) -> GridstarStatus {
    fence(|| {
        // An array of floats has the alignment of a float.
        let (numbers, positions) = (input(numbers, count)?, input(positions.cast::<[f32; 2]>(), count)?);
        CrowdObject::of(crowd)?.change_with_walls(|crowd| {
            check_numbers(crowd, numbers)?;
            positions.iter().try_for_each(|&at| crowd.check_position(at))?;
            let mut pairs = numbers.iter().zip(positions);
            Ok(pairs.try_for_each(|(&number, &at)| crowd.put(number, at))?)
        })
    })
}

/// Moves the agents of a crowd for 0.001 to 1 seconds and writes where they are and how they have moved, pushes and
/// walls included. With 0 seconds it only writes.
///
/// Arrays are by number, two floats for each, x and y, in cells and in cells per second; numbers without an agent get
/// zeros. `wishes` has finite velocities for `wish_count` numbers, which count up to the agent's max_speed; further
/// agents wish to stand. `positions_out` and `velocities_out` have `capacity` places each, at least `number_count` of
/// GridstarCrowdInfo.
///
/// A tick is cut into at most 16 steps of at most 0.45 cells; faster agents move less. The calling thread and the
/// worker threads share it. Statuses are those of gridstar_crowd_add_agents.
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
        let (wishes, count_out) = (input(wishes.cast::<[f32; 2]>(), wish_count)?, Out::new(count_out)?);
        let mut positions_out = OutBuffer::new(positions_out.cast::<[f32; 2]>(), capacity)?;
        let mut velocities_out = OutBuffer::new(velocities_out.cast::<[f32; 2]>(), capacity)?;
        CrowdObject::of(crowd)?.with_walls(|call| {
            let count = call.read(Crowd::slots);
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

/// Refuses a list with a number that no agent has.
fn check_numbers(crowd: &Crowd, numbers: &[u32]) -> Result<(), CrowdError> {
    let are_known = numbers.iter().all(|&number| crowd.has(number));
    if are_known { Ok(()) } else { Err(CrowdError::Unknown) }
}
