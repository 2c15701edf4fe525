//! Finding cheapest paths on an [`IndexedGrid`](crate::index::IndexedGrid).
//!
//! [`Query`] says from where to where, under which [`DiagonalRule`](crate::movement::DiagonalRule), at which
//! [`StepCosts`](crate::movement::StepCosts); [`find_path`] answers it and [`trace_path`] also tells which cells it
//! expanded; a [`Stepper`] does it a few cells at a time and can be looked at in between. All arithmetic is in integers
//! and every tie is broken by a stated rule, so that a query on a map has the same answer on every platform.
//!
//! Everything a search needs to remember lies in a [`Scratch`], which belongs to one thread and is reused: once it has
//! grown to a map's size, a search allocates nothing.

mod astar;
mod astar_memory;
mod check;
mod find;
mod jump;
mod open_list;
mod order;
mod query;
mod record;
mod scratch;
mod stepper;
mod steps;

pub use crate::OutOfMemory;
pub use check::usable_length;
pub use find::{find_path, trace_path};
pub use order::Order;
pub use query::{Answer, Outcome, Path, Query};
pub use scratch::Scratch;
pub use stepper::{CellState, Change, ChangeKind, SearchedCell, Stepper};
