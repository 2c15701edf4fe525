//! A* over jump points (Harabor and Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011), with the
//! jumps answered by the bits of [`JumpPoints`](crate::index::JumpPoints).
//!
//! `expand.rs` follows the jumps from a cell to their ends. Only jump points are queued. A diagonal jump queues nothing
//! of its own where no diagonal step can be forced: the straight jumps that it sends out have its first cell as parent
//! ("intermediate pruning", ICAPS 2014). The goal is never queued: two intervals tell each expansion whether a jump
//! meets the goal. The best cost so far bounds what is queued, and the search ends when nothing cheaper is left.
//!
//! On regular patterns, such as rows of pillars, most jumps lead to cells that were reached as cheaply before. The
//! cells along a diagonal jump are no nodes, so a later diagonal jump on the same line sends out the same straight
//! jumps again. And where many paths are equally cheap, the buckets of the open list take them in no useful order. The
//! search counts jumps, and expansions without growth of f. With too many of them it becomes careful (`careful.rs`).
//! Where the costs make many paths equally cheap, it becomes so soon.
//!
//! A search that takes long although f has hardly grown finds the cells from which a path to the goal costs no more
//! than on an open map (`direct.rs`). The cheapest path over one of these cells bounds f from then on.
//!
//! # The states of a search
//!
//! ```text
//!              patience is used up, or f is level           every 64 expansions
//!   jumping ------------------------------> careful: steps <--------------------> jumps
//!      |  ^                                      |  ^
//!      v  |  once, while f is level              v  |  every 16 expansions
//!   direct ways are found, and               new nodes are asked for
//!   new nodes are asked for one              a direct way
//!
//!   every state ---> paused, at the slice's end ---> the same state
//!   every state ---> found, no path, or too far
//! ```
//!
//! All that a search reads is listed in `search.rs`. All that it changes lies in `memory.rs`: the nodes and the open
//! list, its bound and what it counts (`watch.rs`), and steps beside walls (`beside_walls.rs`). A search within a bound
//! (`within.rs`) has no states but one, and asks all its nodes for direct ways.
//!
//! # The constants
//!
//! | what | value | more of it |
//! | --- | ---: | --- |
//! | jumps before a search becomes careful | 64 | ordinary maps jump longer; patterns cost more until then |
//! | jumps that an expansion adds | 8 | the same |
//! | steps of the way that add a jump | 4 | long ways become careful sooner |
//! | expansions without growth of f before a stall | 64, and 4 a step | stalls are noticed later |
//! | the same with landmarks | 4 times | f grows less with landmarks |
//! | jumps left to a stalled search | 32 | a stall costs more |
//! | expansions between two looks at f | 64 | stalls are noticed later |
//! | f is level, as a part of the cost on an open map | 1/64 | direct ways and early care on more maps |
//! | many paths are equally cheap, as a part of a step | 1/16 | more costs are careful early |
//! | expansions until early care | 8, and one for 128 steps | ties are explored longer |
//! | expansions before direct ways, one for 16 steps | 16 | short searches are spared; long ones look later |
//! | cells of a line of direct ways | 256 | ways further from the line, and more time to find them |
//! | expansions between two looks for new direct ways | 16 | fewer looks, later ends |
//! | columns between two stops of a careful diagonal jump | 4 | fewer nodes, more jumps to known cells |
//! | a band of the open list, in straight steps | 16 to 32 | nodes closer in memory, order less exact |
//! | a cell aside of the line, in straight steps | 1/4 | walks stay nearer to the line |
//! | expansions between two choices of the gait | 64 | slower changes |
//! | steps of a jump below which steps are better | 1.5 | more searches by steps |
//! | choices for which steps are then kept | 7 | fewer tries of jumps |
//! | expansions for a step nearer with which steps stay | 4 | steps stay with less success |
//! | landmarks are read for one in so many cells | 10 | they are given up sooner |
//! | the same while f is within 1/256 of an open map | 32 | the same |
//! | buckets of the open list | 4096 | finer order, more memory |
//! | searches after which unused memory goes | 64 | memory goes later |
//!
//! `benches/NOTES.md` has what was measured for each.

mod beside_walls;
mod careful;
mod corners;
mod direct;
mod expand;
mod gait;
mod goal;
mod line;
mod memory;
mod node_table;
mod search;
#[cfg(test)]
mod tests;
mod watch;
mod within;

pub(super) use memory::JumpMemory;
pub(super) use search::find;
