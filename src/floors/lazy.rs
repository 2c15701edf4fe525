//! The search for the links that a path takes where nothing is kept: with a small limit of expansions, and among very
//! many links of one floor.
//!
//! The search is A* in which a leg enters the open list with a lower bound of its cost. When the leg is popped, its
//! cost is asked for, and it enters the open list again with its true cost (lazy weighted A*: Cohen, Phillips and
//! Likhachev, "Planning Single-arm Manipulations with n-Arm Robots", 2014). The heuristic is consistent, so the first
//! popped path to the goal with a known cost is optimal. Most legs are never searched.
//!
//! A leg is always followed by a link, since two legs in a row cost at least as much as one leg between their outer
//! ends. A node that a leg reached is therefore expanded along links alone; a node that a link reached, along links and
//! legs. Each node has only its next leg in the open list, and the following leg enters when that leg is popped. An
//! open list of all pairs would grow with the square of the number of links.
//!
//! No leg is searched twice in one query, in neither direction: a leg begins at a closed node and ends at an open node.
//! If the connected components of the floors are known, and no side is one-way, every searched leg exists. A goal that
//! links and components can't reach needs no search at all.
//!
//! Time for n links whose ends lie scattered: O(n log n), O(log n) for each popped leg, and the searches of legs.

use super::estimates::Estimates;
use super::graph::{Weight, weight_of};
use super::groups::{Groups, Target};
use super::hops::{Hop, RouteEnds, RouteStep, Walk};
use super::least_leg::LeastLeg;
use super::link_graph::{LinkGraph, QueryEnds};
use super::links::FloorCell;
use super::queue::{LegQueue, NextLeg};
use super::regions::{Region, Regions};
use super::view::FloorsView;
use crate::held::{Held, held};
use crate::search::Query;
use crate::{OutOfMemory, refill};

/// The last edge of a path to a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Arrival {
    /// The edge with this number. `Link(u32::MAX)` for the start, which no edge enters.
    Link(u32),
    /// A leg.
    Leg,
}

/// The best known path to a node.
#[derive(Clone, Copy, Debug)]
struct ReachedEnd {
    /// The node before the last edge. The start is its own parent.
    parent: u32,
    way: Arrival,
}

/// A leg that was asked for.
#[derive(Clone, Copy, Debug)]
struct Asked {
    from: u32,
    node: u32,
    f: u128,
    /// The rest of the path from the node, at least.
    estimate: u128,
}

/// The state of a lazy search, and memory of the ones before.
///
/// Size: at most 400 bytes for each link (typically about 300).
#[derive(Debug, Default)]
pub(super) struct LazyRoute {
    graph: LinkGraph,
    groups: Groups,
    estimates: Estimates,
    queue: LegQueue,
    /// By node, the cost of the best known path from the start; `u128::MAX` without a path.
    costs: Vec<u128>,
    reached: Vec<ReachedEnd>,
    /// By floor, whether a link, the start or the goal lies on it.
    used_floors: Vec<bool>,
    /// The regions that legs from the start lead to, and the groups of these regions that have nodes.
    start_regions: Vec<Region>,
    start_groups: Vec<u32>,
    start: u32,
    goal: u32,
    /// The most that a path may weigh.
    most: Option<Weight>,
    least: Option<LeastLeg>,
    asked: Option<Asked>,
    pub(super) hops: Vec<Hop>,
}

held!(
    LazyRoute: graph, groups, estimates, queue, costs, reached, used_floors, start_regions, start_groups, hops
);

