//! Calls of floors, links, and paths through floors.

use super::floor_models::FloorsModel;
use super::tally::{self, Function};
use super::world::World;
use crate::floors::{empty_floor_result, link_def};
use crate::joined_reference::{TestLink, cost_of_fine};
use crate::terrain::AgentModel;
use gridstar::ffi::*;
use gridstar::floors::{FloorCell, FloorStep};
use std::ptr::null;

const MOST: usize = 2;
const MOST_FLOORS: usize = 4;
const MOST_LINKS: usize = 8;
const COSTS: [f64; 6] = [0.0, 0.1, 1.0, 1.4, 2.75, 12.0];

impl World {
    pub fn step_floors(&mut self) {
        let count = self.floors.len();
        if count == 0 || count < MOST && self.random.percent(5) {
            return self.create_floors();
        }
        let at = self.below(count);
        match self.random.below(100) {
            0..8 => self.add_floor(at),
            8..11 => self.set_floor(at),
            11..14 => self.read_floor(at),
            14..34 => self.add_link(at),
            34..46 => self.change_link(at),
            46..50 => self.read_links(at),
            50..54 => self.floors_info(at),
            54..56 => self.destroy_floors(at),
            56..59 => self.save_and_load_floors(at),
            _ => self.search_floors(at),
        }
    }

    fn create_floors(&mut self) {
        let mut id = 0;
        let function = Function::gridstar_floors_create;
        // SAFETY: the pointer comes from a reference.
        let status = self.call(function, format_args!(""), || unsafe { gridstar_floors_create(&mut id) });
        assert_eq!(status, GridstarStatus::Ok);
        self.floors.push(FloorsModel { id, grids: Vec::new(), links: Vec::new(), last_link: 0, revision: 0 });
        for _ in 0..2 {
            self.add_floor(self.floors.len() - 1);
        }
        self.check_live_counts();
    }

    fn add_floor(&mut self, at: usize) {
        if self.floors[at].grids.len() == MOST_FLOORS {
            return;
        }
        let which = self.below(self.grids.len());
        let (id, grid, mut floor) = (self.floors[at].id, self.grids[which].id, u32::MAX);
        let function = Function::gridstar_floors_add_floor;
        // SAFETY: the pointer comes from a reference.
        let status = self.call(function, format_args!("{id:#x} {grid:#x}"), || unsafe {
            gridstar_floors_add_floor(id, grid, &mut floor)
        });
        let model = &mut self.floors[at];
        assert_eq!((status, floor as usize), (GridstarStatus::Ok, model.grids.len()));
        model.grids.push(grid);
        model.revision += 1;
        tally::compared(function);
    }

    fn set_floor(&mut self, at: usize) {
        let which = self.below(self.grids.len());
        let (id, grid, floor) = (self.floors[at].id, self.grids[which].id, self.below(self.floors[at].grids.len()));
        let function = Function::gridstar_floors_set_floor;
        let status = self.call(function, format_args!("{id:#x} {floor} {grid:#x}"), || {
            gridstar_floors_set_floor(id, floor as u32, grid)
        });
        assert_eq!(status, GridstarStatus::Ok);
        self.floors[at].grids[floor] = grid;
        self.floors[at].revision += 1;
    }

    fn read_floor(&mut self, at: usize) {
        let (id, floor, mut grid) = (self.floors[at].id, self.below(self.floors[at].grids.len()), 0);
        let function = Function::gridstar_floors_get_floor;
        // SAFETY: the pointer comes from a reference.
        let status = self.call(function, format_args!("{id:#x} {floor}"), || unsafe {
            gridstar_floors_get_floor(id, floor as u32, &mut grid)
        });
        assert_eq!((status, grid), (GridstarStatus::Ok, self.floors[at].grids[floor]));
        tally::compared(function);
    }

