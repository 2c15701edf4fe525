//! The C ABI: every function that `include/gridstar.h` declares, and the one place where raw pointers are used.
//!
//! The rules of the boundary:
//!
//! - Every call runs inside a fence: a panic becomes `GRIDSTAR_STATUS_PANICKED`.
//! - Integers, floats and pointers go in; each is checked before anything is done. Raw pointers are wrapped by
//!   `pointers` at the head of a function and never travel further.
//! - Status below 0: no output was written, except that `GRIDSTAR_STATUS_BUFFER_TOO_SMALL` writes the needed length.
//!   Status from 0 up: every output was written.
//! - A def is copied at the call; no pointer is kept.
//! - Cells cross the boundary as they are: [`Cell`](crate::grid::Cell) is the header's `GridstarCell`,
//!   [`FloorStep`](crate::floors::FloorStep) its `GridstarFloorStep`.
//! - Any function may be called from any thread at any time, also from one that is ending.
//! - After fork the child may only exec: locks of other threads stay held there, and background work does not go on.
//!   (cbindgen.toml has what the header says of this.)
//! - The library is not unloaded while a thread of it may run: see `module`.

#![allow(unsafe_code)]

// The order of these is the order of the header.
mod boundary;
mod library;
mod grid;
mod stepper;
mod floors;

pub use boundary::numbers::*;
pub use boundary::status::GridstarStatus;
pub use floors::life::*;
pub use floors::links::*;
pub use floors::path::*;
pub use floors::structs::*;
pub use grid::cells::*;
pub use grid::life::*;
pub use grid::path::*;
pub use grid::preparation::*;
pub use grid::structs::{GridstarGridDef, GridstarGridInfo, GridstarPathResult, GridstarQueryDef};
pub use grid::world::*;
pub use library::*;
pub use stepper::search::*;
pub use stepper::structs::*;
