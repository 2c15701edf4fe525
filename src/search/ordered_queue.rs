//! The open list of a careful jump-point search: a binary heap in the exact order of f.
//!
//! Of equal f the node farthest from the start comes first: where many ways are equally cheap, a search walks to the
//! goal and does not explore all of them.

use super::out_of_memory::OutOfMemory;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Nodes by f.
#[derive(Debug, Default)]
pub(super) struct OrderedQueue {
    /// f, what is missing from g to the largest number, and what is missing from the node's number: of nodes that are
    /// equally far the one reached last comes first.
    entries: BinaryHeap<Reverse<(u32, u32, u32)>>,
}

impl OrderedQueue {
    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }

    /// Makes sure that so many entries can be pushed.
    #[inline(always)]
    pub(super) fn reserve(&mut self, additional: usize) -> Result<(), OutOfMemory> {
        Ok(self.entries.try_reserve(additional)?)
    }

    /// Adds a node, for which there must be [room](Self::reserve).
    #[inline(always)]
    pub(super) fn push(&mut self, f: u32, g: u32, node: u32) {
        self.entries.push(Reverse((f, !g, !node)));
    }

    /// Takes the first node, with its f.
    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<(u32, u32)> {
        self.entries.pop().map(|Reverse((f, _, node))| (f, !node))
    }

    /// For how many entries there is memory.
    pub(super) fn room(&self) -> usize {
        self.entries.capacity()
    }

    /// Forgets all entries, and gives their memory back.
    pub(super) fn give_back(&mut self) {
        self.entries = BinaryHeap::new();
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Reverse<(u32, u32, u32)>>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_out_by_f_then_the_farthest_then_the_last() {
        let mut queue = OrderedQueue::default();
        let entries = [(7, 3, 1), (5, 2, 2), (5, 4, 3), (5, 4, 4), (9, 9, 5)];
        queue.reserve(entries.len()).unwrap();
        entries.into_iter().for_each(|(f, g, node)| queue.push(f, g, node));
        let taken: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(taken, [(5, 4), (5, 3), (5, 2), (7, 1), (9, 5)]);
    }
}
