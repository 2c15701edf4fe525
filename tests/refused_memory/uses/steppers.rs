//! Searches in slices that a caller can look into.

use super::grids::{destroy, grid};
use super::profiles::profile;
use crate::desk::Desk;
use crate::scene::Scene;
use common::abi::empty_result;
use gridstar::ffi::*;

pub(crate) fn steppers(desk: &mut Desk, scene: &Scene) {
    let grid = grid(desk, scene, GridstarEngine::Auto);
    let profile = profile(desk);
    let weighed = GridstarQueryDef { profile, agent_size: 1, ..scene.def };
    let greedy = GridstarQueryDef { order: GridstarOrder::GreedyBestFirst as u32, ..scene.def };
    for def in [&scene.def, &weighed, &greedy] {
        for goal in [scene.far(), scene.walled_in()] {
            // SAFETY: the pointers come from references.
            let stepper = desk
                .create(|id| unsafe { gridstar_stepper_begin(grid, &gridstar::grid::Cell::new(0, 0), &goal, def, id) });
            for _ in 0..3 {
                desk.call(|_| gridstar_stepper_advance(stepper, 3));
                // A slice that ends without memory keeps what it has expanded, so what comes next differs.
                look(desk, scene, stepper);
            }
            desk.call(|_| gridstar_grid_set_cell(grid, GridstarCellPlane::Types as u32, 2, 2, 1));
            finish(desk, stepper);
            look(desk, scene, stepper).iter().for_each(|&sum| desk.tell(sum));
            desk.destroy(stepper);
        }
    }
    desk.destroy(profile);
    destroy(desk, grid);
}

/// Reads what the search has come to. Returns three sums of it.
fn look(desk: &mut Desk, scene: &Scene, stepper: u64) -> [u64; 3] {
    let side = scene.side as u32;
    let mut count = 0;
    let count = &raw mut count;
    // SAFETY: pointers and lengths of vectors, and a pointer of a living number.
    unsafe {
        desk.call(|buffers| {
            gridstar_stepper_get_changes(stepper, buffers.changes.as_mut_ptr(), buffers.changes.len() as u32, count)
        });
        let changes = u64::from(*count);
        desk.call(|buffers| {
            let (cells, capacity) = (buffers.search_cells.as_mut_ptr(), buffers.search_cells.len() as u32);
            gridstar_stepper_get_cells(
                stepper,
                &GridstarRect { x: 0, y: 0, width: side, height: side },
                cells,
                capacity,
                count,
            )
        });
        let states = desk.buffers.search_cells[..scene.area()].iter().map(|cell| u64::from(cell.state)).sum();
        desk.call(|buffers| {
            let (cells, capacity) = (buffers.search_cells.as_mut_ptr(), buffers.search_cells.len() as u32);
            gridstar_stepper_get_open(stepper, 20, cells, capacity, count)
        });
        [changes, states, u64::from(*count)]
    }
}

fn finish(desk: &mut Desk, stepper: u64) {
    let mut result = empty_result();
    desk.call(|buffers| {
        // SAFETY: the pointer and length of a vector, and a pointer from a reference.
        unsafe { gridstar_stepper_finish(stepper, buffers.cells.as_mut_ptr(), buffers.cells.len() as u32, &mut result) }
    });
    desk.tell_cost(result.cost);
    desk.tell(u64::from(result.length));
    desk.tell(u64::from(result.expansions));
}
