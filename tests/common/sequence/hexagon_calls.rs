//! Grids of hexagons: created, edited, searched and saved beside a map in cube coordinates, and what they refuse.

#![allow(clippy::undocumented_unsafe_blocks, reason = "pointers of references, or of vectors with their lengths")]

use super::grid_calls::cells_of;
use super::tally::{self, Function as F};
use super::world::World;
use crate::abi::{default_grid_def, default_query_def, empty_result};
use crate::hexagons::{HexAgent, HexMap, LAYOUTS};
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};
use std::ptr::null;

const MOST: usize = 2;

/// The model of a grid of hexagons.
#[derive(Debug)]
pub struct HexModel {
    pub id: u64,
    map: HexMap,
    straight: f64,
}

/// A query over hexagons, and what the model needs to judge the answer.
struct HexQuery {
    start: Cell,
    goal: Cell,
    agent: HexAgent,
    def: GridstarQueryDef,
}

fn is_near(one: f64, other: f64) -> bool {
    one == other || (one - other).abs() <= 1e-9 * one.abs().max(other.abs())
}

impl World {
    pub fn step_hexagons(&mut self) {
        let count = self.hexagons.len();
        if count == 0 || count < MOST && self.random.percent(10) {
            return self.create_hexagons();
        }
        let at = self.below(count);
        match self.random.below(20) {
            0..4 => self.edit_hexagons(at),
            4..10 => self.search_hexagons(at),
            10..12 => self.step_over_hexagons(at),
            12..14 => self.ask_a_field_of_hexagons(at),
            14 => self.save_hexagons(at),
            15..17 => self.read_hexagons(at),
            17..19 => self.use_hexagons_wrongly(at),
            _ => self.destroy_hexagons(at),
        }
    }

    fn create_hexagons(&mut self) {
        let (width, height) = (self.random.between(1, 14), self.random.between(1, 14));
        let layout = LAYOUTS[self.below(4)];
        let straight = [1.0, 10.0, 0.5][self.below(3)];
        let cells = (width * height) as usize;
        let map = HexMap {
            layout,
            width: width as i32,
            height: height as i32,
            types: vec![0; cells],
            penalties: vec![0; cells],
        };
        let def = GridstarGridDef {
            layout: layout as u32,
            straight_cost: straight,
            diagonal_cost: 1.5 * straight,
            diagonal_rule: [GridstarDiagonalRule::Default, GridstarDiagonalRule::Hex][self.below(2)] as u32,
            engine: [GridstarEngine::Auto, GridstarEngine::AStar][self.below(2)] as u32,
            ..default_grid_def(width, height)
        };
        let mut id = 0;
        let shown = format_args!("{width} x {height}, {layout:?}");
        let status = self.call(F::gridstar_grid_create, shown, || unsafe { gridstar_grid_create(&def, &mut id) });
        assert_eq!(status, GridstarStatus::Ok);
        assert!(!self.dead.contains(&id), "an id was given out twice: {id:#x}");
        self.hexagons.push(HexModel { id, map, straight });
        let (at, density) = (self.hexagons.len() - 1, self.random.below(50));
        let types = self.types_of_hexagons(cells, density);
        self.set_hexagons(at, Rect { x: 0, y: 0, width, height }, types);
    }

    pub fn destroy_hexagons(&mut self, at: usize) {
        let id = self.hexagons.swap_remove(at).id;
        let status = self.call(F::gridstar_destroy, format_args!("{id:#x}"), || gridstar_destroy(id));
        assert_eq!(status, GridstarStatus::Ok);
        self.dead.push(id);
        self.check_live_counts();
    }

    /// Cell types from 0 to 3, of which so many in a hundred are obstacles.
    fn types_of_hexagons(&mut self, count: usize, density: u32) -> Vec<u8> {
        (0..count).map(|_| if self.random.percent(density) { 1 } else { [0, 0, 2, 3][self.below(4)] }).collect()
    }

    fn rect_of_hexagons(&mut self, at: usize) -> Rect {
        let (width, height) = (self.hexagons[at].map.width as u32, self.hexagons[at].map.height as u32);
        let (x, y) = (self.random.below(width), self.random.below(height));
        let (width, height) = (self.random.between(1, width - x), self.random.between(1, height - y));
        Rect { x: x as i32, y: y as i32, width, height }
    }

