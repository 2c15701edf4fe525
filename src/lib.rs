//! GridStar: optimal paths on grids of squares and hexagons, behind a C ABI made for Unity.
//!
//! The C ABI is the interface: `include/gridstar.h`, for C and for the C# scripts. The modules below are internals.
//! They are public for the tests of this repository, and change without notice.
//!
//! # Modules
//!
//! - [`grid`]: cells and their types, world positions; the only writer of a map's state.
//! - [`movement`]: which steps are legal, what they cost and how the rest of a path is estimated, each in exactly one
//!   place.
//! - `distance`: how far cells are from each other: a bucket queue, sweeps along jumps, and landmarks.
//! - [`index`]: what searches derive from a map, kept current through edits.
//! - [`search`]: finds paths; one file for each algorithm.
//! - [`snapshot`]: shares one grid among threads that search and edit.
//! - [`interrupt`]: a flag by which long work is asked to end early.
//! - [`try_arc`]: a reference-counted value whose allocation can fail.
//! - [`field`]: answers for all cells at once: costs of paths to some goals, and where they go.
//! - [`crowd`]: agents that keep apart while each goes where it wishes.
//! - [`floors`]: paths through several maps that are joined by links.
//! - [`work`]: worker threads, and batches of queries that they answer.
//! - [`cooperative`]: plans for many agents that keep out of each other's way.
//! - `saved`: grids as bytes, and what has changed since a grid was saved.
//! - [`handle_table`]: ids with generations for objects behind the C ABI.
//! - [`ffi`]: the C ABI that `include/gridstar.h` declares; the one place with raw pointers.
//!
//! Dependencies point one way: `bits`, `try_arc <- grid <- movement <- distance <- index <- search <- floors <- ffi`,
//! `search <- {work, cooperative} <- ffi`, `index <- {field, crowd, snapshot, saved} <- ffi` and `handle_table <- ffi`.
//!
//! # Limits
//!
//! - A grid has 1 to 16384 columns and 1 to 16384 rows ([`grid::MAX_SIDE`]). A cell has one of 256
//!   types ([`grid::CellType`]).
//! - A diagonal step costs at least as much as one straight step and at most as much as two ([`movement::StepCosts`]).
//! - Memory of a grid, for each cell. For data counted in bits, width and height are rounded up to multiples of 64:
//!   - always 1 byte and 2 bits, and twice as much while edits and searches on several threads overlap;
//!   - 20 bits for each diagonal rule that was used in a search (16 under `BothFree`, 8 without diagonal steps);
//!   - up to 2 bytes after a failed or long search;
//!   - 16 bytes with landmarks, which support grids of at most 2^26 cells ([`index::Engine`]);
//!   - 1 byte with penalties;
//!   - 2 bytes and 1 bit while a cell has a cover;
//!   - the same without the first byte for each set of blocked types and each size of agents in use, and up to 64 bytes
//!     for each profile with different multipliers in use ([`movement::Profile`]).
//! - Memory of each thread that searches: 4 bytes for each cell of its largest map, and as many again for each further
//!   kind of search: by jump points, by A* over cells, in weighted terrain (reserved in full, but provided by the
//!   system only near reached cells); and about 40 bytes for each cell that its largest search reached
//!   ([`search::Scratch`]).
//! - Little-endian machines only.

#![deny(unsafe_code)]
#![warn(unreachable_pub)]

mod bits;
mod byte_stream;
#[doc(hidden)]
pub mod cooperative;
#[doc(hidden)]
pub mod crowd;
mod distance;
#[doc(hidden)]
pub mod ffi;
#[doc(hidden)]
pub mod field;
#[doc(hidden)]
pub mod floors;
#[doc(hidden)]
pub mod grid;
#[doc(hidden)]
pub mod handle_table;
mod held;
#[doc(hidden)]
pub mod index;
pub mod interrupt;
#[cfg(all(loom, test))]
mod loom_models;
#[doc(hidden)]
pub mod movement;
mod out_of_memory;
#[cfg(test)]
mod random;
mod saved;
#[doc(hidden)]
pub mod search;
#[doc(hidden)]
pub mod snapshot;
mod sorting;
mod sync;
#[doc(hidden)]
pub mod try_arc;
#[doc(hidden)]
pub mod work;

#[doc(hidden)]
pub use out_of_memory::OutOfMemory;
pub(crate) use out_of_memory::refill;
