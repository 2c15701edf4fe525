//! The forms of a path, made from its cells by their definitions in the header, slowly.

use super::sight::{cast, cells_near};
use super::terrain::{AgentMap, ONE};
use gridstar::grid::Cell;
use gridstar::movement::{DiagonalRule, StepCosts};

fn offset(from: Cell, to: Cell) -> (i64, i64) {
    ((to.x - from.x).into(), (to.y - from.y).into())
}

/// The length of a line, in cells.
pub fn length(from: Cell, to: Cell) -> f64 {
    let (x, y) = offset(from, to);
    ((x * x + y * y) as f64).sqrt()
}

/// Whether a path goes straight on at its middle cell, without turning around.
fn goes_straight_on(cells: &[Cell]) -> bool {
    let ((x, y), (to_x, to_y)) = (offset(cells[0], cells[1]), offset(cells[1], cells[2]));
    x * to_y == y * to_x && x * to_x + y * to_y > 0
}

/// Both ends, and the cells at which the path turns.
pub fn way_points(cells: &[Cell]) -> Vec<Cell> {
    let mut points = vec![cells[0]];
    for i in 1..cells.len() {
        if i + 1 == cells.len() || !goes_straight_on(&cells[i - 1..=i + 1]) {
            points.push(cells[i]);
        }
    }
    points
}

/// Whether a path goes one way in x and one way in y.
fn goes_nowhere_back(points: &[Cell]) -> bool {
    let steps: Vec<_> = points.windows(2).map(|ends| offset(ends[0], ends[1])).collect();
    let is_one_way = |parts: Vec<i64>| parts.iter().all(|&part| part >= 0) || parts.iter().all(|&part| part <= 0);
    is_one_way(steps.iter().map(|step| step.0).collect()) && is_one_way(steps.iter().map(|step| step.1).collect())
}

/// Whether all cells near a line charge the same.
fn charges_alike(map: &AgentMap, from: Cell, to: Cell) -> bool {
    cells_near(from, to).iter().all(|&cell| map.stands.contains(cell) && map.weight(cell) == map.weight(from))
}

/// The points of a straightened path.
pub fn straightened(map: &AgentMap, rule: DiagonalRule, points: &[Cell]) -> Vec<Cell> {
    let mut kept = vec![points[0]];
    let mut at = 0;
    while at + 1 < points.len() {
        at = next_point(map, rule, points, at);
        kept.push(points[at]);
    }
    let mut string = Vec::new();
    for (i, &point) in kept.iter().enumerate() {
        let is_between = i > 0 && i + 1 < kept.len() && goes_straight_on(&kept[i - 1..=i + 1]);
        if !is_between {
            string.push(point);
        }
    }
    string
}

fn next_point(map: &AgentMap, rule: DiagonalRule, points: &[Cell], at: usize) -> usize {
    let mut next = at + 1;
    for candidate in at + 1..points.len() {
        let part = &points[at..=candidate];
        let is_even = part.windows(2).all(|ends| charges_alike(map, ends[0], ends[1]));
        if !goes_nowhere_back(part) || !is_even {
            break;
        }
        let (from, to) = (points[at], points[candidate]);
        if charges_alike(map, from, to) && cast(&map.stands, rule, from, to).1.is_none() {
            next = candidate;
        }
    }
    next
}

/// The cost of lines between points of which each sees the next, or of which both lie on a row, a column or a diagonal,
/// in straight steps: their lengths, times what the cells charge.
pub fn line_cost(map: &AgentMap, points: &[Cell]) -> f64 {
    let mut sum = 0.0;
    for ends in points.windows(2) {
        if charges_alike(map, ends[0], ends[1]) {
            sum += length(ends[0], ends[1]) * map.weight(ends[0]) as f64;
            continue;
        }
        let (x, y) = offset(ends[0], ends[1]);
        assert!(x == 0 || y == 0 || x.abs() == y.abs(), "a line over uneven ground: {ends:?}");
        let costs = StepCosts::new(1.0, 1.0).unwrap();
        let step = Cell::new(x.signum() as i32, y.signum() as i32);
        let mut at = ends[0];
        while at != ends[1] {
            let next = Cell::new(at.x + step.x, at.y + step.y);
            // Both weights, or the entered one twice.
            let both = map.step_parts(at, next, &costs) / u128::from(costs.straight_units());
            sum += length(at, next) * both as f64 / 2.0;
            at = next;
        }
    }
    sum / ONE as f64
}
