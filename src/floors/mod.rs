//! Paths through several maps, the floors of one world. Links join the floors at single cells: stairs, lifts, ladders,
//! doors.
//!
//! [`find_path`] returns an optimal path of legal steps and links. [`Links`] holds the links, and [`FloorsView`] is the
//! state of all floors and links that one query sees.
//!
//! ```text
//! floor 1             d ~~~~~~ goal      a b c d   nodes: the cells at which links end, the start and the goal
//!                     │                  ── │      links: edges with a known cost
//! floor 0   a ─── b   │                  ~~        legs: paths within one floor between two nodes
//!           ~     ~~~ c
//!         start
//! ```
//!
//! The search runs over this graph. A leg counts with a lower bound of its cost until the leg matters; then
//! [`search::find_path`](crate::search::find_path) searches the leg on its floor. Most legs are never searched.
//!
//! Costs are integers: fine units, 2,000,000 to a unit of [`StepCosts`](crate::movement::StepCosts). A stated rule
//! breaks every tie.

mod estimates;
mod find;
mod groups;
mod least_leg;
mod link_graph;
mod links;
mod memory;
mod path;
mod query;
mod queue;
mod regions;
mod view;

pub use find::{FloorAnswer, FloorOutcome, find_path};
pub use links::{FloorCell, Link, LinkCostError, Links};
pub use memory::FloorMemory;
pub use path::{FloorPath, FloorStep};
pub use query::FloorQuery;
pub use view::FloorsView;
