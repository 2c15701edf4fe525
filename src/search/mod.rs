//! Finding optimal paths on an [`IndexedGrid`](crate::index::IndexedGrid).
//!
//! [`Query`] holds start and goal, the [`DiagonalRule`](crate::movement::DiagonalRule) and the
//! [`StepCosts`](crate::movement::StepCosts). [`find_path`] answers a query. [`trace_path`] also lists the expanded
//! cells. A [`Stepper`] searches a few cells at a time and shows its state in between.
//!
//! All arithmetic is in integers, and a stated rule breaks every tie: a query on a map has the same answer on every
//! platform.
//!
//! A search keeps all that it needs in a [`Scratch`], which belongs to one thread and is reused. A scratch that has
//! grown to the size of a map allocates nothing.

mod any_angle;
mod bound;
mod cells;
mod cheapest;
mod check;
mod choose;
mod closed_sides;
mod engine;
mod form;
mod jump;
mod jump_nodes;
mod nearest;
mod need;
mod node_table;
mod open_list;
mod placing;
mod query;
mod queue;
mod run;
mod scratch;
mod sight;
mod sight_line;
mod straighten;
mod terrain;
mod way;
mod way_out;
mod within;

pub use crate::OutOfMemory;
pub use cells::order::Order;
pub use cells::stepper::{CellChange, CellState, ChangeKind, SearchedCell, Stepper};
pub(crate) use cells::steps::Steps;
pub use check::{crossed_points, usable_length, usable_points};
pub(crate) use choose::reads_map;
pub use choose::{count_search, jumps_in_terrain, layers_for, prepare};
pub use nearest::{Reach, is_reachable, nearest_walkable};
pub(crate) use nearest::{is_connected, may_be_connected, nearest_to};
pub(crate) use open_list::OpenList;
pub use placing::cut_off;
pub use query::{Answer, Outcome, Path, PathForm, Query};
pub use run::{PathSearch, find_path, supports_any_angle, trace_path};
pub use scratch::Scratch;
pub use sight::{Cast, Sight};
pub(crate) use straighten::keep_turns;
pub(crate) use way_out::WayOut;
