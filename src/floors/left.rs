//! Lower bounds of what is left to a goal or to an end, by Dijkstra's algorithm backward over links and ways.

use super::ends::NO_GROUP;
use super::graph::{Weight, weight_of};
use super::world::World;
use crate::held::{Held, held};
use crate::{OutOfMemory, refill};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// In place of a node or an arc: none.
pub(super) const NONE: u32 = u32::MAX - 2;

/// No path.
pub(super) const UNREACHED: Weight = Weight::MAX;

/// A node that waits: what is left, and whether a link is taken from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    left: Weight,
    node: u32,
    leaves: bool,
}

/// What is left from each node, when a link led there and when one is taken from there; and how it goes on.
#[derive(Debug, Default)]
pub(super) struct Left {
    pub(super) arrived: Vec<Weight>,
    pub(super) leaving: Vec<Weight>,
    /// By node, the arc that is taken from it.
    pub(super) arcs: Vec<u32>,
    /// By node to which a link led, the node to which the way leads; [`NONE`] at the end.
    pub(super) ways: Vec<u32>,
    waiting: BinaryHeap<Reverse<Waiting>>,
}

held!(Left: arrived, leaving, arcs, ways);

impl Left {
    /// Memory held, in bytes.
    pub(super) fn all_bytes(&self) -> usize {
        self.bytes() + self.waiting.capacity() * size_of::<Waiting>()
    }

    /// Frees what only measuring needs.
    pub(super) fn forget_queue(&mut self) {
        self.waiting = BinaryHeap::new();
    }

    /// Forgets all.
    pub(super) fn begin(&mut self, world: &World) -> Result<(), OutOfMemory> {
        let count = world.graph.node_count();
        refill(&mut self.arrived, count, UNREACHED)?;
        refill(&mut self.leaving, count, UNREACHED)?;
        refill(&mut self.arcs, count, NONE)?;
        refill(&mut self.ways, count, NONE)?;
        self.waiting.clear();
        Ok(())
    }

    /// Notes what is left from a node to which a link led, and to which node the way then leads.
    pub(super) fn lower_arrived(&mut self, node: u32, left: Weight, way: u32) -> Result<(), OutOfMemory> {
        if left < self.arrived[node as usize] {
            (self.arrived[node as usize], self.ways[node as usize]) = (left, way);
            self.waiting.try_reserve(1)?;
            self.waiting.push(Reverse(Waiting { left, node, leaves: false }));
        }
        Ok(())
    }

    fn lower_leaving(&mut self, node: u32, left: Weight, arc: u32) -> Result<(), OutOfMemory> {
        if left < self.leaving[node as usize] {
            (self.leaving[node as usize], self.arcs[node as usize]) = (left, arc);
            self.waiting.try_reserve(1)?;
            self.waiting.push(Reverse(Waiting { left, node, leaves: true }));
        }
        Ok(())
    }

    /// Measures from what was noted. `visit` gets nodes from which a link is taken, and tells beyond which weight
    /// nothing matters: what is left from all other nodes is then as large at least.
    pub(super) fn measure(
        &mut self,
        world: &World,
        mut visit: impl FnMut(u32, Weight) -> Weight,
    ) -> Result<(), OutOfMemory> {
        let graph = &*world.graph;
        let mut most = visit(NONE, 0);
        while let Some(Reverse(Waiting { left, node, leaves })) = self.waiting.pop() {
            if left > most {
                for list in [&mut self.arrived, &mut self.leaving] {
                    list.iter_mut().for_each(|known| *known = (*known).min(left));
                }
                return Ok(());
            }
            if !leaves {
                if self.arrived[node as usize] == left {
                    for number in graph.arcs_to(node) {
                        let arc = &graph.arcs[number as usize];
                        if world.groups[arc.from as usize] != NO_GROUP {
                            self.lower_leaving(arc.from, left + arc.weight(), number)?;
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
                self.lower_arrived(node, left, node)?;
            }
            let floor = graph.floor_of(node);
            let (Some(ends), first) = (world.ends(floor), graph.nodes_of(floor).start) else { continue };
            let group = world.groups[node as usize];
            let of_floor = &world.groups[first as usize..];
            for ((from, way), of) in (first..).zip(ends.ways_to((node - first) as usize)).zip(of_floor) {
                if *of == group
                    && let Some(parts) = way.parts()
                {
                    let left = left + weight_of(parts);
                    if left < self.arrived[from as usize] && graph.is_entered(from) && from != node {
                        self.lower_arrived(from, left, node)?;
                    }
                }
            }
        }
        Ok(())
    }
}
