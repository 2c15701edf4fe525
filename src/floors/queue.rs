//! The open list of a search over link ends.
//!
//! A binary heap with at most two entries for each node: the best known path to the node, and the node's next leg with
//! a lower bound of its cost. A better path to a node replaces the known one and moves up. The heap therefore stays
//! small where legs far outnumber nodes.

use crate::held::held;
use crate::{OutOfMemory, refill};
use std::cmp::Ordering;

/// In `LegEntry::from`: the entry is a path whose cost is known.
const KNOWN: u32 = u32::MAX;
/// In `LegQueue::positions`: the heap holds no known path to the node.
const NONE: u32 = u32::MAX;
/// In `LegQueue::positions`: the node is closed, and is never expanded again.
const DONE: u32 = u32::MAX - 1;

/// An entry of the heap. Entries are ordered by the smallest `f`, then the smallest estimate of the node, then known
/// paths before legs, then the smallest numbers.
#[derive(Clone, Copy, Debug)]
struct LegEntry {
    /// Upper and lower half: a `u128` would align the entry to 16 bytes.
    f: [u64; 2],
    node: u32,
    from: u32,
}

/// A popped entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NextLeg {
    /// The best known path to a node.
    Known { node: u32, f: u128 },
    /// A leg that was not searched yet.
    Leg { from: u32, node: u32, f: u128 },
}

/// The heap, and the position of each node in it.
#[derive(Debug, Default)]
pub(super) struct LegQueue {
    heap: Vec<LegEntry>,
    /// By node, the heap position of the known path to it, or [`NONE`] or [`DONE`].
    positions: Vec<u32>,
}

held!(LegQueue: heap, positions);

impl LegQueue {
    /// Empties the queue and prepares it for this number of nodes.
    pub(super) fn begin(&mut self, nodes: usize) -> Result<(), OutOfMemory> {
        self.heap.clear();
        refill(&mut self.positions, nodes, NONE)?;
        Ok(())
    }

    /// Whether a node is closed.
    pub(super) fn is_done(&self, node: u32) -> bool {
        self.positions[node as usize] == DONE
    }

    /// Inserts a path to a node that is not closed, or replaces the known one. The path must be better than the known
    /// one.
    pub(super) fn put_known(&mut self, node: u32, f: u128, estimate: impl Fn(u32) -> u128) -> Result<(), OutOfMemory> {
        let entry = LegEntry { f: halves(f), node, from: KNOWN };
        let position = match self.positions[node as usize] {
            NONE => self.push(entry)?,
            position => position as usize,
        };
        self.sift_up(position, entry, &estimate);
        Ok(())
    }

    /// Inserts a leg. The queue holds at most one leg from each node.
    pub(super) fn put_leg(
        &mut self,
        from: u32,
        node: u32,
        f: u128,
        estimate: impl Fn(u32) -> u128,
    ) -> Result<(), OutOfMemory> {
        let entry = LegEntry { f: halves(f), node, from };
        let position = self.push(entry)?;
        self.sift_up(position, entry, &estimate);
        Ok(())
    }

    /// Removes and returns the first entry. A `Known` entry closes its node.
    pub(super) fn pop(&mut self, estimate: impl Fn(u32) -> u128) -> Option<NextLeg> {
        let LegEntry { f: [high, low], node, from } = *self.heap.first()?;
        let f = u128::from(high) << 64 | u128::from(low);
        if from == KNOWN {
            self.finish(node, estimate);
            return Some(NextLeg::Known { node, f });
        }
        self.remove(0, &estimate);
        Some(NextLeg::Leg { from, node, f })
    }

    /// Closes a node and removes the known path to it, if there is one.
    pub(super) fn finish(&mut self, node: u32, estimate: impl Fn(u32) -> u128) {
        let position = std::mem::replace(&mut self.positions[node as usize], DONE);
        if position != NONE && position != DONE {
            self.remove(position as usize, &estimate);
        }
    }

    /// Appends an entry. The heap grows by a quarter: growing to twice the size would leave up to half of it unused.
    fn push(&mut self, entry: LegEntry) -> Result<usize, OutOfMemory> {
        if self.heap.len() == self.heap.capacity() {
            self.heap.try_reserve_exact(self.heap.len() / 4 + 16)?;
        }
        self.heap.push(entry);
        Ok(self.heap.len() - 1)
    }

