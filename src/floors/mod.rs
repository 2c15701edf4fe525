//! Paths through several maps, the floors of one world. Links join the floors at single cells: stairs, lifts, ladders,
//! doors.
//!
//! [`find_path`] returns an optimal path of legal steps and links, and [`FloorSearch`] finds it a few expansions at a
//! time. [`Links`] holds the links, and [`FloorsView`] is the state of all floors and links that one query sees.
//! [`KeptWorlds`] keeps what the ways between the ends of links cost, for each kind of agent.

mod bounding;
mod debt;
mod end_fields;
mod ends;
mod estimates;
mod field;
mod field_building;
mod field_rest;
mod find;
mod find_trips;
mod find_writing;
mod floor_bounds;
mod floor_view;
mod graph;
mod groups;
mod hops;
mod kept;
mod kept_legs;
mod lazy;
mod least_leg;
mod left;
mod link_graph;
mod links;
mod memory;
mod near;
mod nearness;
mod path;
mod query;
mod queue;
mod regions;
mod route;
mod route_by_rows;
mod rows;
mod trip;
mod view;
mod way;
mod world;
mod writing;

pub use field::{FloorField, FloorFieldStep};
pub use field_building::FloorFieldBuilding;
pub use find::{FloorSearch, find_path};
pub use kept::KeptWorlds;
pub use links::{FloorCell, Link, LinkCostError, Links};
pub use memory::FloorMemory;
pub use path::{FloorPath, FloorStep};
pub use query::{FloorAnswer, FloorQuery};
pub use view::{FloorInput, FloorsView};
pub use world::ChangedSince;
