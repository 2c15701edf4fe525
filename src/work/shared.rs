//! Data that the lock of a pool guards: the work that waits, the counts of threads, and the shares that wait for a
//! budget.

use super::queue::{Key, WorkQueue};
use super::task::{MAX_THREADS, Work};
use crate::search::Scratch;
use crate::try_arc::TryArc;
use std::num::NonZero;

/// One thread fewer than the machine has processors, at least 1: the caller's thread works too.
pub(super) const BY_DEFAULT: u32 = u32::MAX;

/// The number of shares that wait for their next budget at once. A further urgent share waits until one of them ends.
pub(super) const SLOTS: usize = 4;

/// Memory of searches, and the share that uses it.
#[derive(Debug)]
pub(super) struct ThreadSlot<W> {
    pub(super) memory: Option<Scratch>,
    pub(super) share: Option<PausedShare<W>>,
}

#[derive(Debug)]
pub(super) struct PausedShare<W> {
    pub(super) work: TryArc<W>,
    pub(super) share: u32,
    /// Its work's key in the queue.
    pub(super) key: Key,
}

/// Task of a thread.
#[derive(Debug)]
pub(super) enum Next<W> {
    /// A share that nobody has begun.
    Share(TryArc<W>, u32),
    /// The share of a slot.
    Paused(usize),
}

#[derive(Debug)]
pub(super) struct Shared<W> {
    pub(super) queue: WorkQueue<W>,
    /// Long work. One thread at a time takes from it.
    pub(super) long: WorkQueue<W>,
    /// Threads for queries; [`BY_DEFAULT`] before the first choice.
    pub(super) wanted: u32,
    /// Threads that take work.
    pub(super) threads: u32,
    /// Threads that take no more work, and have not ended yet.
    pub(super) leaving: u32,
    /// Shares that threads of the pool run now, and those of them that are long.
    pub(super) running: u32,
    pub(super) running_long: u32,
    /// Number of calls that wait for the threads to end.
    pub(super) stops: u32,
    /// Expansions that earlier budgets are short of.
    pub(super) debt: u64,
    /// Whether a thread is in `Pool::run`.
    pub(super) is_run: bool,
    /// Shares that `Pool::run` has not ended, and the memories of former ones.
    pub(super) paused: [ThreadSlot<W>; SLOTS],
    /// Memory of the threads' scratches, in bytes.
    pub(super) scratch_bytes: u64,
}

impl<W> ThreadSlot<W> {
    pub(super) fn bytes(&self) -> Option<u64> {
        self.memory.as_ref().map(Scratch::bytes)
    }
}

impl<W: Work> Shared<W> {
    /// The slot of a paused share of a work.
    pub(super) fn slot_of(&self, work: &TryArc<W>) -> Option<usize> {
        let is_of = |slot: &ThreadSlot<W>| slot.share.as_ref().is_some_and(|share| TryArc::ptr_eq(&share.work, work));
        self.paused.iter().position(is_of)
    }

    /// The first slot in line of those with a paused share, and the key of its work.
    fn first_paused(&self) -> Option<(usize, Key)> {
        let key_of = |slot: usize| self.paused[slot].share.as_ref().map(|share| (slot, share.key));
        (0..SLOTS).filter_map(key_of).max_by_key(|&(_, key)| key)
    }

    /// The paused share that comes first for a thread, which need not wait for a budget.
    fn first_left(&self) -> Option<(usize, Key)> {
        if self.stops == 0 && !self.is_run { self.first_paused() } else { None }
    }

    /// Whether a thread may go on with a paused share.
    pub(super) fn has_left(&self) -> bool {
        self.first_left().is_some()
    }

    /// The slot of the share to run next within a budget: the first paused one, unless work goes before it.
    pub(super) fn next_slot(&mut self) -> Option<usize> {
        let (most_urgent, key) = self.first_paused().unzip();
        let free = self.paused.iter().position(|slot| slot.share.is_none());
        let next = free.and_then(|free| Some((free, self.queue.take_share(key)?)));
        let Some((free, (work, share, key))) = next else { return most_urgent };
        self.paused[free].share = Some(PausedShare { work, share, key });
        Some(free)
    }

    /// Keeps a share that has not ended with its memory, or the memory alone.
    pub(super) fn put_back(&mut self, share: Option<PausedShare<W>>, memory: Scratch) {
        // A slot without a share, and without a memory if there is one. Only one thread at a time pauses shares, and it
        // has taken its share from a slot.
        let rank = |slot: &ThreadSlot<W>| (slot.share.is_some(), slot.memory.is_some());
        let slot = self.paused.iter_mut().min_by_key(|slot| rank(slot));
        if let Some(slot) = slot.filter(|slot| slot.share.is_none()) {
            (slot.share, slot.memory) = (share, Some(memory));
        }
    }

    pub(super) fn wanted(&mut self) -> u32 {
        if self.wanted == BY_DEFAULT {
            let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
            self.wanted = (processors as u32).saturating_sub(1).clamp(1, MAX_THREADS);
        }
        self.wanted
    }

    /// The number of threads that the pool may have now.
    pub(super) fn allowed(&mut self) -> u32 {
        let has_long = !self.long.is_empty() || self.running_long > 0;
        if self.stops > 0 || self.wanted() == 0 { 0 } else { self.wanted() + u32::from(has_long) }
    }

    pub(super) fn has_too_many_threads(&mut self) -> bool {
        self.threads > self.allowed()
    }

    /// Counts the threads to start for the work that waits, which the caller then starts without the lock.
    pub(super) fn add_missing_threads(&mut self) -> u32 {
        let is_paused = self.paused.iter().any(|slot| slot.share.is_some());
        let has_work = is_paused || !self.queue.is_empty() || !self.long.is_empty();
        let missing = if has_work { self.allowed().saturating_sub(self.threads) } else { 0 };
        self.threads += missing;
        missing
    }

    /// Next task of a thread of the pool.
    pub(super) fn next_task(&mut self) -> Option<Next<W>> {
        if self.stops > 0 {
            return None;
        }
        let long = if self.running_long == 0 { self.long.take_share(None) } else { None };
        let (slot, key) = self.first_left().unzip();
        match long.or_else(|| self.queue.take_share(key)) {
            Some((work, share, _)) => Some(Next::Share(work, share)),
            None => slot.map(Next::Paused),
        }
    }
}
