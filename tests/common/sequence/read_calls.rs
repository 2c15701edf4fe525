//! Reads of a grid, compared with the model.

use super::grid_calls::cells_of;
use super::tally::{self, Function};
use super::world::{PlaceModel, World};
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use std::mem::zeroed;

/// In the order of gridstar_grid_get_neighbors.
const NEIGHBORS: [(i32, i32); 8] = [(1, 1), (1, 0), (1, -1), (0, 1), (0, -1), (-1, 1), (-1, 0), (-1, -1)];

/// Fills buffers before a call. No call writes this value.
const UNTOUCHED: u8 = 0xAB;

impl World {
    pub fn read(&mut self) {
        let at = self.below(self.grids.len());
        match self.random.below(20) {
            0 if self.random.percent(50) => self.read_agent(at),
            0 => self.save_and_load(at),
            1..3 => self.read_penalties(at),
            3..7 => self.read_cell(at),
            7..10 => self.read_rect(at),
            10..12 => self.read_cells(at),
            12..15 => self.read_neighbors(at),
            15..17 => self.read_info(at),
            17..19 => self.read_grid_changes(at),
            _ => self.read_position(at),
        }
    }

    fn read_cell(&mut self, at: usize) {
        let (id, cell, mut cell_type) = (self.grids[at].id, self.cell(at), u32::MAX);
        let function = Function::gridstar_grid_get_cell;
        // SAFETY: the pointer comes from a reference.
        let status = self.call(function, format_args!("{id:#x} {cell:?}"), || unsafe {
            gridstar_grid_get_cell(id, GridstarCellPlane::Types as u32, cell.x, cell.y, &mut cell_type)
        });
        let terrain = &self.grids[at].terrain;
        let right = terrain.types[terrain.index(cell)].into();
        assert_eq!((status, cell_type), (GridstarStatus::Ok, right));
        tally::compared(function);
    }

    /// Capacity of a buffer, sometimes too small. The call then writes only the needed count.
    fn places(&mut self, needed: usize) -> usize {
        if self.random.percent(10) { self.below(needed + 1) } else { needed + 1 }
    }

    fn read_rect(&mut self, at: usize) {
        let (id, rect) = (self.grids[at].id, self.rect(at));
        let Rect { x, y, width, height } = rect;
        let terrain = &self.grids[at].terrain;
        let right: Vec<u8> = cells_of(rect).map(|cell| terrain.types[terrain.index(cell)]).collect();
        let mut types = vec![UNTOUCHED; self.places(right.len())];
        let (pointer, capacity, mut count) = (types.as_mut_ptr(), types.len() as u32, u32::MAX);
        let function = Function::gridstar_grid_get_cells;
        // SAFETY: the pointer and length of a vector, and a pointer from a reference.
        let status = self.call(function, format_args!("{id:#x} {rect:?}, {capacity} places"), || unsafe {
            gridstar_grid_get_cells(
                id,
                GridstarCellPlane::Types as u32,
                &GridstarRect { x, y, width, height },
                pointer,
                capacity,
                &mut count,
            )
        });
        compare_types(function, status, &types, count, &right);
    }

    pub fn read_cells(&mut self, at: usize) {
        let (id, right) = (self.grids[at].id, self.grids[at].terrain.types.clone());
        let mut types = vec![UNTOUCHED; self.places(right.len())];
        let (pointer, capacity, mut count) = (types.as_mut_ptr(), types.len() as u32, u32::MAX);
        let function = Function::gridstar_grid_get_cells;
        // SAFETY: the pointer and length of a vector, and a pointer from a reference.
        let status = self.call(function, format_args!("{id:#x}, {capacity} places"), || unsafe {
            gridstar_grid_get_cells(
                id,
                GridstarCellPlane::Types as u32,
                std::ptr::null(),
                pointer,
                capacity,
                &mut count,
            )
        });
        compare_types(function, status, &types, count, &right);
    }

    fn read_neighbors(&mut self, at: usize) {
        let (id, cell) = (self.grids[at].id, self.cell(at));
        let beside = NEIGHBORS.map(|(dx, dy)| Cell::new(cell.x + dx, cell.y + dy));
        let right: Vec<Cell> = beside.into_iter().filter(|&one| self.grids[at].map.contains(one)).collect();
        let (mut cells, mut count) = ([Cell::default(); 8], u32::MAX);
        let capacity = self.places(right.len()).min(8);
        let pointer = cells.as_mut_ptr();
        let function = Function::gridstar_grid_get_neighbors;
        // SAFETY: the pointer of an array that is at least this long, and a pointer from a reference.
        let status = self.call(function, format_args!("{id:#x} {cell:?}, {capacity} places"), || unsafe {
            gridstar_grid_get_neighbors(id, cell.x, cell.y, pointer, capacity as u32, &mut count)
        });
        assert_eq!(count as usize, right.len());
        if capacity < right.len() {
            assert_eq!((status, cells), (GridstarStatus::BufferTooSmall, [Cell::default(); 8]));
        } else {
            assert_eq!((status, &cells[..right.len()]), (GridstarStatus::Ok, &right[..]));
        }
        tally::compared(function);
    }