    fn set_hexagons(&mut self, at: usize, rect: Rect, types: Vec<u8>) {
        let (id, Rect { x, y, width, height }) = (self.hexagons[at].id, rect);
        let status = self.call(F::gridstar_grid_set_cells, format_args!("{id:#x} {rect:?} {types:?}"), || unsafe {
            gridstar_grid_set_cells(
                id,
                GridstarCellPlane::Types as u32,
                &GridstarRect { x, y, width, height },
                types.as_ptr(),
                types.len() as u32,
            )
        });
        assert_eq!(status, GridstarStatus::Ok);
        let map = &mut self.hexagons[at].map;
        for (cell, cell_type) in cells_of(rect).zip(types) {
            let index = map.index(cell);
            map.types[index] = cell_type;
        }
    }

    fn edit_hexagons(&mut self, at: usize) {
        let rect = self.rect_of_hexagons(at);
        let count = (rect.width * rect.height) as usize;
        let (id, Rect { x, y, width, height }) = (self.hexagons[at].id, rect);
        match self.random.below(6) {
            0 => {
                let types = self.types_of_hexagons(count, 30);
                self.set_hexagons(at, rect, types);
            }
            1 => {
                let penalty = [0, 1, 16, 40][self.below(4)];
                let shown = format_args!("{id:#x} {rect:?} {penalty}");
                let status = self.call(F::gridstar_grid_fill_cells, shown, || {
                    crate::abi::fill_cells(id, GridstarCellPlane::Penalties, (x, y, width, height), penalty.into())
                });
                assert_eq!(status, GridstarStatus::Ok);
                let map = &mut self.hexagons[at].map;
                for cell in cells_of(rect) {
                    let index = map.index(cell);
                    map.penalties[index] = penalty;
                }
            }
            _ => {
                let cell_type = self.types_of_hexagons(1, 50)[0];
                let status = self.call(F::gridstar_grid_set_cell, format_args!("{id:#x} {x} {y} {cell_type}"), || {
                    gridstar_grid_set_cell(id, GridstarCellPlane::Types as u32, x, y, cell_type.into())
                });
                assert_eq!(status, GridstarStatus::Ok);
                let map = &mut self.hexagons[at].map;
                let index = map.index(Cell::new(x, y));
                map.types[index] = cell_type;
            }
        }
    }

    /// A query of an agent of size 1 or 3, mostly between cells on which it can stand. A profile that it names is
    /// destroyed by [`forget`](Self::forget).
    fn query_over_hexagons(&mut self, at: usize) -> HexQuery {
        let mut agent = HexAgent { size: [1, 1, 3][self.below(3)], ..HexAgent::default() };
        let mut def = GridstarQueryDef { agent_size: agent.size, ..default_query_def() };
        if self.random.percent(35) {
            let third = self.random.below(2) * 9;
            agent.quarters = [self.random.between(1, 12), 0, self.random.between(1, 12), third];
            agent.entered = self.random.percent(40);
            def.profile = self.profile_of_hexagons(&agent);
        }
        let map = self.hexagons[at].map.clone();
        let end = |world: &mut Self| match world.random.percent(85) {
            true => map.standing_cell(&mut world.random, &agent),
            false => map.random_cell(&mut world.random),
        };
        HexQuery { start: end(self), goal: end(self), agent, def }
    }

    fn profile_of_hexagons(&mut self, agent: &HexAgent) -> u64 {
        let mut id = 0;
        let call =
            self.call(F::gridstar_profile_create, format_args!(""), || unsafe { gridstar_profile_create(&mut id) });
        assert_eq!(call, GridstarStatus::Ok);
        self.passing_profiles += 1;
        let multipliers = agent.quarters.map(|quarters| f64::from(quarters) / 4.0);
        let status = self.call(F::gridstar_profile_set_costs, format_args!("{id:#x} {multipliers:?}"), || unsafe {
            gridstar_profile_set_costs(id, 0, multipliers.as_ptr(), 4)
        });
        assert_eq!(status, GridstarStatus::Ok);
        let status = self.call(F::gridstar_profile_set_charge, format_args!("{id:#x} {}", agent.entered), || {
            gridstar_profile_set_charge(id, agent.entered.into())
        });
        assert_eq!(status, GridstarStatus::Ok);
        id
    }

