//! Whether a single line is legal, cell by cell.

use crate::index::{IndexCell, WalkableCells};
use crate::movement::DiagonalRule;

/// Whether a path at any angle can go straight from one cell to another one. Both must lie on the map.
pub(in crate::search) fn is_legal_line(
    walkable: &WalkableCells,
    rule: DiagonalRule,
    from: IndexCell,
    to: IndexCell,
) -> bool {
    let is_walkable = |cell: IndexCell| walkable.is_walkable(cell.x as usize, cell.y as usize);
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    if rule == DiagonalRule::Never || (dx, dy) == (0, 0) || !is_walkable(to) {
        return false;
    }
    let is_step = dx.abs().max(dy.abs()) == 1;
    if !is_walkable(from) && !is_step {
        return false;
    }
    if dx.abs() == dy.abs() || is_step {
        let steps = dx.abs().max(dy.abs());
        let (dx, dy) = (dx / steps, dy / steps);
        return (0..steps).all(|i| {
            let (x, y) = (from.x + i * dx, from.y + i * dy);
            let [target, first, second] =
                [(x + dx, y + dy), (x + dx, y), (x, y + dy)].map(|(x, y)| u64::from(is_walkable(IndexCell { x, y })));
            (if dx == 0 || dy == 0 { target } else { rule.allows_diagonal(target, first, second) }) & 1 == 1
        });
    }
    // `u` runs along the axis on which the line is longer. At `u`, the line is at `v / along`.
    let is_steep = dx.abs() < dy.abs();
    let (along, across) = if is_steep { (dy, dx) } else { (dx, dy) };
    let (length, direction, sign) = (along.abs(), along.signum(), across.signum());
    let is_free = |u: i32, v: i32| {
        let (u, v) = (direction * u, sign * v);
        let (dx, dy) = if is_steep { (v, u) } else { (u, v) };
        is_walkable(IndexCell { x: from.x + dx, y: from.y + dy })
    };
    let (floor, ceil) = (|u: i32| u * across.abs() / length, |u: i32| (u * across.abs() + length - 1) / length);
    if rule == DiagonalRule::BothFree {
        // All cells whose centers are corners of the squares, between four centers, that the line crosses.
        (0..length).all(|u| (floor(u)..=ceil(u + 1)).all(|v| is_free(u, v) && is_free(u + 1, v)))
    } else {
        (0..=length).all(|u| is_free(u, floor(u)) && is_free(u, ceil(u)))
    }
}
