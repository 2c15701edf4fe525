//! The sequences again and again for a time, with a meter of memory: `cargo xtask soak` runs it. A turn is a sequence
//! on one thread, which also counts the objects that live, and two sequences on about eight threads each.

use crate::threads;
use common::abi::TestGrid;
use common::sequence::planted::{self, Fault};
use common::sequence::{self, tally};
use common::work::work_info;
use std::time::{Duration, Instant};

/// Samples are this far apart, closer in a short run.
const PAUSE: Duration = Duration::from_secs(1);
/// A run has at least this many samples, however long they take.
const FEWEST: u32 = 24;
/// A run reports this often.
const REPORTS: u32 = 20;

/// Memory between two turns, when no object lives.
#[derive(Clone, Copy, Default)]
struct Sample {
    /// The process's memory in RAM, in bytes; 0 where the system does not tell.
    resident: u64,
    /// The memory of the library's worker threads, by its own counter, in bytes.
    workers: u64,
}

impl Sample {
    fn take() -> Self {
        Self { resident: resident_bytes().unwrap_or(0), workers: work_info().scratch_bytes }
    }
}

fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
}

/// Takes turns for this long, from a seed on. Fails if a check fails or memory grows.
pub(crate) fn run(time: Duration, seed: u64) {
    let (begun, pause) = (Instant::now(), PAUSE.min(time / FEWEST));
    // Room for all samples at once, so that the samples' own memory does not grow.
    let mut samples = Vec::with_capacity(time.div_duration_f64(pause) as usize + 2);
    let (mut turns, mut reports) = (0, 0);
    while begun.elapsed() < time || samples.len() < FEWEST as usize {
        turn(seed.wrapping_add(turns));
        turns += 1;
        if begun.elapsed() >= pause * (samples.len() as u32 + 1) {
            samples.push(Sample::take());
        }
        if reports < REPORTS && begun.elapsed() >= time / REPORTS * (reports + 1) {
            reports += 1;
            let (seconds, resident) = (begun.elapsed().as_secs(), Sample::take().resident as f64 / 1e6);
            println!("soak: {seconds} s, {turns} turns, {} calls, {resident:.1} MB", tally::total());
        }
    }
    if let Some(Levels { first, second }) = levels(&samples, |sample| sample.resident) {
        println!("soak: memory {:.1} MB in the first half, {:.1} MB in the second", first / 1e6, second / 1e6);
    }
    if let Err(problem) = ensure_flat(&samples) {
        panic!("{problem}");
    }
}

fn turn(seed: u64) {
    sequence::run(seed, None);
    std::thread::scope(|scope| {
        for half in 0..2 {
            scope.spawn(move || threads::run(seed.wrapping_mul(2).wrapping_add(half)));
        }
    });
    if planted::is_planted(Fault::Grid) {
        std::mem::forget(TestGrid::new(64, 64));
    }
    if planted::is_planted(Fault::Memory) {
        std::mem::forget(std::hint::black_box(vec![1_u8; 2_000_000]));
    }
}

/// Memory may grow by this factor and this number of bytes: allocators give back late, and the largest maps come at any
/// time.
const MARGIN: f64 = 1.05;
const MARGIN_BYTES: f64 = 2e6;

/// The first part of a run, in which the memory of threads comes up.
const WARM_UP: f64 = 0.1;

/// The level of memory in both halves of a run after its beginning, in bytes.
struct Levels {
    first: f64,
    second: f64,
}

/// Medians, because single samples meet the largest maps; `None` for a run of fewer than eight samples.
fn levels(samples: &[Sample], value: fn(&Sample) -> u64) -> Option<Levels> {
    let warm = &samples[(samples.len() as f64 * WARM_UP).ceil() as usize..];
    let median = |half: &[Sample]| {
        let mut values: Vec<u64> = half.iter().map(value).collect();
        values.sort_unstable();
        values[values.len() / 2] as f64
    };
    let (first, second) = warm.split_at(warm.len() / 2);
    (warm.len() >= 8).then(|| Levels { first: median(first), second: median(second) })
}

/// An error if the level of the second half exceeds the first one's by more than the margins.
fn ensure_flat(samples: &[Sample]) -> Result<(), String> {
    type Value = fn(&Sample) -> u64;
    let values: [(&str, Value); 2] =
        [("resident memory", |sample| sample.resident), ("the worker threads' memory", |sample| sample.workers)];
    for (name, value) in values {
        let Some(Levels { first, second }) = levels(samples, value) else { continue };
        if second > first * MARGIN + MARGIN_BYTES {
            return Err(format!("{name} grew from {:.1} MB to {:.1} MB", first / 1e6, second / 1e6));
        }
    }
    Ok(())
}

fn samples(count: u64, resident: fn(u64) -> u64) -> Vec<Sample> {
    (0..count).map(|at| Sample { resident: resident(at), ..Sample::default() }).collect()
}

#[test]
fn memory_that_goes_up_and_down_is_flat() {
    assert_eq!(ensure_flat(&samples(100, |at| 50_000_000 + at % 7 * 4_000_000)), Ok(()));
    assert_eq!(ensure_flat(&samples(100, |at| (at * 5_000_000).min(50_000_000))), Ok(()));
}

#[test]
fn eight_bytes_lost_a_thousand_times_a_second_are_noticed_in_twenty_minutes() {
    assert!(ensure_flat(&samples(1200, |at| 20_000_000 + at * 8000)).unwrap_err().contains("resident memory grew"));
}
