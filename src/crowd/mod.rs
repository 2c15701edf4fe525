//! Crowds: agents that keep apart while each goes where it wishes.
//!
//! Each tick takes a wished velocity for every agent, and gives velocities and positions. No polygons are authored: the
//! walls are the cells that a profile blocks, and the walls between cells. A one-way side holds up only those who come
//! against it. Agents with a wall between them don't avoid each other.
//!
//! # A tick
//!
//! ```text
//! wishes -> gates change some -> agents sorted into bins of 2 x 2 cells -> velocities -> pushes -> positions
//!           `----------------- one thread -------------------'            `---- any number of threads ----'
//! ```
//!
//! 1. **Gates** (`gates/`): passages of one or two cells let one side through at a time. Plain avoidance deadlocks
//!    there.
//! 2. **Velocities** (`velocities.rs`): half-planes of permitted velocities for walls and for the eight neighbors that
//!    matter most, and the permitted velocity nearest to the wish. Source: van den Berg, Guy, Lin and Manocha,
//!    "Reciprocal n-Body Collision Avoidance", 2011 (ORCA).
//! 3. **Pushes** (`pushes.rs`): what still touches is moved apart, in six passes.
//! 4. An agent begins its next step with the velocity at which it has really moved, pushes included, so that others see
//!    where it goes; but with no more than it chose, wishes for or can brake, so that pushes throw nobody (`moves.rs`).
//!
//! A step, pushes and walls included, moves no agent faster than its largest speed (or `numbers::SEPARATION`, if that
//! is more), nor farther than `numbers::MOST_STEP`.
//!
//! # Same calls, same positions
//!
//! Positions are integers, in 1/65536 of a cell. Their remainders and all else are 32-bit floating-point numbers, with
//! nothing but `+`, `-`, `*`, `/`, square roots and comparisons, in an order that the code fixes. IEEE 754 defines each
//! of their bits, the compiler neither reorders nor fuses them, and vectors compute lane by lane what a loop would. So
//! the processor, its vectors and the build don't show in the results. Neither do threads: an agent reads what the step
//! before has written, and writes only its own place.
//!
//! A host may have told its thread to flush denormal numbers to zero. None ever decides: what enters the computation is
//! 0 or at least `numbers::SMALLEST`, and comparisons are between numbers far above the denormal ones.

#![allow(clippy::needless_range_loop, reason = "loops over lanes become vectors")]

mod agents;
mod bins;
mod blocked_around;
mod contacts;
mod gates;
mod half_planes;
mod lanes;
mod moves;
mod neighbors;
mod numbers;
pub(crate) mod parts;
mod pushes;
mod sorted;
mod state;
mod thin_walls;
mod velocities;
mod wall_planes;
mod walls;
mod whole;

pub use agents::AgentSettings;
pub use whole::{Crowd, CrowdError};
