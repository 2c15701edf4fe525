//! A* over the portals of a net.
//!
//! Distances inside clusters are exact, so that a portal which was reached through a cluster is not expanded into this
//! cluster.
//!
//! On a large map every look at a matrix or at landmarks waits for memory, and most portals that are reached are never
//! expanded. So the search looks late:
//!
//! - Landmarks are read when a portal's turn comes. Until then its estimate is that without obstacles, and what
//!   landmarks added at the portal before. If its own estimate is larger, the portal waits for another turn.
//! - A portal first reaches those around it whose keys are hardly larger than its own. The others come when their turn
//!   would come: the portal waits with the least of their keys (Yoshizumi, Miura and Ishida, "A* with Partial Expansion
//!   for Large Branching Factor Problems", AAAI 2000).
//!
//! A search for the first cells of a path passes large clusters as a whole, except those of start and goal and those
//! that are not measured. `way.rs` finds the ways inside them afterwards, for as many cells as are wanted.
//!
//! None of this touches the proof, which rests on the landmarks at the start and on the cost of the path.

use super::memory::{Attempt, LARGE, NONE, NetMemory, Node, Stage};
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::{FAR, IndexCell, MOST_PORTALS, Net, NetGoal, Portal, WalkableCells, packed_portal, unpacked_portal};
use crate::search::engine::Progress;
use crate::search::open_list::{entry, node_of};
use crate::search::query::Query;
use crate::search::record::Record;
use std::ops::RangeInclusive;

/// The weight of estimates is at most this, in 2^-16.
const LARGEST_WEIGHT: u32 = (1 << 16) + (1 << 14);

/// A portal at first reaches those around it whose keys are larger than its own by at most this number of straight
/// steps.
const NEAR: u64 = 2;

/// The cell of a portal.
pub(super) fn cell_at(walkable: &WalkableCells, (x, y): Portal) -> Cell {
    walkable.cell(IndexCell { x: x as i32, y: y as i32 })
}

/// Where a cell lies in the net.
pub(super) fn portal_of(walkable: &WalkableCells, cell: Cell) -> Portal {
    let IndexCell { x, y } = walkable.index_cell(cell);
    (x as usize, y as usize)
}

/// Where a search looks for other portals: a node, its g and what landmarks add to its estimate, and the cluster or
/// large cluster that is passed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source {
    pub(super) number: u32,
    pub(super) g: u32,
    pub(super) added: u32,
    pub(super) through: u32,
}

pub(super) struct PortalSearch<'a> {
    pub(super) net: &'a Net,
    pub(super) walkable: &'a WalkableCells,
    pub(super) start: Portal,
    pub(super) goal: Portal,
    /// The large clusters of start and goal.
    ends: [usize; 2],
    pub(super) weight: u32,
    pub(super) memory: &'a mut NetMemory,
}

impl<'a> PortalSearch<'a> {
    pub(super) fn new(net: &'a Net, walkable: &'a WalkableCells, query: &Query, memory: &'a mut NetMemory) -> Self {
        let (start, goal) = (portal_of(walkable, query.start), portal_of(walkable, query.goal));
        let ends = [start, goal].map(|cell| net.large_of(net.portals().cluster_of(cell)));
        let mut search = Self { net, walkable, start, goal, ends, weight: 0, memory };
        search.weight = search.weight_for(query);
        search
    }

    /// A quarter of what may be given up is left for the net and for the bound, but not where only the first cells of a
    /// path are wanted, and wanted soon.
    fn weight_for(&self, query: &Query) -> u32 {
        let more = query.weight.units() - (1 << 16);
        let given_up = match self.memory.attempt {
            Attempt::Shortest => 0,
            _ if query.max_cells.is_some() => more,
            _ => more / 4 * 3,
        };
        LARGEST_WEIGHT.min((1 << 16) + given_up)
    }

    pub(super) fn attempt(&self) -> Attempt {
        self.memory.attempt
    }

    /// The net cost from a portal without obstacles.
    #[inline(always)]
    pub(super) fn open_estimate(&self, portal: Portal) -> u32 {
        let (dx, dy) = (portal.0.abs_diff(self.goal.0), portal.1.abs_diff(self.goal.1));
        self.net.costs().open(self.net.rule(), dx as u32, dy as u32)
    }

    /// The estimated net cost from a portal.
    fn estimate(&self, portal: Portal) -> u32 {
        let open = self.open_estimate(portal);
        match self.net.landmarks() {
            Some(landmarks) => open.max(self.net.costs().of_units(self.memory.goal.units_from(landmarks, portal))),
            None => open,
        }
    }

    #[inline(always)]
    fn key(&self, g: u32, h: u32) -> u64 {
        (u64::from(g) << 16) + u64::from(h) * u64::from(self.weight)
    }

