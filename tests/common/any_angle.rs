//! Slow paths at any angle: which lines are legal, by the definition in the header, and shortest paths over all of
//! them. It shares no code with the library.

use super::cell_map::CellMap;
use gridstar::grid::Cell;
use gridstar::movement::DiagonalRule;

/// Lengths are whole numbers of 2^-32 cells.
const ONE_CELL: f64 = 4_294_967_296.0;

/// Whether an agent may move straight from one cell to another one, by the words of gridstar_grid_linecast. The first
/// cell counts as walkable.
pub fn is_legal_line(map: &CellMap, rule: DiagonalRule, from: Cell, to: Cell) -> bool {
    from != to && map.is_walkable(to) && stops(map, rule, from, to, (0, 1), 1).is_empty()
}

/// The blocked cells that stop a part of a line: those whose squares or diamonds it enters, and both beside a corner
/// that it may not pass. The part is given in fractions of the line over a denominator.
pub fn stops(map: &CellMap, rule: DiagonalRule, from: Cell, to: Cell, part: (i64, i64), of: i64) -> Vec<Cell> {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    // The cells around the part, with one or two to spare.
    let place = |whole: i32, i: i64| (i64::from(whole) * i).div_euclid(of) as i32;
    let around = |begin: i32, end: i32| begin.min(end) - 1..=begin.max(end) + 2;
    let columns = around(from.x + place(dx, part.0), from.x + place(dx, part.1));
    let rows = around(from.y + place(dy, part.0), from.y + place(dy, part.1));
    let near = rows.flat_map(|y| columns.clone().map(move |x| Cell::new(x, y)));
    let is_obstacle = |cell: Cell| cell != from && !map.is_walkable(cell);
    let entered = near.filter(|&cell| is_obstacle(cell) && enters(rule, from, to, cell, part, of));
    let mut stops: Vec<Cell> = entered.collect();
    // Only lines along a diagonal run between obstacles that touch at a corner.
    let steps = if dx.abs() == dy.abs() { i64::from(dx.abs()) } else { 0 };
    let cell = |i: i64| Cell::new(from.x + i as i32 * dx.signum(), from.y + i as i32 * dy.signum());
    for i in (0..steps).filter(|i| i * of >= part.0 * steps && (i + 1) * of <= part.1 * steps) {
        let beside = [Cell::new(cell(i + 1).x, cell(i).y), Cell::new(cell(i).x, cell(i + 1).y)];
        let blocked = beside.into_iter().filter(|&cell| is_obstacle(cell));
        let most = match rule {
            DiagonalRule::Always => 2,
            DiagonalRule::AtMostOneBlocked => 1,
            DiagonalRule::BothFree | DiagonalRule::Never => 0,
        };
        if blocked.clone().count() > most {
            stops.extend(blocked);
        }
    }
    stops
}

/// Whether a line enters the square or the diamond around an obstacle: whether it has points closer than 1 to the
/// center along two axes at once. The axes of a diamond are the diagonals. Only a part of the line counts, in fractions
/// over a denominator.
pub fn enters(rule: DiagonalRule, from: Cell, to: Cell, center: Cell, part: (i64, i64), of: i64) -> bool {
    let axes = |cell: Cell| match rule {
        DiagonalRule::BothFree | DiagonalRule::Never => [cell.x, cell.y],
        _ => [cell.x + cell.y, cell.x - cell.y],
    };
    let [from, to, center] = [from, to, center].map(axes).map(|axes| axes.map(i64::from));
    // The part of the line within a strip, as fractions of the line over one denominator.
    let (first, second) = (to[0] - from[0], to[1] - from[1]);
    let denominator = first.abs().max(1) * second.abs().max(1);
    let (mut begin, mut end) = (-1, denominator + 1);
    for axis in [0, 1] {
        let (change, offset) = (to[axis] - from[axis], center[axis] - from[axis]);
        if change == 0 {
            if offset.abs() >= 1 {
                return false;
            }
            continue;
        }
        let offset = offset * change.signum();
        let other = denominator / change.abs();
        (begin, end) = (begin.max((offset - 1) * other), end.min((offset + 1) * other));
    }
    // Open intervals: they meet if they share more than an end, and the part's own ends count.
    begin < end && begin * of < part.1 * denominator && end * of > part.0 * denominator
}

/// The length of a line, rounded up.
pub fn line_length(from: Cell, to: Cell) -> u64 {
    let (dx, dy) = (u128::from(from.x.abs_diff(to.x)), u128::from(from.y.abs_diff(to.y)));
    let square = (dx * dx + dy * dy) << 64;
    let floor = square.isqrt();
    (floor + u128::from(floor * floor < square)) as u64
}

/// The length of a path in cells.
pub fn path_length(points: &[Cell]) -> f64 {
    points.windows(2).map(|line| line_length(line[0], line[1])).sum::<u64>() as f64 / ONE_CELL
}

/// The length of a shortest path in cells; `None` if there is no path. Dijkstra's algorithm over all lines. A blocked
/// start is left by a step.
pub fn shortest_length(map: &CellMap, rule: DiagonalRule, start: Cell, goal: Cell) -> Option<f64> {
    let cells: Vec<Cell> = map.cells().collect();
    let mut lengths: Vec<Option<u64>> = vec![None; cells.len()];
    let mut is_done = vec![false; cells.len()];
    lengths[map.index(start)] = Some(0);
    loop {
        let waiting = (0..cells.len()).filter(|&i| !is_done[i]);
        let at = waiting.filter(|&i| lengths[i].is_some()).min_by_key(|&i| lengths[i])?;
        let so_far = lengths[at]?;
        if cells[at] == goal {
            return Some(so_far as f64 / ONE_CELL);
        }
        is_done[at] = true;
        for (i, &to) in cells.iter().enumerate() {
            let is_step = to.x.abs_diff(cells[at].x).max(to.y.abs_diff(cells[at].y)) == 1;
            if !is_done[i] && (is_step || map.is_walkable(cells[at])) && is_legal_line(map, rule, cells[at], to) {
                let length = so_far + line_length(cells[at], to);
                lengths[i] = Some(lengths[i].map_or(length, |known| known.min(length)));
            }
        }
    }
}
