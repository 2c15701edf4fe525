//! Whether a path that was found earlier is still legal, without a search.
//!
//! For callers that keep a path while the map changes. The time grows with the path and not with the map. The steps are
//! checked by the rules of the search, so that a closed corner beside a diagonal step counts too.

use super::cells::crossing::is_crossing_step;
use super::cells::steps::Steps;
use super::sight::Sight;
use crate::grid::Cell;
use crate::index::{AgentView, Layer};
use crate::movement::DiagonalRule;

/// Number of cells of a path up to its first illegal step; all cells if every step is legal.
///
/// The first cell may be an obstacle, as the start of a search may. 0 if the first cell lies outside the map.
pub fn usable_length(layer: &Layer, rule: DiagonalRule, path: &[Cell]) -> usize {
    let steps = Steps::new(layer, rule);
    usable(layer, path, |from, to| steps.from(from).any(|(_, reached)| reached == to))
}

/// Number of points of a path before the first to which the point before it has no legal line
/// (`sight.rs`), whatever the form of the path. The first point may be an obstacle. 0 if it lies outside
/// the map.
///
/// Over hexagons, lines of sight are those along hexagons: the way points of a path lie on them.
pub fn usable_points(layer: &Layer, rule: DiagonalRule, points: &[Cell]) -> usize {
    if layer.layout().is_hexagonal() {
        let steps = Steps::new(layer, rule);
        return usable(layer, points, |from, to| {
            is_free_along(layer, from, to, |at, next| steps.from(at).any(|(_, reached)| reached == next))
        });
    }
    let sight = Sight::new(layer, rule);
    // A point does not lead to itself.
    usable(layer, points, |from, to| from != to && sight.sees(from, to))
}

/// Whether each step along the line of hexagons from one to another is legal. A cell has no line to itself.
fn is_free_along(layer: &Layer, from: Cell, to: Cell, is_legal: impl Fn(Cell, Cell) -> bool) -> bool {
    let mut at = from;
    while let Some(next) = layer.layout().next_toward(at, to).filter(|&next| is_legal(at, next)) {
        at = next;
    }
    at == to && at != from
}

fn usable(layer: &Layer, points: &[Cell], is_legal: impl Fn(Cell, Cell) -> bool) -> usize {
    match points.first() {
        // The point before each other one is on the map: it is the first one, or a legal step or line led there.
        Some(&first) if layer.size().contains(first) => {
            1 + points.windows(2).take_while(|ends| is_legal(ends[0], ends[1])).count()
        }
        _ => 0,
    }
}

/// Number of points of a path before the one at which its way out of an obstacle ends: of the blocked points from which
/// the path crosses blocked cells to the next point, as [`Query::leaves_blocked`](super::Query::leaves_blocked) allows.
/// The first walkable cell may lie between two points. `by_cells`: each point must be a neighbor of the one before.
pub fn crossed_points(view: &AgentView, rule: DiagonalRule, points: &[Cell], by_cells: bool) -> usize {
    let layer = view.layer();
    if layer.layout().is_hexagonal() {
        let is_out = |ends: &[Cell]| is_way_out_of_hexagons(view, rule, ends[0], ends[1], by_cells);
        return points.windows(2).take_while(|&ends| layer.size().contains(ends[0]) && is_out(ends)).count();
    }
    let sight = Sight::new(layer, rule);
    let crosses = |ends: &[Cell]| {
        let ([mut at, to], mut steps) = ([ends[0], ends[1]], 0);
        while layer.size().contains(at) && !layer.is_walkable(at) && at != to {
            let (dx, dy) = ((to.x.saturating_sub(at.x)).signum(), (to.y.saturating_sub(at.y)).signum());
            let next = Cell::new(at.x + dx, at.y + dy);
            if !is_crossing_step(view, rule, at, next) {
                return false;
            }
            (at, steps) = (next, steps + 1);
        }
        at == to && steps > 0 && (steps == 1 || !by_cells)
            || steps > 0 && !by_cells && layer.size().contains(at) && sight.sees(at, to)
    };
    points.windows(2).take_while(|ends| layer.size().contains(ends[0]) && crosses(ends)).count()
}

/// Whether a path may leave a blocked hexagon along a line to another one: over blocked cells, and on over walkable
/// ones.
fn is_way_out_of_hexagons(view: &AgentView, rule: DiagonalRule, from: Cell, to: Cell, by_cells: bool) -> bool {
    let layer = view.layer();
    let steps = Steps::new(layer, rule);
    let is_neighbor = layer.layout().next_toward(from, to) == Some(to);
    !layer.is_walkable(from)
        && (is_neighbor || !by_cells)
        && is_free_along(layer, from, to, |at, next| match layer.is_walkable(at) {
            true => steps.from(at).any(|(_, reached)| reached == next),
            false => is_crossing_step(view, rule, at, next),
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::index::IndexedGrid;

    #[test]
    fn cells_that_are_no_path_end_it_and_cells_outside_are_never_looked_up() {
        let grid = IndexedGrid::new(5, 4).unwrap();
        for rule in [DiagonalRule::Always, DiagonalRule::Never] {
            let usable = |cells: &[(i32, i32)]| {
                usable_length(grid.layer(), rule, &cells.iter().map(|&(x, y)| Cell::new(x, y)).collect::<Vec<_>>())
            };
            assert_eq!(usable(&[]), 0);
            assert_eq!(usable(&[(5, 0), (4, 0)]), 0);
            assert_eq!(usable(&[(4, 0), (5, 0)]), 1);
            assert_eq!(usable(&[(0, 0), (2, 0)]), 1);
            assert_eq!(usable(&[(0, 0), (0, 0)]), 1);
            assert_eq!(usable(&[(4, 0), (-1, 1)]), 1);
            assert_eq!(usable(&[(i32::MIN, i32::MAX)]), 0);
        }
    }
}