    fn forget(&mut self, query: &HexQuery) {
        let id = query.def.profile;
        if id != 0 {
            let call = self.call(F::gridstar_destroy, format_args!("{id:#x}"), || gridstar_destroy(id));
            assert_eq!(call, GridstarStatus::Ok);
            self.passing_profiles -= 1;
        }
    }

    /// The cost of the optimal path, or why there is none.
    fn right_over_hexagons(&self, at: usize, query: &HexQuery) -> Result<f64, GridstarStatus> {
        let HexModel { map, straight, .. } = &self.hexagons[at];
        if query.start == query.goal {
            return Ok(0.0);
        }
        if !map.stands(&query.agent, query.goal) {
            return Err(GridstarStatus::GoalBlocked);
        }
        let cost = straight * map.costs_from(&query.agent, query.start)[map.index(query.goal)];
        if cost.is_finite() { Ok(cost) } else { Err(GridstarStatus::NoPath) }
    }

    fn find_over_hexagons(&mut self, at: usize, query: &HexQuery) -> (GridstarStatus, Vec<Cell>, GridstarPathResult) {
        let (id, HexQuery { start, goal, def, .. }) = (self.hexagons[at].id, query);
        let (mut path, mut result) = (vec![Cell::default(); self.hexagons[at].map.types.len()], empty_result());
        let (pointer, capacity) = (path.as_mut_ptr(), path.len() as u32);
        let shown = format_args!("{id:#x} {start:?} to {goal:?} {def:?}");
        let status = self.call(F::gridstar_grid_find_path, shown, || unsafe {
            gridstar_grid_find_path(id, start, goal, def, pointer, capacity, &mut result)
        });
        path.truncate(result.length as usize);
        (status, path, result)
    }

    fn search_hexagons(&mut self, at: usize) {
        let mut query = self.query_over_hexagons(at);
        let right = self.right_over_hexagons(at, &query);
        let (order, weight) = match self.random.below(4) {
            0 => (self.random.between(1, 3), [1.0, 1.5, 0.5][self.below(3)]),
            _ => (GridstarOrder::AStar as u32, 1.0),
        };
        (query.def.order, query.def.heuristic_weight) = (order, weight);
        query.def.heuristic = if self.random.percent(60) { 0 } else { self.random.between(1, 5) };
        let (status, path, result) = self.find_over_hexagons(at, &query);
        let HexModel { map, straight, .. } = &self.hexagons[at];
        let context = || format!("{status:?} {path:?} {result:?}, {right:?}\n{map}");
        assert_eq!(status, right.err().unwrap_or(GridstarStatus::Ok), "{}", context());
        if let Ok(right) = right {
            assert_eq!((path.first(), path.last()), (Some(&query.start), Some(&query.goal)), "{}", context());
            assert!(is_near(straight * map.path_cost(&query.agent, &path), result.cost), "{}", context());
            let bound = if order == GridstarOrder::AStar as u32 { weight.max(1.0) } else { 1e9 };
            let most = right * if order == GridstarOrder::Dijkstra as u32 { 1.0 } else { bound };
            let is_right = result.cost <= most * (1.0 + 1e-5) && result.cost >= right * (1.0 - 1e-9);
            assert!(is_right && (most > right || is_near(result.cost, right)), "{}", context());
            self.check_path_of_hexagons(at, &query, &path);
        }
        tally::compared(F::gridstar_grid_find_path);
        self.limit_over_hexagons(at, &query, right);
        self.forget(&query);
    }

