//! The C ABI: every function that `include/gridstar.h` declares, and the only module with raw pointers.
//!
//! Every exported function has one form:
//!
//! ```text
//! fence(|| {
//!     let (cells, count_out) = (input(cells, count)?, Out::new(count_out)?);  // all pointers
//!     let object = GridObject::of(grid)?;                                     // the object of each id
//!     let radius = numbers::radius(radius)?;                                  // numbers that stand for something
//!     ...                                                                     // the work
//!     count_out.ok(found)                                                     // outputs, once nothing can fail
//! })
//! ```
//!
//! - `boundary::fence` turns a panic into `GRIDSTAR_STATUS_PANICKED`: none unwinds into the caller.
//! - `boundary::pointers` checks and wraps raw pointers first, and no raw pointer goes further. Its functions are
//!   unsafe: they rely on the header's contract of pointers, which every caller of an exported function has accepted.
//!   An `unsafe` block in each body would say no more, so the exported functions, which are unsafe themselves, have
//!   none.
//! - A status below 0 means that no output was written, except the needed length with
//!   `GRIDSTAR_STATUS_BUFFER_TOO_SMALL`. With a status from 0 up, every output was written.
//! - A def is copied; no pointer is kept after the call.
//! - Any function may be called from any thread at any time, even from a thread that is ending.
//! - After fork, the child may only exec: locks of other threads stay held. `work` refuses what needs threads.
//! - The library stays loaded while its threads may run: see `boundary::module`.
//!
//! [`Cell`](crate::grid::Cell) is the header's `GridstarCell`, and [`FloorStep`](crate::floors::FloorStep) its
//! `GridstarFloorStep`.

#![allow(unsafe_code)]
#![allow(
    unsafe_op_in_unsafe_fn,
    reason = "an exported function passes on the contract of pointers as a whole: see above"
)]
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
mod ticket;
mod reservations;
mod crowd;

pub use boundary::{kinds::GridstarKind, numbers::*, status::GridstarStatus};
pub use cover::*;
pub use crowd::{state::*, *};
pub use field::{building::*, goals::*, reading::*};
pub use floors::{links::*, path::*, *};
pub use grid::{
    cells::*, def::*, forking::*, life::*, passages::*, path::*, preparation::*, query::*, reach::*, saving::*, world::*,
};
pub use library::*;
pub use life::*;
pub use profile::*;
pub use reservations::{planning::*, state::*, *};
pub use stepper::*;
pub use ticket::{structs::*, *};
pub use work::*;
