//! Shares one grid among many threads. A search sees a state that no edit changes; an edit waits for no search, and
//! copies no map while one state is enough.
//!
//! A [`SharedGrid`] has one or more *states*: copies of the map with everything derived from it. One state is
//! published. Searches share the published state from their beginning to their end.
//!
//! ```text
//! one state    edit -> log -> the next search makes the edits on state A and searches it
//!
//! two states   edit -> log -> state B    at once: no search holds B; B is published
//!                       \---> state A    before its next turn: earlier searches still hold A
//!
//! log          | e4 | e5 | e6 |          position = number of changes made: A has made e1 to e3, B all
//!              A              B
//! ```
//!
//! - **One state** is enough while one thread at a time searches. An edit only enters the log, in about a microsecond.
//!   The next search makes the logged edits in place before it begins: its thread has released the state by then, and
//!   its caches hold the state's memory. Once 16 edits wait, each further edit makes the first of them. An edit of a
//!   cover is several edits of its cells, and makes as many.
//! - **Reads** of cells combine a state with the edits that wait for it. They copy nothing.
//! - **A second state**, a copy, is made if a search finds that other threads' searches hold all states. It is also
//!   made if searches had to wait for many edits, or one large edit, that the editing thread made. From then on an edit
//!   is made at once on the state that no search holds, and that state is published. The other state makes the edit
//!   before its next turn. A third state is made only while searches hold both.
//! - **A state is dropped** after 4096 edits in a row for which one state would have been enough, after 1,048,576
//!   searches and reads without an edit, or when copying a state takes less time than making the edits that wait for
//!   this state. Only the sequence of calls decides, never time.
//!
//! Where edits changed cells is kept beside the states (`changes.rs`), so that this question needs no state.
//!
//! Locks: `published` is held to copy or exchange one pointer. `states` is held while edits are made; a search or a
//! read takes it only if edits wait in the log. `changes` is held to add or read a few rectangles, and is the last lock
//! that a thread takes. Memory is freed while no lock is held.

mod ancestry;
mod changes;
mod edit_log;
mod engine_choice;
mod forking;
mod latest;
mod preparation;
mod rewriting;
mod shared_grid;
mod states;
#[cfg(test)]
mod random_tests;
#[cfg(test)]
mod tests;

pub use changes::ChangedArea;
pub(crate) use engine_choice::MustRun;
pub(crate) use forking::Content;
pub use shared_grid::{EditError, SharedGrid};
