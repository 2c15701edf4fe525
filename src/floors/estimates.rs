//! What is left to the goal from each node of the link graph, at the least.
//!
//! Dijkstra's algorithm backward from the goal, over links and over walks that cost what they would on floors without obstacles.
//! Distances in a graph whose edges cost no more than the real ones are a consistent estimate. It ends at twice the start's
//! distance: few paths come by what is further away, and that distance is an estimate for all of it, still a consistent one.

use super::link_graph::LinkGraph;
use crate::grid::Cell;
use crate::movement::{DiagonalRule, StepCosts, StepsLeft};
use crate::search::OutOfMemory;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// In graphs of so many nodes all are looked at, also those beyond twice the start's distance.
const SMALL: usize = 256;

/// The least that a walk between two cells of a floor costs, in millionths of a unit: its cost on a floor without obstacles.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeastWalk {
    pub(super) rule: DiagonalRule,
    pub(super) costs: StepCosts,
}

impl LeastWalk {
    pub(super) fn between(&self, from: Cell, to: Cell) -> u128 {
        let units = StepsLeft::exact(self.rule, &self.costs, to).from(from);
        StepCosts::fine_units_of_steps(units.into())
    }
}

/// How far a node is from the goal.
#[derive(Clone, Copy, Debug)]
struct Distance {
    /// `u128::MAX` for a node that was not reached.
    value: u128,
    is_final: bool,
}

/// A way of a node to the goal: the cheapest comes first, and a link before a walk of the same cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    distance: u128,
    /// Whether the way begins with a walk. Before a walk there is no other one: a single walk costs no more than both.
    is_walk: bool,
    node: u32,
}

/// Estimates for all nodes, and the memory for making them.
#[derive(Debug, Default)]
pub(super) struct Estimates {
    distances: Vec<Distance>,
    queue: BinaryHeap<Reverse<Waiting>>,
    /// No node whose distance is not final is nearer.
    beyond: u128,
}

impl Estimates {
    /// Measures from the goal. O(n) for each node of a floor with n nodes that is entered by a link.
    pub(super) fn measure(
        &mut self,
        graph: &LinkGraph,
        start: u32,
        goal: u32,
        least: &LeastWalk,
    ) -> Result<(), OutOfMemory> {
        self.distances.clear();
        self.queue.clear();
        self.distances.try_reserve(graph.node_count())?;
        self.distances.resize(graph.node_count(), Distance { value: u128::MAX, is_final: false });
        self.reach(Waiting { distance: 0, is_walk: false, node: goal })?;
        let (mut farthest, mut count) = (u128::MAX, 0);
        while let Some(Reverse(way)) = self.queue.pop() {
            self.beyond = way.distance;
            if count >= SMALL && way.distance > farthest {
                return Ok(());
            }
            if std::mem::replace(&mut self.distances[way.node as usize].is_final, true) {
                continue;
            }
            count += 1;
            if way.node == start {
                farthest = 2 * way.distance;
            }
            self.reach_from(graph, start, way, least)?;
        }
        self.beyond = u128::MAX;
        Ok(())
    }

    /// The least that is left from a node to the goal; none if it is known that there is no way.
    pub(super) fn of(&self, node: u32) -> Option<u128> {
        let distance = self.distances[node as usize];
        let least = if distance.is_final { distance.value } else { self.beyond };
        (least != u128::MAX).then_some(least)
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.distances.capacity() * size_of::<Distance>() + self.queue.capacity() * size_of::<Waiting>()
    }

    /// Reaches the nodes from which a link or a walk leads to a node.
    fn reach_from(
        &mut self,
        graph: &LinkGraph,
        start: u32,
        way: Waiting,
        least: &LeastWalk,
    ) -> Result<(), OutOfMemory> {
        for arc in graph.arcs_to(way.node) {
            self.reach(Waiting { distance: way.distance + arc.cost, is_walk: false, node: arc.from })?;
        }
        if way.is_walk {
            return Ok(());
        }
        let to = graph.node(way.node).at;
        for node in graph.nodes_on(to.floor) {
            let from = graph.node(node);
            if node != way.node && (from.is_entered || node == start) {
                let distance = way.distance + least.between(from.at.cell, to.cell);
                self.reach(Waiting { distance, is_walk: true, node })?;
            }
        }
        Ok(())
    }

    fn reach(&mut self, way: Waiting) -> Result<(), OutOfMemory> {
        let known = &mut self.distances[way.node as usize];
        if way.distance < known.value {
            known.value = way.distance;
            self.queue.try_reserve(1)?;
            self.queue.push(Reverse(way));
        }
        Ok(())
    }
}
