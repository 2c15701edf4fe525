//! Partial paths: how near a path can come to a goal that can't be reached.
//!
//! Components tell which cells are in reach, and so the nearest ones to the goal without a search. They are few: cells
//! on one circle. A path to each is searched, and the cheapest one is the answer.

use super::engines::{End, MayDerive, Searched, UnderWay, search};
use super::find::{Progress, in_form};
use super::nearest::{Reach, all_nearest};
use super::query::{Answer, Outcome, Query};
use super::scratch::Scratch;
use crate::OutOfMemory;
use crate::grid::Cell;
use crate::index::{AgentView, Engine};

/// How far a query has come with the searches for the cells nearest to its goal. These cells, and the corners of the
/// cheapest path so far, are in the scratch.
#[derive(Clone, Copy, Debug)]
pub(super) struct PartialUnderWay {
    /// The place of the cell whose search is next, or under way.
    at: usize,
    search: Option<UnderWay>,
    /// The cheapest path so far, and the expansions of the searches that have ended.
    best: Searched,
}

impl PartialUnderWay {
    const BEGUN: Self =
        Self { at: 0, search: None, best: Searched { end: End::TooDear, expansions: 0, engine: Engine::Auto } };
}

/// Answers a query whose goal can't be reached with a path that comes near. Components tell what can be reached: a
/// limit of expansions that does not allow the time for labelling them is reached at once.
///
/// Returns nothing if the slice of expansions is used up before. `progress` then knows how to go on.
pub(super) fn answer_partially<'a>(
    view: &AgentView,
    query: &Query,
    (progress, under_way): (&mut Progress, Option<PartialUnderWay>),
    slice: u32,
    scratch: &'a mut Scratch,
    mut expanded: Option<&mut Vec<Cell>>,
) -> Result<Option<Answer<'a>>, OutOfMemory> {
    let may_derive = MayDerive::within(view.layer(), query.max_expansions);
    if !may_derive.components {
        if let Some(expanded) = expanded {
            expanded.clear();
        }
        return Ok(Some(Answer { outcome: Outcome::LimitReached, expansions: 0, engine: Engine::Auto }));
    }
    let state = (progress, under_way);
    let searched = search_partial(view, query, may_derive, state, slice, scratch, expanded.as_deref_mut())?;
    let Some(Searched { end, expansions, engine }) = searched else { return Ok(None) };
    Ok(Some(match end {
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
    }))
}

/// Finds the cheapest path from the query's start to one of the reachable cells nearest to its goal. The goal can't be
/// reached. Of equally cheap paths, the one to the cell with the smallest y, then x. Nothing if the slice is used up.
///
/// The corners of the path are in the scratch. The query's limit of expansions holds for all searches together.
pub(super) fn search_partial(
    view: &AgentView,
    query: &Query,
    may_derive: MayDerive,
    (progress, under_way): (&mut Progress, Option<PartialUnderWay>),
    slice: u32,
    scratch: &mut Scratch,
    mut expanded: Option<&mut Vec<Cell>>,
) -> Result<Option<Searched>, OutOfMemory> {
    let mut ends = std::mem::take(&mut scratch.ends);
    if under_way.is_none() {
        let reach = Reach::of(view.layer(), query.diagonal_rule, query.start)?;
        all_nearest(view.layer(), query.goal, (query.start, &reach), &mut ends)?;
        if let Some(expanded) = &mut expanded {
            expanded.clear();
        }
    }
    let state = (progress, under_way.unwrap_or(PartialUnderWay::BEGUN));
    let outcome = if ends.contains(&query.start) {
        stay(query.start, scratch)
    } else {
        cheapest(view, query, (may_derive, &ends), state, slice, scratch, expanded)
    };
    scratch.ends = ends;
    outcome
}

/// The path of an agent that is already as near as it can come.
fn stay(start: Cell, scratch: &mut Scratch) -> Result<Option<Searched>, OutOfMemory> {
    scratch.corners.clear();
    scratch.corners.try_reserve(1)?;
    scratch.corners.push(start);
    Ok(Some(Searched { end: End::Found(0), ..PartialUnderWay::BEGUN.best }))
}

/// Searches for one of `ends` after another.
fn cheapest(
    view: &AgentView,
    query: &Query,
    (may_derive, ends): (MayDerive, &[Cell]),
    (progress, mut state): (&mut Progress, PartialUnderWay),
    slice: u32,
    scratch: &mut Scratch,
    mut expanded: Option<&mut Vec<Cell>>,
) -> Result<Option<Searched>, OutOfMemory> {
    let mut left = slice;
    let mut own_expanded = expanded.as_ref().map(|_| Vec::new());
    while let Some(&goal) = ends.get(state.at) {
        if left == 0 {
            progress.pause_partial(state);
            return Ok(None);
        }
        let limit = query.max_expansions.unwrap_or(u32::MAX).saturating_sub(state.best.expansions);
        let max_cost = match state.best.end {
            // Only a cheaper path counts from now on. Every path costs at least one part.
            End::Found(least) => Some(least.saturating_sub(1)),
            _ => query.max_cost,
        };
        let before = state.search.map_or(0, |search| search.expansions);
        let nearest = Query { goal, max_cost, ..*query };
        let under_way = (state.search.take(), limit.min(before.saturating_add(left)));
        let (searched, phase) = search(view, &nearest, under_way, may_derive, scratch, own_expanded.as_mut())?;
        left = left.saturating_sub(progress.count(searched.expansions, before));
        if matches!(searched.end, End::LimitReached) && searched.expansions < limit {
            state.search = Some(UnderWay { is_patient: false, phase, expansions: searched.expansions });
            progress.pause_partial(state);
            return Ok(None);
        }
        let best = &mut state.best;
        best.expansions = best.expansions.saturating_add(searched.expansions);
        if let (Some(all), Some(own)) = (&mut expanded, &mut own_expanded) {
            all.try_reserve(own.len())?;
            all.append(own);
        }
        match searched.end {
            End::LimitReached => {
                return Ok(Some(Searched { end: End::LimitReached, engine: searched.engine, ..*best }));
            }
            End::Found(cost) if !matches!(best.end, End::Found(least) if least <= cost) => {
                (best.end, best.engine) = (End::Found(cost), searched.engine);
                std::mem::swap(&mut scratch.corners, &mut scratch.best_corners);
            }
            End::Found(_) | End::NoPath | End::TooDear => {}
        }
        state.at += 1;
    }
    std::mem::swap(&mut scratch.corners, &mut scratch.best_corners);
    Ok(Some(state.best))
}

#[cfg(test)]
mod tests {
    use crate::grid::{Cell, CellType, Edit};
    use crate::index::IndexedGrid;
    use crate::movement::PARTS_PER_UNIT;
    use crate::search::{Outcome, Query, Scratch, trace_path};

    /// A wall of two columns leaves (5, 0) out of reach of (0, 0).
    #[test]
    fn a_trace_has_the_expansions_that_the_answer_counts() {
        let mut grid = IndexedGrid::new(6, 9).unwrap();
        for (x, y) in (3..5).flat_map(|x| (0..9).map(move |y| (x, y))) {
            grid.edit(&Edit::set(Cell::new(x, y), CellType::OBSTACLE)).unwrap();
        }
        let (mut scratch, mut expanded) = (Scratch::new(), Vec::new());
        let cost = 2 * 5 * PARTS_PER_UNIT;
        for (max_cost, is_found) in [(None, true), (Some(cost), true), (Some(cost - 1), false)] {
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