impl LazyRoute {
    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        Held::bytes(self)
    }

    /// Begins a search by the rules of `legs`. Returns false if links and legs can't connect start and goal.
    pub(super) fn begin(&mut self, view: &FloorsView, ends: RouteEnds, legs: &Query) -> Result<bool, OutOfMemory> {
        let RouteEnds { start, goal, most } = ends;
        self.hops.clear();
        self.asked = None;
        self.most = most;
        let regions = Regions::label(view, (start, goal), legs, &mut self.used_floors)?;
        regions.around_start(start, &mut self.start_regions)?;
        if regions.are_cut_off(&self.start_regions, goal) {
            return Ok(false);
        }
        self.graph.build(view, [start, goal], &legs.costs)?;
        (self.start, self.goal) = (self.graph.node_at(start), self.graph.node_at(goal));
        let region = |at: FloorCell| if at == start { regions.of_start(at) } else { regions.of(at) };
        self.groups.build(self.graph.nodes_mut(), |node| region(node.at))?;
        self.start_groups.clear();
        self.start_groups.try_reserve(self.start_regions.len() + 1)?;
        let groups = &self.groups;
        self.start_groups.extend(self.start_regions.iter().filter_map(|&region| groups.of_region(region)));
        let of_goal = self.graph.node(self.goal).group;
        if !self.groups.flood(&self.graph, self.start, &self.start_groups, of_goal)? {
            return Ok(false);
        }
        let parts_per_unit = view.least_parts_per_unit();
        let least = LeastLeg { rule: legs.diagonal_rule, costs: legs.costs, parts_per_unit };
        self.least = Some(least);
        let Self { graph, groups, estimates, queue, start_groups, goal, .. } = self;
        let ends = QueryEnds { start: self.start, goal: *goal, start_groups };
        estimates.measure(graph, groups, queue, &ends, &least)?;
        groups.open(graph, |node| estimates.of(node).filter(|_| node == *goal || graph.node(node).is_left));
        let count = self.graph.node_count();
        self.queue.begin(count)?;
        refill(&mut self.costs, count, u128::MAX)?;
        refill(&mut self.reached, count, ReachedEnd { parent: 0, way: Arrival::Link(u32::MAX) })?;
        self.reach(self.start, self.start, 0, Arrival::Link(u32::MAX))?;
        Ok(true)
    }

    /// Goes on until the cost of a leg matters, or to the end.
    pub(super) fn advance(&mut self) -> Result<RouteStep, OutOfMemory> {
        loop {
            let estimates = &self.estimates;
            let Some(turn) = self.queue.pop(|node| estimates.of(node).unwrap_or(0)) else {
                return Ok(if self.most.is_some() { RouteStep::TooHeavy } else { RouteStep::NoPath });
            };
            let (NextLeg::Known { f, .. } | NextLeg::Leg { f, .. }) = turn;
            if self.most.is_some_and(|most| f > most) {
                return Ok(RouteStep::TooHeavy);
            }
            match turn {
                NextLeg::Known { node, f } if node == self.goal => {
                    self.trace()?;
                    return Ok(RouteStep::Found(f));
                }
                NextLeg::Known { node, .. } => self.leave(node)?,
                NextLeg::Leg { from, node, f } => {
                    // The node may have got a path meanwhile that costs no more than this leg's lower bound.
                    let estimate = self.estimates.of(node).unwrap_or(0);
                    let asked = Asked { from, node, f, estimate };
                    if self.is_better(node, f - estimate) {
                        let (from, to) = (self.graph.node(from).at, self.graph.node(node).at);
                        self.asked = Some(asked);
                        return Ok(RouteStep::Ask(Walk { floor: from.floor, from: from.cell, to: to.cell }));
                    }
                    self.queue_leg_after(asked)?;
                }
            }
        }
    }

    /// Takes the cost of the leg that was asked for; `None` if there is no such leg.
    pub(super) fn answer(&mut self, parts: Option<u64>) -> Result<(), OutOfMemory> {
        let Some(asked) = self.asked.take() else { return Ok(()) };
        if let Some(parts) = parts {
            let cost = self.costs[asked.from as usize] + weight_of(parts);
            self.reach(asked.node, asked.from, cost, Arrival::Leg)?;
        }
        self.queue_leg_after(asked)
    }

    fn queue_leg_after(&mut self, Asked { from, node, f, estimate }: Asked) -> Result<(), OutOfMemory> {
        let total = f - self.costs[from as usize];
        self.queue_next_leg(from, Some(Target { total, estimate, node }))
    }

    /// Expands a node along its links. If a link reached the node, also queues the node's first leg. After a leg, no
    /// further leg is tried: one leg costs no more than two in a row.
    fn leave(&mut self, node: u32) -> Result<(), OutOfMemory> {
        self.groups.close(&self.graph, node);
        let cost = self.costs[node as usize];
        for number in self.graph.edges_from(node) {
            let edge = *self.graph.edge(number);
            self.reach(edge.to, node, cost + edge.weight(), Arrival::Link(number))?;
        }
        match self.reached[node as usize].way {
            Arrival::Link(_) => self.queue_next_leg(node, None),
            Arrival::Leg => Ok(()),
        }
    }

    /// Queues the leg from a node that follows the leg to `last`; without `last`, the first leg.
    fn queue_next_leg(&mut self, from: u32, last: Option<Target>) -> Result<(), OutOfMemory> {
        let Some(least) = self.least else { return Ok(()) };
        let (cost, cell) = (self.costs[from as usize], self.graph.node(from).at.cell);
        let judge = |node, leg| {
            let estimate = self.estimates.of(node)?;
            let target = Target { total: leg + estimate, estimate, node };
            (last.is_none_or(|last| last < target) && self.is_better(node, cost + leg)).then_some(target)
        };
        // A leg whose path to the goal costs at least as much as the best known one is never popped.
        let limit = self.costs[self.goal as usize].saturating_sub(cost);
        let nearest = |group| self.groups.nearest(&self.graph, group, cell, &least, limit, judge);
        let next = if from == self.start {
            self.start_groups.iter().filter_map(|&group| nearest(group)).min()
        } else {
            nearest(self.graph.node(from).group)
        };
        let Some(next) = next else { return Ok(()) };
        let estimates = &self.estimates;
        self.queue.put_leg(from, next.node, cost + next.total, |node| estimates.of(node).unwrap_or(0))
    }

    /// Whether a path of this cost to a node beats every known path to the node.
    fn is_better(&self, node: u32, cost: u128) -> bool {
        cost < self.costs[node as usize] && !self.queue.is_done(node)
    }

    /// Queues a path to a node. Does nothing if a known path costs no more, or if no path leads on to the goal.
    fn reach(&mut self, node: u32, parent: u32, cost: u128, way: Arrival) -> Result<(), OutOfMemory> {
        let Some(estimate) = self.estimates.of(node).filter(|_| self.is_better(node, cost)) else { return Ok(()) };
        self.costs[node as usize] = cost;
        self.reached[node as usize] = ReachedEnd { parent, way };
        let estimates = &self.estimates;
        self.queue.put_known(node, cost + estimate, |node| estimates.of(node).unwrap_or(0))
    }

    /// Writes the hops of the path to the goal.
    fn trace(&mut self) -> Result<(), OutOfMemory> {
        self.hops.clear();
        let mut node = self.goal;
        while node != self.start {
            let ReachedEnd { parent, way } = self.reached[node as usize];
            let (from, to) = (self.graph.node(parent).at, self.graph.node(node).at);
            self.hops.try_reserve(1)?;
            self.hops.push(match way {
                Arrival::Leg => Hop::Walk(Walk { floor: from.floor, from: from.cell, to: to.cell }),
                Arrival::Link(edge) => {
                    let edge = self.graph.edge(edge);
                    Hop::Link { number: edge.link, to, cost: edge.cost }
                }
            });
            node = parent;
        }
        self.hops.reverse();
        Ok(())
    }
}
