//! Nearest cells, partial paths and limits of cost, compared with the model.

use super::path_calls::AgentQuery;
use super::tally::{self, Function};
use super::world::World;
use crate::abi::{default_query_def, empty_result, placement};
use crate::reach::{nearest, right_answer};
use crate::terrain::{AgentMap, Terrain, cost_of_parts};
use gridstar::ffi::*;
use gridstar::grid::Cell;
use gridstar::movement::Heuristic;
use gridstar::search::Order;
use std::ptr::{null, null_mut};

impl World {
    /// The cell nearest to a random point, of all cells or of those in reach of a random start.
    pub fn find_the_nearest(&mut self) {
        let at = self.below(self.grids.len());
        let AgentQuery { asked, def, map, .. } = self.query(at);
        let (id, start, point) = (self.grids[at].id, asked.start, asked.goal);
        let def = def.as_ref().map_or(null(), |def| def);
        let radius = [0, 1, 3, 10, 50, 32_768][self.below(6)];
        let nowhere = Cell::new(i32::MIN, i32::MIN);
        let mut cell = nowhere;
        let is_from_start = self.random.percent(50);
        let costs = is_from_start.then(|| map.costs_from(start, asked.settings.rule, &asked.settings.costs, None));
        let shown = format_args!("{id:#x} {asked:?} within {radius}");
        let (function, status) = if is_from_start {
            let function = Function::gridstar_grid_find_nearest_reachable;
            // SAFETY: the pointers come from references, or are null.
            let status = self.call(function, shown, || unsafe {
                let out = &mut cell;
                gridstar_grid_find_nearest_reachable(id, &point, radius, &start, def, out)
            });
            (function, status)
        } else {
            let function = Function::gridstar_grid_find_nearest;
            // SAFETY: as above.
            let status = self.call(function, shown, || unsafe {
                gridstar_grid_find_nearest(id, point.x, point.y, radius, def, &mut cell)
            });
            (function, status)
        };
        let right = match nearest(&map.stands, point, radius, costs.as_deref()) {
            _ if is_from_start && !map.stands.contains(start) => (GridstarStatus::CellOutside, nowhere),
            Some(cell) => (GridstarStatus::Ok, cell),
            None => (GridstarStatus::NoCellFound, point),
        };
        assert_eq!((status, cell), right, "{asked:?} within {radius}\n{}", map.stands);
        tally::compared(function);
    }

    /// Whether a random cell is reachable from another one, both of which may be blocked or lie outside the map.
    pub fn ask_what_is_reachable(&mut self) {
        let at = self.below(self.grids.len());
        let AgentQuery { asked, def, map, .. } = self.query(at);
        let (id, from, to) = (self.grids[at].id, asked.start, asked.goal);
        let def = def.as_ref().map_or(null(), |def| def);
        let mut is_reachable = u32::MAX;
        let function = Function::gridstar_grid_is_reachable;
        // SAFETY: the pointers come from references, or are null.
        let status = self.call(function, format_args!("{id:#x} {asked:?}"), || unsafe {
            gridstar_grid_is_reachable(id, &from, &to, def, &mut is_reachable)
        });
        let costs = |from| map.costs_from(from, asked.settings.rule, &asked.settings.costs, None);
        let stands = &map.stands;
        let right = stands.is_walkable(from) && stands.is_walkable(to) && costs(from)[stands.index(to)].is_some();
        assert_eq!((status, is_reachable), (GridstarStatus::Ok, right.into()), "{asked:?}\n{stands}");
        tally::compared(function);
    }

