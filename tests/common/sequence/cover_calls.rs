//! Calls of covers, compared with the model.

use super::grid_calls::cells_of;
use super::tally::{self, Function};
use super::world::World;
use crate::terrain::Terrain;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};

const MOST: usize = 4;

/// The model of a cover, on one of the grids that know it.
#[derive(Clone, Debug)]
pub struct CoverModel {
    pub id: u64,
    /// The grid's id.
    pub grid: u64,
    rects: Vec<GridstarRect>,
}

impl CoverModel {
    pub fn is_empty(&self) -> bool {
        self.rects.is_empty()
    }

    fn contains(&self, cell: Cell) -> bool {
        let within = |at: i32, first: i32, count: u32| {
            (i64::from(first)..i64::from(first) + i64::from(count)).contains(&i64::from(at))
        };
        self.rects.iter().any(|rect| within(cell.x, rect.x, rect.width) && within(cell.y, rect.y, rect.height))
    }
}

impl World {
    /// The covers that a grid knows.
    pub fn covers_of(&self, grid: u64) -> impl Iterator<Item = &CoverModel> {
        self.covers.iter().chain(&self.foreign_covers).filter(move |cover| cover.grid == grid)
    }

    /// The covers of a grid that contain a cell.
    pub fn covers_at(&self, grid: u64, cell: Cell) -> impl Iterator<Item = &CoverModel> {
        self.covers_of(grid).filter(move |cover| cover.contains(cell))
    }

    /// A fork knows the covers that its grid knows.
    pub fn know_covers(&mut self, of: u64, fork: u64) {
        let known: Vec<_> = self.covers_of(of).map(|cover| CoverModel { grid: fork, ..cover.clone() }).collect();
        self.foreign_covers.extend(known);
    }

    /// A grid's own covers have the cells that they had in another grid, or none. It knows the others of that one, but
    /// not those that were its own and are destroyed.
    pub fn restore_covers(&mut self, grid: u64, from: u64) {
        let known: Vec<CoverModel> = self.covers_of(from).cloned().collect();
        self.foreign_covers.retain(|cover| cover.grid != grid);
        for cover in self.covers.iter_mut().filter(|cover| cover.grid == grid) {
            cover.rects = known.iter().find(|one| one.id == cover.id).map_or(Vec::new(), |one| one.rects.clone());
        }
        let owners = &self.owners;
        let foreign = known.into_iter().filter(|cover| owners[&cover.id] != grid);
        self.foreign_covers.extend(foreign.map(|cover| CoverModel { grid, ..cover }));
    }

    /// A grid's terrain as an agent sees it that does not see one of the covers.
    pub fn terrain_without(&self, at: usize, cover: u64) -> Terrain {
        let (grid, mut terrain) = (&self.grids[at], self.grids[at].terrain.clone());
        for cell in terrain.cells() {
            let index = terrain.index(cell);
            terrain.covered[index] = self.covers_at(grid.id, cell).any(|one| one.id != cover);
        }
        terrain
    }

    pub fn step_cover(&mut self) {
        let count = self.covers.len();
        if count == 0 || count < MOST && self.random.percent(20) {
            return self.create_cover();
        }
        let at = self.below(count);
        match self.random.below(20) {
            0..14 => self.set_rects(at),
            14..18 => {
                let grid = self.below(self.grids.len());
                self.read_covers(grid);
            }
            _ => self.destroy_cover(at),
        }
    }

    fn create_cover(&mut self) {
        let (grid, mut id) = (self.below(self.grids.len()), 0);
        let grid = self.grids[grid].id;
        let function = Function::gridstar_cover_create;
        // SAFETY: the pointer comes from a reference.
        let status = self.call(function, format_args!("{grid:#x}"), || unsafe { gridstar_cover_create(grid, &mut id) });
        assert_eq!(status, GridstarStatus::Ok);
        assert!(!self.dead.contains(&id), "an id was given out twice: {id:#x}");
        self.covers.push(CoverModel { id, grid, rects: Vec::new() });
        self.owners.insert(id, grid);
        self.check_live_counts();
    }

