//! Makes cells of a path through portals.
//!
//! ```text
//!    at ------- turn ---- target      a window: an optimal path from `at` to a portal some WINDOW steps on
//!                 \------------------- target      the next one begins at a turn in the middle of the last one
//! ```

use super::memory::NetMemory;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::{Layer, Net};
use crate::movement::{DiagonalRule, StepCosts};
use crate::search::engine::{Progress, Slice};
use crate::search::jump::{self, JumpMemory, SearchContext};
use crate::search::query::{PathForm, Query};
use crate::search::record::Record;

/// A window reaches about this number of straight steps.
const WINDOW: u64 = 64;

/// The net cost within which the windows of a query for the first cells of a path lie. For a whole path it is not
/// needed.
pub(super) fn reach(query: &Query, net: &Net) -> u32 {
    let costs = net.costs();
    let first = query.max_cells.unwrap_or(0).saturating_mul(costs.diagonal.into());
    first.saturating_add(2 * WINDOW as u32 * u32::from(costs.straight))
}

/// Writes the corners of the path in the memory, from the start to the goal, or until they have the cells that the
/// query asks for. Returns the cost of the whole path in units, or nothing if a
/// window fails.
pub(super) fn write_corners(
    layer: &Layer,
    query: &Query,
    rule: DiagonalRule,
    (memory, jumps): (&mut NetMemory, &mut JumpMemory),
    corners: &mut Vec<Cell>,
) -> Result<Option<u64>, OutOfMemory> {
    let NetMemory { portals, window, .. } = memory;
    let net = layer.net().map_err(|_| OutOfMemory)?;
    let units = |net_cost: u32| net.costs().most_units(net_cost);
    let reach = WINDOW * u64::from(query.costs.straight_units());
    let most_cells = query.max_cells.unwrap_or(u32::MAX);
    corners.clear();
    corners.try_reserve(1)?;
    corners.push(query.start);
    let (mut at, mut gone, mut cells) = (query.start, 0, 1);
    // The portal to which a way of cost `known` is known from `at`.
    let (mut target, mut known) = (1, units(portals[1].cost));
    loop {
        while let [from, to, ..] = portals[target..]
            && known + units(to.cost - from.cost) <= reach
        {
            known += units(to.cost - from.cost);
            target += 1;
        }
        let goal = portals[target].cell;
        let query = Query {
            start: at,
            goal,
            weight: Default::default(),
            form: PathForm::Cells,
            max_expansions: None,
            max_cells: None,
            ..*query
        };
        let cost = if at == goal {
            window.clear();
            window.try_reserve(1)?;
            window.push(at);
            0
        } else {
            let context = SearchContext {
                walkable: layer.walkable(),
                points: layer.jump_points(rule).map_err(|_| OutOfMemory)?,
                landmarks: None,
                most_units: None,
                within: None,
            };
            let slice = Slice { begins: true, record: &mut Record::new(u32::MAX, None), corners: window };
            match jump::find(context, &query, jumps, slice)? {
                Progress::Found { cost, .. } => cost,
                _ => return Ok(None),
            }
        };
        let is_last = target + 1 == portals.len();
        let (mut here, before) = (0, at);
        for legs in window.windows(2) {
            let leg = units_between(legs[0], legs[1], &query.costs);
            if !is_last && here > 0 && here + leg > cost / 2 {
                break;
            }
            here += leg;
            at = legs[1];
            cells += legs[0].x.abs_diff(at.x).max(legs[0].y.abs_diff(at.y));
            corners.try_reserve(1)?;
            corners.push(at);
            if cells >= most_cells {
                break;
            }
        }
        gone += here;
        known = cost - here;
        let rest = || portals[target..].windows(2).map(|legs| units(legs[1].cost - legs[0].cost)).sum::<u64>();
        if is_last && known == 0 || cells >= most_cells {
            return Ok(Some(gone + known + rest()));
        }
        if known == 0 || at == before {
            // At the portal: go on to the next one.
            known = cost - here + units(portals[target + 1].cost - portals[target].cost);
            target += 1;
        }
    }
}

/// The cost of a straight or diagonal line.
fn units_between(from: Cell, to: Cell, costs: &StepCosts) -> u64 {
    let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
    let (long, short) = (u64::from(dx.max(dy)), u64::from(dx.min(dy)));
    (long - short) * u64::from(costs.straight_units()) + short * u64::from(costs.diagonal_units())
}
