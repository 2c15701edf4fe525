//! Measuring of bounds from a floor, by Dijkstra's algorithm over links and ways, from all ends of the floor at once.

use super::ends::NO_GROUP;
use super::floor_bounds::{FAR, FloorBounds, MOST_FINE};
use super::world::World;
use crate::movement::StepCosts;
use crate::try_arc::TryArc;
use crate::{OutOfMemory, refill};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The bounds from a floor, if they are there or due.
pub(super) fn bounds_from(world: &World, floor: u32) -> Result<Option<TryArc<FloorBounds>>, OutOfMemory> {
    if world.bounds.is_due(floor) {
        make_bounds(world, floor)?;
    }
    Ok(world.bounds.get(floor))
}

/// Makes the bounds from a floor, if they are not there and have room.
pub(super) fn make_bounds(world: &World, floor: u32) -> Result<(), OutOfMemory> {
    if world.bounds.lacks(floor) { world.bounds.keep(floor, measure(world, floor)?) } else { Ok(()) }
}

/// Measures the bounds from a floor.
fn measure(world: &World, floor: u32) -> Result<FloorBounds, OutOfMemory> {
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
    Ok(FloorBounds::new(arrived, leaving))
}
