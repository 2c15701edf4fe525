//! Profiles, penalties and agents of more than one cell.

use super::grids::{destroy, find, grid};
use crate::desk::Desk;
use crate::scene::Scene;
use gridstar::ffi::*;

/// Creates a profile that weighs one type and blocks another.
pub(crate) fn profile(desk: &mut Desk) -> u64 {
    // SAFETY: the pointer comes from a reference.
    let profile = desk.create(|id| unsafe { gridstar_profile_create(id) });
    desk.call(|_| gridstar_profile_set_cost(profile, 3, 4.0));
    let multipliers = [2.0, 0.0, 1.5];
    // SAFETY: the pointer and length of an array.
    desk.call(|_| unsafe { gridstar_profile_set_costs(profile, 4, multipliers.as_ptr(), 3) });
    profile
}

fn searches(desk: &mut Desk, scene: &Scene, engine: GridstarEngine) {
    let grid = grid(desk, scene, engine);
    let profile = profile(desk);
    let mut count = 0;
    let count = &raw mut count;
    // SAFETY: the pointer and length of a vector, and a pointer of a living number.
    desk.call(|buffers| unsafe {
        gridstar_profile_get_costs(profile, 0, 256, buffers.numbers.as_mut_ptr(), 256, count)
    });
    let weighed = GridstarQueryDef { profile, ..scene.def };
    let wide = GridstarQueryDef { agent_size: 2, ..scene.def };
    let both = GridstarQueryDef { profile, agent_size: 2, ..scene.def };
    let far = scene.far();
    for def in [&weighed, &wide, &both] {
        // SAFETY: the pointer comes from a reference.
        desk.call(|_| unsafe { gridstar_grid_prepare_query(grid, def) });
        find(desk, grid, far, def);
    }
    for cell_type in [5, 3, 1, 0] {
        desk.call(|_| gridstar_grid_set_cell(grid, GridstarCellPlane::Types as u32, 1, 2, cell_type));
        find(desk, grid, far, &weighed);
    }
    desk.call(|_| gridstar_profile_set_cost(profile, 3, 2.0));
    find(desk, grid, far, &weighed);
    desk.call(|_| gridstar_profile_set_charge(profile, GridstarCharge::Entered as u32));
    find(desk, grid, far, &both);
    let side = scene.side as u32;
    // SAFETY: the pointer and length of a vector.
    desk.call(|_| unsafe {
        gridstar_grid_set_cells(
            grid,
            GridstarCellPlane::Penalties as u32,
            &GridstarRect { x: 0, y: 0, width: side, height: side },
            scene.penalties.as_ptr(),
            side * side,
        )
    });
    for def in [&weighed, &scene.def] {
        find(desk, grid, far, def);
    }
    save_and_load(desk, profile);
    desk.destroy(profile);
    desk.call(|_| common::abi::fill_cells(grid, GridstarCellPlane::Types, (0, 0, side, side), 3));
    destroy(desk, grid);
}

fn save_and_load(desk: &mut Desk, profile: u64) {
    let mut count = 0;
    desk.call(|buffers| {
        let (out, capacity) = (buffers.file.as_mut_ptr(), buffers.file.len() as u32);
        // SAFETY: the pointer and length of a vector, and a pointer from a reference.
        unsafe { gridstar_profile_save(profile, out, capacity, &mut count) }
    });
    desk.tell(count.into());
    let bytes = desk.buffers.file.as_ptr();
    // SAFETY: the pointer of a vector that is longer, and a pointer from a reference.
    let loaded = desk.create(|id| unsafe { gridstar_profile_load(bytes, count, id) });
    desk.destroy(loaded);
}

pub(crate) fn profiles(desk: &mut Desk, scene: &Scene) {
    searches(desk, scene, GridstarEngine::Auto);
}

pub(crate) fn by_landmarks(desk: &mut Desk, scene: &Scene) {
    searches(desk, scene, GridstarEngine::Landmarks);
}
