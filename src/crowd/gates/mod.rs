//! Gates: passages of one or two cells. Opposite streams can't pass each other there, so a gate lets one side through
//! at a time, and the side that waits keeps a lane free for those who come out.
//!
//! ```text
//! . . . . # . . . .      #  blocked      =  the gate: narrow cells between two mouths
//! 0 0 0 0 = 1 1 1 1      0 and 1: the zones of its two sides, up to 12 steps from its mouths
//! . 0 0 0 # 1 1 1 .
//! ```
//!
//! A free cell is *narrow* if its row or its column has at most two free cells there. Narrow cells that hang together
//! are a *passage*. A gate is a passage of at most 128 cells with two *mouths*: free cells beside it that are not
//! narrow, those side by side counting as one. A cell outside of gates belongs to the nearest mouth within 12 steps
//! along rows and columns through such cells; of several as near, to that of the gate whose first narrow cell comes
//! first by rows, and there to the first side.
//!
//! A wall between cells ends a row or column as a blocked cell does. An opening of one or two cells in such a wall,
//! with no narrow cell beside it, is a gate too ([`doors`]).
//!
//! All of that follows from the walls around a cell. So it is found for the blocks of 32 x 32 cells in which agents
//! are, when they come there, and again after an edit of cells that were read for it. It makes no difference which
//! blocks were found before. Whose turn it is at a gate is kept from step to step, as long as an agent is in its zones.
//! A gate is known again by its first cell.
//!
//! Agents are looked at in the order of their numbers, on one thread. An agent that stands inside does not count,
//! whether it wishes to, can't move or has been stuck for long: the other side would wait as long as it stands.

mod blocks;
#[cfg(test)]
mod door_tests;
mod doors;
mod finding;
mod gate;
mod ground;
mod known;
mod passages;
mod state;
#[cfg(test)]
mod tests;
mod turn_list;
mod turns;

pub(super) use blocks::Gates;
pub(super) use state::TurnState;
