//! Covers, and queries that leave one out.

use super::grids::{destroy, find, grid};
use crate::desk::Desk;
use crate::scene::Scene;
use gridstar::ffi::*;

fn set(desk: &mut Desk, cover: u64, rects: &[GridstarRect]) {
    // SAFETY: the pointer and length of a slice.
    desk.call(|_| unsafe { gridstar_cover_set_rects(cover, rects.as_ptr(), rects.len() as u32) });
}

fn counts(desk: &mut Desk, grid: u64, side: u32) {
    let (mut counts, mut count) = ([0_u8; 64], 0);
    let (pointer, count) = (counts.as_mut_ptr(), &raw mut count);
    // SAFETY: the pointer and length of an array, and a pointer of a living number.
    desk.call(|_| unsafe {
        gridstar_grid_get_cells(
            grid,
            GridstarCellPlane::Covers as u32,
            &GridstarRect { x: 0, y: 0, width: side.min(8), height: side.min(8) },
            pointer,
            64,
            count,
        )
    });
    desk.tell(counts.iter().fold(7, |sum, &count| (sum * 31 + u64::from(count)) % 1_000_003));
}

pub(crate) fn covers(desk: &mut Desk, scene: &Scene) {
    let grid = grid(desk, scene, GridstarEngine::Auto);
    let (far, side) = (scene.far(), scene.side as u32);
    // SAFETY: the pointers come from references.
    let [own, other] = [0; 2].map(|_| desk.create(|id| unsafe { gridstar_cover_create(grid, id) }));
    let rect = |x: i32, width: u32| GridstarRect { x, y: 0, width, height: 2 };
    set(desk, own, &[rect(0, 2)]);
    set(desk, other, &[rect(1, 2), GridstarRect { x: 5, y: 0, width: 1, height: side + 9 }]);
    counts(desk, grid, side);
    for (turn, without_cover) in [0, own, other].into_iter().enumerate() {
        for agent_size in [1, 2] {
            let def = GridstarQueryDef { without_cover, agent_size, ..scene.def };
            find(desk, grid, far, &def);
        }
        set(desk, own, &[rect(turn as i32 % 2 + 1, 1)]);
    }
    desk.destroy(other);
    counts(desk, grid, side);
    find(desk, grid, far, &scene.def);
    desk.call(|_| gridstar_grid_set_cell(grid, GridstarCellPlane::Types as u32, 1, 2, 1));
    desk.destroy(own);
    find(desk, grid, far, &scene.def);
    destroy(desk, grid);
}
