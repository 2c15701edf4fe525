//! Which thread works on which part of the agents.
//!
//! Each phase of a step goes through the same parts. Threads begin far from each other and go up from there. So a
//! thread works on the same parts in all phases, and in all ticks, unless it is faster than others and takes parts of
//! theirs: what it reads is mostly what it has written, and lies in its processor's cache.

use crate::OutOfMemory;
use crate::held::held;
use crate::sync::atomic::{AtomicU32, Ordering};
use crate::sync::waiting::thread;

/// The parts of a step. Aligned: what threads write shares no cache line with what they read all the time.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(crate) struct Parts {
    /// By part, in how many phases threads have taken it.
    taken: Vec<AtomicU32>,
    count: usize,
    phases: u32,
    /// Threads that have come.
    threads: AtomicU32,
    /// Parts of all phases that have ended.
    ended: AtomicU32,
}

held!(Parts: taken);

impl Parts {
    /// Memory for a number of parts.
    pub(crate) fn reserve(&mut self, count: usize) -> Result<(), OutOfMemory> {
        self.taken.try_reserve(count.saturating_sub(self.taken.len()))?;
        self.taken.resize_with(count.max(self.taken.len()), AtomicU32::default);
        Ok(())
    }

    /// Begins a step with a number of parts, for which there is memory.
    pub(crate) fn begin(&mut self, count: usize, phases: u32) {
        (self.count, self.phases) = (count.min(self.taken.len()), phases);
        for of_step in self.taken.iter().chain([&self.threads, &self.ended]) {
            of_step.store(0, Ordering::Relaxed);
        }
    }

    /// Takes parts, phase by phase, until all have ended. `run` gets the phase and the part. A phase begins when all
    /// parts of the one before have ended, and sees what these have written.
    ///
    /// If `run` panics, its part counts as ended. Other threads, or the next call, take those that are left.
    pub(crate) fn run(&self, mut run: impl FnMut(u32, usize)) {
        let first = self.first();
        for phase in 0..self.phases {
            for part in (first..self.count).chain(0..first) {
                if self.take(phase, part) {
                    let _ended = Ended(&self.ended);
                    run(phase, part);
                }
            }
            self.wait_for((phase + 1) * self.count as u32);
        }
    }

    /// Where the next thread begins: at the first part, at the middle, at the first and the third quarter, and so on.
    /// (The sequence of van der Corput, for any number of threads.)
    fn first(&self) -> usize {
        let thread = self.threads.fetch_add(1, Ordering::Relaxed);
        ((u64::from(thread.reverse_bits()) * self.count as u64) >> 32) as usize
    }

    /// Takes a part in a phase, unless another thread has.
    fn take(&self, phase: u32, part: usize) -> bool {
        let taken = &self.taken[part];
        taken.load(Ordering::Relaxed) == phase
            && taken.compare_exchange(phase, phase + 1, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Waits until a number of parts have ended, which other threads run by now.
    fn wait_for(&self, parts: u32) {
        let mut rounds = 0;
        while self.ended.load(Ordering::Acquire) < parts {
            rounds += 1;
            if cfg!(all(loom, test)) || rounds % 64 == 0 {
                thread::yield_now();
            } else {
                std::hint::spin_loop();
            }
        }
    }
}

/// Counts a part when it ends, also by a panic: others wait for it.
struct Ended<'a>(&'a AtomicU32);

impl Drop for Ended<'_> {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Release);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn threads_begin_far_from_each_other_and_parts_run_phase_by_phase() {
        let mut parts = Parts::default();
        parts.reserve(8).unwrap();
        parts.begin(8, 2);
        assert_eq!([(); 4].map(|()| parts.first()), [0, 4, 2, 6]);
        parts.begin(5, 2);
        assert_eq!(parts.first(), 0);
        let mut runs = Vec::new();
        parts.run(|phase, part| runs.push((phase, part)));
        // The second thread begins in the middle.
        assert_eq!(runs, [0, 1].map(|phase| [2, 3, 4, 0, 1].map(|part| (phase, part))).as_flattened());
        parts.run(|phase, part| panic!("phase {phase}, part {part} ran again"));
    }

    #[test]
    fn what_a_panic_leaves_is_run_by_the_next_call() {
        let mut parts = Parts::default();
        parts.reserve(4).unwrap();
        parts.begin(4, 3);
        let mut runs = Vec::new();
        let mut run = |phase, part| {
            runs.push((phase, part));
            assert_ne!((phase, part), (1, 2), "a planted panic");
        };
        assert!(catch_unwind(AssertUnwindSafe(|| parts.run(&mut run))).is_err());
        parts.run(&mut run);
        runs.sort_unstable();
        assert_eq!(runs, [0, 1, 2].map(|phase| [0, 1, 2, 3].map(|part| (phase, part))).as_flattened());
    }

    #[test]
    fn no_parts_end_at_once() {
        let mut parts = Parts::default();
        parts.begin(0, 6);
        parts.run(|_, _| unreachable!("there are no parts"));
    }
}
