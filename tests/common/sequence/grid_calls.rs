//! Calls that create, destroy, edit and prepare grids.

use super::asked::Settings;
use super::tally::{self, Function};
use super::world::{GridModel, PlaceModel, World};
use crate::abi::{default_grid_def, default_query_def, heuristic_number, order_number, rule_number};
use crate::cell_map::CellMap;
use crate::random_maps::Random;
use crate::random_terrain::any_type;
use crate::terrain::Terrain;
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};

const MOST_GRIDS_PATHS: usize = 4;

impl World {
    /// A random width and height: mostly small, some near the width of a 64-bit word, some long.
    fn size(&mut self) -> (u32, u32) {
        let random = &mut self.random;
        let (short, long) = match random.below(100) {
            0..6 => return (1, 1),
            6..25 => return (random.between(1, 4), random.between(1, 4)),
            25..70 => return (random.between(3, 18), random.between(3, 18)),
            70..84 => return (random.between(10, 36), random.between(10, 36)),
            84..92 => (random.between(1, 12), random.between(62, 66)),
            92..98 => (random.between(1, 5), random.between(64, 200)),
            _ => return (random.between(60, 70), random.between(60, 70)),
        };
        if random.percent(50) { (short, long) } else { (long, short) }
    }

    pub fn create_grid(&mut self) {
        let (width, height) = self.size();
        let settings = Settings::random(&mut self.random);
        let takes_penalties = self.random.percent(20);
        let engine = self.random.below(4);
        let plane = self.random.below(2);
        // With these sizes world positions are exact.
        let cell_size = [1.0, 0.5, 2.0][self.below(3)];
        let origin = [0.0; 3].map(|_: f32| self.random.below(20) as f32 - 10.0);
        tally::made(Function::gridstar_grid_def_default);
        let def = GridstarGridDef {
            plane,
            cell_size,
            origin_x: origin[0],
            origin_y: origin[1],
            origin_z: origin[2],
            straight_cost: settings.costs.straight(),
            diagonal_cost: settings.costs.diagonal(),
            diagonal_rule: rule_number(settings.rule),
            max_expansions: settings.limit,
            engine,
            order: order_number(settings.order),
            heuristic: heuristic_number(settings.heuristic),
            heuristic_weight: settings.weight,
            ..default_grid_def(width, height)
        };
        let mut id = 0;
        let function = Function::gridstar_grid_create;
        let arguments = format_args!("{width} x {height}, engine {engine}, {settings:?}");
        // SAFETY: the pointers come from references.
        let status = self.call(function, arguments, || unsafe { gridstar_grid_create(&def, &mut id) });
        assert_eq!(status, GridstarStatus::Ok);
        assert!(
            !self.dead.contains(&id) && self.grids.iter().all(|grid| grid.id != id),
            "an id was given out twice: {id:#x}"
        );
        self.grids.push(GridModel {
            id,
            map: CellMap::new(width, height),
            terrain: Terrain::new(width, height),
            takes_penalties,
            revision: 0,
            changed: vec![0; (width * height) as usize],
            is_changed_by_types: false,
            settings,
            engines: vec![engine],
            is_preparing: false,
            paths: Vec::new(),
            place: PlaceModel::in_plane(origin, cell_size, plane),
        });
        if self.random.percent(70) {
            self.set_cells(self.grids.len() - 1);
        }
        self.check_live_counts();
    }

    pub fn destroy_grid(&mut self) {
        let at = self.below(self.grids.len());
        let id = self.grids.swap_remove(at).id;
        let function = Function::gridstar_destroy;
        let status = self.call(function, format_args!("{id:#x}"), || gridstar_destroy(id));
        assert_eq!(status, GridstarStatus::Ok);
        self.dead.push(id);
        self.forget_covers_of(id);
        self.note(Function::gridstar_is_valid, format_args!("{id:#x}"));
        assert_eq!(gridstar_is_valid(id, GridstarKind::Grid as u32), GridstarStatus::InvalidId);
        tally::compared(Function::gridstar_is_valid);
        self.check_live_counts();
    }

    /// A cell of a grid's map.
    pub fn cell(&mut self, at: usize) -> Cell {
        self.random.cell(&self.grids[at].map)
    }

