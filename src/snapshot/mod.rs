//! One grid, many threads: searches see a state that no edit changes, and no edit waits for a search or copies a map
//! for one.
//!
//! ```text
//!   edit ──> log ──> a state that no search holds ──> published
//!                                                        │
//!   search <─────────── shares the published state <─────┘
//! ```
//!
//! A [`SharedGrid`] has one or more *states*: copies of the map with all that is derived from it. One state is
//! published, and searches that begin share it until they end. An edit is written to a log and made at once on a state
//! that no search holds, which is then published. Another state makes the logged edits before its next turn, so that
//! each edit is made once on each state and no map is copied for it.
//!
//! - **One state** is enough while edits and searches take turns: the edit is made in place.
//! - **While searches hold all states** an edit stays in the log. The next search, or the next read, makes it before it
//!   begins: by then its thread has let go of the state that it held.
//! - **A second state**, a copy, is made where that search finds other threads' searches on all states, and where
//!   searches had to wait for many edits in place, or for a large one. Another one is made only while searches hold all
//!   of those.
//! - **A state is dropped** after 4096 edits in a row that one state would have been enough for, after
//!   1,048,576 searches and reads without an edit, and where so many edits wait for it that a copy would take less
//!   time than they do. Calls decide, never time.
//!
//! Locks: `published` is held to copy or exchange one pointer. `states` is held while edits are made; a search takes it
//! only where edits wait in the log. Memory is freed when both are open.

mod edit_log;
mod preparation;
mod shared_grid;
mod states;
#[cfg(test)]
mod tests;

pub(crate) use preparation::MustRun;
pub use shared_grid::{EditError, SharedGrid};
