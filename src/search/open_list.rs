//! The open list of A*: reached cells that are not yet expanded, cheapest first.
//!
//! A 4-ary heap: it touches fewer cache lines than a binary one. A cell that is reached again at a lower cost is pushed
//! again, and the search skips entries of closed cells. On grids few entries are ever improved, so this costs less than
//! moving entries. An entry that is the smallest when it is pushed, or nearly so, waits in a list outside the heap: one
//! of the next pops often takes it.

use crate::held::held;
use std::collections::TryReserveError;

const ARITY: usize = 4;

/// A pushed entry goes to the falling entries if fewer than this number of them are smaller, and to the heap otherwise.
const NEAR: usize = 4;

/// `key << 64 | h << 32 | !node`: ordered by the key of the [`Order`](super::Order), then the smaller `h`, then the
/// later node. No two nodes are equal, so that nothing else decides the order. One number compares without a branch.
pub(super) type Entry = u128;

pub(super) fn entry(key: u64, h: u32, node: u32) -> Entry {
    Entry::from(key) << 64 | Entry::from(h) << 32 | Entry::from(!node)
}

pub(super) fn node_of(entry: Entry) -> u32 {
    !(entry as u32)
}

/// A priority queue of nodes.
#[derive(Debug, Default)]
pub(crate) struct OpenList {
    /// Entries in falling order, the smallest last.
    falling: Vec<Entry>,
    heap: Vec<Entry>,
}

held!(OpenList: falling, heap);

impl OpenList {
    pub(crate) fn clear(&mut self) {
        self.falling.clear();
        self.heap.clear();
    }

    /// For how many entries there is memory.
    pub(super) fn room(&self) -> usize {
        self.falling.capacity().max(self.heap.capacity())
    }

    /// Forgets all entries, and gives their memory back.
    pub(super) fn give_back(&mut self) {
        *self = Self::default();
    }

    /// Reserves room for `additional` more entries.
    #[inline(always)]
    pub(crate) fn reserve(&mut self, additional: usize) -> Result<(), TryReserveError> {
        self.falling.try_reserve(additional)?;
        self.heap.try_reserve(additional)
    }

    pub(crate) fn push(&mut self, key: u64, h: u32, node: u32) {
        self.push_entry(entry(key, h, node));
    }

    /// Not inlined: A* takes up to 1.3 times as long otherwise.
    #[inline(never)]
    pub(super) fn push_entry(&mut self, entry: Entry) {
        let mut at = self.falling.len();
        if at > NEAR && entry > self.falling[at - NEAR] {
            self.heap.push(entry);
            self.sift_up(self.heap.len() - 1, entry);
            return;
        }
        self.falling.push(entry);
        while at > 0 && self.falling[at - 1] < entry {
            self.falling[at] = self.falling[at - 1];
            at -= 1;
        }
        self.falling[at] = entry;
    }

    /// Removes and returns the first node.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<u32> {
        self.pop_entry().map(node_of)
    }

    /// Removes and returns the first key and its node.
    pub(crate) fn pop_with_key(&mut self) -> Option<(u64, u32)> {
        self.pop_entry().map(|entry| ((entry >> 64) as u64, node_of(entry)))
    }

    /// The entry that comes first.
    #[inline(always)]
    pub(super) fn first_entry(&self) -> Option<Entry> {
        match (self.falling.last(), self.heap.first()) {
            (Some(&near), Some(&top)) => Some(near.min(top)),
            (near, top) => near.or(top).copied(),
        }
    }

    /// Takes the entry that comes first.
    #[inline(always)]
    pub(super) fn pop_entry(&mut self) -> Option<Entry> {
        let Some(&top) = self.heap.first() else { return self.falling.pop() };
        if self.falling.last().is_some_and(|&least| least < top) {
            return self.falling.pop();
        }
        let last = self.heap.pop()?;
        if !self.heap.is_empty() {
            self.sift_down(last);
        }
        Some(top)
    }

    /// Gives each node another key and `h`.
    pub(crate) fn order_anew(&mut self, key_and_h: impl Fn(u32) -> (u64, u32)) -> Result<(), TryReserveError> {
        self.heap.try_reserve(self.falling.len())?;
        self.heap.append(&mut self.falling);
        for old in &mut self.heap {
            let (key, h) = key_and_h(node_of(*old));
            *old = entry(key, h, node_of(*old));
        }
        // A sorted list is a heap.
        self.heap.sort_unstable();
        Ok(())
    }

    #[inline(always)]
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
            open.order_anew(|node| (u64::from(99 - node), node)).unwrap();
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

    /// Against a sorted set, with entries that come while others are taken.
    #[test]
    fn entries_that_come_later_are_taken_in_order() {
        for seed in 1..=40_u32 {
            let (mut open, mut expected) = (OpenList::default(), std::collections::BTreeSet::new());
            let mut state = seed;
            let mut random = |end: u32| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 8) % end
            };
            for node in 0..2000 {
                // As in a search, most keys are near the least one.
                let key = u64::from(node / 8 + random(if node % 5 == 0 { 500 } else { 4 }));
                let h = random(3);
                open.push(key, h, node);
                expected.insert((key, h, std::cmp::Reverse(node)));
                while random(5) < 2 {
                    assert_eq!(open.pop(), expected.pop_first().map(|(_, _, node)| node.0), "seed {seed}, node {node}");
                }
            }
            let rest = std::iter::from_fn(|| open.pop()).collect::<Vec<_>>();
            assert_eq!(rest, expected.into_iter().map(|(_, _, node)| node.0).collect::<Vec<_>>(), "seed {seed}");
        }
    }
}
