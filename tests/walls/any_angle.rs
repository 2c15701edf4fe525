//! Paths at any angle between walls, against all lines between centers that the reference of the C functions allows
//! them.

use super::lines::{cell, is_square, random_case, sees, stands};
use super::{Walker, edit};
use common::abi::{TestGrid, default_grid_def, default_query_def, rule_number};
use common::any_angle::{line_length, path_length};
use common::cell_map::CellMap;
use common::random_maps::Random;
use common::walls::*;
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::grid::Cell;
use gridstar::movement::DiagonalRule;

/// The cells at which a walker can stand, and the walls.
struct Ground<'a> {
    map: &'a WalledMap,
    stands: CellMap,
    walker: Walker,
}

impl<'a> Ground<'a> {
    fn new(map: &'a WalledMap, walker: Walker) -> Self {
        Self { map, stands: stands(map, walker.size), walker }
    }

    fn is_open(&self, from: Cell, to: Cell) -> bool {
        self.stands.is_walkable(from) && self.stands.is_walkable(to) && self.map.is_open(from, to, self.walker.size)
    }

    /// Whether a line of a path may lead from a cell to another one.
    fn is_line(&self, from: Cell, to: Cell) -> bool {
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let (sx, sy) = (dx.signum(), dy.signum());
        let at = |x: i32, y: i32| Cell::new(from.x + sx * x, from.y + sy * y);
        if dx == 0 || dy == 0 {
            let at = |i: i32| at(i, i);
            return from != to && (0..dx.abs().max(dy.abs())).all(|i| self.is_open(at(i), at(i + 1)));
        }
        let (width, height) = (dx.abs(), dy.abs());
        (0..height).all(|y| (0..width).all(|x| self.passes_square((width, height), (x, y), &at)))
    }

    /// Whether a line over some columns and rows may go as it does between four centers.
    fn passes_square(&self, (width, height): (i32, i32), (x, y): (i32, i32), at: &dyn Fn(i32, i32) -> Cell) -> bool {
        // The part of the line in the square, over the product of both; twice the middle of it would do as well.
        let (begin, end) = ((x * height).max(y * width), ((x + 1) * height).min((y + 1) * width));
        if begin >= end {
            return true;
        }
        let cells = [at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y + 1)];
        let [near, along, across, far] = cells;
        let is_open = |ends: [Cell; 2]| self.is_open(ends[0], ends[1]);
        let (first, second) = ([[near, along], [along, far]], [[near, across], [across, far]]);
        if first.into_iter().chain(second).all(is_open) {
            return true;
        }
        if is_square(self.walker.rule) {
            return false;
        }
        // Both ends of the part, in the square: from 0 to the product.
        let ends = [begin, end].map(|part| (part * width - x * width * height, part * height - y * width * height));
        let all = width * height;
        let below = ends.iter().all(|&(u, v)| v <= u);
        let above = ends.iter().all(|&(u, v)| v >= u);
        let before = ends.iter().all(|&(u, v)| u + v <= all);
        let behind = ends.iter().all(|&(u, v)| u + v >= all);
        let is_diagonal = below && above && self.map.is_legal(near, far, self.walker);
        below && first.into_iter().all(is_open)
            || above && second.into_iter().all(is_open)
            || before && [[near, along], [near, across]].into_iter().all(is_open)
            || behind && [[along, far], [across, far]].into_iter().all(is_open)
            || is_diagonal && self.stands.is_walkable(near)
    }

    /// The length of a shortest path, by Dijkstra's algorithm over all lines.
    fn shortest(&self, start: Cell, goal: Cell) -> Option<u64> {
        let cells = self.map.cells();
        let mut lengths: Vec<Option<u64>> = vec![None; cells.len()];
        let mut waiting = std::collections::BTreeSet::from([(0, self.map.index(start))]);
        lengths[self.map.index(start)] = Some(0);
        while let Some((length, at)) = waiting.pop_first() {
            if cells[at] == goal {
                return Some(length);
            }
            for (i, &to) in cells.iter().enumerate() {
                let total = length + line_length(cells[at], to);
                if lengths[i].is_none_or(|known| total < known) && self.leads(cells[at], to) {
                    waiting.retain(|&(_, waits)| waits != i);
                    lengths[i] = Some(total);
                    waiting.insert((total, i));
                }
            }
        }
        None
    }

    /// Whether a path may go straight from a cell to another one: a blocked start is left by a step.
    fn leads(&self, from: Cell, to: Cell) -> bool {
        match self.stands.is_walkable(from) {
            true => self.is_line(from, to),
            false => self.map.around(from).contains(&to) && self.map.is_legal(from, to, self.walker),
        }
    }
}

