//! Calls of profiles, penalties and wide agents.

use super::grid_calls::cells_of;
use super::tally::{self, Function};
use super::world::World;
use crate::random_terrain::{any_multiplier, any_type};
use crate::terrain::{AgentMap, AgentModel, ONE, ProfileModel};
use gridstar::ffi::*;
use gridstar::grid::{Cell, Rect};

const MOST: usize = 3;

/// The model of a profile, with its id.
#[derive(Debug)]
pub struct NamedProfile {
    pub id: u64,
    pub model: ProfileModel,
}

impl World {
    /// A random agent, written to a query's def.
    pub fn agent(&mut self, def: &mut GridstarQueryDef) -> AgentModel {
        let mut agent = AgentModel::default();
        if !self.profiles.is_empty() && self.random.percent(35) {
            let which = self.below(self.profiles.len());
            let NamedProfile { id, model } = &self.profiles[which];
            (def.profile, agent.profile) = (*id, model.clone());
        }
        if self.random.percent(20) {
            def.agent_size = [1, 2, 2, 3, 4, 16][self.below(6)];
            agent.size = def.agent_size;
        }
        if self.random.percent(10) {
            def.flags = GRIDSTAR_QUERY_IGNORE_PENALTIES;
            agent.ignores_penalties = true;
        }
        agent
    }

    /// The cover that a query of a grid leaves out: mostly none, else one of the grid's, written to a query's def.
    pub fn leave_out(&mut self, at: usize, def: &mut GridstarQueryDef) {
        if !self.random.percent(40) {
            return;
        }
        let grid = self.grids[at].id;
        let is_alive = |id: &u64| self.covers.iter().any(|cover| cover.id == *id);
        let known: Vec<u64> = self.covers_of(grid).map(|cover| cover.id).filter(is_alive).collect();
        if !known.is_empty() {
            def.without_cover = known[self.below(known.len())];
        }
    }

    /// Returns [`agent_map`](Self::agent_map), without the cover that a query leaves out.
    pub fn map_without(&self, at: usize, agent: &AgentModel, cover: u64) -> AgentMap {
        match cover {
            0 => self.agent_map(at, agent),
            _ => AgentMap::new(&self.terrain_without(at, cover), agent),
        }
    }

    /// A grid's map as an agent sees it.
    pub fn agent_map(&self, at: usize, agent: &AgentModel) -> AgentMap {
        let grid = &self.grids[at];
        // Most queries are of the default agent, whose map is at hand.
        let has_covers = self.covers_of(grid.id).next().is_some();
        if *agent == AgentModel::default() && !grid.takes_penalties && !has_covers {
            return AgentMap::plain(grid.map.clone());
        }
        AgentMap::new(&grid.terrain, agent)
    }

    pub fn step_profile(&mut self) {
        let count = self.profiles.len();
        if count == 0 || count < MOST && self.random.percent(20) {
            return self.create_profile();
        }
        let at = self.below(count);
        match self.random.below(21) {
            20 => self.save_and_load_profile(at),
            0..6 => self.set_cost(at),
            6..10 => self.set_costs(at),
            10..12 => self.set_charge(at),
            12..18 => self.read_profile(at),
            _ => self.destroy_profile(at),
        }
    }

    fn create_profile(&mut self) {
        let mut id = 0;
        let function = Function::gridstar_profile_create;
        // SAFETY: the pointer comes from a reference.
        let status = self.call(function, format_args!(""), || unsafe { gridstar_profile_create(&mut id) });
        assert_eq!(status, GridstarStatus::Ok);
        assert!(!self.dead.contains(&id), "an id was given out twice: {id:#x}");
        self.profiles.push(NamedProfile { id, model: ProfileModel::default() });
        self.read_profile(self.profiles.len() - 1);
        self.check_live_counts();
    }

    fn multiplier(&mut self) -> f64 {
        match self.random.below(10) {
            0..2 => 0.0,
            2..6 => [1.0, 1.25, 2.0, 3.5][self.below(4)],
            _ => any_multiplier(&mut self.random),
        }
    }

    fn set_cost(&mut self, at: usize) {
        let id = self.profiles[at].id;
        let (cell_type, multiplier) = (any_type(&mut self.random), self.multiplier());
        let function = Function::gridstar_profile_set_cost;
        let status = self.call(function, format_args!("{id:#x} {cell_type} {multiplier}"), || {
            gridstar_profile_set_cost(id, cell_type.into(), multiplier)
        });
        assert_eq!(status, GridstarStatus::Ok);
        self.profiles[at].model.set(cell_type.into(), multiplier);
    }

