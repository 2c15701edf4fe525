//! Calls of reservations: taking cells, planning agents, moving the window.

use super::tally::{self, Function};
use super::world::World;
use crate::crowd::{Plans, Refereed, Seen, empty_reservations_info, no_plan_result, planned_agent, referee};
use crate::terrain::{AgentMap, AgentModel};
use gridstar::ffi::*;
use gridstar::grid::Cell;
use std::collections::{BTreeMap, BTreeSet};

const MOST: usize = 2;
const MOST_AGENTS: usize = 8;
const MOST_WINDOW: u32 = 12;
/// Owners of plans; 0 is none.
const OWNERS: [u32; 5] = [0, 0, 1, 2, 0x8000_0000];

/// The model of reservations.
#[derive(Clone, Debug)]
pub struct ReservationsModel {
    pub id: u64,
    /// The id of the grid, which may be destroyed.
    grid: u64,
    width: i32,
    height: i32,
    window: u32,
    tick: u32,
    /// By hand, or for owners of agents that were planned alone, with the owners.
    taken: BTreeMap<(u32, Cell), BTreeSet<u32>>,
    /// By the agents of the last batch, with their indices.
    planned: BTreeMap<(u32, Cell), BTreeSet<u32>>,
}

impl ReservationsModel {
    /// All cells that are taken, with their ticks.
    fn known(&self) -> BTreeSet<(u32, Cell)> {
        self.taken.keys().chain(self.planned.keys()).copied().collect()
    }

    /// Takes cells at ticks, by hand or for an agent that is planned alone.
    fn hold(&mut self, places: impl Iterator<Item = (u32, Cell)>, owner: u32) {
        places.for_each(|place| _ = self.taken.entry(place).or_default().insert(owner));
    }
}

/// An agent of a call, with what it sees.
struct Walker {
    given: GridstarPlannedAgent,
    size: i32,
    map: AgentMap,
}

impl World {
    pub fn step_reservations(&mut self) {
        let count = self.reservations.len();
        if count == 0 || count < MOST && self.random.percent(10) {
            return self.create_reservations();
        }
        let at = self.below(count);
        match self.random.below(100) {
            0..4 => self.destroy_reservations(at),
            4..10 => self.clear_reservations(at),
            10..22 => self.advance_reservations(at),
            22..36 => self.take_cells(at),
            36..40 => self.release(at),
            40..55 => self.ask_for_cells(at, 4),
            55..58 => self.reservations_info(at),
            58..60 => self.copy_reservations(at),
            60..80 => self.plan_one(at),
            _ => self.plan_many(at),
        }
    }

    fn create_reservations(&mut self) {
        let which = self.below(self.grids.len());
        let (grid, window, mut id) = (self.grids[which].id, self.random.between(1, MOST_WINDOW), 0);
        let function = Function::gridstar_reservations_create;
        // SAFETY: the pointer comes from a reference.
        let status = self.call(function, format_args!("{grid:#x} {window}"), || unsafe {
            gridstar_reservations_create(grid, window, &mut id)
        });
        assert_eq!(status, GridstarStatus::Ok);
        assert!(!self.dead.contains(&id), "an id was given out twice: {id:#x}");
        let (width, height) = (self.grids[which].map.width(), self.grids[which].map.height());
        let (taken, planned) = (BTreeMap::new(), BTreeMap::new());
        self.reservations.push(ReservationsModel { id, grid, width, height, window, tick: 0, taken, planned });
        self.check_live_counts();
    }

