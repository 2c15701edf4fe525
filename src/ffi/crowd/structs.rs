//! Structs of crowds. A struct without a size never changes: callers pass arrays of it.

use crate::crowd::AgentSettings;
use crate::ffi::boundary::pointers::SizedStruct;

/// An agent of a crowd. Lengths are in cells and times in seconds. This struct never changes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarCrowdAgent {
    /// Where the agent is, along a row: column x reaches from x to x + 1.
    pub x: f32,
    /// Where the agent is, along a column: row y reaches from y to y + 1.
    pub y: f32,
    /// From 1/64 to 4. A disc of at most half a cell touches no wall, once it has come out of those where it began.
    pub radius: f32,
    /// From 0 to 1024. Below 0.5, an agent comes out of others and of walls at 0.5.
    pub max_speed: f32,
    /// How fast a wish may change the velocity, in cells per second squared: at least 0.000001 and finite; or 0 for 4
    /// times max_speed, at least 1.
    pub max_acceleration: f32,
    /// From -128 to 127; who has more gives way less. With 64 more than another agent, this one makes 5 % of the change
    /// that keeps them apart; with equal priorities, 50 %.
    pub priority: i32,
    /// The layers on which the agent is, as bits; 0 for the first one.
    pub layers: u32,
    /// The layers of agents that it does not avoid, as bits; 0 to avoid all.
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

/// The state of a crowd. Set struct_size before the call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarCrowdInfo {
    /// Size of this struct in bytes, set by the caller.
    pub struct_size: u32,
    /// Number of agents.
    pub agent_count: u32,
    /// One more than the largest number that an agent has or had: the length of the arrays of gridstar_crowd_tick.
    pub number_count: u32,
    /// Number of steps so far. A tick is one step, or several if agents move fast.
    pub steps: u32,
    /// The id of the crowd's grid. The grid may have been destroyed.
    pub grid: u64,
    /// The revision of the grid whose walls the crowd has seen last.
    pub revision: u64,
    /// A hash of all positions and velocities. The same calls give the same hash on every platform.
    pub hash: u64,
    /// Memory of the crowd in bytes.
    pub bytes: u64,
}

// SAFETY: repr(C), a u32 first, and integers without padding between them.
unsafe impl SizedStruct for GridstarCrowdInfo {
    const SIZES: &'static [u32] = &[48];
}
