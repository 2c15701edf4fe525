//! The reachable cells nearest to a goal that can't be reached.
//!
//! - If a cell of the goal's floor is in reach, the nearest ones there, as on one grid.
//! - Else the ends of links by which the fewest links lead on to the goal's floor, closed and blocked ones among them;
//!   or the cells nearest to such ends, where none of these is in reach.
//! - Without such links, the start.

use super::links::FloorCell;
use super::memory::FloorMemory;
use super::view::FloorsView;
use super::world::World;
use crate::bits::bit_rows::reserved;
use crate::grid::Cell;
use crate::search::nearest_to;
use crate::sorting::sort;
use crate::{OutOfMemory, refill};

/// Writes trips to the cells that are nearest to a goal, from a cell on its floor.
pub(super) fn nearest(
    world: &World,
    view: &FloorsView,
    from: FloorCell,
    goal: FloorCell,
    memory: &mut FloorMemory,
) -> Result<(), OutOfMemory> {
    memory.marked = None;
    let FloorMemory { trips, is_reached, start_groups, cells, .. } = memory;
    trips.clear();
    trips.try_reserve(1)?;
    let Some(first) = view.floor(from.floor) else { return Ok(()) };
    world.groups_around(first, from, start_groups)?;
    refill(is_reached, world.group_count(), false)?;
    start_groups.iter().for_each(|&group| is_reached[group as usize] = true);
    world.flood(is_reached, false);
    let mut reach = Reach { world, view, from, is_reached, seeds: Vec::new() };
    if reach.nearest_on(goal, cells)?.is_some() {
        trips.try_reserve(cells.len())?;
        trips.extend(cells.iter().map(|&cell| (from, FloorCell { floor: goal.floor, cell })));
        return Ok(());
    }
    // By floor, how many links lead from there to the goal's floor.
    let mut counts = Vec::new();
    refill(&mut counts, view.floor_count(), u32::MAX)?;
    if let Some(place) = counts.get_mut(goal.floor as usize) {
        *place = 0;
    }
    let ways = || {
        view.links().iter().flat_map(|(_, link)| {
            let back = (!link.one_way).then_some((link.to, link.from));
            [Some((link.from, link.to)), back].into_iter().flatten()
        })
    };
    let count_of = |counts: &[u32], floor: u32| counts.get(floor as usize).copied().unwrap_or(u32::MAX);
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for (one, other) in ways() {
            let count = count_of(&counts, other.floor).saturating_add(1);
            if let Some(place) = counts.get_mut(one.floor as usize).filter(|place| count < **place) {
                *place = count;
                has_changed = true;
            }
        }
    }
    let mut ends: Vec<(u32, FloorCell)> = reserved(2 * view.links().len())?;
    ends.extend(ways().filter_map(|(one, other)| {
        let count = count_of(&counts, one.floor);
        (count < u32::MAX && count == count_of(&counts, other.floor).saturating_add(1)).then_some((count, one))
    }));
    sort(&mut ends);
    ends.dedup();
    let mut best: Option<(u32, u128)> = None;
    for (count, end) in ends {
        if best.is_some_and(|(least, _)| least < count) {
            break;
        }
        let Some(distance) = reach.nearest_on(end, cells)? else { continue };
        if best.is_none_or(|best| (count, distance) < best) {
            best = Some((count, distance));
            trips.clear();
        }
        if best == Some((count, distance)) {
            trips.try_reserve(cells.len())?;
            trips.extend(cells.iter().map(|&cell| (from, FloorCell { floor: end.floor, cell })));
        }
    }
    sort(trips);
    trips.dedup();
    // The agent is there already.
    if trips.is_empty() || trips.contains(&(from, from)) {
        trips.clear();
        trips.push((from, from));
    }
    Ok(())
}

struct Reach<'a> {
    world: &'a World,
    view: &'a FloorsView,
    from: FloorCell,
    is_reached: &'a [bool],
    seeds: Vec<Cell>,
}

impl Reach<'_> {
    /// Writes the reachable cells of a place's floor that are nearest to it. Returns the square of their distance;
    /// `None` if no cell of the floor can be reached.
    fn nearest_on(&mut self, place: FloorCell, cells: &mut Vec<Cell>) -> Result<Option<u128>, OutOfMemory> {
        let Self { world, view, from, is_reached, seeds } = self;
        cells.clear();
        let Some(floor) = view.floor(place.floor) else { return Ok(None) };
        seeds.clear();
        let at = (from.floor == place.floor).then_some(from.cell);
        for seed in world.firsts(place.floor, is_reached).chain(at) {
            seeds.try_reserve(1)?;
            seeds.push(seed);
        }
        nearest_to(floor.agent_view().layer(), floor.rule, place.cell, (seeds, at), cells)
    }
}