    /// Goes on with copied or loaded reservations in place of others.
    fn copy_reservations(&mut self, at: usize) {
        let ReservationsModel { id: other, grid, .. } = self.reservations[at];
        if self.grid_of(grid).is_none() {
            return;
        }
        let mut id = 0;
        if self.random.percent(50) {
            let (function, window) = (Function::gridstar_reservations_create, self.random.between(1, MOST_WINDOW));
            // SAFETY: the pointer comes from a reference.
            let status = self.call(function, format_args!("{grid:#x} {window}"), || unsafe {
                gridstar_reservations_create(grid, window, &mut id)
            });
            assert_eq!(status, GridstarStatus::Ok);
            let (function, shown) = (Function::gridstar_reservations_copy_from, format_args!("{id:#x} {other:#x}"));
            let status = self.call(function, shown, || gridstar_reservations_copy_from(id, other));
            assert_eq!(status, GridstarStatus::Ok);
            tally::compared(function);
        } else {
            // SAFETY: `bytes` gives a buffer, its capacity and a place for the count.
            let bytes = self.bytes(Function::gridstar_reservations_save, |out, capacity, count| unsafe {
                gridstar_reservations_save(other, out, capacity, count)
            });
            let function = Function::gridstar_reservations_load;
            // SAFETY: the pointer and length of a vector, and a pointer from a reference.
            let status = self.call(function, format_args!("{grid:#x}, {} bytes", bytes.len()), || unsafe {
                gridstar_reservations_load(grid, bytes.as_ptr(), bytes.len() as u32, &mut id)
            });
            assert_eq!(status, GridstarStatus::Ok);
            tally::compared(function);
        }
        assert!(!self.dead.contains(&id), "an id was given out twice: {id:#x}");
        let hash = Function::gridstar_reservations_get_hash;
        let hashes = [id, other].map(|one| self.hash(hash, one, gridstar_reservations_get_hash));
        assert_eq!(hashes[0], hashes[1]);
        self.reservations.push(ReservationsModel { id, ..self.reservations[at].clone() });
        self.destroy_reservations(at);
    }

    pub fn destroy_reservations(&mut self, at: usize) {
        let id = self.reservations.swap_remove(at).id;
        let function = Function::gridstar_destroy;
        let status = self.call(function, format_args!("{id:#x}"), || gridstar_destroy(id));
        assert_eq!(status, GridstarStatus::Ok);
        self.dead.push(id);
        self.note(Function::gridstar_is_valid, format_args!("{id:#x}"));
        assert_eq!(gridstar_is_valid(id, GridstarKind::Reservations as u32), GridstarStatus::InvalidId);
        tally::compared(Function::gridstar_is_valid);
        self.check_live_counts();
    }

    pub fn reservations_info(&mut self, at: usize) {
        let (id, mut info) = (self.reservations[at].id, empty_reservations_info());
        let function = Function::gridstar_reservations_get_info;
        // SAFETY: the pointer comes from a reference to a struct whose size is set.
        let status =
            self.call(function, format_args!("{id:#x}"), || unsafe { gridstar_reservations_get_info(id, &mut info) });
        let model = &self.reservations[at];
        let right = (model.window, model.tick, model.grid);
        assert_eq!((status, (info.window, info.tick, info.grid)), (GridstarStatus::Ok, right));
        let cells = model.known().len() as u64;
        assert!(info.claims >= cells, "{info:?}, but {cells} cells at ticks are taken");
        tally::compared(function);
    }

    fn clear_reservations(&mut self, at: usize) {
        let id = self.reservations[at].id;
        let function = Function::gridstar_reservations_clear;
        let status = self.call(function, format_args!("{id:#x}"), || gridstar_reservations_clear(id));
        assert_eq!(status, GridstarStatus::Ok);
        self.reservations[at].taken.clear();
        self.reservations[at].planned.clear();
        self.reservations_info(at);
    }

    fn advance_reservations(&mut self, at: usize) {
        let (id, ticks) = (self.reservations[at].id, self.random.below(2 * MOST_WINDOW));
        let function = Function::gridstar_reservations_advance;
        let mut was_made = false;
        let status = self.call(function, format_args!("{id:#x} {ticks}"), || {
            assert!(!std::mem::replace(&mut was_made, true), "the call takes no memory");
            gridstar_reservations_advance(id, ticks)
        });
        assert_eq!(status, GridstarStatus::Ok);
        let model = &mut self.reservations[at];
        model.tick += ticks;
        let first = model.tick;
        model.taken.retain(|(tick, _), _| *tick >= first);
        model.planned.retain(|(tick, _), _| *tick >= first);
        self.ask_for_cells(at, 2);
    }

