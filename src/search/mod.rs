//! Finding cheapest paths on a [`GridMap`](crate::grid::GridMap).
//!
//! [`Query`] says from where to where, under which [`DiagonalRule`], at which [`StepCosts`]; [`find_path`] answers it and
//! [`trace_path`] also tells which cells it expanded. All arithmetic is in integers and every tie is broken by a stated
//! rule, so that a query on a map has the same answer on every platform.
//!
//! Everything a search needs to remember lies in a [`Scratch`], which belongs to one thread and is reused: once it has
//! grown to a map's size, a search allocates nothing.

mod astar;
mod diagonal_rule;
mod heuristic;
mod open_list;
mod query;
mod scratch;
mod step_costs;

pub use astar::{find_path, trace_path};
pub use diagonal_rule::DiagonalRule;
pub use heuristic::Heuristic;
pub use query::{Answer, Outcome, Path, Query};
pub use scratch::{OutOfMemory, Scratch};
pub use step_costs::{CostError, StepCosts};
