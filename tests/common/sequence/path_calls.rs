//! Searches of a grid, and path checks, compared with the model.

use super::asked::{A_STAR, Answer, Asked, LANDMARKS, Named, expansions_to_label};
use super::tally::{self, Function};
use super::world::World;
use crate::abi::{empty_result, rule_number};
use crate::cell_map::CellMap;
use crate::path_check::step_is_legal;
use crate::terrain::{AgentMap, AgentModel};
use gridstar::ffi::*;
use gridstar::grid::Cell;
use std::ptr::{null, null_mut};

/// A query of one agent.
pub struct AgentQuery {
    pub asked: Asked,
    /// `None` for the grid's own settings.
    pub def: Option<GridstarQueryDef>,
    /// The grid's map as the agent sees it.
    pub map: AgentMap,
    /// Whether cells certainly cost the same, so that the model knows which engine answers.
    pub is_plain: bool,
}

impl World {
    /// A random start and goal, mostly walkable, sometimes outside the map.
    pub fn ends(&mut self, at: usize, map: &CellMap) -> (Cell, Cell) {
        let end = |world: &mut Self| match world.random.below(100) {
            0..90 => {
                // A few tries: listing all walkable cells takes longer than a search.
                let mut tries = (0..6).map(|_| world.random.cell(map));
                tries.find(|&cell| map.is_walkable(cell)).unwrap_or_default()
            }
            90..98 => world.cell(at),
            _ => Cell::new(world.random.below(300) as i32 - 50, world.random.below(300) as i32 - 50),
        };
        (end(self), end(self))
    }

    /// A random query.
    pub fn query(&mut self, at: usize) -> AgentQuery {
        let mut agent = AgentModel::default();
        let mut named = Named::default();
        let own = self.grids[at].settings;
        let (settings, def) = match self.random.percent(20) {
            true => (own, None),
            false => {
                tally::made(Function::gridstar_query_def_default);
                let (settings, mut def) = own.queried(&mut self.random);
                agent = self.agent(&mut def);
                self.leave_out(at, &mut def);
                named = Named { profile: def.profile, size: def.agent_size, flags: def.flags };
                (settings, Some(def))
            }
        };
        let without = def.as_ref().map_or(0, |def| def.without_cover);
        let map = self.map_without(at, &agent, without);
        let (start, goal) = self.ends(at, &map.stands);
        let is_plain = named.profile == 0 && !self.grids[at].takes_penalties && without == 0;
        AgentQuery { asked: Asked { start, goal, settings, is_stepped: false, agent: named }, def, map, is_plain }
    }

    pub fn search(&mut self) {
        let at = self.below(self.grids.len());
        let AgentQuery { asked, def, map, is_plain } = self.query(at);
        let is_traced = self.random.percent(15);
        let Some(answer) = self.find(at, &asked, &map.stands, def.as_ref(), is_traced) else { return };
        let grid = &self.grids[at];
        assert_eq!(answer.result.revision, grid.revision, "wrong revision");
        let least = expansions_to_label(&map.stands);
        let engines = match is_plain {
            true => asked.settings.engines(&grid.engines, least),
            false => (A_STAR..=LANDMARKS).collect(),
        };
        asked.judge(&map, &answer, true, &engines).unwrap_or_else(|problem| panic!("{problem}"));
        let function = if is_traced { Function::gridstar_grid_trace_path } else { Function::gridstar_grid_find_path };
        tally::compared(function);
        if answer.status == GridstarStatus::Ok && self.random.percent(25) {
            self.compare_centers(at, &answer.path, def.map_or(1, |def| def.agent_size.max(1)));
        }
        if answer.status == GridstarStatus::Ok && self.random.percent(20) {
            self.keep_path(at, &answer.path);
        }
        let is_settled = is_plain && !self.grids[at].is_preparing;
        let could_label = asked.settings.limit >= expansions_to_label(&self.grids[at].map);
        if answer.status == GridstarStatus::LimitReached && is_settled && could_label {
            self.search_without_limit(at, &asked, &map.stands, def);
        }
    }