    /// A path is legal up to a cell that has closed.
    fn check_path_of_hexagons(&mut self, at: usize, query: &HexQuery, path: &[Cell]) {
        let id = self.hexagons[at].id;
        let mut path = path.to_vec();
        if self.random.percent(40) {
            let which = self.below(path.len());
            path[which] = self.hexagons[at].map.random_cell(&mut self.random);
        }
        let (mut usable, mut revision) = (u32::MAX, 0);
        let status = self.call(F::gridstar_grid_check_path, format_args!("{id:#x} {path:?}"), || unsafe {
            gridstar_grid_check_path(id, path.as_ptr(), path.len() as u32, &query.def, &mut usable, &mut revision)
        });
        let map = &self.hexagons[at].map;
        let is_step = |ends: &&[Cell]| map.neighbors(ends[0]).contains(&ends[1]) && map.stands(&query.agent, ends[1]);
        let right = 1 + path.windows(2).take_while(is_step).count();
        assert_eq!((status, usable as usize), (GridstarStatus::Ok, right), "{path:?}, {:?}\n{map}", query.agent);
        tally::compared(F::gridstar_grid_check_path);
    }

    /// Answers the query within a cost, by A* with an exact heuristic.
    fn limit_over_hexagons(&mut self, at: usize, query: &HexQuery, right: Result<f64, GridstarStatus>) {
        let Ok(cost) = right else { return };
        let max_cost = [0.5, 1.0, 2.0][self.below(3)] * cost;
        let def = GridstarQueryDef { order: 0, heuristic: 0, heuristic_weight: 0.0, max_cost, ..query.def };
        let (status, _, result) = self.find_over_hexagons(at, &HexQuery { def, agent: query.agent.clone(), ..*query });
        let is_within = cost <= max_cost || max_cost == 0.0;
        let expected = if is_within { GridstarStatus::Ok } else { GridstarStatus::CostLimitReached };
        assert_eq!(status, expected, "{cost} within {max_cost}: {result:?}\n{}", self.hexagons[at].map);
        assert!(!is_within || is_near(result.cost, cost), "{cost} within {max_cost}: {result:?}");
    }

    /// A stepper over hexagons sees the grid as it was when the stepper began.
    fn step_over_hexagons(&mut self, at: usize) {
        let query = self.query_over_hexagons(at);
        let right = self.right_over_hexagons(at, &query);
        let (grid, HexQuery { start, goal, def, .. }) = (self.hexagons[at].id, &query);
        let mut id = 0;
        let shown = format_args!("{grid:#x} {start:?} to {goal:?} {def:?}");
        let status = self.call(F::gridstar_stepper_begin, shown, || unsafe {
            gridstar_stepper_begin(grid, start, goal, def, &mut id)
        });
        self.passing_steppers += 1;
        let is_blocked = right == Err(GridstarStatus::GoalBlocked);
        let begun = if is_blocked { GridstarStatus::GoalBlocked } else { GridstarStatus::StillRunning };
        assert_eq!(status, begun);
        let map = self.hexagons[at].map.clone();
        self.edit_hexagons(at);
        let (function, count) = (F::gridstar_stepper_advance, self.random.between(1, 30));
        while self.call(function, format_args!("{id:#x} {count}"), || gridstar_stepper_advance(id, count))
            == GridstarStatus::StillRunning
        {}
        let (mut path, mut result) = (vec![Cell::default(); map.types.len()], empty_result());
        let (pointer, capacity) = (path.as_mut_ptr(), path.len() as u32);
        let status = self.call(F::gridstar_stepper_finish, format_args!("{id:#x}"), || unsafe {
            gridstar_stepper_finish(id, pointer, capacity, &mut result)
        });
        path.truncate(result.length as usize);
        assert_eq!(status, right.err().unwrap_or(GridstarStatus::Ok), "{path:?} {result:?}\n{map}");
        if let Ok(right) = right {
            let walked = self.hexagons[at].straight * map.path_cost(&query.agent, &path);
            assert!(is_near(result.cost, right) && is_near(walked, right), "{path:?} {result:?}, {right}\n{map}");
        }
        tally::compared(F::gridstar_stepper_finish);
        let status = self.call(F::gridstar_destroy, format_args!("{id:#x}"), || gridstar_destroy(id));
        assert_eq!(status, GridstarStatus::Ok);
        self.passing_steppers -= 1;
        self.forget(&query);
    }

