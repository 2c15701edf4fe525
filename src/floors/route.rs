//! The search for the links that a path takes, over what a world keeps.
//!
//! ```text
//! floor 1             d ~~~~~~ goal      a b c d   nodes: the cells at which links end
//!                     │                  ── │      arcs: links in one direction
//! floor 0   start ~~~ a ~~~~~~ b ~~~     ~~~~      ways: their cost is known, or a lower bound of it
//! ```
//!
//! First, lower bounds of the cost to go are measured backward from the goal, by Dijkstra's algorithm. Then A* goes
//! forward. A way enters the open list with what is known of it. When it comes out with a lower bound, the route asks
//! for its cost and goes on with the answer (lazy weighted A*: Cohen, Phillips and Likhachev, "Planning Single-arm
//! Manipulations with n-Arm Robots", 2014). Most ways are never asked for. Bounds only rise, so that the measured ones
//! stay right and consistent.
//!
//! A node has two states: a link led to it, or a link is taken from it. A way leads from the first state of a node to
//! the second one of another node, so that no two ways follow each other: one way costs no more. All entries up to the
//! weight of the best path come out of the list, and of several equally good ways to a state the one from the node with
//! the smallest number counts. So neither what is kept nor the order of answers decides which path is found.

use super::ends::{FloorEnds, NO_GROUP};
use super::graph::{NONE, UNREACHED, Weight, weight_of};
use super::hops::{Candidate, Hop, RouteEnds, RouteStep, Walk};
use super::left::Left;
use super::links::FloorCell;
use super::way::Way;
use super::world::World;
use crate::field::{Field, Sense};
use crate::held::held;
use crate::{OutOfMemory, refill};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// In place of a node: the start.
pub(super) const START: u32 = u32::MAX;
/// In place of a node: the goal.
pub(super) const GOAL: u32 = u32::MAX - 1;
/// An entry of the open list, by what it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A node from which a link is taken.
    Leave,
    /// A node to which a link led.
    Arrive,
    /// A way.
    Walk,
    /// A way between near ends, whose cost no path needs yet.
    Near,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Waiting {
    pub(super) f: Weight,
    pub(super) kind: Kind,
    pub(super) from: u32,
    pub(super) node: u32,
}

/// The state of a route, and memory of the ones before.
#[derive(Debug, Default)]
pub(super) struct Route {
    pub(super) ends: RouteEnds,
    /// By end of the start's floor, what is known of the way from the start; likewise to the goal.
    pub(super) from_start: Vec<Way>,
    pub(super) to_goal: Vec<Way>,
    pub(super) direct: Option<Way>,
    /// Expansions of the searches from the start, and of those to the goal.
    searched: [u64; 2],
    /// Lower bounds of what is left.
    pub(super) left: Left,
    /// By node, the weights of the best known paths to both states.
    arrived: Vec<Weight>,
    leaving: Vec<Weight>,
    /// By node, the arc by which the path arrives; and the node from which the way leads that is left by a link.
    by_arc: Vec<u32>,
    by_way: Vec<u32>,
    best: Weight,
    before_goal: u32,
    pub(super) waiting: BinaryHeap<Reverse<Waiting>>,
    pub(super) asked: Option<Waiting>,
    /// Whether what is left has been measured, or candidates are known.
    has_begun: bool,
    /// Whether rows are looked up, for these candidates; and a lower bound of all ways from the start.
    pub(super) by_rows: bool,
    pub(super) candidates: Vec<Candidate>,
    pub(super) least_from_start: Weight,
    pub(super) hops: Vec<Hop>,
}

held!(
    Route: from_start, to_goal, candidates, arrived, leaving, by_arc, by_way, hops
);

