//! Reservations, and plans for agents that keep apart.

use super::grids::{destroy, grid};
use super::profiles::profile;
use crate::desk::Desk;
use crate::scene::Scene;
use common::crowd::{empty_reservations_info, planned_agent};
use gridstar::ffi::*;
use gridstar::grid::Cell;

const WINDOW: u32 = 12;

/// Creates reservations with cells that are taken by hand.
fn reservations_of(desk: &mut Desk, grid: u64) -> u64 {
    // SAFETY: the pointer comes from a reference.
    let reservations = desk.create(|id| unsafe { gridstar_reservations_create(grid, WINDOW, id) });
    let cells = [Cell::new(2, 2), Cell::new(0, 1)];
    // SAFETY: the pointer and length of an array.
    desk.call(|_| unsafe { gridstar_reservations_take(reservations, cells.as_ptr(), 2, 1, 4) });
    reservations
}

fn plan(desk: &mut Desk, reservations: u64, agents: &[GridstarPlannedAgent], def: &GridstarQueryDef) {
    let count = agents.len();
    let mut needed = 0;
    let out = &raw mut needed;
    desk.call(|buffers| {
        let (cells, capacity) = (buffers.plan_cells.as_mut_ptr(), buffers.plan_cells.len() as u32);
        let results = buffers.plan_results.as_mut_ptr();
        let (given, number) = (agents.as_ptr(), count as u32);
        // SAFETY: pointers and lengths of a slice and vectors; the other pointers are of living values.
        unsafe { gridstar_reservations_plan(reservations, given, number, def, results, cells, capacity, out) }
    });
    tell_plans(desk, count);
    claims(desk, reservations);
}

fn tell_plans(desk: &mut Desk, count: usize) {
    for number in 0..count {
        let result = desk.buffers.plan_results[number];
        desk.tell(result.status as u64);
        desk.tell(u64::from(result.stays_from));
        desk.tell_cost(result.cost);
    }
    let moments = count * (WINDOW as usize + 1);
    let cells = &desk.buffers.plan_cells[..moments];
    let sum = cells.iter().fold(7_u64, |sum, cell| (sum * 31 + (cell.x + 1) as u64 * 64 + cell.y as u64) % 1_000_003);
    desk.tell(sum);
}

/// Notes how much is taken.
fn claims(desk: &mut Desk, reservations: u64) {
    let mut info = empty_reservations_info();
    let out = &raw mut info;
    // SAFETY: the pointer of a living struct whose size is set.
    desk.call(|_| unsafe { gridstar_reservations_get_info(reservations, out) });
    desk.tell(info.claims);
    desk.tell(u64::from(info.tick));
}

fn agents(scene: &Scene) -> [GridstarPlannedAgent; 5] {
    let (last, far) = (scene.side - 1, scene.far());
    [
        planned_agent((0, 0), (far.x, far.y)),
        planned_agent((1, 0), (0, 0)),
        planned_agent((far.x, far.y), (0, 0)),
        planned_agent((1, 1), (last, 0)),
        planned_agent((-1, 0), (0, 0)),
    ]
}

pub(crate) fn reservations(desk: &mut Desk, scene: &Scene) {
    let grid = grid(desk, scene, GridstarEngine::Auto);
    let reservations = reservations_of(desk, grid);
    let agents = agents(scene);
    plan(desk, reservations, &agents, &scene.def);
    for owner in [0, 3] {
        let mut needed = 0;
        let out = &raw mut needed;
        desk.call(|buffers| {
            let (cells, capacity) = (buffers.plan_cells.as_mut_ptr(), buffers.plan_cells.len() as u32);
            let (agent, result) = (&agents[0], buffers.plan_results.as_mut_ptr());
            // SAFETY: the pointer and length of a vector; the other pointers are of living values.
            unsafe {
                let def = &scene.def;
                gridstar_reservations_find_path(reservations, agent, owner, def, cells, capacity, result, out)
            }
        });
        tell_plans(desk, 1);
        claims(desk, reservations);
    }
    let mut taken = 0;
    let out = &raw mut taken;
    // SAFETY: the pointer of a living number.
    desk.call(|_| unsafe { gridstar_reservations_is_taken(reservations, 2, 2, 2, out) });
    desk.tell(u64::from(taken));
    desk.call(|_| gridstar_reservations_release(reservations, 3, 0));
    claims(desk, reservations);
    desk.call(|_| gridstar_reservations_advance(reservations, 3));
    plan(desk, reservations, &agents[..2], &scene.def);
    desk.call(|_| gridstar_grid_set_cell(grid, GridstarCellPlane::Types as u32, 1, 1, 1));
    desk.call(|_| gridstar_reservations_clear(reservations));
    plan(desk, reservations, &agents, &scene.def);
    desk.destroy(reservations);
    destroy(desk, grid);
}

/// Reservations are copied into other ones, saved and loaded. A copy without memory leaves both as they were.
pub(crate) fn copied_reservations(desk: &mut Desk, scene: &Scene) {
    let grid = grid(desk, scene, GridstarEngine::Auto);
    let both = [(); 2].map(|()| reservations_of(desk, grid));
    plan(desk, both[0], &agents(scene), &scene.def);
    let before = both.map(hash);
    desk.call(|_| {
        let status = gridstar_reservations_copy_from(both[1], both[0]);
        let right = if status == GridstarStatus::Ok { [before[0]; 2] } else { before };
        assert_eq!(both.map(hash), right, "after {status:?}");
        status
    });
    let mut count = 0;
    let out = &raw mut count;
    desk.call(|buffers| {
        let (to, room) = (buffers.file.as_mut_ptr(), buffers.file.len() as u32);
        // SAFETY: the pointer and length of a vector, and that of a living number.
        unsafe { gridstar_reservations_save(both[1], to, room, out) }
    });
    let file = desk.buffers.file.as_ptr();
    // SAFETY: the pointer of a vector that has as many bytes, and that of a reference.
    let loaded = desk.create(|id| unsafe { gridstar_reservations_load(grid, file, count, id) });
    for one in [both[0], both[1], loaded] {
        desk.tell(hash(one));
        plan(desk, one, &agents(scene)[..2], &scene.def);
        desk.destroy(one);
    }
    destroy(desk, grid);
}

/// Takes no memory.
fn hash(reservations: u64) -> u64 {
    let mut hash = 0;
    // SAFETY: the pointer comes from a reference.
    assert_eq!(unsafe { gridstar_reservations_get_hash(reservations, &mut hash) }, GridstarStatus::Ok);
    hash
}

pub(crate) fn plans_with_profiles(desk: &mut Desk, scene: &Scene) {
    let grid = grid(desk, scene, GridstarEngine::Auto);
    let reservations = reservations_of(desk, grid);
    let profile = profile(desk);
    let mut agents = agents(scene);
    agents[0].profile = profile;
    agents[2].agent_size = 2;
    (agents[3].agent_size, agents[3].profile) = (2, profile);
    plan(desk, reservations, &agents, &scene.def);
    desk.call(|_| gridstar_grid_set_cell(grid, GridstarCellPlane::Types as u32, 1, 1, 3));
    plan(desk, reservations, &agents, &GridstarQueryDef { profile, ..scene.def });
    desk.destroy(reservations);
    desk.destroy(profile);
    destroy(desk, grid);
}
