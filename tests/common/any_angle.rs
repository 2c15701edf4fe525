//! Slow paths at any angle: which lines are legal, by the definition in the header, and shortest paths over all of
//! them. It shares no code with the library.

use super::cell_map::CellMap;
use gridstar::grid::Cell;
use gridstar::movement::DiagonalRule;

/// Lengths are whole numbers of 2^-32 cells.
const ONE_CELL: f64 = 4_294_967_296.0;

/// Whether a path may go straight from one cell to another one.
pub fn is_legal_line(map: &CellMap, rule: DiagonalRule, from: Cell, to: Cell) -> bool {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    if from == to || rule == DiagonalRule::Never || !map.is_walkable(to) {
        return false;
    }
    if dx.abs().max(dy.abs()) == 1 {
        return is_legal_step(map, rule, from, to);
    }
    if !map.is_walkable(from) {
        return false;
    }
    let columns = from.x.min(to.x) - 1..=from.x.max(to.x) + 1;
    let rows = from.y.min(to.y) - 1..=from.y.max(to.y) + 1;
    let near = rows.flat_map(|y| columns.clone().map(move |x| Cell::new(x, y)));
    let mut obstacles = near.filter(|&cell| map.contains(cell) && !map.is_walkable(cell));
    // Only lines along a diagonal run between obstacles that touch at a corner.
    let steps = if dx.abs() == dy.abs() { dx.abs() } else { 0 };
    let step = |i: i32| Cell::new(from.x + i * dx.signum(), from.y + i * dy.signum());
    !obstacles.any(|cell| enters(rule, from, to, cell))
        && (0..steps).all(|i| is_legal_step(map, rule, step(i), step(i + 1)))
}

fn is_legal_step(map: &CellMap, rule: DiagonalRule, from: Cell, to: Cell) -> bool {
    let blocked = [Cell::new(to.x, from.y), Cell::new(from.x, to.y)].into_iter().filter(|&cell| !map.is_walkable(cell));
    let is_straight = from.x == to.x || from.y == to.y;
    let most = match rule {
        DiagonalRule::Always => 2,
        DiagonalRule::AtMostOneBlocked => 1,
        DiagonalRule::BothFree | DiagonalRule::Never => 0,
    };
    map.is_walkable(to) && (is_straight || blocked.count() <= most)
}

/// Whether a line enters the square or the diamond around an obstacle: whether it has points closer than 1 to the
/// center along two axes at once. The axes of a diamond are the diagonals.
fn enters(rule: DiagonalRule, from: Cell, to: Cell, center: Cell) -> bool {
    let axes = |cell: Cell| match rule {
        DiagonalRule::BothFree => [cell.x, cell.y],
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
    // Open intervals: they meet if they share more than an end, and the line's own ends count.
    begin < end && begin < denominator && end > 0
}

/// The length of a line, rounded up.
fn line_length(from: Cell, to: Cell) -> u64 {
    let (dx, dy) = (u128::from(from.x.abs_diff(to.x)), u128::from(from.y.abs_diff(to.y)));
    let square = (dx * dx + dy * dy) << 64;
    let floor = square.isqrt();
    (floor + u128::from(floor * floor < square)) as u64
}

/// The length of a path in cells.
pub fn path_length(points: &[Cell]) -> f64 {
    points.windows(2).map(|line| line_length(line[0], line[1])).sum::<u64>() as f64 / ONE_CELL
}

/// The length of a shortest path in cells; `None` if there is no path. Dijkstra's algorithm over all lines.
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
            if !is_done[i] && is_legal_line(map, rule, cells[at], to) {
                let length = so_far + line_length(cells[at], to);
                lengths[i] = Some(lengths[i].map_or(length, |known| known.min(length)));
            }
        }
    }
}
