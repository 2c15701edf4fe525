//! The open list of a careful jump-point search: a binary heap in the exact order of f.
//!
//! Where many ways are equally cheap, a search should walk to the goal and not explore all of them. So nodes of equal f
//! are ordered by strips along the line from start to goal, the nearest strip first; within a strip the node farthest
//! from the start comes first. On a regular pattern a way goes on in its strip, without the dead ends at the border of
//! the map to which a walk by distance alone leads.

use crate::OutOfMemory;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// f and the strip; then what is missing from g, and from the node's number, to the largest number: of nodes that are
/// equally far the one reached last comes first.
type Entry = (u64, u64);

/// Nodes by f.
#[derive(Debug, Default)]
pub(super) struct OrderedQueue {
    entries: BinaryHeap<Reverse<Entry>>,
}

impl OrderedQueue {
    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }

    /// Makes sure that so many entries can be pushed.
    #[inline(never)]
    pub(super) fn reserve(&mut self, additional: usize) -> Result<(), OutOfMemory> {
        Ok(self.entries.try_reserve(additional)?)
    }

    /// Adds a node, for which there must be [room](Self::reserve).
    #[inline(never)]
    pub(super) fn push(&mut self, f: u32, strip: u32, g: u32, node: u32) {
        let pair = |one: u32, other: u32| u64::from(one) << 32 | u64::from(other);
        self.entries.push(Reverse((pair(f, strip), pair(!g, !node))));
    }

    /// Takes the first node, with its f.
    #[inline(never)]
    pub(super) fn pop(&mut self) -> Option<(u32, u32)> {
        self.entries.pop().map(|Reverse((first, last))| ((first >> 32) as u32, !(last as u32)))
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
        self.entries.capacity() * size_of::<Entry>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_out_by_f_then_by_strip_then_the_farthest_then_the_last() {
        let mut queue = OrderedQueue::default();
        let entries = [(7, 0, 3, 1), (5, 1, 9, 2), (5, 0, 2, 3), (5, 0, 4, 4), (5, 0, 4, 5), (9, 0, 9, 6)];
        queue.reserve(entries.len()).unwrap();
        entries.into_iter().for_each(|(f, strip, g, node)| queue.push(f, strip, g, node));
        let taken: Vec<_> = std::iter::from_fn(|| queue.pop()).collect();
        assert_eq!(taken, [(5, 5), (5, 4), (5, 3), (5, 2), (7, 1), (9, 6)]);
    }
}