    fn set_costs(&mut self, at: usize) {
        let id = self.profiles[at].id;
        let first = if self.random.percent(50) { 0 } else { self.random.below(256) };
        let count = if self.random.percent(30) { 256 - first } else { self.random.between(1, 256 - first) };
        let same = self.random.percent(30).then(|| self.multiplier());
        let multipliers: Vec<f64> = (0..count).map(|_| same.unwrap_or_else(|| self.multiplier())).collect();
        let pointer = multipliers.as_ptr();
        let function = Function::gridstar_profile_set_costs;
        // SAFETY: the pointer and length of a vector.
        let status = self.call(function, format_args!("{id:#x} {first} {multipliers:?}"), || unsafe {
            gridstar_profile_set_costs(id, first, pointer, count)
        });
        assert_eq!(status, GridstarStatus::Ok);
        for (cell_type, multiplier) in (first as usize..).zip(multipliers) {
            self.profiles[at].model.set(cell_type, multiplier);
        }
    }

    fn set_charge(&mut self, at: usize) {
        let (id, charges_entered) = (self.profiles[at].id, self.random.percent(50));
        let function = Function::gridstar_profile_set_charge;
        let status = self.call(function, format_args!("{id:#x} {charges_entered}"), || {
            gridstar_profile_set_charge(id, charges_entered.into())
        });
        assert_eq!(status, GridstarStatus::Ok);
        self.profiles[at].model.charges_entered = charges_entered;
    }

    pub fn read_profile(&mut self, at: usize) {
        let (id, mut multipliers, mut count) = (self.profiles[at].id, [-1.0; 256], 0);
        let pointer = multipliers.as_mut_ptr();
        let function = Function::gridstar_profile_get_costs;
        // SAFETY: the pointer and length of an array, and a pointer from a reference.
        let status = self.call(function, format_args!("{id:#x}"), || unsafe {
            gridstar_profile_get_costs(id, 0, 256, pointer, 256, &mut count)
        });
        let right = self.profiles[at].model.weights.map(|weight| weight as f64 / ONE as f64);
        assert_eq!((status, count, multipliers), (GridstarStatus::Ok, 256, right));
        tally::compared(function);
        let mut charge = u32::MAX;
        let function = Function::gridstar_profile_get_charge;
        // SAFETY: the pointer comes from a reference.
        let status =
            self.call(function, format_args!("{id:#x}"), || unsafe { gridstar_profile_get_charge(id, &mut charge) });
        assert_eq!((status, charge), (GridstarStatus::Ok, self.profiles[at].model.charges_entered.into()));
        tally::compared(function);
        let hash = self.hash(Function::gridstar_profile_get_hash, id, gridstar_profile_get_hash);
        self.profile_hashes.compare(&(multipliers.map(f64::to_bits), charge), hash);
    }

    pub fn destroy_profile(&mut self, at: usize) {
        let id = self.profiles.swap_remove(at).id;
        let function = Function::gridstar_destroy;
        let status = self.call(function, format_args!("{id:#x}"), || gridstar_destroy(id));
        assert_eq!(status, GridstarStatus::Ok);
        self.dead.push(id);
        self.note(Function::gridstar_is_valid, format_args!("{id:#x}"));
        assert_eq!(gridstar_is_valid(id, GridstarKind::Profile as u32), GridstarStatus::InvalidProfile);
        tally::compared(Function::gridstar_is_valid);
        self.check_live_counts();
    }

    pub fn edit_penalties(&mut self, at: usize) {
        let (width, height) = (self.grids[at].map.width() as u32, self.grids[at].map.height() as u32);
        let rect = if self.random.percent(25) { Rect { x: 0, y: 0, width, height } } else { self.rect(at) };
        let id = self.grids[at].id;
        let Rect { x, y, width, height } = rect;
        let count = (width * height) as usize;
        let (penalties, status) = if self.random.percent(60) {
            let penalty = [0, 0, 1, 16, 255][self.below(5)];
            let function = Function::gridstar_grid_fill_cells;
            let arguments = format_args!("{id:#x} {rect:?} {penalty}");
            let fill =
                || crate::abi::fill_cells(id, GridstarCellPlane::Penalties, (x, y, width, height), penalty.into());
            (vec![penalty; count], self.call(function, arguments, fill))
        } else {
            let penalties: Vec<u8> =
                (0..count).map(|_| if self.random.percent(50) { 0 } else { self.random.below(256) as u8 }).collect();
            let pointer = penalties.as_ptr();
            let function = Function::gridstar_grid_set_cells;
            // SAFETY: the pointer and length of a vector.
            let status = self.call(function, format_args!("{id:#x} {rect:?} {penalties:?}"), || unsafe {
                gridstar_grid_set_cells(
                    id,
                    GridstarCellPlane::Penalties as u32,
                    &GridstarRect { x, y, width, height },
                    pointer,
                    count as u32,
                )
            });
            (penalties, status)
        };
        assert_eq!(status, GridstarStatus::Ok);
        self.take_penalties(at, rect, penalties);
    }