    fn remove(&mut self, position: usize, estimate: &impl Fn(u32) -> u128) {
        let Some(last) = self.heap.pop() else { return };
        if position < self.heap.len() {
            let position = self.sift_down(position, last, estimate);
            self.sift_up(position, last, estimate);
        }
    }

    fn sift_up(&mut self, mut at: usize, entry: LegEntry, estimate: &impl Fn(u32) -> u128) {
        while at > 0 {
            let parent = (at - 1) / 2;
            if order(&self.heap[parent], &entry, estimate) != Ordering::Greater {
                break;
            }
            self.set(at, self.heap[parent]);
            at = parent;
        }
        self.set(at, entry);
    }

    fn sift_down(&mut self, mut at: usize, entry: LegEntry, estimate: &impl Fn(u32) -> u128) -> usize {
        loop {
            let children = 2 * at + 1..self.heap.len().min(2 * at + 3);
            let first = children.min_by(|&a, &b| order(&self.heap[a], &self.heap[b], estimate));
            match first.filter(|&child| order(&self.heap[child], &entry, estimate) == Ordering::Less) {
                Some(child) => {
                    self.set(at, self.heap[child]);
                    at = child;
                }
                None => return at,
            }
        }
    }

    fn set(&mut self, at: usize, entry: LegEntry) {
        self.heap[at] = entry;
        if entry.from == KNOWN {
            self.positions[entry.node as usize] = at as u32;
        }
    }
}

fn halves(f: u128) -> [u64; 2] {
    [(f >> 64) as u64, f as u64]
}

/// Order of the heap's entries.
fn order(a: &LegEntry, b: &LegEntry, estimate: &impl Fn(u32) -> u128) -> Ordering {
    a.f.cmp(&b.f).then_with(|| {
        let rest = |entry: &LegEntry| (estimate(entry.node), entry.from != KNOWN, entry.node, entry.from);
        rest(a).cmp(&rest(b))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with a sorted list of all entries.
    #[test]
    fn turns_come_in_order_whatever_is_improved_or_finished_meanwhile() {
        const NODES: u32 = 40;
        for seed in 0..50_u32 {
            let mut state = seed;
            let mut random = |end: u32| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 8) % end
            };
            let estimate = |node: u32| u128::from(node % 3);
            let mut queue = LegQueue::default();
            queue.begin(NODES as usize).unwrap();
            let (mut known, mut legs) = (vec![None; NODES as usize], Vec::new());
            let mut done = vec![false; NODES as usize];
            for _ in 0..1000 {
                let (node, from) = (random(NODES), random(NODES));
                let f = u128::from(random(20)) << (60 * random(2));
                let is_better = known[node as usize].is_none_or(|known| f < known);
                match random(4) {
                    0 | 1 if !done[node as usize] && is_better => {
                        known[node as usize] = Some(f);
                        queue.put_known(node, f, estimate).unwrap();
                    }
                    2 => {
                        legs.push((f, estimate(node), true, node, from));
                        queue.put_leg(from, node, f, estimate).unwrap();
                    }
                    3 if random(20) == 0 => {
                        (known[node as usize], done[node as usize]) = (None, true);
                        queue.finish(node, estimate);
                    }
                    _ => {
                        let of_known = (0..).zip(&known).filter_map(|(node, &f)| Some((node, f?)));
                        let of_known = of_known.map(|(node, f)| (f, estimate(node), false, node, KNOWN));
                        let expected = of_known.chain(legs.iter().copied()).min();
                        let turn = expected.map(|(f, _, is_leg, node, from)| {
                            if is_leg {
                                legs.remove(legs.iter().position(|one| Some(*one) == expected).unwrap());
                                NextLeg::Leg { from, node, f }
                            } else {
                                (known[node as usize], done[node as usize]) = (None, true);
                                NextLeg::Known { node, f }
                            }
                        });
                        assert_eq!(queue.pop(estimate), turn, "seed {seed}");
                    }
                }
                assert!((0..NODES).all(|node| queue.is_done(node) == done[node as usize]), "seed {seed}");
            }
        }
    }
}