    /// The result of gridstar_grid_get_info.
    pub fn info(&mut self, at: usize) -> GridstarGridInfo {
        let id = self.grids[at].id;
        // SAFETY: zeros are a valid value of the struct.
        let mut info: GridstarGridInfo = unsafe { zeroed() };
        info.struct_size = size_of::<GridstarGridInfo>() as u32;
        let function = Function::gridstar_grid_get_info;
        // SAFETY: the pointer comes from a reference to a struct whose size is set.
        let status = self.call(function, format_args!("{id:#x}"), || unsafe { gridstar_grid_get_info(id, &mut info) });
        assert_eq!(status, GridstarStatus::Ok);
        info
    }

    pub fn read_info(&mut self, at: usize) {
        let mut info = self.info(at);
        if self.grids[at].is_preparing && info.prepared & GRIDSTAR_PREPARED_UNDER_WAY == 0 {
            // A preparation may have ended after the engine was read and before its flag was read.
            info = self.info(at);
            let engine = info.engine;
            assert!(self.grids[at].engines.contains(&engine), "engine {engine} of {:?}", self.grids[at].engines);
            (self.grids[at].engines, self.grids[at].is_preparing) = (vec![engine], false);
        }
        let grid = &self.grids[at];
        let (map, settings) = (&grid.map, &grid.settings);
        assert_eq!((info.width as i32, info.height as i32, info.plane), (map.width(), map.height(), grid.place.plane));
        assert_eq!([info.origin_x, info.origin_y, info.origin_z], grid.place.origin);
        assert!((info.cell_size - grid.place.cell_size).abs() < 1e-6, "{} of {:?}", info.cell_size, grid.place);
        assert_eq!(info.revision, grid.revision, "wrong revision of {:#x}", grid.id);
        let costs = (info.straight_cost, info.diagonal_cost, info.max_expansions);
        assert_eq!(costs, (settings.costs.straight(), settings.costs.diagonal(), settings.limit));
        assert!(grid.engines.contains(&info.engine), "engine {} of {:?}", info.engine, grid.engines);
        let cells = (map.width() * map.height()) as u64;
        assert!(info.bytes >= cells && info.landmark_bytes < info.bytes && info.prepared < 16, "{info:?}");
        assert!(info.layer_bytes < info.bytes && info.layout == 0, "{info:?}");
        tally::compared(Function::gridstar_grid_get_info);
    }

    /// Each cell that has changed since a revision must lie in one of the rectangles.
    pub fn read_grid_changes(&mut self, at: usize) {
        let (id, now) = (self.grids[at].id, self.grids[at].revision);
        let ago = [1, 1, 5, 100, 1000][self.below(5)];
        let since = if self.random.percent(10) { now + 1 } else { now.saturating_sub(self.below(ago + 1) as u64) };
        let capacity = self.below(10);
        let (mut rects, mut count, mut revision) = ([GridstarRect::default(); 9], u32::MAX, u64::MAX);
        let pointer = rects.as_mut_ptr();
        let function = Function::gridstar_grid_get_changes;
        // SAFETY: the pointer of an array that is at least this long, and pointers from references.
        let status = self.call(function, format_args!("{id:#x} {since}, {capacity} places"), || unsafe {
            gridstar_grid_get_changes(id, since, pointer, capacity as u32, &mut count, &mut revision)
        });
        tally::compared(function);
        if capacity == 0 && since < now {
            assert_eq!((status, count, revision), (GridstarStatus::BufferTooSmall, 1, u64::MAX));
            return;
        }
        assert_eq!((status, revision, count == 0), (GridstarStatus::Ok, now, since >= now));
        assert!(count as usize <= capacity.min(8), "{count} rectangles in {capacity} places");
        assert!(rects[count as usize..].iter().all(|&rect| rect == GridstarRect::default()), "{rects:?}");
        let grid = &self.grids[at];
        let has = |rect: &GridstarRect, cell: Cell| {
            let columns = rect.x..rect.x + rect.width as i32;
            columns.contains(&cell.x) && (rect.y..rect.y + rect.height as i32).contains(&cell.y)
        };
        let all = Rect { x: 0, y: 0, width: grid.map.width() as u32, height: grid.map.height() as u32 };
        let later: Vec<Cell> = cells_of(all).filter(|&cell| grid.changed[grid.terrain.index(cell)] > since).collect();
        let is_covered = |&cell: &Cell| rects[..count as usize].iter().any(|rect| has(rect, cell));
        assert!(later.iter().all(is_covered), "{rects:?} lack some of {later:?}");
        if since + 1 == now && grid.is_changed_by_types {
            let [first, end] = [(i32::MAX, i32::MAX), (i32::MIN, i32::MIN)];
            let (x, y) = later.iter().fold(first, |(x, y), cell| (x.min(cell.x), y.min(cell.y)));
            let (right, top) = later.iter().fold(end, |(x, y), cell| (x.max(cell.x + 1), y.max(cell.y + 1)));
            let right = GridstarRect { x, y, width: right.abs_diff(x), height: top.abs_diff(y) };
            assert_eq!((count, rects[0]), (1, right), "of one edit");
        }
    }

