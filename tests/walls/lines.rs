//! Lines of sight between walls, against a plain model in rational numbers: linecasts, straightened paths, and checks
//! of paths.

use super::{RULES, Walker, random_map};
use common::abi::{TestGrid, default_grid_def, default_query_def, rule_number};
use common::any_angle::{path_length, stops};
use common::cell_map::CellMap;
use common::random_maps::{Random, repeats};
use common::walls::*;
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::grid::Cell;
use gridstar::movement::DiagonalRule;

pub(super) fn is_square(rule: DiagonalRule) -> bool {
    matches!(rule, DiagonalRule::BothFree | DiagonalRule::Never)
}

/// The cells at which an agent can stand.
pub(super) fn stands(map: &WalledMap, size: i32) -> CellMap {
    let mut stands = CellMap::new(map.width as u32, map.height as u32);
    for cell in map.cells() {
        stands.set_obstacle(cell, !map.is_walkable(cell, size));
    }
    stands
}

/// A part of a line, from one fraction of it to another one, over a denominator.
type Part = ((i64, i64), i64);

/// The open ranges of two places in which a line is within a rectangle, as fractions over the product of its lengths.
fn enters_rectangle(from: Cell, to: Cell, low: [i64; 2], high: [i64; 2], (part, of): Part) -> bool {
    let (start, change) = ([from.x, from.y].map(i64::from), [to.x - from.x, to.y - from.y].map(i64::from));
    let denominator = change[0].abs().max(1) * change[1].abs().max(1);
    let (mut begin, mut end) = (part.0 * denominator, part.1 * denominator);
    for axis in [0, 1] {
        let (low, high) = (low[axis] - start[axis], high[axis] - start[axis]);
        if change[axis] == 0 {
            if low >= 0 || high <= 0 {
                return false;
            }
            continue;
        }
        let (low, high) = if change[axis] > 0 { (low, high) } else { (-high, -low) };
        let scale = of * denominator / change[axis].abs();
        (begin, end) = (begin.max(low * scale), end.min(high * scale));
    }
    begin < end
}

/// The places after closed steps that stop a part of a line. Where the line crosses a side at the end of the part, the
/// side counts for the next part.
fn behind_walls(map: &WalledMap, walker: Walker, from: Cell, to: Cell, part: Part) -> Vec<Cell> {
    let Walker { rule, size } = walker;
    let (dx, dy) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
    let mut found = Vec::new();
    for cell in map.cells() {
        for next in map.straight_neighbors(cell) {
            let (step_x, step_y) = (i64::from(next.x - cell.x), i64::from(next.y - cell.y));
            if step_x * dx + step_y * dy <= 0 || !map.contains(next) || map.is_open(cell, next, size) {
                continue;
            }
            let is_stopped = if is_square(rule) {
                let low = [cell.x.min(next.x), cell.y.min(next.y)].map(i64::from);
                let high = [cell.x.max(next.x), cell.y.max(next.y)].map(i64::from);
                let (wide_x, wide_y) = (i64::from(step_x == 0), i64::from(step_y == 0));
                let (low, high) = ([low[0] - wide_x, low[1] - wide_y], [high[0] + wide_x, high[1] + wide_y]);
                enters_rectangle(from, to, low, high, part)
            } else {
                crosses_side(from, to, cell, next, part)
            };
            if is_stopped {
                found.push(next);
            }
        }
    }
    if !is_square(rule) && dx != 0 && dy != 0 {
        found.extend(behind_corners(map, walker, from, to, part));
    }
    found
}

/// Whether a part of a line crosses the inside of the side between two cells.
fn crosses_side(from: Cell, to: Cell, cell: Cell, next: Cell, (part, of): Part) -> bool {
    let (axis, other) = if cell.y == next.y { (0, 1) } else { (1, 0) };
    let [from, to, cell, next] = [from, to, cell, next].map(|cell| [cell.x, cell.y].map(i64::from));
    // Where the line crosses that of the side, as a fraction of the line over `length`.
    let (at, length) = (cell[axis] + next[axis] - 2 * from[axis], 2 * (to[axis] - from[axis]));
    let (at, length) = (at * length.signum(), length.abs());
    let is_in_part = at * of >= part.0 * length && at * of < part.1 * length && at > 0 && at < length;
    let across = (from[other] - cell[other]) * length + (to[other] - from[other]) * at;
    is_in_part && (2 * across).abs() < length
}

