//! A slow reference search: Dijkstra's algorithm over all cells, with integer costs. It shares no code with the
//! library. `path_check` defines the legal steps.

use super::cell_map::CellMap;
use super::path_check::{StepCount, step_is_legal};
use gridstar::grid::Cell;
use gridstar::movement::{DiagonalRule, Heuristic, StepCosts};
use gridstar::search::Order;

/// Costs of a straight and a diagonal step, in units.
#[derive(Clone, Copy, Debug)]
pub struct UnitCosts {
    pub straight: u64,
    pub diagonal: u64,
}

impl UnitCosts {
    pub fn of(costs: &StepCosts) -> Self {
        Self { straight: costs.straight_units().into(), diagonal: costs.diagonal_units().into() }
    }

    pub fn sum(self, steps: StepCount) -> u64 {
        steps.straight * self.straight + steps.diagonal * self.diagonal
    }
}

/// The cost of an optimal path; `None` without a path. A start outside the map has no path. A start that is an obstacle
/// can be left.
pub fn cheapest_cost(map: &CellMap, start: Cell, goal: Cell, rule: DiagonalRule, costs: UnitCosts) -> Option<u64> {
    if map.contains(goal) { costs_from(map, start, rule, costs, Some(goal))[map.index(goal)] } else { None }
}

/// The cost of an optimal path to each cell of the map, row by row. With a `goal` the search ends at the goal: costlier
/// cells are not exact.
///
/// The open list is a ring with one list for each cost. No step costs more than a diagonal one, so at most `diagonal +
/// 1` costs wait at once, and each list is reused one round later.
pub fn costs_from(
    map: &CellMap,
    start: Cell,
    rule: DiagonalRule,
    costs: UnitCosts,
    goal: Option<Cell>,
) -> Vec<Option<u64>> {
    let mut best = vec![None; (map.width() * map.height()) as usize];
    if !map.contains(start) {
        return best;
    }
    let rounds = costs.diagonal + 1;
    let mut waiting = vec![Vec::new(); rounds as usize];
    best[map.index(start)] = Some(0);
    waiting[0].push(start);
    let (mut cost, mut count) = (0, 1);
    while count > 0 {
        while let Some(from) = waiting[(cost % rounds) as usize].pop() {
            count -= 1;
            // The cell was reached at a lower cost since.
            if best[map.index(from)] != Some(cost) {
                continue;
            }
            if Some(from) == goal {
                return best;
            }
            for (to, step) in legal_steps(map, from, rule, costs) {
                let (known, total) = (&mut best[map.index(to)], cost + step);
                if known.is_none_or(|known| total < known) {
                    *known = Some(total);
                    waiting[(total % rounds) as usize].push(to);
                    count += 1;
                }
            }
        }
        cost += 1;
    }
    best
}

/// The neighbors that a legal step leads to, with the cost of the step.
pub fn legal_steps(
    map: &CellMap,
    from: Cell,
    rule: DiagonalRule,
    costs: UnitCosts,
) -> impl Iterator<Item = (Cell, u64)> + '_ {
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)]
        .into_iter()
        .map(move |(dx, dy)| {
            (Cell::new(from.x + dx, from.y + dy), if dx == 0 || dy == 0 { costs.straight } else { costs.diagonal })
        })
        .filter(move |&(to, _)| step_is_legal(map, from, to, rule))
}

/// Largest ratio of a path's cost to the optimal cost; `None` if there is no guarantee.
pub fn cost_bound(
    order: Order,
    heuristic: Heuristic,
    weight: f64,
    rule: DiagonalRule,
    costs: &StepCosts,
) -> Option<f64> {
    let (straight, diagonal) = (f64::from(costs.straight_units()), f64::from(costs.diagonal_units()));
    let excess = match heuristic {
        Heuristic::Manhattan if rule != DiagonalRule::Never => 2.0 * straight / diagonal,
        _ => 1.0,
    };
    match order {
        Order::AStar => Some((weight * excess).max(1.0)),
        Order::Dijkstra => Some(1.0),
        Order::GreedyBestFirst => None,
    }
}