impl Route {
    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        crate::held::Held::bytes(self) + self.left.all_bytes() + self.waiting.capacity() * size_of::<Waiting>()
    }

    /// Begins a route. `from_start` and `to_goal` have what is known of the ways between the ends of a floor and the
    /// start or goal, or no way; `direct` of the way from start to goal, if there is one.
    pub(super) fn begin(
        &mut self,
        world: &World,
        ends: RouteEnds,
        fill: impl FnOnce(&mut Vec<Way>, &mut Vec<Way>) -> Result<Option<Way>, OutOfMemory>,
    ) -> Result<(), OutOfMemory> {
        self.ends = ends;
        self.direct = fill(&mut self.from_start, &mut self.to_goal)?;
        (self.asked, self.searched) = (None, [0; 2]);
        self.hops.clear();
        self.candidates.clear();
        self.by_rows = world.rows.count_query();
        self.has_begun = false;
        Ok(())
    }

    /// Whether the way that was asked for is one between near ends, whose cost no path needs yet.
    pub(super) fn asks_for_near(&self) -> bool {
        self.asked.is_some_and(|asked| asked.kind == Kind::Near)
    }

    /// Asks for the next way between near ends, or begins.
    fn prepare(&mut self, world: &World) -> Result<Option<RouteStep>, OutOfMemory> {
        if let Some((from, node)) = world.next_near()? {
            // Rows would be out of date soon.
            self.by_rows = false;
            self.asked = Some(Waiting { f: 0, kind: Kind::Near, from, node });
            return Ok(Some(RouteStep::Ask(self.walk(world, from, node))));
        }
        self.has_begun = true;
        match self.by_rows {
            true => self.begin_by_rows(world)?,
            false => self.begin_forward(world)?,
        }
        Ok(None)
    }

    /// Begins a route that goes forward.
    pub(super) fn begin_forward(&mut self, world: &World) -> Result<(), OutOfMemory> {
        self.waiting.clear();
        let count = world.graph.node_count();
        for list in [&mut self.arrived, &mut self.leaving] {
            refill(list, count, UNREACHED)?;
        }
        refill(&mut self.by_arc, count, NONE)?;
        refill(&mut self.by_way, count, NONE)?;
        self.measure(world)?;
        self.waiting.clear();
        (self.best, self.before_goal) = (UNREACHED, NONE);
        self.walk_on(world, START)
    }

    /// Measures what is left from each node.
    fn measure(&mut self, world: &World) -> Result<(), OutOfMemory> {
        let (start, goal) = (self.ends.start.floor, self.ends.goal.floor);
        let (starts, goals) = (world.graph.nodes_of(start), world.graph.nodes_of(goal));
        let mut best = self.direct.and_then(Way::parts).map_or(UNREACHED, weight_of);
        self.left.begin(world, Some(start))?;
        for (node, way) in goals.zip(&self.to_goal) {
            if let Some(parts) = way.parts().filter(|_| world.graph.is_entered(node)) {
                self.left.lower_arrived(world, node, weight_of(parts))?;
            }
        }
        let from_start = &self.from_start;
        let before = from_start.iter().filter_map(|way| way.parts()).min().map_or(0, weight_of);
        self.left.measure(world, before, |node, left| {
            if starts.contains(&node)
                && let Some(parts) = from_start[(node - starts.start) as usize].parts()
            {
                best = best.min(weight_of(parts) + left);
            }
            best
        })?;
        world.bounds.count(start, self.left.looked_at);
        Ok(())
    }

    fn push(&mut self, f: Weight, kind: Kind, from: u32, node: u32) -> Result<(), OutOfMemory> {
        self.waiting.try_reserve(1)?;
        self.waiting.push(Reverse(Waiting { f, kind, from, node }));
        Ok(())
    }

    /// Goes on until the cost of a way matters, or to the end.
    pub(super) fn advance(&mut self, world: &World) -> Result<RouteStep, OutOfMemory> {
        debug_assert!(self.asked.is_none());
        if !self.has_begun
            && let Some(step) = self.prepare(world)?
        {
            return Ok(step);
        }
        if self.by_rows {
            return self.advance_by_rows(world);
        }
        while let Some(&Reverse(next)) = self.waiting.peek() {
            let Waiting { f, kind, from, node } = next;
            if f > self.best {
                break;
            }
            if self.ends.most.is_some_and(|most| f > most) {
                return Ok(RouteStep::TooHeavy);
            }
            self.waiting.pop();
            match kind {
                Kind::Leave if self.leaving[node as usize] + self.left.leaving[node as usize] == f => {
                    self.leave(world, node)?;
                }
                Kind::Arrive if self.arrived[node as usize] + self.left.arrived[node as usize] == f => {
                    let weight = self.arrived[node as usize];
                    self.reach_leaving(node, node, weight)?;
                    self.walk_on(world, node)?;
                }
                Kind::Walk => {
                    let way = self.way(world, from, node);
                    if !way.is_exact() && self.matters(from, node, way) {
                        self.asked = Some(next);
                        return Ok(RouteStep::Ask(self.walk(world, from, node)));
                    }
                    self.take(world, next, way)?;
                }
                _ => {}
            }
        }
        if self.best == UNREACHED {
            return Ok(if self.ends.most.is_some() { RouteStep::TooHeavy } else { RouteStep::NoPath });
        }
        self.trace(world)?;
        Ok(RouteStep::Found(self.best))
    }

    /// The sense of the way that was asked for, if it leads from the start or to the goal.
    pub(super) fn asked_sense(&self) -> Option<Sense> {
        match self.asked? {
            Waiting { from: START, .. } => Some(Sense::FromStarts),
            Waiting { node: GOAL, .. } => Some(Sense::ToGoals),
            _ => None,
        }
    }

    /// The start or the goal.
    pub(super) fn end(&self, sense: Sense) -> FloorCell {
        if sense == Sense::FromStarts { self.ends.start } else { self.ends.goal }
    }

    /// Counts a search from the start or to the goal. Returns the expansions of all of them.
    pub(super) fn count_search(&mut self, sense: Sense, expansions: u32) -> u64 {
        let searched = &mut self.searched[usize::from(sense == Sense::FromStarts)];
        *searched += u64::from(expansions);
        *searched
    }

    /// Takes the costs of all ways from the start, or to the goal, out of a field.
    pub(super) fn learn(&mut self, world: &World, field: &Field, sense: Sense) {
        let nodes = world.graph.nodes_of(self.end(sense).floor);
        let ways = if sense == Sense::FromStarts { &mut self.from_start } else { &mut self.to_goal };
        for (way, node) in ways.iter_mut().zip(nodes) {
            way.take_over(field.cost(world.graph.at(node).cell).map_or(Way::NONE, Way::exact));
        }
        let by_ends = self.candidates.iter_mut().filter(|candidate| candidate.end != GOAL);
        by_ends.for_each(|candidate| candidate.start = NONE);
    }

    /// Takes the cost of the way that was asked for; `None` if there is no way.
    pub(super) fn answer(&mut self, world: &World, parts: Option<u64>) -> Result<(), OutOfMemory> {
        let Some(asked) = self.asked.take() else { return Ok(()) };
        let way = parts.map_or(Way::NONE, Way::exact);
        let index = |node: u32, floor: u32| (node - world.graph.nodes_of(floor).start) as usize;
        let (start, goal) = (self.ends.start.floor, self.ends.goal.floor);
        match (asked.from, asked.node) {
            (START, GOAL) => {
                self.direct = Some(way);
                let of_direct = self.candidates.iter_mut().filter(|candidate| candidate.end == GOAL);
                of_direct.for_each(|candidate| candidate.weight = way.parts().map_or(UNREACHED, weight_of));
            }
            (START, node) => {
                self.look_again(NONE, node);
                let node = index(node, start);
                self.from_start[node] = way;
                if let Some(ends) = world.ends(start)
                    && let Some(place) = ends.place(self.ends.start.cell).filter(|&place| ends.is_usable(place))
                {
                    ends.keep(place, node, way);
                }
            }
            (node, GOAL) => {
                self.look_again(node, NONE);
                let node = index(node, goal);
                self.to_goal[node] = way;
                if let Some(ends) = world.ends(goal)
                    && let Some(place) = ends.place(self.ends.goal.cell)
                {
                    ends.keep(node, place, way);
                }
            }
            (from, to) => {
                let floor = world.graph.floor_of(from);
                if let Some(ends) = world.ends(floor) {
                    ends.keep(index(from, floor), index(to, floor), way);
                }
            }
        }
        if self.by_rows || asked.kind == Kind::Near {
            return Ok(());
        }
        self.take(world, asked, way)
    }

    /// Goes along a way whose cost is known or does not matter, and lets the next one wait.
    fn take(&mut self, world: &World, Waiting { f, from, node, .. }: Waiting, way: Way) -> Result<(), OutOfMemory> {
        let before = if from == START { 0 } else { self.arrived[from as usize] };
        if let Some(parts) = way.parts().filter(|_| way.is_exact()) {
            let weight = before + weight_of(parts);
            match node {
                GOAL => self.reach_goal(from, weight)?,
                _ => self.reach_leaving(node, from, weight)?,
            }
        }
        self.walk_after(world, from, before, Some((f - before, node)))
    }

    /// Whether a way may be part of the best path.
    fn matters(&self, from: u32, node: u32, way: Way) -> bool {
        let before = if from == START { 0 } else { self.arrived[from as usize] };
        let known = if node == GOAL { self.best } else { self.leaving[node as usize] };
        way.parts().is_some_and(|parts| before + weight_of(parts) <= known)
    }

    fn walk_on(&mut self, world: &World, from: u32) -> Result<(), OutOfMemory> {
        let before = if from == START { 0 } else { self.arrived[from as usize] };
        self.walk_after(world, from, before, None)
    }

    /// Lets the way from a node wait that comes after another one, by what is left behind it, and then by its end.
    fn walk_after(
        &mut self,
        world: &World,
        from: u32,
        before: Weight,
        last: Option<(Weight, u32)>,
    ) -> Result<(), OutOfMemory> {
        let mut next: Option<(Weight, u32)> = None;
        let mut look = |candidate: (Weight, u32)| {
            if last.is_none_or(|last| last < candidate) && next.is_none_or(|next| candidate < next) {
                next = Some(candidate);
            }
        };
        let floor = if from == START { self.ends.start.floor } else { world.graph.floor_of(from) };
        let nodes = world.graph.nodes_of(floor);
        if from == START {
            for ((way, left), node) in self.from_start.iter().zip(&self.left.leaving[nodes.start as usize..]).zip(nodes)
            {
                if let Some(parts) = way.parts().filter(|_| *left != UNREACHED) {
                    look((weight_of(parts) + left, node));
                }
            }
            if let Some(parts) = self.direct.and_then(Way::parts) {
                look((weight_of(parts), GOAL));
            }
        } else if let Some(ends) = world.ends(floor) {
            let (index, group) = ((from - nodes.start) as usize, world.groups[from as usize]);
            let rows = self.left.leaving[nodes.start as usize..].iter().zip(&world.groups[nodes.start as usize..]);
            for ((way, (left, of)), node) in ends.ways_from(index).zip(rows).zip(nodes) {
                if *left != UNREACHED
                    && *of == group
                    && node != from
                    && let Some(parts) = way.parts()
                {
                    look((weight_of(parts) + left, node));
                }
            }
            if floor == self.ends.goal.floor
                && let Some(parts) = self.to_goal[index].parts()
            {
                look((weight_of(parts), GOAL));
            }
        }
        match next {
            Some((left, node)) => self.push(before + left, Kind::Walk, from, node),
            None => Ok(()),
        }
    }

    fn leave(&mut self, world: &World, node: u32) -> Result<(), OutOfMemory> {
        let before = self.leaving[node as usize];
        for number in world.graph.arcs_from(node) {
            let arc = world.graph.arcs[number as usize];
            let (to, weight) = (arc.to as usize, before + arc.weight());
            if self.left.arrived[to] == UNREACHED || world.groups[to] == NO_GROUP || weight > self.arrived[to] {
                continue;
            }
            if weight < self.arrived[to] {
                self.arrived[to] = weight;
                self.by_arc[to] = number;
                self.push(weight + self.left.arrived[to], Kind::Arrive, NONE, arc.to)?;
            } else {
                self.by_arc[to] = self.by_arc[to].min(number);
            }
        }
        Ok(())
    }

    fn reach_leaving(&mut self, node: u32, from: u32, weight: Weight) -> Result<(), OutOfMemory> {
        let known = self.leaving[node as usize];
        if weight < known && self.left.leaving[node as usize] != UNREACHED {
            self.leaving[node as usize] = weight;
            self.by_way[node as usize] = from;
            self.push(weight + self.left.leaving[node as usize], Kind::Leave, NONE, node)?;
        } else if weight == known {
            self.by_way[node as usize] = self.by_way[node as usize].min(from);
        }
        Ok(())
    }

    fn reach_goal(&mut self, from: u32, weight: Weight) -> Result<(), OutOfMemory> {
        if weight < self.best {
            (self.best, self.before_goal) = (weight, from);
        } else if weight == self.best {
            self.before_goal = self.before_goal.min(from);
        }
        Ok(())
    }

    /// Returns what is known of the way between two nodes, or start, or goal.
    pub(super) fn way(&self, world: &World, from: u32, node: u32) -> Way {
        let index = |node: u32, floor: u32| (node - world.graph.nodes_of(floor).start) as usize;
        match (from, node) {
            (START, GOAL) => self.direct.unwrap_or(Way::NONE),
            (START, node) => self.from_start[index(node, self.ends.start.floor)],
            (node, GOAL) => self.to_goal[index(node, self.ends.goal.floor)],
            (from, to) => {
                let floor = world.graph.floor_of(from);
                world.ends(floor).map_or(Way::NONE, |ends: &FloorEnds| ends.way(index(from, floor), index(to, floor)))
            }
        }
    }

    fn place(&self, world: &World, node: u32) -> FloorCell {
        match node {
            START => self.ends.start,
            GOAL => self.ends.goal,
            node => world.graph.at(node),
        }
    }

    pub(super) fn walk(&self, world: &World, from: u32, node: u32) -> Walk {
        let (from, to) = (self.place(world, from), self.place(world, node));
        Walk { floor: from.floor, from: from.cell, to: to.cell }
    }

    pub(super) fn push_walk(&mut self, walk: Walk) -> Result<(), OutOfMemory> {
        if walk.from != walk.to {
            self.hops.try_reserve(1)?;
            self.hops.push(Hop::Walk(walk));
        }
        Ok(())
    }

    /// Writes the hops of the best path.
    fn trace(&mut self, world: &World) -> Result<(), OutOfMemory> {
        self.hops.clear();
        let (mut node, mut before) = (GOAL, self.before_goal);
        loop {
            self.hops.try_reserve(2)?;
            let walk = self.walk(world, before, node);
            if walk.from != walk.to {
                self.hops.push(Hop::Walk(walk));
            }
            if before == START {
                break;
            }
            let arc = world.graph.arcs[self.by_arc[before as usize] as usize];
            self.hops.push(Hop::Link { number: arc.link, to: world.graph.at(before), cost: arc.cost });
            node = arc.from;
            before = self.by_way[node as usize];
        }
        self.hops.reverse();
        Ok(())
    }
}
