//! How long the long form is: what `cargo xtask sequences` says in the environment.

use crate::sequence::tally;

/// So many calls at least, from this seed on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    calls: u64,
    seed: u64,
}

impl Extent {
    pub(crate) fn from_environment() -> Self {
        let number = |name: &str, default| match std::env::var(name) {
            Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name} is no number: {text:?}")),
            Err(_) => default,
        };
        Self { calls: number("GRIDSTAR_SEQUENCES_CALLS", 100_000), seed: number("GRIDSTAR_SEQUENCES_SEED", 1_000_000) }
    }

    /// Runs one seed after the other until all calls are made, and prints the counts.
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
