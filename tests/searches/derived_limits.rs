//! Bounds of the data that a grid derives: the size of the grid, a limit of expansions, and bytes a cell.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{TestGrid, default_grid_def, default_query_def};
use common::cell_map::CellMap;
use common::cover::TestCover;
use common::floors::{TestFloors, link_def};
use common::prepared_grids::*;
use common::profile::TestProfile;
use common::random_maps::Random;
use common::stepper::TestStepper;
use common::work::{Batch, TestTicket, request};
use gridstar::ffi::*;
use gridstar::floors::FloorCell;
use gridstar::grid::{Cell, Rect};
use gridstar::movement::DiagonalRule;

fn checkerboard(side: u32) -> CellMap {
    let mut map = CellMap::new(side, side);
    for cell in map.cells() {
        map.set_obstacle(cell, (cell.x + cell.y) % 2 == 1);
    }
    shut_in(&mut map);
    map
}

#[test]
fn a_grid_too_large_for_landmarks_says_so_and_goes_on_without() {
    let grid = TestGrid::new(8193, 8193);
    for in_background in [0, 1] {
        let status = gridstar_grid_prepare(grid.id(), GridstarEngine::Landmarks as u32, in_background);
        assert_eq!(status, GridstarStatus::TooLargeForLandmarks);
    }
    let info = grid.info().unwrap();
    assert_eq!((info.engine, info.prepared, info.landmark_bytes), (GridstarEngine::Auto as u32, NONE, 0));
    let def = GridstarGridDef { engine: GridstarEngine::Landmarks as u32, ..default_grid_def(8193, 8193) };
    assert_eq!(TestGrid::with_def(&def).err(), Some(GridstarStatus::TooLargeForLandmarks));
    // The largest grid for landmarks. They are measured when a search needs them.
    let largest = TestGrid::with_def(&GridstarGridDef { width: 8192, height: 8192, ..def }).unwrap();
    assert_eq!(largest.info().unwrap().engine, GridstarEngine::Landmarks as u32);
}

/// Largest memory of a grid, in bytes for each cell.
const WITHOUT_LANDMARKS: f64 = 6.0;
const WITH_LANDMARKS: f64 = 24.0;

fn bytes_per_cell(grid: &TestGrid, map: &CellMap) -> f64 {
    grid.info().unwrap().bytes as f64 / (f64::from(map.width()) * f64::from(map.height()))
}

/// With everything that one rule needs, after failed searches and edits.
#[test]
fn a_grid_holds_at_most_6_bytes_a_cell_without_landmarks_and_24_with() {
    let mut open = CellMap::new(512, 512);
    shut_in(&mut open);
    let maps = [
        ("open", open),
        ("scattered, 10 %", scattered(512, 10)),
        ("scattered, 40 %", scattered(512, 40)),
        ("a checkerboard", checkerboard(512)),
        ("rooms and trees", game_like(512)),
    ];
    let mut table = String::new();
    for (name, map) in &maps {
        for rule in [DiagonalRule::Always, DiagonalRule::BothFree] {
            let grid = grid_by_rule(map, GridstarEngine::Landmarks, rule);
            let limits = [
                (GridstarEngine::Auto, WITHOUT_LANDMARKS),
                (GridstarEngine::Landmarks, WITH_LANDMARKS),
                (GridstarEngine::Auto, WITHOUT_LANDMARKS),
            ];
            let mut random = Random::new(5);
            for (engine, limit) in limits {
                prepare(&grid, engine);
                assert_eq!(grid.find_path(cell(0, 0), SHUT_IN, None).status, GridstarStatus::NoPath);
                let fresh = bytes_per_cell(&grid, map);
                for number in 0..500 {
                    let at = random.cell(map);
                    let now = grid.get_cell(at).unwrap();
                    if (at.x - SHUT_IN.x).abs() > 1 || (at.y - SHUT_IN.y).abs() > 1 {
                        assert_eq!(grid.set_cell(at, 1 - now), GridstarStatus::Ok);
                    }
                    if number % 125 == 0 {
                        grid.find_path(cell(0, 0), SHUT_IN, None);
                    }
                }
                let edited = bytes_per_cell(&grid, map);
                table += &format!("{name}, {rule:?}, {engine:?}: {fresh:.2} bytes a cell, {edited:.2} after edits\n");
                assert!(fresh <= limit && edited <= limit, "more than {limit} bytes for each cell:\n{table}");
            }
        }
    }
    println!("{table}");
}

