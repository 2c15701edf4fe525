//! The C ABI: every function that `include/gridstar.h` declares, and the only module with raw pointers.
//!
//! Rules for every function:
//!
//! - The body runs inside `boundary::fence`: a panic becomes `GRIDSTAR_STATUS_PANICKED` and never unwinds into the
//!   caller.
//! - `boundary::pointers` checks and wraps raw pointers first. No raw pointer goes further.
//! - `boundary::numbers` checks every number that stands for an enum or a flag.
//! - A status below 0 means that no output was written, except the needed length with
//!   `GRIDSTAR_STATUS_BUFFER_TOO_SMALL`. With a status from 0 up, every output was written.
//! - A def is copied; no pointer is kept after the call.
//! - Any function may be called from any thread at any time, even from a thread that is ending.
//! - After fork, the child may only exec: locks of other threads stay held. `work::pool` refuses what needs threads.
//! - The library stays loaded while its threads may run: see `boundary::module`.
//!
//! [`Cell`](crate::grid::Cell) is the header's `GridstarCell`, and [`FloorStep`](crate::floors::FloorStep) its
//! `GridstarFloorStep`.

#![allow(unsafe_code)]
#![allow(clippy::missing_safety_doc, reason = "the head of the header, in cbindgen.toml, has the contract of pointers")]

// The header has the order of these modules.
mod boundary;
mod library;
mod life;
mod profile;
mod grid;
mod cover;
mod stepper;
mod field;
mod floors;
mod work;
mod reservations;
mod crowd;

pub use boundary::{kinds::GridstarKind, numbers::*, status::GridstarStatus};
pub use cover::life::*;
pub use crowd::{agents::*, life::*, structs::*, ticking::*};
pub use field::{building::*, combining::*, influence::*, life::*, many::*, reading::*, structs::*};
pub use floors::{life::*, links::*, path::*, saving::*, structs::*};
pub use grid::structs::{
    GridstarGridDef, GridstarGridInfo, GridstarPathResult, GridstarPlace, GridstarPlacement, GridstarQueryDef,
    GridstarRect,
};
pub use grid::{
    agents::*, cells::*, changes::*, life::*, nearest::*, path::*, placing::*, preparation::*, reachable::*, saving::*,
    sight::*, world::*,
};
pub use library::*;
pub use life::*;
pub use profile::{costs::*, life::*, saving::*};
pub use reservations::{life::*, planning::*, structs::*, taking::*};
pub use stepper::{search::*, structs::*};
pub use work::{structs::*, threads::*, tickets::*};
