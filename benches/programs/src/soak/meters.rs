//! What the threads count, and how long their calls take.

use anyhow::Result;
use hdrhistogram::Histogram;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// What a thread asks of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Create,
    Destroy,
    Edit,
    Path,
    Batch,
    Ticket,
    Stepper,
    Floors,
    Profile,
    Reservations,
    Prepare,
}

/// All of them, by number.
pub(crate) const TASKS: [Task; 11] = [
    Task::Create,
    Task::Destroy,
    Task::Edit,
    Task::Path,
    Task::Batch,
    Task::Ticket,
    Task::Stepper,
    Task::Floors,
    Task::Profile,
    Task::Reservations,
    Task::Prepare,
];

/// Times of calls, in nanoseconds.
#[derive(Clone)]
pub(crate) struct Times {
    /// Since the last sample, of all tasks.
    pub(crate) lately: Histogram<u64>,
    /// Since the beginning, by task.
    pub(crate) by_task: Vec<Histogram<u64>>,
}

/// Counters that all threads share, and a place for the times of each.
pub(crate) struct Meters {
    pub(crate) grids: AtomicU64,
    pub(crate) answers: AtomicU64,
    pub(crate) compared: AtomicU64,
    pub(crate) edits: AtomicU64,
    /// Calls with ids of destroyed objects, each refused.
    pub(crate) stale: AtomicU64,
    times: Vec<Mutex<Times>>,
    stops: AtomicBool,
    problems: Mutex<Vec<String>>,
}

/// From a nanosecond to a minute, with a resolution of 1 part in 100. Longer times count as a minute.
fn empty_histogram() -> Result<Histogram<u64>> {
    Ok(Histogram::new_with_bounds(1, LONGEST, 2)?)
}

const LONGEST: u64 = 60_000_000_000;

impl Meters {
    pub(crate) fn new(threads: u32) -> Result<Self> {
        let times = Times { lately: empty_histogram()?, by_task: vec![empty_histogram()?; TASKS.len()] };
        Ok(Self {
            grids: AtomicU64::new(0),
            answers: AtomicU64::new(0),
            compared: AtomicU64::new(0),
            edits: AtomicU64::new(0),
            stale: AtomicU64::new(0),
            times: (0..threads).map(|_| Mutex::new(times.clone())).collect(),
            stops: AtomicBool::new(false),
            problems: Mutex::new(Vec::new()),
        })
    }

    /// Makes calls and records how long they took together.
    pub(crate) fn timed<T>(&self, thread: u32, task: Task, calls: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let outcome = calls();
        let time = (begun.elapsed().as_nanos() as u64).clamp(1, LONGEST);
        let mut times = locked(&self.times[thread as usize]);
        times.lately.saturating_record(time);
        times.by_task[task as usize].saturating_record(time);
        outcome
    }

    /// The times of all threads since the last call.
    pub(crate) fn take_lately(&self) -> Result<Histogram<u64>> {
        let mut sum = empty_histogram()?;
        for times in &self.times {
            let mut times = locked(times);
            sum.add(&times.lately)?;
            times.lately.reset();
        }
        Ok(sum)
    }

    /// The times of a task, of all threads, since the beginning.
    pub(crate) fn of_task(&self, task: Task) -> Result<Histogram<u64>> {
        let mut sum = empty_histogram()?;
        for times in &self.times {
            sum.add(&locked(times).by_task[task as usize])?;
        }
        Ok(sum)
    }

    /// Notes what went wrong, and ends the run.
    pub(crate) fn report(&self, problem: String) {
        locked(&self.problems).push(problem);
        self.stop();
    }

    pub(crate) fn problems(&self) -> Vec<String> {
        locked(&self.problems).clone()
    }

    pub(crate) fn stop(&self) {
        self.stops.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stops.load(Ordering::Relaxed)
    }
}

/// A panic elsewhere is reported where it happens.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
