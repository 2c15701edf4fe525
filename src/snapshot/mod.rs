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
//! published, and searches that begin share it until they end.
//!
//! - **One state** is enough while one thread at a time searches. An edit waits in the log, and the next search makes
//!   it before it begins: by then its thread has let go of the state. So an edit takes about a microsecond, and its
//!   work is done where the caches have the state. When 16 edits wait, each further edit makes the first of them.
//! - **Reads** of cells look at a state and the edits that wait for it. They take no copy.
//! - **A second state**, a copy, is made where a search finds other threads' searches on all states, and where searches
//!   had to wait for many edits, or for a large one, that an edit's own call made. Then each edit is made at once on
//!   the state that no search holds, and that state is published. The other state makes the edit before its next turn.
//!   Another state is made only while searches hold all of those.
//! - **A state is dropped** after 4096 edits in a row that one state would have been enough for, after
//!   1,048,576 searches and reads without an edit, and where so many edits wait for it that a copy would take less
//!   time than they do. Calls decide, never time.
//!
//! Locks: `published` is held to copy or exchange one pointer. `states` is held while edits are made; a search or a
//! read takes it only where edits wait in the log. Memory is freed when both are open.

mod edit_log;
mod latest;
mod preparation;
mod shared_grid;
mod states;
#[cfg(test)]
mod tests;

pub(crate) use preparation::MustRun;
pub use shared_grid::{EditError, SharedGrid};
