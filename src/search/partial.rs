//! Partial paths: how near a path can come to a goal that can't be reached.
//!
//! Components tell which cells are in reach, and so the nearest ones to the goal without a search. They are few: cells
//! on one circle. A path to each is searched, and the cheapest one is the answer.

use super::find::{End, MayDerive, Searched, search};
use super::nearest::{Reach, all_nearest};
use super::query::Query;
use super::scratch::Scratch;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::{AgentView, Engine};

/// Finds the cheapest path from the query's start to one of the reachable cells nearest to its goal. The goal can't be
/// reached. Of equally cheap paths, the one to the cell with the smallest y, then x.
///
/// The corners of the path are in the scratch. The query's limit of expansions holds for all searches together.
pub(super) fn search_partial(
    view: &AgentView,
    query: &Query,
    may_derive: MayDerive,
    scratch: &mut Scratch,
    expanded: Option<&mut Vec<Cell>>,
) -> Result<Searched, OutOfMemory> {
    let mut ends = std::mem::take(&mut scratch.ends);
    let reach = Reach::of(view.layer(), query.diagonal_rule, query.start)?;
    all_nearest(view.layer(), query.goal, (query.start, &reach), &mut ends)?;
    let outcome = cheapest(view, query, may_derive, &ends, scratch, expanded);
    scratch.ends = ends;
    outcome
}

fn cheapest(
    view: &AgentView,
    query: &Query,
    may_derive: MayDerive,
    ends: &[Cell],
    scratch: &mut Scratch,
    mut expanded: Option<&mut Vec<Cell>>,
) -> Result<Searched, OutOfMemory> {
    let mut best = Searched { end: End::TooDear, expansions: 0, engine: Engine::Auto };
    if let Some(expanded) = &mut expanded {
        expanded.clear();
    }
    if ends.contains(&query.start) {
        scratch.corners.clear();
        scratch.corners.try_reserve(1)?;
        scratch.corners.push(query.start);
        return Ok(Searched { end: End::Found(0), ..best });
    }
    let mut own_expanded = expanded.as_ref().map(|_| Vec::new());
    let mut max_cost = query.max_cost;
    for &goal in ends {
        let max_expansions = query.max_expansions.map(|limit| limit.saturating_sub(best.expansions));
        let query = Query { goal, max_cost, max_expansions, ..*query };
        let searched = search(view, &query, may_derive, scratch, own_expanded.as_mut())?;
        best.expansions = best.expansions.saturating_add(searched.expansions);
        if let (Some(all), Some(own)) = (&mut expanded, &mut own_expanded) {
            all.try_reserve(own.len())?;
            all.append(own);
        }
        match searched.end {
            End::LimitReached => return Ok(Searched { end: End::LimitReached, engine: searched.engine, ..best }),
            End::Found(cost) if !matches!(best.end, End::Found(least) if least <= cost) => {
                (best.end, best.engine) = (End::Found(cost), searched.engine);
                std::mem::swap(&mut scratch.corners, &mut scratch.best_corners);
                // Only a cheaper path counts from now on. Every path costs at least one part.
                max_cost = Some(cost.saturating_sub(1));
            }
            End::Found(_) | End::NoPath | End::TooDear => {}
        }
    }
    std::mem::swap(&mut scratch.corners, &mut scratch.best_corners);
    Ok(best)
}
