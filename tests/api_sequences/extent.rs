//! Length of the long form. `cargo xtask sequences` passes it in environment variables.

use common::sequence::tally;

/// At least this many calls, from this seed on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    calls: u64,
    seed: u64,
}

impl Extent {
    pub(crate) fn from_environment() -> Self {
        let calls = variable("GRIDSTAR_SEQUENCES_CALLS", 100_000);
        Self { calls, seed: variable("GRIDSTAR_SEQUENCES_SEED", 1_000_000) }
    }

    /// Runs consecutive seeds until the number of calls is reached, and prints the counts.
    pub(crate) fn run(self, mut run: impl FnMut(u64)) {
        let before = tally::total();
        let mut seeds = 0;
        while tally::total() - before < self.calls {
            run(self.seed.wrapping_add(seeds));
            seeds += 1;
        }
        println!("seeds {seeds}");
        tally::print();
    }
}

/// A number in an environment variable.
pub(crate) fn variable(name: &str, default: u64) -> u64 {
    let Ok(text) = std::env::var(name) else { return default };
    text.parse().unwrap_or_else(|_| panic!("{name} is not a number: {text:?}"))
}
