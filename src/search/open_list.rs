//! The open list of A*: reached cells that are not yet expanded, cheapest first.
//!
//! A 4-ary heap: it touches fewer cache lines than a binary one. A cell that is reached again at a lower cost is pushed
//! again, and the search skips entries of closed cells. On grids few entries are ever improved, so this costs less than
//! moving entries. An entry that is the first when it is pushed waits outside the heap: often the next pop takes it.

use std::collections::TryReserveError;

const ARITY: usize = 4;

/// `key << 64 | h << 32 | !node`: ordered by the key of the [`Order`](super::Order), then the smaller `h`, then the
/// later node. No two nodes are equal, so that nothing else decides the order. One number compares without a branch.
pub(super) type Entry = u128;

pub(super) fn entry(key: u64, h: u32, node: u32) -> Entry {
    Entry::from(key) << 64 | Entry::from(h) << 32 | Entry::from(!node)
}

pub(super) fn node_of(entry: Entry) -> u32 {
    !(entry as u32)
}

/// Larger than all entries: only the start has the number 0, and its key and `h` are not the largest ones.
const NONE: Entry = Entry::MAX;

/// A priority queue of nodes.
#[derive(Debug)]
pub(crate) struct OpenList {
    /// An entry that was the smallest when it was pushed, or [`NONE`].
    front: Entry,
    heap: Vec<Entry>,
}

impl Default for OpenList {
    fn default() -> Self {
        Self { front: NONE, heap: Vec::new() }
    }
}

impl OpenList {
    pub(crate) fn clear(&mut self) {
        self.front = NONE;
        self.heap.clear();
    }

    /// For how many entries there is memory.
    pub(super) fn room(&self) -> usize {
        self.heap.capacity()
    }

    /// Forgets all entries, and gives their memory back.
    pub(super) fn give_back(&mut self) {
        *self = Self::default();
    }

    pub(crate) fn bytes(&self) -> usize {
        self.heap.capacity() * size_of::<Entry>()
    }

    /// Reserves room for `additional` more entries.
    #[inline(always)]
    pub(crate) fn reserve(&mut self, additional: usize) -> Result<(), TryReserveError> {
        self.heap.try_reserve(additional)
    }

    pub(crate) fn push(&mut self, key: u64, h: u32, node: u32) {
        self.push_entry(entry(key, h, node));
    }

    pub(super) fn push_entry(&mut self, entry: Entry) {
        let second = self.front.max(entry);
        self.front = self.front.min(entry);
        if second != NONE {
            self.heap.push(second);
            self.sift_up(self.heap.len() - 1, second);
        }
    }

    /// Removes and returns the first node.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<u32> {
        self.pop_entry().map(node_of)
    }

    /// Takes the entry that comes first.
    #[inline(always)]
    pub(super) fn pop_entry(&mut self) -> Option<Entry> {
        let top = self.heap.first().copied().unwrap_or(NONE);
        if self.front <= top {
            let front = std::mem::replace(&mut self.front, NONE);
            return (front != NONE).then_some(front);
        }
        let last = self.heap.pop()?;
        if !self.heap.is_empty() {
            self.sift_down(last);
        }
        Some(top)
    }

    /// Gives each node another key and `h`.
    pub(super) fn order_anew(&mut self, key_and_h: impl Fn(u32) -> (u64, u32)) {
        let anew = |old: Entry| {
            let (key, h) = key_and_h(node_of(old));
            entry(key, h, node_of(old))
        };
        self.heap.iter_mut().for_each(|entry| *entry = anew(*entry));
        // A sorted list is a heap.
        self.heap.sort_unstable();
        if self.front != NONE {
            self.front = anew(self.front);
        }
    }

    fn sift_up(&mut self, mut at: usize, entry: Entry) {
        while at > 0 {
            let parent = (at - 1) / ARITY;
            if self.heap[parent] <= entry {
                break;
            }
            self.heap[at] = self.heap[parent];
            at = parent;
        }
        self.heap[at] = entry;
    }

    /// Moves `entry`, the last one, to the root's position. It mostly belongs near the end. So the smallest child moves
    /// up at each level, and `entry` then rises from the bottom: fewer comparisons than stopping on the way down.
    #[inline(always)]
    fn sift_down(&mut self, entry: Entry) {
        let mut at = 0;
        loop {
            let first = at * ARITY + 1;
            let least = match self.heap.get(first..first + ARITY) {
                Some(&[a, b, c, d]) => {
                    let (ab, cd) = (first + usize::from(b < a), first + 2 + usize::from(d < c));
                    if c.min(d) < a.min(b) { cd } else { ab }
                }
                // The last group of children, which may be short or empty.
                _ => match (first..self.heap.len()).min_by_key(|&child| self.heap[child]) {
                    Some(child) => child,
                    None => break,
                },
            };
            self.heap[at] = self.heap[least];
            at = least;
        }
        self.sift_up(at, entry);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_go_to_the_smaller_h_and_then_to_the_later_node() {
        let mut open = OpenList::default();
        for (key, h, node) in [(10, 5, 0), (10, 3, 1), (10, 3, 2), (9, 8, 3)] {
            open.push(key, h, node);
        }
        assert_eq!(std::iter::from_fn(|| open.pop()).collect::<Vec<_>>(), [3, 2, 1, 0]);
    }

    #[test]
    fn entries_come_out_in_the_order_of_their_new_keys() {
        for count in [0, 1, 2, 100] {
            let mut open = OpenList::default();
            (0..count).for_each(|node| open.push(u64::from(node % 7), node, node));
            open.order_anew(|node| (u64::from(99 - node), node));
            let expected = (0..count).rev().collect::<Vec<_>>();
            let taken = std::iter::from_fn(|| open.pop()).collect::<Vec<_>>();
            assert_eq!(taken, expected);
        }
    }

    #[test]
    fn entries_come_out_in_order() {
        let mut open = OpenList::default();
        let mut state = 1_u32;
        let mut keys = Vec::new();
        for node in 0..5000 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let (key, h) = (u64::from(state >> 24), (state >> 8) & 0xff);
            open.push(key, h, node);
            keys.push((key, h, std::cmp::Reverse(node)));
        }
        keys.sort_unstable();
        for (_, _, std::cmp::Reverse(node)) in keys {
            assert_eq!(open.pop(), Some(node));
        }
        assert_eq!(open.pop(), None);
    }
}
