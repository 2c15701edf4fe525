//! A thread that searches without pause and records its progress.

use crate::concurrent::clock::thread_time;
use crate::grid::BenchGrid;
use anyhow::Result;
use gridstar::grid::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Progress of a round: number of searches, and time since the round began.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ended {
    pub(crate) count: u64,
    pub(crate) wall: Duration,
    pub(crate) thread: Duration,
}

/// Interval between two records. A longer search is recorded at its end.
const NOTED_EACH: Duration = Duration::from_millis(1);

/// Shared by the editing and the searching thread.
#[derive(Default)]
pub(crate) struct Shared {
    /// Number of the round.
    round: AtomicU64,
    pub(crate) stop: AtomicBool,
    ended: Mutex<Vec<Ended>>,
}

impl Shared {
    /// Begins a round, which restarts at the first query, and returns the records of the previous round.
    pub(crate) fn next_round(&self) -> Vec<Ended> {
        let mut ended = lock(self);
        self.round.fetch_add(1, Ordering::Relaxed);
        std::mem::take(&mut *ended)
    }

    /// Whether the searching thread has ended, so that waiting for it is pointless.
    pub(crate) fn has_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub(crate) fn notes(&self) -> usize {
        lock(self).len()
    }
}

fn lock(shared: &Shared) -> MutexGuard<'_, Vec<Ended>> {
    shared.ended.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Searches until told to stop.
pub(crate) fn search_on(grid: BenchGrid, queries: &[(Cell, Cell)], shared: &Shared) -> Result<()> {
    let outcome = search(grid, queries, shared);
    shared.stop.store(true, Ordering::Relaxed);
    outcome
}

fn search(mut grid: BenchGrid, queries: &[(Cell, Cell)], shared: &Shared) -> Result<()> {
    let mut round = None;
    let (mut begun, mut thread_begun, mut count, mut noted) = (Instant::now(), thread_time()?, 0, Duration::ZERO);
    while !shared.stop.load(Ordering::Relaxed) {
        let now = shared.round.load(Ordering::Relaxed);
        if round != Some(now) {
            (round, begun, thread_begun, count, noted) = (Some(now), Instant::now(), thread_time()?, 0, Duration::ZERO);
        }
        let (start, goal) = queries[count as usize % queries.len()];
        grid.find(start, goal)?;
        count += 1;
        let wall = begun.elapsed();
        if wall - noted < NOTED_EACH {
            continue;
        }
        noted = wall;
        let ended = Ended { count, wall, thread: thread_time()?.saturating_sub(thread_begun) };
        let mut all = lock(shared);
        // A search that began before the current round is not counted.
        if shared.round.load(Ordering::Relaxed) == now {
            all.push(ended);
        }
    }
    Ok(())
}

/// Ratio of two rounds' search rates for the same first queries, by wall-clock time and by the thread's time.
pub(crate) fn ratios(round: &[Ended], other: &[Ended]) -> Option<[f64; 2]> {
    let common = round.last()?.count.min(other.last()?.count);
    let [one, other] = [times_at(round, common), times_at(other, common)];
    Some([other[0] / one[0], other[1] / one[1]])
}

/// The seconds after which a round had made `count` searches, interpolated between two records. The round must have
/// made them.
fn times_at(round: &[Ended], count: u64) -> [f64; 2] {
    let after = round.partition_point(|ended| ended.count < count);
    let none = Ended { count: 0, wall: Duration::ZERO, thread: Duration::ZERO };
    let (before, after) = (if after == 0 { none } else { round[after - 1] }, round[after]);
    let part = (count - before.count) as f64 / (after.count - before.count) as f64;
    let between = |of: fn(&Ended) -> Duration| {
        let [before, after] = [of(&before), of(&after)].map(|time| time.as_secs_f64());
        before + part * (after - before)
    };
    [between(|ended| ended.wall), between(|ended| ended.thread)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(notes: &[(u64, u64)]) -> Vec<Ended> {
        let note = |&(count, millis): &(u64, u64)| {
            let wall = Duration::from_millis(millis);
            Ended { count, wall, thread: wall / 2 }
        };
        notes.iter().map(note).collect()
    }

    #[test]
    fn rounds_are_compared_by_the_queries_that_both_answered() {
        let ratio = |one: &[_], other: &[_]| {
            ratios(&round(one), &round(other)).map(|pair| pair.map(|one| (one * 1e6).round() / 1e6))
        };
        assert_eq!(ratio(&[(10, 10), (20, 20)], &[(5, 5), (20, 10), (21, 11)]), Some([0.5, 0.5]));
        // 20 queries took 15 of 25 ms.
        assert_eq!(ratio(&[(20, 30)], &[(10, 5), (30, 25)]), Some([0.5, 0.5]));
        assert_eq!(ratio(&[], &[(5, 5)]), None);
    }
}
