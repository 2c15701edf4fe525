//! Random sequences of calls of the C ABI beside a plain model of what they have to answer.

pub(crate) mod asked;
mod floor_calls;
mod floor_models;
mod grid_calls;
mod path_calls;
mod read_calls;
mod stepper_calls;
pub(crate) mod tally;
pub(crate) mod world;
mod wrong_calls;

pub(crate) use world::{Refusals, World};

/// Calls of one sequence.
const CALLS: u32 = 120;

/// Makes one sequence of calls, which its seed alone decides, and holds each answer against the model. `refusals` says
/// how allocations are made to fail; none do without.
pub(crate) fn run(seed: u64, refusals: Option<Refusals>) {
    let mut world = World::new(seed, refusals);
    for _ in 0..CALLS {
        world.step();
    }
    world.end();
}
