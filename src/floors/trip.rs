//! Knowledge of a search through floors before the route of a trip begins: the groups that lead to the goal, and the
//! ways around both ends.

use super::end_fields::{CELLS_BY_EXPANSION, PATIENCE, field_of};
use super::ends::{LeastTo, LeastWay};
use super::floor_view::FloorView;
use super::hops::{RouteEnds, Walk};
use super::links::FloorCell;
use super::memory::FloorMemory;
use super::route::Route;
use super::view::FloorsView;
use super::way::Way;
use super::world::World;
use crate::field::Sense;
use crate::search::{Query, may_be_connected};
use crate::{OutOfMemory, refill};

/// Counts a search for the fields of the ends between which it was. Returns the expansions in whose time fields were
/// built.
pub(super) fn count_for_fields(
    world: &World,
    floor: &FloorView,
    walk: Walk,
    expansions: u32,
) -> Result<u64, OutOfMemory> {
    let Some(ends) = world.ends(walk.floor) else { return Ok(0) };
    let mut built = 0;
    for (cell, sense) in [(walk.from, Sense::FromStarts), (walk.to, Sense::ToGoals)] {
        if let Some(end) = ends.place(cell) {
            built += ends.count_search(floor, (end, sense), expansions)?;
        }
    }
    Ok(built)
}

/// Counts a search from the start of a route or to its goal. Once such searches have taken several times as long as a
/// field, a field tells what all the ways cost. Returns the expansions in whose time it was built.
pub(super) fn count_for_route(
    world: &World,
    floor: &FloorView,
    (route, sense): (&mut Route, Sense),
    expansions: u32,
) -> Result<u64, OutOfMemory> {
    let cells = floor.agent_view().layer().size().cells() as u64;
    let at = route.end(sense).cell;
    let is_due = route.count_search(sense, expansions) * CELLS_BY_EXPANSION >= PATIENCE * cells;
    if !is_due || floor.is_apart() || !floor.agent_view().is_walkable(at) {
        return Ok(0);
    }
    route.learn(world, &field_of(floor, at, sense)?, sense);
    Ok(cells / CELLS_BY_EXPANSION)
}

/// No query pays more once it has taken the time of this many expansions: half a millisecond.
const MOST_PAID: u64 = 1 << 12;

/// Pays the debts of floors. Returns the number of expansions in whose time that was done.
pub(super) fn pay_debts(world: &World, view: &FloorsView) -> Result<u64, OutOfMemory> {
    let mut sum = 0;
    for (number, ends) in (0..).zip(&world.floors) {
        let (Some(ends), Some(floor)) = (ends, view.floor(number)) else { continue };
        while sum < MOST_PAID {
            match ends.pay(floor)? {
                0 => break,
                expansions => sum += expansions,
            }
        }
    }
    Ok(sum)
}

/// Marks the groups from which links and ways lead to the goal, if a path may lead there.
pub(super) fn mark_what_leads(
    world: &World,
    view: &FloorsView,
    goal: FloorCell,
    may_arrive: bool,
    memory: &mut FloorMemory,
) -> Result<(), OutOfMemory> {
    refill(&mut memory.is_reached, world.group_count(), false)?;
    memory.goal_groups.clear();
    memory.marked = may_arrive.then_some(goal);
    if may_arrive
        && view.is_walkable(goal)
        && let Some(floor) = view.floor(goal.floor)
    {
        world.groups_around(floor, goal, &mut memory.goal_groups)?;
    }
    memory.goal_groups.iter().for_each(|&group| memory.is_reached[group as usize] = true);
    world.flood(&mut memory.is_reached, true);
    Ok(())
}

/// Begins the route of a trip. Returns false if links and ways can't connect start and goal.
pub(super) fn begin_route(
    world: &World,
    view: &FloorsView,
    ends: RouteEnds,
    memory: &mut FloorMemory,
    legs: &Query,
) -> Result<bool, OutOfMemory> {
    let RouteEnds { start, goal, .. } = ends;
    let (Some(first), Some(last)) = (view.floor(start.floor), view.floor(goal.floor)) else { return Ok(false) };
    if memory.marked != Some(goal) {
        mark_what_leads(world, view, goal, true, memory)?;
    }
    let FloorMemory { route, start_groups, goal_groups, is_reached, .. } = memory;
    world.groups_around(first, start, start_groups)?;
    let query = Query { start: start.cell, goal: goal.cell, ..*legs };
    let is_direct = start.floor == goal.floor && may_be_connected(first.agent_view().layer(), &query)?;
    if !is_direct && !start_groups.iter().any(|&group| is_reached[group as usize]) {
        return Ok(false);
    }
    route.begin(world, ends, |from_start, to_goal| {
        let from = LeastWay::with_start(first).to(start.cell);
        let start_place = known_ways(world, start, start_groups, from_start, &from)?;
        let to = LeastWay::of(last).to(goal.cell);
        let goal_place = known_ways(world, goal, goal_groups, to_goal, &to)?;
        let (Some(starts), Some(goals)) = (world.ends(start.floor), world.ends(goal.floor)) else { return Ok(None) };
        if view.is_walkable(start) {
            starts.fields(Sense::ToGoals).look_up(start.cell, from_start);
        }
        goals.fields(Sense::FromStarts).look_up(goal.cell, to_goal);
        if let Some(place) = start_place {
            from_start.iter_mut().zip(starts.ways_from(place)).for_each(|(known, way)| known.take_over(way));
        }
        if let Some(place) = goal_place {
            to_goal.iter_mut().zip(goals.ways_to(place)).for_each(|(known, way)| known.take_over(way));
        }
        let direct = match (start_place, goal_place) {
            (Some(start), Some(goal)) if is_direct => starts.way(start, goal),
            _ => Way::at_least(LeastWay::with_start(first).to(goal.cell).from(start.cell)),
        };
        Ok(is_direct.then_some(direct))
    })?;
    Ok(true)
}

/// Writes lower bounds of the ways between a cell and the ends of its floor. Returns the number of the end at the cell.
fn known_ways(
    world: &World,
    at: FloorCell,
    groups: &[u32],
    ways: &mut Vec<Way>,
    least: &LeastTo,
) -> Result<Option<usize>, OutOfMemory> {
    ways.clear();
    let Some(ends) = world.ends(at.floor) else { return Ok(None) };
    least.write(&ends.cells, ways)?;
    let nodes = world.graph.nodes_of(at.floor);
    let of_nodes = &world.groups[nodes.start as usize..nodes.end as usize];
    for (way, group) in ways.iter_mut().zip(of_nodes) {
        *way = if groups.contains(group) { *way } else { Way::NONE };
    }
    Ok(ends.place(at.cell).filter(|&place| ends.is_usable(place)))
}
