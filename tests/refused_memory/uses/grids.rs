//! Grids: cells, searches by each engine while cells change, and preparations.

use crate::desk::Desk;
use crate::scene::Scene;
use common::abi::{default_grid_def, empty_result, rule_number};
use gridstar::ffi::*;
use gridstar::grid::Cell;
use gridstar::movement::DiagonalRule;
use std::mem::zeroed;

/// Writes the types of all cells.
pub(crate) fn set_types(desk: &mut Desk, grid: u64, scene: &Scene) {
    // SAFETY: the pointer and length of a vector.
    desk.call(|_| unsafe {
        gridstar_grid_set_cells(
            grid,
            GridstarCellPlane::Types as u32,
            std::ptr::null(),
            scene.types.as_ptr(),
            scene.types.len() as u32,
        )
    });
}

/// Creates a grid with the cells and the penalties of the map.
pub(crate) fn grid(desk: &mut Desk, scene: &Scene, engine: GridstarEngine) -> u64 {
    let side = scene.side as u32;
    let def = GridstarGridDef { engine: engine as u32, ..default_grid_def(side, side) };
    // SAFETY: the pointers come from references.
    let grid = desk.create(|id| unsafe { gridstar_grid_create(&def, id) });
    set_types(desk, grid, scene);
    grid
}

/// Destroys a grid, which must free what the grid said it holds, up to a tenth and 300 bytes.
pub(crate) fn destroy(desk: &mut Desk, grid: u64) {
    let said = info(desk, grid).bytes as i64;
    let before = crate::counting_allocator::LIVE_BYTES.get();
    desk.destroy(grid);
    let freed = before - crate::counting_allocator::LIVE_BYTES.get();
    if (said - freed).abs() > freed / 10 + 300 {
        crate::counting_allocator::ALLOWED.set(u64::MAX);
        panic!("the grid said that it holds {said} bytes, and {freed} were freed");
    }
}

pub(crate) fn info(desk: &mut Desk, grid: u64) -> GridstarGridInfo {
    // SAFETY: a struct of zeros is a valid value.
    let mut info: GridstarGridInfo = unsafe { zeroed() };
    info.struct_size = size_of::<GridstarGridInfo>() as u32;
    // SAFETY: the pointer comes from a reference to a struct whose size is set.
    let status = unsafe { gridstar_grid_get_info(grid, &mut info) };
    desk.tell(status as i32 as u64);
    info
}

/// Finds a path from the first cell, and notes its cost and whether it is legal.
pub(crate) fn find(desk: &mut Desk, grid: u64, goal: Cell, def: &GridstarQueryDef) -> GridstarStatus {
    let mut result = empty_result();
    let status = desk.call(|buffers| {
        let (path, capacity) = (buffers.cells.as_mut_ptr(), buffers.cells.len() as u32);
        // SAFETY: the pointer and length of a vector; the other pointers come from references.
        unsafe { gridstar_grid_find_path(grid, &Cell::new(0, 0), &goal, def, path, capacity, &mut result) }
    });
    desk.tell_cost(result.cost);
    let (mut usable, mut revision) = (0, 0);
    if result.length > 0 {
        desk.call(|buffers| {
            let path = buffers.cells.as_ptr();
            // SAFETY: the pointer and length of what was written, and pointers from references.
            unsafe { gridstar_grid_check_path(grid, path, result.length, def, &mut usable, &mut revision) }
        });
    }
    desk.tell(u64::from(usable == result.length));
    status
}

/// Searches likewise, and reads the expanded cells.
fn trace(desk: &mut Desk, grid: u64, goal: Cell, def: &GridstarQueryDef) {
    let mut result = empty_result();
    desk.call(|buffers| {
        let (trace, room) = (buffers.trace.as_mut_ptr(), buffers.trace.len() as u32);
        // SAFETY: the pointers and lengths of vectors; the other pointers come from references.
        unsafe { gridstar_grid_trace_path(grid, &Cell::new(0, 0), &goal, def, trace, room, &mut result) }
    });
    desk.tell_cost(result.cost);
}