    /// A field over hexagons, before and after an edit.
    fn ask_a_field_of_hexagons(&mut self, at: usize) {
        let query = self.query_over_hexagons(at);
        let (grid, mut id) = (self.hexagons[at].id, 0);
        let shown = format_args!("{grid:#x} {:?} {:?}", query.start, query.def);
        let status = self.call(F::gridstar_field_create, shown, || unsafe {
            gridstar_field_create(grid, &query.start, 1, GRIDSTAR_FIELD_FROM_STARTS, 0, &query.def, &mut id)
        });
        assert_eq!(status, GridstarStatus::Ok);
        self.compare_field_of_hexagons(at, id, &query);
        self.edit_hexagons(at);
        let status = self.call(F::gridstar_field_update, format_args!("{id:#x}"), || gridstar_field_update(id, 0));
        assert_eq!(status, GridstarStatus::Ok);
        self.compare_field_of_hexagons(at, id, &query);
        let (mut cell, mut count) = (Cell::default(), 0);
        self.refused(F::gridstar_field_get_border, GridstarStatus::UnsupportedLayout, || unsafe {
            gridstar_field_get_border(id, 1.0, &mut cell, 1, &mut count)
        });
        tally::made(F::gridstar_destroy);
        assert_eq!(gridstar_destroy(id), GridstarStatus::Ok);
        self.forget(&query);
    }

    fn compare_field_of_hexagons(&mut self, at: usize, field: u64, query: &HexQuery) {
        let (width, height) = (self.hexagons[at].map.width as u32, self.hexagons[at].map.height as u32);
        let (mut costs, mut count) = (vec![f64::NAN; (width * height) as usize], 0);
        let status = self.call(F::gridstar_field_get_costs, format_args!("{field:#x}"), || unsafe {
            gridstar_field_get_costs(
                field,
                &GridstarRect { x: 0, y: 0, width, height },
                costs.as_mut_ptr(),
                width * height,
                &mut count,
            )
        });
        assert_eq!(status, GridstarStatus::Ok);
        let HexModel { map, straight, .. } = &self.hexagons[at];
        for (index, right) in map.costs_from(&query.agent, query.start).into_iter().enumerate() {
            assert!(
                is_near(costs[index], straight * right),
                "{} at {index}, not {right}, {:?} {:?}\n{map}",
                costs[index],
                query.start,
                query.agent
            );
        }
        tally::compared(F::gridstar_field_get_costs);
    }

    /// A saved grid of hexagons is loaded with its layout and its cells.
    fn save_hexagons(&mut self, at: usize) {
        let id = self.hexagons[at].id;
        let bytes = self.bytes(F::gridstar_grid_save, |out, capacity, count| unsafe {
            gridstar_grid_save(id, 0, out, capacity, count)
        });
        let loaded = self.load(&bytes);
        let right = self.hexagons[at].map.types.clone();
        self.compare_loaded(loaded, &right);
        let query = self.query_over_hexagons(at);
        let own = self.find_over_hexagons(at, &query);
        let id = std::mem::replace(&mut self.hexagons[at].id, loaded);
        let other = self.find_over_hexagons(at, &query);
        self.hexagons[at].id = id;
        assert_eq!((own.0, own.1, own.2.cost), (other.0, other.1, other.2.cost));
        let status = self.call(F::gridstar_destroy, format_args!("{loaded:#x}"), || gridstar_destroy(loaded));
        assert_eq!(status, GridstarStatus::Ok);
        self.loaded -= 1;
        self.forget(&query);
    }

    /// The cells, the neighbors of one, and what is in reach.
    pub fn read_hexagons(&mut self, at: usize) {
        let right = self.hexagons[at].map.types.clone();
        self.compare_loaded(self.hexagons[at].id, &right);
        if self.is_after_refusal {
            return;
        }
        let (id, map) = (self.hexagons[at].id, self.hexagons[at].map.clone());
        let [from, to] = [(); 2].map(|()| map.random_cell(&mut self.random));
        let (mut cells, mut count) = ([Cell::default(); 6], 0);
        let status = self.call(F::gridstar_grid_get_neighbors, format_args!("{id:#x} {from:?}"), || unsafe {
            gridstar_grid_get_neighbors(id, from.x, from.y, cells.as_mut_ptr(), 6, &mut count)
        });
        let mut neighbors = cells[..count as usize].to_vec();
        neighbors.sort_unstable();
        let mut right: Vec<Cell> = map.neighbors(from).into_iter().filter(|&cell| map.contains(cell)).collect();
        right.sort_unstable();
        assert_eq!((status, neighbors), (GridstarStatus::Ok, right), "{from:?}\n{map}");
        tally::compared(F::gridstar_grid_get_neighbors);
        let (agent, mut is_reachable) = (HexAgent::default(), u32::MAX);
        let status = self.call(F::gridstar_grid_is_reachable, format_args!("{id:#x} {from:?} {to:?}"), || unsafe {
            gridstar_grid_is_reachable(id, &from, &to, null(), &mut is_reachable)
        });
        let stand = map.stands(&agent, from) && map.stands(&agent, to);
        let right = stand && map.costs_from(&agent, from)[map.index(to)].is_finite();
        assert_eq!((status, is_reachable), (GridstarStatus::Ok, right.into()), "{from:?} {to:?}\n{map}");
        tally::compared(F::gridstar_grid_is_reachable);
    }

