//! A pool of threads that answer queries and prepare grids.
//!
//! The pool is our own. The pools of crates take memory that they can't report as missing, and don't wait for their
//! threads at the end.
//!
//! Its locks are the standard library's: a thread that waits for one of these takes no memory.

use super::budget::Budget;
use super::queue::WorkQueue;
use super::shared::{BY_DEFAULT, Next, SLOTS, Shared, ThreadSlot};
use super::task::{MAX_THREADS, Work};
use crate::OutOfMemory;
use crate::interrupt::Interrupt;
use crate::search::Scratch;
use crate::sync::waiting::{Condvar, Mutex, MutexGuard, thread};
use crate::try_arc::TryArc;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, Ordering};

const THREAD_NAME: &str = "gridstar-work";

/// A pool of threads. It lives as long as the process: see [`stop`](Self::stop).
#[derive(Debug)]
pub struct Pool<W> {
    shared: Mutex<Shared<W>>,
    work_came: Condvar,
    work_ended: Condvar,
    /// Set while a [`stop`](Self::stop) waits for the threads.
    is_stopping: AtomicBool,
}

/// State of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolInfo {
    /// Threads that the pool may have for queries.
    pub wanted: u32,
    /// Threads that live.
    pub threads: u32,
    /// Shares that threads run now.
    pub running: u32,
    /// Batches and preparations of which a share waits for a thread.
    pub waiting: u32,
    /// Memory of all scratches, in bytes.
    pub scratch_bytes: u64,
}

impl<W: Work> Pool<W> {
    /// A pool without threads. They start when work comes.
    pub const fn new() -> Self {
        let shared = Shared {
            queue: WorkQueue::new(),
            long: WorkQueue::new(),
            wanted: BY_DEFAULT,
            threads: 0,
            leaving: 0,
            running: 0,
            running_long: 0,
            stops: 0,
            debt: 0,
            is_run: false,
            paused: [const { ThreadSlot { memory: None, share: None } }; SLOTS],
            scratch_bytes: 0,
        };
        let is_stopping = AtomicBool::new(false);
        Self { shared: Mutex::new(shared), work_came: Condvar::new(), work_ended: Condvar::new(), is_stopping }
    }

    /// No code panics while it holds the lock, so what it guards is right in any case.
    fn lock(&self) -> MutexGuard<'_, Shared<W>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets the number of threads for queries, at most [`MAX_THREADS`]. With 0, only callers' threads work.
    pub fn set_threads(&'static self, count: u32) {
        let mut shared = self.lock();
        shared.wanted = count.min(MAX_THREADS);
        let missing = shared.add_missing_threads();
        drop(shared);
        // Threads beyond the number see it, and end.
        self.work_came.notify_all();
        self.start_or_finish_long(missing);
    }

    /// State of the pool.
    pub fn info(&self) -> PoolInfo {
        let mut shared = self.lock();
        PoolInfo {
            wanted: shared.wanted(),
            threads: shared.threads + shared.leaving,
            running: shared.running,
            waiting: (shared.queue.waiting_count() + shared.long.waiting_count()) as u32,
            scratch_bytes: shared.scratch_bytes + shared.paused.iter().filter_map(ThreadSlot::bytes).sum::<u64>(),
        }
    }

    /// Whether threads of the pool take work: false if there are none, and none could be started.
    pub fn has_threads(&self) -> bool {
        let mut shared = self.lock();
        shared.threads > 0 && shared.wanted() > 0
    }

    /// Adds work to the queue, and starts threads for it if there may be more. Larger priorities come first.
    ///
    /// Whoever adds long work then asks [`has_threads`](Self::has_threads): without threads, the caller has to run it,
    /// and [`finish_long`](Self::finish_long) runs what others have added meanwhile.
    pub fn submit(&'static self, work: TryArc<W>, priority: i32) -> Result<(), OutOfMemory> {
        let mut shared = self.lock();
        let is_long = work.is_long();
        if is_long {
            shared.long.push(work, priority)?
        } else {
            shared.queue.push(work, priority)?
        };
        let missing = shared.add_missing_threads();
        drop(shared);
        self.work_came.notify_all();
        match is_long {
            // The caller has to learn how it ends: see `has_threads`.
            true => _ = self.start(missing),
            false => self.start_or_finish_long(missing),
        }
        Ok(())
    }