    /// Moves a grid, or fails to.
    fn move_grid(&mut self, at: usize) {
        let (id, place) = (self.grids[at].id, PlaceModel::random(&mut self.random));
        let is_legal = self.random.percent(90);
        let of_struct = |place: PlaceModel| {
            let ([origin_x, origin_y, origin_z], [column, row]) = (place.origin, place.axes);
            GridstarPlace {
                struct_size: size_of::<GridstarPlace>() as u32,
                origin_x,
                origin_y,
                origin_z,
                column_axis_x: column[0],
                column_axis_y: column[1],
                column_axis_z: column[2],
                row_axis_x: row[0],
                row_axis_y: row[1],
                row_axis_z: row[2],
            }
        };
        let mut moved = of_struct(place);
        if !is_legal {
            (moved.row_axis_x, moved.row_axis_y) = (moved.column_axis_x, moved.column_axis_y);
            moved.row_axis_z = moved.column_axis_z;
        }
        let function = Function::gridstar_grid_set_place;
        // SAFETY: the pointer comes from a reference to a struct whose size is set.
        let status =
            self.call(function, format_args!("{id:#x} {moved:?}"), || unsafe { gridstar_grid_set_place(id, &moved) });
        assert_eq!(status, if is_legal { GridstarStatus::Ok } else { GridstarStatus::BadAxes });
        tally::compared(function);
        if is_legal {
            self.grids[at].place = place;
        }
        let (right, function) = (of_struct(self.grids[at].place), Function::gridstar_grid_get_place);
        let mut found = GridstarPlace { origin_x: f32::NAN, ..right };
        // SAFETY: the pointer comes from a reference to a struct whose size is set.
        let status =
            self.call(function, format_args!("{id:#x}"), || unsafe { gridstar_grid_get_place(id, &mut found) });
        assert_eq!((status, found), (GridstarStatus::Ok, right));
        tally::compared(function);
    }

    fn read_position(&mut self, at: usize) {
        if self.random.percent(20) {
            self.move_grid(at);
        }
        let cell = self.cell(at);
        let (id, place) = (self.grids[at].id, self.grids[at].place);
        let position = |share: f32| place.position(cell, share);
        let calls = [(Function::gridstar_grid_get_cell_center, 0.5), (Function::gridstar_grid_get_cell_corner, 0.0)];
        for (function, part) in calls {
            let [mut x, mut y, mut z] = [f32::NAN; 3];
            // SAFETY: the pointers come from references.
            let status = self.call(function, format_args!("{id:#x} {cell:?}"), || unsafe {
                let read = if part == 0.0 { gridstar_grid_get_cell_corner } else { gridstar_grid_get_cell_center };
                read(id, cell.x, cell.y, &mut x, &mut y, &mut z)
            });
            assert_eq!((status, [x, y, z]), (GridstarStatus::Ok, position(part)));
            tally::compared(function);
            let ([x, y, z], mut found) = ([x, y, z], Cell::new(i32::MIN, i32::MIN));
            let function = Function::gridstar_grid_get_cell_at;
            // SAFETY: the pointer comes from a reference.
            let status = self.call(function, format_args!("{id:#x} {x} {y} {z}"), || unsafe {
                gridstar_grid_get_cell_at(id, x, y, z, &mut found)
            });
            assert_eq!((status, found), (GridstarStatus::Ok, cell));
            tally::compared(function);
        }
    }
}

fn compare_types(function: Function, status: GridstarStatus, types: &[u8], count: u32, right: &[u8]) {
    assert_eq!(count as usize, right.len());
    if types.len() < right.len() {
        assert_eq!(status, GridstarStatus::BufferTooSmall);
        assert!(types.iter().all(|&byte| byte == UNTOUCHED), "the call wrote to a buffer that is too small");
    } else {
        assert_eq!((status, &types[..right.len()]), (GridstarStatus::Ok, right));
        assert!(types[right.len()..].iter().all(|&byte| byte == UNTOUCHED), "the call wrote beyond the cells");
    }
    tally::compared(function);
}
