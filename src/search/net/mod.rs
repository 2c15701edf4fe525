//! A path within a bound by the net ([`Net`]): A* over portals, then a proof, then cells.
//!
//! `portal_search.rs` searches the net with a weighted estimate and never opens a node again. What that costs is known
//! afterwards: the cost of the path against the largest lower bound, by landmarks at portals or by the distance without
//! obstacles. If the query's bound is not proven, a search by jump points within the bound answers instead.
//!
//! If only the first cells are wanted and most large clusters are measured, the search passes them as a whole. If its
//! path is not proven, another search does the same for the shortest path. If there is no path, a search through
//! clusters decides: distances above 16 bits are missing in large clusters.
//!
//! `windows.rs` makes cells of the portals: optimal searches by jump points between cells some [`WINDOW`] steps apart,
//! each from the middle of the last one's path. None is dearer than the way through the portals, so that what was
//! proven stays true. A query for the first cells of a path needs few windows.

mod memory;
mod portal_search;
#[cfg(test)]
mod tests;
mod way;
mod windows;

pub(super) use memory::NetMemory;

use super::engine::{Progress, Slice};
use super::jump::JumpMemory;
use super::query::Query;
use crate::OutOfMemory;
use crate::index::{AgentView, Net};
use crate::movement::DiagonalRule;
use memory::Attempt;
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
        let is_by_large = query.max_cells.is_some() && net.has_large();
        search.begin(query, if is_by_large { Attempt::Large } else { Attempt::Clusters })?;
    }
    let is_proven = |cost: u64, least: u64| cost << 16 <= u64::from(query.weight.units()) * least;
    let least = loop {
        match (search.advance(record)?, search.attempt()) {
            // All windows of a path make it shorter, but only a query for the whole path waits for them.
            (Progress::Found { cost, least }, _) if is_proven(cost, least) || query.max_cells.is_none() => break least,
            (Progress::Found { .. }, Attempt::Large) => search.begin(query, Attempt::Shortest)?,
            (Progress::Found { .. }, _) => return Ok(Progress::TooFar),
            (Progress::NoPath, Attempt::Large | Attempt::Shortest) => search.begin(query, Attempt::Clusters)?,
            (progress, _) => return Ok(progress),
        }
    };
    search.write_portals(windows::reach(query, net))?;
    let parts = view.parts_per_unit();
    Ok(match windows::write_corners(layer, query, jump_rule, (memory, jumps), corners)? {
        Some(cost) if is_proven(cost, least) => Progress::Found { cost: cost * parts, least: least.min(cost) * parts },
        _ => Progress::TooFar,
    })
}
