//! Buildings and whom they would cut off, among walls and one-way sides, against the model.

use super::{HEXAGONS, RULES, Walker, edit, random_map};
use common::abi::{TestGrid, default_grid_def, default_query_def, rule_number};
use common::random_maps::Random;
use common::walls::*;
use gridstar::ffi::GridstarStatus::*;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};

/// Which spawns a walker can walk from to a goal. Spawns and goals must be walkable.
fn reaching(map: &WalledMap, walker: Walker, spawns: &[Cell], goals: &[Cell]) -> Vec<bool> {
    let reaches = |&spawn: &Cell| {
        let costs = map.costs(&[spawn], walker, (1, 1), false, |_, _| 1);
        let is_reached = |&goal: &Cell| map.is_walkable(goal, walker.size) && costs[map.index(goal)].is_some();
        map.is_walkable(spawn, walker.size) && goals.iter().any(is_reached)
    };
    spawns.iter().map(reaches).collect()
}

/// Calls gridstar_grid_try_place: its status, and a byte for each spawn.
fn try_place(
    grid: &TestGrid,
    (rect, cell_type): (Rect, u32),
    [spawns, goals]: [&[Cell]; 2],
    def: &GridstarQueryDef,
) -> (GridstarStatus, Vec<u8>) {
    let Rect { x, y, width, height } = rect;
    let placement =
        GridstarPlacement { struct_size: size_of::<GridstarPlacement>() as u32, x, y, width, height, cell_type };
    let mut cut_off = vec![7; spawns.len()];
    let (spawn_count, goal_count) = (spawns.len() as u32, goals.len() as u32);
    // SAFETY: pointers of references, and of slices and a vector with their lengths.
    let status = unsafe {
        let (spawns, goals) = (spawns.as_ptr(), goals.as_ptr());
        gridstar_grid_try_place(
            grid.id(),
            &placement,
            spawns,
            spawn_count,
            goals,
            goal_count,
            def,
            cut_off.as_mut_ptr(),
        )
    };
    (status, cut_off)
}

#[test]
fn a_building_cuts_off_whoever_loses_the_last_way_between_walls() {
    let (mut cut, mut kept) = (0, 0);
    for seed in super::seeds(120) {
        let random = &mut Random::new(seed ^ 0xb1d);
        let layout = if random.below(4) == 0 { HEXAGONS[random.below(4) as usize] } else { GridstarLayout::Square };
        let mut map = random_map(random, layout);
        let grid = map.build(&default_grid_def(1, 1));
        let is_hexagonal = map.layout != 0;
        for round in 0..4 {
            let size = if is_hexagonal { [1, 3][random.below(2) as usize] } else { 1 + random.below(3) as i32 };
            let walker = Walker { rule: RULES[random.below(4) as usize], size };
            let def = GridstarQueryDef {
                diagonal_rule: if is_hexagonal { 0 } else { rule_number(walker.rule) },
                agent_size: size as u32,
                ..default_query_def()
            };
            let mut cell = || Cell::new(random.below(map.width as u32) as i32, random.below(map.height as u32) as i32);
            let (corner, spawns, goals) = (cell(), [(); 8].map(|()| cell()), [cell(), cell()]);
            let mut side = |from: i32, all: i32| 1 + random.below((all - from).min(4) as u32);
            let (width, height) = (side(corner.x, map.width), side(corner.y, map.height));
            let rect = Rect { x: corner.x, y: corner.y, width, height };
            // Some clear what stands there.
            let cell_type = u32::from(random.below(8) != 0);
            let before = reaching(&map, walker, &spawns, &goals);
            let mut built = map.clone();
            for (x, y) in (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| (x, y))) {
                let index = map.index(Cell::new(corner.x + x, corner.y + y));
                built.types[index] = cell_type as u8;
            }
            let after = reaching(&built, walker, &spawns, &goals);
            let expected: Vec<u8> = before.iter().zip(&after).map(|(&now, &then)| u8::from(now && !then)).collect();
            let (status, found) = try_place(&grid, (rect, cell_type), [&spawns, &goals], &def);
            let about = format!(
                "seed {seed}, round {round}, {walker:?}, type {cell_type} in {rect:?}, {spawns:?} to {goals:?}\n{map}"
            );
            assert_eq!(found, expected, "{about}");
            assert_eq!(status, if expected.contains(&1) { NoPath } else { Ok }, "{about}");
            cut += expected.iter().filter(|&&byte| byte == 1).count();
            kept += after.iter().filter(|&&reaches| reaches).count();
            edit(&grid, &mut map, random);
        }
    }
    if super::seeds(2).count() > 1 {
        assert!(cut > 50 && kept > 100, "{cut} cut off, {kept} not");
    }
}
