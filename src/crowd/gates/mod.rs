//! Gates: passages of one or two cells. Opposite streams can't pass each other there, so a gate lets one side through
//! at a time, and the side that waits keeps a lane free for those who come out.
//!
//! ```text
//! . . . . # . . . .      #  blocked      =  the gate: narrow cells between two mouths
//! 0 0 0 0 = 1 1 1 1      0 and 1: the zones of its two sides, up to 12 steps from its mouths
//! . 0 0 0 # 1 1 1 .
//! ```
//!
//! Agents are looked at in the order of their numbers, on one thread.

mod finding;
mod late;
mod state;
mod turns;

pub(super) use late::LateChanges;
pub(super) use state::Gates;