    /// A random rectangle of a grid, sometimes the whole grid.
    pub fn rect(&mut self, at: usize) -> Rect {
        let (width, height) = (self.grids[at].map.width(), self.grids[at].map.height());
        if self.random.percent(8) {
            return Rect { x: 0, y: 0, width: width as u32, height: height as u32 };
        }
        let corner = self.cell(at);
        let mut side = |from: i32, all: i32| self.random.between(1, ((all - from) as u32).min(12));
        let (width, height) = (side(corner.x, width), side(corner.y, height));
        Rect { x: corner.x, y: corner.y, width, height }
    }

    /// Random cell types.
    fn types(&mut self, count: usize) -> Vec<u8> {
        let density = self.random.below(50);
        let share = if self.random.percent(40) { self.random.between(10, 100) } else { 0 };
        let any = |random: &mut Random| if random.percent(share) { any_type(random) } else { 0 };
        (0..count).map(|_| if self.random.percent(density) { 1 } else { any(&mut self.random) }).collect()
    }

    pub fn edit(&mut self) {
        let at = self.below(self.grids.len());
        match self.random.below(20) {
            0..6 if self.grids[at].takes_penalties => self.edit_penalties(at),
            0..13 => self.set_cell(at),
            13..16 => self.fill_rect(at),
            16..19 => self.set_rect(at),
            _ => self.set_cells(at),
        }
        if self.random.percent(10) {
            self.read_info(at);
        }
    }

    /// Makes an edit in the model: the cell types of a rectangle, row by row.
    fn apply(&mut self, at: usize, rect: Rect, types: impl Iterator<Item = u8>) {
        let grid = &mut self.grids[at];
        let mut has_changed = false;
        for (cell, cell_type) in cells_of(rect).zip(types) {
            let index = grid.terrain.index(cell);
            if grid.terrain.types[index] != cell_type {
                grid.changed[index] = grid.revision + 1;
                (has_changed, grid.is_changed_by_types) = (true, true);
            }
            grid.terrain.types[index] = cell_type;
            grid.map.set_obstacle(cell, cell_type == 1);
        }
        grid.revision += u64::from(has_changed);
    }

    fn set_cell(&mut self, at: usize) {
        let (id, cell) = (self.grids[at].id, self.cell(at));
        let is_walkable = self.grids[at].map.is_walkable(cell);
        let cell_type = match u32::from(if self.random.percent(80) { is_walkable } else { !is_walkable }) {
            0 if self.random.percent(30) => any_type(&mut self.random).into(),
            cell_type => cell_type,
        };
        let function = Function::gridstar_grid_set_cell;
        let arguments = format_args!("{id:#x} {cell:?} {cell_type}");
        let status = self.call(function, arguments, || {
            gridstar_grid_set_cell(id, GridstarCellPlane::Types as u32, cell.x, cell.y, cell_type)
        });
        assert_eq!(status, GridstarStatus::Ok);
        self.apply(at, Rect { x: cell.x, y: cell.y, width: 1, height: 1 }, std::iter::once(cell_type as u8));
    }

    fn fill_rect(&mut self, at: usize) {
        let (id, rect) = (self.grids[at].id, self.rect(at));
        let cell_type = match u32::from(self.random.percent(40)) {
            0 if self.random.percent(30) => any_type(&mut self.random).into(),
            cell_type => cell_type,
        };
        let Rect { x, y, width, height } = rect;
        let function = Function::gridstar_grid_fill_cells;
        let arguments = format_args!("{id:#x} {rect:?} {cell_type}");
        let status = self.call(function, arguments, || {
            crate::abi::fill_cells(id, GridstarCellPlane::Types, (x, y, width, height), cell_type)
        });
        assert_eq!(status, GridstarStatus::Ok);
        self.apply(at, rect, std::iter::repeat(cell_type as u8));
    }

    fn set_rect(&mut self, at: usize) {
        let (id, rect) = (self.grids[at].id, self.rect(at));
        let Rect { x, y, width, height } = rect;
        let types = self.types((width * height) as usize);
        let (pointer, count) = (types.as_ptr(), types.len() as u32);
        let function = Function::gridstar_grid_set_cells;
        // SAFETY: the pointer and length of a vector.
        let status = self.call(function, format_args!("{id:#x} {rect:?} {types:?}"), || unsafe {
            gridstar_grid_set_cells(
                id,
                GridstarCellPlane::Types as u32,
                &GridstarRect { x, y, width, height },
                pointer,
                count,
            )
        });
        assert_eq!(status, GridstarStatus::Ok);
        self.apply(at, rect, types.into_iter());
    }

