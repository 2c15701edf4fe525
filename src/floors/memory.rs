//! What searches through floors remember, kept between them so that a warm one allocates nothing.

use super::estimates::Estimates;
use super::link_graph::LinkGraph;
use crate::grid::Cell;
use crate::search::OutOfMemory;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// How a node is come to from another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Way {
    /// By the arc with this number.
    Link(u32),
    /// By the walk with this number: it was searched.
    Walked(u32),
    /// On foot, at the least it can cost: not searched yet.
    Unwalked,
}

/// A way to a node, waiting its turn: first by `f`, then by the smaller estimate, then ways whose cost is known, then by numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Waiting {
    /// Cost so far and estimate of the rest, in millionths of a unit.
    pub(super) f: u128,
    pub(super) estimate: u128,
    pub(super) way: Way,
    pub(super) node: u32,
    pub(super) parent: u32,
}

impl Waiting {
    /// The cost so far; where the way is unwalked, the least it can be.
    pub(super) fn cost(&self) -> u128 {
        self.f - self.estimate
    }
}

/// What is known of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reached {
    /// The least cost of those ways to it whose cost is known; `u128::MAX` without one.
    pub(super) cost: u128,
    pub(super) is_closed: bool,
    /// Of a closed node, how it was come to, and from where; the start from itself.
    pub(super) parent: u32,
    pub(super) way: Way,
}

/// The memory of one thread's searches through floors, next to the [`Scratch`](crate::search::Scratch) of its searches within floors.
///
/// It has about 100 bytes for each link and for each way that one search had waiting.
#[derive(Debug, Default)]
pub struct FloorMemory {
    pub(super) graph: LinkGraph,
    pub(super) estimates: Estimates,
    pub(super) reached: Vec<Reached>,
    pub(super) queue: BinaryHeap<Reverse<Waiting>>,
    /// For each walk, where its corners lie.
    pub(super) walks: Vec<Range<usize>>,
    /// The cells at which walks may turn, walk after walk.
    pub(super) corners: Vec<Cell>,
    /// The nodes of the path found last, from start to goal.
    pub(super) chain: Vec<u32>,
}

impl FloorMemory {
    /// Holds no memory until the first search.
    pub fn new() -> Self {
        Self::default()
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        let bytes = self.graph.bytes()
            + self.estimates.bytes()
            + self.reached.capacity() * size_of::<Reached>()
            + self.queue.capacity() * size_of::<Waiting>()
            + self.walks.capacity() * size_of::<Range<usize>>()
            + self.corners.capacity() * size_of::<Cell>()
            + self.chain.capacity() * size_of::<u32>();
        bytes as u64
    }

    /// Forgets the search before; the graph is that of the new one.
    pub(super) fn begin(&mut self) -> Result<(), OutOfMemory> {
        self.queue.clear();
        self.walks.clear();
        self.corners.clear();
        self.reached.clear();
        self.reached.try_reserve(self.graph.node_count())?;
        let unknown = Reached { cost: u128::MAX, is_closed: false, parent: 0, way: Way::Unwalked };
        self.reached.resize(self.graph.node_count(), unknown);
        Ok(())
    }

    /// Puts a way in the queue, unless a way that is known costs no more or there is no way on to the goal.
    pub(super) fn reach(&mut self, node: u32, parent: u32, cost: u128, way: Way) -> Result<(), OutOfMemory> {
        let known = &mut self.reached[node as usize];
        if known.is_closed || cost >= known.cost {
            return Ok(());
        }
        let Some(estimate) = self.estimates.of(node) else { return Ok(()) };
        if way != Way::Unwalked {
            known.cost = cost;
        }
        self.queue.try_reserve(1)?;
        self.queue.push(Reverse(Waiting { f: cost + estimate, estimate, way, node, parent }));
        Ok(())
    }

    /// Keeps the corners of a walk and returns its number.
    pub(super) fn keep_walk(&mut self, corners: &[Cell]) -> Result<u32, OutOfMemory> {
        self.walks.try_reserve(1)?;
        self.corners.try_reserve(corners.len())?;
        let first = self.corners.len();
        self.corners.extend_from_slice(corners);
        self.walks.push(first..self.corners.len());
        Ok(self.walks.len() as u32 - 1)
    }

    /// Writes down the nodes from start to goal.
    pub(super) fn trace(&mut self, start: u32, goal: u32) -> Result<(), OutOfMemory> {
        self.chain.clear();
        let mut node = goal;
        loop {
            self.chain.try_reserve(1)?;
            self.chain.push(node);
            if node == start {
                break;
            }
            node = self.reached[node as usize].parent;
        }
        self.chain.reverse();
        Ok(())
    }
}
