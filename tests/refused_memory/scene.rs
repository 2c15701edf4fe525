//! The map of all uses: scattered obstacles of a few types, a walled-in cell, and walkable corners.

use common::abi::default_query_def;
use common::cell_map::CellMap;
use common::random_maps::Random;
use gridstar::ffi::GridstarQueryDef;
use gridstar::grid::Cell;

pub(crate) const SEED: u64 = 5;

/// A square map and queries on it.
pub(crate) struct Scene {
    pub(crate) side: i32,
    pub(crate) types: Vec<u8>,
    pub(crate) penalties: Vec<u8>,
    pub(crate) def: GridstarQueryDef,
}

impl Scene {
    pub(crate) fn new(side: i32) -> Self {
        let (mut map, mut random) = (CellMap::new(side as u32, side as u32), Random::new(SEED));
        for cell in map.cells() {
            map.set_obstacle(cell, random.percent(18));
        }
        let last = side - 1;
        for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1), (last, last), (last - 1, last), (last, last - 1), (last, 0)] {
            map.set_obstacle(Cell::new(x, y), false);
        }
        for (x, y) in [(last - 1, 0), (last - 1, 1), (last, 1)] {
            map.set_obstacle(Cell::new(x, y), true);
        }
        let types =
            map.cell_types().into_iter().map(|number| if number == 0 && random.percent(20) { 3 } else { number });
        let types = types.collect();
        let penalties = (0..side * side).map(|_| if random.percent(10) { 40 } else { 0 }).collect();
        Self { side, types, penalties, def: default_query_def() }
    }

    /// The cell in the last row and column, which is in reach.
    pub(crate) fn far(&self) -> Cell {
        Cell::new(self.side - 1, self.side - 1)
    }

    /// A walkable cell with walls around it.
    pub(crate) fn walled_in(&self) -> Cell {
        Cell::new(self.side - 1, 0)
    }

    /// The number of cells.
    pub(crate) fn area(&self) -> usize {
        self.types.len()
    }
}