    fn add_link(&mut self, at: usize) {
        if self.floors[at].links.len() == MOST_LINKS {
            return;
        }
        let (Some(from), Some(to)) = (self.floor_cell(at), self.floor_cell(at)) else { return };
        let (cost, one_way) = (COSTS[self.below(COSTS.len())], self.random.percent(30));
        let closed = self.random.percent(15);
        tally::made(Function::gridstar_link_def_default);
        let def = GridstarLinkDef { one_way: one_way.into(), closed: closed.into(), ..link_def(from, to, cost) };
        let (id, mut number) = (self.floors[at].id, 0);
        let function = Function::gridstar_floors_add_link;
        // SAFETY: the pointers come from references.
        let status = self.call(function, format_args!("{id:#x} {def:?}"), || unsafe {
            gridstar_floors_add_link(id, &def, &mut number)
        });
        let model = &mut self.floors[at];
        assert_eq!((status, number), (GridstarStatus::Ok, model.last_link + 1));
        model.links.push(TestLink { number, from, to, cost, one_way, closed });
        model.last_link = number;
        model.revision += 1;
        tally::compared(function);
    }

    fn change_link(&mut self, at: usize) {
        if self.floors[at].links.is_empty() {
            return;
        }
        let which = self.below(self.floors[at].links.len());
        let (id, number) = (self.floors[at].id, self.floors[at].links[which].number);
        let (is_closed, cost) = (self.random.percent(40), COSTS[self.below(COSTS.len())]);
        let status = match self.random.below(3) {
            0 => {
                self.floors[at].links.remove(which);
                let function = Function::gridstar_floors_remove_link;
                self.call(function, format_args!("{id:#x} {number}"), || gridstar_floors_remove_link(id, number))
            }
            1 => {
                self.floors[at].links[which].closed = is_closed;
                let function = Function::gridstar_floors_set_link_closed;
                self.call(function, format_args!("{id:#x} {number} {is_closed}"), || {
                    gridstar_floors_set_link_closed(id, number, is_closed.into())
                })
            }
            _ => {
                self.floors[at].links[which].cost = cost;
                let function = Function::gridstar_floors_set_link_cost;
                self.call(function, format_args!("{id:#x} {number} {cost}"), || {
                    gridstar_floors_set_link_cost(id, number, cost)
                })
            }
        };
        assert_eq!(status, GridstarStatus::Ok);
        self.floors[at].revision += 1;
    }

    fn read_links(&mut self, at: usize) {
        let right: Vec<u32> = self.floors[at].links.iter().map(|link| link.number).collect();
        let (id, mut numbers, mut count) = (self.floors[at].id, [0; MOST_LINKS], u32::MAX);
        let pointer = numbers.as_mut_ptr();
        let function = Function::gridstar_floors_get_links;
        // SAFETY: the pointer and length of an array, and a pointer from a reference.
        let status = self.call(function, format_args!("{id:#x}"), || unsafe {
            gridstar_floors_get_links(id, pointer, MOST_LINKS as u32, &mut count)
        });
        assert_eq!((status, &numbers[..count as usize]), (GridstarStatus::Ok, &right[..]));
        tally::compared(function);
        let Some(link) = self.floors[at].links.first().cloned() else { return };
        let mut def = link_def(FloorCell::default(), FloorCell::default(), -1.0);
        let function = Function::gridstar_floors_get_link;
        // SAFETY: the pointer comes from a reference to a struct whose size is set.
        let status = self.call(function, format_args!("{id:#x} {}", link.number), || unsafe {
            gridstar_floors_get_link(id, link.number, &mut def)
        });
        let right = GridstarLinkDef {
            one_way: link.one_way.into(),
            closed: link.closed.into(),
            ..link_def(link.from, link.to, link.cost)
        };
        assert_eq!((status, format!("{def:?}")), (GridstarStatus::Ok, format!("{right:?}")));
        tally::compared(function);
    }

