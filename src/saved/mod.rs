//! Grids, floors, profiles, crowds and reservations as bytes, to be loaded later and elsewhere, and what has changed
//! since a grid was saved.
//!
//! ```text
//! file      "GridStar" | version u16 | kind u16 | length u32 | sections | checksum u64
//! section   number u32 | length u32 | bytes
//! ```
//!
//! All numbers are little-endian. `length` counts all bytes of a file, or those after the head of a section. The
//! checksum is the XXH64 of all bytes before it.
//!
//! - [`file`] has the frame: it tells foreign, newer and damaged bytes apart.
//! - [`settings`] has the numbers of a grid's def.
//! - [`planes`] writes one byte of each cell, by runs and pairs of values.
//! - [`grid`] is a whole grid. Of what is prepared, only landmarks are saved: all else is derived in less time than
//!   it takes to check.
//! - [`changes`] is what differs from a saved grid.
//! - [`floors`] are links and the files of several grids, in one file.
//! - [`profile`] is a traversal profile, a kind of file of its own.
//! - [`state`] has crowds and reservations, which write themselves (`crowd/state.rs`, `cooperative/state.rs`).
//!
//! A checksum tells accidents, not intent. Whatever a file with a right checksum says passes the checks of a def and
//! of each count, and landmarks are checked step by step: they may tell less than measured ones, but never too much.

mod changes;
mod error;
mod file;
mod floors;
mod grid;
mod planes;
mod profile;
mod settings;
mod state;

pub(crate) use changes::{apply_changes, write_changes};
pub(crate) use error::SavedError;
pub(crate) use floors::{FloorsWriter, SavedFloors};
pub(crate) use grid::{SavedGrid, SavedParts, write_grid};
pub(crate) use profile::{read_profile, write_profile};
pub(crate) use settings::Settings;
pub(crate) use state::{StateGround, read_crowd, read_reservations, write_crowd, write_reservations};