    fn use_hexagons_wrongly(&mut self, at: usize) {
        let (id, own) = (self.hexagons[at].id, default_query_def());
        let square = self.grids[0].id;
        let unsupported = GridstarStatus::UnsupportedLayout;
        let (mut result, mut size, mut cell) = (empty_result(), 0, Cell::default());
        let [mut x, mut y, mut z] = [0.0; 3];
        let (mut is_free, mut last) = (0, Cell::default());
        let def = match self.random.below(4) {
            0 => GridstarQueryDef { diagonal_rule: self.random.between(1, 4), ..own },
            1 => GridstarQueryDef { path_form: GridstarPathForm::Straightened as u32, ..own },
            2 => GridstarQueryDef { path_form: GridstarPathForm::AnyAngle as u32, ..own },
            _ => GridstarQueryDef { agent_size: [2, 4, 16][self.below(3)], ..own },
        };
        let hex = GridstarQueryDef { diagonal_rule: GridstarDiagonalRule::Hex as u32, ..own };
        let places = &mut [Cell::default(); 1];
        match self.random.below(8) {
            0 => self.refused(F::gridstar_grid_linecast, unsupported, || unsafe {
                gridstar_grid_linecast(
                    id,
                    &Cell::new(0, 0),
                    &Cell::new(0, 0),
                    null(),
                    &mut is_free,
                    &mut last,
                    &mut cell,
                )
            }),
            1 => self.refused(F::gridstar_grid_get_cell_corner, unsupported, || unsafe {
                gridstar_grid_get_cell_corner(id, 0, 0, &mut x, &mut y, &mut z)
            }),
            2 => self.refused(F::gridstar_grid_get_agent_size, unsupported, || unsafe {
                gridstar_grid_get_agent_size(id, 1.0, &mut size)
            }),
            3 => {
                let engines = [GridstarEngine::JumpPoints, GridstarEngine::Landmarks];
                let engine = engines[self.below(2)] as u32;
                self.refused(F::gridstar_grid_prepare, unsupported, || gridstar_grid_prepare(id, engine, 0));
            }
            4 => {
                let layout = self.random.between(0, 4);
                let rule = if layout == 0 { GridstarDiagonalRule::Hex as u32 } else { self.random.between(1, 4) };
                let def = GridstarGridDef { layout, diagonal_rule: rule, ..default_grid_def(4, 5) };
                let mut made = 0;
                self.refused(F::gridstar_grid_create, unsupported, || unsafe { gridstar_grid_create(&def, &mut made) });
                assert_eq!(made, 0, "a refused call wrote an id");
            }
            5 => self.refused(F::gridstar_grid_find_path, unsupported, || unsafe {
                gridstar_grid_find_path(
                    square,
                    &Cell::new(0, 0),
                    &Cell::new(0, 0),
                    &hex,
                    places.as_mut_ptr(),
                    1,
                    &mut result,
                )
            }),
            _ => self.refused(F::gridstar_grid_find_path, unsupported, || unsafe {
                gridstar_grid_find_path(
                    id,
                    &Cell::new(0, 0),
                    &Cell::new(0, 0),
                    &def,
                    places.as_mut_ptr(),
                    1,
                    &mut result,
                )
            }),
        }
        assert_eq!((result, size, cell), (empty_result(), 0, Cell::default()), "a refused call wrote something");
        self.check_live_counts();
    }
}