/// The cells behind corners that a line may not pass.
fn behind_corners(map: &WalledMap, walker: Walker, from: Cell, to: Cell, (part, of): Part) -> Vec<Cell> {
    let Walker { rule, size } = walker;
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let mut found = Vec::new();
    for cell in map.cells() {
        let next = Cell::new(cell.x + dx.signum(), cell.y + dy.signum());
        // The corner in half cells from the line's begin: on the line, and on its way.
        let corner = (i64::from(cell.x + next.x - 2 * from.x), i64::from(cell.y + next.y - 2 * from.y));
        let (along, length) = (corner.0 * i64::from(dx.signum()), 2 * i64::from(dx.abs()));
        let is_on_line = corner.0 * i64::from(dy) == corner.1 * i64::from(dx);
        let is_in_part = along * of >= part.0 * length && along * of < part.1 * length && along > 0 && along < length;
        if !is_on_line || !is_in_part || !map.contains(next) {
            continue;
        }
        let beside = [Cell::new(next.x, cell.y), Cell::new(cell.x, next.y)];
        let is_open = beside.map(|by| map.is_open(cell, by, size) && map.is_open(by, next, size));
        let is_free = [0, 1].map(|way| is_open[way] && map.is_walkable(beside[way], size));
        let [one, other] = if rule == DiagonalRule::Always { is_open } else { is_free };
        if !(one || other || is_open[0] && is_open[1]) {
            found.push(next);
        }
    }
    found
}

/// The last cell of a line, the cells that may be told to block it, and whether the line is free.
fn cast(map: &WalledMap, walker: Walker, from: Cell, to: Cell) -> (Cell, Vec<Cell>) {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let (is_steep, stands) = (dx.abs() < dy.abs(), stands(map, walker.size));
    let (along, across) = if is_steep { (dy.abs(), dx.abs()) } else { (dx.abs(), dy.abs()) };
    for at in 0..along {
        let part = ((i64::from(at), i64::from(at) + 1), i64::from(along));
        let mut blocked = stops(&stands, walker.rule, from, to, part.0, part.1);
        if blocked.is_empty() {
            blocked = behind_walls(map, walker, from, to, part);
        }
        if !blocked.is_empty() {
            // Half a cell is rounded down.
            let near = (2 * at * across + along - 1).div_euclid(2 * along);
            let (x, y) = if is_steep { (near, at) } else { (at, near) };
            return (Cell::new(from.x + x * dx.signum(), from.y + y * dy.signum()), blocked);
        }
    }
    (to, Vec::new())
}

pub(super) fn sees(map: &WalledMap, walker: Walker, from: Cell, to: Cell) -> bool {
    cast(map, walker, from, to).1.is_empty()
}

pub(super) fn cell(map: &WalledMap, random: &mut Random) -> Cell {
    Cell::new(random.below(map.width as u32) as i32, random.below(map.height as u32) as i32)
}

pub(super) fn random_case(seed: u64, random: &mut Random) -> (WalledMap, TestGrid, Walker, GridstarQueryDef) {
    let mut map = random_map(random, GridstarLayout::Square);
    if seed.is_multiple_of(3) {
        // Few walls, for long lines.
        map = WalledMap::new(map.width, map.height, GridstarLayout::Square);
        map.scatter(random, 1, 3, seed.is_multiple_of(2));
    }
    let walker = Walker { rule: RULES[random.below(4) as usize], size: [1, 1, 1, 2, 3][random.below(5) as usize] };
    let def = GridstarQueryDef {
        diagonal_rule: rule_number(walker.rule),
        agent_size: walker.size as u32,
        ..default_query_def()
    };
    let grid = map.build(&default_grid_def(1, 1));
    (map, grid, walker, def)
}

#[test]
fn lines_end_where_slow_lines_end() {
    let (mut free, mut at_cells, mut at_walls) = (0, 0, 0);
    for seed in super::seeds(repeats(400)) {
        let random = &mut Random::new(seed);
        let (map, grid, walker, def) = random_case(seed, random);
        for i in 0..20 {
            let from = cell(&map, random);
            let mut to = cell(&map, random);
            if i % 4 == 0 {
                let (dx, dy) = [(1, 0), (0, 1), (1, 1), (1, 3), (3, 1), (3, 5)][random.below(6) as usize];
                let (sx, sy) = [(1, 1), (1, -1), (-1, 1), (-1, -1)][random.below(4) as usize];
                let length = random.below(6) as i32;
                to = Cell::new(from.x + dx * sx * length, from.y + dy * sy * length);
            }
            let (last, blocked) = cast(&map, walker, from, to);
            let found = grid.linecast(from, to, Some(&def)).unwrap();
            let about = format!("{from:?} to {to:?}, {walker:?}, seed {seed}, found {found:?}, {blocked:?}\n{map}");
            assert_eq!((found.0, found.1.is_some()), (last, !blocked.is_empty()), "{about}");
            if let Some(cell) = found.1 {
                assert!(blocked.contains(&cell), "{about}");
                let is_behind_wall = map.is_walkable(cell, walker.size);
                at_walls += u32::from(is_behind_wall);
                at_cells += u32::from(!is_behind_wall);
            } else {
                free += u32::from(from != to);
            }
        }
    }
    if super::seeds(2).count() > 1 {
        let counts = [free, at_cells, at_walls];
        assert!(counts.iter().all(|&count: &u32| u64::from(count) > repeats(530)), "{counts:?}");
    }
}