    /// Measures the ways from the goal and from the start to the portals around them, and reaches the latter.
    pub(super) fn begin(&mut self, query: &Query, attempt: Attempt) -> Result<(), OutOfMemory> {
        self.memory.attempt = attempt;
        self.weight = self.weight_for(query);
        let (net, walkable, memory) = (self.net, self.walkable, &mut *self.memory);
        let (portals, terms) = (net.portals(), (net.rule(), net.costs()));
        memory.forget_nodes();
        memory.open.clear();
        (memory.best, memory.best_node) = (NONE, NONE);
        let [start_cluster, goal_cluster] = [self.start, self.goal].map(|cell| portals.cluster_of(cell));
        let origin = portals.origin(goal_cluster);
        memory.lane.run_from(terms, walkable, (origin, self.goal))?;
        memory.to_goal.clear();
        memory.to_goal.try_reserve(MOST_PORTALS)?;
        memory.goal = NetGoal::default();
        let (lanes, to_goal, goal) = (&memory.lane, &mut memory.to_goal, &mut memory.goal);
        portals.of_cluster(goal_cluster, |_, (x, y)| {
            let cost = lanes.distance((x - origin.0, y - origin.1), 0);
            to_goal.push(cost);
            if let Some(landmarks) = net.landmarks().filter(|_| cost != FAR) {
                goal.note(landmarks, net.costs(), (x, y), cost);
            }
        });
        if start_cluster == goal_cluster {
            let direct = memory.lane.distance((self.start.0 - origin.0, self.start.1 - origin.1), 0);
            memory.best = if direct == FAR { NONE } else { direct.into() };
        }
        let (dx, dy) = (self.start.0.abs_diff(self.goal.0), self.start.1.abs_diff(self.goal.1));
        memory.least = net.costs().open_units(net.rule(), dx as u32, dy as u32).into();
        memory.reserve(MOST_PORTALS)?;
        let origin = portals.origin(start_cluster);
        memory.lane.run_from(terms, walkable, (origin, self.start))?;
        portals.of_cluster(start_cluster, |_, (x, y)| {
            let cost = self.memory.lane.distance((x - origin.0, y - origin.1), 0);
            if cost == FAR {
                return;
            }
            if let Some(landmarks) = net.landmarks() {
                let from = u64::from(self.memory.goal.units_from(landmarks, (x, y)));
                let bound = from.saturating_sub(net.costs().most_units(cost.into()));
                self.memory.least = self.memory.least.max(bound.saturating_sub(landmarks.debt()));
            }
            let h = self.open_estimate((x, y));
            self.reach((x, y), (cost.into(), h), NONE, start_cluster as u32);
        });
        Ok(())
    }

    /// Notes a way to a portal. `h` is its estimate if it is new.
    pub(super) fn reach(&mut self, portal: Portal, (g, h): (u32, u32), parent: u32, through: u32) {
        let slot = self.memory.slot(packed_portal(portal));
        let known = self.memory.table[slot];
        let (number, key, h) = if known == 0 {
            let key = self.key(g, h);
            let memory = &mut *self.memory;
            memory.nodes.push(Node { place: packed_portal(portal), g, h, parent, through, stage: Stage::Reached, key });
            memory.table[slot] = memory.nodes.len() as u32;
            (memory.nodes.len() as u32 - 1, key, h)
        } else {
            let Node { g: before, h, stage, .. } = self.memory.nodes[known as usize - 1];
            if g >= before || matches!(stage, Stage::Begun | Stage::Closed) {
                return;
            }
            let key = self.key(g, h);
            let node = &mut self.memory.nodes[known as usize - 1];
            (node.g, node.parent, node.through, node.key) = (g, parent, through, key);
            (known - 1, key, h)
        };
        self.memory.open.push(key, h, number);
    }