    /// Which random cells a random building would cut off from other random cells.
    pub fn ask_what_a_building_cuts_off(&mut self) {
        let at = self.below(self.grids.len());
        let (settings, mut def) = self.grids[at].settings.queried(&mut self.random);
        let agent = self.agent(&mut def);
        self.leave_out(at, &mut def);
        let (id, rect) = (self.grids[at].id, self.rect(at));
        let cell_type = self.random.below(4) as u8;
        let [spawns, goals] = [6, 3].map(|most| (0..self.below(most)).map(|_| self.cell(at)).collect::<Vec<Cell>>());
        let mut cut_off = [7_u8; 6];
        let is_told = self.random.percent(70);
        let function = Function::gridstar_grid_try_place;
        let shown = format_args!("{id:#x} {def:?} {cell_type} in {rect:?}, {spawns:?} to {goals:?}");
        // SAFETY: pointers and lengths of vectors; the other pointers come from references, or are null.
        let status = self.call(function, shown, || unsafe {
            let placement = placement(rect, cell_type.into());
            let (spawns, spawn_count) = (spawns.as_ptr(), spawns.len() as u32);
            let (goals, goal_count) = (goals.as_ptr(), goals.len() as u32);
            let out = if is_told { cut_off.as_mut_ptr() } else { null_mut() };
            gridstar_grid_try_place(id, &placement, spawns, spawn_count, goals, goal_count, &def, out)
        });
        let mut terrain = self.terrain_without(at, def.without_cover);
        let reaching = |terrain: &Terrain| {
            let map = AgentMap::new(terrain, &agent);
            let goals: Vec<Cell> = goals.iter().copied().filter(|&goal| map.stands.is_walkable(goal)).collect();
            let reaches = |&spawn: &Cell| {
                let costs = map.costs_from(spawn, settings.rule, &settings.costs, None);
                map.stands.is_walkable(spawn) && goals.iter().any(|&goal| costs[map.stands.index(goal)].is_some())
            };
            spawns.iter().map(reaches).collect::<Vec<bool>>()
        };
        let before = reaching(&terrain);
        let (columns, rows) = (rect.x..rect.x + rect.width as i32, rect.y..rect.y + rect.height as i32);
        for cell in rows.flat_map(|y| columns.clone().map(move |x| Cell::new(x, y))) {
            let index = terrain.index(cell);
            terrain.types[index] = cell_type;
        }
        let after = reaching(&terrain);
        let right: Vec<u8> = before.iter().zip(&after).map(|(&before, &after)| (before && !after).into()).collect();
        let expected = if right.contains(&1) { GridstarStatus::NoPath } else { GridstarStatus::Ok };
        assert_eq!(status, expected, "{def:?} {rect:?}");
        let written = if is_told { right.len() } else { 0 };
        assert!(cut_off[..written] == right[..written] && cut_off[written..].iter().all(|&byte| byte == 7));
        tally::compared(function);
    }

    /// A query for a partial path, or with a limit of cost, or both. Its path is optimal.
    pub fn search_what_is_in_reach(&mut self) {
        let at = self.below(self.grids.len());
        let AgentQuery { asked, def, map, .. } = self.query(at);
        let (settings, start, goal) = (asked.settings, asked.start, asked.goal);
        if !map.stands.contains(start) {
            return;
        }
        let costs = map.costs_from(start, settings.rule, &settings.costs, None);
        let ends = (start, goal);
        let is_partial = self.random.percent(60);
        let unlimited = right_answer(&map, &settings.costs, ends, (is_partial, 0.0), &costs);
        let whole = cost_of_parts(unlimited.2.unwrap_or(1000), &settings.costs);
        let max_cost = whole * [0.0, 1.0, 0.75, 2.0][self.below(4)];
        let right = right_answer(&map, &settings.costs, ends, (is_partial, max_cost), &costs);
        let mut def = def.unwrap_or_else(default_query_def);
        def = GridstarQueryDef {
            order: crate::abi::order_number(Order::AStar),
            heuristic: crate::abi::heuristic_number(Heuristic::Octile),
            heuristic_weight: 1.0,
            max_expansions: u32::MAX,
            max_cost,
            ..def
        };
        def.flags |= if is_partial { GRIDSTAR_QUERY_PARTIAL_PATH } else { 0 };
        let (id, mut result) = (self.grids[at].id, empty_result());
        let mut path = vec![Cell::default(); self.grids[at].terrain.types.len()];
        let (pointer, capacity) = (path.as_mut_ptr(), path.len() as u32);
        let function = Function::gridstar_grid_find_path;
        // SAFETY: the pointer and length of a vector; the other pointers come from references.
        let status = self.call(function, format_args!("{id:#x} {asked:?} {def:?}"), || unsafe {
            gridstar_grid_find_path(id, &start, &goal, &def, pointer, capacity, &mut result)
        });
        path.truncate(result.length as usize);
        assert_eq!(status, right.0, "{asked:?} {def:?}\n{}", map.stands);
        if matches!(status, GridstarStatus::Ok | GridstarStatus::PartialPath) {
            let parts = map.check_path((start, right.1), settings.rule, &settings.costs, &path);
            assert_eq!(parts.ok(), right.2, "{asked:?} {def:?} {path:?}\n{}", map.stands);
        }
        tally::compared(function);
    }
}