pub(crate) fn cells(desk: &mut Desk, scene: &Scene) {
    let grid = grid(desk, scene, GridstarEngine::Auto);
    let (side, last) = (scene.side as u32, scene.side - 1);
    desk.call(|_| gridstar_grid_set_cell(grid, GridstarCellPlane::Types as u32, 2, 2, 7));
    desk.call(|_| common::abi::fill_cells(grid, GridstarCellPlane::Types, (1, 3, 3, 2), 4));
    // SAFETY: pointers and lengths of vectors; the other pointers come from references.
    unsafe {
        let (types, penalties) = (scene.types.as_ptr(), scene.penalties.as_ptr());
        desk.call(|_| {
            gridstar_grid_set_cells(
                grid,
                GridstarCellPlane::Types as u32,
                &GridstarRect { x: 0, y: 0, width: side, height: 4 },
                types,
                side * 4,
            )
        });
        desk.call(|_| {
            gridstar_grid_set_cells(
                grid,
                GridstarCellPlane::Penalties as u32,
                &GridstarRect { x: 0, y: 0, width: side, height: side },
                penalties,
                side * side,
            )
        });
        desk.call(|_| common::abi::fill_cells(grid, GridstarCellPlane::Penalties, (2, 2, 3, 3), 9));
        let mut count = 0;
        let count = &raw mut count;
        desk.call(|buffers| {
            gridstar_grid_get_cells(
                grid,
                GridstarCellPlane::Types as u32,
                std::ptr::null(),
                buffers.bytes.as_mut_ptr(),
                buffers.bytes.len() as u32,
                count,
            )
        });
        desk.tell_sum(scene.area());
        desk.call(|buffers| {
            let (bytes, capacity) = (buffers.bytes.as_mut_ptr(), buffers.bytes.len() as u32);
            gridstar_grid_get_cells(
                grid,
                GridstarCellPlane::Penalties as u32,
                &GridstarRect { x: 0, y: 0, width: side, height: side },
                bytes,
                capacity,
                count,
            )
        });
        desk.tell_sum(scene.area());
        desk.call(|buffers| gridstar_grid_get_neighbors(grid, 1, 1, buffers.cells.as_mut_ptr(), 8, count));
        desk.tell(u64::from(*count));
        let mut revision = 0;
        let revision = &raw mut revision;
        desk.call(|buffers| {
            gridstar_grid_get_changes(grid, 1, buffers.rects.as_mut_ptr(), buffers.rects.len() as u32, count, revision)
        });
        desk.tell(u64::from(*count));
        desk.tell(*revision);
    }
    find(desk, grid, Cell::new(last, last), &scene.def);
    destroy(desk, grid);
}

/// Searches of each kind, with edits between them that open and close cells, one and many.
fn searches(desk: &mut Desk, scene: &Scene, engine: GridstarEngine) {
    let grid = grid(desk, scene, engine);
    let (far, walled_in) = (scene.far(), scene.walled_in());
    let both_free = GridstarQueryDef { diagonal_rule: rule_number(DiagonalRule::BothFree), ..scene.def };
    let never = GridstarQueryDef { diagonal_rule: rule_number(DiagonalRule::Never), ..scene.def };
    let dijkstra = GridstarQueryDef { order: GridstarOrder::Dijkstra as u32, ..scene.def };
    for def in [&scene.def, &both_free, &never, &dijkstra] {
        find(desk, grid, far, def);
        find(desk, grid, walled_in, def);
    }
    trace(desk, grid, far, &scene.def);
    for (x, y) in [(1, 1), (far.x - 1, far.y), (walled_in.x - 1, 0), (3, 3)] {
        let types = scene.types[(y * scene.side + x) as usize];
        for cell_type in [u32::from(types == 0), u32::from(types)] {
            desk.call(|_| gridstar_grid_set_cell(grid, GridstarCellPlane::Types as u32, x, y, cell_type));
            find(desk, grid, far, &scene.def);
            find(desk, grid, walled_in, &both_free);
        }
    }
    let half = scene.side as u32 / 2;
    desk.call(|_| common::abi::fill_cells(grid, GridstarCellPlane::Types, (0, 0, half, half), 0));
    find(desk, grid, far, &scene.def);
    centers(desk, grid, far);
    set_types(desk, grid, scene);
    find(desk, grid, far, &scene.def);
    let revision = info(desk, grid).revision;
    desk.tell(revision);
    destroy(desk, grid);
}

