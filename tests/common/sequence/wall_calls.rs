//! Grids with walls between their cells: edited, read, searched and forked beside a plain map of closed steps.

#![allow(clippy::undocumented_unsafe_blocks, reason = "pointers of references, or of vectors with their lengths")]

use super::grid_calls::cells_of;
use super::tally::{self, Function as F};
use super::world::World;
use crate::abi::{default_grid_def, default_query_def, empty_result, rule_number};
use crate::engine_grids::RULES;
use crate::hexagons::LAYOUTS;
use crate::walls::{Walker, WalledMap};
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};

const MOST: usize = 3;

/// The model of a grid with walls.
#[derive(Debug)]
pub struct WalledModel {
    pub id: u64,
    map: WalledMap,
}

impl World {
    pub fn step_walls(&mut self) {
        let count = self.walled.len();
        if count == 0 || count < MOST && self.random.percent(10) {
            return self.create_walled();
        }
        let at = self.below(count);
        match self.random.below(20) {
            0..5 => self.set_a_passage(at),
            5..8 => self.set_some_passages(at),
            8..10 => self.set_a_walled_cell(at),
            10..15 => self.search_between_walls(at),
            15..17 => self.ask_for_a_passage(at),
            17 => self.fork_walled(at),
            18 => self.read_walled(at),
            _ => self.destroy_walled(at),
        }
    }

    fn create_walled(&mut self) {
        let (width, height) = (self.random.between(1, 12), self.random.between(1, 12));
        let width = if self.random.percent(10) { width + 58 } else { width };
        let layout = if self.random.percent(70) { GridstarLayout::Square } else { LAYOUTS[self.below(4)] };
        let def = GridstarGridDef { layout: layout as u32, ..default_grid_def(width, height) };
        let mut id = 0;
        let shown = format_args!("{width} x {height}, {layout:?}");
        let status = self.call(F::gridstar_grid_create, shown, || unsafe { gridstar_grid_create(&def, &mut id) });
        assert_eq!(status, GridstarStatus::Ok);
        self.walled.push(WalledModel { id, map: WalledMap::new(width as i32, height as i32, layout) });
    }

    pub fn destroy_walled(&mut self, at: usize) {
        let id = self.walled.swap_remove(at).id;
        let status = self.call(F::gridstar_destroy, format_args!("{id:#x}"), || gridstar_destroy(id));
        assert_eq!(status, GridstarStatus::Ok);
        self.dead.push(id);
        self.check_live_counts();
    }

    fn walled_cell(&mut self, at: usize) -> Cell {
        let (width, height) = (self.walled[at].map.width, self.walled[at].map.height);
        Cell::new(self.below(width as usize) as i32, self.below(height as usize) as i32)
    }

    /// A cell, and mostly a neighbor, which may lie outside; and the status of what needs a side between them.
    fn side(&mut self, at: usize) -> (Cell, Cell, GridstarStatus) {
        let from = self.walled_cell(at);
        let neighbors = self.walled[at].map.straight_neighbors(from);
        let to = match self.random.percent(90) {
            true => neighbors[self.below(neighbors.len())],
            false => self.walled_cell(at),
        };
        let status = match self.walled[at].map.contains(to) {
            false => GridstarStatus::CellOutside,
            true if neighbors.contains(&to) => GridstarStatus::Ok,
            true => GridstarStatus::BadPassage,
        };
        (from, to, status)
    }

    fn set_a_passage(&mut self, at: usize) {
        let ((from, to, expected), passage) = (self.side(at), self.random.below(4));
        let (id, function) = (self.walled[at].id, F::gridstar_grid_set_passage);
        let status = self.call(function, format_args!("{id:#x} {from:?} {to:?} {passage}"), || unsafe {
            gridstar_grid_set_passage(id, &from, &to, passage)
        });
        assert_eq!(status, expected, "{from:?} to {to:?}\n{}", self.walled[at].map);
        if status == GridstarStatus::Ok {
            self.walled[at].map.set(from, to, passage);
        }
        tally::compared(function);
    }

    fn ask_for_a_passage(&mut self, at: usize) {
        let (from, to, expected) = self.side(at);
        let (id, function, mut passage) = (self.walled[at].id, F::gridstar_grid_get_passage, 77);
        let status = self.call(function, format_args!("{id:#x} {from:?} {to:?}"), || unsafe {
            gridstar_grid_get_passage(id, &from, &to, &mut passage)
        });
        let map = &self.walled[at].map;
        let right = if expected == GridstarStatus::Ok { map.passage(from, to) } else { 77 };
        assert_eq!((status, passage), (expected, right), "{from:?} to {to:?}\n{map}");
        tally::compared(function);
    }

    /// Walls around a rectangle, or along some of its sides.
    fn set_some_passages(&mut self, at: usize) {
        let (corner, passage, sides) = (self.walled_cell(at), self.random.below(4), self.random.between(1, 15));
        let (width, height) = (self.walled[at].map.width - corner.x, self.walled[at].map.height - corner.y);
        let (width, height) = (self.random.between(1, width as u32), self.random.between(1, height as u32));
        let rect = Rect { x: corner.x, y: corner.y, width, height };
        let (id, function) = (self.walled[at].id, F::gridstar_grid_set_passages);
        let status = self.call(function, format_args!("{id:#x} {rect:?} {sides} {passage}"), || unsafe {
            gridstar_grid_set_passages(id, &rect.into(), sides, passage)
        });
        assert_eq!(status, GridstarStatus::Ok);
        let map = &mut self.walled[at].map;
        let (right, top) = (rect.x + width as i32, rect.y + height as i32);
        for cell in cells_of(rect) {
            for next in map.straight_neighbors(cell).into_iter().filter(|&next| map.contains(next)).collect::<Vec<_>>()
            {
                let beyond = [next.x >= right, next.x < rect.x, next.y >= top, next.y < rect.y];
                if (0..4).any(|side| beyond[side] && sides >> side & 1 == 1) {
                    map.set(cell, next, passage);
                }
            }
        }
        tally::compared(function);
    }

