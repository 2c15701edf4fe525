//! Cells that are nearest, in reach or cheap enough, by looking at every cell.

use super::cell_map::CellMap;
use super::terrain::{AgentMap, cost_of_parts};
use gridstar::ffi::GridstarStatus;
use gridstar::grid::Cell;
use gridstar::movement::StepCosts;

/// The squared distance of two cells.
fn squared(a: Cell, b: Cell) -> i128 {
    let (dx, dy) = (i128::from(a.x) - i128::from(b.x), i128::from(a.y) - i128::from(b.y));
    dx * dx + dy * dy
}

fn all_cells(map: &CellMap) -> impl Iterator<Item = Cell> + use<> {
    let (width, height) = (map.width(), map.height());
    (0..height).flat_map(move |y| (0..width).map(move |x| Cell::new(x, y)))
}

/// The walkable cell nearest to a point. With `costs`, which a search from some start gave, only cells in reach count.
pub fn nearest(map: &CellMap, point: Cell, radius: i32, costs: Option<&[Option<u128>]>) -> Option<Cell> {
    let is_near = |&cell: &Cell| {
        map.is_walkable(cell)
            && costs.is_none_or(|costs| costs[map.index(cell)].is_some())
            && squared(cell, point) <= i128::from(radius) * i128::from(radius)
    };
    all_cells(map).filter(is_near).min_by_key(|&cell| (squared(cell, point), cell.y, cell.x))
}

/// The most that a path may cost by a limit: rounding does not count against a path.
pub fn most_cost(agent: &AgentMap, step_costs: &StepCosts, max_cost: f64) -> f64 {
    let diagonal = step_costs.straight() / f64::from(step_costs.straight_units());
    let diagonal = diagonal * f64::from(step_costs.diagonal_units()) / step_costs.diagonal();
    max_cost * 1.000_001 * diagonal.max(1.0) * agent.excess
}

/// Right answer to a query: its status, the last cell of the path, and the cost of an optimal path there.
/// `costs` are those of optimal paths from the start. A limit of 0 is none; rounding does not count against a path.
pub fn right_answer(
    agent: &AgentMap,
    step_costs: &StepCosts,
    (start, goal): (Cell, Cell),
    (is_partial, max_cost): (bool, f64),
    costs: &[Option<u128>],
) -> (GridstarStatus, Cell, Option<u128>) {
    let map = &agent.stands;
    let is_limited = max_cost > 0.0;
    let limit = most_cost(agent, step_costs, max_cost);
    let status = |parts: u128, status: GridstarStatus| match is_limited && cost_of_parts(parts, step_costs) > limit {
        true => GridstarStatus::CostLimitReached,
        false => status,
    };
    let cost_of = |cell: Cell| match cell == start {
        true => Some(0),
        false => costs[map.index(cell)].filter(|_| map.is_walkable(cell)),
    };
    if goal == start {
        return (GridstarStatus::Ok, goal, Some(0));
    }
    if map.contains(goal)
        && let Some(cost) = cost_of(goal)
    {
        return (status(cost, GridstarStatus::Ok), goal, Some(cost));
    }
    if !is_partial {
        let status = match map.contains(goal) {
            false => GridstarStatus::GoalOutside,
            true if !map.is_walkable(goal) => GridstarStatus::GoalBlocked,
            true if is_limited => GridstarStatus::CostLimitReached,
            true => GridstarStatus::NoPath,
        };
        return (status, goal, None);
    }
    let reached = all_cells(map).filter_map(|cell| Some((squared(cell, goal), cost_of(cell)?, cell.y, cell.x)));
    let (_, cost, y, x) = reached.min().expect("the start is in reach");
    (status(cost, GridstarStatus::PartialPath), Cell::new(x, y), Some(cost))
}