    /// Rectangles of all sizes, some over the grid's edges, or those of the cover a step aside.
    fn rects(&mut self, at: usize) -> Vec<GridstarRect> {
        let CoverModel { grid, rects, .. } = &self.covers[at];
        if !rects.is_empty() && self.random.percent(40) {
            let (dx, dy) = (self.random.below(3) as i32 - 1, self.random.below(3) as i32 - 1);
            return rects.iter().map(|rect| GridstarRect { x: rect.x + dx, y: rect.y + dy, ..*rect }).collect();
        }
        let of_grid = self.grids.iter().position(|one| one.id == *grid).unwrap();
        let count = [0, 1, 1, 1, 2, 5][self.below(6)];
        let mut rects = Vec::new();
        for _ in 0..count {
            let mut rect = GridstarRect::from(self.rect(of_grid));
            if self.random.percent(20) {
                (rect.x, rect.y) = (rect.x - self.random.below(9) as i32, rect.y + self.random.below(9) as i32);
            }
            if self.random.percent(5) {
                rect.width = [0, u32::MAX][self.below(2)];
            }
            rects.push(rect);
        }
        rects
    }

    fn set_rects(&mut self, at: usize) {
        let (id, rects) = (self.covers[at].id, self.rects(at));
        let (pointer, count) = (rects.as_ptr(), rects.len() as u32);
        let function = Function::gridstar_cover_set_rects;
        // SAFETY: the pointer and length of a vector.
        let status = self.call(function, format_args!("{id:#x} {rects:?}"), || unsafe {
            gridstar_cover_set_rects(id, pointer, count)
        });
        assert_eq!(status, GridstarStatus::Ok);
        self.place(at, rects);
        tally::compared(function);
    }

    /// Moves a cover in the model.
    fn place(&mut self, at: usize, rects: Vec<GridstarRect>) {
        let grid_id = self.covers[at].grid;
        let of_grid = self.grids.iter().position(|one| one.id == grid_id).unwrap();
        let cells: Vec<Cell> = self.grids[of_grid].terrain.cells().collect();
        let before: Vec<bool> = cells.iter().map(|&cell| self.covers[at].contains(cell)).collect();
        self.covers[at].rects = rects;
        let changed: Vec<Cell> = cells
            .iter()
            .zip(before)
            .filter_map(|(&cell, before)| (self.covers[at].contains(cell) != before).then_some(cell))
            .collect();
        for &cell in &changed {
            let is_covered = self.covers_at(grid_id, cell).next().is_some();
            let grid = &mut self.grids[of_grid];
            let index = grid.terrain.index(cell);
            grid.terrain.covered[index] = is_covered;
            grid.changed[index] = grid.revision + 1;
            grid.is_changed_by_types = false;
        }
        // Cells far apart are edits of their own.
        let (before, now) = (self.grids[of_grid].revision, self.info(of_grid).revision);
        let edits = now - before;
        assert!(edits <= changed.len() as u64 && (edits == 0) == changed.is_empty(), "{edits} edits of {changed:?}");
        self.grids[of_grid].revision = now;
    }

    pub fn read_covers(&mut self, at: usize) {
        let (id, rect) = (self.grids[at].id, self.rect(at));
        let Rect { x, y, width, height } = rect;
        let right: Vec<u8> = cells_of(rect).map(|cell| self.covers_at(id, cell).count() as u8).collect();
        let (mut counts, mut count) = (vec![0xab; right.len()], 0);
        let (pointer, capacity) = (counts.as_mut_ptr(), counts.len() as u32);
        let function = Function::gridstar_grid_get_cells;
        // SAFETY: the pointer and length of a vector, and a pointer from a reference.
        let status = self.call(function, format_args!("{id:#x} {rect:?}"), || unsafe {
            gridstar_grid_get_cells(
                id,
                GridstarCellPlane::Covers as u32,
                &GridstarRect { x, y, width, height },
                pointer,
                capacity,
                &mut count,
            )
        });
        assert_eq!((status, count as usize, counts), (GridstarStatus::Ok, right.len(), right));
        tally::compared(function);
    }

    pub fn destroy_cover(&mut self, at: usize) {
        self.place_nothing(at);
        let id = self.covers.swap_remove(at).id;
        self.dead.push(id);
        self.note(Function::gridstar_is_valid, format_args!("{id:#x}"));
        assert_eq!(gridstar_is_valid(id, GridstarKind::Cover as u32), GridstarStatus::InvalidCover);
        tally::compared(Function::gridstar_is_valid);
        self.check_live_counts();
    }

    fn place_nothing(&mut self, at: usize) {
        let (id, function) = (self.covers[at].id, Function::gridstar_destroy);
        let status = self.call(function, format_args!("{id:#x}"), || gridstar_destroy(id));
        assert_eq!(status, GridstarStatus::Ok);
        self.place(at, Vec::new());
    }

    /// The covers of a grid that was destroyed are gone.
    pub fn forget_covers_of(&mut self, grid: u64) {
        let gone = self.covers.extract_if(.., |cover| cover.grid == grid).map(|cover| cover.id);
        self.dead.extend(gone);
        self.foreign_covers.retain(|cover| cover.grid != grid);
    }
}
