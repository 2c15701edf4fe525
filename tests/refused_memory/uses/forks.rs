//! Forks, edits of both sides, and going back, with covers that come and go.

use super::grids::{find, grid};
use crate::desk::Desk;
use crate::scene::Scene;
use gridstar::ffi::*;

fn hash(desk: &mut Desk, grid: u64) {
    let mut hash = 0;
    let out = &raw mut hash;
    // SAFETY: a pointer of a living number.
    desk.call(|_| unsafe { gridstar_grid_get_hash(grid, out) });
    desk.tell(hash);
}

fn cover(desk: &mut Desk, cover: u64, x: i32) {
    let rects = [GridstarRect { x, y: 1, width: 2, height: 3 }];
    // SAFETY: the pointer and length of an array.
    desk.call(|_| unsafe { gridstar_cover_set_rects(cover, rects.as_ptr(), 1) });
}

pub(crate) fn forks(desk: &mut Desk, scene: &Scene) {
    let grid = grid(desk, scene, GridstarEngine::Auto);
    let far = scene.far();
    // SAFETY: the pointers come from references.
    let [own, other] = [0; 2].map(|_| desk.create(|id| unsafe { gridstar_cover_create(grid, id) }));
    cover(desk, own, 2);
    cover(desk, other, 3);
    find(desk, grid, far, &scene.def);
    let set = |desk: &mut Desk, grid: u64, x: i32, cell_type: u32| {
        desk.call(|_| gridstar_grid_set_cell(grid, GridstarCellPlane::Types as u32, x, 4, cell_type));
    };
    set(desk, grid, 1, 1);
    // SAFETY: the pointer comes from a reference.
    let fork = desk.create(|id| unsafe { gridstar_grid_fork(grid, id) });
    // SAFETY: as above.
    let of_fork = desk.create(|id| unsafe { gridstar_grid_fork(fork, id) });
    hash(desk, fork);
    set(desk, grid, 2, 1);
    set(desk, fork, 3, 1);
    cover(desk, own, 4);
    for one in [grid, fork, of_fork] {
        find(desk, one, far, &scene.def);
        find(desk, one, far, &GridstarQueryDef { without_cover: other, ..scene.def });
        hash(desk, one);
    }
    desk.destroy(other);
    desk.call(|_| gridstar_grid_restore(grid, of_fork));
    hash(desk, grid);
    find(desk, grid, far, &GridstarQueryDef { without_cover: own, ..scene.def });
    desk.call(|_| gridstar_grid_restore(fork, grid));
    find(desk, fork, far, &scene.def);
    hash(desk, fork);
    cover(desk, own, 5);
    hash(desk, grid);
    desk.destroy(fork);
    desk.destroy(own);
    hash(desk, grid);
    desk.destroy(grid);
    find(desk, of_fork, far, &scene.def);
    desk.destroy(of_fork);
}