#[test]
fn lines_between_neighbors_are_free_where_steps_are_legal() {
    for seed in super::seeds(300) {
        let random = &mut Random::new(seed);
        let (map, grid, walker, def) = random_case(seed, random);
        // A step over a corner is not legal under `Never`. A line is, as under `BothFree`.
        let of_steps = if walker.rule == DiagonalRule::Never { DiagonalRule::BothFree } else { walker.rule };
        for from in map.cells() {
            for to in map.around(from) {
                let is_free = grid.linecast(from, to, Some(&def)).unwrap().1.is_none();
                let is_legal = map.is_legal(from, to, Walker { rule: of_steps, ..walker });
                assert_eq!(is_free, is_legal, "{from:?} to {to:?}, {walker:?}, seed {seed}\n{map}");
            }
        }
    }
}

#[test]
fn straightened_paths_and_way_points_cross_no_wall() {
    let (mut found, mut shorter) = (0, 0);
    for seed in super::seeds(600) {
        let random = &mut Random::new(seed);
        let (map, grid, walker, def) = random_case(seed, random);
        for max_expansions in [0, 240] {
            let (start, goal) = (cell(&map, random), cell(&map, random));
            let def = GridstarQueryDef { max_expansions, ..def };
            let cells = grid.find_path(start, goal, Some(&def));
            for form in [GridstarPathForm::WayPoints, GridstarPathForm::Straightened] {
                let def = GridstarQueryDef { path_form: form as u32, ..def };
                let answer = grid.find_path(start, goal, Some(&def));
                let about = format!("{start:?} to {goal:?}, {walker:?}, {form:?}, seed {seed}\n{map}\n{answer:?}");
                assert_eq!(answer.status, cells.status, "{about}");
                if answer.status != Ok {
                    continue;
                }
                let points = &answer.path;
                assert_eq!((points.first(), points.last()), (Some(&start), Some(&goal)), "{about}");
                for ends in points.windows(2) {
                    assert!(sees(&map, walker, ends[0], ends[1]), "{ends:?}: {about}");
                }
                if walker.rule != DiagonalRule::Never || form == GridstarPathForm::Straightened {
                    assert!(path_length(points) <= path_length(&cells.path) + 1.0e-6, "{about}");
                }
                assert_eq!(grid.usable(points, &def), points.len(), "{about}");
                found += 1;
                shorter += u32::from(points.len() < cells.path.len());
            }
        }
    }
    if super::seeds(2).count() > 1 {
        assert!(found > 500 && shorter > 300, "{found} {shorter}");
    }
}

/// Points at random are usable up to the first one that the one before does not see.
#[test]
fn checks_of_paths_know_walls() {
    for seed in super::seeds(400) {
        let random = &mut Random::new(seed);
        let (map, grid, walker, def) = random_case(seed, random);
        for _ in 0..10 {
            let first = cell(&map, random);
            let mut points = vec![first];
            for _ in 0..6 {
                let last = points[points.len() - 1];
                let near = map.around(last);
                if near.is_empty() {
                    break;
                }
                points.push(near[random.below(near.len() as u32) as usize]);
            }
            let by_steps = points.windows(2).take_while(|ends| map.is_legal(ends[0], ends[1], walker)).count() + 1;
            let by_lines = points.windows(2).take_while(|ends| sees(&map, walker, ends[0], ends[1])).count() + 1;
            let of_points = GridstarQueryDef { path_form: GridstarPathForm::Straightened as u32, ..def };
            let about = format!("{points:?}, {walker:?}, seed {seed}\n{map}");
            assert_eq!(grid.usable(&points, &def), by_steps, "{about}");
            assert_eq!(grid.usable(&points, &of_points), by_lines, "{about}");
        }
    }
}
