//! Paths through several maps, the floors of one world, that are joined by links at single cells: stairs, lifts,
//! ladders, doors.
//!
//! [`Links`] holds what joins the floors, [`FloorsView`] is the state of all floors and links that one query sees, and
//! [`find_path`] answers it: a cheapest path of legal steps and links. Within a floor it asks
//! [`search::find_path`](crate::search::find_path), so that whatever makes that fast makes this fast.
//!
//! Link costs are counted in millionths of a unit of [`StepCosts`](crate::movement::StepCosts); all is in integers and
//! every tie is broken by a stated rule.

mod estimates;
mod find;
mod groups;
mod link_graph;
mod links;
mod memory;
mod path;
mod queue;
mod regions;
mod view;

pub use find::{FloorAnswer, FloorOutcome, FloorQuery, find_path};
pub use links::{FloorCell, Link, LinkCostError, Links};
pub use memory::FloorMemory;
pub use path::{FloorPath, FloorStep};
pub use view::FloorsView;
