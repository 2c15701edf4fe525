//! Promises of the C ABI that `abi_table` does not check: messages, struct sizes, ids, settings, and the outputs of
//! answers that are no errors.

#![allow(clippy::expect_used, clippy::unwrap_used, reason = "a test fails by panicking")]

use common::abi::{TestGrid, default_grid_def, default_query_def, empty_result, rule_number};
use common::cell_map::CellMap;
use common::header::Header;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use gridstar::movement::DiagonalRule;
use std::collections::BTreeSet;
use std::ffi::CStr;
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};

fn message(status: i32) -> &'static str {
    // SAFETY: the text is never null, zero-terminated and valid forever.
    unsafe { CStr::from_ptr(gridstar_status_message(status)) }.to_str().expect("messages are ASCII")
}

#[test]
fn every_status_of_the_header_has_a_sentence_of_its_own() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/include/gridstar.h");
    let header = Header::parse(&std::fs::read_to_string(path).unwrap());
    let statuses = header.enums.iter().find(|one| one.name == "GridstarStatus").expect("the header has statuses");
    let mut sentences = BTreeSet::from([message(i32::MAX)]);
    for (name, number) in &statuses.values {
        let sentence = message(*number as i32);
        assert!(sentence.is_ascii() && sentence.ends_with('.') && sentence.len() > 4, "{name}: {sentence:?}");
        assert!(sentences.insert(sentence), "{name} has the message of another status: {sentence:?}");
    }
    assert!(statuses.values.len() >= 36);
}

#[test]
fn unknown_statuses_have_a_sentence_too() {
    for number in [100, -9, -100, 1000, -1000, i32::MAX, i32::MIN] {
        assert_eq!(message(number), message(i32::MAX));
        assert!(message(number).contains("does not know"));
    }
}

#[test]
fn the_library_names_its_versions() {
    // SAFETY: the text is never null, zero-terminated and valid forever.
    let version = unsafe { CStr::from_ptr(gridstar_version()) }.to_str().unwrap();
    assert_eq!(version, env!("CARGO_PKG_VERSION"));
    assert_eq!(gridstar_abi_version(), GRIDSTAR_ABI_VERSION);
}

#[test]
fn a_second_destroy_is_harmless_and_reading_after_the_first_is_refused() {
    let (grid, other) = (TestGrid::new(4, 4), TestGrid::new(4, 4));
    assert_eq!(gridstar_is_valid(grid.id(), GridstarKind::Grid as u32), GridstarStatus::Ok);
    assert_eq!(gridstar_destroy(grid.id()), GridstarStatus::Ok);
    for _ in 0..3 {
        assert_eq!(gridstar_destroy(grid.id()), GridstarStatus::InvalidId);
    }
    assert_eq!(gridstar_is_valid(grid.id(), GridstarKind::Grid as u32), GridstarStatus::InvalidId);
    assert_eq!(grid.info().err(), Some(GridstarStatus::InvalidId));
    assert_eq!(grid.get_cells(), Err(GridstarStatus::InvalidId));
    assert_eq!(grid.set_cell(Cell::new(0, 0), 1), GridstarStatus::InvalidId);
    assert_eq!(grid.find_path(Cell::new(0, 0), Cell::new(3, 3), None).status, GridstarStatus::InvalidId);
    // The new grid reuses the slot of the destroyed grid; the old id does not name the new grid.
    let next = TestGrid::new(4, 4);
    assert_eq!(gridstar_destroy(grid.id()), GridstarStatus::InvalidId);
    assert_eq!(
        (
            gridstar_is_valid(next.id(), GridstarKind::Grid as u32),
            gridstar_is_valid(other.id(), GridstarKind::Grid as u32)
        ),
        (GridstarStatus::Ok, GridstarStatus::Ok)
    );
}

#[test]
fn ids_are_never_used_twice() {
    let mut ids = BTreeSet::new();
    let kept: Vec<TestGrid> = (0..50).map(|_| TestGrid::new(2, 2)).collect();
    ids.extend(kept.iter().map(TestGrid::id));
    for _ in 0..5000 {
        let id = TestGrid::new(2, 2).id();
        assert!(id != 0 && ids.insert(id), "{id:#x} was returned before");
    }
}