#[test]
fn each_rule_in_use_takes_as_many_bytes_a_cell_as_documented() {
    let map = game_like(512);
    let grid = grid_with(&map, GridstarEngine::Auto);
    let goal = map.cells().filter(|&cell| map.is_walkable(cell)).nth(999).unwrap();
    let mut before = bytes_per_cell(&grid, &map);
    for rule in 1..=4 {
        let def = GridstarQueryDef { diagonal_rule: rule, ..default_query_def() };
        assert_eq!(grid.find_path(cell(0, 0), goal, Some(&def)).engine, GridstarEngine::JumpPoints as u32);
        let now = bytes_per_cell(&grid, &map);
        let documented = match rule {
            rule if rule == GridstarDiagonalRule::BothFree as u32 => 2.0,
            rule if rule == GridstarDiagonalRule::Never as u32 => 1.0,
            _ => 2.5,
        };
        let added = now - before;
        assert!(
            (added - documented).abs() < 0.01,
            "rule {rule}: {added} more bytes for each cell instead of {documented}"
        );
        before = now;
    }
}

/// The least limit with which a search derives what it lacks, as documented.
fn least_limit(width: u32, height: u32) -> u32 {
    let (long, short) = (u32::max(width, height), u32::min(width, height));
    u32::max(256, long * short.div_ceil(64) / 8)
}

/// One rule for everything that a search derives, on small maps and large ones, with every engine.
#[test]
fn a_limit_of_expansions_lets_a_search_derive_everything_or_nothing() {
    let limited = |max_expansions: u32| GridstarQueryDef { max_expansions, ..default_query_def() };
    for side in [96, 300, 520] {
        let (start, far) = (cell(0, 0), cell(side as i32 - 1, 0));
        let map = scattered(side, 10);
        let grid = grid_with(&map, GridstarEngine::Landmarks);
        let answer = grid.find_path(SHUT_IN, start, Some(&limited(1)));
        assert_eq!(answer.status, GridstarStatus::NoPath, "the search must find that no step leads out");
        let least = least_limit(side, side);
        for max_expansions in [1, least - 1] {
            let answer = grid.find_path(start, SHUT_IN, Some(&limited(max_expansions)));
            assert_eq!((answer.status, answer.expansions), (GridstarStatus::LimitReached, max_expansions));
            assert_eq!(answer.engine, GridstarEngine::AStar as u32, "side {side}, limit {max_expansions}");
            assert_eq!(prepared(&grid), NONE, "side {side}, limit {max_expansions}");
        }
        assert_eq!(grid.find_path(start, SHUT_IN, Some(&limited(least))).status, GridstarStatus::NoPath);
        assert_eq!(prepared(&grid), JUMP_POINTS | COMPONENTS | LANDMARKS, "side {side}");
        let (within, without) =
            (grid.find_path(start, far, Some(&limited(side * side))), grid.find_path(start, far, None));
        assert_eq!((within.status, within.engine), (GridstarStatus::Ok, GridstarEngine::Landmarks as u32));
        assert_eq!(within, without, "a limit that is not reached changes nothing");
        // What has been derived decides nothing.
        assert_eq!(grid.find_path(start, far, Some(&limited(100))).engine, GridstarEngine::AStar as u32);
    }
}

/// A limit allows for each floor what it allows for its grid.
#[test]
fn a_limit_of_expansions_means_on_floors_what_it_means_on_a_grid() {
    let map = scattered(300, 10);
    let grids = [grid_with(&map, GridstarEngine::Auto), grid_with(&map, GridstarEngine::Auto)];
    for count in [1, 2] {
        let floors = TestFloors::new(&grids[..count as usize]);
        let at = |cell| FloorCell { floor: count - 1, cell };
        let least = least_limit(300, 300);
        if count == 2 {
            let ends = (FloorCell { floor: 0, cell: cell(0, 0) }, FloorCell { floor: 1, cell: cell(0, 0) });
            floors.add_link(&link_def(ends.0, ends.1, 1.0)).unwrap();
        }
        for (max_expansions, status) in [
            (least / 2, GridstarStatus::LimitReached),
            (least - 1, GridstarStatus::LimitReached),
            (least, GridstarStatus::NoPath),
        ] {
            let def = GridstarQueryDef { max_expansions, ..default_query_def() };
            let answer = floors.find_path(at(cell(0, 0)), at(SHUT_IN), Some(&def));
            assert_eq!(answer.status, status, "{count} floors, limit {max_expansions}");
        }
    }
}