    /// Runs shares of a work on the caller's thread, beside the pool's threads, and waits for what others run of it.
    pub fn finish(&self, work: &TryArc<W>, memory: &mut Scratch) {
        while let Some(share) = work.shares().claim() {
            work.run(share, &mut Budget::unlimited(), memory);
        }
        let mut shared = self.lock();
        loop {
            self.work_ended.notify_all();
            shared = self.wait_while(shared, |shared| !work.shares().have_ended() && shared.slot_of(work).is_none());
            let Some(slot) = shared.slot_of(work) else { break };
            shared = self.run_slot(shared, slot, &mut Budget::unlimited());
        }
        shared.queue.note_ended();
    }

    /// Ends the shares of a work that no thread has taken, or that wait for a budget, and wakes the callers that wait
    /// for the work.
    pub fn cancel(&self, work: &TryArc<W>) {
        work.cancel();
        // After the lock: a caller that has seen the work running waits by now.
        let mut shared = self.lock();
        shared.queue.note_ended();
        while let Some(slot) = shared.slot_of(work) {
            // A cancelled share ends at once.
            shared = self.run_slot(shared, slot, &mut Budget::unlimited());
        }
        self.work_ended.notify_all();
    }

    /// Runs the long work that no thread has begun on the caller's thread.
    pub fn finish_long(&self, memory: &mut Scratch) {
        loop {
            let next = self.lock().long.take_share(None);
            let Some((work, share, _)) = next else { return };
            work.run(share, &mut Budget::unlimited(), memory);
            drop(self.lock());
            self.work_ended.notify_all();
        }
    }

    /// Works on the caller's thread, on the most urgent work first, until the budget is spent or no work is left. A
    /// search that the budget interrupts goes on in the next call. What can't be interrupted is taken from later
    /// budgets. Of several threads that call this at once, one works.
    pub fn run(&self, budget: &mut Budget) {
        let mut shared = self.lock();
        if shared.is_run {
            return;
        }
        shared.is_run = true;
        budget.spend(std::mem::take(&mut shared.debt));
        while !budget.is_spent() {
            let Some(slot) = shared.next_slot() else { break };
            shared = self.run_slot(shared, slot, budget);
        }
        shared.debt = shared.debt.saturating_add(budget.debt());
        shared.is_run = false;
        // A thread takes what this call has paused.
        let is_paused = shared.has_left();
        drop(shared);
        if is_paused {
            self.work_came.notify_all();
        }
    }

