//! Plans for many agents on one map that keep out of each other's way: reservations in space and time.
//!
//! Source: Silver, "Cooperative Pathfinding", AIIDE 2005: cooperative A* in a window. Agents are planned one after the
//! other, in order of priority. Each plan is reserved, and later agents plan around it. Within a window of ticks no two
//! agents share a cell, swap cells, or cross on the diagonals of a block of four cells. What happens after the window
//! is not considered: a game plans anew before the window ends.
//!
//! A tick is the time of one step, straight or diagonal. A step over weighted ground takes as many ticks as its cost
//! counts for each unit of its length, rounded up: 3 ticks over cells of multiplier 2.5.
//!
//! - [`Reservations`]: what is taken in a window, and the two ways to plan: one agent, or a batch.
//! - `claims`: what an agent claims in space and time.
//! - `goal_distances`: the heuristic, by a search from the goal.
//! - `space_time`: the search over cells and ticks.
//!
//! All arithmetic is in integers, and a stated rule breaks every tie.

mod agent_kind;
mod agent_search;
mod batch;
mod claims;
mod goal_distances;
mod plan;
mod reservations;
mod space_time;
mod spot_table;
mod state;

pub use plan::{PlanCell, PlanOutcome, PlanResult, PlanRules, PlannedAgent};
pub use reservations::{BY_HAND, MAX_WINDOW, Reservations, TickError};