/// Weighted jump points are searched within a limit as without one, whether the engine asks for them or the game has
/// prepared them.
#[test]
fn weighted_jump_points_answer_within_a_limit_too() {
    let profile = TestProfile::new();
    profile.set_costs(2, &[3.0, 5.5]);
    let free = GridstarQueryDef { profile: profile.id(), ..default_query_def() };
    let limited = GridstarQueryDef { max_expansions: 96 * 96, ..free };
    for engine in [GridstarEngine::Auto, GridstarEngine::JumpPoints, GridstarEngine::Landmarks] {
        let grid = grid_with(&scattered(96, 10), engine);
        grid.fill_rect(Rect { x: 10, y: 10, width: 40, height: 30 }, 2);
        // SAFETY: the pointer of a reference.
        assert_eq!(unsafe { gridstar_grid_prepare_query(grid.id(), &free) }, GridstarStatus::Ok);
        let [within, without] = [limited, free].map(|def| grid.find_path(cell(0, 0), cell(95, 60), Some(&def)));
        assert_eq!(within, without, "{engine:?}");
        let expected = if engine == GridstarEngine::Landmarks { engine } else { GridstarEngine::JumpPoints };
        assert_eq!((within.status, within.engine), (GridstarStatus::Ok, expected as u32), "{engine:?}");
    }
}

/// Profiles, sizes, penalties and covers, each asked in every way, on a map whose limits allow no components.
#[test]
fn a_small_limit_derives_nothing_for_any_agent() {
    let (side, hexagons) = (520, GridstarLayout::HexOddRows as u32);
    let square = default_grid_def(1, 1).layout;
    let engines = [GridstarEngine::Auto, GridstarEngine::AStar, GridstarEngine::JumpPoints, GridstarEngine::Landmarks];
    let cases = engines.map(|engine| (engine, square)).into_iter();
    for (engine, layout) in cases.chain([(GridstarEngine::Auto, hexagons), (GridstarEngine::AStar, hexagons)]) {
        for with_penalties in [false, true] {
            let def = GridstarGridDef { engine: engine as u32, layout, ..default_grid_def(side, side) };
            let grid = TestGrid::with_def(&def).unwrap();
            assert_eq!(grid.set_cells(&scattered(side, 10).cell_types()), GridstarStatus::Ok);
            let cover = TestCover::new(&grid);
            cover.set_rects(&[Rect { x: 40, y: 0, width: 3, height: 200 }]);
            if with_penalties {
                grid.fill_penalties(Rect { x: 0, y: 0, width: 300, height: 300 }, 40);
            }
            let (weights, blocks) = (TestProfile::new(), TestProfile::new());
            weights.set_costs(2, &[3.0, 5.5]);
            blocks.set_costs(2, &[0.0, 1.0]);
            // Some cells of the types, and a first look, which brings the edits of cells in.
            grid.fill_rect(Rect { x: 0, y: 0, width: 20, height: 20 }, 2);
            grid.find_path(cell(25, 25), cell(26, 25), Some(&ignoring_penalties(1)));
            let before = grid.info().unwrap();
            for (profile, agent_size) in
                [(0, 0), (0, 2), (0, 3), (0, 4), (weights.id(), 0), (weights.id(), 3), (blocks.id(), 0)]
            {
                if layout == hexagons && ![0, 3].contains(&agent_size) {
                    continue;
                }
                for (max_expansions, without_cover) in [(1, 0), (100, 0), (100, cover.id())] {
                    let def =
                        GridstarQueryDef { profile, agent_size, without_cover, max_expansions, ..default_query_def() };
                    ask_in_all_ways(&grid, &def);
                    let after = grid.info().unwrap();
                    let case = format!("{engine:?}, layout {layout}, penalties: {with_penalties}, {def:?}");
                    assert_eq!((after.layer_count, after.prepared), (0, before.prepared), "{case}");
                    assert!(after.bytes <= before.bytes + 4096, "{} bytes after {}, {case}", after.bytes, before.bytes);
                }
            }
        }
    }
}

