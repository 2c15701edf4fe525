//! Saved grids: a loaded grid answers as the saved one did, and bytes that were not saved so are refused. The tests
//! take turns, because one counts the living grids.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

mod changes;
mod floors;
mod format;
mod profiles;
mod refused;

use common::abi::{TestGrid, default_grid_def, rule_number, turn};
use common::engine_grids::{COSTS, ENGINES, RULES};
use common::hexagons::LAYOUTS;
use common::random_maps::{Random, random_map};
use gridstar::ffi::*;
use gridstar::grid::Cell;

/// A long map, on which landmarks have distances of more than 8 bits a step.
pub(crate) fn long_types(random: &mut Random, width: u32, height: u32) -> Vec<u8> {
    let density = random.below(12);
    let mut types = vec![0; (width * height) as usize];
    for (i, cell) in types.iter_mut().enumerate() {
        let (x, y) = (i as u32 % width, i as u32 / width);
        // Walls with a gap at one end and at the other make ways long.
        let gap = if x / 8 % 2 == 0 { 0 } else { height - 1 };
        let is_inner = x % 8 < 6 && y > 0 && y + 1 < height;
        *cell = u8::from(is_inner && random.percent(density) || x % 8 == 7 && y != gap);
    }
    types
}

/// A grid with random settings and cells.
pub(crate) fn random_grid(seed: u64) -> (TestGrid, GridstarGridDef) {
    let mut random = Random::new(seed);
    let map = random_map(seed).map;
    let is_long = seed.is_multiple_of(3);
    let (width, height) = if is_long { (500, 9) } else { (map.width() as u32, map.height() as u32) };
    let (rule, costs) = (RULES[random.below(4) as usize], COSTS[random.below(4) as usize]);
    let is_hexagonal = random.percent(15);
    let mut def = GridstarGridDef {
        engine: if is_hexagonal { 1 } else { ENGINES[random.below(4) as usize] as u32 },
        diagonal_rule: if is_hexagonal { 0 } else { rule_number(rule) },
        layout: if is_hexagonal { LAYOUTS[random.below(4) as usize] as u32 } else { 0 },
        straight_cost: costs.0,
        diagonal_cost: costs.1,
        heuristic_weight: if random.percent(20) { 1.5 } else { 1.0 },
        max_expansions: random.below(2) * 1000,
        cell_size: 0.5,
        origin_x: -3.0,
        origin_z: random.below(9) as f32,
        plane: random.below(2),
        ..default_grid_def(width, height)
    };
    if random.percent(30) {
        (def.column_axis_x, def.column_axis_z, def.row_axis_x, def.row_axis_z) = (0.6, 0.2, -0.3, 0.7);
    }
    let grid = TestGrid::with_def(&def).unwrap();
    let mut types = if is_long { long_types(&mut random, width, height) } else { map.cell_types() };
    if random.percent(50) {
        types.iter_mut().for_each(|cell| *cell *= 1 + random.below(4) as u8);
    }
    assert_eq!(grid.set_cells(&types), GridstarStatus::Ok);
    if random.percent(30) {
        let penalties: Vec<u8> = (0..width * height).map(|i| (i % 7 * random.below(2)) as u8).collect();
        // SAFETY: the pointer and length of a vector.
        let status = unsafe {
            gridstar_grid_set_cells(
                grid.id(),
                GridstarCellPlane::Penalties as u32,
                &GridstarRect { x: 0, y: 0, width, height },
                penalties.as_ptr(),
                width * height,
            )
        };
        assert_eq!(status, GridstarStatus::Ok);
    }
    (grid, def)
}

pub(crate) fn penalties(grid: &TestGrid) -> Vec<u8> {
    let info = grid.info().unwrap();
    let mut penalties = vec![0; (info.width * info.height) as usize];
    let mut count = 0;
    // SAFETY: the pointer and length of a vector, and a pointer from a reference.
    let status = unsafe {
        let (out, capacity) = (penalties.as_mut_ptr(), penalties.len() as u32);
        gridstar_grid_get_cells(
            grid.id(),
            GridstarCellPlane::Penalties as u32,
            &GridstarRect { x: 0, y: 0, width: info.width, height: info.height },
            out,
            capacity,
            &mut count,
        )
    };
    assert_eq!(status, GridstarStatus::Ok);
    penalties
}

fn place(grid: &TestGrid) -> GridstarPlace {
    let mut place = GridstarPlace {
        struct_size: size_of::<GridstarPlace>() as u32,
        origin_x: 0.0,
        origin_y: 0.0,
        origin_z: 0.0,
        column_axis_x: 0.0,
        column_axis_y: 0.0,
        column_axis_z: 0.0,
        row_axis_x: 0.0,
        row_axis_y: 0.0,
        row_axis_z: 0.0,
    };
    // SAFETY: the pointer comes from a reference to a struct whose size is set.
    assert_eq!(unsafe { gridstar_grid_get_place(grid.id(), &mut place) }, GridstarStatus::Ok);
    place
}

/// The settings of a grid, without what its past and its memory tell.
fn settings(grid: &TestGrid) -> GridstarGridInfo {
    let info = grid.info().unwrap();
    GridstarGridInfo {
        revision: 0,
        bytes: 0,
        prepared: 0,
        landmark_changes: 0,
        landmark_bytes: 0,
        layer_bytes: 0,
        layer_count: 0,
        ..info
    }
}

