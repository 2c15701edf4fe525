//! What is left to the goal from each node of the link graph, at the least.
//!
//! Dijkstra's algorithm backward from the goal, over links and over legs that cost what they would on floors without
//! obstacles. Distances in a graph whose edges cost no more than the real ones are a consistent estimate. It ends at
//! the start: what is further away has the start's distance for an estimate, still a consistent one.
//!
//! Legs lead between all nodes of a group. A node whose turn comes lowers the distances of those around it that no
//! other node is nearer to, and looks into no box of nodes where there are none: scattered nodes change a few times
//! each, and not once for each other node.

use super::find::Ends;
use super::groups::{Groups, Lowering};
use super::link_graph::LinkGraph;
use super::queue::{Queue, Turn};
use crate::grid::Cell;
use crate::movement::{DiagonalRule, StepCosts, StepsLeft};
use crate::search::OutOfMemory;

/// In graphs of so many nodes all are looked at, also those beyond the start.
const SMALL: usize = 256;

/// The least that a leg between two cells of a floor costs, in millionths of a unit: its cost on a floor without
/// obstacles.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeastLeg {
    pub(super) rule: DiagonalRule,
    pub(super) costs: StepCosts,
}

impl LeastLeg {
    pub(super) fn between(&self, from: Cell, to: Cell) -> u128 {
        let units = StepsLeft::exact(self.rule, &self.costs, to).from(from);
        StepCosts::fine_units_of_steps(units.into())
    }
}

/// Estimates for all nodes.
#[derive(Debug, Default)]
pub(super) struct Estimates {
    /// `u128::MAX` for a node from which there is no way.
    distances: Vec<u128>,
    /// For measuring.
    by_leg: Vec<bool>,
}

impl Estimates {
    /// Measures from the goal, with the memory of the search to come.
    pub(super) fn measure(
        &mut self,
        graph: &LinkGraph,
        groups: &mut Groups,
        queue: &mut Queue,
        ends: &Ends,
        least: &LeastLeg,
    ) -> Result<(), OutOfMemory> {
        self.distances.clear();
        self.distances.try_reserve_exact(graph.node_count())?;
        self.distances.resize(graph.node_count(), u128::MAX);
        queue.begin(graph.node_count())?;
        self.by_leg.clear();
        self.by_leg.try_reserve_exact(graph.node_count())?;
        self.by_leg.resize(graph.node_count(), false);
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

    /// The least that is left from a node to the goal; none if it is known that there is no way.
    pub(super) fn of(&self, node: u32) -> Option<u128> {
        Some(self.distances[node as usize]).filter(|&distance| distance != u128::MAX)
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.distances.capacity() * size_of::<u128>() + self.by_leg.capacity()
    }
}

struct Backward<'a> {
    graph: &'a LinkGraph,
    /// Open are the nodes from which a leg can begin and that are not done.
    groups: &'a mut Groups,
    /// Only of known ways: a leg counts as one.
    queue: &'a mut Queue,
    ends: &'a Ends<'a>,
    least: &'a LeastLeg,
    distances: &'a mut [u128],
    /// By node, whether its way begins with a leg.
    by_leg: &'a mut [bool],
}

impl Backward<'_> {
    /// Returns a distance that no node which is not done is below.
    fn run(mut self) -> Result<u128, OutOfMemory> {
        let is_small = self.graph.node_count() <= SMALL;
        self.reach(self.ends.goal, 0)?;
        while let Some(Turn::Known { node, f } | Turn::Leg { node, f, .. }) = self.queue.pop(|_| 0) {
            if !is_small && node == self.ends.start {
                return Ok(f);
            }
            self.groups.close(self.graph, node);
            for edge in self.graph.edges_to(node) {
                if self.groups.is_on_the_way(self.graph.node(edge.from).group) {
                    self.reach(edge.from, f + edge.cost())?;
                }
            }
            // Before a leg there is no other one: a single leg costs no more than both.
            if !self.by_leg[node as usize] {
                self.walk_to(node, f, is_small)?;
            }
        }
        Ok(u128::MAX)
    }

    /// Notes a way that begins with a link.
    fn reach(&mut self, node: u32, distance: u128) -> Result<(), OutOfMemory> {
        if distance < self.distances[node as usize] && !self.queue.is_done(node) {
            self.distances[node as usize] = distance;
            self.by_leg[node as usize] = false;
            self.queue.put_known(node, distance, |_| 0)?;
        }
        Ok(())
    }

    /// Notes the legs that end at a node.
    fn walk_to(&mut self, node: u32, distance: u128, is_small: bool) -> Result<(), OutOfMemory> {
        let to = *self.graph.node(node);
        if self.ends.start_groups.contains(&to.group) {
            let leg = self.least.between(self.graph.node(self.ends.start).at.cell, to.at.cell);
            self.reach(self.ends.start, distance + leg)?;
        }
        // What is beyond the start does not matter.
        let limit = if is_small { u128::MAX } else { self.distances[self.ends.start as usize] };
        let Self { graph, groups, queue, least, distances, by_leg, .. } = self;
        let changed = |node: u32, distance| {
            by_leg[node as usize] = true;
            queue.put_known(node, distance, |_| 0)
        };
        groups.lower(graph, to.group, &mut Lowering { from: to.at.cell, distance, least, limit, distances, changed })
    }
}