fn ignoring_penalties(max_expansions: u32) -> GridstarQueryDef {
    GridstarQueryDef { max_expansions, flags: GRIDSTAR_QUERY_IGNORE_PENALTIES, ..default_query_def() }
}

/// Asks by calls in each form and with each flag, a trace, a batch, a ticket, a stepper, and on floors.
fn ask_in_all_ways(grid: &TestGrid, def: &GridstarQueryDef) {
    let (start, goal) = (cell(38, 38), cell(48, 45));
    for flags in 0..8 {
        for goal in [goal, cell(515, 500), cell(38, 38)] {
            let def = GridstarQueryDef { flags, path_form: flags % 3, ..*def };
            grid.find_path(start, goal, Some(&def));
            grid.find_path(start, goal, Some(&GridstarQueryDef { max_cost: 12.0, ..def }));
            grid.trace_path(start, goal, Some(&def));
        }
    }
    let batch = Batch { defs: vec![*def], ..Batch::of([request(start, goal), request(goal, start)]) };
    assert_eq!(grid.find_paths(&batch).status, GridstarStatus::Ok);
    let ticket = TestTicket::submit(grid, &batch).unwrap();
    ticket.wait();
    assert_eq!(ticket.take().status, GridstarStatus::Ok);
    TestStepper::begin(grid, start, goal, Some(def)).unwrap().finish();
    if def.without_cover == 0 {
        let floors = TestFloors::new([grid, grid]);
        let at = |floor, cell: Cell| FloorCell { floor, cell };
        floors.add_link(&link_def(at(0, goal), at(1, start), 1.0)).unwrap();
        floors.find_path(at(0, start), at(1, goal), Some(def));
    }
}

/// A small grid that was edited and searched, by each rule: the longer side is not rounded up to 64 cells.
#[test]
fn a_small_grid_takes_little_memory() {
    let mut table = String::new();
    let mut is_small = true;
    for (width, height, most) in [(4, 4, 2400), (16, 16, 3264), (16, 4, 2880), (1, 1, 1728), (5, 20, 3264)] {
        for rule in [DiagonalRule::Always, DiagonalRule::AtMostOneBlocked, DiagonalRule::BothFree, DiagonalRule::Never]
        {
            let grid = grid_by_rule(&CellMap::new(width, height), GridstarEngine::Auto, rule);
            let fresh = grid.info().unwrap().bytes;
            let (right, top) = (width as i32 - 1, height as i32 - 1);
            assert_eq!(grid.set_cell(cell(width as i32 / 2, 0), 1), GridstarStatus::Ok);
            grid.find_path(cell(0, 0), cell(right, top), None);
            let searched = grid.info().unwrap().bytes;
            is_small &= searched <= most;
            table += &format!("{width} x {height}, {rule:?}: {fresh} bytes, {searched} after an edit and a search\n");
        }
    }
    println!("{table}");
    assert!(is_small, "{table}");
}

/// The least limit of expansions with which an unreachable goal is told, on grids of all proportions: as documented.
#[test]
fn components_are_derived_from_the_documented_limit_on() {
    let shapes = [(1, 16384), (16384, 1), (1, 2048), (2, 3000), (64, 4000), (65, 4000), (3000, 100), (96, 96), (9, 1)];
    for (width, height) in shapes {
        let least = least_limit(width, height);
        let limited = |max_expansions: u32| GridstarQueryDef { max_expansions, ..default_query_def() };
        let mut map = CellMap::new(width, height);
        // The last cell is shut in.
        let (right, top) = (width as i32 - 1, height as i32 - 1);
        for wall in [cell(right - 1, top), cell(right, top - 1), cell(right - 1, top - 1)] {
            if map.contains(wall) {
                map.set_obstacle(wall, true);
            }
        }
        for (max_expansions, parts) in [(least - 1, NONE), (least, COMPONENTS)] {
            let grid = grid_with(&map, GridstarEngine::AStar);
            let answer = grid.find_path(cell(0, 0), cell(right, top), Some(&limited(max_expansions))).status;
            let case = format!("{width} x {height} by {max_expansions}: {answer:?}");
            // A search that closes all cells needs no components to know.
            let knows = parts == COMPONENTS || width * height < least;
            assert_eq!(answer, if knows { GridstarStatus::NoPath } else { GridstarStatus::LimitReached }, "{case}");
            assert_eq!(prepared(&grid) & COMPONENTS, parts, "{case}");
        }
    }
}
