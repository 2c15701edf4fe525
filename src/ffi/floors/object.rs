//! The objects behind the ids of the functions gridstar_floors_*: each holds several floors and the links between them.

use crate::OutOfMemory;
use crate::bits::bit_rows::copied;
use crate::ffi::boundary::kinds::GridstarKind;
use crate::ffi::boundary::numbers;
use crate::ffi::boundary::status::GridstarStatus;
use crate::ffi::cover::view_and_agent;
use crate::ffi::grid::GridstarQueryDef;
use crate::ffi::grid::object::{GRIDS, GridObject, excess_of};
use crate::ffi::profile::agent;
use crate::floors::{FloorCell, FloorInput, FloorsView, KeptWorlds, Links};
use crate::grid::{Rect, WordHash};
use crate::handle_table::HandleTable;
use crate::movement::{Agent, StepCosts};
use crate::search::{PathForm, Query};
use crate::try_arc::TryArc;
use parking_lot::{RwLock, RwLockReadGuard};

pub(crate) static FLOORS: HandleTable<FloorsObject> = HandleTable::of_kind(GridstarKind::Floors as u8);

/// A floors object as callers know it. A change holds the lock. A search holds it only while it copies the links and
/// takes the states of the grids.
#[derive(Debug, Default)]
pub(crate) struct FloorsObject {
    plan: RwLock<FloorPlan>,
    /// Data that queries have derived.
    pub(crate) kept: KeptWorlds,
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
        Ok(Self { plan: RwLock::new(plan), ..Self::default() })
    }

    /// A view of the floors and links as they are now, for a query. Returns the number of their changes.
    pub(crate) fn see(
        &self,
        view: &mut FloorsView,
        (start, goal): (FloorCell, FloorCell),
        def: &GridstarQueryDef,
    ) -> Result<(Query, u64), GridstarStatus> {
        let plan = self.plan();
        let legs = plan.query(start, goal, def)?;
        let agent = plan.look(view, &self.kept, &legs, def)?;
        let revision = plan.revision;
        drop(plan);
        // A grid may have been destroyed after the query was checked.
        if [start, goal].iter().any(|end| !view.has_map(end.floor)) {
            return Err(GridstarStatus::FloorWithoutGrid);
        }
        view.make_world(revision, &self.kept, &agent, &legs, &changed_since)?;
        Ok((legs, revision))
    }

    /// A view of the floors and links as they are now, with all that is kept of them, for a query that `read` reads
    /// from the settings of a grid: that of the first of some goals, or of the first floor that has one.
    pub(crate) fn see_all(
        &self,
        view: &mut FloorsView,
        goals: &[FloorCell],
        def: &GridstarQueryDef,
        read: impl FnOnce(&GridObject) -> Result<Query, GridstarStatus>,
    ) -> Result<(Query, u64), GridstarStatus> {
        let plan = self.plan();
        let first = match goals.first() {
            Some(goal) => plan.grid(goal.floor)?,
            None => plan.grids.iter().find_map(|&id| GRIDS.get(id)).ok_or(GridstarStatus::FloorWithoutGrid)?,
        };
        let legs = Query { max_expansions: None, ..read(&first)? };
        let agent = plan.look(view, &self.kept, &legs, def)?;
        let revision = plan.revision;
        drop(plan);
        view.make_world(revision, &self.kept, &agent, &legs, &changed_since)?;
        Ok((legs, revision))
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

/// Where edits have changed a grid since a revision.
fn changed_since(grid: u64, revision: u64) -> Result<Vec<Rect>, OutOfMemory> {
    let object = GRIDS.get(grid);
    let changed = object.as_ref().and_then(|object| object.grid.changes_since(revision, usize::MAX).ok());
    match changed {
        Some((_, area)) => Ok(copied(area.rects())?),
        // Its view is all that is left of it.
        None => Ok(copied(&[EVERYWHERE])?),
    }
}

/// More than any map has.
const EVERYWHERE: Rect = Rect { x: 0, y: 0, width: 1 << 16, height: 1 << 16 };

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
        self.grid(goal.floor)?;
        self.grid(start.floor)?.query(start.cell, goal.cell, def)
    }

    /// Takes the current state of each floor's grid, as the agent of a def sees it, and what is kept of the world.
    /// Refuses floors of which some are hexagonal and some are not, and a cover that belongs to no floor. Before the
    /// view is searched, [`make_world`] completes it.
    pub(crate) fn look(
        &self,
        view: &mut FloorsView,
        kept: &KeptWorlds,
        legs: &Query,
        def: &GridstarQueryDef,
    ) -> Result<Agent, GridstarStatus> {
        let (plain, mut are_hexagonal, mut has_cover) = (agent(def)?, None, def.without_cover == 0);
        for &id in &self.grids {
            let Some(object) = GRIDS.get(id) else {
                view.push_floor(None, &plain, legs)?;
                continue;
            };
            if *are_hexagonal.get_or_insert(object.layout.is_hexagonal()) != object.layout.is_hexagonal() {
                return Err(GridstarStatus::UnsupportedLayout);
            }
            let engine = object.grid.engine();
            if def.without_cover != 0 {
                match view_and_agent((&object, id), def) {
                    Ok((grid, agent)) => {
                        view.push_floor(Some(FloorInput { id, grid, engine }), &agent, legs)?;
                        has_cover = true;
                        continue;
                    }
                    // It lies on another floor.
                    Err(GridstarStatus::InvalidCover) => {}
                    Err(status) => return Err(status),
                }
            }
            let grid = object.grid.view()?;
            view.push_floor(Some(FloorInput { id, grid, engine }), &plain, legs)?;
        }
        if !has_cover {
            return Err(GridstarStatus::InvalidCover);
        }
        view.set_links(&self.links, self.revision, kept, &plain, legs)?;
        if legs.form == PathForm::AnyAngle && !view.supports_any_angle(legs) {
            return Err(GridstarStatus::UnsupportedQuery);
        }
        Ok(plain)
    }

    pub(crate) fn bytes(&self) -> u64 {
        (self.grids.capacity() * size_of::<u64>()) as u64 + self.links.bytes()
    }
}

/// The most that a path by a def may cost, in fine units.
pub(crate) fn most_fine(def: &GridstarQueryDef, costs: &StepCosts) -> Result<Option<u128>, GridstarStatus> {
    Ok(match numbers::max_cost(def.max_cost)? {
        None => None,
        Some(cost) => Some(costs.fine_within_limit(cost, excess_of(def)?)),
    })
}