    /// Frees what one owner, or one agent of the last batch, has taken.
    fn release(&mut self, at: usize) {
        let (id, of_batch) = (self.reservations[at].id, self.random.percent(50));
        let owners = [1, 2, 0x8000_0000, GRIDSTAR_BY_HAND, 0];
        let owner = if of_batch { self.random.below(MOST_AGENTS as u32) } else { owners[self.below(owners.len())] };
        let function = Function::gridstar_reservations_release;
        let mut was_made = false;
        let status = self.call(function, format_args!("{id:#x} {owner} {of_batch}"), || {
            assert!(!std::mem::replace(&mut was_made, true), "the call takes no memory");
            gridstar_reservations_release(id, owner, of_batch.into())
        });
        assert_eq!(status, GridstarStatus::Ok);
        let model = &mut self.reservations[at];
        let held = if of_batch { &mut model.planned } else { &mut model.taken };
        held.retain(|_, owners| {
            owners.remove(&owner);
            !owners.is_empty()
        });
        self.ask_for_cells(at, 6);
        tally::compared(function);
    }

    fn cell_of(&mut self, at: usize) -> Cell {
        let (width, height) = (self.reservations[at].width, self.reservations[at].height);
        Cell::new(self.below(width as usize) as i32, self.below(height as usize) as i32)
    }

    fn take_cells(&mut self, at: usize) {
        let count = self.below(6);
        let cells: Vec<Cell> = (0..count).map(|_| self.cell_of(at)).collect();
        let ReservationsModel { id, window, tick, .. } = self.reservations[at];
        let (first, last) = (tick + self.random.below(window + 2), tick + self.random.below(window + 2));
        let function = Function::gridstar_reservations_take;
        let (pointer, count) = (cells.as_ptr(), cells.len() as u32);
        // SAFETY: the pointer and length of a vector.
        let status = self.call(function, format_args!("{id:#x} {cells:?} {first} {last}"), || unsafe {
            gridstar_reservations_take(id, pointer, count, first, last)
        });
        let is_inside = first <= last && last <= tick + window;
        assert_eq!(status, if is_inside { GridstarStatus::Ok } else { GridstarStatus::BadTick });
        if is_inside {
            let places = cells.iter().flat_map(|&cell| (first..=last).map(move |tick| (tick, cell)));
            self.reservations[at].hold(places, GRIDSTAR_BY_HAND);
        }
        tally::compared(function);
    }

    pub fn ask_for_cells(&mut self, at: usize, count: usize) {
        for _ in 0..count {
            let model = &self.reservations[at];
            let known: Vec<_> = model.known().into_iter().collect();
            let which = self.below(2 * known.len() + 1);
            let model = &self.reservations[at];
            let known = known.get(which).copied();
            let ReservationsModel { id, window, tick, .. } = *model;
            let (tick, cell) = match known {
                Some(known) => known,
                None => (tick + self.random.below(window + 1), self.cell_of(at)),
            };
            if cell.x >= self.reservations[at].width || cell.y >= self.reservations[at].height {
                continue;
            }
            let mut taken = 99;
            let function = Function::gridstar_reservations_is_taken;
            // SAFETY: the pointer comes from a reference.
            let status = self.call(function, format_args!("{id:#x} {cell:?} {tick}"), || unsafe {
                gridstar_reservations_is_taken(id, cell.x, cell.y, tick, &mut taken)
            });
            let model = &self.reservations[at];
            let is_taken = model.taken.contains_key(&(tick, cell)) || model.planned.contains_key(&(tick, cell));
            assert_eq!((status, taken), (GridstarStatus::Ok, u32::from(is_taken)));
            tally::compared(function);
        }
    }

    /// A random agent, and its def of a query.
    fn walker(&mut self, grid: usize, def: &GridstarQueryDef, common: &AgentModel) -> Walker {
        let (mut own, mut model) = (GridstarQueryDef { flags: def.flags, ..*def }, common.clone());
        let has_own = self.random.percent(30);
        if has_own {
            model = self.agent(&mut own);
            // Flags are those of all agents. A field that the agent leaves open is the query's.
            model.ignores_penalties = common.ignores_penalties;
            if own.profile == def.profile {
                model.profile = common.profile.clone();
            }
            if own.agent_size == def.agent_size {
                model.size = common.size;
            }
        }
        let map = self.agent_map(grid, &model);
        let (start, goal) = self.ends(grid, &map.stands);
        let mut given = planned_agent((start.x, start.y), (goal.x, goal.y));
        if has_own {
            (given.profile, given.agent_size) = (own.profile, own.agent_size);
        }
        if self.random.percent(15) {
            (given.from_x, given.from_y) = (start.x + self.below(3) as i32 - 1, start.y + self.below(3) as i32 - 1);
            given.under_way = self.random.between(1, 2 * MOST_WINDOW);
        }
        Walker { given, size: model.size as i32, map }
    }

