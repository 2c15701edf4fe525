//! What waits its turn in a search over the ends of links.
//!
//! A binary heap of at most two entries for each node: the best way to it whose cost is known, which moves up when a
//! better one is found, and its next leg, at the least that this can cost. So the heap stays small where there are far
//! more legs than nodes.

use crate::search::OutOfMemory;
use std::cmp::Ordering;

/// In place of the node that a leg begins at: the way's cost is known.
const KNOWN: u32 = u32::MAX;
/// In place of a position in the heap: no known way waits.
const NONE: u32 = u32::MAX;
/// In place of a position in the heap: the node's turn has come, and it will have no other.
const DONE: u32 = u32::MAX - 1;

/// A way that waits: first come the smallest `f`, then the smallest estimate of the node, then known ways, then the
/// smallest numbers.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// The upper and the lower half. In one number it would be aligned to 16 bytes.
    f: [u64; 2],
    node: u32,
    from: u32,
}

/// What comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// The best known way to a node.
    Known { node: u32, f: u128 },
    /// A leg, not searched yet.
    Leg { from: u32, node: u32, f: u128 },
}

/// Ways by their turn.
#[derive(Debug, Default)]
pub(super) struct Queue {
    heap: Vec<Entry>,
    /// For each node, where in the heap the known way to it stands.
    positions: Vec<u32>,
}

impl Queue {
    /// Empties the queue and makes it one for so many nodes.
    pub(super) fn begin(&mut self, nodes: usize) -> Result<(), OutOfMemory> {
        self.heap.clear();
        self.positions.clear();
        self.positions.try_reserve_exact(nodes)?;
        self.positions.resize(nodes, NONE);
        Ok(())
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.heap.capacity() * size_of::<Entry>() + self.positions.capacity() * size_of::<u32>()
    }

    /// Whether a node has had its turn.
    pub(super) fn is_done(&self, node: u32) -> bool {
        self.positions[node as usize] == DONE
    }

    /// Puts in the best known way to a node that is not done, in place of the one before.
    pub(super) fn put_known(&mut self, node: u32, f: u128, estimate: impl Fn(u32) -> u128) -> Result<(), OutOfMemory> {
        let entry = Entry { f: halves(f), node, from: KNOWN };
        let position = match self.positions[node as usize] {
            NONE => self.push(entry)?,
            position => position as usize,
        };
        self.sift_up(position, entry, &estimate);
        Ok(())
    }

    /// Puts in a leg, the only one from its first node.
    pub(super) fn put_leg(
        &mut self,
        from: u32,
        node: u32,
        f: u128,
        estimate: impl Fn(u32) -> u128,
    ) -> Result<(), OutOfMemory> {
        let entry = Entry { f: halves(f), node, from };
        let position = self.push(entry)?;
        self.sift_up(position, entry, &estimate);
        Ok(())
    }

    /// Takes out what comes first. A node whose known way that is, is done.
    pub(super) fn pop(&mut self, estimate: impl Fn(u32) -> u128) -> Option<Turn> {
        let Entry { f: [high, low], node, from } = *self.heap.first()?;
        let f = u128::from(high) << 64 | u128::from(low);
        if from == KNOWN {
            self.finish(node, estimate);
            return Some(Turn::Known { node, f });
        }
        self.remove(0, &estimate);
        Some(Turn::Leg { from, node, f })
    }

    /// Says that a node is done. Its known way, if it has one, no longer waits.
    pub(super) fn finish(&mut self, node: u32, estimate: impl Fn(u32) -> u128) {
        let position = std::mem::replace(&mut self.positions[node as usize], DONE);
        if position != NONE && position != DONE {
            self.remove(position as usize, &estimate);
        }
    }

    /// Makes a place at the end, in quarters of what is there: twice as many entries would be half unused.
    fn push(&mut self, entry: Entry) -> Result<usize, OutOfMemory> {
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

    fn sift_up(&mut self, mut at: usize, entry: Entry, estimate: &impl Fn(u32) -> u128) {
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

    fn sift_down(&mut self, mut at: usize, entry: Entry, estimate: &impl Fn(u32) -> u128) -> usize {
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

    fn set(&mut self, at: usize, entry: Entry) {
        self.heap[at] = entry;
        if entry.from == KNOWN {
            self.positions[entry.node as usize] = at as u32;
        }
    }
}

fn halves(f: u128) -> [u64; 2] {
    [(f >> 64) as u64, f as u64]
}

/// Which of two entries comes first.
fn order(a: &Entry, b: &Entry, estimate: &impl Fn(u32) -> u128) -> Ordering {
    a.f.cmp(&b.f).then_with(|| {
        let rest = |entry: &Entry| (estimate(entry.node), entry.from != KNOWN, entry.node, entry.from);
        rest(a).cmp(&rest(b))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against a sorted list of all that waits.
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
            let mut queue = Queue::default();
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
                                Turn::Leg { from, node, f }
                            } else {
                                (known[node as usize], done[node as usize]) = (None, true);
                                Turn::Known { node, f }
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
