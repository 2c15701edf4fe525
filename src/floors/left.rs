//! Lower bounds of what is left to a goal or to an end, by Dijkstra's algorithm backward over links and ways.

use super::ends::NO_GROUP;
use super::graph::{NONE, UNREACHED, Weight, weight_of};
use super::rows::Row;
use super::world::World;
use crate::held::held;
use crate::{OutOfMemory, refill};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A node that waits: what is left, with what lies ahead at least, and whether a link is taken from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    f: Weight,
    left: Weight,
    node: u32,
    leaves: bool,
}

/// The rest of the path from each node, when a link led there and when one is taken from there.
#[derive(Debug, Default)]
pub(super) struct Left {
    pub(super) arrived: Vec<Weight>,
    pub(super) leaving: Vec<Weight>,
    /// By node, the arc that is taken from it.
    pub(super) arcs: Vec<u32>,
    /// By node to which a link led, the node to which the way leads; [`NONE`] at the end.
    pub(super) ways: Vec<u32>,
    waiting: BinaryHeap<Reverse<Waiting>>,
    /// By floor, what links cost at least from the start's floor to there.
    ahead: Vec<Weight>,
}

held!(Left: arrived, leaving, arcs, ways, ahead);

impl Left {
    /// All that is kept of what was measured to one end.
    pub(super) fn into_row(self) -> Row {
        Row { leaving: self.leaving, arcs: self.arcs, ways: self.ways }
    }

    /// Forgets all. What is left is measured toward the floor of a start, if there is one.
    pub(super) fn begin(&mut self, world: &World, start: Option<u32>) -> Result<(), OutOfMemory> {
        refill(&mut self.ahead, world.floors.len(), 0)?;
        if let Some(start) = start {
            for (floor, place) in (0..).zip(&mut self.ahead).filter(|&(floor, _)| floor != start) {
                *place = world.floor_costs.least(start, floor);
            }
        }
        let count = world.graph.node_count();
        refill(&mut self.arrived, count, UNREACHED)?;
        refill(&mut self.leaving, count, UNREACHED)?;
        refill(&mut self.arcs, count, NONE)?;
        refill(&mut self.ways, count, NONE)?;
        self.waiting.clear();
        Ok(())
    }

    /// Notes what is left from a node to which a link led, and to which node the way then leads.
    pub(super) fn lower_arrived(
        &mut self,
        world: &World,
        node: u32,
        left: Weight,
        way: u32,
    ) -> Result<(), OutOfMemory> {
        if left < self.arrived[node as usize] {
            (self.arrived[node as usize], self.ways[node as usize]) = (left, way);
            self.push(left, world.graph.floor_of(node), node, false)?;
        }
        Ok(())
    }

    fn push(&mut self, left: Weight, floor: u32, node: u32, leaves: bool) -> Result<(), OutOfMemory> {
        let ahead = self.ahead[floor as usize];
        if ahead != UNREACHED {
            self.waiting.try_reserve(1)?;
            self.waiting.push(Reverse(Waiting { f: left + ahead, left, node, leaves }));
        }
        Ok(())
    }

    /// Measures from what was noted. `visit` gets nodes from which a link is taken, and tells beyond which weight
    /// nothing matters: a path over all other nodes weighs as much at least.
    pub(super) fn measure(
        &mut self,
        world: &World,
        mut visit: impl FnMut(u32, Weight) -> Weight,
    ) -> Result<(), OutOfMemory> {
        let graph = &*world.graph;
        let mut most = visit(NONE, 0);
        while let Some(Reverse(Waiting { f, left, node, leaves })) = self.waiting.pop() {
            if f > most {
                self.bound_rest(world, f);
                return Ok(());
            }
            if !leaves {
                if self.arrived[node as usize] == left {
                    for number in graph.arcs_to(node) {
                        let arc = &graph.arcs[number as usize];
                        let left = left + arc.weight();
                        if left < self.leaving[arc.from as usize] && world.groups[arc.from as usize] != NO_GROUP {
                            (self.leaving[arc.from as usize], self.arcs[arc.from as usize]) = (left, number);
                            self.push(left, graph.floor_of(arc.from), arc.from, true)?;
                        }
                    }
                }
                continue;
            }
            if self.leaving[node as usize] != left {
                continue;
            }
            most = visit(node, left);
            if graph.is_entered(node) {
                self.lower_arrived(world, node, left, node)?;
            }
            self.walk_to(world, node, left)?;
        }
        Ok(())
    }

    /// Notes the ways from all nodes of a floor to one from which a link is taken.
    fn walk_to(&mut self, world: &World, node: u32, left: Weight) -> Result<(), OutOfMemory> {
        let graph = &*world.graph;
        let floor = graph.floor_of(node);
        let (Some(ends), nodes) = (world.ends(floor), graph.nodes_of(floor)) else { return Ok(()) };
        let group = world.groups[node as usize];
        let range = nodes.start as usize..nodes.end as usize;
        let ways = ends.ways_to((node - nodes.start) as usize).zip(&world.groups[range]);
        for (from, (way, of)) in nodes.zip(ways) {
            if *of == group
                && let Some(parts) = way.parts()
            {
                let left = left + weight_of(parts);
                if left < self.arrived[from as usize] && graph.is_entered(from) && from != node {
                    (self.arrived[from as usize], self.ways[from as usize]) = (left, node);
                    self.push(left, floor, from, false)?;
                }
            }
        }
        Ok(())
    }

    /// Lowers what is not measured to bounds that hold where each path over it weighs at least `f`.
    fn bound_rest(&mut self, world: &World, f: Weight) {
        for (floor, &ahead) in (0..).zip(&self.ahead) {
            let nodes = world.graph.nodes_of(floor);
            let (range, bound) = (nodes.start as usize..nodes.end as usize, f.saturating_sub(ahead));
            for list in [&mut self.arrived, &mut self.leaving] {
                list[range.clone()].iter_mut().for_each(|left| *left = (*left).min(bound));
            }
        }
    }
}