    /// The positions of a path's cells are those of each cell.
    fn compare_centers(&mut self, at: usize, path: &[Cell], size: u32) {
        let (id, mut points) = (self.grids[at].id, vec![[f32::NAN; 3]; path.len()]);
        let (cells, count, out) = (path.as_ptr(), path.len() as u32, points.as_mut_ptr().cast::<f32>());
        let function = Function::gridstar_grid_get_centers;
        // SAFETY: pointers and lengths of vectors.
        let status = self.call(function, format_args!("{id:#x} {path:?} {size}"), || unsafe {
            gridstar_grid_get_centers(id, cells, count, size, out, count)
        });
        let right: Vec<_> = path.iter().map(|&cell| self.grids[at].position(cell, size)).collect();
        assert_eq!((status, points), (GridstarStatus::Ok, right));
        tally::compared(function);
    }

    /// A search that stopped at its limit must need more expansions than the limit.
    fn search_without_limit(&mut self, at: usize, asked: &Asked, map: &CellMap, def: Option<GridstarQueryDef>) {
        let def = def.unwrap_or_else(crate::abi::default_query_def);
        let def = GridstarQueryDef { max_expansions: u32::MAX, ..def };
        let limit = asked.settings.limit;
        let mut asked = *asked;
        asked.settings.limit = u32::MAX;
        let Some(answer) = self.find(at, &asked, map, Some(&def), false) else { return };
        assert_eq!(answer.status, GridstarStatus::Ok, "a stopped search has no path without the limit: {asked:?}");
        let expansions = answer.result.expansions;
        assert!(expansions > limit, "stopped at {limit} expansions, but {expansions} are enough: {asked:?}");
    }

    /// Runs a search; `None` if the buffer was too small, which is checked here.
    fn find(
        &mut self,
        at: usize,
        asked: &Asked,
        map: &CellMap,
        def: Option<&GridstarQueryDef>,
        is_traced: bool,
    ) -> Option<Answer> {
        let (id, all) = (self.grids[at].id, (map.width() * map.height()) as usize + 1);
        let [mut path, mut trace] = std::mem::take(&mut self.cells);
        path.resize(path.len().max(all), Cell::default());
        // A search may expand a cell more than once.
        trace.resize(trace.len().max(4 * all), Cell::default());
        let is_short = self.random.percent(5);
        let capacity = if is_short { self.below(12).min(all) } else { all };
        let status = self.find_into(id, asked, def, (&mut path[..capacity], is_traced.then_some(&mut trace)));
        let (status, result) = status;
        let answer = if status == GridstarStatus::BufferTooSmall {
            let needed = result.length as usize;
            let is_right =
                if is_traced { result.expansions as usize > trace.len() } else { needed > capacity && needed < all };
            assert!(is_right, "a length of {needed} with a capacity of {capacity}");
            let was_written = (result.cost, result.revision) != (0.0, 0);
            assert!(!was_written, "the call wrote more of the result than the length: {result:?}");
            None
        } else {
            assert!(status as i32 >= 0, "{status:?}: {asked:?}");
            if is_traced && self.find_into(id, asked, def, (&mut path, None)).1.length != result.length {
                // With landmarks, another path may come back.
                self.cells = [path, trace];
                return None;
            }
            let found = path[..result.length as usize].to_vec();
            if is_traced {
                compare_trace(map, asked, status, &result, &trace[..result.expansions as usize]);
            }
            Some(Answer { status, path: found, result })
        };
        self.cells = [path, trace];
        answer
    }

