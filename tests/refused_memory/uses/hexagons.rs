//! Grids of hexagons: searches, a field, a stepper, and an agent of three cells, which has a layer of its own.

use super::grids::{destroy, find, set_types};
use super::profiles::profile;
use crate::desk::Desk;
use crate::scene::Scene;
use common::abi::{default_grid_def, empty_result};
use gridstar::ffi::*;

pub(crate) fn hexagons(desk: &mut Desk, scene: &Scene) {
    let side = scene.side as u32;
    for layout in [GridstarLayout::HexOddRows, GridstarLayout::HexEvenColumns] {
        let def = GridstarGridDef { layout: layout as u32, ..default_grid_def(side, side) };
        // SAFETY: the pointers come from references.
        let grid = desk.create(|id| unsafe { gridstar_grid_create(&def, id) });
        set_types(desk, grid, scene);
        let profile = profile(desk);
        let query = GridstarQueryDef { diagonal_rule: 0, ..scene.def };
        let partial = GridstarQueryDef { flags: GRIDSTAR_QUERY_PARTIAL_PATH, ..query };
        let way_points = GridstarQueryDef { path_form: GridstarPathForm::WayPoints as u32, ..query };
        let weighed = GridstarQueryDef { profile, ..query };
        let wide = GridstarQueryDef { agent_size: 3, ..query };
        for def in [&query, &partial, &way_points, &weighed, &wide] {
            find(desk, grid, scene.far(), def);
            find(desk, grid, scene.walled_in(), def);
        }
        desk.call(|_| gridstar_grid_set_cell(grid, GridstarCellPlane::Types as u32, 2, 2, 1));
        find(desk, grid, scene.far(), &query);
        field(desk, scene, grid, &query);
        stepper(desk, scene, grid, &query);
        desk.destroy(profile);
        destroy(desk, grid);
    }
}

fn field(desk: &mut Desk, scene: &Scene, grid: u64, def: &GridstarQueryDef) {
    let goal = [scene.far()];
    // SAFETY: the pointer and length of an array, and pointers of references.
    let field = desk.create(|id| unsafe { gridstar_field_create(grid, goal.as_ptr(), 1, 0, 0, def, id) });
    desk.call(|_| gridstar_grid_set_cell(grid, GridstarCellPlane::Types as u32, 3, 1, 1));
    while desk.call_untold(|_| gridstar_field_update(field, 0)) == GridstarStatus::StillRunning {}
    let mut result = empty_result();
    desk.call(|buffers| {
        let (path, capacity) = (buffers.cells.as_mut_ptr(), buffers.cells.len() as u32);
        // SAFETY: the pointer and length of a vector, and a pointer of a reference.
        unsafe { gridstar_field_find_path(field, 0, 0, path, capacity, &mut result) }
    });
    desk.tell_cost(result.cost);
    desk.destroy(field);
}

fn stepper(desk: &mut Desk, scene: &Scene, grid: u64, def: &GridstarQueryDef) {
    let goal = scene.far();
    // SAFETY: the pointers come from references.
    let stepper =
        desk.create(|id| unsafe { gridstar_stepper_begin(grid, &gridstar::grid::Cell::new(0, 0), &goal, def, id) });
    while desk.call_untold(|_| gridstar_stepper_advance(stepper, 5)) == GridstarStatus::StillRunning {}
    desk.destroy(stepper);
}
