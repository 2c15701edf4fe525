//! A path within a bound by the net ([`Net`]): A* over portals, then a proof, then cells.
//!
//! `portal_search.rs` searches the net with a weighted estimate and never opens a node again. What that costs is known
//! afterwards: the cost of the path against the largest lower bound, by landmarks at portals or by the distance without
//! obstacles. If the query's bound is not proven, a search by jump points within the bound answers instead.
//!
//! `windows.rs` makes cells of the portals: optimal searches by jump points between cells some [`WINDOW`] steps apart,
//! each from the middle of the last one's path. None is dearer than the way through the portals, so that what was
//! proven stays true. A query for the first cells of a path needs few windows.

mod portal_search;
#[cfg(test)]
mod tests;
mod windows;

pub(super) use portal_search::NetMemory;

use super::engine::{Progress, Slice};
use super::jump::JumpMemory;
use super::query::Query;
use crate::OutOfMemory;
use crate::index::{AgentView, Net};
use crate::movement::DiagonalRule;
use portal_search::PortalSearch;

/// Searches by the net. [`Progress::TooFar`] if the query's bound is not proven.
pub(super) fn find(
    (view, net): (&AgentView, &Net),
    query: &Query,
    jump_rule: DiagonalRule,
    (memory, jumps): (&mut NetMemory, &mut JumpMemory),
    slice: Slice,
) -> Result<Progress, OutOfMemory> {
    let layer = view.layer();
    let Slice { begins, record, corners } = slice;
    let mut search = PortalSearch::new(net, layer.walkable(), query, memory);
    if begins {
        search.begin()?;
    }
    let (portal_cost, least) = match search.advance(record)? {
        Progress::Found { cost, least } => (cost, least),
        progress => return Ok(progress),
    };
    let is_proven = |cost: u64| cost << 16 <= u64::from(query.weight.units()) * least;
    // All windows of a path make it shorter, but only a query for the whole path waits for them.
    if !is_proven(portal_cost) && query.max_cells.is_some() {
        return Ok(Progress::TooFar);
    }
    search.write_portals()?;
    let parts = view.parts_per_unit();
    Ok(match windows::write_corners(layer, query, jump_rule, (memory, jumps), corners)? {
        Some(cost) if is_proven(cost) => Progress::Found { cost: cost * parts, least: least.min(cost) * parts },
        _ => Progress::TooFar,
    })
}
