//! Work that waits for a thread: the most urgent first, and of equally urgent work the oldest.

use super::task::Work;
use crate::OutOfMemory;
use crate::try_arc::TryArc;
use std::cmp::Reverse;

/// A binary heap of work. Adding needs memory; taking and clearing don't.
#[derive(Debug)]
pub(super) struct WorkQueue<W> {
    heap: Vec<WorkEntry<W>>,
    /// The number of the next entry.
    next: u64,
    /// About the number of entries without a share, since they were forgotten last.
    ended: usize,
}

#[derive(Debug)]
struct WorkEntry<W> {
    key: Key,
    work: TryArc<W>,
}

/// The largest key is the first in line: the most urgent work, and of equally urgent work the oldest.
pub(super) type Key = (i32, Reverse<u64>);

impl<W: Work> WorkQueue<W> {
    pub(super) const fn new() -> Self {
        Self { heap: Vec::new(), next: 0, ended: 0 }
    }

    /// Number of entries of which a share is left.
    pub(super) fn waiting_count(&self) -> usize {
        self.heap.iter().filter(|entry| entry.work.shares().are_left()).count()
    }

    /// Notes that work has ended otherwise than through the queue. Forgets such work before it is most of the queue.
    pub(super) fn note_ended(&mut self) {
        self.ended += 1;
        if 2 * self.ended >= self.heap.len() {
            self.forget_ended();
        }
    }

    /// Adds work. Larger priorities come first.
    pub(super) fn push(&mut self, work: TryArc<W>, priority: i32) -> Result<(), OutOfMemory> {
        if self.heap.len() == self.heap.capacity() {
            self.forget_ended();
        }
        self.heap.try_reserve(1)?;
        let key = (priority, Reverse(self.next));
        self.next += 1;
        self.heap.push(WorkEntry { key, work });
        self.rise(self.heap.len() - 1);
        Ok(())
    }

    /// Takes the next share of the first work in line, with the key of the work. `paused` is the key of work that a
    /// thread would go on with instead: only work that goes before it is taken. Work without a further share leaves the
    /// queue, so that it stands in front of nothing.
    pub(super) fn take_share(&mut self, paused: Option<Key>) -> Option<(TryArc<W>, u32, Key)> {
        while let Some(first) = self.heap.first().filter(|first| Some(first.key) > paused) {
            if let Some(share) = first.work.shares().claim() {
                return Some((first.work.clone(), share, first.key));
            }
            self.remove_first();
        }
        None
    }

    /// Whether a share may be left for a thread.
    pub(super) fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }

    /// Takes all work out of the queue, in no order.
    pub(super) fn take_all(&mut self) -> impl Iterator<Item = TryArc<W>> + use<W> {
        std::mem::take(&mut self.heap).into_iter().map(|entry| entry.work)
    }

    /// Removes work of which no share is left.
    fn forget_ended(&mut self) {
        self.ended = 0;
        self.heap.retain(|entry| entry.work.shares().are_left());
        for i in (0..self.heap.len() / 2).rev() {
            self.sink(i);
        }
    }

    fn remove_first(&mut self) {
        self.heap.swap_remove(0);
        self.sink(0);
    }

    fn rise(&mut self, mut i: usize) {
        while i > 0 && self.heap[i].key > self.heap[(i - 1) / 2].key {
            self.heap.swap(i, (i - 1) / 2);
            i = (i - 1) / 2;
        }
    }

    fn sink(&mut self, mut i: usize) {
        loop {
            let children = [2 * i + 1, 2 * i + 2].into_iter().filter(|&child| child < self.heap.len());
            let Some(child) = children.max_by_key(|&child| self.heap[child].key) else { return };
            if self.heap[i].key >= self.heap[child].key {
                return;
            }
            self.heap.swap(i, child);
            i = child;
        }
    }
}