#[test]
fn defaults_are_written_within_their_size_and_no_further() {
    const WORDS: usize = 16;
    const PATTERN: u64 = 0xa5a5_a5a5_a5a5_a5a5;
    let mut place = [PATTERN; WORDS];
    let grid_size = size_of::<GridstarGridDef>();
    // SAFETY: the place is larger than both structs and aligned to 8 bytes.
    let statuses = unsafe {
        let status = gridstar_grid_def_default(place.as_mut_ptr().cast(), grid_size as u32);
        assert_eq!(place[grid_size / 8..], [PATTERN; WORDS][grid_size / 8..], "written behind the def");
        place = [PATTERN; WORDS];
        (status, gridstar_query_def_default(place.as_mut_ptr().cast(), size_of::<GridstarQueryDef>() as u32))
    };
    assert_eq!(statuses, (GridstarStatus::Ok, GridstarStatus::Ok));
    let query_size = size_of::<GridstarQueryDef>();
    assert_eq!(place[query_size / 8..], [PATTERN; WORDS][query_size / 8..], "written behind the def");
}

#[test]
fn defaults_are_those_that_the_header_names() {
    let expected = GridstarGridDef {
        struct_size: 104,
        width: 3,
        height: 2,
        plane: GridstarPlane::Xz as u32,
        cell_size: 1.0,
        origin_x: 0.0,
        origin_y: 0.0,
        origin_z: 0.0,
        straight_cost: 1.0,
        diagonal_cost: 1.4,
        diagonal_rule: GridstarDiagonalRule::Default as u32,
        max_expansions: 0,
        engine: 0,
        layout: GridstarLayout::Square as u32,
        order: GridstarOrder::AStar as u32,
        heuristic: GridstarHeuristic::Octile as u32,
        heuristic_weight: 1.0,
        column_axis_x: 0.0,
        column_axis_y: 0.0,
        column_axis_z: 0.0,
        row_axis_x: 0.0,
        row_axis_y: 0.0,
        row_axis_z: 0.0,
    };
    assert_eq!(default_grid_def(3, 2), expected);
    let zeros = GridstarQueryDef {
        struct_size: 88,
        diagonal_rule: 0,
        straight_cost: 0.0,
        diagonal_cost: 0.0,
        heuristic: 0,
        max_expansions: 0,
        order: 0,
        reserved: 0,
        heuristic_weight: 0.0,
        profile: 0,
        agent_size: 0,
        flags: 0,
        max_cost: 0.0,
        path_form: 0,
        max_cells: 0,
        without_cover: 0,
    };
    assert_eq!(default_query_def(), zeros);
}

#[test]
fn info_tells_what_a_grid_was_created_with() {
    let def = GridstarGridDef {
        plane: GridstarPlane::Xy as u32,
        cell_size: 0.25,
        origin_x: -1.5,
        origin_y: 2.5,
        origin_z: 1e6,
        straight_cost: 10.0,
        diagonal_cost: 14.0,
        diagonal_rule: GridstarDiagonalRule::BothFree as u32,
        max_expansions: 77,
        order: GridstarOrder::Dijkstra as u32,
        heuristic: GridstarHeuristic::Zero as u32,
        heuristic_weight: 0.75,
        ..default_grid_def(31, 17)
    };
    let info = TestGrid::with_def(&def).unwrap().info().unwrap();
    let told = GridstarGridDef {
        struct_size: def.struct_size,
        width: info.width,
        height: info.height,
        plane: info.plane,
        cell_size: info.cell_size,
        origin_x: info.origin_x,
        origin_y: info.origin_y,
        origin_z: info.origin_z,
        straight_cost: info.straight_cost,
        diagonal_cost: info.diagonal_cost,
        diagonal_rule: info.diagonal_rule,
        max_expansions: info.max_expansions,
        engine: info.engine,
        layout: info.layout,
        order: info.order,
        heuristic: info.heuristic,
        heuristic_weight: info.heuristic_weight,
        ..def
    };
    assert_eq!(told, def);
    assert_eq!((info.struct_size as usize, info.revision), (size_of::<GridstarGridInfo>(), 0));
    assert!(info.bytes >= 31 * 17);
    let defaults = GridstarGridDef {
        diagonal_rule: 0,
        straight_cost: 0.0,
        diagonal_cost: 0.0,
        order: 0,
        heuristic: 0,
        heuristic_weight: 0.0,
        ..default_grid_def(2, 2)
    };
    let info = TestGrid::with_def(&defaults).unwrap().info().unwrap();
    assert_eq!((info.diagonal_rule, info.straight_cost, info.diagonal_cost), (1, 1.0, 1.4), "zeros are defaults");
    assert_eq!((info.order, info.heuristic, info.heuristic_weight), (1, 1, 1.0), "zeros are defaults");
}

