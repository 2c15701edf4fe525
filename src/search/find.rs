//! From a query to its answer: what needs no search, and which search the rest gets.

use super::astar::{self, AStarOutcome};
use super::jump_search::{self, JumpOutcome};
use super::query::{Answer, Outcome, Path, Query};
use super::scratch::{OutOfMemory, Scratch};
use crate::grid::{Cell, GridMap};
use crate::index::IndexedGrid;
use crate::movement::{DiagonalRule, Heuristic};

/// Finds a path.
///
/// By jump points, which are derived from the map at the first search under a rule; by A* where [`Heuristic::Manhattan`] asks for paths that
/// are not the cheapest, and where a diagonal step costs as much as two straight ones and may go between two obstacles.
pub fn find_path<'a>(grid: &IndexedGrid, query: &Query, scratch: &'a mut Scratch) -> Result<Answer<'a>, OutOfMemory> {
    answer(grid, query, scratch, None)
}

/// Finds the same path as [`find_path`] and puts the cells that it expands into `expanded`, in order.
pub fn trace_path<'a>(
    grid: &IndexedGrid,
    query: &Query,
    scratch: &'a mut Scratch,
    expanded: &mut Vec<Cell>,
) -> Result<Answer<'a>, OutOfMemory> {
    expanded.clear();
    answer(grid, query, scratch, Some(expanded))
}

fn answer<'a>(
    grid: &IndexedGrid,
    query: &Query,
    scratch: &'a mut Scratch,
    mut expanded: Option<&mut Vec<Cell>>,
) -> Result<Answer<'a>, OutOfMemory> {
    if let Some(outcome) = refuse(grid.map(), query) {
        return Ok(Answer { outcome, expansions: 0 });
    }
    if query.start == query.goal {
        let corners = &mut scratch.corners;
        corners.clear();
        corners.try_reserve(1)?;
        corners.push(query.start);
        return Ok(Answer { outcome: Outcome::Found(Path::new(corners, 0)), expansions: 0 });
    }
    let without_path = Ok(Answer { outcome: Outcome::NoPath, expansions: 0 });
    let free = grid.free();
    let components = grid.components(query.diagonal_rule).map_err(|_| OutOfMemory)?;
    let may_connect =
        || components.may_connect(query.diagonal_rule, free, free.place(query.start), free.place(query.goal));
    if !may_connect() {
        return without_path;
    }
    let answer = search(grid, query, scratch, expanded.as_deref_mut())?;
    // Whether the components were exact is not to be seen in an answer.
    let is_without_path = match answer.outcome {
        Outcome::NoPath => {
            components.searched_in_vain(free, answer.expansions);
            true
        }
        Outcome::LimitReached if !components.are_exact() => {
            components.renew(free).map_err(|_| OutOfMemory)?;
            !may_connect()
        }
        _ => false,
    };
    if is_without_path {
        if let Some(expanded) = expanded {
            expanded.clear();
        }
        return without_path;
    }
    Ok(answer)
}

fn search<'a>(
    grid: &IndexedGrid,
    query: &Query,
    scratch: &'a mut Scratch,
    mut expanded: Option<&mut Vec<Cell>>,
) -> Result<Answer<'a>, OutOfMemory> {
    let Scratch { astar, jumps, corners } = scratch;
    let mut expansions = 0;
    if let Some(rule) = rule_to_jump_by(query) {
        let points = grid.jump_points(rule).map_err(|_| OutOfMemory)?;
        let trace = expanded.as_deref_mut();
        match jump_search::find(grid.free(), points, query, jumps, corners, &mut expansions, trace)? {
            JumpOutcome::Found(cost) => {
                corners.reverse();
                return Ok(Answer { outcome: Outcome::Found(Path::new(corners, cost.into())), expansions });
            }
            JumpOutcome::NoPath => return Ok(Answer { outcome: Outcome::NoPath, expansions }),
            JumpOutcome::LimitReached => return Ok(Answer { outcome: Outcome::LimitReached, expansions }),
            JumpOutcome::TooFar => {
                expansions = 0;
                if let Some(expanded) = &mut expanded {
                    expanded.clear();
                }
            }
        }
    }
    let outcome = match astar::find(grid.map(), query, astar, corners, &mut expansions, expanded)? {
        AStarOutcome::Found(cost) => {
            corners.reverse();
            Outcome::Found(Path::new(corners, cost))
        }
        AStarOutcome::NoPath => Outcome::NoPath,
        AStarOutcome::LimitReached => Outcome::LimitReached,
    };
    Ok(Answer { outcome, expansions })
}

/// The rule whose jump points answer a query; none if it takes A*.
fn rule_to_jump_by(query: &Query) -> Option<DiagonalRule> {
    if query.diagonal_rule == DiagonalRule::Never {
        return Some(DiagonalRule::Never);
    }
    if query.heuristic == Heuristic::Manhattan {
        return None;
    }
    if query.costs.diagonal_units() < 2 * query.costs.straight_units() {
        return Some(query.diagonal_rule);
    }
    // Where a diagonal step passes a free cell, the two straight ones over that cell cost the same.
    (query.diagonal_rule != DiagonalRule::Always).then_some(DiagonalRule::Never)
}

/// The answers that need no search, in the order in which they are looked for.
fn refuse<'a>(map: &GridMap, query: &Query) -> Option<Outcome<'a>> {
    if !map.contains(query.start) {
        Some(Outcome::StartOutside)
    } else if !map.contains(query.goal) {
        Some(Outcome::GoalOutside)
    } else if query.goal != query.start && !map.is_free(map.slot(query.goal)) {
        Some(Outcome::GoalBlocked)
    } else {
        None
    }
}