    fn search_floors(&mut self, at: usize) {
        let (Some(start), Some(goal)) = (self.floor_cell(at), self.floor_cell(at)) else { return };
        let Some(grid) = self.grid_of(self.floors[at].grids[start.floor as usize]) else { return };
        let own = self.grids[grid].settings;
        let mut agent = AgentModel::default();
        let (settings, def) = match self.random.percent(20) {
            true => (own, None),
            false => {
                let (settings, mut def) = own.queried(&mut self.random);
                agent = self.agent(&mut def);
                (settings, Some(def))
            }
        };
        let building = self.building(at, &agent);
        let cells: usize = building.floors.iter().flatten().map(|floor| floor.stands.cells().count()).sum();
        let mut steps = std::mem::take(&mut self.steps);
        steps.resize(steps.len().max(2 * cells), FloorStep::default());
        let (id, mut result) = (self.floors[at].id, empty_floor_result());
        let (pointer, capacity) = (steps.as_mut_ptr(), steps.len() as u32);
        let def = def.as_ref().map_or(null(), |def| def);
        let function = Function::gridstar_floors_find_path;
        // SAFETY: the pointer and length of a vector; the other pointers come from references, or are null.
        let status =
            self.call(function, format_args!("{id:#x} {start:?} {goal:?} {settings:?} {agent:?}"), || unsafe {
                let (from, to) = (start.cell, goal.cell);
                let out = &mut result;
                gridstar_floors_find_path(
                    id,
                    &GridstarFloorCell { floor: start.floor, x: from.x, y: from.y, reserved: 0 },
                    &GridstarFloorCell { floor: goal.floor, x: to.x, y: to.y, reserved: 0 },
                    def,
                    pointer,
                    capacity,
                    out,
                )
            });
        let case = || format!("{status:?} {start:?} to {goal:?}, {settings:?}, {agent:?}\n{result:?}\n{building}");
        assert_eq!(result.revision, self.floors[at].revision, "{}", case());
        let path = &steps[..result.length as usize];
        let (is_found, limit) = (status == GridstarStatus::Ok, settings.limit);
        let is_limited = limit > 0 && status == GridstarStatus::LimitReached && result.expansions == limit;
        assert!(limit == 0 || result.expansions <= limit, "{}", case());
        if start != goal && !building.is_walkable(goal) {
            assert_eq!(status, GridstarStatus::GoalBlocked, "{}", case());
        } else if let Some(cheapest) = building.cheapest_cost(start, goal, settings.rule, &settings.costs) {
            assert!(is_found || is_limited, "{}", case());
            if is_found {
                let fine = building
                    .check_path((start, goal), settings.rule, &settings.costs, path)
                    .unwrap_or_else(|problem| panic!("{problem}\n{path:?}\n{}", case()));
                let is_cheapest = settings.bound() == Some(1.0);
                assert!(if is_cheapest { fine == cheapest } else { fine >= cheapest }, "{fine}: {}", case());
                let cost = cost_of_fine(fine, &settings.costs);
                assert!((result.cost - cost).abs() <= cost * 1e-9, "{cost}: {}", case());
            }
        } else {
            // A small limit does not permit finding out that the goal is unreachable.
            assert!(status == GridstarStatus::NoPath || is_limited, "{}", case());
        }
        assert!(is_found || (path.is_empty() && result.cost == 0.0), "{}", case());
        tally::compared(function);
        self.steps = steps;
    }

    pub fn destroy_floors(&mut self, at: usize) {
        let id = self.floors.swap_remove(at).id;
        let function = Function::gridstar_destroy;
        let status = self.call(function, format_args!("{id:#x}"), || gridstar_destroy(id));
        assert_eq!(status, GridstarStatus::Ok);
        self.dead.push(id);
        self.note(Function::gridstar_is_valid, format_args!("{id:#x}"));
        assert_eq!(gridstar_is_valid(id, GridstarKind::Floors as u32), GridstarStatus::InvalidId);
        tally::compared(Function::gridstar_is_valid);
        self.check_live_counts();
    }
}