#[test]
fn every_true_answer_writes_the_whole_result_and_keeps_its_size() {
    // The path from (0, 0) to (0, 2) leads around a wall.
    let map = CellMap::parse(
        "...#.
         ##.#.
         ..###",
    );
    let grid = TestGrid::from_map(&map);
    let limited = GridstarQueryDef { max_expansions: 1, ..default_query_def() };
    let cases = [
        (Cell::new(0, 0), Cell::new(2, 0), null(), GridstarStatus::Ok),
        (Cell::new(0, 0), Cell::new(4, 0), null(), GridstarStatus::NoPath),
        (Cell::new(-1, 0), Cell::new(2, 0), null(), GridstarStatus::StartOutside),
        (Cell::new(0, 0), Cell::new(2, 3), null(), GridstarStatus::GoalOutside),
        (Cell::new(0, 0), Cell::new(3, 0), null(), GridstarStatus::GoalBlocked),
        (Cell::new(0, 0), Cell::new(0, 2), &raw const limited, GridstarStatus::LimitReached),
    ];
    for (start, goal, def, expected) in cases {
        let mut result = MaybeUninit::<GridstarPathResult>::uninit();
        let mut path = [Cell::new(99, 99); 8];
        // SAFETY: all bytes of the struct are written before it is read, and any bytes are a valid value.
        let (status, result) = unsafe {
            result.as_mut_ptr().write_bytes(0xa5, 1);
            (*result.as_mut_ptr()).struct_size = size_of::<GridstarPathResult>() as u32;
            let (place, capacity) = (path.as_mut_ptr(), path.len() as u32);
            let status = gridstar_grid_find_path(grid.id(), &start, &goal, def, place, capacity, result.as_mut_ptr());
            (status, result.assume_init())
        };
        assert_eq!(status, expected);
        let (length, cost, bound) = if status == GridstarStatus::Ok { (3, 2.0, 1.0) } else { (0, 0.0, 0.0) };
        let expansions = result.expansions;
        assert_eq!(
            result,
            GridstarPathResult {
                length,
                cost,
                bound,
                expansions,
                revision: 1,
                engine: result.engine,
                ..empty_result()
            },
            "{status:?}"
        );
        assert!(expansions <= 9, "{status:?}");
        let engine = match status {
            GridstarStatus::Ok => GridstarEngine::JumpPoints,
            GridstarStatus::LimitReached => GridstarEngine::AStar,
            _ => GridstarEngine::Auto,
        };
        assert_eq!(result.engine, engine as u32, "{status:?}");
        assert_eq!(path[length as usize..], [Cell::new(99, 99); 8][length as usize..], "written behind the path");
    }
}

