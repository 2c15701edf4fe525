//! Partial paths: how near a path can come to a goal that can't be reached.
//!
//! Components tell which cells are in reach, and so the nearest ones to the goal without a search. They are few: cells
//! on one circle. A path to each is searched, and the cheapest one is the answer.

use super::find::{End, MayDerive, Searched, in_form, search};
use super::nearest::{Reach, all_nearest};
use super::query::{Answer, Outcome, Query};
use super::scratch::Scratch;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::{AgentView, Engine};

/// Answers a query whose goal can't be reached with a path that comes near. Components tell what can be reached: a
/// limit of expansions that does not allow the time for labelling them is reached at once.
pub(super) fn answer_partially<'a>(
    view: &AgentView,
    query: &Query,
    scratch: &'a mut Scratch,
    mut expanded: Option<&mut Vec<Cell>>,
) -> Result<Answer<'a>, OutOfMemory> {
    let may_derive = MayDerive::within(view.layer(), query.max_expansions);
    if !may_derive.components {
        if let Some(expanded) = expanded {
            expanded.clear();
        }
        return Ok(Answer { outcome: Outcome::LimitReached, expansions: 0, engine: Engine::Auto });
    }
    let Searched { end, expansions, engine } =
        search_partial(view, query, may_derive, scratch, expanded.as_deref_mut())?;
    Ok(match end {
        End::Found(cost) => {
            Answer { outcome: Outcome::Partial(in_form(view, query, cost, scratch)?), expansions, engine }
        }
        End::LimitReached => Answer { outcome: Outcome::LimitReached, expansions, engine },
        End::NoPath | End::TooDear => {
            if let Some(expanded) = expanded {
                expanded.clear();
            }
            Answer { outcome: Outcome::CostLimitReached, expansions: 0, engine: Engine::Auto }
        }
    })
}

/// Finds the cheapest path from the query's start to one of the reachable cells nearest to its goal. The goal can't be
/// reached. Of equally cheap paths, the one to the cell with the smallest y, then x.
///
/// The corners of the path are in the scratch. The query's limit of expansions holds for all searches together.
fn search_partial(
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
        let searched = search(view, &query, None, may_derive, scratch, own_expanded.as_mut())?.0;
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

#[cfg(test)]
mod tests {
    use crate::grid::{Cell, CellType, Edit};
    use crate::index::IndexedGrid;
    use crate::search::{Outcome, Query, Scratch, trace_path};

    /// A wall of two columns leaves (5, 0) out of reach of (0, 0).
    #[test]
    fn a_trace_has_the_expansions_that_the_answer_counts() {
        let mut grid = IndexedGrid::new(6, 9).unwrap();
        for (x, y) in (3..5).flat_map(|x| (0..9).map(move |y| (x, y))) {
            grid.edit(&Edit::set(Cell::new(x, y), CellType::OBSTACLE)).unwrap();
        }
        let (mut scratch, mut expanded) = (Scratch::new(), Vec::new());
        for (max_cost, is_found) in [(None, true), (Some(2 * 5 * 128), true), (Some(2 * 5 * 128 - 1), false)] {
            for goal in [Cell::new(5, 0), Cell::new(3, 0), Cell::new(9, 0)] {
                let query = Query { max_cost, partial: true, ..Query::new(Cell::new(0, 0), goal) };
                let answer = trace_path(&grid, &query, &mut scratch, &mut expanded).unwrap();
                let outcome = answer.outcome;
                assert_eq!(matches!(outcome, Outcome::Partial(path) if path.length() == 3), is_found, "{outcome:?}");
                assert_eq!(matches!(outcome, Outcome::CostLimitReached), !is_found, "{outcome:?}");
                assert_eq!(expanded.len(), answer.expansions as usize, "{query:?}");
            }
        }
    }
}