    fn find_into(
        &mut self,
        id: u64,
        asked: &Asked,
        def: Option<&GridstarQueryDef>,
        (path, trace): (&mut [Cell], Option<&mut Vec<Cell>>),
    ) -> (GridstarStatus, GridstarPathResult) {
        let (Cell { x, y }, Cell { x: goal_x, y: goal_y }) = (asked.start, asked.goal);
        let mut result = empty_result();
        let shown = format_args!("{id:#x} {asked:?}, {} places", path.len());
        let (pointer, capacity) = (path.as_mut_ptr(), path.len() as u32);
        let pointer = if capacity == 0 { null_mut() } else { pointer };
        let def = def.map_or(null(), |def| def);
        let mut was_touched = false;
        let status = match trace {
            // SAFETY: the pointer and length of a slice; the other pointers come from references, or are null.
            None => self.call(Function::gridstar_grid_find_path, shown, || unsafe {
                let out = &mut result;
                let status = gridstar_grid_find_path(
                    id,
                    &Cell::new(x, y),
                    &Cell::new(goal_x, goal_y),
                    def,
                    pointer,
                    capacity,
                    out,
                );
                was_touched |= status == GridstarStatus::OutOfMemory && *out != empty_result();
                status
            }),
            // SAFETY: as above.
            Some(trace) => self.call(Function::gridstar_grid_trace_path, shown, || unsafe {
                let (cells, places) = (trace.as_mut_ptr(), trace.len() as u32);
                let out = &mut result;
                gridstar_grid_trace_path(id, &Cell::new(x, y), &Cell::new(goal_x, goal_y), def, cells, places, out)
            }),
        };
        assert!(!was_touched, "a call without memory wrote a result");
        (status, result)
    }

    /// Checks a path that was found before some edits, or random cells.
    pub fn check_some_path(&mut self) {
        let at = self.below(self.grids.len());
        let paths = self.grids[at].paths.len();
        let mut path = match paths {
            0 => vec![self.cell(at), self.cell(at)],
            _ => {
                let which = self.below(paths);
                self.grids[at].paths[which].clone()
            }
        };
        if self.random.percent(30) && !path.is_empty() {
            let which = self.below(path.len());
            let map = self.grids[at].map.clone();
            path[which] = self.ends(at, &map).0;
        }
        let (settings, mut def) = self.grids[at].settings.queried(&mut self.random);
        let agent = self.agent(&mut def);
        self.leave_out(at, &mut def);
        let map = self.map_without(at, &agent, def.without_cover).stands;
        let (id, pointer, count) = (self.grids[at].id, path.as_ptr(), path.len() as u32);
        let (mut usable, mut revision) = (u32::MAX, u64::MAX);
        let function = Function::gridstar_grid_check_path;
        let arguments =
            format_args!("{id:#x} {path:?} by {:?} ({}), {def:?}", settings.rule, rule_number(settings.rule));
        // SAFETY: the pointer and length of a vector; the other pointers come from references.
        let status = self.call(function, arguments, || unsafe {
            gridstar_grid_check_path(id, pointer, count, &def, &mut usable, &mut revision)
        });
        let grid = &self.grids[at];
        let is_legal = |step: &&[Cell]| step_is_legal(&map, step[0], step[1], settings.rule);
        let right = match path.first() {
            Some(&first) if map.contains(first) => 1 + path.windows(2).take_while(is_legal).count(),
            _ => 0,
        };
        assert_eq!((status, usable as usize, revision), (GridstarStatus::Ok, right, grid.revision));
        tally::compared(function);
    }
}

fn compare_trace(map: &CellMap, asked: &Asked, status: GridstarStatus, result: &GridstarPathResult, trace: &[Cell]) {
    let is_on_map = |&cell: &Cell| map.contains(cell) && (map.is_walkable(cell) || cell == asked.start);
    assert!(trace.iter().all(is_on_map), "an expanded cell is an obstacle: {asked:?} {trace:?}");
    assert!(!trace.contains(&asked.goal) || asked.start == asked.goal, "the goal was expanded: {asked:?}");
    let is_begun = trace.is_empty() || trace[0] == asked.start;
    assert!(is_begun, "{status:?}, {result:?}: {asked:?}");
}