    /// Random agents of a living grid and the settings of their query.
    fn walkers(&mut self, at: usize, count: usize) -> Option<(Vec<Walker>, super::asked::Settings, GridstarQueryDef)> {
        let grid = self.grid_of(self.reservations[at].grid)?;
        let (settings, mut def) = self.grids[grid].settings.queried(&mut self.random);
        let common = self.agent(&mut def);
        let walkers = (0..count).map(|_| self.walker(grid, &def, &common)).collect();
        Some((walkers, settings, def))
    }

    fn plan_one(&mut self, at: usize) {
        let Some((walkers, settings, def)) = self.walkers(at, 1) else { return };
        let ReservationsModel { id, window, .. } = self.reservations[at];
        let mut cells = vec![GridstarPlanCell::default(); window as usize + 1];
        let (pointer, capacity) = (cells.as_mut_ptr(), cells.len() as u32);
        let (mut result, mut needed) = (no_plan_result(), 0);
        let (given, owner) = (walkers[0].given, OWNERS[self.below(OWNERS.len())]);
        let function = Function::gridstar_reservations_find_path;
        // SAFETY: the pointer and length of a vector; the other pointers come from references.
        let status = self.call(function, format_args!("{id:#x} {given:?} {owner} {def:?}"), || unsafe {
            let (out, count) = (&mut result, &mut needed);
            gridstar_reservations_find_path(id, &given, owner, &def, pointer, capacity, out, count)
        });
        assert_eq!((status as i32, needed), (result.status, capacity));
        let plans = Plans { cells: vec![cells], results: vec![result] };
        let model = &self.reservations[at];
        let others = model.known();
        let seen = judge(&walkers, &plans, &settings, &others, model.tick);
        if owner > 0 && status == GridstarStatus::Ok {
            self.reservations[at].hold(seen.into_keys(), owner);
        }
        self.ask_for_cells(at, 3);
        tally::compared(function);
    }

    fn plan_many(&mut self, at: usize) {
        let count = self.below(MOST_AGENTS + 1);
        let Some((walkers, settings, def)) = self.walkers(at, count) else { return };
        let ReservationsModel { id, window, .. } = self.reservations[at];
        let moments = window as usize + 1;
        let given: Vec<_> = walkers.iter().map(|walker| walker.given).collect();
        let mut cells = vec![GridstarPlanCell::default(); count * moments];
        let mut results = vec![no_plan_result(); count];
        let (agents, pointer, out) = (given.as_ptr(), cells.as_mut_ptr(), results.as_mut_ptr());
        let (places, count, mut needed) = (cells.len() as u32, count as u32, 0);
        let capacity = if self.random.percent(5) { self.random.below(places + 1) } else { places };
        let function = Function::gridstar_reservations_plan;
        // SAFETY: the pointers and lengths of vectors; the other pointers come from references.
        let status = self.call(function, format_args!("{id:#x} {given:?} {def:?}, {capacity} places"), || unsafe {
            gridstar_reservations_plan(id, agents, count, &def, out, pointer, capacity, &mut needed)
        });
        assert_eq!(needed, places);
        if capacity < places {
            assert_eq!(status, GridstarStatus::BufferTooSmall);
            return self.ask_for_cells(at, 3);
        }
        assert_eq!(status, GridstarStatus::Ok);
        let plans = Plans { cells: cells.chunks(moments).map(<[_]>::to_vec).collect(), results };
        let model = &mut self.reservations[at];
        model.planned = judge(&walkers, &plans, &settings, &model.taken.keys().copied().collect(), model.tick);
        self.ask_for_cells(at, 6);
        tally::compared(function);
    }

