//! Slow lines of sight, as the header defines them. It shares no code with the library.

use super::any_angle::{enters, stops};
use super::cell_map::CellMap;
use gridstar::grid::Cell;
use gridstar::movement::DiagonalRule;

/// The cells whose diamonds a line enters, both ends included.
pub fn cells_near(from: Cell, to: Cell) -> Vec<Cell> {
    let columns = from.x.min(to.x)..=from.x.max(to.x);
    let rows = from.y.min(to.y)..=from.y.max(to.y);
    let cells = rows.flat_map(|y| columns.clone().map(move |x| Cell::new(x, y)));
    cells
        .filter(|&cell| [from, to].contains(&cell) || enters(DiagonalRule::Always, from, to, cell, (0, 1), 1))
        .collect()
}

/// The last cell of a line, and a blocked one if there is one.
pub fn cast(map: &CellMap, rule: DiagonalRule, from: Cell, to: Cell) -> (Cell, Option<Cell>) {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    // Places along the longer axis and across, in the direction of the line.
    let is_steep = dx.abs() < dy.abs();
    let place = |cell: Cell| {
        let (x, y) = ((cell.x - from.x) * dx.signum(), (cell.y - from.y) * dy.signum());
        if is_steep { (y, x) } else { (x, y) }
    };
    let (along, across) = if is_steep { (dy.abs(), dx.abs()) } else { (dx.abs(), dy.abs()) };
    for at in 0..along {
        let part = (i64::from(at), i64::from(at) + 1);
        let blocked = stops(map, rule, from, to, part, along.into());
        let first = blocked.into_iter().min_by_key(|&cell| {
            let (u, v) = place(cell);
            (u != at + 1, v)
        });
        if let Some(first) = first {
            // Half a cell is rounded down.
            let near = (2 * at * across + along - 1).div_euclid(2 * along);
            let (x, y) = if is_steep { (near, at) } else { (at, near) };
            return (Cell::new(from.x + x * dx.signum(), from.y + y * dy.signum()), Some(first));
        }
    }
    (to, None)
}