    /// Runs the share of a slot.
    fn run_slot<'a>(
        &'a self,
        mut shared: MutexGuard<'a, Shared<W>>,
        slot: usize,
        budget: &mut Budget,
    ) -> MutexGuard<'a, Shared<W>> {
        let mut memory = shared.paused[slot].memory.take().unwrap_or_default();
        let share = shared.paused[slot].share.take();
        drop(shared);
        let share = share.filter(|share| !share.work.run(share.share, budget, &mut memory));
        shared = self.lock();
        shared.put_back(share, memory);
        self.work_ended.notify_all();
        shared
    }

    /// Takes expansions from the next budgets, for what was derived outside of [`run`](Self::run). A pool with threads
    /// needs no budgets: what it owed then would stop the first ones after its threads are gone.
    pub fn owe(&self, expansions: u64) {
        let mut shared = self.lock();
        if shared.wanted() == 0 {
            shared.debt = shared.debt.saturating_add(expansions);
        }
    }

    /// Cancels all work that waits, asks long work to end early, waits until the threads have ended what they run, and
    /// ends the threads. Later work starts new ones.
    pub fn stop(&'static self) {
        let mut shared = self.lock();
        shared.stops += 1;
        self.is_stopping.store(true, Ordering::Relaxed);
        let waiting = shared.queue.take_all().chain(shared.long.take_all());
        drop(shared);
        waiting.for_each(|work| work.cancel());
        self.work_came.notify_all();
        let shared = self.lock();
        // Callers that wait for cancelled work.
        self.work_ended.notify_all();
        let mut shared = self.wait_while(shared, |shared| shared.threads + shared.leaving > 0);
        shared.stops -= 1;
        // Another thread's stop may go on.
        self.is_stopping.store(shared.stops > 0, Ordering::Relaxed);
        shared.debt = 0;
        // Cancelled shares end at once.
        while let Some(slot) = shared.paused.iter().position(|slot| slot.share.is_some()) {
            shared.paused[slot].share.iter().for_each(|share| share.work.cancel());
            shared = self.run_slot(shared, slot, &mut Budget::unlimited());
        }
        let memories = shared.paused.each_mut().map(|slot| slot.memory.take());
        // For work that came meanwhile.
        let missing = shared.add_missing_threads();
        drop(shared);
        drop(memories);
        self.start_or_finish_long(missing);
    }

    fn wait_while<'a>(
        &'a self,
        shared: MutexGuard<'a, Shared<W>>,
        condition: impl FnMut(&mut Shared<W>) -> bool,
    ) -> MutexGuard<'a, Shared<W>> {
        self.work_ended.wait_while(shared, condition).unwrap_or_else(PoisonError::into_inner)
    }

    /// Works as [`start`](Self::start) does. A caller that gave long work relied on these threads if it saw them
    /// counted: without them, this thread runs the work.
    fn start_or_finish_long(&'static self, count: u32) {
        if !self.start(count) && !self.has_threads() {
            self.finish_long(&mut Scratch::new());
        }
    }

    /// Starts threads that [`Shared::add_missing_threads`] has counted, and returns whether all have started. Where
    /// none can start, callers do the work.
    fn start(&'static self, count: u32) -> bool {
        let mut have_all_started = true;
        for _ in 0..count {
            let mut name = String::new();
            let has_memory = name.try_reserve_exact(THREAD_NAME.len()).is_ok();
            let thread = if has_memory {
                name.push_str(THREAD_NAME);
                thread::Builder::new().name(name).spawn(move || self.work()).ok()
            } else {
                None
            };
            if thread.is_none() {
                have_all_started = false;
                self.lock().threads -= 1;
                self.work_ended.notify_all();
            }
        }
        have_all_started
    }

    /// A thread of the pool.
    fn work(&'static self) {
        W::begin_thread();
        let mut memory = Scratch::new();
        let mut counted = 0;
        let mut shared = self.lock();
        loop {
            shared.scratch_bytes = shared.scratch_bytes - counted + memory.bytes();
            counted = memory.bytes();
            let next = loop {
                if shared.has_too_many_threads() {
                    break None;
                }
                match shared.next_task() {
                    Some(Next::Share(work, share)) => break Some((work, share)),
                    Some(Next::Paused(slot)) => {
                        shared.running += 1;
                        shared = self.run_slot(shared, slot, &mut Budget::unlimited());
                        shared.running -= 1;
                        self.work_ended.notify_all();
                    }
                    None => shared = self.work_came.wait(shared).unwrap_or_else(PoisonError::into_inner),
                }
            };
            let Some((work, share)) = next else { break };
            let is_long = u32::from(work.is_long());
            shared.running += 1;
            shared.running_long += is_long;
            drop(shared);
            work.run(share, &mut Budget::until(Interrupt::by(&self.is_stopping)), &mut memory);
            drop(work);
            shared = self.lock();
            shared.running -= 1;
            shared.running_long -= is_long;
            self.work_ended.notify_all();
        }
        shared.scratch_bytes -= counted;
        // At once: else another thread would take itself for the one too many.
        shared.threads -= 1;
        shared.leaving += 1;
        drop(shared);
        drop(memory);
        // Last: a stop returns once no thread is left.
        self.lock().leaving -= 1;
        self.work_ended.notify_all();
    }
}

impl<W: Work> Default for Pool<W> {
    fn default() -> Self {
        Self::new()
    }
}
