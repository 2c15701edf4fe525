//! The objects behind the ids of the functions gridstar_floors_*: each holds several floors and the links between them.

use crate::ffi::boundary::kinds::GridstarKind;
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::cover::refuse_limit_and_cover;
use crate::ffi::grid::GridstarQueryDef;
use crate::ffi::grid::object::{GRIDS, GridObject};
use crate::floors::{FloorCell, FloorsView, Links};
use crate::grid::WordHash;
use crate::handle_table::HandleTable;
use crate::movement::Agent;
use crate::search::Query;
use crate::snapshot::EditError;
use crate::try_arc::TryArc;
use parking_lot::{RwLock, RwLockReadGuard};

pub(crate) static FLOORS: HandleTable<FloorsObject> = HandleTable::of_kind(GridstarKind::Floors as u8);

/// A floors object as callers know it. A change holds the lock. A search holds it only while it copies the links and
/// takes the states of the grids.
#[derive(Debug, Default)]
pub(crate) struct FloorsObject {
    plan: RwLock<FloorPlan>,
}

/// Floors and links.
#[derive(Debug, Default)]
pub(crate) struct FloorPlan {
    /// The ids of the floors' grids. Their grids may have been destroyed.
    pub(crate) grids: Vec<u64>,
    pub(crate) links: Links,
    pub(crate) revision: u64,
}

impl FloorsObject {
    /// The floors of an id. The table's lock is released on return.
    pub(crate) fn of(id: u64) -> Result<TryArc<Self>, GridstarStatus> {
        FLOORS.get(id).ok_or(GridstarStatus::InvalidId)
    }

    /// Floors with the grids of these numbers, and links.
    pub(crate) fn of_saved(numbers: &[u32], grids: &[u64], links: Links) -> Result<Self, GridstarStatus> {
        let mut plan = FloorPlan { links, ..FloorPlan::default() };
        plan.grids.try_reserve_exact(numbers.len())?;
        plan.grids.extend(numbers.iter().map(|&number| grids.get(number as usize).copied().unwrap_or(0)));
        Ok(Self { plan: RwLock::new(plan) })
    }

    pub(crate) fn plan(&self) -> RwLockReadGuard<'_, FloorPlan> {
        self.plan.read()
    }

    /// Makes a change that either succeeds as a whole or changes nothing, and counts a successful one.
    pub(crate) fn change<T>(
        &self,
        change: impl FnOnce(&mut FloorPlan) -> Result<T, GridstarStatus>,
    ) -> Result<T, GridstarStatus> {
        let mut plan = self.plan.write();
        let changed = change(&mut plan)?;
        plan.revision += 1;
        Ok(changed)
    }
}

impl FloorPlan {
    /// The grid of a floor.
    pub(crate) fn grid(&self, floor: u32) -> Result<TryArc<GridObject>, GridstarStatus> {
        let id = self.grids.get(floor as usize).ok_or(GridstarStatus::UnknownFloor)?;
        GRIDS.get(*id).ok_or(GridstarStatus::FloorWithoutGrid)
    }

    /// The number of each floor's grid, counted by the first floor of each, and the grids by number.
    pub(crate) fn numbered_grids(&self) -> Result<(Vec<u32>, Vec<TryArc<GridObject>>), GridstarStatus> {
        let (mut numbers, mut ids, mut grids) = (Vec::new(), Vec::new(), Vec::new());
        for (floor, &id) in (0..).zip(&self.grids) {
            let known = ids.iter().position(|&known: &u64| known == id);
            if known.is_none() {
                ids.try_reserve(1)?;
                grids.try_reserve(1)?;
                ids.push(id);
                grids.push(self.grid(floor)?);
            }
            numbers.try_reserve(1)?;
            numbers.push(known.unwrap_or(ids.len() - 1) as u32);
        }
        Ok((numbers, grids))
    }

    /// A hash of the floors and the links.
    pub(super) fn hash(&self) -> Result<u64, GridstarStatus> {
        let mut hash = WordHash::new(4).with(self.links.hash());
        for id in &self.grids {
            let first = self.grids.iter().position(|other| other == id).unwrap_or(0) as u64;
            let of_grid = GRIDS.get(*id).map_or(Ok(0), |object| object.hash())?;
            hash = hash.with(first).with(of_grid);
        }
        Ok(hash.finish())
    }

    /// Refuses a cell outside its floor.
    pub(crate) fn check(&self, at: FloorCell) -> Result<(), GridstarStatus> {
        self.grid(at.floor)?.check(at.cell)
    }

    /// A query with the settings of `def`. Settings that `def` leaves open come from the grid of the start's floor.
    pub(crate) fn query(
        &self,
        start: FloorCell,
        goal: FloorCell,
        def: &GridstarQueryDef,
    ) -> Result<Query, GridstarStatus> {
        let grid = self.grid(start.floor)?;
        self.grid(goal.floor)?;
        let query = grid.plain_query(start.cell, goal.cell, def)?;
        refuse_limit_and_cover(&query, def)?;
        Ok(query)
    }

    /// Copies the links and takes the current state of each floor's grid, as the agent sees it. Refuses floors of which
    /// some are hexagonal and some are not.
    pub(crate) fn look(&self, view: &mut FloorsView, agent: &Agent, legs: &Query) -> Result<(), GridstarStatus> {
        let mut are_hexagonal = None;
        for &id in &self.grids {
            let object = GRIDS.get(id);
            if let Some(object) = &object
                && *are_hexagonal.get_or_insert(object.layout.is_hexagonal()) != object.layout.is_hexagonal()
            {
                return Err(GridstarStatus::UnsupportedLayout);
            }
            let floor = object.map(|object| Ok::<_, EditError>((object.grid.view()?, object.grid.engine())));
            view.push_floor(floor.transpose()?, agent, legs)?;
        }
        view.set_links(&self.links)?;
        Ok(())
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.grids.capacity() * size_of::<u64>()) as u64 + self.links.bytes()
    }
}
