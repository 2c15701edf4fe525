//! What the lock of a pool guards: the work that waits, the counts of threads, and the parts that wait for a budget.

use super::pool::{MAX_THREADS, Work};
use super::queue::{Key, WorkQueue};
use crate::search::Scratch;
use crate::try_arc::TryArc;
use std::num::NonZero;

/// One thread fewer than the machine has processors, at least 1: the caller's thread works too.
pub(super) const BY_DEFAULT: u32 = u32::MAX;

/// The number of parts that wait for their next budget at once. A further urgent part waits until one of them ends.
pub(super) const PLACES: usize = 4;

/// Memory of searches, and the part that uses it.
#[derive(Debug)]
pub(super) struct Place<W> {
    pub(super) memory: Option<Scratch>,
    pub(super) part: Option<PausedPart<W>>,
}

#[derive(Debug)]
pub(super) struct PausedPart<W> {
    pub(super) work: TryArc<W>,
    pub(super) part: u32,
    /// Its work's key in the queue.
    pub(super) key: Key,
}

/// What a thread runs.
#[derive(Debug)]
pub(super) enum Next<W> {
    /// A part that nobody has begun.
    Part(TryArc<W>, u32),
    /// The part of a place.
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
    /// Parts that threads of the pool run now, and those of them that are long.
    pub(super) running: u32,
    pub(super) running_long: u32,
    /// Number of calls that wait for the threads to end.
    pub(super) stops: u32,
    /// Number of threads of the host that wait to fork. No part begins meanwhile.
    pub(super) forks: u32,
    /// Expansions that earlier budgets are short of.
    pub(super) debt: u64,
    /// Whether a thread is in [`Pool::run`].
    pub(super) is_run: bool,
    /// Parts that [`Pool::run`] has not ended, and the memories of former ones.
    pub(super) paused: [Place<W>; PLACES],
    /// Memory of the threads' scratches, in bytes.
    pub(super) scratch_bytes: u64,
}

impl<W> Place<W> {
    pub(super) fn bytes(&self) -> Option<u64> {
        self.memory.as_ref().map(Scratch::bytes)
    }
}

impl<W: Work> Shared<W> {
    /// The place of a paused part of a work.
    pub(super) fn place_of(&self, work: &TryArc<W>) -> Option<usize> {
        let is_of = |place: &Place<W>| place.part.as_ref().is_some_and(|part| TryArc::ptr_eq(&part.work, work));
        self.paused.iter().position(is_of)
    }

    /// The first place in line of those with a paused part, and the key of its work.
    fn first_paused(&self) -> Option<(usize, Key)> {
        let key_of = |place: usize| self.paused[place].part.as_ref().map(|part| (place, part.key));
        (0..PLACES).filter_map(key_of).max_by_key(|&(_, key)| key)
    }

    /// The paused part that comes first for a thread, which need not wait for a budget.
    fn first_left(&self) -> Option<(usize, Key)> {
        if self.stops + self.forks == 0 && !self.is_run { self.first_paused() } else { None }
    }

    /// Whether a thread may go on with a paused part.
    pub(super) fn has_left(&self) -> bool {
        self.first_left().is_some()
    }

    /// The place of the part to run next within a budget: the first paused one, unless work goes before it.
    pub(super) fn next_place(&mut self) -> Option<usize> {
        let (most_urgent, key) = self.first_paused().unzip();
        let free = self.paused.iter().position(|place| place.part.is_none());
        let next = free.and_then(|free| Some((free, self.queue.take_part(key)?)));
        let Some((free, (work, part, key))) = next else { return most_urgent };
        self.paused[free].part = Some(PausedPart { work, part, key });
        Some(free)
    }

    /// Keeps a part that has not ended with its memory, or the memory alone.
    pub(super) fn put_back(&mut self, part: Option<PausedPart<W>>, memory: Scratch) {
        // A place without a part, and without a memory if there is one. Only one thread at a time pauses parts, and it
        // has taken its part from a place.
        let rank = |place: &Place<W>| (place.part.is_some(), place.memory.is_some());
        let place = self.paused.iter_mut().min_by_key(|place| rank(place));
        if let Some(place) = place.filter(|place| place.part.is_none()) {
            (place.part, place.memory) = (part, Some(memory));
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
        let is_paused = self.paused.iter().any(|place| place.part.is_some());
        let has_work = is_paused || !self.queue.is_empty() || !self.long.is_empty();
        let missing = if has_work { self.allowed().saturating_sub(self.threads) } else { 0 };
        self.threads += missing;
        missing
    }

    /// What a thread of the pool runs next.
    pub(super) fn next_task(&mut self) -> Option<Next<W>> {
        if self.stops + self.forks > 0 {
            return None;
        }
        let long = if self.running_long == 0 { self.long.take_part(None) } else { None };
        let (place, key) = self.first_left().unzip();
        match long.or_else(|| self.queue.take_part(key)) {
            Some((work, part, _)) => Some(Next::Part(work, part)),
            None => place.map(Next::Paused),
        }
    }
}
