//! Structs of reservations and plans. Structs without a size never change: callers pass arrays of them.

use crate::ffi::boundary::pointers::SizedStruct;

/// The longest window of reservations, in ticks.
pub const GRIDSTAR_MAX_WINDOW: u32 = 256;

const _: () = assert!(GRIDSTAR_MAX_WINDOW == crate::cooperative::MAX_WINDOW);

/// The owner of what gridstar_reservations_take has taken: see gridstar_reservations_release.
pub const GRIDSTAR_BY_HAND: u32 = 0xffff_ffff;

const _: () = assert!(GRIDSTAR_BY_HAND == crate::cooperative::BY_HAND);

/// In GridstarPlanResult: the agent does not stay at its goal within the window.
pub const GRIDSTAR_NEVER: u32 = 0xffff_ffff;

/// An agent to plan. Cells are its lowest ones. This struct never changes.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarPlannedAgent {
    /// Column of the cell where the agent is at the first tick, or arrives after `under_way` ticks. The cell may be an
    /// obstacle, which the agent can leave and not enter again.
    pub start_x: i32,
    /// Row of the start.
    pub start_y: i32,
    /// Column of the goal.
    pub goal_x: i32,
    /// Row of the goal.
    pub goal_y: i32,
    /// Column of the cell from which the agent comes. Only counts while it is under way.
    pub from_x: i32,
    /// Row of the cell from which the agent comes.
    pub from_y: i32,
    /// Ticks until the agent is at its start; 0 if it is there. Until then it takes both cells.
    pub under_way: u32,
    /// How many cells the agent is wide and high: at most GRIDSTAR_MAX_AGENT_SIZE. 0: as the query def says.
    pub agent_size: u32,
    /// The id of a profile. 0: as the query def says.
    pub profile: u64,
}

/// Where an agent is at a tick. This struct never changes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GridstarPlanCell {
    /// Column of the cell where the agent is or, while it is under way, where it arrives.
    pub x: i32,
    /// Row of the cell.
    pub y: i32,
    /// Ticks until the agent arrives; 0 if it is there.
    pub under_way: u32,
    /// The tick.
    pub tick: u32,
}

/// The plan of an agent, besides its cells. This struct never changes.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct GridstarPlanResult {
    /// A value of GridstarStatus: OK, NOT_PLANNED, NO_PATH, START_OUTSIDE, GOAL_OUTSIDE or GOAL_BLOCKED. All agents
    /// but those with OK stand.
    pub status: i32,
    /// The number of ticks after which the agent stays at its goal to the end of the window: 0 if it is there.
    /// GRIDSTAR_NEVER if it does not.
    pub stays_from: u32,
    /// Number of expansions of the last search for the agent: cells, and cells at ticks.
    pub expansions: u32,
    /// 0.
    pub reserved: u32,
    /// Cost of the agent's steps and its waiting, on the scale of the query's costs. A tick of waiting costs a
    /// straight step. A step that leads out of the window counts in full. 0 for an agent that stands.
    pub cost: f64,
}

/// The state of reservations. Set struct_size before the call.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridstarReservationsInfo {
    /// Size of this struct in bytes, set by the caller.
    pub struct_size: u32,
    /// Ticks from the first to the last one.
    pub window: u32,
    /// The first tick of the window.
    pub tick: u32,
    /// 0.
    pub reserved: u32,
    /// The id of the grid. The grid may have been destroyed.
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
