//! Random sequences of C calls, compared with a plain model of the correct results.

mod agents;
pub mod asked;
mod avoidance_calls;
mod cover_calls;
mod crowd_calls;
mod field_calls;
mod floor_calls;
mod floor_models;
mod fork_calls;
mod grid_calls;
mod hexagon_calls;
mod path_calls;
pub mod planted;
mod reach_calls;
mod read_calls;
mod save_calls;
mod save_floor_calls;
mod shapes;
mod sight_calls;
mod stepper_calls;
pub mod tally;
mod wall_calls;
pub mod world;
mod work_calls;
mod wrong_calls;

use crate::random_maps::Random;
pub use world::{Refusals, World};

/// Number of calls in one sequence.
const CALLS: u32 = 120;

/// Makes the sequence of calls that the seed determines, and compares each result with the model. `refusals` makes
/// allocations fail; without it none fails.
pub fn run(seed: u64, refusals: Option<Refusals>) {
    let mut world = World::new(seed, refusals);
    world.begin();
    for _ in 0..CALLS {
        world.step();
    }
    world.end();
}

/// Runs a sequence as `run` does, with the choices that a fuzzer's bytes determine. The sequence ends with its bytes.
pub fn run_bytes(bytes: &[u8]) {
    let mut world = World::new(0, None);
    world.random = Random::of_bytes(bytes);
    world.begin();
    for _ in 0..CALLS {
        if !world.random.has_bytes() {
            break;
        }
        world.step();
    }
    world.end();
}
