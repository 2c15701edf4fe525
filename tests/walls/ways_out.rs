//! Ways out of obstacles, and paths that only come near a goal, between walls: against a plain search.

use super::{HEXAGONS, RULES, Walker, random_map};
use common::abi::{default_grid_def, default_query_def, rule_number};
use common::random_maps::{Random, repeats};
use common::walls::*;
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::grid::Cell;
use gridstar::index::Engine;
use gridstar::movement::{DiagonalRule, StepCosts};
use gridstar::search::{PathSearch, Query, Scratch};
use std::collections::BTreeMap;

fn is_straight(map: &WalledMap, from: Cell, to: Cell) -> bool {
    map.straight_neighbors(from).contains(&to)
}

/// Whether a straight step on the way out crosses no wall: beside the body no side is closed in the step's direction,
/// and no wall comes to lie within the body. Walls that are within it already don't count.
fn is_way_open(map: &WalledMap, size: i32, from: Cell, to: Cell) -> bool {
    let (before, after) = (map.body(from, size), map.body(to, size));
    // The body moves as a whole: the cells are in one order.
    let crosses = map.body(from, size).into_iter().any(|cell| {
        let next = map.moved_as(cell, from, to);
        !before.contains(&next) && map.is_closed(cell, next)
    });
    let is_wall = |one: Cell, other: Cell| map.is_closed(one, other) && map.is_closed(other, one);
    let is_new = |one: &Cell, other: &Cell| !before.contains(one) || !before.contains(other);
    !crosses && !after.iter().any(|one| after.iter().any(|other| is_new(one, other) && is_wall(*one, *other)))
}

/// Whether a crossing may step from a blocked cell to another one.
fn may_cross(map: &WalledMap, Walker { rule, size }: Walker, from: Cell, to: Cell) -> bool {
    let is_hexagonal = map.layout != 0;
    let of_square = if is_hexagonal { 1 } else { size };
    let is_on_map =
        map.contains(to) && to.x <= (map.width - of_square).max(from.x) && to.y <= (map.height - of_square).max(from.y);
    if !is_on_map {
        return false;
    }
    if is_straight(map, from, to) {
        return is_way_open(map, size, from, to);
    }
    let by = [Cell::new(to.x, from.y), Cell::new(from.x, to.y)];
    let [one, other] = by.map(|by| is_way_open(map, size, from, by) && is_way_open(map, size, by, to));
    !is_hexagonal
        && match rule {
            DiagonalRule::BothFree => one && other,
            DiagonalRule::Never => false,
            _ => one || other,
        }
}

/// The costs of the cheapest ways to exits.
fn exits(map: &WalledMap, walker: Walker, units: (u64, u64), start: Cell) -> BTreeMap<(i32, i32), u64> {
    let mut reached = BTreeMap::from([((start.y, start.x), 0)]);
    loop {
        let mut better = Vec::new();
        for (&(y, x), &cost) in &reached {
            let from = Cell::new(x, y);
            if map.is_walkable(from, walker.size) {
                continue;
            }
            for to in map.around(from).into_iter().filter(|&to| may_cross(map, walker, from, to)) {
                let cost = cost + if is_straight(map, from, to) { units.0 } else { units.1 };
                if reached.get(&(to.y, to.x)).is_none_or(|&known| cost < known) {
                    better.push(((to.y, to.x), cost));
                }
            }
        }
        if better.is_empty() {
            reached.retain(|&(y, x), _| map.is_walkable(Cell::new(x, y), walker.size));
            return reached;
        }
        for (to, cost) in better {
            let known = reached.entry(to).or_insert(cost);
            *known = cost.min(*known);
        }
    }
}

/// Squared distance of centers: on hexagons in units in which neighbors have 4.
fn distance(map: &WalledMap, one: Cell, other: Cell) -> i64 {
    let (x, y) = map.place(one, other);
    match map.layout {
        0 => i64::from(one.x - other.x).pow(2) + i64::from(one.y - other.y).pow(2),
        _ => i64::from(x).pow(2) + 3 * i64::from(y).pow(2),
    }
}

