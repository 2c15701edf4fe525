//! The rules of movement: legal steps, costs, heuristics, and the steps that a jump-point search may leave out.
//!
//! [`grid`](crate::grid) knows no rule. [`index`](crate::index) and [`search`](crate::search) take all of theirs from
//! here.

mod agent;
mod canonical;
mod diagonal_rule;
mod directions;
mod heuristic;
mod profile;
mod step_costs;
mod step_tables;
mod steps_around;
mod surroundings;
#[cfg(test)]
mod tests;

pub use agent::{Agent, AgentSize, AgentSizeError, MAX_AGENT_SIZE};
pub(crate) use canonical::{
    ANY_ARRIVAL, Branches, CONTINUED, DIAGONALS_AHEAD, DiagonalJump, ROWS_ASIDE, Successors, branches_of,
};
pub use diagonal_rule::DiagonalRule;
pub(crate) use directions::{DIRECTIONS, direction_of, is_diagonal};
pub(crate) use heuristic::{Estimate, StepsLeft};
pub use heuristic::{Heuristic, HeuristicWeight, WeightError};
pub(crate) use profile::{BlockedTypes, UNITS_OF_ONE};
pub use profile::{Charge, Multiplier, MultiplierError, Profile};
pub use step_costs::{CostError, StepCosts};
pub(crate) use step_costs::{PARTS_PER_UNIT, common_divisor};
pub(crate) use step_tables::{
    HEXAGON_DIRECTIONS, hexagon_directions, hexagon_neighbors, hexagon_offsets, hexagons_around,
};
pub(crate) use steps_around::{ClosedAround, StepsAround};
