//! Each query's fastest time over several passes.

use std::time::{Duration, Instant};

/// How often all queries are asked. Passes over all of them, and not one query again and again, so that a query finds
/// the caches as its predecessors left them.
pub(crate) const PASSES: usize = 5;

/// No further pass begins after so long: slow searches vary less.
const LONGEST: Duration = Duration::from_secs(4);

/// What a call returns, and how long it took.
pub(crate) fn timed<T>(call: impl FnOnce() -> T) -> (Duration, T) {
    let begun = Instant::now();
    let outcome = call();
    (begun.elapsed(), outcome)
}

/// The fastest of [`PASSES`] calls for each number below `count`, or of fewer slow ones, and what the last pass
/// returned.
pub(crate) fn fastest<T>(count: usize, mut call: impl FnMut(usize) -> T) -> Vec<(Duration, T)> {
    let begun = Instant::now();
    let mut kept: Vec<(Duration, T)> = (0..count).map(|at| timed(|| call(at))).collect();
    for _ in 1..PASSES {
        if begun.elapsed() > LONGEST {
            break;
        }
        for (at, place) in kept.iter_mut().enumerate() {
            let (duration, outcome) = timed(|| call(at));
            *place = (place.0.min(duration), outcome);
        }
    }
    kept
}

/// The geometric mean, in nanoseconds.
pub(crate) fn geometric_mean(durations: impl IntoIterator<Item = Duration>) -> f64 {
    let logs: Vec<f64> = durations.into_iter().map(|one| (one.as_nanos().max(1) as f64).ln()).collect();
    (logs.iter().sum::<f64>() / logs.len() as f64).exp()
}