    fn set_cells(&mut self, at: usize) {
        let grid = &self.grids[at];
        let (id, width, height) = (grid.id, grid.map.width() as u32, grid.map.height() as u32);
        // Sometimes the current types with one cell changed.
        let types = if self.random.percent(30) {
            let mut types = self.grids[at].terrain.types.clone();
            let changed = self.below(types.len());
            types[changed] = self.random.below(2) as u8;
            types
        } else {
            self.types((width * height) as usize)
        };
        let (pointer, count) = (types.as_ptr(), types.len() as u32);
        let function = Function::gridstar_grid_set_cells;
        // SAFETY: the pointer and length of a vector.
        let status = self.call(function, format_args!("{id:#x}"), || unsafe {
            gridstar_grid_set_cells(id, GridstarCellPlane::Types as u32, std::ptr::null(), pointer, count)
        });
        assert_eq!(status, GridstarStatus::Ok);
        self.apply(at, Rect { x: 0, y: 0, width, height }, types.into_iter());
    }

    pub fn prepare(&mut self) {
        let at = self.below(self.grids.len());
        let (id, engine, in_background) = (self.grids[at].id, self.random.below(4), u32::from(self.random.percent(25)));
        let function = Function::gridstar_grid_prepare;
        let arguments = format_args!("{id:#x} engine {engine}, in background {in_background}");
        let prepare = || gridstar_grid_prepare(id, engine, in_background);
        let status = if in_background == 1 {
            // std::thread::Builder::spawn ends the process if it gets no memory. This is the one allocation whose
            // failure can't become a status.
            self.call_with_memory(function, arguments, prepare)
        } else {
            self.call(function, arguments, prepare)
        };
        assert_eq!(status, GridstarStatus::Ok);
        let GridModel { engines, is_preparing, .. } = &mut self.grids[at];
        *is_preparing |= in_background == 1;
        // A background preparation that is still running may end before or after this one.
        if !*is_preparing {
            engines.clear();
        }
        engines.push(engine);
        if in_background == 1 && self.random.percent(50) {
            self.wait_for_preparation(at);
        }
        self.read_info(at);
    }

    pub fn prepare_query(&mut self) {
        let at = self.below(self.grids.len());
        let mut def = default_query_def();
        self.agent(&mut def);
        let (id, function) = (self.grids[at].id, Function::gridstar_grid_prepare_query);
        // SAFETY: the pointer comes from a reference.
        let status =
            self.call(function, format_args!("{id:#x} {def:?}"), || unsafe { gridstar_grid_prepare_query(id, &def) });
        assert_eq!(status, GridstarStatus::Ok);
        self.read_info(at);
    }

    /// Waits for all background work. Of the calls that chose an engine, the last one wins.
    fn wait_for_preparation(&mut self, at: usize) {
        let wait = Function::gridstar_background_wait;
        // Runs what no thread has begun, which tells no one that it lacks memory.
        assert_eq!(self.call_with_memory(wait, format_args!(""), || gridstar_background_wait()), GridstarStatus::Ok);
        let engines = &mut self.grids[at].engines;
        engines.drain(..engines.len() - 1);
    }

    /// Waits until no grid is being prepared.
    pub fn end_preparations(&mut self) {
        for at in 0..self.grids.len() {
            if self.grids[at].is_preparing {
                self.wait_for_preparation(at);
            }
        }
    }

    /// Keeps a path, to check it after later edits.
    pub fn keep_path(&mut self, at: usize, path: &[Cell]) {
        let place = self.below(MOST_GRIDS_PATHS);
        let paths = &mut self.grids[at].paths;
        if place < paths.len() {
            path.clone_into(&mut paths[place]);
        } else {
            paths.push(path.to_vec());
        }
    }
}

/// The cells of a rectangle, row by row.
pub fn cells_of(rect: Rect) -> impl Iterator<Item = Cell> {
    let rows = rect.y..rect.y + rect.height as i32;
    rows.flat_map(move |y| (rect.x..rect.x + rect.width as i32).map(move |x| Cell::new(x, y)))
}