    /// Expands portals until the search ends or comes to the record's limit. Costs and bounds of a path are in units.
    pub(super) fn advance(&mut self, record: &mut Record) -> Result<Progress, OutOfMemory> {
        while let Some(popped) = self.memory.open.pop_entry() {
            let (key, number) = ((popped >> 64) as u64, node_of(popped));
            if key >= u64::from(self.memory.best) << 16 {
                break;
            }
            let mut node = self.memory.nodes[number as usize];
            if key != node.key || node.stage == Stage::Closed {
                continue;
            }
            let portal = unpacked_portal(node.place);
            if node.stage == Stage::Reached {
                node.h = self.estimate(portal);
                (node.stage, node.key) = (Stage::Estimated, self.key(node.g, node.h));
                self.memory.nodes[number as usize] = node;
                let own = entry(node.key, node.h, number);
                if node.key > key && self.memory.open.first_entry().is_some_and(|first| first < own) {
                    self.memory.open.reserve(1)?;
                    self.memory.open.push_entry(own);
                    continue;
                }
            }
            let is_first = node.stage == Stage::Estimated;
            if is_first && record.expansions == record.limit {
                self.memory.open.reserve(1)?;
                self.memory.open.push(node.key, node.h, number);
                return Ok(Progress::Paused);
            }
            if is_first {
                record.expand(|| cell_at(self.walkable, portal))?;
            }
            let rest = self.expand(number, &node, is_first)?;
            if rest < u64::MAX {
                self.memory.open.reserve(1)?;
                self.memory.open.push(rest, node.h, number);
            }
            let stage = if rest < u64::MAX { Stage::Begun } else { Stage::Closed };
            let node = &mut self.memory.nodes[number as usize];
            (node.key, node.stage) = (rest, stage);
        }
        Ok(match self.memory.best {
            NONE => Progress::NoPath,
            best => Progress::Found { cost: self.net.costs().most_units(best), least: self.memory.least },
        })
    }

    /// What a portal is reached through from another portal of a cluster: its large cluster, or the cluster itself.
    #[inline(always)]
    fn through(&self, cluster: usize) -> u32 {
        let large = self.net.large_of(cluster);
        let is_whole =
            self.memory.attempt != Attempt::Clusters && !self.ends.contains(&large) && self.net.large(large).is_some();
        if is_whole { LARGE | large as u32 } else { cluster as u32 }
    }

    /// Reaches portals around a node: those near its key, or those that it did not reach at first. Returns the least
    /// key of those that are left.
    fn expand(&mut self, number: u32, node: &Node, is_first: bool) -> Result<u64, OutOfMemory> {
        let (net, portal) = (self.net, unpacked_portal(node.place));
        let portals = net.portals();
        let near = node.key + ((NEAR * u64::from(net.costs().straight)) << 16);
        let keys = if is_first { 0..=near } else { node.key..=u64::MAX };
        // The estimate of a node that has its own is no less than that without obstacles.
        let added = node.h - self.open_estimate(portal);
        let goal_cluster = portals.cluster_of(self.goal);
        let (mut passed, mut count) = ([node.through; 5], 1);
        let mut rest = u64::MAX;
        for cluster in portals.clusters_of(portal) {
            if cluster == goal_cluster {
                let cost = self.memory.to_goal[portals.number(cluster, portal)];
                if cost != FAR && node.g + u32::from(cost) < self.memory.best {
                    (self.memory.best, self.memory.best_node) = (node.g + u32::from(cost), number);
                }
            }
            let through = self.through(cluster);
            if passed[..count].contains(&through) {
                continue;
            }
            passed[count] = through;
            count += 1;
            let from = Source { number, g: node.g, added, through };
            if through & LARGE == 0 {
                rest = rest.min(self.pass_cluster(from, portal, &keys)?);
            } else if let Some(large) = net.large((through & !LARGE) as usize)
                && let Some(own) = large.number(portal)
            {
                self.memory.reserve(large.count())?;
                for (to, cost) in large.from(own).filter(|&(to, _)| to != portal) {
                    rest = rest.min(self.pass(from, to, cost, &keys));
                }
            }
        }
        Ok(rest)
    }

    /// Reaches the other portals of a cluster from one of them, as [`pass`](Self::pass) does.
    #[inline(always)]
    pub(super) fn pass_cluster(
        &mut self,
        from: Source,
        portal: Portal,
        keys: &RangeInclusive<u64>,
    ) -> Result<u64, OutOfMemory> {
        let (net, cluster) = (self.net, from.through as usize);
        let matrix = net.matrix(cluster, self.walkable, &mut self.memory.lanes)?;
        self.memory.reserve(matrix.count)?;
        let costs = matrix.from(net.portals().number(cluster, portal));
        let mut rest = u64::MAX;
        net.portals().of_cluster(cluster, |other, to| {
            if costs[other] != FAR && to != portal {
                rest = rest.min(self.pass(from, to, costs[other].into(), keys));
            }
        });
        Ok(rest)
    }

    /// Reaches a portal from another one if its key is among `keys`. Returns a key above them, which is left for later.
    #[inline(always)]
    fn pass(&mut self, from: Source, to: Portal, cost: u32, keys: &RangeInclusive<u64>) -> u64 {
        let (g, h) = (from.g + cost, self.open_estimate(to) + from.added);
        let key = self.key(g, h);
        if keys.contains(&key) {
            self.reach(to, (g, h), from.number, from.through);
        }
        if key > *keys.end() { key } else { u64::MAX }
    }
}