#[test]
fn a_query_takes_the_settings_of_its_grid_where_it_says_nothing() {
    let def = GridstarGridDef {
        straight_cost: 10.0,
        diagonal_cost: 15.0,
        diagonal_rule: rule_number(DiagonalRule::BothFree),
        max_expansions: 2,
        ..default_grid_def(3, 3)
    };
    let grid = TestGrid::with_def(&def).unwrap();
    assert_eq!(grid.set_cell(Cell::new(1, 0), 1), GridstarStatus::Ok);
    let (start, near, far) = (Cell::new(0, 0), Cell::new(1, 1), Cell::new(2, 0));
    for none in [None, Some(default_query_def())] {
        let answer = grid.find_path(start, near, none.as_ref());
        assert_eq!((answer.status, answer.cost), (GridstarStatus::Ok, 20.0), "around the corner, at the grid's costs");
        assert_eq!(grid.find_path(start, far, none.as_ref()).status, GridstarStatus::LimitReached);
    }
    let always = GridstarQueryDef { diagonal_rule: rule_number(DiagonalRule::Always), ..default_query_def() };
    assert_eq!(grid.find_path(start, near, Some(&always)).cost, 15.0);
    let costs = GridstarQueryDef { straight_cost: 1.0, diagonal_cost: 1.4, ..default_query_def() };
    assert_eq!(grid.find_path(start, near, Some(&costs)).cost, 2.0);
    let patient = GridstarQueryDef { max_expansions: 9, ..default_query_def() };
    assert_eq!(grid.find_path(start, far, Some(&patient)).cost, 40.0);
}

#[test]
fn null_with_a_capacity_of_zero_asks_how_many_places_are_needed() {
    let grid = TestGrid::new(3, 2);
    let mut count = 0;
    // SAFETY: null buffers with a capacity of 0, and the pointer of a reference.
    let statuses = unsafe {
        let cells = gridstar_grid_get_cells(
            grid.id(),
            GridstarCellPlane::Types as u32,
            std::ptr::null(),
            null_mut(),
            0,
            &mut count,
        );
        assert_eq!(count, 6);
        let rect = gridstar_grid_get_cells(
            grid.id(),
            GridstarCellPlane::Types as u32,
            &GridstarRect { x: 0, y: 0, width: 2, height: 2 },
            null_mut(),
            0,
            &mut count,
        );
        assert_eq!(count, 4);
        let neighbors = gridstar_grid_get_neighbors(grid.id(), 0, 0, null_mut(), 0, &mut count);
        assert_eq!(count, 3);
        [cells, rect, neighbors]
    };
    assert_eq!(statuses, [GridstarStatus::BufferTooSmall; 3]);
    assert_eq!(grid.get_rect(Rect { x: 0, y: 0, width: 2, height: 2 }), Ok(vec![0; 4]));
    // Without a path, no buffer is too small.
    let mut result = empty_result();
    // SAFETY: a null buffer with a capacity of 0, and the pointer of a reference.
    let status = unsafe {
        gridstar_grid_find_path(grid.id(), &Cell::new(0, 0), &Cell::new(9, 9), null(), null_mut(), 0, &mut result)
    };
    assert_eq!((status, result.length), (GridstarStatus::GoalOutside, 0));
}

#[test]
fn an_id_of_a_grid_names_no_floors_and_the_other_way_round() {
    let grid = TestGrid::new(4, 4);
    let floors = common::floors::TestFloors::new([&grid]);
    assert_eq!(
        (
            gridstar_is_valid(grid.id(), GridstarKind::Floors as u32),
            gridstar_is_valid(floors.id(), GridstarKind::Grid as u32)
        ),
        (GridstarStatus::InvalidId, GridstarStatus::InvalidId)
    );
    assert_eq!(gridstar_floors_remove_link(grid.id(), 0), GridstarStatus::InvalidId);
    assert_eq!(gridstar_grid_set_cell(floors.id(), 0, 0, 0, 1), GridstarStatus::InvalidId);
    assert_eq!(floors.add_floor(floors.id()), Err(GridstarStatus::InvalidId));
    assert_eq!(
        (
            gridstar_is_valid(floors.id(), GridstarKind::Floors as u32),
            gridstar_is_valid(grid.id(), GridstarKind::Grid as u32)
        ),
        (GridstarStatus::Ok, GridstarStatus::Ok)
    );
}
