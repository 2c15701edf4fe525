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

/// Makes a tick, and notes the hash.
fn tick(desk: &mut Desk, crowd: u64) {
    let (wishes, mut count) = ([[1.0_f32, 0.5]; 2 * AGENTS], 0);
    let out = &raw mut count;
    desk.call(|buffers| {
        let (positions, velocities) = buffers.points.split_at_mut(4 * AGENTS);
        let (wish, room) = (wishes.as_ptr().cast(), 2 * AGENTS as u32);
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
