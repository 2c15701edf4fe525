//! Crowds: agents that come and go, and ticks before and after edits.

use super::grids::{destroy, grid};
use super::profiles::profile;
use crate::desk::Desk;
use crate::scene::Scene;
use common::avoidance::{crowd_agent, empty_crowd_info};
use gridstar::ffi::*;

const AGENTS: usize = 5;

pub(crate) fn crowds(desk: &mut Desk, scene: &Scene) {
    let grid = grid(desk, scene, GridstarEngine::Auto);
    let profile = profile(desk);
    let weighed = GridstarQueryDef { profile, ..scene.def };
    for def in [&scene.def, &weighed] {
        // SAFETY: pointers of references.
        let crowd = desk.create(|id| unsafe { gridstar_crowd_create(grid, def, id) });
        let (agents, mut numbers) = ([crowd_agent(1.5, 0.5); AGENTS], [0; AGENTS]);
        for _ in 0..2 {
            let (from, to, count) = (agents.as_ptr(), numbers.as_mut_ptr(), AGENTS as u32);
            // SAFETY: pointers and lengths of arrays.
            desk.call(|_| unsafe { gridstar_crowd_add_agents(crowd, from, count, to, count) });
            tick(desk, crowd);
            desk.call(|_| gridstar_grid_set_cell(grid, GridstarCellPlane::Types as u32, 1, 0, 1));
            tick(desk, crowd);
            desk.call(|_| gridstar_grid_set_cell(grid, GridstarCellPlane::Types as u32, 1, 0, 0));
            // SAFETY: the pointer and length of an array.
            desk.call(|_| unsafe { gridstar_crowd_remove_agents(crowd, numbers.as_ptr(), 2) });
            tick(desk, crowd);
        }
        desk.destroy(crowd);
    }
    desk.destroy(profile);
    destroy(desk, grid);
}

/// A crowd is copied into another one with agents, saved and loaded. A copy without memory leaves both as they were.
pub(crate) fn copied_crowds(desk: &mut Desk, scene: &Scene) {
    let grid = grid(desk, scene, GridstarEngine::Auto);
    let def = &raw const scene.def;
    // SAFETY: pointers of references.
    let crowds = [(); 2].map(|()| desk.create(|id| unsafe { gridstar_crowd_create(grid, def, id) }));
    // More than the first crowd has room for, so that the second one's lists have to grow.
    let (agents, mut numbers) = ([crowd_agent(1.5, 0.5); 70], [0; 70]);
    for (crowd, count) in crowds.into_iter().zip([70, AGENTS as u32]) {
        let to = numbers.as_mut_ptr();
        // SAFETY: pointers and lengths of arrays.
        desk.call(|_| unsafe { gridstar_crowd_add_agents(crowd, agents.as_ptr(), count, to, count) });
    }
    // SAFETY: the pointer and length of an array.
    desk.call(|_| unsafe { gridstar_crowd_remove_agents(crowds[0], numbers.as_ptr(), 60) });
    let before = crowds.map(hash);
    desk.call(|_| {
        let status = gridstar_crowd_copy_from(crowds[1], crowds[0]);
        let right = if status == GridstarStatus::Ok { [before[0]; 2] } else { before };
        assert_eq!(crowds.map(hash), right, "after {status:?}");
        status
    });
    let mut count = 0;
    let out = &raw mut count;
    desk.call(|buffers| {
        let (to, room) = (buffers.file.as_mut_ptr(), buffers.file.len() as u32);
        // SAFETY: the pointer and length of a vector, and that of a living number.
        unsafe { gridstar_crowd_save(crowds[1], to, room, out) }
    });
    let file = desk.buffers.file.as_ptr();
    // SAFETY: pointers of references, and that of a vector that has as many bytes.
    let loaded = desk.create(|id| unsafe { gridstar_crowd_load(grid, def, file, count, id) });
    tick(desk, crowds[1]);
    tick(desk, loaded);
    for crowd in [crowds[0], crowds[1], loaded] {
        desk.destroy(crowd);
    }
    destroy(desk, grid);
}

/// Takes no memory.
fn hash(crowd: u64) -> u64 {
    let mut hash = 0;
    // SAFETY: the pointer comes from a reference.
    assert_eq!(unsafe { gridstar_crowd_get_hash(crowd, &mut hash) }, GridstarStatus::Ok);
    hash
}

/// Makes a tick, and notes the hash.
fn tick(desk: &mut Desk, crowd: u64) {
    let (wishes, mut count) = ([[1.0_f32, 0.5]; 70], 0);
    let out = &raw mut count;
    desk.call(|buffers| {
        let (positions, velocities) = buffers.points.split_at_mut(140);
        let (wish, room) = (wishes.as_ptr().cast(), 70);
        // SAFETY: pointers and lengths of an array and of slices; the last pointer is of a living number.
        unsafe {
            let (to, moved) = (positions.as_mut_ptr(), velocities.as_mut_ptr());
            gridstar_crowd_tick(crowd, 0.05, wish, room, to, moved, room, out)
        }
    });
    let mut info = empty_crowd_info();
    let out = &raw mut info;
    // SAFETY: the pointer of a living struct whose size is set.
    desk.call(|_| unsafe { gridstar_crowd_get_info(crowd, out) });
    desk.tell(info.hash);
}
