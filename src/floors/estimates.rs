//! The heuristic of the link graph: a lower bound of the cost from each node to the goal.
//!
//! Dijkstra's algorithm measures distances backward from the goal. Its edges are the links, and legs with the cost that
//! they would have on a floor without obstacles. No such edge costs more than the real edge, so the distances are a
//! consistent heuristic. The measuring ends at the start. Nodes further away than the start get the start's distance,
//! which keeps the heuristic consistent.
//!
//! Every node of a group has a leg to every other node of the group. An expanded node lowers the distances of nodes
//! that are nearer to it than to all nodes expanded before, and skips boxes without such nodes. Where nodes lie
//! scattered, a node's distance is therefore lowered only a few times, and not once for every other node.

use super::groups::{Groups, Lowering};
use super::least_leg::LeastLeg;
use super::link_graph::{LinkGraph, QueryEnds};
use super::queue::{LegQueue, NextLeg};
use crate::held::held;
use crate::{OutOfMemory, refill};

/// In graphs of at most this many nodes the measuring does not end at the start: all nodes get exact distances.
const SMALL: usize = 256;

/// The heuristic's values for all nodes.
#[derive(Debug, Default)]
pub(super) struct Estimates {
    /// By node. `u128::MAX` for a node without a path to the goal.
    distances: Vec<u128>,
    /// Used only while measuring: see [`Backward::by_leg`].
    by_leg: Vec<bool>,
}

held!(Estimates: distances, by_leg);

impl Estimates {
    /// Measures from the goal. Borrows the queue and the groups of the search that follows.
    pub(super) fn measure(
        &mut self,
        graph: &LinkGraph,
        groups: &mut Groups,
        queue: &mut LegQueue,
        ends: &QueryEnds,
        least: &LeastLeg,
    ) -> Result<(), OutOfMemory> {
        refill(&mut self.distances, graph.node_count(), u128::MAX)?;
        queue.begin(graph.node_count())?;
        refill(&mut self.by_leg, graph.node_count(), false)?;
        groups.open(graph, |node| graph.node(node).is_entered.then_some(u128::MAX));
        let (distances, by_leg) = (&mut self.distances[..], &mut self.by_leg[..]);
        let beyond = Backward { graph, groups, queue, ends, least, distances, by_leg }.run()?;
        for (node, distance) in (0..).zip(&mut self.distances) {
            if !queue.is_done(node) {
                *distance = beyond;
            }
        }
        Ok(())
    }

    /// The heuristic's value for a node; `None` if no path leads from the node to the goal.
    pub(super) fn of(&self, node: u32) -> Option<u128> {
        Some(self.distances[node as usize]).filter(|&distance| distance != u128::MAX)
    }
}

struct Backward<'a> {
    graph: &'a LinkGraph,
    /// Open nodes: not expanded yet, and a leg can begin there.
    groups: &'a mut Groups,
    /// Holds `Known` entries only: legs have known costs here.
    queue: &'a mut LegQueue,
    ends: &'a QueryEnds<'a>,
    least: &'a LeastLeg,
    distances: &'a mut [u128],
    /// By node, whether its best known path to the goal begins with a leg.
    by_leg: &'a mut [bool],
}

impl Backward<'_> {
    /// Returns a distance that is at most the distance of every node that was not expanded.
    fn run(mut self) -> Result<u128, OutOfMemory> {
        let is_small = self.graph.node_count() <= SMALL;
        self.reach(self.ends.goal, 0)?;
        while let Some(NextLeg::Known { node, f } | NextLeg::Leg { node, f, .. }) = self.queue.pop(|_| 0) {
            if !is_small && node == self.ends.start {
                return Ok(f);
            }
            self.groups.close(self.graph, node);
            for edge in self.graph.edges_to(node) {
                if self.groups.is_on_the_way(self.graph.node(edge.from).group) {
                    self.reach(edge.from, f + edge.weight())?;
                }
            }
            // Two legs in a row cost at least as much as the single leg between their outer ends.
            if !self.by_leg[node as usize] {
                self.lower_by_legs(node, f, is_small)?;
            }
        }
        Ok(u128::MAX)
    }

    /// Lowers a node's distance to that of a path which begins with a link.
    fn reach(&mut self, node: u32, distance: u128) -> Result<(), OutOfMemory> {
        if distance < self.distances[node as usize] && !self.queue.is_done(node) {
            self.distances[node as usize] = distance;
            self.by_leg[node as usize] = false;
            self.queue.put_known(node, distance, |_| 0)?;
        }
        Ok(())
    }

    /// Lowers the distances of the nodes from which a leg leads to `node`.
    fn lower_by_legs(&mut self, node: u32, distance: u128, is_small: bool) -> Result<(), OutOfMemory> {
        let to = *self.graph.node(node);
        if self.ends.start_groups.contains(&to.group) {
            let leg = self.least.between(self.graph.node(self.ends.start).at.cell, to.at.cell);
            self.reach(self.ends.start, distance + leg)?;
        }
        // Nodes beyond the start need no exact distance.
        let limit = if is_small { u128::MAX } else { self.distances[self.ends.start as usize] };
        let Self { graph, groups, queue, least, distances, by_leg, .. } = self;
        let changed = |node: u32, distance| {
            by_leg[node as usize] = true;
            queue.put_known(node, distance, |_| 0)
        };
        groups.lower(graph, to.group, &mut Lowering { from: to.at.cell, distance, least, limit, distances, changed })
    }
}
