//! Options of paths: forms, partial paths, limits, buffers that are too small, lines of sight, nearest cells.

use super::grids::{destroy, find, grid};
use crate::desk::Desk;
use crate::scene::Scene;
use common::abi::empty_result;
use gridstar::ffi::*;
use gridstar::grid::Cell;

pub(crate) fn forms(desk: &mut Desk, scene: &Scene) {
    for engine in [GridstarEngine::AStar, GridstarEngine::Auto, GridstarEngine::Landmarks] {
        let grid = grid(desk, scene, engine);
        for form in [GridstarPathForm::WayPoints, GridstarPathForm::Straightened, GridstarPathForm::AnyAngle] {
            let def = GridstarQueryDef { path_form: form as u32, ..scene.def };
            find(desk, grid, scene.far(), &def);
            find(desk, grid, scene.walled_in(), &def);
            desk.call(|_| gridstar_grid_set_cell(grid, GridstarCellPlane::Types as u32, 1, 1, form as u32 % 2));
            find(desk, grid, scene.far(), &def);
        }
        destroy(desk, grid);
    }
}

pub(crate) fn partial_paths(desk: &mut Desk, scene: &Scene) {
    for engine in [GridstarEngine::AStar, GridstarEngine::Auto, GridstarEngine::Landmarks] {
        let grid = grid(desk, scene, engine);
        let partial = GridstarQueryDef { flags: GRIDSTAR_QUERY_PARTIAL_PATH, ..scene.def };
        let form = GridstarPathForm::Straightened as u32;
        let limited = GridstarQueryDef { max_cost: 3.0, ..scene.def };
        let few = GridstarQueryDef { max_expansions: 3, ..scene.def };
        for def in [partial, GridstarQueryDef { path_form: form, ..partial }, limited, few] {
            find(desk, grid, scene.walled_in(), &def);
            find(desk, grid, scene.far(), &def);
        }
        desk.call(|_| gridstar_grid_set_cell(grid, GridstarCellPlane::Types as u32, scene.side - 2, 0, 3));
        find(desk, grid, scene.walled_in(), &partial);
        destroy(desk, grid);
    }
}

/// The needed length is told, and the next call copies the path.
pub(crate) fn too_long(desk: &mut Desk, scene: &Scene) {
    let grid = grid(desk, scene, GridstarEngine::Auto);
    for form in [GridstarPathForm::Cells, GridstarPathForm::AnyAngle] {
        let def = GridstarQueryDef { path_form: form as u32, ..scene.def };
        let mut length = 0;
        let goal = scene.far();
        for _ in 0..2 {
            desk.call(|buffers| {
                let (mut result, path) = (empty_result(), buffers.cells.as_mut_ptr());
                // SAFETY: the vector has room for the capacity; the other pointers come from references.
                let status =
                    unsafe { gridstar_grid_find_path(grid, &Cell::new(0, 0), &goal, &def, path, length, &mut result) };
                length = result.length;
                status
            });
            desk.tell(u64::from(length));
        }
    }
    destroy(desk, grid);
}

pub(crate) fn sight_and_nearest(desk: &mut Desk, scene: &Scene) {
    let grid = grid(desk, scene, GridstarEngine::Auto);
    let wide = GridstarQueryDef { agent_size: 2, ..scene.def };
    for def in [&scene.def, &wide] {
        for goal in [scene.far(), scene.walled_in()] {
            let (mut is_free, mut last, mut blocked) = (0, Cell::default(), Cell::default());
            let outs = (&raw mut is_free, &raw mut last, &raw mut blocked);
            // SAFETY: pointers of living values.
            desk.call(|_| unsafe {
                gridstar_grid_linecast(grid, &Cell::new(0, 0), &goal, def, outs.0, outs.1, outs.2)
            });
            [is_free as i32, last.x, last.y, blocked.x, blocked.y].iter().for_each(|&number| desk.tell(number as u64));
            let mut cell = Cell::default();
            let out = &raw mut cell;
            // SAFETY: pointers of living values.
            desk.call(|_| unsafe { gridstar_grid_find_nearest(grid, goal.x, goal.y, 30, def, out) });
            [cell.x, cell.y].iter().for_each(|&number| desk.tell(number as u64));
            // SAFETY: pointers of living values.
            desk.call(|_| unsafe { gridstar_grid_find_nearest_reachable(grid, &goal, 30, &Cell::new(0, 0), def, out) });
            [cell.x, cell.y].iter().for_each(|&number| desk.tell(number as u64));
            let mut is_reachable = 0;
            let out = &raw mut is_reachable;
            // SAFETY: pointers of living values.
            desk.call(|_| unsafe { gridstar_grid_is_reachable(grid, &Cell::new(0, 0), &goal, def, out) });
            desk.tell(is_reachable.into());
            let (start, mut cut_off) = (Cell::new(0, 0), [7_u8]);
            let building = common::abi::placement(gridstar::grid::Rect { x: 0, y: 1, width: 2, height: 1 }, 1);
            // SAFETY: pointers of living values.
            desk.call(|_| unsafe {
                let (start, goal) = (&raw const start, &raw const goal);
                gridstar_grid_try_place(grid, &building, start, 1, goal, 1, def, cut_off.as_mut_ptr())
            });
            cut_off.iter().for_each(|&number| desk.tell(number.into()));
        }
        desk.call(|_| gridstar_grid_set_cell(grid, GridstarCellPlane::Types as u32, 2, 3, 1));
    }
    destroy(desk, grid);
}
