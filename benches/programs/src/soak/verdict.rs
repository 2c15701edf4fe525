//! Whether a run shows a leak.

use crate::seconds::Second;
use anyhow::{Result, ensure};

/// What memory may grow by: allocators give back late, and the largest searches come at any time. Eight bytes lost with
/// each of a thousand grids a second exceed it in 20 minutes.
const MARGIN_BYTES: f64 = 2e6;
const MARGIN: f64 = 1.05;

/// The part of a run in which threads, their memory and the shared grids come up.
const WARM_UP: f64 = 0.1;

/// What a sample tells, in bytes.
type Counter = fn(&Second) -> u64;

/// The level of memory in both halves of a run after its beginning, in bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Levels {
    pub(crate) first: f64,
    pub(crate) second: f64,
}

/// Medians, because single samples meet the largest searches; `None` for a run of fewer than eight samples.
pub(crate) fn levels(seconds: &[Second], value: impl Fn(&Second) -> u64) -> Option<Levels> {
    let warm = &seconds[(seconds.len() as f64 * WARM_UP).ceil() as usize..];
    if warm.len() < 8 {
        return None;
    }
    let median = |half: &[Second]| {
        let mut values: Vec<u64> = half.iter().map(&value).collect();
        values.sort_unstable();
        values[values.len() / 2] as f64
    };
    let (first, second) = warm.split_at(warm.len() / 2);
    Some(Levels { first: median(first), second: median(second) })
}

/// Fails if the second half's level exceeds the first one's by 5 % and 2 MB.
pub(crate) fn ensure_flat(seconds: &[Second]) -> Result<()> {
    let counters: [(&str, Counter); 2] =
        [("resident memory", |second| second.resident), ("the worker threads' memory", |second| second.scratch_bytes)];
    for (name, value) in counters {
        if let Some(Levels { first, second }) = levels(seconds, value) {
            let (first_mb, second_mb) = (first / 1e6, second / 1e6);
            let most = first * MARGIN + MARGIN_BYTES;
            ensure!(second <= most, "{name} grew from {first_mb:.1} MB in the first half to {second_mb:.1} MB");
        }
    }
    Ok(())
}

/// Fails if more objects live than the threads can have.
pub(crate) fn ensure_few(seconds: &[Second], most: u32) -> Result<()> {
    let objects = seconds.iter().map(|second| second.objects).max().unwrap_or(0);
    ensure!(objects <= most, "{objects} objects lived at once, and the threads have at most {most}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(resident: impl Fn(u64) -> u64) -> Vec<Second> {
        (0..100).map(|at| Second { at: at as f64, resident: resident(at), ..Second::default() }).collect()
    }

    #[test]
    fn memory_that_goes_up_and_down_is_flat() {
        assert!(ensure_flat(&run(|at| 50_000_000 + at % 7 * 4_000_000)).is_ok());
        assert!(ensure_flat(&run(|at| if at < 10 { at * 5_000_000 } else { 50_000_000 })).is_ok());
    }

    #[test]
    fn memory_that_grows_steadily_is_not_flat() {
        let error = ensure_flat(&run(|at| 50_000_000 + at * 1_000_000)).unwrap_err().to_string();
        assert!(error.contains("resident memory grew"), "{error}");
    }

    #[test]
    fn eight_bytes_lost_with_each_grid_are_noticed_in_twenty_minutes() {
        let second = |at: u64| Second { at: at as f64, resident: 20_000_000 + at * 8000, ..Second::default() };
        let seconds: Vec<Second> = (0..1200).map(second).collect();
        assert!(ensure_flat(&seconds).is_err());
    }

    #[test]
    fn more_objects_than_the_threads_can_have_are_noticed() {
        let seconds = [3, 9, 4].map(|objects| Second { objects, ..Second::default() });
        assert!(ensure_few(&seconds, 9).is_ok() && ensure_few(&seconds, 8).is_err());
    }
}