fn centers(desk: &mut Desk, grid: u64, goal: Cell) {
    desk.call(|buffers| {
        let (points, count) = (buffers.points.as_mut_ptr(), buffers.points.len() as u32 / 3);
        // SAFETY: the pointer and length of a vector, and a pointer from a reference.
        unsafe { gridstar_grid_get_centers(grid, &goal, 1, 1, points, count) }
    });
}

pub(crate) fn a_star(desk: &mut Desk, scene: &Scene) {
    searches(desk, scene, GridstarEngine::AStar);
}

pub(crate) fn jump_points(desk: &mut Desk, scene: &Scene) {
    searches(desk, scene, GridstarEngine::JumpPoints);
}

pub(crate) fn landmarks(desk: &mut Desk, scene: &Scene) {
    searches(desk, scene, GridstarEngine::Landmarks);
}

/// Preparations of each engine, at once and, without worker threads, in the background on this thread.
pub(crate) fn preparations(desk: &mut Desk, scene: &Scene) {
    let grid = grid(desk, scene, GridstarEngine::Auto);
    for in_background in [0, 1] {
        for engine in [GridstarEngine::JumpPoints, GridstarEngine::Landmarks, GridstarEngine::AStar] {
            desk.call(|_| gridstar_grid_prepare(grid, engine as u32, in_background));
            let info = info(desk, grid);
            desk.tell(u64::from(info.engine));
            desk.tell(u64::from(info.prepared & GRIDSTAR_PREPARED_UNDER_WAY));
            // SAFETY: the pointer comes from a reference.
            desk.call(|_| unsafe { gridstar_grid_prepare_query(grid, &scene.def) });
            find(desk, grid, scene.far(), &scene.def);
            desk.call(|_| gridstar_grid_set_cell(grid, GridstarCellPlane::Types as u32, 1, 1, in_background));
        }
        desk.call(|_| gridstar_background_wait());
    }
    destroy(desk, grid);
}

/// Walls between cells, and steps in one direction, before and after searches by each engine.
pub(crate) fn walls(desk: &mut Desk, scene: &Scene) {
    let grid = grid(desk, scene, GridstarEngine::JumpPoints);
    let last = scene.side - 1;
    let goal = Cell::new(last, last);
    let set = |desk: &mut Desk, from: Cell, to: Cell, passage: GridstarPassage| {
        // SAFETY: the pointers come from references.
        desk.call(|_| unsafe { gridstar_grid_set_passage(grid, &from, &to, passage as u32) });
    };
    let wide = GridstarQueryDef { agent_size: 2, ..scene.def };
    find(desk, grid, goal, &scene.def);
    set(desk, Cell::new(0, 0), Cell::new(1, 0), GridstarPassage::Wall);
    for def in [&scene.def, &wide, &GridstarQueryDef { max_expansions: 40, ..scene.def }] {
        find(desk, grid, goal, def);
    }
    set(desk, Cell::new(1, 1), Cell::new(1, 0), GridstarPassage::OneWay);
    for def in [&scene.def, &wide] {
        find(desk, grid, goal, def);
    }
    let room = GridstarRect { x: 1, y: 2, width: 5, height: 4 };
    // SAFETY: the pointer comes from a reference.
    desk.call(|_| unsafe { gridstar_grid_set_passages(grid, &room, 15, GridstarPassage::Wall as u32) });
    // SAFETY: as above.
    desk.call(|_| unsafe { gridstar_grid_fill_cells(grid, GridstarCellPlane::Passages as u32, &room, 1) });
    find(desk, grid, goal, &GridstarQueryDef { flags: GRIDSTAR_QUERY_PARTIAL_PATH, ..scene.def });
    let fork = {
        // SAFETY: the pointer comes from a reference.
        desk.create(|id| unsafe { gridstar_grid_fork(grid, id) })
    };
    // SAFETY: as above.
    desk.call(|_| unsafe { gridstar_grid_set_passages(fork, &room, 15, GridstarPassage::Open as u32) });
    find(desk, fork, goal, &scene.def);
    find(desk, grid, goal, &scene.def);
    desk.destroy(fork);
    // SAFETY: no rectangle.
    desk.call(|_| unsafe { gridstar_grid_fill_cells(grid, GridstarCellPlane::Passages as u32, std::ptr::null(), 0) });
    find(desk, grid, goal, &wide);
    destroy(desk, grid);
}