#[test]
fn a_loaded_grid_answers_as_the_saved_one() {
    let _turn = turn();
    let (mut found, mut landmarks) = (0, 0);
    for seed in 0..240 {
        let (grid, def) = random_grid(seed);
        let flags = (seed % 2) as u32 * GRIDSTAR_SAVE_PREPARED;
        if flags != 0 {
            assert_eq!(gridstar_grid_prepare(grid.id(), def.engine, 0), GridstarStatus::Ok);
        }
        let bytes = grid.save(flags).unwrap();
        let loaded = TestGrid::load(&bytes).unwrap();
        assert_eq!(settings(&loaded), settings(&grid), "seed {seed}");
        assert_eq!(place(&loaded), place(&grid), "seed {seed}");
        assert_eq!(loaded.get_cells(), grid.get_cells(), "seed {seed}");
        assert_eq!(penalties(&loaded), penalties(&grid), "seed {seed}");
        let [info, saved] = [&loaded, &grid].map(|grid| grid.info().unwrap());
        assert_eq!(info.revision, 0);
        if flags != 0 {
            let parts = GRIDSTAR_PREPARED_JUMP_POINTS | GRIDSTAR_PREPARED_LANDMARKS;
            assert_eq!(info.prepared & parts, saved.prepared & parts, "seed {seed}, {def:?}");
            landmarks += u32::from(info.prepared & GRIDSTAR_PREPARED_LANDMARKS != 0);
        }
        let mut random = Random::new(seed);
        for query in 0..20 {
            let mut cell = || Cell::new(random.below(def.width) as i32, random.below(def.height) as i32);
            let (start, goal) = (cell(), cell());
            if query == 10 {
                // Edits leave both alike.
                for grid in [&grid, &loaded] {
                    assert_eq!(grid.set_cell(goal, 1), GridstarStatus::Ok);
                    assert_eq!(grid.set_cell(start, 0), GridstarStatus::Ok);
                }
            }
            let [one, other] = [&grid, &loaded].map(|grid| grid.trace_path(start, goal, None));
            let about = format!("seed {seed}, {start:?} to {goal:?}, {def:?}");
            assert_eq!((one.status, &one.path, one.cost), (other.status, &other.path, other.cost), "{about}");
            if flags != 0 {
                assert_eq!((one.expanded, one.engine), (other.expanded, other.engine), "{about}");
            }
            found += u32::from(one.status == GridstarStatus::Ok);
        }
        assert_eq!(gridstar_destroy(loaded.id()), GridstarStatus::Ok);
    }
    assert!(found > 1500 && landmarks > 20, "{found} paths, {landmarks} grids with landmarks");
}

#[test]
fn saving_again_gives_the_same_bytes() {
    let _turn = turn();
    for seed in 0..60 {
        let (grid, _) = random_grid(seed);
        let bytes = grid.save(GRIDSTAR_SAVE_PREPARED).unwrap();
        assert_eq!(TestGrid::load(&bytes).unwrap().save(GRIDSTAR_SAVE_PREPARED).unwrap(), bytes, "seed {seed}");
    }
}

/// Landmarks of a long map are read from the bytes, and are those that would be measured.
#[test]
fn landmarks_that_were_not_measured_or_are_stale_are_measured_for_the_bytes() {
    let _turn = turn();
    let mut random = Random::new(5);
    for rule in RULES {
        let def = GridstarGridDef { engine: 3, diagonal_rule: rule_number(rule), ..default_grid_def(600, 10) };
        let grid = TestGrid::with_def(&def).unwrap();
        assert_eq!(grid.set_cells(&long_types(&mut random, 600, 10)), GridstarStatus::Ok);
        let unmeasured = grid.save(GRIDSTAR_SAVE_PREPARED).unwrap();
        assert!(unmeasured.len() > 10_000, "{} bytes have no distances", unmeasured.len());
        assert_eq!(grid.info().unwrap().prepared & GRIDSTAR_PREPARED_LANDMARKS, 0);
        assert_eq!(gridstar_grid_prepare(grid.id(), 3, 0), GridstarStatus::Ok);
        assert_eq!(grid.save(GRIDSTAR_SAVE_PREPARED).unwrap(), unmeasured);
        for x in [5, 77, 300] {
            grid.set_cell(Cell::new(x, 4), u32::from(grid.get_cell(Cell::new(x, 4)) == Ok(0)));
        }
        let loaded = TestGrid::load(&grid.save(GRIDSTAR_SAVE_PREPARED).unwrap()).unwrap();
        let bytes = loaded.save(GRIDSTAR_SAVE_PREPARED).unwrap();
        assert_eq!(gridstar_grid_prepare(grid.id(), 3, 0), GridstarStatus::Ok);
        assert_eq!(grid.save(GRIDSTAR_SAVE_PREPARED).unwrap(), bytes);
        assert_eq!(loaded.info().unwrap().landmark_changes, 0);
    }
}

#[test]
fn covers_are_not_saved() {
    let _turn = turn();
    let def = GridstarGridDef { engine: 3, ..default_grid_def(600, 10) };
    let grid = TestGrid::with_def(&def).unwrap();
    assert_eq!(grid.set_cells(&long_types(&mut Random::new(1), 600, 10)), GridstarStatus::Ok);
    let without = grid.save(GRIDSTAR_SAVE_PREPARED).unwrap();
    let cover = common::cover::TestCover::new(&grid);
    let rect = gridstar::grid::Rect { x: 100, y: 0, width: 2, height: 10 };
    assert_eq!(cover.set_rects(&[rect]), GridstarStatus::Ok);
    assert_eq!(grid.save(GRIDSTAR_SAVE_PREPARED).unwrap(), without);
}
