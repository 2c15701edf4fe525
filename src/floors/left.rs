//! Lower bounds of what is left to a goal or to an end, by Dijkstra's algorithm backward over links and ways.
//!
//! ```text
//! a ~~~ b ~~~~~~~~ c      What is left from c by its link may be more than what is left from c by the way to b, and
//! │     │          │      by the link there. Then no path takes the link at c, wherever it comes from: c is no root,
//! left: 9          90     and no way to c is looked at.
//! ```
//!
//! Only a way whose cost is known shows that. The bounds hold as long as ways only turn out to be dearer.

use super::bounding::bounds_from;
use super::ends::NO_GROUP;
use super::floor_bounds::FloorBounds;
use super::graph::{NONE, UNREACHED, Weight, weight_of};
use super::rows::{Root, Row};
use super::way::Way;
use super::world::World;
use crate::held::held;
use crate::try_arc::TryArc;
use crate::{OutOfMemory, refill};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// An entry of the open list, by what it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// A node to which a link led.
    Arrived,
    /// A node from which a link is taken.
    Leaving,
}

/// A node that waits, by what is left with what lies ahead at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    f: Weight,
    node: u32,
    kind: Kind,
}

/// The rest of the path from each node, when a link led there and when one is taken from there.
#[derive(Debug, Default)]
pub(super) struct Left {
    pub(super) arrived: Vec<Weight>,
    pub(super) leaving: Vec<Weight>,
    /// By node, the least that is left by a way to a root whose cost is known.
    by_root: Vec<Weight>,
    /// By node, the arc that is taken from it.
    arcs: Vec<u32>,
    /// The nodes from which links are worth taking, by what is left.
    roots: Vec<Root>,
    /// Number of ways that were looked at.
    pub(super) looked_at: u64,
    waiting: BinaryHeap<Reverse<Waiting>>,
    /// By floor, what links cost at least from the start's floor to there.
    ahead: Vec<Weight>,
    /// Bounds of the cost from the start's floor to each node, if they are kept.
    bounds: Option<TryArc<FloorBounds>>,
}

held!(Left: arrived, leaving, by_root, arcs, roots, ahead);

impl Left {
    /// Memory held, in bytes.
    pub(super) fn all_bytes(&self) -> usize {
        crate::held::Held::bytes(self) + self.waiting.capacity() * size_of::<Waiting>()
    }

    /// All that is kept of what was measured to one end.
    pub(super) fn row(&self, world: &World) -> Result<Row, OutOfMemory> {
        Row::of(&self.roots, &world.graph, world.floors.len())
    }

    /// Forgets all. What is left is measured toward the floor of a start, if there is one.
    pub(super) fn begin(&mut self, world: &World, start: Option<u32>) -> Result<(), OutOfMemory> {
        self.bounds = match start {
            Some(start) => bounds_from(world, start)?,
            None => None,
        };
        refill(&mut self.ahead, world.floors.len(), 0)?;
        if let Some(start) = start {
            for (floor, place) in (0..).zip(&mut self.ahead).filter(|&(floor, _)| floor != start) {
                *place = world.floor_costs.least(start, floor);
            }
        }
        let count = world.graph.node_count();
        for list in [&mut self.arrived, &mut self.leaving, &mut self.by_root] {
            refill(list, count, UNREACHED)?;
        }
        refill(&mut self.arcs, count, NONE)?;
        self.roots.clear();
        self.looked_at = 0;
        self.waiting.clear();
        Ok(())
    }

    /// Notes what is left from a node to which a link led.
    pub(super) fn lower_arrived(&mut self, world: &World, node: u32, left: Weight) -> Result<(), OutOfMemory> {
        if left < self.arrived[node as usize] {
            self.arrived[node as usize] = left;
            self.push(left, world.graph.floor_of(node), node, Kind::Arrived)?;
        }
        Ok(())
    }

    /// The least cost from the start's floor to a node.
    #[inline(always)]
    fn ahead(&self, floor: u32, node: u32, kind: Kind) -> Weight {
        match (&self.bounds, kind) {
            (None, _) => self.ahead[floor as usize],
            (Some(bounds), Kind::Arrived) => bounds.arrived(node),
            (Some(bounds), Kind::Leaving) => bounds.leaving(node),
        }
    }

    fn push(&mut self, left: Weight, floor: u32, node: u32, kind: Kind) -> Result<(), OutOfMemory> {
        let ahead = self.ahead(floor, node, kind);
        if ahead != UNREACHED {
            self.waiting.try_reserve(1)?;
            self.waiting.push(Reverse(Waiting { f: left + ahead, node, kind }));
        }
        Ok(())
    }

