//! The rest of paths from the ends of links to the goals of a field, by Dijkstra's algorithm backward over links and
//! ways, as routes measure it; but ways are searched whose costs are not kept.

use super::ends::NO_GROUP;
use super::graph::{NONE, UNREACHED, Weight, weight_of};
use super::links::FloorCell;
use super::way::Way;
use super::world::World;
use crate::field::Field;
use crate::grid::Cell;
use crate::held::Held;
use crate::try_arc::TryArc;
use crate::{OutOfMemory, refill};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The rest of paths from the ends of links.
#[derive(Debug, Default)]
pub(super) struct Rest {
    arrived: Vec<Weight>,
    pub(super) leaving: Vec<Weight>,
    /// By node, the arc that is taken.
    pub(super) arcs: Vec<u32>,
    waiting: BinaryHeap<Reverse<Waiting>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Waiting {
    left: Weight,
    /// 0: a node at which a link arrives. 1: one from which a link is taken. 2: a way between two.
    kind: u8,
    node: u32,
    to: u32,
}

impl Rest {
    fn push(&mut self, left: Weight, kind: u8, node: u32, to: u32) -> Result<(), OutOfMemory> {
        self.waiting.try_reserve(1)?;
        self.waiting.push(Reverse(Waiting { left, kind, node, to }));
        Ok(())
    }

    fn lower_arrived(&mut self, node: u32, left: Weight) -> Result<(), OutOfMemory> {
        if left < self.arrived[node as usize] {
            self.arrived[node as usize] = left;
            self.push(left, 0, node, 0)?;
        }
        Ok(())
    }

    /// Begins with the ends at which paths arrive that then go to a goal of their floor.
    pub(super) fn begin(&mut self, world: &World, goal_fields: &[Option<TryArc<Field>>]) -> Result<(), OutOfMemory> {
        let count = world.graph.node_count();
        refill(&mut self.arrived, count, UNREACHED)?;
        refill(&mut self.leaving, count, UNREACHED)?;
        refill(&mut self.arcs, count, NONE)?;
        self.waiting.clear();
        for node in 0..count as u32 {
            let FloorCell { floor, cell } = world.graph.at(node);
            let field = goal_fields[floor as usize].as_ref().filter(|_| world.groups[node as usize] != NO_GROUP);
            if let Some(parts) = field.and_then(|field| field.cost(cell)) {
                self.lower_arrived(node, weight_of(parts))?;
            }
        }
        Ok(())
    }

    /// Takes out what waits with the least rest.
    pub(super) fn pop(&mut self) -> Option<Waiting> {
        self.waiting.pop().map(|Reverse(next)| next)
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        (self.arrived.bytes() + self.leaving.bytes() + self.arcs.bytes()) as u64
    }

    /// Goes on from what waited. `search` finds what a way costs that is not kept.
    pub(super) fn go_on(
        &mut self,
        world: &World,
        Waiting { left, kind, node, to }: Waiting,
        search: impl FnOnce(u32, Cell, Cell) -> Result<Option<u64>, OutOfMemory>,
    ) -> Result<(), OutOfMemory> {
        let graph = &*world.graph;
        match kind {
            0 if self.arrived[node as usize] == left => {
                for number in graph.arcs_to(node) {
                    let arc = &graph.arcs[number as usize];
                    let left = left + arc.weight();
                    if world.groups[arc.from as usize] != NO_GROUP && left < self.leaving[arc.from as usize] {
                        (self.leaving[arc.from as usize], self.arcs[arc.from as usize]) = (left, number);
                        self.push(left, 1, arc.from, 0)?;
                    }
                }
            }
            1 if self.leaving[node as usize] == left => {
                self.lower_arrived(node, left)?;
                let floor = graph.floor_of(node);
                let (Some(ends), nodes) = (world.ends(floor), graph.nodes_of(floor)) else { return Ok(()) };
                for (from, way) in nodes.clone().zip(ends.ways_to((node - nodes.start) as usize)) {
                    let is_alike = world.groups[from as usize] == world.groups[node as usize] && from != node;
                    if let Some(parts) = way.parts().filter(|_| is_alike && graph.is_entered(from)) {
                        let left = left + weight_of(parts);
                        match way.is_exact() {
                            _ if left >= self.arrived[from as usize] => {}
                            true => self.lower_arrived(from, left)?,
                            false => self.push(left, 2, from, node)?,
                        }
                    }
                }
            }
            2 if left < self.arrived[node as usize] => {
                let (floor, nodes) = (graph.floor_of(node), graph.nodes_of(graph.floor_of(node)));
                let Some(ends) = world.ends(floor) else { return Ok(()) };
                let (from, end) = ((node - nodes.start) as usize, (to - nodes.start) as usize);
                let mut way = ends.way(from, end);
                if !way.is_exact() {
                    let parts = search(floor, ends.cells[from], ends.cells[end])?;
                    way = parts.map_or(Way::NONE, Way::exact);
                    ends.keep(from, end, way);
                }
                if let Some(parts) = way.parts() {
                    self.lower_arrived(node, self.leaving[to as usize] + weight_of(parts))?;
                }
            }
            _ => {}
        }
        Ok(())
    }
}