/// Checks an answer on a grid against the model.
fn check(map: &WalledMap, grid: &TestGrid, walker: Walker, (start, goal): (Cell, Cell), about: &str) -> bool {
    let of_steps = GridstarQueryDef {
        diagonal_rule: common::abi::rule_number(walker.rule),
        agent_size: walker.size as u32,
        ..default_query_def()
    };
    let def = GridstarQueryDef { path_form: GridstarPathForm::AnyAngle as u32, ..of_steps };
    let answer = grid.find_path(start, goal, Some(&def));
    let about = format!("{start:?} to {goal:?}, {walker:?}, {about}\n{map}\n{answer:?}");
    if walker.rule == gridstar::movement::DiagonalRule::Never {
        assert_eq!(answer.status, UnsupportedQuery, "{about}");
        return false;
    }
    let by_steps = grid.find_path(start, goal, Some(&of_steps));
    assert_eq!(answer.status, by_steps.status, "{about}");
    if answer.status != Ok || start == goal {
        return false;
    }
    let ground = Ground::new(map, walker);
    assert_eq!((answer.path.first(), answer.path.last()), (Some(&start), Some(&goal)), "{about}");
    for (i, ends) in answer.path.windows(2).enumerate() {
        assert!(ground.leads(ends[0], ends[1]), "{ends:?}: {about}");
        assert!(i == 0 || sees(map, walker, ends[0], ends[1]), "{ends:?}: {about}");
    }
    assert_eq!(grid.usable(&answer.path, &def), answer.path.len(), "{about}");
    let length = path_length(&answer.path);
    assert!(length <= path_length(&by_steps.path), "{by_steps:?}, {about}");
    if is_square(walker.rule) && ground.stands.is_walkable(start) {
        let def = GridstarQueryDef { path_form: GridstarPathForm::Straightened as u32, ..of_steps };
        let string = grid.find_path(start, goal, Some(&def)).path;
        assert!(length <= path_length(&string) + 1.0e-6, "{string:?}, {about}");
    }
    if map.width * map.height <= 120 {
        let shortest = ground.shortest(start, goal).map(|length| length as f64 / 2.0_f64.powi(32));
        assert_eq!(Some(length), shortest, "{about}");
    }
    true
}

#[test]
fn paths_at_any_angle_are_shortest_between_walls_through_edits() {
    let mut found = 0;
    for seed in super::seeds(250) {
        let random = &mut Random::new(seed);
        let (mut map, grid, walker, _) = random_case(seed, random);
        for round in 0..3 {
            for _ in 0..3 {
                let ends = (cell(&map, random), cell(&map, random));
                found += u32::from(check(&map, &grid, walker, ends, &format!("seed {seed}, round {round}")));
            }
            edit(&grid, &mut map, random);
        }
    }
    if super::seeds(2).count() > 1 {
        assert!(found > 500, "{found}");
    }
}

/// Large maps with many ends of walls, over either side of which lines pass: what a root sees is never counted twice.
#[test]
fn searches_between_many_walls_expand_few_nodes() {
    let mut found = 0;
    for seed in super::seeds(36) {
        let random = &mut Random::new(seed);
        let side = [40, 60][seed as usize % 2];
        let size = [1, 1, 3][seed as usize / 2 % 3];
        // Hardly a place is left for a large agent between as many walls.
        let walls = if size == 1 { 10 + random.below(6) } else { 1 + random.below(2) };
        let mut map = WalledMap::new(side, side, GridstarLayout::Square);
        map.scatter(random, 0, walls, seed / 6 % 2 == 0);
        let grid = map.build(&default_grid_def(1, 1));
        for rule in [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree] {
            let of_steps =
                GridstarQueryDef { diagonal_rule: rule_number(rule), agent_size: size as u32, ..default_query_def() };
            let ends = (Cell::new(1, 1), Cell::new(side - 4, side - 4));
            let by_steps = grid.find_path(ends.0, ends.1, Some(&of_steps));
            let limit = 10 * (side * side) as u32;
            let def =
                GridstarQueryDef { path_form: GridstarPathForm::AnyAngle as u32, max_expansions: limit, ..of_steps };
            let answer = grid.find_path(ends.0, ends.1, Some(&def));
            let about = format!("seed {seed}, {rule:?}, size {size}\n{map}\n{answer:?}");
            assert_eq!(answer.status, by_steps.status, "{about}");
            found += u32::from(answer.status == Ok);
        }
    }
    if super::seeds(2).count() > 1 {
        assert!(found > 60, "{found}");
    }
}