    /// Calls with a mistake.
    pub fn use_reservations_wrongly(&mut self) {
        let foreign = self.foreign_id(5);
        let mut number = 0;
        match self.random.below(6) {
            0 => self.refused(Function::gridstar_reservations_clear, GridstarStatus::InvalidId, || {
                gridstar_reservations_clear(foreign)
            }),
            1 => self.refused(Function::gridstar_reservations_advance, GridstarStatus::InvalidId, || {
                gridstar_reservations_advance(foreign, 1)
            }),
            2 => self.refused(Function::gridstar_is_valid, GridstarStatus::InvalidId, || {
                gridstar_is_valid(foreign, GridstarKind::Reservations as u32)
            }),
            3 => {
                let (grid, window) = (self.grids[0].id, [0, GRIDSTAR_MAX_WINDOW + 1][self.below(2)]);
                let mut id = 0;
                // SAFETY: the pointer comes from a reference.
                self.refused(Function::gridstar_reservations_create, GridstarStatus::BadWindow, || unsafe {
                    gridstar_reservations_create(grid, window, &mut id)
                });
                assert_eq!(id, 0, "a refused call wrote an id");
            }
            _ => {
                let Some(model) = self.reservations.first() else { return };
                let (id, width, late) = (model.id, model.width, model.tick + model.window + 1);
                // SAFETY: the pointers come from references.
                self.refused(Function::gridstar_reservations_is_taken, GridstarStatus::CellOutside, || unsafe {
                    gridstar_reservations_is_taken(id, width, 0, 0, &mut number)
                });
                // SAFETY: as above.
                self.refused(Function::gridstar_reservations_is_taken, GridstarStatus::BadTick, || unsafe {
                    gridstar_reservations_is_taken(id, 0, 0, late, &mut number)
                });
                self.refused(Function::gridstar_reservations_advance, GridstarStatus::BadTick, || {
                    gridstar_reservations_advance(id, u32::MAX)
                });
                self.reservations_info(0);
            }
        }
    }
}

/// Checks plans against the model, and returns the cells at each tick, from `first` on, with the agents there.
fn judge(
    walkers: &[Walker],
    plans: &Plans,
    settings: &super::asked::Settings,
    taken: &BTreeSet<(u32, Cell)>,
    first: u32,
) -> BTreeMap<(u32, Cell), BTreeSet<u32>> {
    let refereed: Vec<_> =
        walkers.iter().map(|Walker { given, size, map }| Refereed { agent: *given, size: *size, map }).collect();
    let case = || format!("{:?}\n{plans:?}", walkers.iter().map(|walker| walker.given).collect::<Vec<_>>());
    referee(&refereed, settings.rule, &settings.costs, plans).unwrap_or_else(|problem| panic!("{problem}\n{}", case()));
    let mut cells: BTreeMap<_, BTreeSet<u32>> = BTreeMap::new();
    for (number, walker) in refereed.iter().enumerate() {
        let (agent, stands) = (&walker.agent, &walker.map.stands);
        let (start, goal) = (Cell::new(agent.start_x, agent.start_y), Cell::new(agent.goal_x, agent.goal_y));
        let comes_from_outside = agent.under_way > 0 && !stands.contains(Cell::new(agent.from_x, agent.from_y));
        let status = plans.status(number).unwrap();
        if !stands.contains(start) || comes_from_outside {
            assert_eq!(status, GridstarStatus::StartOutside, "{number} of {}", case());
            continue;
        }
        let seen = Seen::of(walker, &plans.cells[number]);
        let places = (first..).zip(&seen.cells).flat_map(|(tick, cells)| cells.iter().map(move |&cell| (tick, cell)));
        let places: Vec<_> = places.collect();
        if !stands.contains(goal) {
            assert_eq!(status, GridstarStatus::GoalOutside, "{number} of {}", case());
        } else if start != goal && !stands.is_walkable(goal) {
            assert_eq!(status, GridstarStatus::GoalBlocked, "{number} of {}", case());
        } else {
            let has_path = start == goal
                || walker.map.costs_from(start, settings.rule, &settings.costs, Some(goal))[stands.index(goal)]
                    .is_some();
            let never = if has_path { GridstarStatus::NoPath } else { GridstarStatus::Ok };
            assert_ne!(status, never, "{number} of {}", case());
        }
        let is_planned = status == GridstarStatus::Ok;
        let robbed = places.iter().find(|&place| is_planned && taken.contains(place));
        assert_eq!(robbed, None, "{number} goes where it is taken: {}", case());
        assert!(settings.limit == 0 || plans.results[number].expansions <= settings.limit, "{}", case());
        for place in places {
            cells.entry(place).or_default().insert(number as u32);
        }
    }
    cells
}