    /// The model gets the penalties that an edit has set.
    pub fn take_penalties(&mut self, at: usize, rect: Rect, penalties: Vec<u8>) {
        let grid = &mut self.grids[at];
        let mut has_changed = false;
        for (cell, penalty) in cells_of(rect).zip(penalties) {
            let index = grid.terrain.index(cell);
            if grid.terrain.penalties[index] != penalty {
                grid.changed[index] = grid.revision + 1;
                (has_changed, grid.is_changed_by_types) = (true, false);
            }
            grid.terrain.penalties[index] = penalty;
        }
        grid.revision += u64::from(has_changed);
    }

    pub fn read_penalties(&mut self, at: usize) {
        let (id, rect) = (self.grids[at].id, self.rect(at));
        let Rect { x, y, width, height } = rect;
        let terrain = &self.grids[at].terrain;
        let right: Vec<u8> = cells_of(rect).map(|cell| terrain.penalties[terrain.index(cell)]).collect();
        let (mut penalties, mut count) = (vec![0xab; right.len()], 0);
        let (pointer, capacity) = (penalties.as_mut_ptr(), penalties.len() as u32);
        let function = Function::gridstar_grid_get_cells;
        // SAFETY: the pointer and length of a vector, and a pointer from a reference.
        let status = self.call(function, format_args!("{id:#x} {rect:?}"), || unsafe {
            gridstar_grid_get_cells(
                id,
                GridstarCellPlane::Penalties as u32,
                &GridstarRect { x, y, width, height },
                pointer,
                capacity,
                &mut count,
            )
        });
        assert_eq!((status, count as usize, penalties), (GridstarStatus::Ok, right.len(), right));
        tally::compared(function);
    }

    /// The center of an agent leads back to its anchor if the agent is inside the grid, and half its width to its size.
    pub fn read_agent(&mut self, at: usize) {
        let (cell, size) = (self.cell(at), self.random.between(1, GRIDSTAR_MAX_AGENT_SIZE));
        let (id, cell_size) = (self.grids[at].id, self.grids[at].place.cell_size);
        let [mut x, mut y, mut z] = [f32::NAN; 3];
        let function = Function::gridstar_grid_get_agent_center;
        // SAFETY: the pointers come from references.
        let status = self.call(function, format_args!("{id:#x} {cell:?} {size}"), || unsafe {
            gridstar_grid_get_agent_center(id, cell.x, cell.y, size, &mut x, &mut y, &mut z)
        });
        let right = self.grids[at].position(cell, size);
        assert_eq!((status, [x, y, z]), (GridstarStatus::Ok, right));
        tally::compared(function);
        let mut found = Cell::new(i32::MIN, i32::MIN);
        let function = Function::gridstar_grid_get_agent_anchor;
        // SAFETY: the pointer comes from a reference.
        let status = self.call(function, format_args!("{id:#x} {x} {y} {z} {size}"), || unsafe {
            gridstar_grid_get_agent_anchor(id, x, y, z, size, &mut found)
        });
        let (is_inside, anchor) = self.grids[at].anchor_by_center(cell, size);
        let right = if is_inside { GridstarStatus::Ok } else { GridstarStatus::PositionOutside };
        assert_eq!((status, found), (right, anchor));
        tally::compared(function);
        // The width of a skewed cell is rounded.
        let rounding = if cell_size.fract() == 0.0 || cell_size == 0.5 { 0.0 } else { 0.25 };
        let (radius, mut found) = ((size as f32 - rounding) / 2.0 * cell_size, 0);
        let function = Function::gridstar_grid_get_agent_size;
        // SAFETY: the pointer comes from a reference.
        let status = self.call(function, format_args!("{id:#x} {radius}"), || unsafe {
            gridstar_grid_get_agent_size(id, radius, &mut found)
        });
        assert_eq!((status, found), (GridstarStatus::Ok, size));
        tally::compared(function);
    }
}
