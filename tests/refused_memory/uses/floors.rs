//! Floors and links.

use super::grids::{destroy, grid};
use super::profiles::profile;
use crate::desk::Desk;
use crate::scene::Scene;
use common::floors::{empty_floor_result, link_def};
use gridstar::ffi::*;
use gridstar::floors::FloorCell;

pub(crate) fn floors(desk: &mut Desk, scene: &Scene) {
    let grids = [GridstarEngine::Auto, GridstarEngine::AStar, GridstarEngine::Landmarks]
        .map(|engine| grid(desk, scene, engine));
    // SAFETY: the pointer comes from a reference.
    let floors = desk.create(|id| unsafe { gridstar_floors_create(id) });
    for grid in grids {
        let mut number = 0;
        let number = &raw mut number;
        // SAFETY: the pointer of a living number.
        desk.call(|_| unsafe { gridstar_floors_add_floor(floors, grid, number) });
    }
    let (last, profile) = (scene.side - 1, profile(desk));
    let mut links = [0; 4];
    for (link, (from, to, x)) in links.iter_mut().zip([(0, 1, 0), (1, 2, last), (0, 1, last), (1, 2, 1)]) {
        let def = link_def(FloorCell::new(from, x, x.min(last)), FloorCell::new(to, x, x.min(last)), 2.0);
        let link = &raw mut *link;
        // SAFETY: pointers of living values.
        desk.call(|_| unsafe { gridstar_floors_add_link(floors, &def, link) });
    }
    let weighed = GridstarQueryDef { profile, agent_size: 1, ..scene.def };
    for def in [&scene.def, &weighed] {
        find(desk, floors, last, def);
    }
    desk.call(|_| gridstar_floors_set_link_closed(floors, links[1], 1));
    find(desk, floors, last, &scene.def);
    desk.call(|_| gridstar_floors_set_link_cost(floors, links[0], 30.0));
    find(desk, floors, last, &scene.def);
    desk.call(|_| gridstar_floors_remove_link(floors, links[3]));
    find(desk, floors, last, &scene.def);
    desk.call(|_| gridstar_floors_set_link_closed(floors, links[1], 0));
    desk.call(|_| gridstar_grid_set_cell(grids[1], GridstarCellPlane::Types as u32, 1, 1, 1));
    find(desk, floors, last, &scene.def);
    desk.call(|_| gridstar_floors_set_floor(floors, 1, grids[0]));
    find(desk, floors, last, &scene.def);
    save_and_load(desk, floors);
    desk.destroy(profile);
    desk.destroy(floors);
    grids.iter().for_each(|&grid| destroy(desk, grid));
}

/// Floors 0 and 1 are one grid here.
fn save_and_load(desk: &mut Desk, floors: u64) {
    let (mut count, mut ids) = (0, [0; 3]);
    desk.call(|buffers| {
        let (out, capacity) = (buffers.file.as_mut_ptr(), buffers.file.len() as u32);
        // SAFETY: the pointer and length of a vector, and a pointer from a reference.
        unsafe { gridstar_floors_save(floors, 0, out, capacity, &mut count) }
    });
    desk.tell(count.into());
    let bytes = desk.buffers.file.as_ptr();
    // SAFETY: the pointer of a vector that is longer, and a pointer from a reference.
    let loaded = desk.create(|id| unsafe { gridstar_floors_load(bytes, count, id) });
    for (floor, id) in (0..).zip(&mut ids) {
        // SAFETY: the pointer comes from a reference.
        desk.call(|_| unsafe { gridstar_floors_get_floor(loaded, floor, &mut *id) });
    }
    desk.destroy(loaded);
    destroy(desk, ids[0]);
    destroy(desk, ids[2]);
}

fn find(desk: &mut Desk, floors: u64, last: i32, def: &GridstarQueryDef) {
    let mut result = empty_floor_result();
    desk.call(|buffers| {
        let (steps, capacity) = (buffers.steps.as_mut_ptr(), buffers.steps.len() as u32);
        // SAFETY: the pointer and length of a vector; the other pointers come from references.
        unsafe {
            gridstar_floors_find_path(
                floors,
                &GridstarFloorCell { floor: 0, x: 0, y: 0, reserved: 0 },
                &GridstarFloorCell { floor: 2, x: last, y: last, reserved: 0 },
                def,
                steps,
                capacity,
                &mut result,
            )
        }
    });
    desk.tell_cost(result.cost);
    desk.tell(u64::from(result.links));
}