    fn set_a_walled_cell(&mut self, at: usize) {
        let (cell, cell_type) = (self.walled_cell(at), u32::from(self.random.percent(30)));
        let (id, function) = (self.walled[at].id, F::gridstar_grid_set_cell);
        let status = self.call(function, format_args!("{id:#x} {cell:?} {cell_type}"), || {
            gridstar_grid_set_cell(id, GridstarCellPlane::Types as u32, cell.x, cell.y, cell_type)
        });
        assert_eq!(status, GridstarStatus::Ok);
        let map = &mut self.walled[at].map;
        let index = map.index(cell);
        map.types[index] = cell_type as u8;
    }

    /// The closed steps of all cells.
    pub fn read_walled(&mut self, at: usize) {
        let (id, function) = (self.walled[at].id, F::gridstar_grid_get_cells);
        let mut bytes = vec![77; self.walled[at].map.types.len()];
        let (pointer, count, mut written) = (bytes.as_mut_ptr(), bytes.len() as u32, 0);
        let (plane, all) = (GridstarCellPlane::Passages as u32, std::ptr::null());
        let status = self.call(function, format_args!("{id:#x} passages"), || unsafe {
            gridstar_grid_get_cells(id, plane, all, pointer, count, &mut written)
        });
        assert_eq!((status, written), (GridstarStatus::Ok, count));
        let map = &self.walled[at].map;
        for (cell, byte) in map.cells().into_iter().zip(bytes) {
            // Along the row, along the column, and over the third side of a hexagon.
            let owned = map.straight_neighbors(cell).into_iter().enumerate().filter(|(i, _)| i % 2 == 0);
            let bits = owned.map(|(i, to)| {
                let bits = u8::from(map.is_closed(cell, to)) | u8::from(map.is_closed(to, cell)) << 1;
                if map.contains(to) { bits << i } else { 0 }
            });
            assert_eq!(byte, bits.sum::<u8>(), "{cell:?}\n{map}");
        }
        tally::compared(function);
    }

    fn search_between_walls(&mut self, at: usize) {
        let (start, goal) = (self.walled_cell(at), self.walled_cell(at));
        let map = &self.walled[at].map;
        let is_hexagonal = map.layout != GridstarLayout::Square as u32;
        let sizes: &[i32] = if is_hexagonal { &[1, 3] } else { &[1, 1, 2, 3] };
        let (id, rule) = (self.walled[at].id, self.random.below(4) as usize);
        let walker = Walker { rule: RULES[rule], size: sizes[self.random.below(sizes.len() as u32) as usize] };
        let diagonal = [1.0, 1.5][self.random.below(2) as usize];
        let def = GridstarQueryDef {
            diagonal_rule: if is_hexagonal { 0 } else { rule_number(walker.rule) },
            straight_cost: if is_hexagonal { 0.0 } else { 1.0 },
            diagonal_cost: if is_hexagonal { 0.0 } else { diagonal },
            agent_size: walker.size as u32,
            ..default_query_def()
        };
        let (mut path, mut result) = (vec![Cell::default(); map.types.len()], empty_result());
        let (pointer, capacity) = (path.as_mut_ptr(), path.len() as u32);
        let function = F::gridstar_grid_find_path;
        let status = self.call(function, format_args!("{id:#x} {start:?} to {goal:?} {def:?}"), || unsafe {
            gridstar_grid_find_path(id, &start, &goal, &def, pointer, capacity, &mut result)
        });
        path.truncate(result.length as usize);
        let map = &self.walled[at].map;
        let halves = (2, if diagonal == 1.0 { 2 } else { 3 });
        let cost = map.costs(&[start], walker, halves, false, |_, _| 1)[map.index(goal)];
        let expected = match cost {
            Some(_) => GridstarStatus::Ok,
            None if !map.is_walkable(goal, walker.size) => GridstarStatus::GoalBlocked,
            None => GridstarStatus::NoPath,
        };
        let about = || format!("{start:?} to {goal:?}, {walker:?}, {path:?}\n{map}");
        assert_eq!(status, expected, "{}", about());
        if let Some(cost) = cost {
            assert_eq!(result.cost, cost as f64 / 2.0, "{}", about());
            assert!(path.windows(2).all(|ends| map.is_legal(ends[0], ends[1], walker)), "{}", about());
        }
        tally::compared(function);
    }

    /// A fork has the walls, and keeps its own from then on.
    fn fork_walled(&mut self, at: usize) {
        if self.walled.len() == MOST {
            return self.read_walled(at);
        }
        let (id, map, mut fork) = (self.walled[at].id, self.walled[at].map.clone(), 0);
        let function = F::gridstar_grid_fork;
        let status = self.call(function, format_args!("{id:#x}"), || unsafe { gridstar_grid_fork(id, &mut fork) });
        assert_eq!(status, GridstarStatus::Ok);
        self.walled.push(WalledModel { id: fork, map });
        self.read_walled(self.walled.len() - 1);
    }
}
