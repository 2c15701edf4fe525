//! The fastest time of each query over several passes.

use cpu_time::ThreadTime;
use std::time::{Duration, Instant};

/// Number of passes over all queries. Passes, rather than repetitions of one query, so that a query finds the caches as
/// other queries left them.
pub(crate) const PASSES: usize = 5;

/// No further pass begins after this time: slow searches vary less.
const LONGEST: Duration = Duration::from_secs(4);

/// A call's result and its duration.
pub(crate) fn timed<T>(call: impl FnOnce() -> T) -> (Duration, T) {
    let begun = Instant::now();
    let outcome = call();
    (begun.elapsed(), outcome)
}

/// A call's result and the processor time of this thread: other programs take none of it.
pub(crate) fn timed_by_thread<T>(call: impl FnOnce() -> T) -> (Duration, T) {
    let begun = ThreadTime::now();
    let outcome = call();
    (begun.elapsed(), outcome)
}

/// For each number below `count`, the fastest of [`PASSES`] calls (fewer if they are slow), with the result of the
/// last.
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
    mean(durations.into_iter().map(|one| one.as_nanos().max(1) as f64)).unwrap_or(f64::NAN)
}

/// The geometric mean. None of nothing.
pub(crate) fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.into_iter().fold((0.0, 0_u32), |(sum, count), value| (sum + value.ln(), count + 1));
    (count > 0).then(|| (sum / f64::from(count)).exp())
}

/// The geometric mean.
pub(crate) fn geometric_mean_of(values: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = values.fold((0, 0.0), |(count, sum), value| (count + 1, sum + value.ln()));
    (sum / f64::from(count.max(1))).exp()
}
