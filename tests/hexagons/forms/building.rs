//! Buildings that would cut cells off, combined fields, and penalties from a field, over hexagons.

use super::{cases, def_of, is_near, random_agent};
use common::abi::default_query_def;
use common::field::TestField;
use common::hexagons::{HexAgent, HexMap};
use common::random_maps::Random;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};

#[test]
fn a_building_cuts_off_the_cells_from_which_no_goal_is_in_reach_any_more() {
    let (mut cutting, mut harmless) = (0, 0);
    for (layout, seed) in cases(64) {
        let (mut map, mut random) = (HexMap::random(layout, seed), Random::new(seed));
        let agent = HexAgent { size: [1, 1, 3][random.below(3) as usize], ..HexAgent::default() };
        let (grid, def) = (map.grid(), def_of(&agent, None));
        let corner = map.random_cell(&mut random);
        let mut side = |from: i32, end: i32| random.between(1, (end - from).min(9) as u32);
        let (width, height) = (side(corner.x, map.width), side(corner.y, map.height));
        let [spawns, goals] = [6, 2].map(|most| (0..most).map(|_| map.standing_cell(&mut random, &agent)).collect());
        let [spawns, goals]: [Vec<Cell>; 2] = [spawns, goals];
        let mut cut_off = [7_u8; 6];
        let (spawn_count, goal_count) = (spawns.len() as u32, goals.len() as u32);
        let (spawn_cells, goal_cells, out) = (spawns.as_ptr(), goals.as_ptr(), cut_off.as_mut_ptr());
        let placement = common::abi::placement(Rect { x: corner.x, y: corner.y, width, height }, 1);
        // SAFETY: pointers and lengths of vectors and arrays; the others come from references.
        let status = unsafe {
            gridstar_grid_try_place(grid.id(), &placement, spawn_cells, spawn_count, goal_cells, goal_count, &def, out)
        };
        let reaching = |map: &HexMap| {
            let reaches = |&spawn: &Cell| {
                let costs = map.costs_from(&agent, spawn);
                let mut standing = goals.iter().filter(|&&goal| map.stands(&agent, goal));
                map.stands(&agent, spawn) && standing.any(|&goal| costs[map.index(goal)].is_finite())
            };
            spawns.iter().map(reaches).collect::<Vec<bool>>()
        };
        let before = reaching(&map);
        let open = map.clone();
        for (x, y) in (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| (x, y))) {
            let index = map.index(Cell::new(corner.x + x, corner.y + y));
            map.types[index] = 1;
        }
        let after = reaching(&map);
        let expected: Vec<u8> = before.iter().zip(&after).map(|(&before, &after)| (before && !after).into()).collect();
        let does_cut = expected.contains(&1);
        assert_eq!(status, if does_cut { GridstarStatus::NoPath } else { GridstarStatus::Ok });
        let context = format!("seed {seed}, {spawns:?} to {goals:?}, {width} x {height} at {corner:?}\n{open}");
        assert_eq!(cut_off.as_slice(), expected, "{context}");
        assert_eq!(grid.get_cells().unwrap(), open.types, "a question is no edit, {context}");
        (cutting, harmless) = (cutting + u32::from(does_cut), harmless + u32::from(!does_cut));
    }
    assert!(cutting > 40 && harmless > 40, "{cutting} cut something off, {harmless} nothing");
}

#[test]
fn flight_from_a_field_over_hexagons_leads_where_the_plain_sum_is_least() {
    let mut compared = 0;
    for (layout, seed) in cases(24) {
        let (mut map, mut random) = (HexMap::random(layout, seed), Random::new(seed));
        map.add_terrain(&mut random, seed % 2 == 0);
        let (agent, profile) = random_agent(&mut random);
        if agent.entered {
            // Costs differ by direction: the plain sum below walks both ways.
            continue;
        }
        let (grid, def) = (map.grid(), def_of(&agent, profile.as_ref()));
        let threat = map.standing_cell(&mut random, &agent);
        if !map.stands(&agent, threat) {
            continue;
        }
        let field = TestField::create(&grid, &[threat], 0, 0, Some(&def)).unwrap();
        let flight = TestField::combine(&grid, &[(&field, -2.0)], GridstarFieldOperation::Sum, 0, Some(&def)).unwrap();
        let stands: Vec<Cell> = map.cells().filter(|&cell| map.stands(&agent, cell)).collect();
        let far = map.costs_from(&agent, threat);
        let value = |cell: Cell| -2.0 * far[map.index(cell)];
        let in_reach = || stands.iter().copied().filter(|&cell| far[map.index(cell)].is_finite());
        let least = in_reach().map(value).fold(f64::INFINITY, f64::min);
        for cell in in_reach().take(12) {
            let own = map.costs_from(&agent, cell);
            let expected = in_reach().map(|to| value(to) - least + own[map.index(to)]).fold(f64::INFINITY, f64::min);
            let step = flight.steps(&[cell]).unwrap()[0];
            let context = format!("seed {seed}, {cell:?} flees {threat:?}: {step:?}, not {expected}, {agent:?}\n{map}");
            assert!(is_near(step.cost, expected) || (step.cost - expected).abs() < 1e-9, "{context}");
            compared += 1;
        }
    }
    assert!(compared > 300, "{compared} compared");
}

#[test]
fn penalties_from_a_field_over_hexagons_grow_with_its_costs() {
    for (layout, seed) in cases(8) {
        let (map, mut random, agent) = (HexMap::random(layout, seed), Random::new(seed), HexAgent::default());
        let (grid, start) = (map.grid(), map.standing_cell(&mut random, &agent));
        let field = TestField::create(&grid, &[start], GRIDSTAR_FIELD_FROM_STARTS, 0, None).unwrap();
        assert_eq!(field.write_penalties((2.0, 40), (10.0, 0)), GridstarStatus::Ok);
        let mut penalized = map.clone();
        let all = Rect { x: 0, y: 0, width: map.width as u32, height: map.height as u32 };
        for (index, cost) in map.costs_from(&agent, start).into_iter().enumerate() {
            let share = ((cost - 2.0) / 8.0).clamp(0.0, 1.0);
            penalized.penalties[index] = (40.0 * (1.0 - share)).round() as u8;
        }
        let (mut found, mut count) = (vec![0; map.types.len()], 0);
        let (out, capacity) = (found.as_mut_ptr(), found.len() as u32);
        // SAFETY: the pointer and length of a vector, and a pointer from a reference.
        let status = unsafe {
            gridstar_grid_get_cells(
                grid.id(),
                GridstarCellPlane::Penalties as u32,
                &GridstarRect { x: 0, y: 0, width: all.width, height: all.height },
                out,
                capacity,
                &mut count,
            )
        };
        assert_eq!(status, GridstarStatus::Ok);
        assert_eq!(found, penalized.penalties, "seed {seed} from {start:?}\n{map}");
        let goal = map.standing_cell(&mut random, &agent);
        let expected = penalized.costs_from(&agent, start)[map.index(goal)];
        let answer = grid.find_path(start, goal, Some(&default_query_def()));
        assert!(answer.status != GridstarStatus::Ok || is_near(answer.cost, expected), "seed {seed}: {answer:?}");
    }
}