/// The status, the crossing's cost, the rest's, and the cells at which the path may end.
fn right(
    map: &WalledMap,
    walker: Walker,
    units: (u64, u64),
    (start, goal): (Cell, Cell),
    (leaves, is_partial): (bool, bool),
) -> (GridstarStatus, u64, u64, Vec<Cell>) {
    let is_goal = map.is_walkable(goal, walker.size);
    if !is_goal && !is_partial {
        return (GoalBlocked, 0, 0, Vec::new());
    }
    let costs_from = |from: Cell| map.costs(&[from], walker, units, false, |_, _| 1);
    let must_leave = leaves && !map.is_walkable(start, walker.size);
    let exits = if must_leave { exits(map, walker, units, start) } else { BTreeMap::from([((start.y, start.x), 0)]) };
    let ways = exits.iter().filter(|_| is_goal);
    let ways = ways.filter_map(|(&(y, x), &cost)| Some((cost, costs_from(Cell::new(x, y))[map.index(goal)]?)));
    if let Some((crossing, rest)) = ways.min() {
        return (Ok, crossing, rest, vec![goal]);
    }
    if !is_partial {
        return (NoPath, 0, 0, Vec::new());
    }
    let Some((&(y, x), &crossing)) = exits.iter().min_by_key(|&(&place, &cost)| (cost, place)) else {
        return (PartialPath, 0, 0, vec![start]);
    };
    let from = Cell::new(x, y);
    let costs = costs_from(from);
    let reached: Vec<Cell> = map.cells().into_iter().filter(|&cell| costs[map.index(cell)].is_some()).collect();
    let least = reached.iter().map(|&cell| distance(map, cell, goal)).min().unwrap();
    if distance(map, from, goal) == least {
        return (PartialPath, crossing, 0, vec![from]);
    }
    let nearest = reached.into_iter().filter(|&cell| distance(map, cell, goal) == least);
    let nearest: Vec<Cell> = nearest.collect();
    let rest = nearest.iter().filter_map(|&cell| costs[map.index(cell)]).min().unwrap();
    (PartialPath, crossing, rest, nearest)
}

