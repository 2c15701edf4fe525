//! Threads that edit and prepare.

use super::Watched;
use common::cell_map::CellMap;
use common::random_maps::Random;
use common::sequence::tally::{self, Function};
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use std::sync::Arc;
use std::sync::atomic::Ordering::SeqCst;

/// Edits until no thread looks any more.
pub(super) fn edit_on(watched: &Watched, seed: u64) {
    let mut random = Random::new(seed);
    let mut map = CellMap::clone(&watched.map(watched.done.load(SeqCst)));
    while watched.looking.load(SeqCst) > 0 {
        let edit = Edit::random(&mut random, &map);
        let before = map.clone();
        edit.apply(&mut map);
        if map != before {
            watched.maps.lock().unwrap().push(Arc::new(map.clone()));
            watched.begun.fetch_add(1, SeqCst);
        }
        assert_eq!(edit.make(watched), GridstarStatus::Ok, "seed {seed}");
        watched.done.store(watched.begun.load(SeqCst), SeqCst);
        // Some edits follow at once, others leave time for looks.
        for _ in 0..random.below(4) {
            std::thread::yield_now();
        }
    }
}

/// Prepares one engine after another until no thread looks any more.
pub(super) fn prepare_on(watched: &Watched, seed: u64) {
    let mut random = Random::new(seed);
    while watched.looking.load(SeqCst) > 0 {
        let (engine, in_background) = (random.below(4), u32::from(random.percent(25)));
        tally::made(Function::gridstar_grid_prepare);
        let status = gridstar_grid_prepare(watched.grid.id(), engine, in_background);
        assert_eq!(status, GridstarStatus::Ok, "seed {seed}");
        for _ in 0..random.below(40) {
            std::thread::yield_now();
        }
    }
}

#[derive(Debug)]
struct Edit {
    function: Function,
    rect: Rect,
    types: Vec<u8>,
}

impl Edit {
    fn random(random: &mut Random, map: &CellMap) -> Self {
        let corner = random.cell(map);
        let mut side = |from: i32, all: i32| random.between(1, ((all - from) as u32).min(9));
        let (width, height) = (side(corner.x, map.width()), side(corner.y, map.height()));
        let rect = Rect { x: corner.x, y: corner.y, width, height };
        let cell_type = u8::from(random.percent(40));
        match random.below(10) {
            0..6 => {
                let types = vec![u8::from(map.is_walkable(corner))];
                Self { function: Function::gridstar_grid_set_cell, rect: Rect { width: 1, height: 1, ..rect }, types }
            }
            6..8 => {
                let types = vec![cell_type; (width * height) as usize];
                Self { function: Function::gridstar_grid_fill_cells, rect, types }
            }
            8 => {
                let types = (0..width * height).map(|_| random.percent(30).into()).collect();
                Self { function: Function::gridstar_grid_set_cells, rect, types }
            }
            _ => {
                let rect = Rect { x: 0, y: 0, width: map.width() as u32, height: map.height() as u32 };
                let mut types = map.cell_types();
                for _ in 0..random.below(6) {
                    let place = random.below(types.len() as u32) as usize;
                    types[place] = 1 - types[place];
                }
                Self { function: Function::gridstar_grid_set_cells, rect, types }
            }
        }
    }

    fn apply(&self, map: &mut CellMap) {
        let Rect { x, y, width, height } = self.rect;
        let cells = (y..y + height as i32).flat_map(|y| (x..x + width as i32).map(move |x| Cell::new(x, y)));
        cells.zip(&self.types).for_each(|(cell, &cell_type)| map.set_obstacle(cell, cell_type == 1));
    }

    fn make(&self, watched: &Watched) -> GridstarStatus {
        let (grid, Self { function, rect, types }) = (&watched.grid, self);
        tally::made(*function);
        match function {
            Function::gridstar_grid_set_cell => grid.set_cell(Cell::new(rect.x, rect.y), types[0].into()),
            Function::gridstar_grid_fill_cells => grid.fill_rect(*rect, types[0].into()),
            _ => grid.set_rect(*rect, types),
        }
    }
}