    /// Measures from what was noted. `visit` gets nodes from which a link is taken, and tells beyond which weight
    /// nothing matters: a path over all other nodes weighs as much at least. It weighs `before` more than what is
    /// measured and what lies ahead.
    pub(super) fn measure(
        &mut self,
        world: &World,
        before: Weight,
        mut visit: impl FnMut(u32, Weight) -> Weight,
    ) -> Result<(), OutOfMemory> {
        let graph = &*world.graph;
        let mut most = visit(NONE, 0);
        while let Some(Reverse(Waiting { f, node, kind })) = self.waiting.pop() {
            if f.saturating_add(before) > most {
                self.bound_rest(world, f);
                return Ok(());
            }
            let (at, floor) = (node as usize, graph.floor_of(node));
            let left = f - self.ahead(floor, node, kind);
            match kind {
                Kind::Arrived if self.arrived[at] == left => {
                    for number in graph.arcs_to(node) {
                        let arc = &graph.arcs[number as usize];
                        let (from, left) = (arc.from as usize, left + arc.weight());
                        if left < self.leaving[from] && world.groups[from] != NO_GROUP {
                            (self.leaving[from], self.arcs[from]) = (left, number);
                            self.push(left, graph.floor_of(arc.from), arc.from, Kind::Leaving)?;
                        }
                    }
                }
                Kind::Leaving if self.leaving[at] == left => {
                    most = visit(node, left);
                    if self.by_root[at] >= left {
                        self.roots.try_reserve(1)?;
                        self.roots.push(Root::new(left, node, self.arcs[at]));
                        self.walk_to(world, node, left)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Notes the ways from all nodes of a floor to a root.
    fn walk_to(&mut self, world: &World, node: u32, left: Weight) -> Result<(), OutOfMemory> {
        let graph = &*world.graph;
        let floor = graph.floor_of(node);
        let (Some(ends), nodes) = (world.ends(floor), graph.nodes_of(floor)) else { return Ok(()) };
        ends.debt.add(nodes.len());
        self.looked_at += nodes.len() as u64;
        let (bounds, of_floor) = (self.bounds.as_deref(), self.ahead[floor as usize]);
        let (group, range) = (world.groups[node as usize], nodes.start as usize..nodes.end as usize);
        self.waiting.try_reserve(range.len())?;
        let (arrived, waiting) = (&mut self.arrived[range.clone()], &mut self.waiting);
        let by_root = &mut self.by_root[range.clone()];
        let mut note = |index: usize, way: Way| {
            if let Some(parts) = way.parts() {
                let (left, from) = (left + weight_of(parts), nodes.start + index as u32);
                if world.groups[from as usize] != group {
                    return;
                }
                if left < by_root[index] && way.is_exact() {
                    by_root[index] = left;
                }
                if left < arrived[index] && graph.is_entered(from) {
                    arrived[index] = left;
                    let ahead = bounds.map_or(of_floor, |bounds| bounds.arrived(from));
                    if ahead != UNREACHED {
                        waiting.push(Reverse(Waiting { f: left + ahead, node: from, kind: Kind::Arrived }));
                    }
                }
            }
        };
        let index = (node - nodes.start) as usize;
        match ends.are_alike {
            true => ends.ways_from(index).enumerate().for_each(|(from, way)| note(from, way)),
            false => ends.ways_to(index).enumerate().for_each(|(from, way)| note(from, way)),
        }
        Ok(())
    }

    /// Lowers what is not measured to bounds that hold where each path over it weighs at least `f`.
    fn bound_rest(&mut self, world: &World, f: Weight) {
        if let Some(bounds) = &self.bounds {
            let lower = |left: &mut Weight, ahead: Weight| *left = (*left).min(f.saturating_sub(ahead));
            for ((arrived, leaving), node) in self.arrived.iter_mut().zip(&mut self.leaving).zip(0..) {
                lower(arrived, bounds.arrived(node));
                lower(leaving, bounds.leaving(node));
            }
            return;
        }
        for (floor, &ahead) in (0..).zip(&self.ahead) {
            let nodes = world.graph.nodes_of(floor);
            let (range, bound) = (nodes.start as usize..nodes.end as usize, f.saturating_sub(ahead));
            for list in [&mut self.arrived, &mut self.leaving] {
                list[range.clone()].iter_mut().for_each(|left| *left = (*left).min(bound));
            }
        }
    }
}