#[test]
fn ways_out_and_partial_paths_cross_no_wall() {
    let (mut out, mut partial, mut of_wide) = (0, 0, 0);
    for seed in super::seeds(repeats(180)) {
        let random = &mut Random::new(seed);
        let is_hexagonal = seed % 4 == 0;
        let layout = if is_hexagonal { HEXAGONS[random.below(4) as usize] } else { GridstarLayout::Square };
        let map = random_map(random, layout);
        let sizes = if is_hexagonal { [1, 1, 3] } else { [1, 2, 3] };
        let walker = Walker { rule: RULES[random.below(4) as usize], size: sizes[random.below(3) as usize] };
        let grid = map.build(&default_grid_def(1, 1));
        let costs = StepCosts::new(1.0, 1.41).unwrap();
        let units = (u64::from(costs.straight_units()), u64::from(costs.diagonal_units()));
        for number in 0..8 {
            let cell = |random: &mut Random| {
                Cell::new(random.below(map.width as u32) as i32, random.below(map.height as u32) as i32)
            };
            let (mut start, goal) = (cell(random), cell(random));
            for _ in 0..10 {
                if number % 2 == 0 && map.is_walkable(start, walker.size) {
                    start = cell(random);
                }
            }
            if start == goal {
                continue;
            }
            let (leaves, is_partial) = (random.percent(60), random.percent(70));
            let (status, crossing, rest, ends) = right(&map, walker, units, (start, goal), (leaves, is_partial));
            let flag = |is_set: bool, flag: u32| if is_set { flag } else { 0 };
            for max_expansions in [0, 240] {
                let def = GridstarQueryDef {
                    diagonal_rule: if is_hexagonal { 0 } else { rule_number(walker.rule) },
                    straight_cost: if is_hexagonal { 0.0 } else { 1.0 },
                    diagonal_cost: if is_hexagonal { 0.0 } else { costs.diagonal() },
                    agent_size: walker.size as u32,
                    max_expansions,
                    flags: flag(leaves, GRIDSTAR_QUERY_LEAVE_BLOCKED) | flag(is_partial, GRIDSTAR_QUERY_PARTIAL_PATH),
                    ..default_query_def()
                };
                let answer = grid.find_path(start, goal, Some(&def));
                let about = format!(
                    "{start:?} to {goal:?}, {walker:?}, leaves {leaves}, partial {is_partial}, limit {max_expansions}, \
                     seed {seed}, {:?}\n{map}\n{answer:?}",
                    (status, crossing, rest, &ends)
                );
                if max_expansions > 0 && answer.status == LimitReached {
                    continue;
                }
                assert_eq!(answer.status, status, "{about}");
                let path = &answer.path;
                if !matches!(status, Ok | PartialPath) {
                    continue;
                }
                assert!(path.first() == Some(&start) && ends.contains(&path[path.len() - 1]), "{about}");
                let crossed = match leaves {
                    true => path.iter().take_while(|&&cell| !map.is_walkable(cell, walker.size)).count(),
                    false => 0,
                };
                let mut total = 0;
                for (place, step) in path.windows(2).enumerate() {
                    let is_legal = match place < crossed {
                        true => may_cross(&map, walker, step[0], step[1]),
                        false => map.is_legal(step[0], step[1], walker),
                    };
                    assert!(is_legal, "{step:?} of {about}");
                    total += if is_straight(&map, step[0], step[1]) { units.0 } else { units.1 };
                }
                assert_eq!(total, crossing + rest, "{about}");
                assert_eq!(grid.usable(path, &def), path.len(), "{about}");
                out += u32::from(crossing > 0);
                partial += u32::from(status == PartialPath && path.len() > 1);
                of_wide += u32::from(crossing > 0 && walker.size > 1);
            }
        }
    }
    if super::seeds(2).count() > 1 {
        let is_enough = |count: u32, least| u64::from(count) > repeats(least);
        assert!(is_enough(out, 77) && is_enough(partial, 128) && is_enough(of_wide, 25), "{out} {partial} {of_wide}");
    }
}

/// The way so far of a paused search, step by step.
#[test]
fn ways_so_far_cross_no_wall() {
    let mut steps = 0;
    for seed in super::seeds(300) {
        let random = &mut Random::new(seed);
        let map = random_map(random, GridstarLayout::Square);
        let (grid, mut scratch) = (super::crowds::grid_of(&map), Scratch::new());
        let walker = Walker { rule: RULES[random.below(4) as usize], size: 1 };
        let engine = [Engine::AStar, Engine::JumpPoints, Engine::Landmarks][random.below(3) as usize];
        let cell = |random: &mut Random| {
            Cell::new(random.below(map.width as u32) as i32, random.below(map.height as u32) as i32)
        };
        let query = Query { diagonal_rule: walker.rule, engine, ..Query::new(cell(random), cell(random)) };
        let mut search = PathSearch::new(query);
        for _ in 0..20 {
            if search.advance(&grid, 1 + random.below(6), &mut scratch).unwrap().is_some() {
                break;
            }
            let way = search.way_so_far(&grid, &mut scratch).unwrap().to_vec();
            assert!(way.first().is_none_or(|&first| first == query.start), "seed {seed}");
            for ends in way.windows(2) {
                let (dx, dy) = ((ends[1].x - ends[0].x).signum(), (ends[1].y - ends[0].y).signum());
                let mut at = ends[0];
                while at != ends[1] {
                    let next = Cell::new(at.x + dx, at.y + dy);
                    let about = format!("{at:?} to {next:?} of {way:?}, {walker:?}, {engine:?}, seed {seed}\n{map}");
                    assert!(map.contains(next) && map.is_legal(at, next, walker), "{about}");
                    (at, steps) = (next, steps + 1);
                }
            }
        }
    }
    assert!(super::seeds(2).count() == 1 || steps > 1000, "{steps}");
}
