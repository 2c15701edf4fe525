//! Fields, built at once and in slices, and brought up to date.

use super::grids::{destroy, grid};
use super::profiles::profile;
use crate::desk::Desk;
use crate::scene::Scene;
use common::abi::empty_result;
use gridstar::ffi::*;
use gridstar::grid::Cell;

pub(crate) fn fields(desk: &mut Desk, scene: &Scene) {
    let grid = grid(desk, scene, GridstarEngine::Auto);
    let profile = profile(desk);
    let weighed = GridstarQueryDef { profile, agent_size: 1, ..scene.def };
    let goals = [scene.far(), scene.walled_in()];
    for (def, slice) in [(&scene.def, 0), (&weighed, 0), (&scene.def, 40), (&weighed, 40)] {
        // SAFETY: the pointer and length of an array, and pointers of references.
        let field = desk.create(|id| unsafe { gridstar_field_create(grid, goals.as_ptr(), 2, 0, slice, def, id) });
        while desk.call_untold(|_| gridstar_field_advance(field, slice)) == GridstarStatus::StillRunning {}
        look(desk, field);
        desk.call(|_| gridstar_grid_set_cell(grid, GridstarCellPlane::Types as u32, 2, 2, 1));
        while desk.call_untold(|_| gridstar_field_update(field, slice)) == GridstarStatus::StillRunning {}
        look(desk, field);
        // The second update is that of a field that keeps what updates need.
        desk.call(|_| gridstar_grid_set_cell(grid, GridstarCellPlane::Types as u32, 2, 2, 0));
        desk.call(|_| gridstar_grid_set_cell(grid, GridstarCellPlane::Types as u32, 3, 1, 1));
        while desk.call_untold(|_| gridstar_field_update(field, slice)) == GridstarStatus::StillRunning {}
        look(desk, field);
        desk.call(|_| gridstar_grid_set_cell(grid, GridstarCellPlane::Types as u32, 3, 1, 0));
        // SAFETY: the pointer and length of an array.
        desk.call_untold(|_| unsafe { gridstar_field_set_goals(field, goals.as_ptr(), 1, 0) });
        look(desk, field);
        desk.call(|_| gridstar_field_write_penalties(field, 1.0, 90, 6.0, 4));
        desk.call(|_| common::abi::fill_cells(grid, GridstarCellPlane::Penalties, (0, 0, 3, 3), 0));
        // SAFETY: the pointers come from references.
        let flight = desk.create(|id| unsafe { gridstar_field_combine(grid, &field, &-1.2, 1, 0, slice, def, id) });
        while desk.call_untold(|_| gridstar_field_advance(flight, slice)) == GridstarStatus::StillRunning {}
        look(desk, flight);
        desk.call(|_| gridstar_grid_set_cell(grid, GridstarCellPlane::Types as u32, 3, 1, 1));
        while desk.call_untold(|_| gridstar_field_update(flight, slice)) == GridstarStatus::StillRunning {}
        look(desk, flight);
        desk.call(|_| gridstar_grid_set_cell(grid, GridstarCellPlane::Types as u32, 3, 1, 0));
        desk.destroy(flight);
        desk.destroy(field);
        if slice == 0 {
            many(desk, scene, grid, def);
        }
    }
    desk.destroy(profile);
    destroy(desk, grid);
}

/// Notes a path, the cells in reach and their border.
fn look(desk: &mut Desk, field: u64) {
    let (mut result, mut count) = (empty_result(), 0);
    let (result, count) = (&raw mut result, &raw mut count);
    // SAFETY: pointers and lengths of vectors, and pointers of living values.
    unsafe {
        desk.call(|buffers| {
            gridstar_field_find_path(field, 0, 0, buffers.cells.as_mut_ptr(), buffers.cells.len() as u32, result)
        });
        desk.tell_cost((*result).cost);
        desk.call(|buffers| {
            let (cells, capacity) = (buffers.field_cells.as_mut_ptr(), buffers.field_cells.len() as u32);
            gridstar_field_get_range(field, 9.0, 1, 0, cells, capacity, count)
        });
        desk.tell(u64::from(*count));
        desk.call(|buffers| {
            gridstar_field_get_border(field, 9.0, buffers.trace.as_mut_ptr(), buffers.trace.len() as u32, count)
        });
        desk.tell(u64::from(*count));
    }
}

/// Notes the costs from three starts to two goals, and the goals nearest to a start.
fn many(desk: &mut Desk, scene: &Scene, grid: u64, def: &GridstarQueryDef) {
    let (cells, mut count) = ([Cell::new(0, 0), scene.far(), scene.walled_in()], 0);
    let (starts, goals, mut nearest) = (cells.as_ptr(), cells[1..].as_ptr(), [GridstarGoalCost::default(); 2]);
    // SAFETY: pointers and lengths of arrays and of a vector, and a pointer of a living value.
    desk.call(|buffers| unsafe {
        let (costs, capacity) = (buffers.numbers.as_mut_ptr(), buffers.numbers.len() as u32);
        gridstar_grid_get_cost_matrix(grid, starts, 3, goals, 2, def, costs, capacity)
    });
    (0..6).for_each(|i| desk.tell_cost(desk.buffers.numbers[i]));
    // SAFETY: as above.
    desk.call(|_| unsafe {
        gridstar_grid_find_nearest_goals(grid, &Cell::new(0, 0), goals, 2, def, nearest.as_mut_ptr(), 2, &mut count)
    });
    nearest[..count as usize].iter().for_each(|one| desk.tell_cost(one.cost));
}
