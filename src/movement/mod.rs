//! Which steps are legal, what they cost, how the rest of a way is estimated, and which steps a cheapest path need not
//! try.
//!
//! Each rule stands here once; [`grid`](crate::grid) knows none of them, and [`index`](crate::index) and
//! [`search`](crate::search) ask here.

mod canonical;
mod diagonal_rule;
mod directions;
mod heuristic;
mod step_costs;
mod step_tables;
#[cfg(test)]
mod tests;

pub(crate) use canonical::{ANY_ARRIVAL, Branches, CONTINUED, DiagonalJump, Successors};
pub use diagonal_rule::DiagonalRule;
pub(crate) use directions::{DIRECTIONS, is_diagonal};
pub(crate) use heuristic::{Estimate, StepsLeft};
pub use heuristic::{Heuristic, HeuristicWeight, WeightError};
pub use step_costs::{CostError, StepCosts};
