//! The model of floors.

use super::tally::{self, Function};
use super::world::World;
use crate::joined_reference::{Building, TestLink};
use crate::terrain::AgentModel;
use gridstar::ffi::*;
use gridstar::floors::FloorCell;

/// Floors and their links.
#[derive(Debug)]
pub struct FloorsModel {
    pub id: u64,
    /// Ids of the floors' grids. Some grids may be destroyed.
    pub grids: Vec<u64>,
    pub links: Vec<TestLink>,
    /// Number of links that were ever added.
    pub last_link: u32,
    pub revision: u64,
}

impl World {
    /// The index of a grid in the world; `None` if the grid is destroyed.
    pub fn grid_of(&self, id: u64) -> Option<usize> {
        self.grids.iter().position(|grid| grid.id == id)
    }

    /// The floors in the reference's form, as an agent sees them.
    pub fn building(&self, at: usize, agent: &AgentModel) -> Building {
        let map = |&id: &u64| self.grid_of(id).map(|grid| self.agent_map(grid, agent));
        let FloorsModel { grids, links, .. } = &self.floors[at];
        Building { floors: grids.iter().map(map).collect(), links: links.clone() }
    }

    /// A cell of a floor whose grid is alive; `None` if no grid is.
    pub fn floor_cell(&mut self, at: usize) -> Option<FloorCell> {
        let is_alive = |floor: &usize| self.grid_of(self.floors[at].grids[*floor]).is_some();
        let alive: Vec<usize> = (0..self.floors[at].grids.len()).filter(is_alive).collect();
        if alive.is_empty() {
            return None;
        }
        let floor = alive[self.below(alive.len())];
        let grid = self.grid_of(self.floors[at].grids[floor])?;
        let map = self.grids[grid].map.clone();
        let (cell, _) = self.ends(grid, &map);
        let cell = if self.grids[grid].map.contains(cell) { cell } else { self.cell(grid) };
        Some(FloorCell { floor: floor as u32, cell })
    }

    pub fn floors_info(&mut self, at: usize) {
        let id = self.floors[at].id;
        // SAFETY: zeros are a valid value of the struct.
        let mut info: GridstarFloorsInfo = unsafe { std::mem::zeroed() };
        info.struct_size = size_of::<GridstarFloorsInfo>() as u32;
        let function = Function::gridstar_floors_get_info;
        // SAFETY: the pointer comes from a reference.
        let status =
            self.call(function, format_args!("{id:#x}"), || unsafe { gridstar_floors_get_info(id, &mut info) });
        let FloorsModel { grids, links, revision, .. } = &self.floors[at];
        let right = (grids.len(), links.len(), *revision);
        let said = (info.floor_count as usize, info.link_count as usize, info.revision);
        assert_eq!((status, said), (GridstarStatus::Ok, right));
        tally::compared(function);
    }
}
