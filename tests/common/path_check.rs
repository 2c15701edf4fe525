//! The definition of a legal step, independent of the library's rule, and a check that a path has legal steps only.

use super::cell_map::CellMap;
use gridstar::grid::Cell;
use gridstar::movement::DiagonalRule;

/// Number of straight and diagonal steps of a path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepCount {
    pub straight: u64,
    pub diagonal: u64,
}

/// Whether a step between two cells is legal. The step may begin at an obstacle.
pub fn step_is_legal(map: &CellMap, from: Cell, to: Cell, rule: DiagonalRule) -> bool {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let touches = dx.abs() <= 1 && dy.abs() <= 1 && (dx, dy) != (0, 0);
    if !touches || !map.is_walkable(to) {
        return false;
    }
    if dx == 0 || dy == 0 {
        return true;
    }
    let one_side_walkable = map.is_walkable(Cell::new(to.x, from.y));
    let other_side_walkable = map.is_walkable(Cell::new(from.x, to.y));
    match rule {
        DiagonalRule::Always => true,
        DiagonalRule::AtMostOneBlocked => one_side_walkable || other_side_walkable,
        DiagonalRule::BothFree => one_side_walkable && other_side_walkable,
        DiagonalRule::Never => false,
    }
}

/// Counts the steps of a path, or returns the reason why the path is wrong: its ends, or an illegal step.
pub fn check_path(
    map: &CellMap,
    start: Cell,
    goal: Cell,
    rule: DiagonalRule,
    path: &[Cell],
) -> Result<StepCount, String> {
    let (Some(&first), Some(&last)) = (path.first(), path.last()) else { return Err("the path has no cells".into()) };
    if first != start {
        return Err(format!("the path begins at {first:?} instead of {start:?}"));
    }
    if last != goal {
        return Err(format!("the path ends at {last:?} instead of {goal:?}"));
    }
    let mut count = StepCount::default();
    for step in path.windows(2) {
        let (from, to) = (step[0], step[1]);
        if !step_is_legal(map, from, to, rule) {
            return Err(format!("the step from {from:?} to {to:?} is illegal under {rule:?}"));
        }
        if from.x == to.x || from.y == to.y {
            count.straight += 1;
        } else {
            count.diagonal += 1;
        }
    }
    Ok(count)
}
