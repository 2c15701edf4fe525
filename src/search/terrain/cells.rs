//! A* over the cells of a terrain with penalties.
//!
//! Nothing that is derived from the map knows of penalties, because a game changes them all at once. Estimates hold
//! nevertheless: penalties only add to the costs that the octile distance and landmarks know.
//!
//! As in the search over jumps, costs are 32-bit numbers, a cell that is reached by a cheaper way is expanded again,
//! the goal is never a node, and ties go to the cell that was reached last in its bucket of the open list.

use super::memory::TerrainNode;
use super::{BUCKET_PARTS, Pause, TerrainMemory, TerrainOutcome, first_bound};
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::{CellCharges, LandmarkEstimate, Octile, TerrainLandmarks};
use crate::movement::{ANY_ARRIVAL, DIRECTIONS, is_diagonal};
use crate::search::query::Query;
use crate::search::record::Record;

/// Finds an optimal path. Start and goal are different cells of the map, and the goal is walkable. Landmarks that do
/// not apply to the query's rule are not used.
///
/// Writes each cell of a path to the record's corners, and counts its expansions up. `resumes`: goes on with the search
/// that reached its limit in `memory`, for the same charges, landmarks and query.
pub(in crate::search) fn find_by_cells(
    charges: CellCharges,
    landmarks: Option<&TerrainLandmarks>,
    query: &Query,
    resumes: bool,
    memory: &mut TerrainMemory,
    record: &mut Record,
) -> Result<TerrainOutcome, OutOfMemory> {
    let (weights, rule) = (charges.multipliers(), query.diagonal_rule);
    // Costs are counted in this number of parts.
    let unit = charges.unit();
    let lengths = [weights.straight(), weights.diagonal()];
    let dearest = 2 * u64::from(lengths[1]) * u64::from(charges.most() / unit);
    let Some(octile) = Octile::new(weights, rule, query.goal).filter(|_| dearest < 1 << 31) else {
        return Ok(TerrainOutcome::TooFar);
    };
    let told = landmarks.and_then(|told| LandmarkEstimate::new(told, weights, rule, query.goal));
    let told =
        told.filter(|told| pays(told.from(weights.slot(query.start)), octile.from(query.start.x, query.start.y)));
    let factors = charges.factors();
    let (scale, _) = factors;
    let estimate = |cell: Cell, slot: usize| {
        let octile = octile.from(cell.x, cell.y);
        told.as_ref().map_or(octile, |told| octile.max(told.from(slot))).saturating_mul(scale)
    };
    let limit = record.limit;
    let (start, goal) = (weights.slot(query.start), weights.slot(query.goal));
    let first = if weights.weight(start) == 0 { 0 } else { estimate(query.start, start) };
    let step = u64::from(2 * lengths[0]) * u64::from(weights.least()) * u64::from(scale);
    if !resumes {
        memory.begin(weights.weights().len(), first, u32::try_from(step).unwrap_or(u32::MAX) / BUCKET_PARTS)?;
        let number = memory.put(start, 0, node(query.start, 0, 0));
        memory.queue.push(first, number);
        let best = first_bound(query, unit);
        // The search ends at once if the start is cut.
        memory.pause = Pause { best, cut: first >= best, ..Pause::default() };
    }
    let width = weights.size().width as usize;
    // By direction, the differences of padded slots and of row indexes.
    let offsets = DIRECTIONS.map(|step| weights.slot_step(step));
    let steps = DIRECTIONS.map(|(dx, dy)| dy as isize * width as isize + dx as isize);
    let lengths = DIRECTIONS.map(|step| lengths[usize::from(is_diagonal(step))]);
    let is_limited = first_bound(query, unit) < u32::MAX;
    let Pause { mut best, best_parent: mut before_goal, cut: mut is_cut, .. } = memory.pause;
    while let Some((f, number)) = memory.queue.pop() {
        if f >= best {
            if memory.queue.lower_bound() >= best {
                break;
            }
            continue;
        }
        let from = memory.node_mut(number);
        if from.is_closed {
            continue;
        }
        if record.expansions == limit {
            // The first of its bucket again when the search goes on.
            memory.reserve()?;
            memory.queue.push(f, number);
            memory.pause = Pause { best, best_parent: before_goal, cut: is_cut, ..Pause::default() };
            return Ok(TerrainOutcome::LimitReached);
        }
        from.is_closed = true;
        let (g, cell) = (from.g, cell_of(from));
        if let Some(expanded) = &mut record.expanded {
            expanded.try_reserve(1)?;
            expanded.push(cell);
        }
        record.expansions += 1;
        let slot = weights.slot(cell);
        let index = cell.y as usize * width + cell.x as usize;
        let leaving = charges.of(cell) / unit;
        let mut legal = weights.legal_steps(rule, slot);
        while legal != 0 {
            let direction = legal.trailing_zeros() as usize;
            legal &= legal - 1;
            let to = Cell::new(cell.x + DIRECTIONS[direction].0, cell.y + DIRECTIONS[direction].1);
            let slot = slot.wrapping_add_signed(offsets[direction]);
            let entering = charges.in_units(slot, index.wrapping_add_signed(steps[direction]), factors);
            let g = g.saturating_add(lengths[direction] * (leaving + entering));
            if slot == goal {
                if g < best {
                    (best, before_goal) = (g, number);
                }
                is_cut |= before_goal == 0;
                continue;
            }
            let known = memory.number(slot);
            if memory.node(known).g <= g {
                is_cut |= g == u32::MAX;
                continue;
            }
            let f = g.saturating_add(estimate(to, slot));
            if f >= best {
                // Before the first path, f is too large for 32 bits or for the query's limit.
                is_cut |= before_goal == 0;
                continue;
            }
            memory.reserve()?;
            let number = memory.put(slot, known, node(to, g, number));
            memory.queue.push(f, number);
        }
    }
    if before_goal == 0 {
        return Ok(if is_cut && !is_limited { TerrainOutcome::TooFar } else { TerrainOutcome::NoPath });
    }
    record.corners.clear();
    record.corners.try_reserve(1)?;
    record.corners.push(query.goal);
    let mut at = before_goal;
    while at != 0 {
        let node = memory.node(at);
        record.corners.try_reserve(1)?;
        record.corners.push(cell_of(node));
        at = node.parent;
    }
    Ok(TerrainOutcome::Found(u64::from(best) * u64::from(unit)))
}

/// Whether landmarks tell so much more of the start than the octile distance that their cache misses pay.
fn pays(told: u32, octile: u32) -> bool {
    told / 17 >= octile / 16
}

fn node(cell: Cell, g: u32, parent: u32) -> TerrainNode {
    let arrival = ANY_ARRIVAL as u8;
    let cell = (cell.y as u32) << 16 | cell.x as u32;
    TerrainNode { g, cell, parent, arrival, other_arrival: arrival, is_closed: false }
}

fn cell_of(node: &TerrainNode) -> Cell {
    Cell::new((node.cell & 0xffff) as i32, (node.cell >> 16) as i32)
}
