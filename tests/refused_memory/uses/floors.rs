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
    let points = GridstarQueryDef { path_form: GridstarPathForm::Straightened as u32, max_cost: 900.0, ..scene.def };
    let near = GridstarQueryDef { flags: GRIDSTAR_QUERY_PARTIAL_PATH | GRIDSTAR_QUERY_LEAVE_BLOCKED, ..scene.def };
    for def in [&points, &near] {
        find(desk, floors, last, def);
        desk.call(|_| gridstar_floors_set_link_closed(floors, links[1], 1));
        find(desk, floors, last, def);
        desk.call(|_| gridstar_floors_set_link_closed(floors, links[1], 0));
    }
    // SAFETY: a pointer from a reference.
    desk.call(|_| unsafe { gridstar_floors_prepare(floors, &weighed) });
    // Until rows of link ends are kept.
    (0..14).for_each(|_| find(desk, floors, last, &scene.def));
    ticket(desk, floors, last, &[scene.def, weighed]);
    field(desk, floors, last, &scene.def);
    save_and_load(desk, floors);
    desk.destroy(profile);
    desk.destroy(floors);
    grids.iter().for_each(|&grid| destroy(desk, grid));
}

/// Queries that the thread itself answers.
fn ticket(desk: &mut Desk, floors: u64, last: i32, defs: &[GridstarQueryDef; 2]) {
    let start = GridstarFloorCell { floor: 0, x: 0, y: 0, reserved: 0 };
    let goal = GridstarFloorCell { floor: 2, x: last, y: last, reserved: 0 };
    let request = GridstarFloorPathRequest { start, goal, def_index: 0, reserved: 0 };
    let requests = [request, GridstarFloorPathRequest { def_index: 1, ..request }];
    let (mut replies, mut info) = ([GridstarFloorPathReply::default(); 2], common::work::empty_ticket_info());
    // SAFETY: pointers and lengths of arrays, and a pointer from a reference.
    let ticket = desk
        .create(|id| unsafe { gridstar_ticket_submit_floors(floors, requests.as_ptr(), 2, defs.as_ptr(), 2, 0, id) });
    desk.call(|_| gridstar_ticket_wait(ticket));
    desk.call(|buffers| {
        let (steps, capacity) = (buffers.steps.as_mut_ptr(), buffers.steps.len() as u32);
        // SAFETY: pointers and lengths of an array and a vector, and a pointer from a reference.
        unsafe { gridstar_ticket_take_floors(ticket, replies.as_mut_ptr(), 2, steps, capacity, &mut info) }
    });
    // A query for which there was no memory says so in its reply, and is not asked again.
}

fn field(desk: &mut Desk, floors: u64, last: i32, def: &GridstarQueryDef) {
    let goal = GridstarFloorCell { floor: 2, x: last, y: last, reserved: 0 };
    for visits in [0, 60] {
        // SAFETY: pointers from references.
        let field = desk.create(|id| unsafe { gridstar_floor_field_create(floors, &goal, 1, visits, def, id) });
        while desk.call_untold(|_| gridstar_floor_field_advance(field, visits)) == GridstarStatus::StillRunning {}
        let mut result = empty_floor_result();
        desk.call(|buffers| {
            let (steps, capacity) = (buffers.steps.as_mut_ptr(), buffers.steps.len() as u32);
            let start = GridstarFloorCell { floor: 0, x: 0, y: 0, reserved: 0 };
            // SAFETY: the pointer and length of a vector, and pointers from references.
            unsafe { gridstar_floor_field_find_path(field, &start, steps, capacity, &mut result) }
        });
        desk.tell_cost(result.cost);
        desk.destroy(field);
    }
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
