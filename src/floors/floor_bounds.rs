//! Lower bounds of what it costs from a floor to each node, by Dijkstra's algorithm over links and ways from all ends of
//! the floor. Routes from the floor measure by them what is left to their goals, and look at fewer nodes. They hold as
//! long as ways only turn out to be dearer.

use super::ends::NO_GROUP;
use super::graph::{SUM, UNREACHED, Weight};
use super::world::World;
use crate::bits::bit_rows::reserved;
use crate::held::{Held, held};
use crate::movement::StepCosts;
use crate::try_arc::TryArc;
use crate::{OutOfMemory, refill};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The most bytes that the bounds of a world may take; with more none are made.
const MOST_BYTES: usize = 64 << 20;

/// No path leads there.
const FAR: u64 = u64::MAX;

/// Larger bounds count as this one: with what is left they fit a weight.
const MOST_FINE: u64 = 1 << 62;

/// The bounds from one floor, in fine units.
#[derive(Debug, Default)]
pub(super) struct FloorBounds {
    /// By node, to where a link leads.
    arrived: Vec<u64>,
    /// By node, to where a link is taken.
    leaving: Vec<u64>,
}

held!(FloorBounds: arrived, leaving);

impl FloorBounds {
    #[inline(always)]
    pub(super) fn arrived(&self, node: u32) -> Weight {
        weight(self.arrived[node as usize])
    }

    #[inline(always)]
    pub(super) fn leaving(&self, node: u32) -> Weight {
        weight(self.leaving[node as usize])
    }

    /// The bounds from a floor.
    fn from(world: &World, floor: u32) -> Result<Self, OutOfMemory> {
        let (graph, count) = (&*world.graph, world.graph.node_count());
        let (mut arrived, mut leaving) = (Vec::new(), Vec::new());
        refill(&mut arrived, count, FAR)?;
        refill(&mut leaving, count, FAR)?;
        // By fine units: nodes with whether a link led there.
        let mut waiting: BinaryHeap<Reverse<(u64, u32, bool)>> = BinaryHeap::new();
        waiting.try_reserve(count)?;
        for node in graph.nodes_of(floor).filter(|&node| world.groups[node as usize] != NO_GROUP) {
            leaving[node as usize] = 0;
            waiting.push(Reverse((0, node, false)));
        }
        while let Some(Reverse((fine, node, has_arrived))) = waiting.pop() {
            let known = if has_arrived { &arrived } else { &leaving };
            if known[node as usize] != fine {
                continue;
            }
            if !has_arrived {
                for number in graph.arcs_from(node) {
                    let arc = &graph.arcs[number as usize];
                    let (to, fine) = (arc.to as usize, (fine + arc.cost.min(MOST_FINE)).min(MOST_FINE));
                    if fine < arrived[to] && world.groups[to] != NO_GROUP {
                        arrived[to] = fine;
                        waiting.try_reserve(1)?;
                        waiting.push(Reverse((fine, arc.to, true)));
                    }
                }
                continue;
            }
            let (at, group) = (graph.floor_of(node), world.groups[node as usize]);
            let (Some(ends), nodes) = (world.ends(at), graph.nodes_of(at)) else { continue };
            waiting.try_reserve(nodes.len())?;
            for (way, to) in ends.ways_from((node - nodes.start) as usize).zip(nodes) {
                let Some(parts) = way.parts() else { continue };
                let through = StepCosts::fine_units_of_parts(parts).min(MOST_FINE.into()) as u64 + fine;
                let through = through.min(MOST_FINE);
                if through < leaving[to as usize] && world.groups[to as usize] == group {
                    leaving[to as usize] = through;
                    waiting.push(Reverse((through, to, false)));
                }
            }
        }
        Ok(Self { arrived, leaving })
    }
}

fn weight(fine: u64) -> Weight {
    if fine == FAR { UNREACHED } else { Weight::from(fine) << SUM }
}

/// The bounds from one floor, and the number of ways that routes have looked at without them.
#[derive(Debug, Default)]
struct Kept {
    looked_at: AtomicU64,
    bounds: OnceLock<TryArc<FloorBounds>>,
}

/// The bounds of a world.
#[derive(Debug, Default)]
pub(super) struct KeptBounds {
    /// By floor; none where the bounds would take too much memory.
    floors: Vec<Kept>,
    /// Number of ways that making the bounds from one floor looks at.
    price: u64,
}

impl KeptBounds {
    /// Room for the bounds of a world whose floors have these numbers of ends.
    pub(super) fn new(ends: impl Iterator<Item = usize> + Clone) -> Result<Self, OutOfMemory> {
        let (count, nodes) = (ends.clone().count(), ends.clone().sum::<usize>());
        if count.saturating_mul(nodes).saturating_mul(2 * size_of::<u64>()) > MOST_BYTES {
            return Ok(Self::default());
        }
        let mut floors = reserved(count)?;
        floors.resize_with(count, Kept::default);
        Ok(Self { floors, price: ends.map(|ends| (ends * ends) as u64).sum() })
    }

    /// The bounds from a floor, if they are there or due: routes from the floor have taken as long without them as
    /// making them takes.
    pub(super) fn from(&self, world: &World, floor: u32) -> Result<Option<TryArc<FloorBounds>>, OutOfMemory> {
        let Some(kept) = self.floors.get(floor as usize) else { return Ok(None) };
        if kept.looked_at.load(Relaxed) > self.price {
            self.make(world, floor)?;
        }
        Ok(kept.bounds.get().cloned())
    }

    /// Makes the bounds from a floor if they are not there.
    pub(super) fn make(&self, world: &World, floor: u32) -> Result<(), OutOfMemory> {
        let Some(kept) = self.floors.get(floor as usize).filter(|kept| kept.bounds.get().is_none()) else {
            return Ok(());
        };
        // Another thread may have made the same ones.
        let _ = kept.bounds.set(TryArc::try_new(FloorBounds::from(world, floor)?)?);
        Ok(())
    }

    /// Counts ways that a route from a floor has looked at.
    pub(super) fn count(&self, floor: u32, looked_at: u64) {
        if let Some(kept) = self.floors.get(floor as usize) {
            kept.looked_at.fetch_add(looked_at, Relaxed);
        }
    }

    /// Memory held, in bytes.
    pub(super) fn bytes(&self) -> usize {
        let bounds = self.floors.iter().filter_map(|kept| kept.bounds.get());
        self.floors.bytes() + bounds.map(|bounds| TryArc::<FloorBounds>::BYTES + Held::bytes(&**bounds)).sum::<usize>()
    }
}
