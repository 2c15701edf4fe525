//! Saved grids, and changes since a grid was saved.

use super::grids::{destroy, find, grid, info};
use crate::desk::Desk;
use crate::scene::Scene;
use gridstar::ffi::*;

pub(crate) fn saved_grids(desk: &mut Desk, scene: &Scene) {
    let saved = grid(desk, scene, GridstarEngine::Landmarks);
    let side = scene.side as u32;
    // SAFETY: the pointer and length of a vector.
    desk.call(|_| unsafe {
        gridstar_grid_set_cells(
            saved,
            GridstarCellPlane::Penalties as u32,
            &GridstarRect { x: 0, y: 0, width: side, height: side },
            scene.penalties.as_ptr(),
            side * side,
        )
    });
    let (mut count, mut changes_count) = (0, 0);
    desk.call(|buffers| {
        let (out, capacity) = (buffers.file.as_mut_ptr(), buffers.file.len() as u32);
        // SAFETY: the pointer and length of a vector, and a pointer from a reference.
        unsafe { gridstar_grid_save(saved, GRIDSTAR_SAVE_PREPARED, out, capacity, &mut count) }
    });
    desk.tell(count.into());
    let base = desk.buffers.file.as_ptr();
    // SAFETY: the pointer of a vector that is longer, and a pointer from a reference.
    let loaded = desk.create(|id| unsafe { gridstar_grid_load(base, count, id) });
    let prepared = info(desk, loaded).prepared;
    desk.tell(prepared.into());
    desk.call(|_| common::abi::fill_cells(saved, GridstarCellPlane::Types, (2, 2, 3, 3), 7));
    desk.call(|_| common::abi::fill_cells(saved, GridstarCellPlane::Penalties, (1, 4, 3, 1), 9));
    desk.call(|buffers| {
        let (out, capacity) = (buffers.changes_file.as_mut_ptr(), buffers.changes_file.len() as u32);
        // SAFETY: the pointers of vectors that are at least this long, and a pointer from a reference.
        unsafe { gridstar_grid_save_changes(saved, buffers.file.as_ptr(), count, out, capacity, &mut changes_count) }
    });
    desk.tell(changes_count.into());
    // SAFETY: the pointer of a vector that is longer.
    desk.call(|buffers| unsafe { gridstar_grid_apply_changes(loaded, buffers.changes_file.as_ptr(), changes_count) });
    for grid in [saved, loaded] {
        find(desk, grid, scene.far(), &scene.def);
        let revision = info(desk, grid).revision;
        desk.tell(revision);
    }
    destroy(desk, loaded);
    destroy(desk, saved);
}
