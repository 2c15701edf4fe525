//! The memory of searches through floors. Reused between searches, so that a repeated search allocates nothing.

use super::estimates::Estimates;
use super::groups::Groups;
use super::link_graph::LinkGraph;
use super::queue::{LegQueue, NextLeg};
use super::regions::Region;
use super::view::FloorsView;
use crate::grid::Cell;
use crate::held::{Held, held};
use crate::index::Engine;
use crate::search::count_search;
use crate::{OutOfMemory, refill};
use std::ops::Range;

/// The last edge of a path to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrival {
    /// The edge with this number. `Link(u32::MAX)` for the start, which no edge enters.
    Link(u32),
    /// The leg with this number.
    Leg(u32),
}

/// The best known path to a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReachedEnd {
    /// The node before the last edge. The start is its own parent.
    pub(super) parent: u32,
    pub(super) way: Arrival,
}

/// The memory of one thread's searches through floors. The thread's searches within floors use a
/// [`Scratch`](crate::search::Scratch) beside it.
///
/// Size: at most 400 bytes for each link (typically about 300). Each leg that was once the best known path to its end
/// during the largest search adds 32 bytes, and 16 for each corner.
#[derive(Debug, Default)]
pub struct FloorMemory {
    pub(super) graph: LinkGraph,
    pub(super) groups: Groups,
    pub(super) estimates: Estimates,
    pub(super) queue: LegQueue,
    /// By node, the cost of the best known path from the start; `u128::MAX` without a path.
    pub(super) costs: Vec<u128>,
    pub(super) reached: Vec<ReachedEnd>,
    /// By leg, the range of its corners.
    pub(super) legs: Vec<Range<usize>>,
    /// Corners of all legs: the cells at which a leg may turn, its ends included.
    pub(super) corners: Vec<Cell>,
    /// The nodes of the last path, from start to goal.
    pub(super) chain: Vec<u32>,
    /// By floor, whether a link, the start or the goal lies on it.
    pub(super) used_floors: Vec<bool>,
    /// By floor, the number of cells that the last query's legs expanded: by A*, and by all other searches.
    pub(super) expansions_by_floor: Vec<u64>,
    /// The regions that legs from the start lead to, and the groups of these regions that have nodes.
    pub(super) start_regions: Vec<Region>,
    pub(super) start_groups: Vec<u32>,
    /// All legs that were searched, for tests.
    #[cfg(test)]
    pub(super) searched_legs: Vec<(u32, u32)>,
}

held!(
    FloorMemory: graph, groups, estimates, queue, costs, reached, legs, corners, chain, used_floors,
    expansions_by_floor, start_regions, start_groups
);

impl FloorMemory {
    /// Allocates nothing before the first search.
    pub fn new() -> Self {
        Self::default()
    }

    /// Memory held, in bytes.
    pub fn bytes(&self) -> u64 {
        Held::bytes(self) as u64
    }

    /// Prepares a search over the link graph. The heuristic of its nodes (`estimates`) must have been computed before.
    pub(super) fn begin(&mut self) -> Result<(), OutOfMemory> {
        let count = self.graph.node_count();
        self.legs.clear();
        self.corners.clear();
        self.expansions_by_floor.clear();
        self.expansions_by_floor.try_reserve(self.used_floors.len())?;
        self.expansions_by_floor.resize(self.used_floors.len(), 0);
        self.queue.begin(count)?;
        refill(&mut self.costs, count, u128::MAX)?;
        refill(&mut self.reached, count, ReachedEnd { parent: 0, way: Arrival::Link(u32::MAX) })?;
        Ok(())
    }

    /// Reports the last search's expansions to the grids of a view, once its result was used: see
    /// [`count_search`].
    pub fn count_searches(&self, view: &FloorsView) {
        for (number, &expansions) in (0..).zip(&self.expansions_by_floor) {
            if let Some(floor) = view.agent_view(number).filter(|_| expansions > 0) {
                count_search(floor, Engine::JumpPoints, expansions);
            }
        }
    }

    /// Whether a path of this cost to a node beats every known path to the node.
    pub(super) fn is_better(&self, node: u32, cost: u128) -> bool {
        cost < self.costs[node as usize] && !self.queue.is_done(node)
    }

    /// Queues a path to a node. Does nothing if a known path costs no more, or if no path leads on to the goal.
    pub(super) fn reach(&mut self, node: u32, parent: u32, cost: u128, way: Arrival) -> Result<(), OutOfMemory> {
        let Some(estimate) = self.estimates.of(node).filter(|_| self.is_better(node, cost)) else { return Ok(()) };
        self.costs[node as usize] = cost;
        self.reached[node as usize] = ReachedEnd { parent, way };
        let estimates = &self.estimates;
        self.queue.put_known(node, cost + estimate, |node| estimates.of(node).unwrap_or(0))
    }

    /// Queues a leg.
    pub(super) fn reach_by_leg(&mut self, from: u32, node: u32, f: u128) -> Result<(), OutOfMemory> {
        let estimates = &self.estimates;
        self.queue.put_leg(from, node, f, |node| estimates.of(node).unwrap_or(0))
    }

    /// Pops the first entry of the open list.
    pub(super) fn pop(&mut self) -> Option<NextLeg> {
        let estimates = &self.estimates;
        self.queue.pop(|node| estimates.of(node).unwrap_or(0))
    }

    /// Stores the corners of a leg and returns the leg's number.
    pub(super) fn keep_leg(&mut self, corners: &[Cell]) -> Result<u32, OutOfMemory> {
        self.legs.try_reserve(1)?;
        self.corners.try_reserve(corners.len())?;
        let first = self.corners.len();
        self.corners.extend_from_slice(corners);
        self.legs.push(first..self.corners.len());
        Ok(self.legs.len() as u32 - 1)
    }

    /// Writes the path's nodes into `chain`, from start to goal.
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
